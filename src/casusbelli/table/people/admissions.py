"""Invitations to the house: links by which people make accounts where not everybody may (``CASUS_SIGNUP=invite``).

What is in a link is random and long, and is looked up by its hash: nobody comes nearer to a good one by how long an answer takes.
"""

from __future__ import annotations

import re

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update

from .. import schema
from ..schema import now
from ..store import Conflict, Store
from .sessions import DAY, hash_of, new_id, new_secret

MOST_USES, MOST_DAYS = 500, 365
KEPT = 365 * DAY
"""So long after its end it is known by which invitation somebody came."""
SHOWN = 100
_SECRET = re.compile(r"[A-Za-z0-9_-]{43,}")
"""As ``new_secret`` makes them."""


class NotInvited(Conflict):
    """No account without an invitation, and this is none that is good."""


class Admission(msgspec.Struct, frozen=True):
    """An invitation as those see it who look after the house: its link is not known any more."""

    id: str
    note: str
    maker: str
    uses: int
    used: int
    created: int
    expires: int
    withdrawn: int | None
    names: tuple[str, ...] = ()
    """Who came by it."""

    @property
    def state(self) -> str:
        if self.withdrawn is not None:
            return "withdrawn"
        if self.used >= self.uses:
            return "used"
        return "good" if self.expires > now() else "lapsed"


def typed(text: str) -> str:
    """What is in a link, of which somebody may have typed in all, with whatever stood around it."""
    found = _SECRET.findall(text)
    return found[-1] if found else text.strip()


def _good(secret: str) -> tuple[ColumnElement[bool], ...]:
    a = schema.admissions.c
    return (a.token_hash == hash_of(secret), a.withdrawn.is_(None), a.expires > now(), a.used < a.uses)


def is_good(store: Store, secret: str) -> bool:
    """Whether somebody may come by it now. Call it in a thread."""
    (rows,) = store.ask(select(schema.admissions.c.id).where(*_good(secret)))
    return bool(rows)


def make(connection: Connection, maker: str, note: str, uses: int, days: int) -> tuple[str, str]:
    """A new invitation: its id, and the secret that is told once."""
    admission, secret, at = new_id(), new_secret(), now()
    kept = {"maker": maker[:80], "note": note[:80], "uses": uses, "created": at, "expires": at + days * DAY}
    connection.execute(insert(schema.admissions).values(id=admission, token_hash=hash_of(secret), **kept))
    return admission, secret


def withdraw(connection: Connection, admission: str) -> bool:
    """Nobody comes by it any more; False where there is none to withdraw."""
    a = schema.admissions
    mine = (a.c.id == admission, a.c.withdrawn.is_(None))
    return bool(connection.execute(update(a).where(*mine).values(withdrawn=now())).rowcount)


def use(connection: Connection, secret: str) -> str:
    """Somebody comes by it: one use less. Which one it is."""
    a = schema.admissions
    if connection.execute(update(a).where(*_good(secret)).values(used=a.c.used + 1)).rowcount == 0:
        raise NotInvited("no such invitation")
    return str(connection.execute(select(a.c.id).where(a.c.token_hash == hash_of(secret))).scalar_one())


def newest() -> Select[tuple[str, str, str, int, int, int, int, int | None]]:
    """The latest invitations, without the hashes of their links."""
    columns = [schema.admissions.c[field] for field in Admission.__struct_fields__ if field != "names"]
    return select(*columns).order_by(schema.admissions.c.created.desc()).limit(SHOWN)


def listed(store: Store) -> list[Admission]:
    """The latest invitations and who came by them. Call it in a thread."""
    a = schema.accounts.c
    came = select(a.invitation, a.handle).where(a.invitation.is_not(None)).order_by(a.created)
    made, arrived = store.ask(newest(), came)
    names = {row.id: tuple(one.handle for one in arrived if one.invitation == row.id) for row in made}
    return [Admission(**row._mapping, names=names[row.id]) for row in made]


def sweep(connection: Connection) -> None:
    """Forget what ended a year ago."""
    a = schema.admissions
    connection.execute(delete(a).where(a.c.expires < now() - KEPT))
