"""Who may write in a database: of an SQLite file one process alone, of PostgreSQL servers that play by the same rules.

Who may not is refused in one clear line. The lease is a lock that dies with its process, so that nothing has to be cleared away
after a crash: on a file beside an SQLite database, and in PostgreSQL on the very session through which everything is written.
Whoever has lost that session has lost the lease with it and writes nothing more until he has it back.
"""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, event

from .writer import StoreError

POSTGRES_KEY = 0x63617375732D6231  # "casus-b1"
"""The advisory lock of a database. Locks of one database do not concern another."""

RULES_KEY = 0x63736273
"""With this as the first half: what rules are played in the database."""

TRIES, PAUSE_SECONDS = 20, 0.05
"""How long one waits for a process that is just ending, or just beginning."""


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


class SessionLease:
    """PostgreSQL: the session through which everything is written, and of which there is one at a time, takes the lease before
    anything else. Servers share the database among themselves; who wants it ``alone`` waits until there is none.

    Servers that share it play by the same rules: one match under two sets of them would become two matches.
    """

    def __init__(self, engine: Engine, *, alone: bool, rules: str) -> None:
        self._name = engine.url.render_as_string()
        self._alone = alone
        self._rules = int.from_bytes(hashlib.sha256(rules.encode()).digest()[:4], "big") >> 1 if rules else None
        self._open = False
        self.first = False
        """Whether nobody else was there when this process came."""
        event.listen(engine, "connect", self._take)

    def _take(self, connection: Any, _: object) -> None:
        try:
            if self._alone or not self._open:
                self.first = _in_time(lambda: self._ask(connection, "pg_try_advisory_lock(%s)", POSTGRES_KEY), self._alone)
            if not self.first or (self._open and not self._alone):
                self._share(connection)
        except BaseException:
            connection.close()
            raise

    def _share(self, connection: Any) -> None:
        if self._alone or not _in_time(lambda: self._ask(connection, "pg_try_advisory_lock_shared(%s)", POSTGRES_KEY)):
            raise Taken(_line(self._name, ""))
        self._keep_to_the_rules(connection)

    def _keep_to_the_rules(self, connection: Any) -> None:
        if self._rules is None:
            return  # no match is played here
        self._ask(connection, "pg_try_advisory_lock_shared(%s, %s)", RULES_KEY, self._rules)
        others = (
            "count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid::bigint = %s"
            " AND objid::bigint <> %s AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        if self._ask(connection, others, RULES_KEY, self._rules):
            raise Taken(
                f"the database {self._name} is in use by servers with other rules of the games: stop those first;"
                " a match cannot be played by two sets of rules"
            )

    def open_to_others(self, connection: Connection) -> None:
        """The database is ready: let other servers in. Call it in a transaction of that session."""
        self._open = True
        if self.first and not self._alone:
            driver: Any = connection.connection.driver_connection
            self._share(driver)
            self._ask(driver, "pg_advisory_unlock(%s)", POSTGRES_KEY)

    @staticmethod
    def _ask(connection: Any, question: str, *values: int) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {question}", values)
            answer: bool = cursor.fetchone()[0]
        connection.commit()
        return answer


def _in_time(lock: Callable[[], bool], patient: bool = True) -> bool:
    """Take the lock; one whose holder has just been killed is free in a moment."""
    for _ in range(TRIES if patient else 0):
        if lock():
            return True
        time.sleep(PAUSE_SECONDS)
    return lock()


def _line(database: str, holder: str) -> str:
    by = f"another server ({holder})" if holder else "another server"
    return f"the database {database} is in use by {by}: stop that one first, or choose another database"
