"""The post office of one server: herald, courier, and what pages and others ask of them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from sqlalchemy import Connection

from ..archive import Archive
from ..hours import Hours
from ..hub import Hub
from ..people.secret import Keeper
from ..settings import Settings
from ..store import Conflict, Store, StoreError
from . import courier, herald
from .book import Book, Data, Notice, post, tell
from .courier import Courier
from .herald import Herald
from .presence import Presence

log = logging.getLogger("casusbelli.table.post")


class Office:
    """Everything the post needs, and its two tasks."""

    def __init__(self, store: Store, settings: Settings, hub: Hub, archive: Archive, keeper: Keeper, hours: Hours) -> None:
        self._store = store
        self._hours = hours
        self.keeper = keeper
        self.book = Book(store)
        self.presence = Presence(hours)
        self.herald = Herald(store, hub, self.book, self.presence, hours)
        self.courier = Courier(store, settings, self.book, self.herald, self.presence, archive, keeper, hours)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def mails(self) -> bool:
        """Whether this server sends letters."""
        return self.courier.mail is not None

    @property
    def now(self) -> int:
        return self._hours.now()

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._repeat(self.herald.tick, herald.TICK)),
            asyncio.create_task(self._repeat(self.courier.tick, courier.TICK)),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    async def _repeat(work: Any, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                log.warning("the post waits: %s", error)
            except Exception:
                log.exception("the post stumbles")

    async def tell(
        self, person: str, kind: str, key: str, match: str | None = None, seat: str | None = None, **data: str | int
    ) -> None:
        """Tell somebody something once, at once: for those who know of it by themselves."""
        to = await asyncio.to_thread(self.book.addressee, person)
        if to is None:
            return
        told: Data = dict(data)
        notice = Notice(person, kind, f"{kind}:{key}:{person}"[:160], self.now, match, seat, told)
        try:
            await self._store.writer.write(lambda connection: tell(connection, notice, to, wait=0))
        except Conflict:
            return

    async def write(self, person: str, kind: str, to: str, **data: str | int) -> None:
        """Send a letter that answers what somebody has just done."""

        def job(connection: Connection) -> None:
            post(connection, person, "mail", kind, {"to": to, **data}, self.now)

        await self._store.writer.write(job)
