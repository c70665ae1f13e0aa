"""Terms of a match that all may change together while it goes on: whether it counts, and whether others may look on."""

from __future__ import annotations

from sqlalchemy import Connection, insert, update

from . import schema
from .store import Keep


def keep_terms(match: str, at: int, *, rated: bool | None = None, spectators: bool | None = None) -> Keep:
    """Write what has changed; other processes read the match again."""
    told = {name: value for name, value in (("rated", rated), ("spectators", spectators)) if value is not None}

    def job(connection: Connection) -> None:
        connection.execute(update(schema.matches).where(schema.matches.c.id == match).values(**told))
        connection.execute(insert(schema.signals).values(at=at, what=f"match {match}"))

    return job
