"""WunderWaffen: two to four seats, a race to Berlin with borrowed tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from casusbelli.game import Bot, Ending, Figure, Game, Habits, Opening, Passive, PreparedPosition, Reference, Shown, first_of
from casusbelli.kernel import OVER, Choice, Dice, Event, GameInfo, Option, OptionValue, Params, Result, Scenario, Seat
from casusbelli.kernel.flow import Flow

from . import view as seen
from .bot import bots
from .closing import hidden, last_screen
from .content import ALLIES, ARRANGEMENTS, CONTENT, FACTIONS, FOLDER, OPTIONS, SPACES_PER_TERRITORY, TERRITORIES
from .counters import RaceHabits
from .ending import cities, counted, game_ends, part_one_ends, part_two_begins, territories, victory
from .names import names
from .plays import USES
from .positions import positions
from .preview import preview
from .reference import reference, whereabouts
from .sequence import turn, turn_end
from .setup import seats_of, set_up, setup_research, setup_tokens
from .signs import signs
from .state import WunderWaffen
from .statistics import statistics

RULES_VERSION = "5"

_PLAY = ("token", "faction", "piece")


class WunderWaffenGame(Game[WunderWaffen]):
    info = GameInfo(
        id="wunderwaffen",
        rules_version=RULES_VERSION,
        scenarios=tuple(
            Scenario(row.id, seats_of(row), {"compensation": row.compensation, "pair_scoring": row.pair_scoring})
            for row in sorted(ARRANGEMENTS.values(), key=lambda row: -row.players)
        ),
        options=tuple(Option(row.id, row.default, row.values) for row in OPTIONS.values()),
        content_digest=CONTENT.digest(),
        earlier_contents=CONTENT.earlier("2a1141012b6d2db2", "5ade9db48386fa79"),
    )
    state_type = WunderWaffen
    flights = frozenset({"eliminated", *(f"played_{use}" for use in USES)})
    """The token has been taken up and is on its way."""
    folder = FOLDER
    passive: Mapping[str, Passive] = {"intercept_air_raid": Passive(("pass",), ALLIES)}
    alarms: Mapping[str, tuple[str, ...]] = {"territory_won": tuple(row.id for row in TERRITORIES), "berlin_opened": ()}
    phases: Mapping[str, Callable[[WunderWaffen], Flow]] = {
        "setup_tokens": setup_tokens,
        "setup_research": setup_research,
        "turn": turn,
        "turn_end": turn_end,
        "part_one_ends": part_one_ends,
        "part_two_begins": part_two_begins,
        "game_ends": game_ends,
    }
    verbs: Mapping[str, tuple[str, ...]] = {
        "place": (*_PLAY, "space"),
        "berlin": (*_PLAY, "space"),
        "strategy": _PLAY,
        "air_raid": _PLAY,
        "morale": _PLAY,
        "politics": _PLAY,
        "research": _PLAY,
        "conference": _PLAY,
        "leader": _PLAY,
        "access": (*_PLAY, "territory"),
        "solution": (*_PLAY, "space"),
        "reserve": (*_PLAY, "place"),
        "card_action": (*_PLAY, "card"),
        "buy_card": ("card",),
        "discard_rest": (),
        "end_turn": (),
        "take_card": ("card",),
        "pick": ("front",),
        "pick_token": ("front", "faction", "back"),
        "remove": ("front",),
        "remove_token": ("front", "faction", "back"),
        "top": (),
        "bottom": (),
        "target": ("target",),
        "marker": ("space",),
        "pass": (),
        "intercept": ("front",),
        "intercept_token": ("front", "faction", "back"),
    }

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> WunderWaffen:
        return set_up(scenario, options, seed)

    def view(self, g: WunderWaffen, seat: Seat | None) -> dict[str, Any]:
        return seen.view(g, seat)

    def imagine(self, g: WunderWaffen, seat: Seat, dice: Dice) -> None:
        seen.imagine(g, seat, dice)

    def result(self, g: WunderWaffen) -> Result | None:
        return victory(g) if g.phase == OVER else None

    def hidden(self, g: WunderWaffen) -> Iterable[Shown]:
        return hidden(g)

    def points(self, g: WunderWaffen) -> dict[Seat, float]:
        """What each player's factions count together, as the options say."""
        return {seat: float(standing[0]) for seat, standing in counted(g).items()}

    def ending(self, g: WunderWaffen) -> Ending:
        return last_screen(g)

    def habits(self) -> Habits[WunderWaffen]:
        return RaceHabits()

    def statistics(self, g: WunderWaffen, events: Sequence[Event]) -> list[Figure]:
        return statistics(g, events)

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        """The first three tokens taken, in whatever order."""
        fronts = first_of(entries, seat, {"pick", "pick_token"}, 3)
        return Opening("tokens", {"fronts": sorted(fronts)}) if fronts else None

    def chapter(self, g: WunderWaffen) -> str:
        return f"{g.part}.{g.round}"

    def names(self, language: str) -> dict[str, str]:
        return names(language)

    def preview(self, g: WunderWaffen, seat: Seat, decision: str, choice: Choice) -> Params | None:
        return preview(g, seat, decision, choice)

    def positions(self) -> Mapping[str, PreparedPosition]:
        return positions()

    def reference(self, language: str) -> Reference:
        return reference(language)

    def whereabouts(self, view: Any) -> Mapping[str, Sequence[str]]:
        return whereabouts(view)

    def census(self, g: WunderWaffen) -> Mapping[str, int]:
        return seen.census(g)

    def signs(self, view: Any, seat: str) -> Mapping[str, float]:
        return signs(view, seat)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return bots()

    def summary(self, g: WunderWaffen, language: str) -> Sequence[str]:
        return summary(g, language)


def summary(g: WunderWaffen, language: str) -> list[str]:
    """The public position in a few lines: factions, contested territories, laboratory, Berlin."""
    called = names(language)
    lines = [f"{g.part}/{g.round}  {called[g.active]}"]
    for faction in FACTIONS:
        tracks = "  ".join(f"{called[f'{track}_track']} {g.box(track, faction)}" for track in g.tracks)
        owned = f"{called['territory']} {territories(g, faction)}  {called['city']} {cities(g, faction)}"
        lines.append(f"{called[faction]}: {called['score_track']} {g.score[faction]}  {tracks}  {owned}")
    for territory, row in enumerate(TERRITORIES):
        first = territory * SPACES_PER_TERRITORY
        tokens = [p for p in g.spaces[first : first + SPACES_PER_TERRITORY] if p is not None]
        if tokens:
            lines.append(f"{called[row.id]}: " + ", ".join(f"{called[p.faction]} {called[p.piece]}" for p in tokens))
    cards = ", ".join(called[card] for card in g.cards_owned) or "–"
    lines.append(f"{called['research_track']} {g.research}: {cards}")
    inside = [p for p in g.berlin if p is not None] + g.overflow
    if inside:
        lines.append(f"{called['berlin']}: " + ", ".join(f"{called[p.faction]} {called[p.piece]}" for p in inside))
    return lines


GAME = WunderWaffenGame()
