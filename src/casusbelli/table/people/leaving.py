"""Somebody leaves: his account is emptied. Results stay, for they are other people's results too."""

from __future__ import annotations

import asyncio
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from .. import schema
from ..schema import now
from ..store import Store

LEFT = "—"
"""How somebody is called who has left."""


def due(store: Store) -> list[str]:
    """Who wanted to leave and has not come back in time. Call it in a thread."""
    accounts = schema.accounts.c
    (rows,) = store.ask(select(accounts.person).where(accounts.state == "leaving", accounts.state_until < now()))
    return [row.person for row in rows]


def erase(store: Store, person: str) -> asyncio.Future[None]:
    """Take everything away that says who the person was."""

    def job(connection: Connection) -> None:
        accounts, guests, chat, seats = schema.accounts, schema.guests, schema.chat, schema.seats
        mine = (accounts.c.person == person, accounts.c.state == "leaving")
        row = connection.execute(select(accounts.c.handle_key, accounts.c.erase_words).where(*mine)).first()
        if row is None:
            return
        for table in (schema.sessions, schema.recovery_codes, schema.devices, schema.signin_steps, schema.exports, schema.mutes):
            connection.execute(delete(table).where(table.c.person == person))
        connection.execute(delete(schema.blocks).where(schema.blocks.c.person == person))
        for table in (schema.lesson_progress, schema.exercise_progress, schema.sandboxes, schema.notes):
            connection.execute(delete(table).where(table.c.guest == person))
        held = connection.execute(select(seats.c.match, seats.c.seat).where(seats.c.guest == person)).all()
        for match, seat in held:
            words = {"name": LEFT, **({"text": LEFT} if row.erase_words else {})}
            connection.execute(update(chat).where(chat.c.match == match, chat.c.seat == seat).values(**words))
        connection.execute(update(guests).where(guests.c.id == person).values(name=LEFT, preferences="{}"))
        gone = f"gone-{secrets.token_hex(6)}"
        scrubbed = {"handle": gone, "handle_key": gone, "password": None, "totp": None, "state": "gone", "state_until": None}
        connection.execute(update(accounts).where(*mine).values(**scrubbed))
        connection.execute(delete(schema.old_names).where(schema.old_names.c.person == person))
        kept = {"handle_key": row.handle_key, "person": person, "until": now() + 365 * 86_400_000}
        connection.execute(insert(schema.old_names).values(**kept))  # nobody else takes the name for a year

    return store.writer.write(job)
