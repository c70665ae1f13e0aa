"""The Fog of War as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from casusbelli.game import (
    Bot,
    Ending,
    Figure,
    Game,
    Habits,
    Opening,
    Passive,
    PreparedPosition,
    Reference,
    Sections,
    Shown,
    first_of,
)
from casusbelli.kernel import Choice, Dice, Event, Flow, GameInfo, Option, OptionValue, Params, Result, Scenario, Seat

from . import beliefs, bot, closing, imagine, preview, reference, setup, summary, turn, victory, view, year_end
from .census import census
from .content import AXIS, CONTENT, FOLDER, OPTIONS, PROVINCES, SCENARIOS, names, printed
from .counters import WarHabits
from .signs import signs
from .state import War
from .statistics import statistics
from .view import Moment


class FogOfWar(Game[War]):
    """Axis against Allies, Europe 1940 to 1944: secret operations, bluff and intelligence."""

    info = GameInfo(
        id="fog_of_war",
        rules_version="3",
        scenarios=tuple(Scenario(scenario, setup.SEATS) for scenario in SCENARIOS),
        options=tuple(Option(o.id, o.default) for o in OPTIONS.values()),
        content_digest=CONTENT.digest(),
    )
    state_type = War
    flights = frozenset(
        {"control_changed", "cards_discarded", "quagmire_ended", "operation_dismantled", "set_joined", "offmap_active"}
    )
    """The steps of a political event: a Province card is with its new holder before his last plan against it is dismantled."""
    folder = FOLDER
    passive: Mapping[str, Passive] = {
        "use_advantage": Passive(("keep",), PROVINCES),
        "block_intel": Passive(("decline",)),
        "raise_intel": Passive(("decline",)),
        "intel_step": Passive(("pass",)),
        "interdict": Passive(("done",), PROVINCES),
    }
    alarms: Mapping[str, tuple[str, ...]] = {"launched": PROVINCES, "control_changed": PROVINCES, "intel_attempted": ()}
    phases: Mapping[str, Callable[[War], Flow]] = {
        "bidding": setup.bidding,
        "victory_cards": setup.victory_cards,
        "placement": setup.placement,
        "turn": turn.turn,
        "actions": turn.act,
        "intelligence": turn.intelligence_and_draw,
        "year_end": year_end.year_end,
        "production": year_end.produce,
        "withdrawal": year_end.withdrawal,
        "new_year": year_end.new_year,
    }
    verbs: Mapping[str, tuple[str, ...]] = {
        "bid": ("side", "points"),
        "keep_victory": ("first", "second"),
        "place": ("card", "province"),
        "place_defence": ("card", "province"),
        "create_operation": ("target", "card"),
        "add_to_operation": ("space", "card"),
        "dismantle_operation": ("space",),
        "launch_operation": ("space",),
        "reinforce_quagmire": ("province", "card"),
        "resolve_quagmire": ("province",),
        "intel_action": ("pile",),
        "end_actions": (),
        "launch_from": ("province",),
        "launch_across": ("province", "seas"),
        "reveal": ("sea", "card"),
        "add": ("card",),
        "use": (),
        "keep": (),
        "lose": ("card",),
        "fight": (),
        "repel": (),
        "look": ("pile",),
        "block": (),
        "raise": (),
        "decline": (),
        "buy_card": ("card",),
        "raise_industry": (),
        "buy_intel": (),
        "buy_vp": (),
        "stop": (),
        "withdraw": ("province", "card"),
        "withdraw_operation": ("space",),
        "done": (),
        "pass": (),
    }
    """Decisions and the verbs they offer:

    bid_for_side: bid · choose_victory_cards: keep_victory · initial_placement: place, done · choose_action: place_defence,
    create_operation, add_to_operation, dismantle_operation, launch_operation, reinforce_quagmire, resolve_quagmire,
    intel_action, end_actions · choose_launch_province: launch_from, launch_across (A2: the enemy seas crossed, joined by "+")
    · interdict: reveal, done · add_to_attack: add, done · use_advantage: use, keep · select_losses: lose ·
    unsupplied_quagmire: fight, repel · intel_step: look, pass · block_intel: block, decline · raise_intel: raise, decline ·
    production_buy: buy_card, raise_industry, buy_intel, buy_vp, stop · withdraw: withdraw, withdraw_operation, done
    """

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> War:
        return setup.new_war(scenario, options, seed)

    def view(self, g: War, seat: Seat | None) -> dict[str, Any]:
        return view.view(g, seat)

    def shown(self, g: War, seat: Seat | None, sections: Sections) -> Any:
        return view.view(g, seat, sections)

    def moment(self, g: War) -> Moment:
        return view.moment(g)

    def imagine(self, g: War, seat: Seat, dice: Dice) -> None:
        imagine.imagine(g, seat, dice)

    def suppose(self, g: War, seat: Seat, dice: Dice) -> None:
        beliefs.suppose(g, seat, dice)

    def result(self, g: War) -> Result | None:
        return victory.result(g)

    def census(self, g: War) -> dict[str, int]:
        return census(g)

    def preview(self, g: War, seat: Seat, decision: str, choice: Choice) -> Params | None:
        return preview.preview(g, seat, decision, choice)

    def signs(self, view: Any, seat: str) -> Mapping[str, float]:
        return signs(view)

    def part(self, view: Any, seat: str) -> str | None:
        side: str | None = view["side"]
        return side

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return bot.BOTS

    def summary(self, g: War, language: str) -> list[str]:
        return summary.summary(g, language)

    def printed(self) -> Params:
        return printed()

    def hidden(self, g: War) -> Iterable[Shown]:
        return closing.hidden(g)

    def points(self, g: War) -> dict[Seat, float]:
        return {g.seats[AXIS]: float(g.vp)}

    def ending(self, g: War) -> Ending:
        return closing.last_screen(g)

    def habits(self) -> Habits[War]:
        return WarHabits()

    def statistics(self, g: War, events: Sequence[Event]) -> list[Figure]:
        return statistics(g, events)

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        """Against which provinces the first three operations were begun."""
        targets = first_of(entries, seat, {"create_operation"}, 3)
        return Opening("operations", {"targets": targets}) if targets else None

    def chapter(self, g: War) -> str:
        return str(g.year)

    def names(self, language: str) -> dict[str, str]:
        return names(language)

    def positions(self) -> Mapping[str, PreparedPosition]:
        from .positions import POSITIONS  # they are built with the game

        return POSITIONS

    def reference(self, language: str) -> Reference:
        return reference.reference(language)

    def whereabouts(self, view: Any) -> dict[str, list[str]]:
        return reference.whereabouts(view)


GAME = FogOfWar()
