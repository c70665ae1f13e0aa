"""Habits of a civil war that a person can use, counted from choices and events (``casus habits triumph_of_chaos``)."""

from __future__ import annotations

from casusbelli.game import Habit, Habits, Position
from casusbelli.kernel import Choice, Event, Result

from .content import FACTION, FACTION_MASK, HOME_MASK, RED, SIDE_IDS, SIDE_OF, SIDES, SPACE, UNIT, UNITS, VC_MASK, enemy
from .endings import missed_cards
from .state import Chaos, side_id

CAPITALS = ("moskva", "petrograd")
TIMES = ("home_lost", "attrition", "missed", "missed_points", "replaced", "wars")

HABITS = (
    Habit("home_lost", "home cities lost, a game", "mean"),
    Habit("home_empty", "home cities lost that were entered without a fight"),
    Habit("capital_lost", "Moskva or Petrograd lost, a game", "mean"),
    Habit("attrition", "armies lost to attrition, a game", "mean"),
    Habit("missed", "cards never played that owe points, a game", "mean"),
    Habit("missed_points", "points owed for them, a game", "mean"),
    Habit("replaced", "replacements bought, a game", "mean"),
    Habit("wars", "wars declared, a game", "mean"),
    Habit("war_paid", "wars declared that end with more of that land's cities"),
    Habit("pol_veto", "vetoes given, of those offered"),
    Habit("cancel_activation", "activations cancelled, where a card could"),
    Habit("pol_declare_bonus", "bonuses shown, of those that could be"),
    Habit("auto_leader", "leaders' tests passed by a card, where one could"),
    Habit("igsr_choice", "the gold spent on influence, where it could be"),
    Habit("conscription", "conscripts paid for, where they could be"),
    Habit("subjugate", "republics subjugated, where one could be"),
    Habit("bluff", "Bluff staked in a box, where it was in hand"),
)
_TAKEN = {
    "pol_veto": "veto",
    "cancel_activation": "cancel",
    "pol_declare_bonus": "declare",
    "auto_leader": "auto",
    "igsr_choice": "gold_influence",
    "subjugate": "subjugate",
}
"""The verb of the choice that is counted, by decision; a decision that leaves none is not."""


class ChaosHabits(Habits[Chaos]):
    """Counts one civil war."""

    habits = HABITS

    def __init__(self) -> None:
        super().__init__()
        self.fought: set[str] = set()
        """Where there was a battle in this action."""
        self.wars: list[tuple[int, int, int]] = []
        """Who declared war on which faction, and how many of its cities he held then."""
        self.times("capital_lost", 0, side_id(RED))
        for key in TIMES:
            for side in SIDES:
                self.times(key, 0, side_id(side))

    def chosen(self, g: Chaos, asked: Position, choice: Choice) -> None:
        decision, side = asked.decision, side_id(g.side_of_seat(asked.seat))
        if decision == "pol_allocate" and any(str(option[1]).endswith("bluff") for option in asked.options):
            self.count("bluff", str(choice[1]).endswith("bluff"), who=f"{side}: {asked.about['box']}")
        elif len(asked.options) > 1 and decision == "conscription":
            self.count(decision, bool(choice[1]), who=side)
        elif len(asked.options) > 1 and decision in _TAKEN:
            self.count(decision, choice[0] == _TAKEN[decision], who=side)

    def happened(self, g: Chaos, event: Event) -> None:
        told = event.params
        match event.kind:
            case "action":
                self.fought.clear()
            case "battle":
                self.fought.add(told["space"])
            case "taken":
                self._taken(SIDE_OF[told["side"]], told["space"])
            case "attrition" if UNITS[UNIT[told["unit"]]].kind == "army":
                self.times("attrition", who=told["side"])
            case "replaced":
                self.times("replaced", who=told["side"])
            case "war_declared":
                side, faction = SIDE_OF[told["side"]], FACTION[told["faction"]]
                self.times("wars", who=told["side"])
                self.wars.append((side, faction, cities(g, side, faction)))
            case _:
                pass

    def _taken(self, side: int, space: str) -> None:
        loser = enemy(side)
        if (HOME_MASK[loser] & VC_MASK) >> SPACE[space] & 1:
            self.times("home_lost", who=side_id(loser))
            self.count("home_empty", space not in self.fought, who=side_id(loser))
            if space in CAPITALS:
                self.times("capital_lost", who=side_id(loser))

    def over(self, g: Chaos, result: Result) -> None:
        for side in SIDES:
            missed = missed_cards(g, side)
            self.times("missed", len(missed), SIDE_IDS[side])
            self.times("missed_points", sum(abs(points) for _, points in missed), SIDE_IDS[side])
        for side, faction, before in self.wars:
            self.count("war_paid", cities(g, side, faction) > before, who=side_id(side))


def cities(g: Chaos, side: int, faction: int) -> int:
    """How many of a faction's victory cities a side holds."""
    return sum(g.control[space] == side and (FACTION_MASK[faction] & VC_MASK) >> space & 1 for space in range(len(g.control)))
