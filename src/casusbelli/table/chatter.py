"""What is said at a table: kept first, then shown. One line at a time, beside the actions and not in their way."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from casusbelli.kernel import Seat

from .line import Line
from .records import Card, ChatLine
from .store import CHAT_SHOWN, Conflict, Store, StoreError, now
from .talk import checked as sayable
from .wire import Ack, Refused, Said, encode

if TYPE_CHECKING:
    from .room import Room


ATTEMPTS = 5
"""How often a line is tried while others' lines take its number."""


class Chatter:
    """The latest lines of one match's chat."""

    def __init__(self, room: Room, store: Store) -> None:
        self._room = room
        self._store = store
        self._lock = asyncio.Lock()
        self.lines: list[ChatLine] = []

    def hear(self, fresh: list[ChatLine]) -> None:
        """What was said through other processes."""
        last = self.lines[-1].n if self.lines else 0
        for line in fresh:
            if line.n > last:
                self._tell(line)

    def _tell(self, line: ChatLine) -> None:
        self.lines.append(line)
        del self.lines[:-CHAT_SHOWN]
        self._room.gallery.push(_said(line))

    def greet(self, line: Line) -> None:
        for said in self.lines:
            line.push(_said(said))

    async def say(self, seat: Seat, message_id: str, text: str, card: Card | None = None) -> Ack | Refused:
        """Keep a line of chat, then show it. What is acknowledged is in the store, by this seat and under this id."""
        room = self._room
        async with self._lock:
            if card is not None and not sayable(room.game, room.seats, self.lines, seat, card):
                return Refused(message_id, room.seq, "malformed")
            for _ in range(ATTEMPTS):
                line = ChatLine(self.lines[-1].n + 1 if self.lines else 1, seat, room.seats[seat].name, text, now(), card)
                try:
                    await self._store.add_chat(room.record.id, message_id, line, room.seats[seat].guest)
                    self._tell(line)
                    return Ack(message_id, room.seq)
                except Conflict:
                    answer = await self._said_before(seat, message_id)
                    if answer is not None:
                        return answer
                except StoreError:
                    break
        return Refused(message_id, room.seq, "storage")

    async def _said_before(self, seat: Seat, message_id: str) -> Ack | Refused | None:
        """The id is known, or the line's number is: look which, and learn what was said meanwhile. None: it was the number."""
        room = self._room
        try:
            by, said = await asyncio.to_thread(self._store.chat_of, room.record.id, message_id)
        except StoreError:
            return Refused(message_id, room.seq, "storage")
        self.hear(said)
        if by is None:
            return None
        return Ack(message_id, room.seq) if by == seat else Refused(message_id, room.seq, "malformed")


def _said(line: ChatLine) -> bytes:
    at = datetime.fromtimestamp(line.at / 1000, UTC).isoformat(timespec="seconds")
    return encode(Said(line.n, line.seat, line.name, line.text, at, line.card))
