"""The server's own secret: it encrypts the seeds of second factors, so that a stolen database alone does not open accounts."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

SUFFIX = "-secret"


class Keeper:
    """Locks and unlocks small things."""

    def __init__(self, secret: str) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"casus second factor " + secret.encode()).digest()))

    def lock(self, text: str) -> bytes:
        return self._fernet.encrypt(text.encode())

    def unlock(self, locked: bytes) -> str | None:
        """None where it was locked by another server's secret."""
        try:
            return self._fernet.decrypt(locked).decode()
        except InvalidToken:
            return None


def secret_beside(database: Path | None) -> str:
    """The secret in the file beside the database, made there at the first start; its owner alone reads it.

    Without a place to keep it (a database in memory) it lasts as long as the process.
    """
    if database is None:
        return secrets.token_urlsafe(32)
    file = database.with_name(database.name + SUFFIX)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        made = file.with_name(f"{file.name}-{secrets.token_hex(8)}")
        written = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        os.write(written, secrets.token_urlsafe(32).encode())
        os.close(written)
        with suppress(FileExistsError):  # another process was quicker: its secret counts
            os.link(made, file)
        made.unlink()
    return file.read_text().strip()
