"""Sessions: a browser that is known. The cookie has a secret of 256 bits; the store has its hash."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update

from .. import schema
from ..records import Guest
from ..schema import NEVER, now
from ..store import Store

SECRET_BYTES = 32
ID_BYTES = 12

HOUR = 3_600_000
DAY = 24 * HOUR
GUEST_IDLE = 400 * DAY
ACCOUNT_IDLE = 60 * DAY
ACCOUNT_MOST = 365 * DAY
BRIEF = 12 * HOUR
"""How long one stays signed in at somebody else's device."""
SUDO = 15 * 60_000
"""How long a password that was given counts for changes that need it."""
SEEN_EVERY = HOUR
"""How exactly the last visit is known."""

Kind = Literal["guest", "account"]


class Session(msgspec.Struct, frozen=True):
    """A browser in which somebody is known."""

    id: str
    person: str
    kind: Kind
    created: int
    seen: int
    expires: int
    device: str = ""
    sudo_until: int = 0

    @property
    def sure(self) -> bool:
        """Whether the password was given a short time ago."""
        return self.sudo_until > now()

    @property
    def brief(self) -> bool:
        """Whether it is for somebody else's device."""
        return self.expires - self.created <= BRIEF


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def hash_of(secret: str) -> str:
    """What the store keeps of a random secret. It is long: no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def add_session(connection: Connection, person: str, kind: Kind, secret: str, device: str, *, brief: bool = False) -> Session:
    """One session more; who has just signed in has just given his password."""
    at = now()
    expires = NEVER if kind == "guest" else at + (BRIEF if brief else ACCOUNT_MOST)
    session = Session(new_id(), person, kind, at, at, expires, device, at + SUDO if kind == "account" else 0)
    connection.execute(insert(schema.sessions).values(secret_hash=hash_of(secret), **msgspec.structs.asdict(session)))
    return session


def renew_session(connection: Connection, session: Session, kind: Kind, secret: str, *, brief: bool = False) -> Session:
    """The same browser by another secret: nobody who knew the old one is known any more."""
    at = now()
    expires = NEVER if kind == "guest" else min(session.expires, at + (BRIEF if brief else ACCOUNT_MOST))
    renewed = msgspec.structs.replace(session, kind=kind, expires=expires, sudo_until=at + SUDO, seen=at)
    told = {"secret_hash": hash_of(secret), "kind": kind, "expires": expires, "sudo_until": renewed.sudo_until, "seen": at}
    connection.execute(update(schema.sessions).where(schema.sessions.c.id == session.id).values(**told))
    return renewed


class Sessions:
    """The sessions in the store."""

    def __init__(self, store: Store, *, factor_needed: bool = False) -> None:
        self._store = store
        self._factor_needed = factor_needed

    def find(self, secret_hash: str) -> tuple[Guest, Session] | None:
        """Who is known by this, unless it has lapsed or the account does not let anybody in. Call it in a thread."""
        s, g, a = schema.sessions, schema.guests, schema.accounts
        joined = s.join(g, s.c.person == g.c.id).outerjoin(a, s.c.person == a.c.person)
        query = select(s, g.c.name, g.c.preferences, g.c.merged_into, a.c.state, a.c.state_until, a.c.totp)
        (rows,) = self._store.ask(query.select_from(joined).where(s.c.secret_hash == secret_hash))
        if not rows:
            return None
        row = rows[0]
        session = session_of(row)
        closed = session.kind == "account" and (row.state is None or row.state == "gone" or _suspended(row))
        if lapsed(session) or closed:
            return None
        preferences = msgspec.json.decode(row.preferences, type=dict[str, str])
        account = session.kind == "account"
        bare = account and row.totp is None
        return Guest(row.person, row.name, account, row.merged_into is not None, preferences, bare), session

    def of(self, person: str) -> list[Session]:
        """All sessions of a person, the one used last first. Call it in a thread."""
        s = schema.sessions.c
        (rows,) = self._store.ask(select(schema.sessions).where(s.person == person).order_by(s.seen.desc(), s.id))
        return [session for session in map(session_of, rows) if not lapsed(session)]

    def still(self, ids: list[str]) -> set[str]:
        """Which of these have not ended, and are of nobody who must set up a second factor first. Call it in a thread."""
        s, a = schema.sessions.c, schema.accounts.c
        wanted = [s.id.in_(ids), s.expires > now()]
        if self._factor_needed:
            bare = select(a.person).where(a.person == s.person, a.totp.is_(None)).exists()
            wanted.append(~and_(s.kind == "account", bare))
        (rows,) = self._store.ask(select(s.id).where(*wanted))
        return {row.id for row in rows}

    def add_guest(self, guest: Guest, secret: str, device: str) -> asyncio.Future[Session]:
        """Somebody new."""

        def job(connection: Connection) -> Session:
            connection.execute(insert(schema.guests).values(id=guest.id, secret_hash=guest.id, name=guest.name, created=now()))
            return add_session(connection, guest.id, "guest", secret, device)

        return self._store.writer.write(job)

    def note_seen(self, session: Session) -> asyncio.Future[None]:
        return self._change(session.id, seen=now())

    def note_sure(self, session: Session) -> asyncio.Future[None]:
        """The password has been given once more."""
        return self._change(session.id, sudo_until=now() + SUDO)

    def _change(self, session: str, **values: Any) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(update(schema.sessions).where(schema.sessions.c.id == session).values(**values))

        return self._store.writer.write(job)

    def end(self, person: str, *, only: str | None = None, but: str | None = None) -> asyncio.Future[list[str]]:
        """End sessions of a person: one, all but one, or all. The ids of those that ended."""
        return self._store.writer.write(lambda connection: end_sessions(connection, person, only=only, but=but))

    def sweep(self) -> asyncio.Future[None]:
        """Forget what lapsed a month ago."""

        def job(connection: Connection) -> None:
            s, at = schema.sessions.c, now()
            idle = and_(s.kind == "account", s.seen < at - ACCOUNT_IDLE - 30 * DAY)
            old_guest = and_(s.kind == "guest", s.seen < at - GUEST_IDLE - 30 * DAY)
            connection.execute(delete(schema.sessions).where((s.expires < at - 30 * DAY) | idle | old_guest))

        return self._store.writer.write(job)


def end_sessions(connection: Connection, person: str, *, only: str | None = None, but: str | None = None) -> list[str]:
    s = schema.sessions.c
    which = s.person == person
    if only is not None:
        which = and_(which, s.id == only)
    if but is not None:
        which = and_(which, s.id != but)
    ended = [row.id for row in connection.execute(select(s.id).where(which))]
    connection.execute(delete(schema.sessions).where(which))
    return ended


def lapsed(session: Session) -> bool:
    """Whether a session has come to its end: on its day, or because nobody has come for long."""
    idle = GUEST_IDLE if session.kind == "guest" else ACCOUNT_IDLE
    return min(session.expires, session.seen + idle) <= now()


def session_of(row: Any) -> Session:
    return Session(row.id, row.person, row.kind, row.created, row.seen, row.expires, row.device, row.sudo_until)


def _suspended(row: Any) -> bool:
    return row.state == "suspended" and (row.state_until is None or row.state_until > now())


BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi", "Vivaldi"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def device_name(user_agent: str) -> str:
    """A browser as its owner would call it: "Firefox · Linux". Nothing else of what it tells is kept."""
    found = (next((title for mark, title in family if mark in user_agent), "") for family in (BROWSERS, SYSTEMS))
    return " · ".join(filter(None, found))
