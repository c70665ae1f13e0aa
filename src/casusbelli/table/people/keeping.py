"""What has to be done for people from time to time: lines of ended sessions, accounts whose time has come, rows nobody needs."""

from __future__ import annotations

import asyncio
import logging
import time

from ..absent import let_vanish
from ..guests import Guests
from ..hub import Hub
from ..lobby.challenges import Challenges
from ..staff.lifting import lift
from ..store import Store, StoreError
from .accounts import Accounts
from .leaving import due, erase
from .ratings import catch_up

log = logging.getLogger("casusbelli.table.people")

LINES_EVERY, ROWS_EVERY = 60.0, 3600.0


class Keeping:
    """The housekeeping of one server."""

    def __init__(self, store: Store, guests: Guests, hub: Hub) -> None:
        self._store = store
        self._guests = guests
        self._hub = hub
        self._accounts = Accounts(store)
        self._lines_at = time.monotonic()
        self._rows_at = self._lines_at - ROWS_EVERY

    async def sweep(self) -> None:
        """Called every few seconds; does what is due. A store that does not answer is asked again the next time."""
        now = time.monotonic()
        try:
            if now - self._lines_at >= LINES_EVERY:
                self._lines_at = now
                await self._guests.check_lines()
            if now - self._rows_at >= ROWS_EVERY:
                self._rows_at = now
                await self.tidy()
        except StoreError as error:
            log.warning("people cannot be looked after: %s", error)

    async def tidy(self) -> None:
        """Let go of who wanted to leave, and of what has lapsed; note results from before they were noted."""
        while await self._store.writer.write(catch_up):
            await asyncio.sleep(0)
        for person in await asyncio.to_thread(due, self._store):
            for gone in (person, *await erase(self._store, person)):
                self._guests.forget(gone)
        await self._guests.sessions.sweep()
        await Challenges(self._store).sweep()
        await self._accounts.sweep()
        await lift(self._store)
        await let_vanish(self._store, self._hub)
