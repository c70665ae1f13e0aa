"""One thread writes. What has come in while it was committing goes into the next commit together.

Every job runs inside a transaction of its batch and is answered after the commit. If a batch fails, its jobs are run again
one by one, so that a job which breaks a constraint fails alone; a fault of the storage itself fails them all.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Insert
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")


class Row(NamedTuple):
    """The commonest job: one row more. All rows of a batch that go into the same table are sent in one go."""

    insert: Insert
    values: dict[str, Any]
    key: tuple[str, int] | None = None
    """Where several processes write: under which key; who comes second with it gets a Conflict."""
    also: Callable[[Connection], None] | None = None
    """And what is then written with the row."""
    news: str = ""
    """And what the others are told afterwards."""


Job = Callable[[Connection], Any] | Row

log = logging.getLogger("casusbelli.table.store")

BATCH = 256
"""So many jobs at most go into one commit. Their rows fit into one statement."""

ONE_STATEMENT = "casus_one_statement"
"""Said of a transaction that is a single statement: SQLite needs no BEGIN and COMMIT round it, which saves two turns of waiting
for the interpreter's lock while the event loop is busy."""


class StoreError(Exception):
    """The store could not do it; nothing was changed."""


class Conflict(StoreError):
    """What was to be written contradicts what is there."""


_QUOTING = SQLiteDialect().identifier_preparer


@lru_cache(maxsize=4 * BATCH)
def _insert_text(table: str, columns: tuple[str, ...], rows: int) -> str:
    one = f"({','.join('?' * len(columns))})"
    quote = _QUOTING.quote
    named = ",".join(map(quote, columns))
    return f"INSERT INTO {quote(table)} ({named}) VALUES {','.join([one] * rows)}"  # noqa: S608 - names of our own schema


def _insert_plainly(connection: Connection, insert: Insert, rows: list[dict[str, Any]]) -> None:
    """Rows of plain values, said to SQLite itself: to compose and to bind them anew costs as much again as to write them."""
    text = _insert_text(insert.table.name, tuple(rows[0]), len(rows))
    values = [value for row in rows for value in row.values()]
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(text, values)
    except sqlite3.IntegrityError as error:
        raise IntegrityError(text, None, error) from error
    except sqlite3.Error as error:
        raise DBAPIError(text, None, error) from error


class Writer:
    """The writer thread of one store. Answers are futures of the loop that asked, or plain ones for threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: deque[tuple[Job, asyncio.Future[Any] | Future[Any]]] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._asleep = False
        self._ringing: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="casus-writer", daemon=True)
        self._connection: Connection | None = None
        self._closed = False
        self._thread.start()

    def write(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a job from the event loop; the future is done when its transaction is committed."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(job, future)
        return future

    def add(self, insert: Insert, values: dict[str, Any]) -> asyncio.Future[None]:
        """Queue one row from the event loop."""
        return self.add_row(Row(insert, values))

    def add_row(self, row: Row) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(row, future)
        return future

    def write_now(self, job: Callable[[Connection], T]) -> T:
        """Queue a job from any other thread and wait for it."""
        future: Future[T] = Future()
        self._put(job, future)
        return future.result()

    def _put(self, job: Job, future: asyncio.Future[Any] | Future[Any]) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        self._waiting.append((job, future))
        loop = future.get_loop() if isinstance(future, asyncio.Future) else None
        if loop is None:
            self._ring()
        elif loop is not self._ringing:
            self._ringing = loop
            loop.call_soon(self._ring)

    def _ring(self) -> None:
        """Wake the thread, once for all that one turn of the loop had to write: that goes into one commit, and to wake a thread
        costs the loop more than to write down what it is to do. One that is awake looks by itself."""
        self._ringing = None
        if self._asleep:
            self._asleep = False
            self._bell.put(None)

    def close(self) -> None:
        """Commit what is queued, then stop."""
        if not self._closed:
            self._closed = True
            self._bell.put(None)  # whether it sleeps or not
            self._thread.join()

    def _run(self) -> None:
        while self._waiting or not self._closed:
            self._asleep = True  # first say so, then look: who comes in between rings
            if not self._waiting:
                self._bell.get()
            self._asleep = False
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            if batch:
                self._answer(batch, self._commit([job for job, _ in batch]))
                self._afterwards()
        self._let_go()

    def _afterwards(self) -> None:
        """All of a batch have been answered."""

    def _commit(self, jobs: list[Job]) -> list[Any]:
        """What each job gives, or the error it is answered with."""
        rows: dict[Insert, list[dict[str, Any]]] = {}
        for job in jobs:
            if isinstance(job, Row):
                rows.setdefault(job.insert, []).append(job.values)
        one_statement = len(rows) == 1 and len(next(iter(rows.values()))) == len(jobs)
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            connection = self._connection
            if one_statement and self._engine.dialect.name == "sqlite":
                _insert_plainly(connection, *rows.popitem())
                return [None] * len(jobs)
            connection.info[ONE_STATEMENT] = one_statement
            with connection.begin():
                answers = [None if isinstance(job, Row) else job(connection) for job in jobs]
                for insert, values in rows.items():
                    connection.execute(insert, values)
            return answers
        except Exception as error:
            self._let_go()
            alone = isinstance(error, IntegrityError | DataError) or not isinstance(error, SQLAlchemyError)
            if alone and len(jobs) > 1:
                return [answer for job in jobs for answer in self._commit([job])]
            return [self._refusal(error)] * len(jobs)

    def _let_go(self) -> None:
        """Give the connection back; the next commit takes a fresh one, for this one may be dead."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    @staticmethod
    def _refusal(error: Exception) -> Exception:
        if isinstance(error, StoreError):
            return error
        if isinstance(error, IntegrityError):
            return Conflict(str(error.orig))
        reason = str(getattr(error, "orig", error))
        log.error("the store cannot write: %s", reason)
        return StoreError(reason)

    @staticmethod
    def _answer(batch: list[tuple[Job, asyncio.Future[Any] | Future[Any]]], answers: list[Any]) -> None:
        """Wake the loop once for the whole batch."""
        of_loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for (_, future), answer in zip(batch, answers, strict=True):
            if isinstance(future, asyncio.Future):
                of_loops.setdefault(future.get_loop(), []).append((future, answer))
            else:
                _settle(future, answer)
        for loop, settled in of_loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle_next, loop, settled)


def _settle(future: asyncio.Future[Any] | Future[Any], answer: Any) -> None:
    if future.cancelled():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _settle_next(loop: asyncio.AbstractEventLoop, settled: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """One answer per turn of the loop: what the first one sets off is on its way before the last one is looked at."""
    _settle(*settled.pop(0))
    if settled:
        loop.call_soon(_settle_next, loop, settled)
