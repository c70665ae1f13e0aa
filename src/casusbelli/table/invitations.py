"""Invitations to open seats: they end after a while, can be taken back, and can be for one person alone.

An open seat has one invitation at most. A new one, or none, takes the place of the old: whoever still holds the old link holds
nothing.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from sqlalchemy import ColumnElement, Connection, and_, or_, select, update

from casusbelli.kernel import Seat

from . import schema
from .news import tell
from .pace import DAY
from .schema import now

if TYPE_CHECKING:
    from .store import Store

LASTS = 30 * DAY


class Token(TypedDict):
    """What a seat needs to be an invitation."""

    token: str
    expires: int


def new_token(at: int) -> Token:
    return {"token": secrets.token_urlsafe(18), "expires": at + LASTS}


def offered() -> ColumnElement[bool]:
    """Of a row of ``seats``: somebody may be invited to it, because it is open or its person has left."""
    seats = schema.seats.c
    return or_(seats.kind == "open", seats.token.is_not(None))


def still_good() -> ColumnElement[bool]:
    """Of a row of ``seats``: its invitation has not expired."""
    seats = schema.seats.c
    return or_(seats.expires.is_(None), seats.expires > now())


def is_for(person: str) -> ColumnElement[bool]:
    """Of a row of ``seats``: this person may accept its invitation."""
    seats = schema.seats.c
    return and_(still_good(), or_(seats.for_person.is_(None), seats.for_person == person))


def somebody_apart(person: str) -> ColumnElement[bool]:
    """Of a row of ``matches``: its maker or somebody at its table is not to meet this person, whoever has blocked whom."""
    b, s, m = schema.blocks.c, schema.seats.c, schema.matches.c
    either = or_(and_(b.person == person, b.other == s.guest), and_(b.other == person, b.person == s.guest))
    at_the_table = select(s.seat).select_from(schema.seats.join(schema.blocks, either)).where(s.match == m.id)
    made = or_(and_(b.person == person, b.other == m.creator), and_(b.other == person, b.person == m.creator))
    return or_(at_the_table.exists(), select(b.at).where(made).exists())


def unwelcome(store: Store, token: str, person: str) -> bool:
    """Whether an invitation from the list of open seats is not for this person; one handed over is. Call it in a thread."""
    s, m = schema.seats.c, schema.matches.c
    joined = schema.seats.join(schema.matches, s.match == m.id)
    (rows,) = store.ask(select(m.id).select_from(joined).where(s.token == token, m.listed, somebody_apart(person)))
    return bool(rows)


class Invitation(NamedTuple):
    """The invitation to an open seat, as those at the table see it."""

    seat: Seat
    token: str | None
    expires: int | None
    name: str
    """For whom alone it is; empty: for whoever has the link."""

    @property
    def good(self) -> bool:
        return self.token is not None and (self.expires is None or now() < self.expires)


def invitations_of(store: Store, match: str) -> list[Invitation]:
    """All seats of a match that somebody may be invited to. Call it in a thread."""
    s, g = schema.seats.c, schema.guests
    joined = schema.seats.outerjoin(g, s.for_person == g.c.id)
    wanted = select(s.seat, s.token, s.expires, g.c.name).select_from(joined).where(s.match == match, offered())
    (rows,) = store.ask(wanted.order_by(s.position))
    return [Invitation(row.seat, row.token, row.expires, row.name or "") for row in rows]


def meant_for(store: Store, token: str) -> str | None:
    """For whom alone an invitation is. Call it in a thread."""
    (rows,) = store.ask(select(schema.seats.c.for_person).where(schema.seats.c.token == token))
    return rows[0].for_person if rows else None


def invited(store: Store, person: str) -> list[Any]:
    """The seats to which this person is invited by name: token, match, game. Call it in a thread."""
    s, m, g = schema.seats.c, schema.matches.c, schema.guests.c
    joined = schema.seats.join(schema.matches, s.match == m.id).join(schema.guests, m.creator == g.id)
    going_on = (m.result.is_(None), m.closed.is_(None))
    his = select(s.token, s.match, s.seat, m.game, g.name).select_from(joined)
    (rows,) = store.ask(his.where(s.for_person == person, s.token.is_not(None), still_good(), *going_on))
    return list(rows)


def change(store: Store, match: str, seat: Seat, person: str | None, *, withdraw: bool = False) -> asyncio.Future[bool]:
    """A new invitation takes the place of the old one, or none does. False where the seat is not open any more."""
    given: dict[str, Any] = {"token": None, "expires": None, "for_person": None}
    if not withdraw:
        given |= {**new_token(now()), "for_person": person}

    def job(connection: Connection) -> bool:
        seats = schema.seats
        here = and_(seats.c.match == match, seats.c.seat == seat, offered())
        if not connection.execute(update(seats).where(here).values(**given)).rowcount:
            return False
        tell(connection, f"m {match}")
        return True

    return store.writer.write(job)
