"""What is left of the turn and of the war: when cities are counted, and what troops may still do [4, 6.2].

Cities are counted at the end of every turn; Red acts last before. In the last turn nothing counts any more but the cities:
troops are worth what they can still take or keep, cut lines starve nobody in time, steps and influence come too late.
"""

from __future__ import annotations

from ..content import RED
from ..state import Chaos

_TROOPS_AT_LAST = 0.15
"""What troops are still worth for themselves when the last cards are played."""
_CITIES_AT_LAST = 0.65
"""What a city is worth that is counted only once more, where points decide: a lead of three brings one."""
_LAST_POLITICAL_TURN = 9


_SHORT = 3
"""Turns of a war in which nothing can be built up."""


class Horizon:
    """One side's time."""

    __slots__ = ("cities", "counted", "cuts", "last_word", "long", "rounds", "steps", "troops", "turns")

    def __init__(self, g: Chaos, me: int, looked_at: bool) -> None:
        of_turn = g.turn_row.rounds
        left = of_turn - g.round if g.round else of_turn
        self.turns = g.rules.last_turn - g.turn
        """Turns to come after this one."""
        self.long = g.rules.last_turn - g.rules.first_turn >= _SHORT
        """Whether it is a war of years, in which armies serve long and lost ones are rebuilt."""
        self.rounds = left
        """Own rounds after this one before the cities are counted."""
        self.last_word = me == RED and g.round > 0 and not left
        """Whether the enemy acts no more before the count."""
        self.counted = 0.0
        """Share of a city's worth that is settled at the end of this turn."""
        self.cities = self.troops = self.cuts = self.steps = 1.0
        """What remains of the worth of cities, of troops, of lines cut, of replacements."""
        if looked_at:
            self.counted = 1.0 / (1 + self.turns)
            if not self.turns:
                share = left / of_turn
                self.troops = _TROOPS_AT_LAST + (1.0 - _TROOPS_AT_LAST) * 0.7 * share
                self.cuts = 0.6 * share
                if not g.rules.victory.red_conditions_required:
                    self.cities = _CITIES_AT_LAST
                self.steps = 0.0

    @property
    def prospects(self) -> float:
        """How far places count that can only be taken later."""
        late = 1.0 if not self.rounds else 0.5 if self.rounds == 1 else 0.0
        return 1.0 - self.counted * late

    @property
    def sure(self) -> float:
        """How far an own place counts as kept whatever threatens it."""
        return self.counted if self.last_word else 0.0


def political_turns(g: Chaos, looked_at: bool) -> int:
    """Political phases to come after this turn's."""
    last = min(_LAST_POLITICAL_TURN, g.rules.last_turn) if looked_at else _LAST_POLITICAL_TURN
    return max(0, last - g.turn)
