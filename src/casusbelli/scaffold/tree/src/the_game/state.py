"""What a match is made of: plain data, hidden facts included."""

from __future__ import annotations

import msgspec

from casusbelli.kernel import State


class Town(msgspec.Struct):
    guard: int
    owner: str = ""


class Land(State, kw_only=True):
    """Equal cards cannot be told apart; hands are kept in order, so that nothing is told by it."""

    towns: dict[str, Town]
    deck: list[str]
    hands: dict[str, list[str]]
    spent: list[str] = msgspec.field(default_factory=list)
