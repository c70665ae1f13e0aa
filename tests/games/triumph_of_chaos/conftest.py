"""Loaded dice: every roll of a test is written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from casusbelli.games.triumph_of_chaos.state import Chaos


class LoadedDice:
    """Rolls and lots in the order they will fall."""

    def __init__(self) -> None:
        self.rolls: list[int] = []
        self.lots: list[Any] = []

    def __call__(self, *rolls: int) -> None:
        self.rolls.extend(rolls)

    def lot(self, *items: Any) -> None:
        self.lots.extend(items)

    def die(self, g: Chaos) -> int:
        assert self.rolls, "a die is rolled that nobody has written down"
        g.rolls += 1
        return self.rolls.pop(0)

    def pick(self, g: Chaos, items: Sequence[Any]) -> Any:
        g.rolls += 1
        if not self.lots:
            return items[0]
        assert self.lots[0] in items, f"{self.lots[0]} is not among {items}"
        return self.lots.pop(0)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> LoadedDice:
    loaded = LoadedDice()
    monkeypatch.setattr(Chaos, "die", lambda g: loaded.die(g))
    monkeypatch.setattr(Chaos, "pick", lambda g, items: loaded.pick(g, items))
    return loaded
