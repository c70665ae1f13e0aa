"""Habits: what a game counts of how its seats play, from choices and events alone.

``Game.habits`` gives a counter for one match. The lab feeds it every choice before it is made and every event as it is reported,
and adds up what the counters of many matches say (``casus habits GAME``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, Literal, TypeVar

import msgspec

from casusbelli.kernel import Choice, Event, Result, State

from .bot import Position

S = TypeVar("S", bound=State)


class Habit(msgspec.Struct, frozen=True):
    """A line of the table: a share of occasions, a mean (of a game or of occasions), or how many games differ in a word."""

    key: str
    label: str
    kind: Literal["share", "mean", "different"] = "share"


class Habits(Generic[S]):
    """Counts one match. A count is so many of so many, by whom it concerns (or nobody in particular)."""

    habits: ClassVar[Sequence[Habit]] = ()

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, tuple[float, float]]] = {}
        self.words: dict[str, dict[str, str]] = {}

    def count(self, key: str, hits: float, of: float = 1, who: str = "") -> None:
        """So many of so many occasions."""
        row = self.counts.setdefault(key, {})
        had = row.get(who, (0, 0))
        row[who] = had[0] + hits, had[1] + of

    def times(self, key: str, n: float = 1, who: str = "") -> None:
        """What is counted by the match: so often in this one. Count nothing at the beginning of what may never happen."""
        row = self.counts.setdefault(key, {})
        row[who] = row.get(who, (0, 1))[0] + n, 1

    def word(self, key: str, word: str, who: str = "") -> None:
        """What this match is known by, to tell different ones apart."""
        self.words.setdefault(key, {})[who] = word

    def chosen(self, g: S, asked: Position, choice: Choice) -> None:
        """Who was asked this has chosen; nothing has happened yet."""

    def happened(self, g: S, event: Event) -> None:
        """A rule reports something; the state is as the rule has left it so far."""

    def over(self, g: S, result: Result) -> None:
        """The match is over."""
