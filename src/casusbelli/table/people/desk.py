"""The desk at the entrance: who signs up, who signs in, and who has to wait. It says the same to everybody who fails."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec
from litestar.datastructures import Cookie

from ..guests import DEVICE, GUEST, SESSION, Connection, Guests, Known, address_of, cookie, cookie_name, device_of
from ..rates import Buckets
from ..settings import Settings, default_database
from ..store import Conflict, Store
from .accounts import Account, Accounts, failure_key
from .admissions import NotInvited, is_good
from .codes import new_codes
from .factors import step_of
from .handles import fold
from .incidents import note
from .passwords import Passwords
from .secret import Keeper, secret_beside
from .sessions import Session, hash_of, new_secret

MOST_PASSWORD = 1024
"""Longer than any password; nothing of such a length is hashed."""


CHANGES = {"password": "password_changed", "factor": "factor_changed"}
"""Of what somebody is told of his account, what is also noted for whoever watches over the server."""


class Wait(Exception):
    """Not now: after so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Wrong(Exception):
    """Name, password, code or digits are not right; it is not told which."""


class Taken(Exception):
    """Somebody else has this name, or one that looks like it."""


class SecondFactor(NamedTuple):
    """The password was right; this ticket and six digits are still to come."""

    ticket: str


class Welcome(NamedTuple):
    """Signed in, with the cookies that say so."""

    known: Known
    cookies: list[Cookie]


class Desk:
    """The desk of one server."""

    def __init__(self, store: Store, settings: Settings, guests: Guests) -> None:
        self.accounts = Accounts(store)
        self.passwords = Passwords(settings)
        self.open = settings.signup != "closed"
        """Whether accounts are made here at all."""
        self.by_invitation = settings.signup == "invite"
        self._store = store
        self._guests = guests
        self.keeper = Keeper(settings.secret or secret_beside(store.file or (default_database() if store.shared else None)))
        self.announce: Callable[..., Awaitable[None]] | None = None
        """How somebody is told what happened to his account."""
        self._signups = Buckets(settings.signup_rate)
        self._signins = Buckets(settings.signin_rate)
        self._recoveries = Buckets(settings.recovery_rate)

    # -- signing up ------------------------------------------------------------------------------------------------------

    async def invited(self, connection: Connection, invitation: str) -> bool:
        """Whether this is an invitation that is good now. Those that are not are counted as accounts are."""
        if await asyncio.to_thread(is_good, self._store, invitation):
            return True
        self._count(self._signups, connection)
        return False

    async def sign_up(
        self, connection: Connection, name: str, password: str, *, brief: bool, invitation: str = ""
    ) -> tuple[Welcome, list[str]]:
        """An account for whoever this is, and the recovery codes, which are shown once."""
        self._count(self._signups, connection)
        if self.by_invitation and not await asyncio.to_thread(is_good, self._store, invitation):
            raise NotInvited("no such invitation")  # before any work, and before it is told whether a name is taken
        known = await self._guests.known(connection)
        session = known.session if known is not None and not known.guest.account and not known.guest.moved else None
        secret, codes = new_secret(), new_codes()
        hashed = await self.passwords.hash(password)
        try:
            came_by = invitation if self.by_invitation else None
            guest, begun = await self.accounts.create(
                session, name, hashed, codes, secret, device_of(connection), brief=brief, invitation=came_by
            )
        except NotInvited:
            raise
        except Conflict:
            raise Taken from None
        note("signed_up", guest.id)
        if self._guests.factor_needed:
            self._guests.ended(guest.id, [begun.id])  # tables that a guest has open are an account's from now on
        self._guests.forget(guest.id)
        self._guests.adopt(connection, secret, Known(guest, begun))
        cookies = [cookie(connection, SESSION, secret, brief=brief), *await self._device(connection, guest.id, brief=brief)]
        return Welcome(Known(guest, begun), cookies), codes

    # -- signing in ------------------------------------------------------------------------------------------------------

    async def sign_in(self, connection: Connection, name: str, password: str, *, brief: bool) -> Welcome | SecondFactor:
        """By name and password. Names nobody has are treated like all others."""
        self._count(self._signins, connection)
        account, key = await asyncio.to_thread(self.accounts.named, name), failure_key(name)
        await self._have_patience(connection, account, key)
        hashed = account.password if account is not None and account.open else None
        if not await self.passwords.fits(hashed, password[:MOST_PASSWORD]):
            await self.accounts.note_failure(key)
            note("sign_in_failed", key)
            raise Wrong
        assert account is not None
        assert hashed is not None
        await self.accounts.forget_failures(key)
        if self.passwords.outdated(hashed):
            await self.accounts.rehash(account.person, hashed, await self.passwords.hash(password))
        if account.totp is not None:
            return SecondFactor(await self.accounts.begin_step(account.person, brief=brief))
        return await self._welcome(connection, account.person, brief=brief)

    async def _have_patience(self, connection: Connection, account: Account | None, key: str) -> None:
        """Who has failed often waits, except in a browser where this person has signed in before."""
        waiting = await asyncio.to_thread(self.accounts.seconds_to_wait, key)
        if not waiting:
            return
        secret = connection.cookies.get(cookie_name(connection, DEVICE), "")
        if account is None or not await asyncio.to_thread(self.accounts.is_known_device, account.person, secret):
            raise Wait(waiting)

    async def second_factor(self, connection: Connection, ticket: str, digits: str) -> Welcome | None:
        """The six digits, or a recovery code, after the password. None: begin anew."""
        step = await self.accounts.try_step(ticket)
        account = await asyncio.to_thread(self.accounts.of, step.person) if step is not None else None
        if step is None or account is None or not account.open:
            return None
        if not await self.has_factor(account, digits):
            raise Wrong
        await self.accounts.end_step(ticket)
        return await self._welcome(connection, account.person, brief=step.brief)

    async def has_factor(self, account: Account, digits: str) -> bool:
        """Whether these are the digits of now, not used before, or an unused recovery code."""
        key = hash_of(f"factor {account.person}")
        waiting = await asyncio.to_thread(self.accounts.seconds_to_wait, key)
        if waiting:
            raise Wait(waiting)
        seed = self.keeper.unlock(account.totp) if account.totp is not None else None
        step = step_of(seed, digits) if seed is not None else None
        used = step is not None and await self.accounts.use_totp(account.person, step)
        if used or await self.accounts.use_code(account.person, digits):
            await self.accounts.forget_failures(key)
            return True
        await self.accounts.note_failure(key)
        note("factor_failed", account.person)
        return False

    async def _welcome(self, connection: Connection, person: str, *, brief: bool) -> Welcome:
        """A new session by a new secret. The guest of this browser waits until somebody signs out, or is moved to the account."""
        before = await self._guests.known(connection)
        device = connection.cookies.get(cookie_name(connection, DEVICE), "")
        if not await asyncio.to_thread(self.accounts.is_known_device, person, device):
            await self._announce(person, "signed_in", device=device_of(connection))
        secret = new_secret()
        guest, session = await self.accounts.open_session(person, secret, device_of(connection), brief=brief)
        note("signed_in", person)
        cookies = [cookie(connection, SESSION, secret, brief=brief), *await self._device(connection, person, brief=brief)]
        if before is not None and before.guest.account:
            await self._guests.end(before.guest.id, only=before.session.id)
        elif before is not None:
            waiting = connection.cookies.get(cookie_name(connection)) or connection.cookies[cookie_name(connection, GUEST)]
            cookies.append(cookie(connection, GUEST, waiting))
        self._guests.adopt(connection, secret, Known(guest, session))
        return Welcome(Known(guest, session), cookies)

    async def _device(self, connection: Connection, person: str, *, brief: bool) -> list[Cookie]:
        """The browser is known from now on as one in which this person signs in; somebody else's device is not."""
        if brief:
            return []
        secret = new_secret()
        await self.accounts.know_device(person, secret)
        return [cookie(connection, DEVICE, secret)]

    async def sure(self, known: Known, password: str) -> None:
        """The password once more, before something that cannot be undone."""
        account = await asyncio.to_thread(self.accounts.of, known.guest.id)
        assert account is not None
        key = hash_of(f"sure {account.person}")
        waiting = await asyncio.to_thread(self.accounts.seconds_to_wait, key)
        if waiting:
            raise Wait(waiting)
        if not await self.passwords.fits(account.password, password[:MOST_PASSWORD]):
            await self.accounts.note_failure(key)
            note("sure_failed", account.person)
            raise Wrong
        await self.accounts.forget_failures(key)
        await self._guests.sessions.note_sure(known.session)
        self._guests.forget(known.guest.id)

    # -- getting back in -------------------------------------------------------------------------------------------------

    async def recover(self, connection: Connection, name: str, code: str, password: str) -> Welcome | SecondFactor:
        """Another password by a recovery code. All sessions end; a second factor is asked for as ever."""
        self._count(self._recoveries, connection)
        account, key = await asyncio.to_thread(self.accounts.named, name), hash_of("recovery " + fold(name))
        waiting = await asyncio.to_thread(self.accounts.seconds_to_wait, key)
        if waiting:
            raise Wait(waiting)
        hashed = await self.passwords.hash(password)
        person = account.person if account is not None and account.open else ""
        ended = await self.accounts.recover(person, code, hashed)
        if ended is None or account is None:
            await self.accounts.note_failure(key)
            note("recovery_failed", key)
            raise Wrong
        await self.accounts.forget_failures(key)
        await self.accounts.forget_failures(failure_key(name))
        self._guests.ended(person, ended)
        await self._announce(person, "password")
        if account.totp is not None:
            return SecondFactor(await self.accounts.begin_step(person, brief=False))
        return await self._welcome(connection, person, brief=False)

    async def recover_by_link(self, person: str, password: str) -> bool:
        """Another password by a link that was good. All sessions end."""
        account = await asyncio.to_thread(self.accounts.of, person)
        if account is None or not account.open:
            return False
        hashed = await self.passwords.hash(password)
        self._guests.ended(person, await self.accounts.reset_password(person, hashed))
        await self.accounts.forget_failures(failure_key(account.handle))
        await self._announce(person, "password")
        return True

    def count_recovery(self, connection: Connection) -> None:
        self._count(self._recoveries, connection)

    # -- changes ---------------------------------------------------------------------------------------------------------

    async def change_password(self, connection: Connection, known: Known, password: str) -> list[Cookie]:
        """Another password: this browser gets a new secret, all others have to sign in."""
        secret, hashed = new_secret(), await self.passwords.hash(password)
        changed = await self.accounts.change_password(known.session, hashed, secret)
        await self._announce(known.guest.id, "password")
        return self._renewed(connection, known, secret, *changed)

    async def set_factor(self, connection: Connection, known: Known, seed: str | None, step: int) -> list[Cookie]:
        """A second factor from now on, or none any more."""
        secret = new_secret()
        locked = self.keeper.lock(seed) if seed is not None else None
        changed = await self.accounts.set_totp(known.session, locked, step, secret)
        await self._announce(known.guest.id, "factor")
        guest = msgspec.structs.replace(known.guest, bare=seed is None)
        return self._renewed(connection, known._replace(guest=guest), secret, *changed)

    async def _announce(self, person: str, what: str, **more: str) -> None:
        if what in CHANGES:
            note(CHANGES[what], person)
        if self.announce is not None:
            await self.announce(person, what, secrets.token_hex(6), **more)

    def _renewed(self, connection: Connection, known: Known, secret: str, session: Session, ended: list[str]) -> list[Cookie]:
        self._guests.ended(known.guest.id, ended)
        self._guests.adopt(connection, secret, Known(known.guest, session))
        return [cookie(connection, SESSION, secret, brief=session.brief)]

    @staticmethod
    def _count(buckets: Buckets, connection: Connection) -> None:
        bucket = buckets.of(address_of(connection))
        if not bucket.take():
            raise Wait(bucket.wait)

    def forget_full(self) -> None:
        for buckets in (self._signups, self._signins, self._recoveries):
            buckets.forget_full()

    def close(self) -> None:
        self.passwords.close()
