"""A server that runs learns of what was done in the store: by another process, or from the command line."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import func, select

from .. import schema
from ..absent import let_vanish
from ..guests import Guests
from ..hub import Hub
from ..schema import now
from ..store import Store, StoreError

log = logging.getLogger("casusbelli.table.staff")

EVERY = 5.0
NEWEST = 2**31 - 1
"""No signal has a greater number: a server that starts has read everything as it is."""


class Watch:
    """Looks for signals, and knows who is silenced."""

    def __init__(self, store: Store, hub: Hub, guests: Guests) -> None:
        self._store = store
        self._hub = hub
        self._guests = guests
        self._last: int | None = None
        self.silenced: dict[str, int] = {}
        """Who writes no free words, and until when."""

    def may_write(self, person: str | None) -> bool:
        return person is None or self.silenced.get(person, 0) < now()

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("signals wait: %s", error)
            except Exception:
                log.exception("a signal is not understood")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """What has happened since the last time."""
        s, r = schema.signals.c, schema.restraints.c
        newest, fresh, silenced = await asyncio.to_thread(
            self._store.ask,
            select(func.max(s.id)),
            select(s.id, s.what).where(s.id > (self._last if self._last is not None else NEWEST)).order_by(s.id),
            select(r.person, r.until).where(r.kind == "silenced", r.until > now()),
        )
        self.silenced = {row.person: row.until for row in silenced}
        self._last = newest[0][0] or 0
        for row in fresh:
            kind, _, target = row.what.partition(" ")
            if kind == "person":
                self._guests.forget(target)
            elif kind == "match":
                await self._hub.read_again(target)
        if any(row.what.startswith("person ") for row in fresh):
            await self._guests.check_lines()
            await let_vanish(self._store, self._hub)
