"""A need is answered once: what two operations do against the same raid, or for the same city, is not worth twice as much."""

from __future__ import annotations

from ..state import COMBAT
from .lines import risk_weight
from .raids import LIKELY, exposure, looks_for_raids
from .situation import Situation

Served = tuple[tuple[int, float], ...]
"""What an operation does for places that matter: number and worth."""

_ONCE = 0.9
"""Share of what is done for a place that a second one does not do again."""
_BEATEN = 0.6
"""How likely an attack on a raider beats him."""


class Answers:
    """What a plan has answered so far: raids, by troops in their way and attacks on those who would ride; cities in need."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.weight = LIKELY * risk_weight(s) if looks_for_raids(s) else 0.0
        self.barred = self.beaten = 0
        self.served: dict[int, float] = {}

    def overlap(self, kind: int, target: int, end: int, served: Served = ()) -> float:
        """What an operation is worth less because others answer the same needs."""
        twice = sum(min(worth, self.served[place]) for place, worth in served if place in self.served)
        return self._raided_twice(kind, target, end) + _ONCE * twice

    def _raided_twice(self, kind: int, target: int, end: int) -> float:
        if not self.weight or not (self.barred or self.beaten):
            return 0.0
        barred, beaten = self._of(kind, target, end)
        if not barred and not beaten:
            return 0.0
        s = self.s
        alone = exposure(s) - exposure(s, barred, beaten)
        besides = exposure(s, self.barred, self.beaten) - exposure(s, self.barred | barred, self.beaten | beaten)
        return self.weight * (_BEATEN if kind == COMBAT else 1.0) * (alone - besides)

    def give(self, kind: int, target: int, end: int, served: Served = ()) -> None:
        for place, worth in served:
            self.served[place] = max(worth, self.served.get(place, 0.0))
        barred, beaten = self._of(kind, target, end)
        self.barred |= barred
        self.beaten |= beaten

    def _of(self, kind: int, target: int, end: int) -> tuple[int, int]:
        """The spaces it bars, and the spaces from which nobody would ride any more."""
        if kind == COMBAT:
            return 0, 1 << target
        board = self.s.g.board
        return (1 << end if board.control[self.s.me] >> end & 1 and not board.held[self.s.me] >> end & 1 else 0), 0
