"""Three grades of one mind. It sees a position: its seat's view and the options, never the state."""

from __future__ import annotations

from random import Random

from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice

from .content import CARDS, TOWNS

SLIP = {"recruit": 0.5, "officer": 0.15, "marshal": 0.0}
"""How often each takes the second best that comes to its mind."""


class Captain:
    def __init__(self, grade: str) -> None:
        self.grade = grade

    def choose(self, position: Position, rng: Random) -> Choice:
        ranked = sorted(position.options, key=lambda option: self.worth(position, option), reverse=True)
        slips = len(ranked) > 1 and rng.random() < SLIP[self.grade]
        return ranked[1] if slips else ranked[0]

    def worth(self, position: Position, option: Choice) -> float:
        """What an option brings, on average; a marshal keeps its strong cards for where they are needed."""
        verb, card, name = map(str, option)
        town, strength = position.view["towns"][name], CARDS[card].strength
        thrift = 0.3 * strength if self.grade == "marshal" else 0.0
        if verb == "reinforce":
            return 0.2 * TOWNS[name].worth * strength - thrift
        return chance(strength, town["guard"]) * TOWNS[name].worth * (2 if town["owner"] else 1) - thrift

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        verb, card, name = map(str, choice)
        if verb == "reinforce":
            return [Reason("hold", {"town": name})]
        percent = round(100 * chance(CARDS[card].strength, position.view["towns"][name]["guard"]))
        return [Reason("odds", {"town": name, "percent": percent})]


def chance(strength: int, guard: int) -> float:
    """2.1: how often a die and this strength reach the guard."""
    return sum(die + strength >= guard for die in range(1, 7)) / 6
