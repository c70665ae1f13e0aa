"""Links to finished matches: whoever has one may look, until it is taken back."""

from __future__ import annotations

import asyncio
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from . import schema
from .people.sessions import hash_of
from .schema import now
from .store import Store

TOKEN_BYTES = 16


def share(store: Store, match: str, person: str) -> asyncio.Future[str]:
    """A new link; an older one is of no use any more."""
    token = secrets.token_urlsafe(TOKEN_BYTES)

    def job(connection: Connection) -> str:
        connection.execute(delete(schema.shares).where(schema.shares.c.match == match))
        connection.execute(insert(schema.shares).values(match=match, token_hash=hash_of(token), person=person, at=now()))
        connection.execute(update(schema.matches).where(schema.matches.c.id == match).values(shared=True))
        return token

    return store.writer.write(job)


def unshare(store: Store, match: str) -> asyncio.Future[None]:
    def job(connection: Connection) -> None:
        connection.execute(delete(schema.shares).where(schema.shares.c.match == match))
        connection.execute(update(schema.matches).where(schema.matches.c.id == match).values(shared=False))

    return store.writer.write(job)


def shared_match(store: Store, token: str) -> str | None:
    """Where a link leads. Call it in a thread."""
    (rows,) = store.ask(select(schema.shares.c.match).where(schema.shares.c.token_hash == hash_of(token)))
    return rows[0].match if rows else None
