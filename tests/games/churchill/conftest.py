"""Dice that show what a test says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from casusbelli.games.churchill.state import Churchill


class LoadedDice:
    """The faces to come; a roll that nobody foresaw fails the test."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def will_show(self, *faces: int) -> None:
        self.faces.extend(faces)

    def roll(self, sides: int) -> int:
        assert self.faces, f"an unforeseen roll of a die of {sides}"
        face = self.faces.pop(0)
        assert 1 <= face <= sides, f"a die of {sides} cannot show {face}"
        return face


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoadedDice]:
    """Every die of the rules shows the foreseen face; shuffles stay as they are. All faces must be used up."""
    loaded = LoadedDice()
    monkeypatch.setattr(Churchill, "roll", lambda self, sides=6: loaded.roll(sides))
    yield loaded
    assert not loaded.faces, f"never rolled: {loaded.faces}"
