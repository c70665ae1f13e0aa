"""Who looks after what when several processes could: a lease in the database, for a short time, renewed while it is needed.

A steward thinks for a match's bots, pairs those who wait, wakes matches whose time has come. Two stewards at once, after a pause
of one of them, waste some work and do no harm: what they write is decided by the database. On a database of one's own everything
is held at once.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, text

from . import schema
from .store import Store

SECONDS = 6.0
"""How long a lease lasts. It is renewed when half of it is over."""

_TAKE = text(
    "INSERT INTO stewards (name, process, until) VALUES (:name, :process, extract(epoch from clock_timestamp()) * 1000 + :lasts)"
    " ON CONFLICT (name) DO UPDATE SET process = excluded.process, until = excluded.until"
    " WHERE stewards.process = excluded.process OR stewards.until < extract(epoch from clock_timestamp()) * 1000"
    " RETURNING name"
)
"""Only the database's clock is asked: those of several machines differ."""


class Stewards:
    """The leases of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[str, float] = {}

    async def hold(self, name: str) -> bool:
        """Whether this process looks after it now."""
        if not self._store.shared:
            return True
        asked = time.monotonic()
        if self._until.get(name, 0.0) - asked > SECONDS / 2:
            return True
        who = {"name": name, "process": self._store.process, "lasts": int(SECONDS * 1000)}
        taken: bool = await self._store.writer.write(lambda connection: connection.execute(_TAKE, who).first() is not None)
        if taken:
            self._until[name] = asked + SECONDS
        else:
            self._until.pop(name, None)
        return taken

    async def let_go(self, *names: str) -> None:
        """Let others look after it at once: these, or everything."""
        held = [name for name in names or tuple(self._until) if self._until.pop(name, None) is not None]
        if not held:
            return

        def job(connection: Connection) -> None:
            s = schema.stewards.c
            connection.execute(delete(schema.stewards).where(s.name.in_(held), s.process == self._store.process))

        await self._store.writer.write(job)
