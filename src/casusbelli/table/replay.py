"""Looking back: a match as it was after n choices, kept ready to step forward."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from casusbelli.kernel import Game, JournalError, Match, Seat

from .history import Entries, frame_of, revive, standing
from .hub import Unplayable, open_saved
from .records import Saved
from .store import Store
from .wire import Events, Player, encode

KEPT = 8
"""How many matches are kept ready for stepping through."""


class _Reader:
    """One match being read: the pages so far turned."""

    def __init__(self, game: Game[Any], saved: Saved, match: Match[Any]) -> None:
        self.game = game
        self.saved = saved
        self.match = match
        self.entries: Entries = standing(saved.actions)[0]

    def turn_to(self, n: int) -> Match[Any]:
        if n < len(self.match.entries):
            try:
                self.match = revive(self.game, self.saved, n)
            except JournalError as error:
                raise Unplayable(str(error)) from None
        for seat, choice in self.entries[len(self.match.entries) : n]:
            self.match.follow(seat, choice)
        return self.match


class Replays:
    """Frames of the past. What a seat sees there is what it saw then: its own view of that moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._readers: OrderedDict[str, _Reader] = OrderedDict()
        self._lock = asyncio.Lock()

    async def frame(self, match_id: str, seq: int, n: int, seat: Seat | None) -> bytes | None:
        """The frame after n choices of a match that has come to action ``seq``, or None where there is no such moment."""
        async with self._lock:
            reader = self._readers.get(match_id)
            if reader is None or len(reader.saved.actions) != seq:
                found = await asyncio.to_thread(open_saved, self._store, match_id)
                if found is None:
                    return None
                reader = self._readers[match_id] = _Reader(*found)
            self._readers.move_to_end(match_id)
            if len(self._readers) > KEPT:
                self._readers.popitem(last=False)
            if not 0 <= n <= len(reader.entries):
                return None
            return await asyncio.to_thread(_frame, reader, n, seat)


def _frame(reader: _Reader, n: int, seat: Seat | None) -> bytes:
    match = reader.turn_to(n)
    players = {
        held.seat: Player(held.name, "human" if held.kind == "guest" else held.kind, held.bot, False)
        for held in reader.saved.seats
    }
    events = Events(0, match.told(seat))
    return encode(
        frame_of(match, seat, n, events, msgspec.Raw(encode(players)), result=reader.saved.match.result, may_undo=False)
    )
