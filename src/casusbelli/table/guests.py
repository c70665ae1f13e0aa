"""Who is there: a browser's cookie names a session, a session names a person. The store keeps the hash of the cookie alone.

Somebody without an account is a guest and has a session too. When he signs in to an account, his guest's cookie waits under
its old name until he signs out, or until his matches are moved to the account.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, cast

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from .api.tokens import PREFIX as TOKEN_PREFIX
from .api.tokens import SESSION as TOKEN_SESSION
from .api.tokens import Token, Tokens, session_of
from .people.incidents import note
from .people.sessions import SEEN_EVERY, Session, Sessions, device_name, hash_of, new_id, new_secret
from .rates import source_of
from .records import Guest
from .schema import now
from .store import Store
from .turns import ADDRESS, Owner, Whereabouts

Connection = ASGIConnection[Any, Any, Any, Any]

REMEMBERED = 10_000
TRUE_FOR = 60.0
"""Seconds for which a session that was looked up is taken to be as it was. What this process itself ends, ends at once."""
YEAR = 365 * 24 * 3600
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""

ENDED = 4401
"""Why a line is closed whose session has ended."""

API = "/api/"
"""Where programs knock."""

SESSION, GUEST, DEVICE = "session", "guest", "device"

STRANGER = "casus_stranger"
"""Said of a request that is answered as to somebody unknown."""


class Known(NamedTuple):
    """Somebody, and the session he is known by."""

    guest: Guest
    session: Session
    token: Token | None = None
    """Where it is not a browser but somebody's program."""

    @property
    def people(self) -> tuple[str, ...]:
        """On whom it depends that this is known so: the person, and whose program it is."""
        return (self.guest.id,) if self.token is None else (self.guest.id, self.token.owner)


class Closable(Protocol):
    def close(self, code: int) -> None: ...


def cookie_name(connection: Connection, name: str = SESSION) -> str:
    """A secure page uses a name that browsers bind to this very host."""
    return f"__Host-{name}" if is_secure(connection) else name


def is_secure(connection: Connection) -> bool:
    return connection.scope["scheme"] in {"https", "wss"}


def address_of(connection: Connection) -> str:
    """Where this comes from, as addresses are counted."""
    return source_of(connection.client.host) if connection.client else ""


def cookie(connection: Connection, name: str, secret: str, *, brief: bool = False) -> Cookie:
    """A secret of this browser; a brief one goes when the browser closes."""
    return Cookie(
        key=cookie_name(connection, name),
        value=secret,
        path="/",
        max_age=None if brief else COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
    )


def no_cookie(connection: Connection, name: str) -> Cookie:
    """The browser forgets it."""
    return Cookie(
        key=cookie_name(connection, name),
        value="",
        path="/",
        max_age=0,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
    )


def bearer_of(connection: Connection) -> str | None:
    """The token that comes with this; None: it does not come from a program."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


class Guests:
    """The people of one server, with the latest of them kept in memory."""

    def __init__(self, store: Store, whereabouts: Whereabouts, *, factor_needed: bool = False) -> None:
        self.sessions = Sessions(store, factor_needed=factor_needed)
        self.tokens = Tokens(store, factor_needed=factor_needed)
        self.factor_needed = factor_needed
        self._store = store
        self._whereabouts = whereabouts
        self._known: OrderedDict[str, tuple[Known, float]] = OrderedDict()
        self._changes = 0
        """How often something has changed about anybody: what was read before a change is not kept after it."""
        self._lines: dict[str, set[Closable]] = {}

    async def known(self, connection: Connection) -> Known | None:
        """Who sends this and by which session, or None for somebody new."""
        scope = cast("dict[str, Any]", connection.scope)
        if STRANGER in scope:
            return None
        if "casus_known" not in scope:
            scope["casus_known"] = await self._look_up(connection)
        found: Known | None = scope["casus_known"]
        return found

    async def still_known(self, connection: Connection) -> bool:
        """Whether who has sent this long ago is known yet: for answers that go on."""
        known = await self._look_up(connection)
        return known is not None and not self.lacks_factor(known)

    def doubt(self, connection: Connection) -> None:
        """Look up anew who sends this: it is about something for which a minute would be too long."""
        for name in (SESSION, GUEST):
            self._known.pop(hash_of(connection.cookies.get(cookie_name(connection, name), "")), None)

    @staticmethod
    def as_stranger(connection: Connection) -> None:
        """This page shows what everybody may see, whoever asks for it; only its head says who he is."""
        cast("dict[str, Any]", connection.scope)[STRANGER] = True

    def lacks_factor(self, known: Known) -> bool:
        """Whether this is somebody who must set up a second factor before anything else, or his program."""
        return self.factor_needed and known.guest.bare

    async def of(self, connection: Connection) -> Guest | None:
        """Who sends this, or None for somebody new."""
        known = await self.known(connection)
        return known.guest if known is not None else None

    async def _look_up(self, connection: Connection) -> Known | None:
        bearer = bearer_of(connection)
        if bearer is not None:  # a program is never known by a cookie, and nowhere but at its own doors
            at_its_door = str(connection.scope["type"]) == "websocket" or connection.scope["path"].startswith(API)
            return await self._by_token(connection, bearer) if at_its_door else None
        for name in (SESSION, GUEST):
            known = await self._by_secret(connection.cookies.get(cookie_name(connection, name), ""), name)
            if known is not None:
                self._whereabouts.note(known.guest.id, address_of(connection))
                return known
        return None

    async def _by_token(self, connection: Connection, secret: str) -> Known | None:
        if not secret.startswith(TOKEN_PREFIX):
            return None
        hashed = hash_of(secret)
        kept = self._known.get(hashed)
        if kept is not None and time.monotonic() - kept[1] < TRUE_FOR:
            known = kept[0]
        else:
            self._known.pop(hashed, None)
            changes = self._changes
            found = await asyncio.to_thread(self.tokens.find, secret)
            if found is None:
                return None
            known = Known(found[0], session_of(found[1]), found[1])
            self._remember(hashed, known, since=changes)
            await self.tokens.note_used(found[1])
        if known.token is not None:
            self.tokens.called(known.token)
        self._whereabouts.note(known.guest.id, address_of(connection))
        return known

    async def waiting_guest(self, connection: Connection) -> Known | None:
        """The guest of this browser, while somebody is signed in to an account."""
        return await self._by_secret(connection.cookies.get(cookie_name(connection, GUEST), ""), GUEST)

    async def _by_secret(self, secret: str, cookie_kind: str) -> Known | None:
        """Under the old name only guests are known: that cookie never opened an account."""
        if not secret:
            return None
        hashed = hash_of(secret)
        kept = self._known.get(hashed)
        if kept is not None and time.monotonic() - kept[1] < TRUE_FOR:
            return kept[0] if cookie_kind == SESSION or kept[0].session.kind == "guest" else None
        changes = self._changes
        found = await asyncio.to_thread(self.sessions.find, hashed)
        self._known.pop(hashed, None)
        if found is None or (cookie_kind == GUEST and found[1].kind != "guest"):
            return None
        known = Known(*found)
        self._remember(hashed, known, since=changes)
        if now() - known.session.seen > SEEN_EVERY:
            await self.sessions.note_seen(known.session)
        return known

    @staticmethod
    def seen(connection: Connection) -> Guest | None:
        """Who was found to send this, where it has been asked before."""
        known: Known | None = cast("dict[str, Any]", connection.scope).get("casus_known")
        return known.guest if known is not None else None

    @staticmethod
    def owner(connection: Connection, guest: Guest | None) -> Owner:
        """For whom something is done that this asks for."""
        address = address_of(connection)
        return Owner(guest.id if guest is not None else ADDRESS + address, address)

    async def enter(self, connection: Connection, name: str) -> tuple[Guest, list[Cookie]]:
        """The guest, by this name from now on; somebody new gets a secret to be known by. An account keeps its own name."""
        known = await self.known(connection)
        if known is None:
            secret, guest = new_secret(), Guest(new_id(), name)
            session = await self.sessions.add_guest(guest, secret, device_of(connection))
            self.adopt(connection, secret, Known(guest, session))
            self._whereabouts.note(guest.id, address_of(connection))
            return guest, [cookie(connection, SESSION, secret)]
        guest = known.guest
        if name and name != guest.name and not guest.account:
            guest = Guest(guest.id, name, guest.account, guest.moved, guest.preferences)
            await self._store.rename_guest(guest)
            self.forget(guest.id)
        return guest, []

    def adopt(self, connection: Connection, secret: str, known: Known) -> None:
        """From now on, also in the rest of this request, this browser is known so."""
        self._remember(hash_of(secret), known)
        cast("dict[str, Any]", connection.scope)["casus_known"] = known

    def upgraded(self, connection: Connection) -> list[Cookie]:
        """Cookies for a browser that comes with the cookie of an earlier release: the same secret under its new name."""
        old = connection.cookies.get(cookie_name(connection, GUEST), "")
        if not old or self.seen(connection) is None or connection.cookies.get(cookie_name(connection)):
            return []
        return [cookie(connection, SESSION, old), no_cookie(connection, GUEST)]

    def _remember(self, hashed: str, known: Known, since: int | None = None) -> None:
        if since is not None and since != self._changes:
            return
        self._known[hashed] = (known, time.monotonic())
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, person: str) -> None:
        """Something about this person has changed: look it up again, in every process."""
        self.forget_here(person)
        self._store.tell(f"g {person}")

    def forget_here(self, person: str, _: str = "") -> None:
        """His programs too: what he may not do any more they may not either."""
        self._changes += 1
        for hashed in [hashed for hashed, (known, _) in self._known.items() if person in known.people]:
            del self._known[hashed]

    # -- sessions that end -----------------------------------------------------------------------------------------------

    async def end(self, person: str, *, only: str | None = None, but: str | None = None) -> None:
        """End sessions of a person, and the lines that were opened by them."""
        ended = await self.sessions.end(person, only=only, but=but)
        for _ in ended:
            note("session_ended", person)
        self.ended(person, ended)

    def ended(self, person: str, sessions: list[str]) -> None:
        """These sessions have ended: nobody is known by them, and their lines are closed."""
        self.ended_here(person, ",".join(sessions))
        self._store.tell(f"x {person} {','.join(sessions)}")

    def ended_here(self, person: str, sessions: str) -> None:
        self.forget_here(person)
        for session in sessions.split(","):
            for line in self._lines.pop(session, ()):
                line.close(ENDED)

    @contextmanager
    def attending(self, session: Session | None, line: Closable) -> Iterator[None]:
        """As long as the line is open its session must last."""
        if session is None:
            yield
            return
        self._lines.setdefault(session.id, set()).add(line)
        try:
            yield
        finally:
            lines = self._lines.get(session.id)
            if lines is not None:
                lines.discard(line)
                if not lines:
                    del self._lines[session.id]

    async def check_lines(self) -> None:
        """Close the lines of sessions that were ended elsewhere."""
        open_now = list(self._lines)
        still: set[str] = set()
        for n in range(0, len(open_now), 200):
            some = open_now[n : n + 200]
            tokens = [one for one in some if one.startswith(TOKEN_SESSION)]
            still |= await asyncio.to_thread(self.sessions.still, [one for one in some if one not in tokens])
            still |= await asyncio.to_thread(self.tokens.still, tokens) if tokens else set()
        for session in set(open_now) - still:
            for line in self._lines.pop(session, ()):
                line.close(ENDED)


def device_of(connection: Connection) -> str:
    return device_name(connection.headers.get("user-agent", ""))
