"""Leave: days on which one's clocks of matches by post do not run. Thirty in any year, whole days of the person's own zone.

A leave begins tomorrow at the earliest, so that nobody saves himself by it at the last minute; a stint that would be over within
a day after it begins is not stopped by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo

from sqlalchemy import Connection, delete, insert, select

from .. import schema
from ..pace import DAY
from ..stints import Clocks
from ..store import Conflict, Store

DAYS = 30
YEAR = 365 * DAY
LONGEST_AHEAD = 365

Span = tuple[int, int]


class NoLeave(Conflict):
    """Why there is no such leave: a key of the words."""


def leaves_of(store: Store, people: Iterable[str]) -> dict[str, list[Span]]:
    """When these people are or were on leave. Call it in a thread."""
    c, wanted = schema.leaves.c, sorted(set(people))
    (rows,) = store.ask(select(c.person, c.since, c.until).where(c.person.in_(wanted)).order_by(c.since)) if wanted else ([],)
    found: dict[str, list[Span]] = {}
    for row in rows:
        found.setdefault(row.person, []).append((row.since, row.until))
    return found


def days_left(spans: Iterable[Span], at: int) -> int:
    """How many days may still be taken, counting those of the year round this moment."""
    used = sum(max(0, min(until, at + YEAR) - max(since, at - YEAR)) for since, until in spans)
    return max(0, DAYS - -(-used // DAY))


def take_leave(store: Store, person: str, first: str, last: str, zone: tzinfo, now: int) -> asyncio.Future[None]:
    """From the first day to the last, both included, as ``2030-07-01``."""
    try:
        since = datetime.strptime(first, "%Y-%m-%d").replace(tzinfo=zone)
        until = datetime.strptime(last, "%Y-%m-%d").replace(tzinfo=zone) + timedelta(days=1)
    except ValueError:
        raise NoLeave("leave.bad") from None
    begin, end = round(since.timestamp() * 1000), round(until.timestamp() * 1000)
    if begin <= now:
        raise NoLeave("leave.too_late")
    if end <= begin or begin > now + LONGEST_AHEAD * DAY:
        raise NoLeave("leave.bad")

    def job(connection: Connection) -> None:
        c = schema.leaves.c
        had = [(row.since, row.until) for row in connection.execute(select(c.since, c.until).where(c.person == person))]
        if any(begin < other_end and end > other for other, other_end in had):
            raise NoLeave("leave.twice")
        near = [span for span in had if span[1] > begin - YEAR and span[0] < begin + YEAR]
        if sum(stop - start for start, stop in near) + (end - begin) > DAYS * DAY + DAY // 4:
            raise NoLeave("leave.too_long")
        connection.execute(insert(schema.leaves).values(person=person, since=begin, until=end))
        _look_again(connection, person, now)

    return store.writer.write(job)


def drop_leave(store: Store, person: str, since: int, now: int) -> asyncio.Future[None]:
    """One that has not begun is not taken after all."""

    def job(connection: Connection) -> None:
        c = schema.leaves.c
        connection.execute(delete(schema.leaves).where(c.person == person, c.since == since, c.since > now))
        _look_again(connection, person, now)

    return store.writer.write(job)


def _look_again(connection: Connection, person: str, now: int) -> None:
    """The person's matches by post are read again by whoever has them."""
    s, m = schema.seats.c, schema.matches.c
    playing = select(m.id).join(schema.seats, s.match == m.id).where(s.guest == person, m.pace.is_not(None))
    for row in connection.execute(playing.where(m.result.is_(None), m.closed.is_(None)).distinct()).all():
        connection.execute(insert(schema.signals).values(at=now, what=f"match {row.id}"))


def on_leave(clocks: Clocks, seat: str, spans: Iterable[Span]) -> bool:
    """Let the seat's clock stand still on these days; whether that changes anything."""
    clock = clocks.seats[seat]
    plain, clock.off = clock.off, ()
    out = clocks.out_at(seat)
    clock.off = tuple(span for span in spans if out is None or out > span[0] + DAY)
    return clock.off != plain
