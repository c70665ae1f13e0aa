"""How far somebody has seen a match: kept with the seat, so that what is told "since you were away" begins at the same place on
every device. It is the seat's own: nobody else is told, not even that something was written."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sqlalchemy import Connection, select, update

from casusbelli.kernel import Seat

from . import schema
from .store import Store, StoreError

WRITTEN_EVERY = 5.0
"""Seconds between two writings of one line."""


def seen_in(store: Store, match: str, seats: list[Seat]) -> dict[Seat, int]:
    """How many events the holder of these seats has seen of each. Call it in a thread."""
    s = schema.seats.c
    (rows,) = store.ask(select(s.seat, s.seen).where(s.match == match, s.seat.in_(seats)))
    return {row.seat: row.seen for row in rows}


class Seeing:
    """What one line says it has seen; the last word counts, for what was taken back is not seen any more."""

    def __init__(self, store: Store, match: str, seat: Seat) -> None:
        self._store, self._match, self._seat = store, match, seat
        self._kept = self._told = -1
        self._written = float("-inf")

    def note(self, told: int) -> None:
        """So many events have been seen. It is written now and then, and when the line ends."""
        self._told = told
        if time.monotonic() >= self._written + WRITTEN_EVERY:
            self.keep()

    def keep(self) -> None:
        if self._told == self._kept:
            return
        self._kept, self._written = self._told, time.monotonic()
        told = self._told

        def job(connection: Connection) -> None:
            s = schema.seats
            connection.execute(update(s).where(s.c.match == self._match, s.c.seat == self._seat).values(seen=told))

        with suppress(StoreError):
            self._store.writer.write(job).add_done_callback(_let_be)


def _let_be(done: asyncio.Future[None]) -> None:
    if not done.cancelled():
        done.exception()  # it is a convenience: the next word is written again
