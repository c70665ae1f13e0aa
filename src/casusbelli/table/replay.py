"""Looking back: a match as it was after n choices, kept ready to step forward."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec

from casusbelli.kernel import Game, Illegal, JournalError, Match, Seat

from .history import Entries, SeenBeat, beginning, frame_of, own_moment, revive, seen_beats, standing, told_before
from .hub import Unplayable, open_saved
from .records import Saved
from .store import Store
from .wire import Events, Player, encode

RECAP = 400
"""How many beats a recap has at most: the latest."""

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
        """The match after n choices."""
        if n < len(self.match.entries):
            try:
                self.match = revive(self.game, self.saved, n)
            except (JournalError, Illegal) as error:
                raise Unplayable(str(error)) from None
        for seat, choice in self.entries[len(self.match.entries) : n]:
            self.match.follow(seat, choice)
        return self.match

    def watch(self, n: int, seat: Seat | None) -> tuple[Match[Any], list[SeenBeat]]:
        """The match after n choices, the last of them played under the eyes of a viewpoint."""
        if n == 0:
            return self.turn_to(0), []
        match = self.turn_to(n - 1)
        return match, self.step(seat, told_before(match, seat, len(match.events or ())))

    def step(self, seat: Seat | None, told: int) -> list[SeenBeat]:
        """Play the next choice under the eyes of a viewpoint that was told so much before it."""
        seen = len(self.match.events or ())
        with self.match.watched((seat,)):
            self.match.follow(*self.entries[len(self.match.entries)])
        return seen_beats(self.match, seat, seen, told)

    def choice_of(self, told: int, seat: Seat | None) -> int | None:
        """With which choice event number ``told`` of a viewpoint came (0: before the first); None: there is no such event."""
        match = self.turn_to(len(self.entries))
        visible = [n for n, event in enumerate(match.events or ()) if event.visible_to(seat)]
        if not 0 <= told < len(visible):
            return None
        return bisect_right(match.moments, visible[told])


class Replays:
    """Frames of the past. What a seat sees there is what it saw then: its own view of that moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._readers: OrderedDict[str, _Reader] = OrderedDict()
        self._lock = asyncio.Lock()

    async def frame(self, match_id: str, seq: int, n: int, seat: Seat | None) -> bytes | None:
        """The frame after n choices of a match that has come to action ``seq``, or None where there is no such moment."""
        return await self._read(match_id, seq, lambda reader: _frame(reader, n, seat))

    async def moment(self, match_id: str, seq: int, told: int, seat: Seat | None) -> bytes | None:
        """The frame after the choice with which event number ``told`` of the viewpoint came; the event is among its beats."""
        return await self._read(match_id, seq, lambda reader: _moment(reader, told, seat))

    async def since(self, match_id: str, seq: int, told: int, seat: Seat | None) -> bytes | None:
        """The present with the beats of all that the viewpoint was told from event number ``told`` on: the recap."""
        return await self._read(match_id, seq, lambda reader: _since(reader, told, seat))

    async def _read(self, match_id: str, seq: int, read: Callable[[_Reader], bytes | None]) -> bytes | None:
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
            return await asyncio.to_thread(read, reader)


def _frame(reader: _Reader, n: int, seat: Seat | None) -> bytes | None:
    if not 0 <= n <= len(reader.entries):
        return None
    return _encoded(reader, seat, *reader.watch(n, seat))


def _moment(reader: _Reader, told: int, seat: Seat | None) -> bytes | None:
    n = reader.choice_of(told, seat)
    return None if n is None else _frame(reader, n, seat)


def _since(reader: _Reader, told: int, seat: Seat | None) -> bytes:
    first, last = reader.choice_of(told, seat), len(reader.entries)
    start = last if first is None else max(first - 1, beginning(reader.game, reader.saved))
    match = reader.turn_to(start)
    known = told_before(match, seat, len(match.events or ()))
    beats: deque[SeenBeat] = deque(maxlen=RECAP)
    for _ in range(start, last):
        seen = len(match.events or ())
        beats += reader.step(seat, known)
        known += sum(event.visible_to(seat) for event in (match.events or [])[seen:])
    return _encoded(reader, seat, match, [beat for beat in beats if beat.at >= told])


def _encoded(reader: _Reader, seat: Seat | None, match: Match[Any], beats: list[SeenBeat]) -> bytes:
    players = {
        held.seat: Player(held.name, "human" if held.kind == "guest" else held.kind, held.bot, False)
        for held in reader.saved.seats
    }
    events = Events(0, match.told(seat))
    own = own_moment(match, seat)
    return encode(
        frame_of(
            match,
            seat,
            len(match.entries),
            events,
            msgspec.Raw(encode(players)),
            result=reader.saved.match.result,
            may_undo=False,
            beats=beats,
            own=None if own is None else told_before(match, seat, own),
        )
    )
