"""A guest's matches move to the account of the one who has signed in: everything, once, and only when he says so."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, and_, delete, func, select, update

from .. import schema
from ..records import SeatRecord
from ..store import Store


def matches_of(store: Store, guest: str) -> int:
    """How many matches there are to move. Call it in a thread."""
    seats = schema.seats.c
    (rows,) = store.ask(select(func.count(func.distinct(seats.match))).where(seats.guest == guest))
    return int(rows[0][0])


def move(store: Store, guest: str, person: str, name: str) -> asyncio.Future[list[tuple[str, SeatRecord]]]:
    """Give the person what is the guest's. The seats that moved; none where it was done before."""

    def job(connection: Connection) -> list[tuple[str, SeatRecord]]:
        guests, seats, matches = schema.guests, schema.seats, schema.matches
        moved = update(guests).where(guests.c.id == guest, guests.c.merged_into.is_(None)).values(merged_into=person)
        if guest == person or not connection.execute(moved).rowcount:
            return []
        held = connection.execute(select(seats.c.match, seats.c.seat).where(seats.c.guest == guest)).all()
        connection.execute(update(seats).where(seats.c.guest == guest).values(guest=person, was=guest))
        connection.execute(update(matches).where(matches.c.creator == guest).values(creator=person))
        connection.execute(update(schema.chat).where(schema.chat.c.person == guest).values(person=person))
        connection.execute(update(schema.sandboxes).where(schema.sandboxes.c.guest == guest).values(guest=person))
        for table, key in (
            (schema.lesson_progress, ("game", "lesson")),
            (schema.exercise_progress, ("game", "exercise")),
            (schema.notes, ("match", "seat")),
        ):
            mine = table.alias("mine")
            same = and_(mine.c.guest == person, *(mine.c[name] == table.c[name] for name in key))
            known = select(mine.c.guest).where(same).exists()
            connection.execute(update(table).where(table.c.guest == guest, ~known).values(guest=person))
            connection.execute(delete(table).where(table.c.guest == guest))
        mutes = schema.mutes
        mine = mutes.alias("mine")
        known = (
            select(mine.c.seat)
            .where(mine.c.person == person, mine.c.match == mutes.c.match, mine.c.seat == mutes.c.seat)
            .exists()
        )
        connection.execute(update(mutes).where(mutes.c.person == guest, ~known).values(person=person))
        connection.execute(delete(mutes).where(mutes.c.person == guest))
        return [(row.match, SeatRecord(row.seat, "guest", guest=person, name=name, was=guest)) for row in held]

    return store.writer.write(job)
