"""One process owns a database: who comes second is refused in one clear line.

The lease is a lock that dies with its process, so that nothing has to be cleared away after a crash: on a file beside an SQLite
database, and in PostgreSQL on the very session through which everything is written. Whoever has lost that session has lost the
lease with it and writes nothing more until he has it back.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Engine, event

from .writer import StoreError

POSTGRES_KEY = 0x63617375732D6231  # "casus-b1"
"""The advisory lock of a database. Locks of one database do not concern another."""


TRIES, PAUSE_SECONDS = 10, 0.05
"""How long one waits for a process that is just ending."""


class Taken(StoreError):
    """Another process has the database."""


class FileLease:
    """A lock on a file beside the database. It also says who has it."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + "-lock")
        try:
            self._file: IO[str] = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
        except OSError as error:
            raise StoreError(f"cannot open the database {database}: its lock {path.name}: {error.strerror}") from None
        if not _in_time(lambda: _lock(self._file)):
            holder = self._file.read(80).strip()
            self._file.close()
            raise Taken(_line(str(database), holder))
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self._file.flush()

    def release(self) -> None:
        """Closing the file gives the lock back. The file stays: to remove it would let two hold one each."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30

    def _lock(file: IO[str]) -> bool:
        """Far behind the text, which others may read."""
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def hold_by_session(engine: Engine) -> None:
    """PostgreSQL: every session of this engine, which has one at a time, takes the lease before anything else."""

    @event.listens_for(engine, "connect")
    def take(connection: Any, _: object) -> None:
        def lock() -> bool:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", (POSTGRES_KEY,))
                taken: bool = cursor.fetchone()[0]
            connection.commit()
            return taken

        if not _in_time(lock):
            connection.close()
            raise Taken(_line(engine.url.render_as_string(), ""))


def _in_time(lock: Callable[[], bool]) -> bool:
    """Take the lock; one whose holder has just been killed is free in a moment."""
    for _ in range(TRIES):
        if lock():
            return True
        time.sleep(PAUSE_SECONDS)
    return lock()


def _line(database: str, holder: str) -> str:
    by = f"another server ({holder})" if holder else "another server"
    return f"the database {database} is in use by {by}: stop that one first, or choose another database"
