"""News between processes on one PostgreSQL: what each has committed, told after the commit and heard by LISTEN.

News are hints. Nothing depends on their arriving, on their order or on their number: what counts is in the tables. After every
(re)connection the listener says that something may have been missed, and the relay looks into the tables now and then anyway.

A line of news is ``kind subject rest``; see ``relay.py`` for the kinds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from threading import Event, Thread
from typing import Any

from sqlalchemy import Connection, Engine

CHANNEL = "casus"

PAYLOAD_BYTES = 7900
"""PostgreSQL takes less than 8,000."""

LOOK_SECONDS = 5.0
"""How often a silent line is tried: one that is dead does not say so."""

AGAIN_SECONDS = 0.3

_NEWS = "casus_news"

log = logging.getLogger("casusbelli.table.news")


def gather(connection: Connection) -> list[str]:
    """From now on, what jobs on this connection have to tell is gathered here."""
    news: list[str] = []
    connection.info[_NEWS] = news
    return news


def tell(connection: Connection, line: str) -> None:
    """Inside a job: let the other processes know this once it is committed. Where there are none, nobody is told."""
    news = connection.info.get(_NEWS)
    if news is not None:
        news.append(line)


def payloads(tag: str, lines: Iterable[str]) -> list[str]:
    """The lines in as few payloads as hold them. The tag says who speaks, so that nobody listens to himself."""
    packed, size = [[tag]], len(tag)
    for line in lines:
        length = len(line.encode()) + 1
        if size + length > PAYLOAD_BYTES and len(packed[-1]) > 1:
            packed.append([tag])
            size = len(tag)
        packed[-1].append(line)
        size += length
    return ["\n".join(one) for one in packed if len(one) > 1]


def _address(engine: Engine) -> str:
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


class Teller:
    """Tells others, on a connection of its own that waits for no disk. What cannot be told is left to their looking."""

    def __init__(self, engine: Engine, tag: str) -> None:
        self._address, self._tag = _address(engine), tag
        self._connection: Any = None

    def tell(self, lines: Sequence[str]) -> None:
        import psycopg

        try:
            if self._connection is None:
                options = "-c synchronous_commit=off"
                self._connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5, options=options)
            said = payloads(self._tag, lines)
            self._connection.execute("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said", (CHANNEL, said))
        except psycopg.Error as error:
            log.info("news are not told: %s", error)
            self.close()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class Listener:
    """A thread that hears the others. LISTEN belongs to a session: no pooler that shares sessions may stand in between."""

    def __init__(self, engine: Engine, heard: Callable[[str], object], missed: Callable[[], object]) -> None:
        self._address, self._heard, self._missed = _address(engine), heard, missed
        self._end = Event()
        self._connection: Any = None
        self._thread = Thread(target=self._run, name="casus-news", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more. The thread ends by itself, after its next look at the latest."""
        self._end.set()
        connection = self._connection
        if connection is not None:
            connection.cancel_safe()
            connection.close()

    def _run(self) -> None:
        import psycopg

        while not self._end.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as connection:
                    self._connection = connection
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._missed()
                    while not self._end.is_set():
                        for note in connection.notifies(timeout=LOOK_SECONDS):
                            self._heard(note.payload)
                        connection.execute("SELECT 1")
            except (psycopg.Error, OSError) as error:
                self._connection = None
                if not self._end.wait(AGAIN_SECONDS):
                    log.info("no news from the database: %s", error)
