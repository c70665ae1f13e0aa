"""The game as the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from casusbelli.game import Bot, Ending, Figure, Game, Habits, Opening, Passive, PreparedPosition, Reference, Shown
from casusbelli.kernel import OVER, Choice, Dice, Event, Flow, GameInfo, Option, OptionValue, Params, Result, Scenario, Seat
from casusbelli.words.texts import catalogue

from . import beliefs, bot, ukraine
from .attacks import attacking
from .cards import CARDS
from .closing import hidden, last_screen
from .content import CONTENT, FACTION_IDS, FOLDER, OPTIONS, SIDE_IDS, SIDES
from .counters import ChaosHabits
from .endings import immediate_end, result
from .imagine import imagine
from .logistics import attrition, diplomacy, logistics, replacements
from .movement import moving
from .operations import activation
from .political import allocation, boxes, influence
from .positions import positions
from .preparation import bid, preparation
from .preview import preview
from .printed import printed
from .redeployment import redeployment
from .reference import reference, whereabouts
from .rounds import round_
from .setup import set_up
from .signs import signs
from .state import Chaos, side_id
from .statistics import statistics
from .view import summary_lines, view

__all__ = ["GAME", "TriumphOfChaos", "ukraine"]

SEATS = ("white", "red")

Phase = Callable[[Chaos], Flow]


def _until_victory(phase: Phase) -> Phase:
    """A phase after which the game may be over at once [5.2]."""

    async def run(g: Chaos) -> None:
        await phase(g)
        if g.phase != OVER:
            immediate_end(g)

    return run


PHASES: dict[str, Phase] = {
    "bid": bid,
    "preparation": preparation,
    "allocation": allocation,
    "boxes": boxes,
    "influence": influence,
    "round": round_,
    "activation": activation,
    "moving": moving,
    "attacking": attacking,
    "redeployment": redeployment,
    "logistics": logistics,
    "replacements": replacements,
    "diplomacy": diplomacy,
    "attrition": attrition,
}


class TriumphOfChaos(Game[Chaos]):
    """Red and White in the Russian Civil War, 1918 to 1921."""

    info = GameInfo(
        id="triumph_of_chaos",
        rules_version="9",
        scenarios=(
            Scenario("introductory_1918", SEATS, {"bid_for_sides": False}),
            Scenario("tournament_1919", SEATS, {"camp_limit": "strict"}),
            Scenario("campaign", SEATS),
        ),
        options=tuple(Option(row.id, row.default, row.values) for row in OPTIONS.values()),
        content_digest=CONTENT.digest(),
        earlier_contents=CONTENT.earlier(
            "620b4324616af888", "a63d84be0cceca60", "c5d422f2d863340a", "af0bfc92295f68b2", "07f0368bc032095c", "b85fb3a9ba87d563"
        ),
    )
    state_type = Chaos
    flights = frozenset({"turn"})
    """The cards of a new year join their decks right after the turn is called."""
    passive: Mapping[str, Passive] = {
        "play_initiative": Passive(("pass",)),
        "cancel_activation": Passive(("pass",)),
        "leader_withdraw": Passive(("stay",)),
        "leader_reinforce": Passive(("pass",)),
        "surprise_cavalry": Passive(("pass",)),
        "counterattack": Passive(("pass",)),
        "pol_veto": Passive(("let_go",), tuple(FACTION_IDS)),
    }
    alarms: Mapping[str, tuple[str, ...]] = {"battle": (), "control_gained": tuple(FACTION_IDS), "leader_lost": ()}
    phases: Mapping[str, Phase] = {name: _until_victory(phase) for name, phase in PHASES.items()}
    verbs: Mapping[str, tuple[str, ...]] = {
        "bid": ("side", "vp"),
        "allocate": ("card", "box"),
        "leave_empty": ("box",),
        "choose": ("card",),
        "declare": ("card",),
        "replace_box": ("box",),
        "place": ("unit", "space"),
        "to_reserve": ("unit",),
        "place_leader": ("leader", "space"),
        "ops": ("card",),
        "sr": ("card",),
        "rp": ("card",),
        "event": ("card",),
        "special": ("kind",),
        "declare_war": ("faction",),
        "activate": ("space", "marker"),
        "cancel": ("card", "space"),
        "attack_stack": ("space",),
        "attack_adjacent": ("space",),
        "move_unit": ("unit", "train"),
        "move_leader": ("leader",),
        "move_all": ("space", "train"),
        "step": ("space",),
        "attack": ("space",),
        "attacker": ("unit",),
        "withdraw": ("leader",),
        "reinforce": ("leader", "unit"),
        "initiative": ("card",),
        "surprise": ("leader",),
        "auto": ("card",),
        "lose": ("unit",),
        "replace": ("unit",),
        "pay": ("unit",),
        "miracle": ("unit",),
        "retreat": ("unit", "space"),
        "retreat_leader": ("leader", "space"),
        "advance": ("unit",),
        "advance_leader": ("leader",),
        "exploit": ("leader",),
        "exploit_to": ("space",),
        "counterattack": ("leader", "space"),
        "redeploy": ("unit",),
        "redeploy_leader": ("leader",),
        "sr_to": ("space",),
        "option": ("option",),
        "target": ("unit",),
        "space": ("space",),
        "green": ("space",),
        "rise": ("space",),
        "land": ("space",),
        "embark": ("unit",),
        "revolt": ("space",),
        "propaganda": ("space",),
        "box": ("box",),
        "card": ("card",),
        "region": ("region",),
        "no_act": ("space",),
        "remove_no_act": ("space",),
        "influence": ("faction",),
        "gold_influence": ("faction",),
        "flip": ("unit", "pool"),
        "rebuild": ("unit", "pool"),
        "rebuild_full": ("unit", "pool"),
        "rebuild_at": ("unit", "space"),
        "buy_leader": ("leader",),
        "subjugate": ("faction",),
        "modifier": ("n",),
        "conscript": ("vp",),
        "marker": ("marker",),
        "recall": ("leader",),
        "secret_card": ("card",),
        "restore": ("unit",),
        "condition": ("condition",),
    }
    folder = FOLDER

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Chaos:
        return set_up(scenario, options, seed)

    def view(self, g: Chaos, seat: Seat | None) -> dict[str, Any]:
        return view(g, seat)

    def imagine(self, g: Chaos, seat: Seat, dice: Dice) -> None:
        imagine(g, seat, dice)

    def suppose(self, g: Chaos, seat: Seat, dice: Dice) -> None:
        beliefs.suppose(g, seat, dice)

    def result(self, g: Chaos) -> Result | None:
        return result(g)

    def ending(self, g: Chaos) -> Ending:
        return last_screen(g)

    def hidden(self, g: Chaos) -> Iterable[Shown]:
        return hidden(g)

    def points(self, g: Chaos) -> dict[Seat, float]:
        return {g.seats[side]: float(g.vp[side]) for side in SIDES}

    def habits(self) -> Habits[Chaos]:
        return ChaosHabits()

    def statistics(self, g: Chaos, events: Sequence[Event]) -> list[Figure]:
        return statistics(g, events)

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        """The first card that was played, and for what."""
        played = next(((c[0], c[1]) for who, c in entries if who == seat and c[0] in {"ops", "sr", "rp", "event"}), None)
        return Opening("card", {"action": str(played[0]), "card": str(played[1])}) if played is not None else None

    def chapter(self, g: Chaos) -> str:
        return str(g.turn)

    def thrower(self, g: Chaos, event: Event) -> Seat | None:
        """Events name sides; the bid may have exchanged who plays them [6.4]."""
        side = event.params.get("side")
        return g.seats[SIDE_IDS.index(side)] if side in ("red", "white") else None

    def positions(self) -> Mapping[str, PreparedPosition]:
        return positions()

    def reference(self, language: str) -> Reference:
        return reference(self.names(language), language)

    def whereabouts(self, view: Any) -> Mapping[str, Sequence[str]]:
        return whereabouts(view)

    def names(self, language: str) -> dict[str, str]:
        """Names of all content; the words on a card go by its id with ``.text``."""
        words = CONTENT.names(language)
        for table in ("action_card", "political_card"):
            words |= {
                f"{i}.text": str(row[f"text_{language}"]) for i, row in CONTENT.tables[table].items() if f"text_{language}" in row
            }
        return words

    def preview(self, g: Chaos, seat: Seat, decision: str, choice: Choice) -> Params | None:
        return preview(g, seat, decision, choice)

    def printed(self) -> Params:
        return printed()

    def census(self, g: Chaos) -> Mapping[str, int]:
        """Cards never appear twice or vanish; years still to come count as waiting."""
        waiting = [year for year in g.rules.decks if year > g.turn_row.year]
        counts = {"political": sum(map(len, g.pc_deck)) + sum(map(len, g.pc_box)) + len(g.pc_discard)}
        for side in SIDES:
            piles = g.hands[side] + g.decks[side] + g.discards[side] + g.removed[side] + g.aside[side]
            piles += [n for n in g.placed[side] if n]
            counts[side_id(side)] = len(set(piles)) + sum(c.year in waiting for c in CARDS[side].values())
            counts[f"{side_id(side)}_twice"] = len(piles) - len(set(piles))
        return counts

    def signs(self, view: Any, seat: str) -> Mapping[str, float]:
        return signs(view)

    def part(self, view: Any, seat: str) -> str | None:
        side: str | None = view["side"]
        return side

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return bot.BOTS

    def summary(self, g: Chaos, language: str) -> Sequence[str]:
        return summary_lines(g, catalogue(self, language))


GAME = TriumphOfChaos()
