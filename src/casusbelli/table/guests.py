"""Who is there: a guest is known by a random secret in a cookie. The store keeps its hash alone."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from .rates import source_of
from .records import Guest
from .store import Store
from .turns import ADDRESS, Owner, Whereabouts

Connection = ASGIConnection[Any, Any, Any, Any]

SECRET_BYTES = 32
REMEMBERED = 10_000
YEAR = 365 * 24 * 3600


def cookie_name(connection: Connection) -> str:
    """A secure page uses a name that browsers bind to this very host."""
    return "__Host-guest" if is_secure(connection) else "guest"


def is_secure(connection: Connection) -> bool:
    return connection.scope["scheme"] in {"https", "wss"}


def address_of(connection: Connection) -> str:
    """Where this comes from, as addresses are counted."""
    return source_of(connection.client.host) if connection.client else ""


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Guests:
    """The guests of one server, with the latest of them kept in memory."""

    def __init__(self, store: Store, whereabouts: Whereabouts) -> None:
        self._store = store
        self._whereabouts = whereabouts
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def of(self, connection: Connection) -> Guest | None:
        """Who sends this, or None for somebody new."""
        secret = connection.cookies.get(cookie_name(connection), "")
        if not secret:
            return None
        hashed = _hash(secret)
        guest = self._known.get(hashed)
        if guest is None:
            guest = await asyncio.to_thread(self._store.guest, hashed)
            if guest is not None:
                self._remember(hashed, guest)
        if guest is not None:
            self._whereabouts.note(guest.id, address_of(connection))
        return guest

    @staticmethod
    def owner(connection: Connection, guest: Guest | None) -> Owner:
        """For whom something is done that this asks for."""
        address = address_of(connection)
        return Owner(guest.id if guest is not None else ADDRESS + address, address)

    async def enter(self, connection: Connection, name: str) -> tuple[Guest, list[Cookie]]:
        """The guest, by this name from now on; somebody new gets a secret to be known by."""
        guest = await self.of(connection)
        if guest is None:
            secret = secrets.token_urlsafe(SECRET_BYTES)
            guest = Guest(secrets.token_urlsafe(12), name)
            await self._store.add_guest(guest, _hash(secret))
            self._remember(_hash(secret), guest)
            self._whereabouts.note(guest.id, address_of(connection))
            return guest, [self._cookie(connection, secret)]
        if name and name != guest.name:
            guest = Guest(guest.id, name)
            await self._store.rename_guest(guest)
            self._remember(_hash(connection.cookies[cookie_name(connection)]), guest)
        return guest, []

    @staticmethod
    def _cookie(connection: Connection, secret: str) -> Cookie:
        return Cookie(
            key=cookie_name(connection),
            value=secret,
            path="/",
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=is_secure(connection),
        )

    def _remember(self, hashed: str, guest: Guest) -> None:
        self._known[hashed] = guest
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
