"""What happens to accounts, for whoever watches over the server: figures and lines of the log. Nobody can be read out of them: a
person is a mark that means nothing after midnight, and nothing at all to another process."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import time

from ..tally import TALLY

log = logging.getLogger("casusbelli.security")

A_DAY = 86_400


class _Salt:
    """Random, another one every day, in memory alone."""

    def __init__(self) -> None:
        self._day, self._salt = -1, b""

    def of(self, day: int) -> bytes:
        if day != self._day:
            self._day, self._salt = day, secrets.token_bytes(32)
        return self._salt


_SALT = _Salt()


def mark_of(person: str) -> str:
    """By which lines of one day about one person are seen to belong together."""
    salt = _SALT.of(int(time.time()) // A_DAY)
    return hmac.new(salt, person.encode(), hashlib.sha256).hexdigest()[:12]


def note(what: str, person: str = "") -> None:
    """It has happened: to somebody, or to a name that may be nobody's."""
    TALLY.security[what] += 1
    log.info("%s %s", what, mark_of(person) if person else "-")
