"""Tokens: how a program of somebody's is known. It shows one with every request; the store keeps the hash of it alone.

A bot is a person of its own (a row of ``guests``) with an owner who has an account. It has no password, no cookie and no account:
it plays friendly matches, and its name says what it is wherever it sits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from typing import Literal

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from .. import schema
from ..people.sessions import DAY, Session, hash_of, new_id
from ..records import Guest, SeatRecord
from ..schema import now
from ..store import Conflict, Store
from ..wire import Act, Advise, FromClient, Heed, Preview, Say, SayCard, Undo, Why

PREFIX = "cb_"
"""What every token begins with: scanners for secrets find it."""
SECRET_BYTES = 32

Scope = Literal["read", "play", "talk", "challenge"]
SCOPES: tuple[Scope, ...] = ("read", "play", "talk", "challenge")
"""See one's matches; choose in them; speak in them; begin and join matches."""

BOTS_OF_ONE, TOKENS_OF_ONE = 5, 10
DAYS = (7, 30, 90, 365)
"""How long a token may last."""
SOCKETS_OF_ONE = 16
MATCHES_AT_ONCE = 16
AMONG_BOTS_A_DAY = 100
"""Matches without people that one bot may begin in a day."""

MARK = " · bot"
"""What the name of every bot ends with, in every language, so that it is a bot wherever a name is told."""

SESSION = "token:"
"""How the sessions begin that a token stands for."""


class Token(msgspec.Struct, frozen=True):
    """A token, as far as it may be told."""

    id: str
    person: str
    name: str
    scopes: tuple[Scope, ...]
    created: int
    expires: int
    used: int | None = None
    calls: int = 0
    owner: str = ""
    """Whose program it is."""

    def refuses(self, said: FromClient) -> str | None:
        """Why something that was said over a socket is not for this token."""
        match said:
            case Why() | Preview():
                return None
            case Advise() | Heed():
                return "scope"
            case Act() | Undo():
                needed: Scope = "play"
            case Say() | SayCard():
                needed = "talk"
            case _:
                needed = "play"
        return None if needed in self.scopes else "scope"


class OutsideBot(msgspec.Struct, frozen=True):
    """A bot of somebody's, with its tokens."""

    person: str
    name: str
    created: int
    tokens: tuple[Token, ...] = ()


class TooMany(Conflict):
    """As many as one may have are there already."""


def bot_name(wanted: str) -> str:
    """The name of a bot, with the mark nobody can take off."""
    bare = wanted.removesuffix(MARK).strip()
    return f"{bare[: 60 - len(MARK)]}{MARK}"


def session_of(token: Token) -> Session:
    """What stands in for a browser's session."""
    return Session(f"{SESSION}{token.id}", token.person, "guest", token.created, now(), token.expires, token.name)


class Tokens:
    """All bots and tokens of one server."""

    def __init__(self, store: Store, *, factor_needed: bool = False) -> None:
        self._store = store
        self._factor_needed = factor_needed
        self._calls: Counter[str] = Counter()

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def find(self, secret: str) -> tuple[Guest, Token] | None:
        """Whose token this is, unless it has lapsed or its owner's account lets nobody in."""
        t, b, g, a = schema.api_tokens, schema.outside_bots, schema.guests, schema.accounts
        joined = t.join(b, t.c.person == b.c.person).join(g, t.c.person == g.c.id).join(a, b.c.owner == a.c.person)
        alive = (t.c.expires > now(), b.c.ended.is_(None), a.c.state == "active")
        query = select(t, g.c.name.label("called"), a.c.totp, b.c.owner).select_from(joined)
        (rows,) = self._store.ask(query.where(t.c.token_hash == hash_of(secret), *alive))
        if not rows:
            return None
        return Guest(rows[0].person, rows[0].called, bare=rows[0].totp is None), _token(rows[0])

    def still(self, sessions: list[str]) -> set[str]:
        """Which of these sessions of tokens last."""
        ids = [one.removeprefix(SESSION) for one in sessions]
        t, b, a = schema.api_tokens, schema.outside_bots, schema.accounts
        joined = t.join(b, t.c.person == b.c.person).join(a, b.c.owner == a.c.person)
        alive = [t.c.expires > now(), b.c.ended.is_(None), a.c.state == "active"]
        alive += [a.c.totp.is_not(None)] if self._factor_needed else []
        (rows,) = self._store.ask(select(t.c.id).select_from(joined).where(t.c.id.in_(ids), *alive))
        return {f"{SESSION}{row.id}" for row in rows}

    def of(self, owner: str) -> list[OutsideBot]:
        """Somebody's bots, the oldest first."""
        b, g, t = schema.outside_bots, schema.guests, schema.api_tokens
        his = (b.c.owner == owner, b.c.ended.is_(None))
        bots = select(b.c.person, b.c.created, g.c.name).select_from(b.join(g, b.c.person == g.c.id)).where(*his)
        tokens = select(t, b.c.owner).select_from(t.join(b, t.c.person == b.c.person)).where(*his, t.c.expires > now())
        found, held = self._store.ask(bots.order_by(b.c.created), tokens.order_by(t.c.created))
        return [
            OutsideBot(row.person, row.name, row.created, tuple(_token(one) for one in held if one.person == row.person))
            for row in found
        ]

    def owner_of(self, person: str) -> tuple[str, str] | None:
        """Whose bot this is: id and name; None for people."""
        b, g = schema.outside_bots, schema.guests
        query = select(b.c.owner, g.c.name).select_from(b.join(g, b.c.owner == g.c.id)).where(b.c.person == person)
        (rows,) = self._store.ask(query)
        return (rows[0].owner, rows[0].name) if rows else None

    def bots_among(self, people: list[str]) -> set[str]:
        b = schema.outside_bots.c
        (rows,) = self._store.ask(select(b.person).where(b.person.in_(people)))
        return {row.person for row in rows}

    def begun_today(self, person: str) -> int:
        """Matches without people that the bot has begun within a day."""
        m, s, b = schema.matches.c, schema.seats.c, schema.outside_bots.c
        people = select(s.match).where(s.match == m.id, s.guest.is_not(None), s.guest.not_in(select(b.person))).exists()
        looked_for = select(s.match).where(s.match == m.id, s.kind == "open").exists()
        counted = select(func.count()).where(m.creator == person, m.created > now() - DAY, ~or_(people, looked_for))
        (rows,) = self._store.ask(counted)
        return int(rows[0][0])

    def wants_words(self, seats: list[SeatRecord], bot: str) -> bool:
        """Whether all people at the table, but for the bot's owner, want to read what bots write freely."""
        people = {seat.guest for seat in seats if seat.guest is not None and seat.guest != bot}
        g, b = schema.guests.c, schema.outside_bots.c
        rows, bots, owner = self._store.ask(
            select(g.id, g.preferences).where(g.id.in_(people)),
            select(b.person).where(b.person.in_(people)),
            select(b.owner).where(b.person == bot),
        )
        spared = {row.person for row in bots} | {row.owner for row in owner}
        wishes = [msgspec.json.decode(row.preferences, type=dict[str, str]) for row in rows if row.id not in spared]
        return all(one.get("bots_talk") == "free" for one in wishes)

    # -- writing ---------------------------------------------------------------------------------------------------------

    def add_bot(self, owner: str, wanted: str) -> asyncio.Future[str]:
        """A new bot; its person."""
        person, name = new_id(), bot_name(wanted)

        def job(connection: Connection) -> str:
            b = schema.outside_bots
            mine = select(func.count()).select_from(b).where(b.c.owner == owner, b.c.ended.is_(None))
            if (connection.execute(mine).scalar() or 0) >= BOTS_OF_ONE:
                raise TooMany("no more bots")
            at = now()
            connection.execute(insert(schema.guests).values(id=person, secret_hash=person, name=name, created=at))
            connection.execute(insert(b).values(person=person, owner=owner, created=at))
            return person

        return self._store.writer.write(job)

    async def add_token(self, owner: str, bot: str, name: str, scopes: tuple[Scope, ...], days: int) -> str:
        """A new token of one's bot. This is the only time it is told."""
        secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)

        def job(connection: Connection) -> None:
            b, t = schema.outside_bots, schema.api_tokens
            his = select(b.c.person).where(b.c.owner == owner, b.c.ended.is_(None))
            if bot not in connection.execute(his).scalars().all():
                raise Conflict("no such bot")
            mine = select(func.count()).select_from(t).where(t.c.person.in_(his), t.c.expires > now())
            if (connection.execute(mine).scalar() or 0) >= TOKENS_OF_ONE:
                raise TooMany("no more tokens")
            at = now()
            told = {"id": new_id(), "person": bot, "token_hash": hash_of(secret), "name": name, "scopes": ",".join(scopes)}
            connection.execute(insert(t).values(**told, created=at, expires=at + days * DAY, calls=0))

        await self._store.writer.write(job)
        return secret

    def end_token(self, owner: str, token: str) -> asyncio.Future[list[str]]:
        """A token of one's own ends now; the sessions that ended with it."""

        def job(connection: Connection) -> list[str]:
            b, t = schema.outside_bots, schema.api_tokens
            his = select(b.c.person).where(b.c.owner == owner)
            done = update(t).where(t.c.id == token, t.c.person.in_(his), t.c.expires > now()).values(expires=now())
            return [f"{SESSION}{token}"] if connection.execute(done).rowcount else []

        return self._store.writer.write(job)

    def end_bot(self, owner: str, bot: str) -> asyncio.Future[list[str]]:
        """A bot plays no more; what it has played stays."""

        def job(connection: Connection) -> list[str]:
            b, t = schema.outside_bots, schema.api_tokens
            mine = (b.c.owner == owner, b.c.person == bot, b.c.ended.is_(None))
            if not connection.execute(update(b).where(*mine).values(ended=now())).rowcount:
                return []
            alive = select(t.c.id).where(t.c.person == bot, t.c.expires > now())
            tokens = connection.execute(alive).scalars().all()
            connection.execute(update(t).where(t.c.person == bot).values(expires=now()))
            return [f"{SESSION}{token}" for token in tokens]

        return self._store.writer.write(job)

    def called(self, token: Token) -> None:
        """It was used once more; written when it is next looked up."""
        self._calls[token.id] += 1

    def note_used(self, token: Token) -> asyncio.Future[None]:
        calls = self._calls.pop(token.id, 0)

        def job(connection: Connection) -> None:
            t = schema.api_tokens
            connection.execute(update(t).where(t.c.id == token.id).values(used=now(), calls=t.c.calls + calls))

        return self._store.writer.write(job)


def _token(row: object) -> Token:
    told = {name: getattr(row, name) for name in Token.__struct_fields__}
    return msgspec.convert({**told, "scopes": tuple(filter(None, told["scopes"].split(",")))}, Token)
