"""What those who look after the house can do. Every act is one transaction that also writes its line of the audit log and tells
the servers that run what to look at again. Pages and the command line use the same acts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, union, update

from .. import schema
from ..housekeeping import keep_closed
from ..pace import DAY
from ..people import admissions
from ..people.handles import fold, problem_with, tidy_handle
from ..people.leaving import LEFT
from ..people.sessions import end_sessions, hash_of, new_id, new_secret
from ..post.book import LINK_LASTS, Notice, addressees, tell
from ..records import Closed
from ..schema import now
from ..writer import StoreError

REMOVED = LEFT
"""What stands in place of words that were removed."""

REASON = 300
LONGEST = 3650
ROLES = ("moderator", "admin")
"""Moderators act on reports; admins also read the audit log and say who is staff."""


class CannotAct(StoreError):
    """It cannot be done; the text says why, for whoever is staff."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """One act: who does what to whom and why."""

    actor: str
    act: str
    target: str
    reason: str = ""
    days: int = 0
    name: str = ""
    line: int = 0
    uses: int = 0
    over_staff: bool = True
    """Whether who does it may do it to those who look after the house, too."""
    report: str = ""
    """The report that is done with by it."""


def perform(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Do it, log it, signal it, tell whom it is done to. What it gives is for who did it alone."""
    if deed.act not in ACTS:
        raise CannotAct(f"there is no act {deed.act!r}; there are {', '.join(ACTS)}")
    if not deed.reason.strip() and deed.act in NEED_REASON:
        raise CannotAct("say why: the person is told")
    found = ACTS[deed.act](connection, deed)
    if not deed.over_staff and deed.act in ON_PEOPLE and _is_staff(connection, found["person"]):
        raise CannotAct("an admin acts on those who look after the house")
    told = {key: value for key, value in found.items() if key not in {"secret"}}
    row = {"at": now(), "actor": deed.actor[:80], "act": deed.act, "target": deed.target[:80], "reason": deed.reason[:REASON]}
    connection.execute(insert(schema.audit).values(id=new_id(), data=msgspec.json.encode(told).decode(), **row))
    for what in found.get("signals", ()):
        connection.execute(insert(schema.signals).values(at=now(), what=what))
    if deed.act in TOLD and found["person"]:
        _tell(connection, found["person"], TOLD[deed.act], deed.reason)
    if deed.report:
        perform(connection, Deed(actor=deed.actor, act="dismiss", target=deed.report, reason=deed.reason))
    return found


def _is_staff(connection: Connection, person: str) -> bool:
    a = schema.accounts.c
    return connection.execute(select(a.staff).where(a.person == person)).scalar() is not None


def _tell(connection: Connection, person: str, kind: str, reason: str) -> None:
    """The person is told what was done, and why."""
    to = addressees(lambda *queries: [connection.execute(query).all() for query in queries], [person]).get(person)
    if to is not None:
        key, data = f"{kind}:{secrets.token_hex(6)}:{person}", {"text": reason} if kind == "moderation" else {}
        tell(connection, Notice(person, kind, key, now(), data=dict(data)), to, wait=0)


def person_called(connection: Connection, name: str) -> str:
    """The person with this account, by name or by id."""
    a = schema.accounts.c
    row = connection.execute(select(a.person).where((a.handle_key == fold(name)) | (a.person == name))).first()
    if row is None:
        raise CannotAct(f"nobody is called {name!r}")
    return str(row.person)


def _anybody(connection: Connection, name: str) -> str:
    """The person, with or without an account."""
    g = schema.guests.c
    row = connection.execute(select(g.id).where(g.id == name)).first()
    return str(row.id) if row is not None else person_called(connection, name)


def _until(deed: Deed) -> int:
    if not 0 < deed.days <= LONGEST:
        raise CannotAct(f"for how many days? 1 to {LONGEST}")
    return now() + deed.days * DAY


def _touched(person: str, **more: Any) -> dict[str, Any]:
    return {"person": person, "signals": [f"person {person}"], **more}


# -- people ----------------------------------------------------------------------------------------------------------------


def suspend(connection: Connection, deed: Deed) -> dict[str, Any]:
    """The account is shut for some days: all sessions end, nobody signs in."""
    person, until = person_called(connection, deed.target), _until(deed)
    a = schema.accounts
    mine = and_(a.c.person == person, a.c.state.in_(["active", "suspended"]))
    if connection.execute(update(a).where(mine).values(state="suspended", state_until=until)).rowcount == 0:
        raise CannotAct("this account is leaving, or gone")
    end_sessions(connection, person)
    return _touched(person, until=until)


def restore(connection: Connection, deed: Deed) -> dict[str, Any]:
    """The account is open again, and its words too."""
    person = _anybody(connection, deed.target)
    a, r = schema.accounts, schema.restraints
    connection.execute(update(a).where(a.c.person == person, a.c.state == "suspended").values(state="active", state_until=None))
    connection.execute(delete(r).where(r.c.person == person))
    return _touched(person)


def silence(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Free words are off for some days; cards and choices are not."""
    person, until = _anybody(connection, deed.target), _until(deed)
    r = schema.restraints
    mine = and_(r.c.person == person, r.c.kind == "silenced")
    told = {"until": until, "reason": deed.reason[:REASON]}
    if connection.execute(update(r).where(mine).values(**told)).rowcount == 0:
        connection.execute(insert(r).values(person=person, kind="silenced", **told))
    return _touched(person, until=until)


def warn(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Nothing but a word: the person reads the reason."""
    return _touched(_anybody(connection, deed.target))


def rename(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Take a name away. The old one is kept from everybody for a year, and from what was said under it."""
    person = _anybody(connection, deed.target)
    name = tidy_handle(deed.name) or f"player-{secrets.token_hex(3)}"
    a, g, s, chat = schema.accounts, schema.guests, schema.seats, schema.chat
    row = connection.execute(select(a.c.handle, a.c.handle_key).where(a.c.person == person)).first()
    if row is not None:
        if problem_with(name) is not None or connection.execute(select(a.c.person).where(a.c.handle_key == fold(name))).first():
            raise CannotAct("that name cannot be given")
        old = schema.old_names
        connection.execute(delete(old).where(old.c.handle_key == row.handle_key))
        connection.execute(insert(old).values(handle_key=row.handle_key, person=person, until=now() + 365 * DAY))
        connection.execute(update(a).where(a.c.person == person).values(handle=name, handle_key=fold(name), renamed=now()))
    connection.execute(update(g).where(g.c.id == person).values(name=name))
    connection.execute(update(chat).where(chat.c.person == person).values(name=name))
    here = union(select(s.c.match).where(s.c.guest == person), select(chat.c.match).where(chat.c.person == person))
    matches = [f"match {match}" for match in connection.execute(here).scalars()]
    return {
        "person": person,
        "was": row.handle if row is not None else "",
        "name": name,
        "signals": [f"person {person}", *matches],
    }


def sessions_end(connection: Connection, deed: Deed) -> dict[str, Any]:
    person = person_called(connection, deed.target)
    return _touched(person, ended=len(end_sessions(connection, person)))


def reset_password(connection: Connection, deed: Deed) -> dict[str, Any]:
    """A link by which the person sets another password, once, within half an hour."""
    person, secret = person_called(connection, deed.target), new_secret()
    row = {"id": hash_of(secret), "person": person, "purpose": "reset", "address": "", "expires": now() + LINK_LASTS}
    connection.execute(insert(schema.mail_links).values(**row))
    return {"person": person, "secret": secret}


def drop_factor(connection: Connection, deed: Deed) -> dict[str, Any]:
    """For who has lost the telephone and the codes: the password alone signs in, until there is another second factor."""
    person = person_called(connection, deed.target)
    a = schema.accounts
    if connection.execute(update(a).where(a.c.person == person, a.c.totp.is_not(None)).values(totp=None)).rowcount == 0:
        raise CannotAct("this account has no second factor")
    connection.execute(delete(schema.signin_steps).where(schema.signin_steps.c.person == person))
    end_sessions(connection, person)
    return _touched(person)


def staff(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Somebody looks after the house from now on, or does no longer (no name)."""
    person = person_called(connection, deed.target)
    if deed.name and deed.name not in ROLES:
        raise CannotAct(f"there are {', '.join(ROLES)}")
    connection.execute(update(schema.accounts).where(schema.accounts.c.person == person).values(staff=deed.name or None))
    return _touched(person, role=deed.name)


def invite(connection: Connection, deed: Deed) -> dict[str, Any]:
    """A link by which so many people make accounts, for some days. ``target`` says for whom it is meant."""
    if not 0 < deed.days <= admissions.MOST_DAYS:
        raise CannotAct(f"for how many days? 1 to {admissions.MOST_DAYS}")
    if not 0 < deed.uses <= admissions.MOST_USES:
        raise CannotAct(f"for how many people? 1 to {admissions.MOST_USES}")
    admission, secret = admissions.make(connection, deed.actor, deed.target, deed.uses, deed.days)
    return {"invitation": admission, "uses": deed.uses, "days": deed.days, "secret": secret}


def uninvite(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Withdraw an invitation. Who has come by it stays."""
    if not admissions.withdraw(connection, deed.target):
        raise CannotAct("there is no such invitation")
    return {"invitation": deed.target}


# -- words and matches -----------------------------------------------------------------------------------------------------


def hide(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Remove a line of chat: its words are gone from the match, from exports and from everything made of it."""
    chat = schema.chat
    here = and_(chat.c.match == deed.target, chat.c.n == deed.line)
    row = connection.execute(select(chat.c.text, chat.c.person).where(here)).first()
    if row is None:
        raise CannotAct("there is no such line")
    connection.execute(update(chat).where(here).values(text=REMOVED, card=None, hidden_by=deed.actor[:80]))
    return {"person": row.person or "", "line": deed.line, "was": row.text, "signals": [f"match {deed.target}"]}


def close_match(connection: Connection, deed: Deed) -> dict[str, Any]:
    """Call a match off: it has no winner and moves no rating."""
    if connection.execute(select(schema.matches.c.id).where(schema.matches.c.id == deed.target)).first() is None:
        raise CannotAct("there is no such match")
    keep_closed(deed.target, Closed("off", now()))(connection)
    connection.execute(update(schema.houses).where(schema.houses.c.match == deed.target).values(due=None))
    return {"signals": [f"match {deed.target}"]}


def close_challenge(connection: Connection, deed: Deed) -> dict[str, Any]:
    c = schema.challenges
    mine = and_(c.c.id == deed.target, c.c.state == "open")
    if connection.execute(update(c).where(mine).values(state="withdrawn")).rowcount == 0:
        raise CannotAct("there is no such open challenge")
    return {}


def dismiss(connection: Connection, deed: Deed) -> dict[str, Any]:
    """A report is done with."""
    r = schema.reports
    if connection.execute(update(r).where(r.c.id == deed.target).values(state="closed")).rowcount == 0:
        raise CannotAct("there is no such report")
    return {}


ACTS: dict[str, Callable[[Connection, Deed], dict[str, Any]]] = {
    "warn": warn,
    "silence": silence,
    "suspend": suspend,
    "restore": restore,
    "rename": rename,
    "sessions_end": sessions_end,
    "reset_password": reset_password,
    "drop_factor": drop_factor,
    "staff": staff,
    "invite": invite,
    "uninvite": uninvite,
    "hide": hide,
    "close_match": close_match,
    "close_challenge": close_challenge,
    "dismiss": dismiss,
}
NEED_REASON = frozenset({"warn", "silence", "suspend", "rename", "hide", "close_match", "close_challenge"})
FOR_ADMINS = frozenset({"staff", "reset_password", "drop_factor"})
LEADS_TO = {"reset_password": "/recovery/", "invite": "/account/new/"}
"""Acts that give a link, which is told once, and where it leads."""
ON_PEOPLE = frozenset({"warn", "silence", "suspend", "restore", "rename", "sessions_end"})
"""Acts of moderators that are done to somebody."""
TOLD = {**dict.fromkeys(("warn", "silence", "suspend", "rename", "hide"), "moderation"), "drop_factor": "factor"}
"""What the person is told, and as what: with the reason where there is one."""
