"""How a database is opened: SQLite in a file of its owner's alone, or any database SQLAlchemy speaks to."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool, StaticPool

from .writer import ONE_STATEMENT, StoreError

BUSY_SECONDS = 4.0


def database_url(database: str | Path) -> URL:
    """A file name becomes an SQLite URL."""
    text = str(database)
    if "://" in text:
        try:
            return make_url(text)
        except ArgumentError as error:
            raise StoreError(f"cannot understand the database address: {error}") from None
    return URL.create("sqlite", database=text)


def engine_of(url: URL, *, writing: bool) -> Engine:
    """The writer has one connection; readers have a few, which in SQLite cannot write by mistake."""
    if url.get_backend_name() != "sqlite":
        # A reader's questions are about one moment: a match read half before a step and half after would never know of it.
        own: dict[str, Any] = {"pool_size": 1, "max_overflow": 0}
        own = own if writing else {"pool_size": 5, "isolation_level": "REPEATABLE READ"}
        return create_engine(url, pool_pre_ping=True, hide_parameters=True, **own)
    engine = create_engine(
        url,
        poolclass=StaticPool if writing else QueuePool,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        connection.execute("PRAGMA foreign_keys=ON")
        if writing:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        else:
            connection.execute("PRAGMA query_only=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.info.get(ONE_STATEMENT):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    # Many rows go as one INSERT: row by row the writer would wait for the interpreter's lock at each of them.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    return engine


def make_private(file: Path) -> None:
    """The file holds seeds and hands of matches in play: its owner alone reads it. SQLite makes the files beside it alike."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {file.parent}: {error.strerror}") from None
    with suppress(OSError):  # one that cannot be made or is somebody else's: opening it will tell
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        for kept in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if kept.is_file() and kept.stat().st_mode & 0o077:
                kept.chmod(0o600)
