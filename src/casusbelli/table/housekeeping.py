"""What the house writes and reads beside the matches themselves: its own document of a match, its lines, absences."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from casusbelli.kernel import Seat

from . import schema
from .news import tell
from .pace import DAY, Pace
from .people.ratings import note_end
from .records import Closed, HouseLine, HouseState, SeatRecord
from .stints import Clocks
from .store import Keep, Store, match_news
from .writer import Conflict, StoreError

_json = msgspec.json.encode
_clocks_of = msgspec.json.Decoder(Clocks).decode

WOKEN = 50
"""So many matches whose time has come are woken at once."""

PROCESS = "server"
"""The name under which this process tells that it is there."""

KEPT_DAYS = 400
"""Absences that are longer ago concern no stint under way."""


def keep_house(match: str, state: HouseState, due: int | None, lines: Iterable[HouseLine] = ()) -> Keep:
    """The house's document as it is now, one revision on, and new lines; a Conflict where that is not the next one."""
    state.revision += 1
    revision = state.revision
    told = {"state": _json(state).decode(), "due": due, "revision": revision}
    rows = [
        {
            "match": match,
            "n": one.n,
            "choices": one.choices,
            "at": one.at,
            "kind": one.kind,
            "seat": one.seat,
            "data": _json(one.data).decode(),
        }
        for one in lines
    ]

    def job(connection: Connection) -> None:
        table = schema.houses
        known = (table.c.match == match) & (table.c.revision == revision - 1)
        if connection.execute(update(table).where(known).values(**told)).rowcount == 0:
            if revision > 1:
                raise Conflict("another process has changed this meanwhile")
            connection.execute(insert(table).values(match=match, **told))
        tell(connection, match_news(match))
        if rows:
            connection.execute(insert(schema.house_lines), rows)

    return job


def keep_clocks(match: str, seq: int, clocks: Clocks) -> Keep:
    """The clocks after an action."""
    row = {"match": match, "seq": seq, "clocks": _json(clocks).decode()}

    def job(connection: Connection) -> None:
        connection.execute(insert(schema.clock_marks).values(**row))

    return job


def keep_seat(match: str, held: SeatRecord, at: int | None) -> Keep:
    """Who plays a seat: its person, or a caretaker; and whether it is offered to others."""
    told = {"caretaker": held.caretaker, "left_how": held.left, "left_at": at, "token": held.token}
    told |= {"expires": held.expires, **({} if held.personal else {"for_person": None})}

    def job(connection: Connection) -> None:
        seats = schema.seats
        same = (seats.c.match == match) & (seats.c.seat == held.seat) & (seats.c.guest == held.guest)
        if connection.execute(update(seats).where(same).values(**told)).rowcount == 0:
            raise StoreError("somebody else sits there now")

    return job


def keep_closed(match: str, closed: Closed) -> Keep:
    """The house's ending; a match ends once."""

    def job(connection: Connection) -> None:
        m = schema.matches
        going_on = (m.c.id == match) & m.c.result.is_(None) & m.c.closed.is_(None)
        if connection.execute(update(m).where(going_on).values(closed=_json(closed).decode())).rowcount == 0:
            raise Conflict("the match is over already")
        note_end(connection, match)

    return job


def all_of(*keeps: Keep | None) -> Keep:
    """Several of these in one transaction."""

    def job(connection: Connection) -> None:
        for keep in keeps:
            if keep is not None:
                keep(connection)

    return job


def write(store: Store, *keeps: Keep | None) -> asyncio.Future[None]:
    return store.writer.write(all_of(*keeps))


# -- reading: in a thread --------------------------------------------------------------------------------------------------


def clocks_after(store: Store, match: str, seq: int) -> Clocks | None:
    """The clocks after the last action up to this one."""
    c = schema.clock_marks.c
    newest = select(c.clocks).where(c.match == match, c.seq <= seq).order_by(c.seq.desc()).limit(1)
    (rows,) = store.ask(newest)
    return _clocks_of(rows[0].clocks) if rows else None


def due_matches(store: Store, now: int) -> tuple[list[str], bool]:
    """The matches whose time has come, the most urgent first, and whether there is any whose time will come."""
    c = schema.houses.c
    waiting = select(c.match, c.due).where(c.due.is_not(None)).order_by(c.due).limit(WOKEN)
    (rows,) = store.ask(waiting)
    return [row.match for row in rows if row.due <= now], bool(rows)


def deadlines(store: Store, matches: Sequence[str]) -> dict[str, HouseState]:
    """What the house keeps of these matches: for lists that show whose time is short."""
    c = schema.houses.c
    (rows,) = store.ask(select(c.match, c.state).where(c.match.in_(list(matches)))) if matches else ([],)
    return {row.match: msgspec.json.decode(row.state, type=HouseState) for row in rows}


def out_at(house: HouseState, seat: Seat) -> int | None:
    """When the seat's time will be out; None where its clock does not run, or is out already."""
    clocks = house.clocks
    if clocks is None or clocks.paused is not None or seat not in clocks.seats or seat in house.flags:
        return None
    return clocks.out_at(seat)


def short_of(pace: Pace) -> int:
    """With how many milliseconds left time is short: by post a day, live a quarter of the bank."""
    return DAY if pace.kind == "days" else pace.bank * pace.unit // 4


def absences_since(store: Store, since: int) -> list[tuple[int, int]]:
    c = schema.absences.c
    (rows,) = store.ask(select(c.since, c.until).where(c.until > since).order_by(c.since))
    return [(row.since, row.until) for row in rows]


# -- being there -----------------------------------------------------------------------------------------------------------


def beat(now: int) -> Keep:
    """The server is there."""

    def job(connection: Connection) -> None:
        table = schema.beats
        mine = table.c.process == PROCESS
        if connection.execute(update(table).where(mine).values(at=now)).rowcount == 0:
            connection.execute(insert(table).values(process=PROCESS, at=now))

    return job


def come_back(now: int) -> Keep:
    """The server is here again: from the last beat on it was away, which is nobody's time."""

    def job(connection: Connection) -> None:
        last: Any = connection.execute(select(func.max(schema.beats.c.at))).scalar()
        absences = schema.absences
        connection.execute(delete(absences).where(absences.c.until < now - KEPT_DAYS * 86_400_000))
        known: Any = connection.execute(select(func.max(absences.c.until))).scalar()
        start = max(last or 0, known or 0)
        if last is not None and start < now:
            connection.execute(insert(absences).values(since=start, until=now))
        beat(now)(connection)

    return job
