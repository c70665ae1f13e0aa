"""Looking on with a delay: who holds no seat sees a match as it was some minutes ago, so that nobody can whisper.

The delayed picture is the frame after the last choice that is old enough, as looking back makes it. Talk, clocks and requests
of the present are not told. When the match is over there is nothing left to delay.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from typing import TYPE_CHECKING

import msgspec

from casusbelli.kernel import Seat

from .archive import Looked
from .history import standing_actions
from .line import GONE, Line
from .pace import Pace
from .records import Glance
from .schema import now
from .store import Store
from .turns import Crowded, Owner
from .wire import encode

if TYPE_CHECKING:
    from .room import Room
    from .service import Service

LIVE_SECONDS = 600
POST_SECONDS = 86_400
EVERY = 2.0
"""How often the picture is looked at again."""


class WatchedLater(msgspec.Struct, frozen=True, tag="delay", tag_field="t"):
    """The first message to who looks on with a delay."""

    seconds: int


def usual_delay(pace: Pace | None) -> int:
    """Where a match is watched with a delay: ten minutes, by post a day."""
    return POST_SECONDS if pace is not None and pace.kind == "days" else LIVE_SECONDS


def delay_of(room: Room | Glance, seat: Seat | None) -> int:
    """By how many seconds this viewpoint is behind: a seat never is, and nobody is once the match is over."""
    return 0 if seat is not None or room.over else room.record.watch_delay


def settled(store: Store, match: str, delay: int, at: int | None = None) -> int:
    """How many of the choices that stand are old enough to be shown. Call it in a thread."""
    times = [action.at for action in standing_actions(store, match)]
    return bisect_right(times, (now() if at is None else at) - 1000 * delay)


class Delayed:
    """Somebody who looks on with a delay."""

    def __init__(self, service: Service, match: str, line: Line, owner: Owner) -> None:
        self._service = service
        self._match = match
        self._line = line
        self._owner = owner

    async def show(self) -> None:
        """Keep the picture up to date until the match is over; then the reader comes back to the whole of it."""
        shown: tuple[int, int] | None = None
        while True:
            room = await self._service.room(self._match)
            delay = delay_of(room, None)
            if not delay:
                self._line.close(GONE)
                return
            if shown is None:
                self._line.push(encode(WatchedLater(delay)))
            n = await asyncio.to_thread(settled, self._service.store, self._match, delay)
            if shown is None or shown[0] != n:
                body = await self._frame(room.seq, n)
                if body is not None:
                    self._line.show(body, 0)
                    shown = (n, room.seq)
            await asyncio.sleep(EVERY)

    async def _frame(self, seq: int, n: int) -> bytes | None:
        try:
            return (await self._service.archive.read(Looked(self._match, str(seq), "frame", n, None), self._owner)).body
        except Crowded:
            return None
