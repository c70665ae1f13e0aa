"""Accounts in the store: a name nobody else has, a password, recovery codes, and how long one waits after failing to sign in."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from .. import schema
from ..records import Guest
from ..schema import now
from ..store import Conflict, Store
from . import admissions
from .codes import keep_codes, use_code
from .handles import fold
from .leaving import end_offers
from .sessions import DAY, Session, add_session, end_sessions, hash_of, new_id, new_secret, renew_session

State = Literal["active", "leaving", "suspended", "gone"]

FREE_TRIES = 3
LONGEST_WAIT = 300
"""Seconds."""
FAILURES_KEPT = DAY
STEP_TRIES = 3
STEP_LASTS = 10 * 60_000
DEVICE_LASTS = 365 * DAY
NAME_LASTS = 90 * DAY
OLD_NAME_LASTS = 365 * DAY
GRACE = 7 * DAY
"""How long somebody who leaves may think better of it."""


class Account(msgspec.Struct, frozen=True):
    """The way back in of a person."""

    person: str
    handle: str
    password: str | None
    totp: bytes | None
    totp_used: int
    state: State
    state_until: int | None
    staff: str | None
    created: int
    renamed: int | None

    @property
    def open(self) -> bool:
        """Whether somebody may sign in."""
        suspended = self.state == "suspended" and (self.state_until is None or self.state_until > now())
        return self.state != "gone" and not suspended


class Step(msgspec.Struct, frozen=True):
    """Somebody who has given his password, and whether this is not his device."""

    person: str
    brief: bool


class TooSoon(Conflict):
    """A name cannot be changed again yet."""


def failure_key(name: str) -> str:
    """Under what failures are counted: for a name, whether anybody has it or not."""
    return hash_of("signin " + fold(name))


class Accounts:
    """The accounts of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def named(self, name: str) -> Account | None:
        """The account of that name, or of one that looks like it."""
        return self._one(schema.accounts.c.handle_key == fold(name))

    def of(self, person: str) -> Account | None:
        return self._one(schema.accounts.c.person == person)

    def renamed(self, name: str) -> Account | None:
        """The account that had this name a short time ago."""
        old = schema.old_names.c
        (rows,) = self._store.ask(select(old.person).where(old.handle_key == fold(name), old.until > now()))
        return self.of(rows[0].person) if rows else None

    def _one(self, condition: Any) -> Account | None:
        columns = [schema.accounts.c[field] for field in Account.__struct_fields__]
        (rows,) = self._store.ask(select(*columns).where(condition))
        return Account(**rows[0]._mapping) if rows else None

    def seconds_to_wait(self, key: str) -> int:
        """How long before the next try."""
        failures = schema.signin_failures.c
        (rows,) = self._store.ask(select(failures.until).where(failures.key == key))
        return max(0, -(-(rows[0].until - now()) // 1000)) if rows else 0

    def is_known_device(self, person: str, secret: str) -> bool:
        """Whether the person has signed in from this browser before."""
        devices = schema.devices.c
        mine = (devices.person == person, devices.secret_hash == hash_of(secret), devices.seen > now() - DEVICE_LASTS)
        (rows,) = self._store.ask(select(devices.seen).where(*mine))
        return bool(secret and rows)

    def codes_left(self, person: str) -> int:
        codes = schema.recovery_codes.c
        (rows,) = self._store.ask(select(codes.n).where(codes.person == person, codes.used.is_(None)))
        return len(rows)

    # -- writing: futures that are done after the commit -----------------------------------------------------------------

    def create(
        self,
        session: Session | None,
        handle: str,
        password: str,
        codes: list[str],
        secret: str,
        device: str,
        *,
        brief: bool,
        invitation: str | None = None,
    ) -> asyncio.Future[tuple[Guest, Session]]:
        """An account for the guest of this session, who stays the same person; without a session, for somebody new.

        ``invitation``: by what he comes, where one must be invited; it is used up in the same transaction."""

        def job(connection: Connection) -> tuple[Guest, Session]:
            person = session.person if session is not None else new_id()
            _claim(connection, person, fold(handle))
            came_by = admissions.use(connection, invitation) if invitation is not None else None
            if session is None:
                connection.execute(insert(schema.guests).values(id=person, secret_hash=person, name=handle, created=now()))
            else:
                connection.execute(update(schema.guests).where(schema.guests.c.id == person).values(name=handle))
            values = {"person": person, "handle": handle, "handle_key": fold(handle), "password": password, "created": now()}
            connection.execute(insert(schema.accounts).values(invitation=came_by, **values))
            keep_codes(connection, person, codes)
            if session is None:
                begun = add_session(connection, person, "account", secret, device, brief=brief)
            else:
                begun = renew_session(connection, session, "account", secret, brief=brief)
            return _guest(connection, person), begun

        return self._store.writer.write(job)

    def open_session(self, person: str, secret: str, device: str, *, brief: bool) -> asyncio.Future[tuple[Guest, Session]]:
        """Somebody has signed in. Who was about to leave stays."""

        def job(connection: Connection) -> tuple[Guest, Session]:
            accounts = schema.accounts
            leaving = (accounts.c.person == person, accounts.c.state == "leaving")
            connection.execute(update(accounts).where(*leaving).values(state="active", state_until=None))
            return _guest(connection, person), add_session(connection, person, "account", secret, device, brief=brief)

        return self._store.writer.write(job)

    def note_failure(self, key: str) -> asyncio.Future[None]:
        """One more try that failed; from the fourth on one waits, twice as long each time."""

        def job(connection: Connection) -> None:
            table, at = schema.signin_failures, now()
            row = connection.execute(select(table.c.count.label("failed"), table.c.at).where(table.c.key == key)).first()
            count = 1 if row is None or row.at < at - FAILURES_KEPT else row.failed + 1
            wait = 0 if count < FREE_TRIES else min(LONGEST_WAIT, 2 ** (count - FREE_TRIES + 1))
            told = {"count": count, "until": at + wait * 1000, "at": at}
            if row is None:
                connection.execute(insert(table).values(key=key, **told))
            else:
                connection.execute(update(table).where(table.c.key == key).values(**told))

        return self._store.writer.write(job)

    def forget_failures(self, key: str) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(delete(schema.signin_failures).where(schema.signin_failures.c.key == key))

        return self._store.writer.write(job)

    def know_device(self, person: str, secret: str) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            table, hashed = schema.devices, hash_of(secret)
            same = (table.c.person == person, table.c.secret_hash == hashed)
            if connection.execute(update(table).where(*same).values(seen=now())).rowcount == 0:
                connection.execute(insert(table).values(person=person, secret_hash=hashed, seen=now()))

        return self._store.writer.write(job)

    def begin_step(self, person: str, *, brief: bool) -> asyncio.Future[str]:
        """The password was right; the second factor is to come. A ticket for it."""
        ticket = new_secret()

        def job(connection: Connection) -> str:
            values = {"id": hash_of(ticket), "person": person, "tries": 0, "brief": brief, "expires": now() + STEP_LASTS}
            connection.execute(insert(schema.signin_steps).values(**values))
            return ticket

        return self._store.writer.write(job)

    def try_step(self, ticket: str) -> asyncio.Future[Step | None]:
        """Who comes with this ticket, once more; None: there have been too many tries, or too much time has gone by."""

        def job(connection: Connection) -> Step | None:
            steps = schema.signin_steps
            mine = steps.c.id == hash_of(ticket)
            row = connection.execute(select(steps).where(mine)).first()
            if row is None or row.tries >= STEP_TRIES or row.expires < now():
                connection.execute(delete(steps).where(or_(mine, steps.c.expires < now())))
                return None
            connection.execute(update(steps).where(mine).values(tries=row.tries + 1))
            return Step(row.person, row.brief)

        return self._store.writer.write(job)

    def end_step(self, ticket: str) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(delete(schema.signin_steps).where(schema.signin_steps.c.id == hash_of(ticket)))

        return self._store.writer.write(job)

    def use_totp(self, person: str, step: int) -> asyncio.Future[bool]:
        """Use the six digits of that half minute; False where they were used before."""

        def job(connection: Connection) -> bool:
            accounts = schema.accounts
            newer = (accounts.c.person == person, accounts.c.totp_used < step)
            return bool(connection.execute(update(accounts).where(*newer).values(totp_used=step)).rowcount)

        return self._store.writer.write(job)

    def use_code(self, person: str, code: str) -> asyncio.Future[bool]:
        return self._store.writer.write(lambda connection: use_code(connection, person, code))

    def keep_codes(self, person: str, codes: list[str]) -> asyncio.Future[None]:
        return self._store.writer.write(lambda connection: keep_codes(connection, person, codes))

    def set_totp(
        self, session: Session, locked: bytes | None, step: int, secret: str
    ) -> asyncio.Future[tuple[Session, list[str]]]:
        """A second factor, or none any more: this browser gets a new secret, the others sign in again."""

        def job(connection: Connection) -> tuple[Session, list[str]]:
            accounts = schema.accounts
            mine = accounts.c.person == session.person
            connection.execute(update(accounts).where(mine).values(totp=locked, totp_used=step))
            ended = end_sessions(connection, session.person, but=session.id)
            return renew_session(connection, session, "account", secret), ended

        return self._store.writer.write(job)

    def rehash(self, person: str, old: str, hashed: str) -> asyncio.Future[None]:
        """The same password, hashed with more care; unless it is another one by now."""

        def job(connection: Connection) -> None:
            accounts = schema.accounts.c
            same = (accounts.person == person, accounts.password == old)
            connection.execute(update(schema.accounts).where(*same).values(password=hashed))

        return self._store.writer.write(job)

    def change_password(self, session: Session, hashed: str, secret: str) -> asyncio.Future[tuple[Session, list[str]]]:
        """Another password: this browser gets a new secret, the others sign in again."""

        def job(connection: Connection) -> tuple[Session, list[str]]:
            _set_password(connection, session.person, hashed)
            ended = end_sessions(connection, session.person, but=session.id)
            return renew_session(connection, session, "account", secret), ended

        return self._store.writer.write(job)

    def recover(self, person: str, code: str, hashed: str) -> asyncio.Future[list[str] | None]:
        """Another password by a recovery code, which ends all sessions. None where the code is not good."""

        def job(connection: Connection) -> list[str] | None:
            if not use_code(connection, person, code):
                return None
            _set_password(connection, person, hashed)
            return end_sessions(connection, person)

        return self._store.writer.write(job)

    def reset_password(self, person: str, hashed: str) -> asyncio.Future[list[str]]:
        """Another password, which ends all sessions."""

        def job(connection: Connection) -> list[str]:
            _set_password(connection, person, hashed)
            return end_sessions(connection, person)

        return self._store.writer.write(job)

    def rename(self, person: str, handle: str) -> asyncio.Future[None]:
        """Another name: not too often, and the old one is kept free for a year and leads here."""

        def job(connection: Connection) -> None:
            accounts, at = schema.accounts, now()
            mine = accounts.c.person == person
            row = connection.execute(select(accounts.c.handle_key, accounts.c.renamed).where(mine)).one()
            if row.renamed is not None and row.renamed > at - NAME_LASTS:
                raise TooSoon("the name was changed a short time ago")
            key = fold(handle)
            if key != row.handle_key:
                _claim(connection, person, key)
                connection.execute(
                    insert(schema.old_names).values(handle_key=row.handle_key, person=person, until=at + OLD_NAME_LASTS)
                )
            connection.execute(update(accounts).where(mine).values(handle=handle, handle_key=key, renamed=at))
            connection.execute(update(schema.guests).where(schema.guests.c.id == person).values(name=handle))

        return self._store.writer.write(job)

    def leave(self, person: str, *, erase_words: bool) -> asyncio.Future[None]:
        """Somebody wants to go; until the day he may think better of it. Signing in cancels it."""

        def job(connection: Connection) -> None:
            end_offers(connection, person)
            values = {"state": "leaving", "state_until": now() + GRACE, "erase_words": erase_words}
            connection.execute(update(schema.accounts).where(schema.accounts.c.person == person).values(**values))

        return self._store.writer.write(job)

    def sweep(self) -> asyncio.Future[None]:
        """Forget failures, half sign-ins and names whose time is over."""

        def job(connection: Connection) -> None:
            at = now()
            connection.execute(delete(schema.signin_failures).where(schema.signin_failures.c.at < at - FAILURES_KEPT))
            connection.execute(delete(schema.signin_steps).where(schema.signin_steps.c.expires < at))
            connection.execute(delete(schema.old_names).where(schema.old_names.c.until < at))
            connection.execute(delete(schema.devices).where(schema.devices.c.seen < at - DEVICE_LASTS))
            admissions.sweep(connection)

        return self._store.writer.write(job)


def _claim(connection: Connection, person: str, key: str) -> None:
    """The name must be nobody's, and not have been somebody else's until a short time ago."""
    accounts, old = schema.accounts.c, schema.old_names.c
    if connection.execute(select(accounts.person).where(accounts.handle_key == key)).first() is not None:
        raise Conflict("that name is taken")
    row = connection.execute(select(old.person, old.until).where(old.handle_key == key)).first()
    if row is not None:
        if row.person != person and row.until > now():
            raise Conflict("that name is taken")
        connection.execute(delete(schema.old_names).where(old.handle_key == key))


def _set_password(connection: Connection, person: str, hashed: str) -> None:
    """Half a sign-in ends with it, and links that would have given another, however it came about; and those that would confirm
    an address: whoever knew the old password may have asked for them. What brings an address back does not end."""
    links, steps = schema.mail_links, schema.signin_steps
    connection.execute(delete(steps).where(steps.c.person == person))
    connection.execute(delete(links).where(links.c.person == person, links.c.purpose.in_(["reset", "email"])))
    connection.execute(update(schema.accounts).where(schema.accounts.c.person == person).values(password=hashed))


def _guest(connection: Connection, person: str) -> Guest:
    guests, accounts = schema.guests, schema.accounts
    joined = select(guests.c.name, guests.c.preferences, accounts.c.totp).select_from(guests.join(accounts))
    row = connection.execute(joined.where(guests.c.id == person)).one()
    return Guest(person, row.name, True, False, msgspec.json.decode(row.preferences, type=dict[str, str]), row.totp is None)
