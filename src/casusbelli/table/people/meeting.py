"""Asking somebody by name: who wants no challenges and no invitations gets none, and it is told as if there were nobody."""

from __future__ import annotations

import msgspec
from sqlalchemy import select

from .. import schema
from ..records import Guest
from ..store import Store
from .accounts import Accounts
from .blocks import apart
from .preferences import preference


def somebody_called(store: Store, accounts: Accounts, name: str, guest: Guest) -> Guest | None:
    """The person of this name, if this guest may ask him for a match. Call it in a thread."""
    found = accounts.named(name) if name else None
    if found is None or not found.open or found.person == guest.id or found.person in apart(store, guest.id):
        return None
    g = schema.guests.c
    (rows,) = store.ask(select(g.preferences).where(g.id == found.person))
    wish = preference(msgspec.json.decode(rows[0].preferences), "challenges") if rows else "nobody"
    if wish == "nobody" or (wish == "played" and not _have_met(store, guest.id, found.person)):
        return None
    return Guest(found.person, found.handle, True)


def _have_met(store: Store, one: str, other: str) -> bool:
    s, t = schema.seats, schema.seats.alias("t")
    (rows,) = store.ask(select(s.c.match).where(s.c.match == t.c.match, s.c.guest == one, t.c.guest == other).limit(1))
    return bool(rows)
