"""Passwords: hashed slowly in threads of their own, so that no table waits, and refused where they would soon be guessed."""

from __future__ import annotations

import asyncio
import base64
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ..settings import Settings
from .handles import fold

T = TypeVar("T")

SHORTEST, LONGEST = 10, 128
AT_A_TIME = 2
WAITING = 32
JUDGED = 72
"""The judge's work grows with the length: so many characters are enough to judge by."""
GOOD_ENOUGH = 3

PATTERNS = {
    "dictionary": "common",
    "spatial": "keys",
    "repeat": "repeat",
    "sequence": "sequence",
    "date": "date",
}
"""What makes a password easy to guess, and the hint that says so."""


def _judged(password: str, name: str) -> Any:
    """How easily it is guessed. Large lists of words are loaded for it: where somebody first chooses a password, not before."""
    from zxcvbn import zxcvbn

    return zxcvbn(password[:JUDGED], user_inputs=[name, "casus", "belli", "casusbelli"])


class Busy(Exception):
    """So many passwords are being looked at that no more are taken."""


class Passwords:
    """The hashing of one server."""

    def __init__(self, settings: Settings) -> None:
        self._hasher = PasswordHasher(memory_cost=settings.password_memory, time_cost=settings.password_rounds, parallelism=1)
        self._pool = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="casus-password")
        self._under_way = 0
        self._nobodys = _nobodys_hash(settings)

    async def hash(self, password: str) -> str:
        return await self._work(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether this is the password. Where there is none to compare with, the same work is done for nothing."""
        return await self._work(lambda: self._verify(hashed or self._nobodys, password)) and hashed is not None

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, hashed: str) -> bool:
        """Whether it was hashed with less care than is usual now."""
        return self._hasher.check_needs_rehash(hashed)

    async def problem_with(self, password: str, name: str) -> tuple[str, str] | None:
        """Why this cannot be the password of somebody of that name: a key of the words, and that of a hint."""
        if len(password) < SHORTEST:
            return "account.password_short", ""
        if len(password) > LONGEST:
            return "account.password_long", ""
        if name and fold(name) and fold(name) in fold(password):
            return "account.password_name", ""
        judged = await self._work(lambda: _judged(password, name))
        if judged["score"] >= GOOD_ENOUGH:
            return None
        longest = max(judged["sequence"], key=lambda found: len(found["token"]), default={"pattern": "bruteforce"})
        return "account.password_weak", f"account.hint.{PATTERNS.get(longest['pattern'], 'words')}"

    async def _work(self, job: Callable[[], T]) -> T:
        if self._under_way >= AT_A_TIME + WAITING:
            raise Busy
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._under_way -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _plain(password: str) -> str:
    """The same signs typed on another keyboard are the same password."""
    return unicodedata.normalize("NFKC", password)


def _nobodys_hash(settings: Settings) -> str:
    """A hash that no password fits, made with the usual care."""
    salt, digest = (base64.b64encode(secrets.token_bytes(n)).decode().rstrip("=") for n in (16, 32))
    return f"$argon2id$v=19$m={settings.password_memory},t={settings.password_rounds},p=1${salt}${digest}"
