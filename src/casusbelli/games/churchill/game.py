"""Churchill as the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from casusbelli.game import (
    Bot,
    Ending,
    Figure,
    Game,
    Habits,
    Opening,
    Passive,
    Phrase,
    PreparedPosition,
    Reference,
    Shown,
    first_of,
)
from casusbelli.kernel import OVER, Choice, Dice, Event, Flow, GameInfo, Option, OptionValue, Params, Result, Scenario, Seat

from . import beliefs, content
from .agenda import agenda, agenda_issues, conference
from .alignments import alignments
from .allocation import allocation
from .bot import Marshal, Officer, Recruit
from .closing import hidden, last_screen
from .content import CONTENT, FOLDER, POWERS, RESERVES
from .counters import ConferenceHabits
from .imagine import imagine
from .meeting import conference_winner, meeting
from .networks import networks
from .phrases import PHRASES
from .phrases import values as phrase_values
from .positions import positions
from .preview import preview
from .reference import reference, whereabouts
from .resolution import decisions, directed_offensives, production
from .scoring import score_sheet, totals
from .setup import options_from, set_up
from .signs import signs
from .state import Churchill
from .statistics import statistics
from .summary import summary
from .view import view
from .war import war

BOTS = "bots"
OPEN_HANDS = ("none", BOTS, *("+".join(some) for n in range(1, len(POWERS) + 1) for some in combinations(POWERS, n)))
"""11.3: whose hands lie open: nobody's, those of bots (until it is known who they are), or those of these powers."""


class ChurchillGame(Game[Churchill]):
    """Three powers who must win the war together and the peace alone."""

    info = GameInfo(
        id="churchill",
        rules_version="2",
        scenarios=tuple(Scenario(s, POWERS) for s in ("tournament", "training", "campaign")),
        options=(
            Option("edition", "second", ("second", "first")),
            Option("victory_scoring", "standard", ("standard", "tournament")),
            Option("german_reserves_option"),
            Option("secret_agenda"),
            Option("hidden_score"),
            Option("leader_roll_on_tiebreak"),
            Option("rivalry_min_gap", 1, (1, 2)),
            Option("turn_timer"),
            Option("open_hands", "none", OPEN_HANDS, offered=("none", BOTS)),
        ),
        content_digest=CONTENT.digest(),
        earlier_contents=CONTENT.earlier("662aef8daba28af9"),
    )
    state_type = Churchill
    phrases: Mapping[str, Phrase] = PHRASES
    passive: Mapping[str, Passive] = {
        "debate_response": Passive(("decline",), phrase_values("issue")),
        "agenda_tie_leader": Passive(("decline",)),
        "conference_tie_leader": Passive(("decline",)),
    }
    alarms: Mapping[str, tuple[str, ...]] = {
        "debated": tuple(phrase_values("issue")),
        "issue_won": tuple(phrase_values("issue")),
        "front_entered": tuple(phrase_values("front")),
    }
    phases: Mapping[str, Callable[[Churchill], Flow]] = {
        "conference": conference,
        "agenda": agenda,
        "agenda_issues": agenda_issues,
        "meeting": meeting,
        "conference_winner": conference_winner,
        "directed_offensives": directed_offensives,
        "production": production,
        "allocation": allocation,
        "decisions": decisions,
        "networks": networks,
        "alignments": alignments,
        "war": war,
    }
    verbs: Mapping[str, tuple[str, ...]] = {
        "agenda_commit_card": ("card",),
        "agenda_first_issue": ("issue",),
        "agenda_pick_issue": ("issue",),
        "tie_choice": ("power",),
        "tie_choice_us": ("power",),
        "advance_staff": ("card", "issue", "value", "stop"),
        "advance_chief": ("card",),
        "chief_issue": ("issue", "value", "stop"),
        "advance_leader": ("card", "issue", "value", "stop"),
        "discard_card": ("card",),
        "debate_staff": ("card", "value", "stop"),
        "debate_chief": ("card",),
        "debate_leader": ("card", "value", "stop"),
        "chief_stop": ("answer",),
        "staff_support_theater": ("theater",),
        "place_directed_offensive": ("front",),
        "leadership_command": ("power",),
        "alloc_card": ("support",),
        "alloc_directed": ("issue",),
        "directed_order": ("issue",),
        "alloc_free": ("use", "place"),
        "alloc_bonus": ("support", "place"),
        "global_move": ("marker",),
        "network_order": ("power",),
        "alignment_order": ("power",),
        "place": ("country",),
        "remove": ("country",),
    }
    folder = FOLDER

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Churchill:
        return set_up(scenario, options_from(options), seed)

    def seated(self, options: Mapping[str, OptionValue], bots: Sequence[Seat]) -> dict[str, OptionValue]:
        """11.3: open hands are those of the powers that bots lead."""
        if options["open_hands"] != BOTS:
            return dict(options)
        return {**options, "open_hands": "+".join(p for p in POWERS if p in bots) or "none"}

    def view(self, g: Churchill, seat: Seat | None) -> Any:
        return view(g, seat)

    def imagine(self, g: Churchill, seat: Seat, dice: Dice) -> None:
        imagine(g, seat, dice)

    def suppose(self, g: Churchill, seat: Seat, dice: Dice) -> None:
        beliefs.suppose(g, seat, dice)

    def preview(self, g: Churchill, seat: Seat, decision: str, choice: Choice) -> Params | None:
        return preview(g, seat, decision, choice)

    def result(self, g: Churchill) -> Result | None:
        if g.phase != OVER or g.final is None:
            return None
        return Result((g.final.winner,), g.final.ending, {p: float(n) for p, n in g.final.adjusted.items()})

    def ending(self, g: Churchill) -> Ending:
        return last_screen(g)

    def hidden(self, g: Churchill) -> Iterable[Shown]:
        return hidden(g)

    def points(self, g: Churchill) -> dict[Seat, float]:
        return {} if g.options.hidden_score else {power: float(n) for power, n in totals(score_sheet(g)).items()}

    def habits(self) -> Habits[Churchill]:
        return ConferenceHabits()

    def statistics(self, g: Churchill, events: Sequence[Event]) -> list[Figure]:
        return statistics(events)

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        """The issue a power wants on the table first, of all conferences."""
        issue = first_of(entries, seat, {"agenda_first_issue", "agenda_pick_issue"})
        return Opening("issue", {"issue": issue[0]}) if issue else None

    def chapter(self, g: Churchill) -> str:
        return str(g.conference)

    def thrower(self, g: Churchill, event: Event) -> Seat | None:
        """7.72: the die for a Front is its power's; armies and fleets of the Axis are nobody's."""
        front = event.params.get("front")
        return (
            content.FRONTS[front].color if event.kind == "front_rolled" and isinstance(front, str) else super().thrower(g, event)
        )

    def names(self, language: str) -> dict[str, str]:
        return content.names(language)

    def phrase_values(self, kind: str) -> Sequence[str]:
        return phrase_values(kind)

    def summary(self, g: Churchill, language: str) -> Sequence[str]:
        return summary(g, self.names(language))

    def positions(self) -> Mapping[str, PreparedPosition]:
        return positions()

    def reference(self, language: str) -> Reference:
        return reference(language)

    def whereabouts(self, view: Any) -> Mapping[str, Sequence[str]]:
        return whereabouts(view)

    def signs(self, view: Any, seat: str) -> Mapping[str, float]:
        return signs(view, seat)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"recruit": Recruit, "officer": Officer, "marshal": Marshal}

    def census(self, g: Churchill) -> Mapping[str, int]:
        """Cards, issues, tokens and Axis reserves are neither made nor lost."""
        issues = [*g.table, *g.won, *g.removed_issues, *g.pool()]
        return {
            **{f"cards_{p}": sum(len(pile[p]) for pile in (g.decks, g.hands, g.discards, g.removed)) for p in POWERS},
            "issues": len(issues),
            "conferences": len(g.conference_deck) + g.conference + (g.card != ""),
            "agenda_tokens": sum(map(len, g.agenda_tokens.values())) + len(g.unseen_tokens),
            **{unit: g.reserves[unit] + g.lost_reserves[unit] for unit in RESERVES},
        }


GAME = ChurchillGame()
