"""Matches played on from a position under the eyes of the game's counter of habits."""

from __future__ import annotations

from functools import partial
from typing import Any

from casusbelli.game import Habits, Match, Position
from casusbelli.kernel import Choice, Seat


class Watched:
    """A match and what is counted in it."""

    def __init__(self, match: Match[Any], habits: Habits[Any] | None = None) -> None:
        self.match = match
        self.habits = habits or match.game.habits()

    def act(self, *choice: str | int, seat: Seat | None = None) -> Watched:
        """A choice of whoever is asked."""
        who = seat or next(iter(self.match.asked()))
        made: Choice = choice
        self.habits.chosen(self.match.state, Position(self.match, who), made)
        with self.match.heard_by(partial(self.habits.happened, self.match.state)):
            self.match.act(who, made)
        return self

    def over(self) -> Watched:
        result = self.match.result()
        assert result is not None
        self.habits.over(self.match.state, result)
        return self

    def of(self, key: str, who: str = "") -> tuple[float, float]:
        """So many of so many."""
        return self.habits.counts.get(key, {}).get(who, (0, 0))
