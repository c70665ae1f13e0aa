"""What a match is made of: plain data, hidden facts included."""

from __future__ import annotations

import msgspec

from casusbelli.kernel import State


class Town(msgspec.Struct):
    men: int
    owner: str = ""


class Road(State, kw_only=True):
    """Equal cards cannot be told apart; hands are kept in order, so that nothing is told by it."""

    seats: tuple[str, ...]
    rounds: int
    towns: dict[str, Town]
    deck: list[str]
    hands: dict[str, list[str]]
    points: dict[str, int]
    spent: list[str] = msgspec.field(default_factory=list)
    round: int = 0
    order: list[str] = msgspec.field(default_factory=list)
    """Who plays before whom this round; empty until the council has met."""
