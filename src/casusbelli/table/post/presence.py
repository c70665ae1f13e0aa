"""Who is at which table just now: visible, and doing something. An open page that nobody looks at is not presence."""

from __future__ import annotations

from ..hours import Hours
from ..pace import MINUTE
from .book import Book

LASTS = 2 * MINUTE
"""How long somebody counts as present after he did something."""

WRITTEN_EVERY = MINUTE
"""How often the store is told, for other processes."""


class Presence:
    """Whom this process has seen."""

    def __init__(self, hours: Hours) -> None:
        self._hours = hours
        self._seen: dict[tuple[str, str], int] = {}
        self._written: dict[tuple[str, str], int] = {}

    def note(self, person: str, match: str) -> None:
        self._seen[person, match] = self._hours.now()

    def at(self, person: str, match: str) -> int:
        return self._seen.get((person, match), 0)

    def here(self, person: str, match: str) -> bool:
        return self._hours.now() < self.at(person, match) + LASTS

    async def write(self, book: Book) -> None:
        """Tell the store whom it does not know of; forget who is gone."""
        now = self._hours.now()
        news = [
            (person, match, at)
            for (person, match), at in self._seen.items()
            if at >= self._written.get((person, match), 0) + WRITTEN_EVERY
        ]
        if news:
            self._written |= {(person, match): at for person, match, at in news}
            await book.note_sightings(news)
        for key in [key for key, at in self._seen.items() if now > at + 10 * LASTS]:
            self._seen.pop(key)
            self._written.pop(key, None)
