"""Blocks and mutes: whom one does not want to meet, and whose words one does not want to read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, insert, literal, or_, select, union

from casusbelli.kernel import Seat

from .. import schema
from ..records import SeatRecord
from ..schema import now
from ..store import Store

MOST = 500
"""So many people one may block."""


def block(store: Store, person: str, other: str) -> asyncio.Future[None]:
    """From now on the two do not meet. The other is not told."""

    def job(connection: Connection) -> None:
        blocks = schema.blocks
        mine = connection.execute(select(blocks.c.other).where(blocks.c.person == person)).scalars().all()
        if other not in mine and other != person and len(mine) < MOST:
            connection.execute(insert(blocks).values(person=person, other=other, at=now()))

    return store.writer.write(job)


def unblock(store: Store, person: str, other: str) -> asyncio.Future[None]:
    def job(connection: Connection) -> None:
        connection.execute(delete(schema.blocks).where(schema.blocks.c.person == person, schema.blocks.c.other == other))

    return store.writer.write(job)


def blocked_by(store: Store, person: str) -> list[tuple[str, str]]:
    """Whom the person has blocked, with their names. Call it in a thread."""
    blocks, guests = schema.blocks, schema.guests
    query = select(guests.c.id, guests.c.name).select_from(blocks.join(guests, blocks.c.other == guests.c.id))
    (rows,) = store.ask(query.where(blocks.c.person == person).order_by(guests.c.name))
    return [(row.id, row.name) for row in rows]


def apart(store: Store, person: str) -> set[str]:
    """All with whom the person is not to meet, whoever has blocked whom. A program meets whom its owner meets, and who does not
    meet the owner does not meet his programs. Call it in a thread."""
    blocks, bots = schema.blocks.c, schema.outside_bots.c
    himself = union(select(literal(person).label("id")), select(bots.owner).where(bots.person == person)).subquery()
    his = select(himself.c.id)
    either = or_(blocks.person.in_(his), blocks.other.in_(his))
    rows, own = store.ask(select(blocks.person, blocks.other).where(either), his)
    others = {one for row in rows for one in row} - {row.id for row in own}
    if not others:
        return others
    (programs,) = store.ask(select(bots.person).where(bots.owner.in_(others)))
    return others | {row.person for row in programs}


def has_blocked(store: Store, person: str, other: str) -> bool:
    """Call it in a thread."""
    blocks = schema.blocks.c
    (rows,) = store.ask(select(blocks.at).where(blocks.person == person, blocks.other == other))
    return bool(rows)


def mute(store: Store, match: str, person: str, seat: Seat, *, on: bool) -> asyncio.Future[None]:
    """The free words of that seat are not shown to the person in this match, or are shown again."""

    def job(connection: Connection) -> None:
        mutes = schema.mutes
        same = and_(mutes.c.match == match, mutes.c.person == person, mutes.c.seat == seat)
        connection.execute(delete(mutes).where(same))
        if on:
            connection.execute(insert(mutes).values(match=match, person=person, seat=seat))

    return store.writer.write(job)


def muted(store: Store, match: str, person: str, seated: Iterable[SeatRecord]) -> list[Seat]:
    """Whose words the person does not want to read in this match: muted here, or blocked. Call it in a thread."""
    mutes, blocks = schema.mutes.c, schema.blocks.c
    here, everywhere = store.ask(
        select(mutes.seat).where(mutes.match == match, mutes.person == person),
        select(blocks.other).where(blocks.person == person),
    )
    seats, others = {row.seat for row in here}, {row.other for row in everywhere}
    return [one.seat for one in seated if one.seat in seats or (one.guest is not None and one.guest in others)]
