"""What a person may take along: one zip file with everything of his, made in the background."""

from __future__ import annotations

import asyncio
import io
import logging
import zipfile
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from .. import schema
from ..archive import Looked
from ..history import Unplayable
from ..schema import now
from ..turns import Crowded, Owner
from .blocks import blocked_by
from .sessions import DAY, Session, new_id

if TYPE_CHECKING:
    from ..guests import Known
    from ..service import Service

log = logging.getLogger("casusbelli.table.people")

WAIT = 0.5
"""Seconds, where many others are looking back."""


def begin_export(service: Service, session: Session) -> asyncio.Future[str | None]:
    """Make place for an export; None where there was one in the last day."""

    def job(connection: Connection) -> str | None:
        exports = schema.exports
        connection.execute(delete(exports).where(exports.c.at < now() - DAY))
        if connection.execute(select(exports.c.id).where(exports.c.person == session.person)).first() is not None:
            return None
        export = new_id()
        connection.execute(insert(exports).values(id=export, person=session.person, session=session.id, at=now()))
        return export

    return service.store.writer.write(job)


def exports_of(service: Service, session: Session) -> list[tuple[str, bool]]:
    """The exports of this session, and whether they are ready. Call it in a thread."""
    e = schema.exports.c
    mine = (e.person == session.person, e.session == session.id, e.at > now() - DAY)
    (rows,) = service.store.ask(select(e.id, e.data.is_not(None).label("ready")).where(*mine))
    return [(row.id, bool(row.ready)) for row in rows]


def read_export(service: Service, session: Session, export: str) -> bytes | None:
    """The file, for the session that asked for it, within a day. Call it in a thread."""
    e = schema.exports.c
    mine = (e.id == export, e.person == session.person, e.session == session.id, e.at > now() - DAY)
    (rows,) = service.store.ask(select(e.data).where(*mine))
    return bytes(rows[0].data) if rows and rows[0].data is not None else None


async def make_export(service: Service, known: Known, export: str) -> None:
    """Gather everything, match by match, without pushing anybody else aside."""
    person = known.guest.id
    files = {"me.json": await asyncio.to_thread(_about, service, known)}
    for one in await asyncio.to_thread(service.store.mine, person):
        glance = await asyncio.to_thread(service.store.glance, one.id)
        if glance is None:
            continue
        held = [seat for seat, seated in glance.seats.items() if seated.held_by(known.guest)]
        for seat in [None] if one.over else held:
            looked = Looked(one.id, "over" if one.over else str(glance.seq), "journal", 0, seat)
            body = await _journal(service, looked, person)
            if body is not None:
                files[f"matches/{one.id}{f'-{seat}' if seat else ''}.json"] = body
    data = await asyncio.to_thread(_zipped, files)

    def job(connection: Connection) -> None:
        connection.execute(update(schema.exports).where(schema.exports.c.id == export).values(data=data))

    await service.store.writer.write(job)


async def _journal(service: Service, looked: Looked, person: str) -> bytes | None:
    """The journal of a match that is over, the diary of a seat in one that is not; None where it cannot be played any more."""
    while True:
        try:
            return (await service.archive.read(looked, Owner(person, person))).body
        except Crowded:
            await asyncio.sleep(WAIT)
        except Unplayable:
            log.warning("match %s cannot be exported", looked.match)
            return None


def _about(service: Service, known: Known) -> bytes:
    """Account, sessions, preferences, blocks, own words, notes, lessons, ratings, what the post and programs know. Nothing by
    which somebody could come in: no hash, no secret."""
    person, store = known.guest.id, service.store
    accounts, chat, lessons = schema.accounts.c, schema.chat.c, schema.lesson_progress.c
    notes, rates, results, reaches = schema.notes.c, schema.ratings.c, schema.result_rows.c, schema.channels.c
    notices, letters, bots, people = schema.notices.c, schema.outbox.c, schema.outside_bots.c, schema.guests.c
    account, said, learnt, noted, rated, played, reached, told_him, sent, programs, leaves = store.ask(
        select(accounts.handle, accounts.created, accounts.state, accounts.totp.is_not(None).label("second_factor")).where(
            accounts.person == person
        ),
        select(chat.match, chat.n, chat.text, chat.at).where(chat.person == person),
        select(lessons.game, lessons.lesson, lessons.done, lessons.moved).where(lessons.guest == person),
        select(notes.match, notes.seat, notes.text, notes.at).where(notes.guest == person),
        select(rates.pool, rates.mu, rates.sigma, rates.matches, rates.updated).where(rates.person == person),
        select(schema.result_rows).where(results.person == person).order_by(results.ended),
        select(reaches.kind, reaches.address, reaches.state, reaches.at).where(reaches.person == person),
        select(notices.kind, notices.match, notices.data, notices.at).where(notices.person == person).order_by(notices.at),
        select(letters.kind, letters.channel, letters.state, letters.due, letters.done).where(letters.person == person),
        select(people.name, bots.created, bots.ended)
        .select_from(schema.outside_bots.join(schema.guests, people.id == bots.person))
        .where(bots.owner == person),
        select(schema.leaves).where(schema.leaves.c.person == person),
    )
    told: dict[str, Any] = {
        "account": [dict(row._mapping) for row in account],
        "preferences": known.guest.preferences,
        "sessions": service.guests.sessions.of(person),
        "blocked": [name for _, name in blocked_by(store, person)],
        "chat": [dict(row._mapping) for row in said],
        "notes": [dict(row._mapping) for row in noted],
        "lessons": [dict(row._mapping) for row in learnt],
        "ratings": [dict(row._mapping) for row in rated],
        "results": [{key: value for key, value in row._mapping.items() if key != "person"} for row in played],
        "channels": [dict(row._mapping) for row in reached],
        "notices": [{**row._mapping, "data": msgspec.json.decode(row.data)} for row in told_him],
        "letters": [dict(row._mapping) for row in sent],
        "programs": [dict(row._mapping) for row in programs],
        "leaves": [dict(row._mapping) for row in leaves],
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


def _zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return made.getvalue()
