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


OF_A_PERSON = (
    *(schema.sessions, schema.recovery_codes, schema.devices, schema.signin_steps),
    *(schema.outbox, schema.notices, schema.channels, schema.postings, schema.mail_links, schema.sightings),
    *(schema.exports, schema.mutes, schema.blocks, schema.leaves, schema.wishes),
)
"""What goes with who leaves."""


def due(store: Store) -> list[str]:
    """Who wanted to leave and has not come back in time. Call it in a thread."""
    accounts = schema.accounts.c
    (rows,) = store.ask(select(accounts.person).where(accounts.state == "leaving", accounts.state_until < now()))
    return [row.person for row in rows]


def _end_offers_and_programs(connection: Connection, person: str) -> list[str]:
    """What would go on in the name of somebody who is not there; the programs that have ended."""
    offers, bots, tokens = schema.challenges, schema.outside_bots, schema.api_tokens
    open_ = (offers.c.maker == person, offers.c.state == "open")
    connection.execute(update(offers).where(*open_).values(state="withdrawn"))
    his = select(bots.c.person).where(bots.c.owner == person)
    connection.execute(update(tokens).where(tokens.c.person.in_(his), tokens.c.expires > now()).values(expires=now()))
    connection.execute(update(bots).where(bots.c.owner == person, bots.c.ended.is_(None)).values(ended=now()))
    return list(connection.execute(his).scalars())


def erase(store: Store, person: str) -> asyncio.Future[list[str]]:
    """Take everything away that says who the person was. The programs that have ended with him."""

    def job(connection: Connection) -> list[str]:
        accounts, guests, chat, seats = schema.accounts, schema.guests, schema.chat, schema.seats
        mine = (accounts.c.person == person, accounts.c.state == "leaving")
        row = connection.execute(select(accounts.c.handle_key, accounts.c.erase_words).where(*mine)).first()
        if row is None:
            return []
        for table in OF_A_PERSON:
            connection.execute(delete(table).where(table.c.person == person))
        programs = _end_offers_and_programs(connection, person)
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
        return programs

    return store.writer.write(job)
