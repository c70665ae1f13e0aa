"""Somebody leaves: his account is emptied. Results stay, for they are other people's results too."""

from __future__ import annotations

import asyncio
import secrets

from sqlalchemy import Connection, delete, insert, select, union, update

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

OF_A_GUEST = (schema.lesson_progress, schema.exercise_progress, schema.sandboxes, schema.notes)
"""The same, where a table calls him a guest."""


def due(store: Store) -> list[str]:
    """Who wanted to leave and has not come back in time. Call it in a thread."""
    accounts = schema.accounts.c
    (rows,) = store.ask(select(accounts.person).where(accounts.state == "leaving", accounts.state_until < now()))
    return [row.person for row in rows]


def end_offers(connection: Connection, person: str) -> None:
    """Nobody shall wait for somebody who does not mean to come."""
    offers, wishes = schema.challenges, schema.wishes
    open_ = (offers.c.maker == person, offers.c.state == "open")
    connection.execute(update(offers).where(*open_).values(state="withdrawn"))
    connection.execute(delete(wishes).where(wishes.c.person == person))


def _end_programs_and_tournaments(connection: Connection, person: str) -> list[str]:
    """What would go on in the name of somebody who is not there; the programs that have ended."""
    bots, tokens, players = schema.outside_bots, schema.api_tokens, schema.tournament_players
    his = select(bots.c.person).where(bots.c.owner == person)
    connection.execute(update(tokens).where(tokens.c.person.in_(his), tokens.c.expires > now()).values(expires=now()))
    connection.execute(update(bots).where(bots.c.owner == person, bots.c.ended.is_(None)).values(ended=now()))
    connection.execute(update(players).where(players.c.person == person, players.c.gone.is_(None)).values(gone=now()))
    return list(connection.execute(his).scalars())


def _forget(connection: Connection, person: str) -> None:
    """What was kept of a person apart from matches."""
    for table in OF_A_PERSON:
        connection.execute(delete(table).where(table.c.person == person))
    for table in OF_A_GUEST:
        connection.execute(delete(table).where(table.c.guest == person))
    guests = schema.guests
    connection.execute(update(guests).where(guests.c.id == person).values(name=LEFT, preferences="{}"))


def erase(store: Store, person: str) -> asyncio.Future[list[str]]:
    """Take everything away that says who the person was. Who has ended with him: guests whose matches were moved to him, whose
    browsers play no more, and his programs."""

    def job(connection: Connection) -> list[str]:
        accounts, guests, chat, seats = schema.accounts, schema.guests, schema.chat, schema.seats
        mine = (accounts.c.person == person, accounts.c.state == "leaving", accounts.c.state_until < now())
        row = connection.execute(select(accounts.c.handle_key, accounts.c.erase_words).where(*mine)).first()
        if row is None:
            return []
        moved = list(connection.execute(select(guests.c.id).where(guests.c.merged_into == person)).scalars())
        for one in (person, *moved):
            _forget(connection, one)
        end_offers(connection, person)
        programs = _end_programs_and_tournaments(connection, person)
        said = chat.c.person == person
        words = {"name": LEFT, **({"text": LEFT} if row.erase_words else {})}
        here = union(select(seats.c.match).where(seats.c.guest == person), select(chat.c.match).where(said))
        for match in connection.execute(here).scalars().all():
            connection.execute(insert(schema.signals).values(at=now(), what=f"match {match}"))
        connection.execute(update(chat).where(said).values(**words))
        gone = f"gone-{secrets.token_hex(6)}"
        emptied = dict.fromkeys(("password", "totp", "state_until", "staff", "invitation"))
        connection.execute(update(accounts).where(*mine).values(handle=gone, handle_key=gone, state="gone", **emptied))
        connection.execute(delete(schema.old_names).where(schema.old_names.c.person == person))
        kept = {"handle_key": row.handle_key, "person": person, "until": now() + 365 * 86_400_000}
        connection.execute(insert(schema.old_names).values(**kept))  # nobody else takes the name for a year
        return [*moved, *programs]

    return store.writer.write(job)
