"""Backup and restore: one kind of copy for every database.

A backup is an SQLite file with the same tables, made from one moment of the database while the server goes on. It can be put back
into SQLite or PostgreSQL, whichever it came from; a backup of an older program is brought to the present first, on a copy.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, func, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from . import schema
from .store import Store, database_url
from .writer import StoreError

ROWS = 500
"""So many rows are carried at a time."""


class Copied(msgspec.Struct, frozen=True):
    """What a backup holds, or what was put back: the schema's version and the rows of each table."""

    version: int
    rows: dict[str, int]


class BackupError(RuntimeError):
    """It cannot be done: one clear line says why."""


def back_up(database: str | Path, target: Path) -> Copied:
    """Copy the database, as it is at this moment, into a new file. The server may go on meanwhile."""
    if target.exists():
        raise BackupError(f"{target} exists already; a backup never takes the place of another")
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not (url.database and Path(url.database).is_file()):
        raise BackupError(f"there is no database {url.database}")
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # seeds and addresses: for nobody else's eyes
    try:
        if url.get_backend_name() == "sqlite":
            _copy_pages(Path(str(url.database)), unfinished)
        else:
            with _opened(url) as source, _opened(_file(unfinished)) as copy:
                _copy_rows(source, copy)
        copied = look_into(unfinished)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return copied


def look_into(backup: Path) -> Copied:
    """What a backup holds, after a look at every page of it."""
    if not backup.is_file():
        raise BackupError(f"there is no backup {backup}")
    try:
        with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as connection:
            sound = [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        raise BackupError(f"{backup} is no backup of ours: {error}") from None
    if not sound or orphans:
        raise BackupError(f"{backup} is damaged")
    with _opened(_file(backup)) as engine, engine.connect() as connection:
        if not inspect(connection).has_table(schema.schema_version.name):
            raise BackupError(f"{backup} is no backup of ours")
        version = connection.execute(select(schema.schema_version.c.version)).scalar_one()
        return Copied(version, _counts(connection))


def restore(backup: Path, database: str | Path) -> Copied:
    """Put a backup into an empty database, or one that does not exist yet. No server may run on it."""
    before = look_into(backup)
    if before.version > schema.VERSION:
        raise BackupError(f"{backup} is of a newer program (schema {before.version}, this one knows {schema.VERSION})")
    with tempfile.TemporaryDirectory(prefix="casus-restore-") as folder:
        present = Path(folder) / "present.sqlite"
        shutil.copyfile(backup, present)
        with _opened(_file(present)) as source:
            with source.begin() as connection:
                schema.migrate(connection)
            wanted = Copied(schema.VERSION, _counts_of(source))
            try:
                store = Store(database, alone=True)  # takes the lease: nobody writes meanwhile
            except StoreError as error:
                raise BackupError(str(error)) from None
            try:
                _fill(source, store, wanted)
            finally:
                store.close()
    return wanted


def _fill(source: Engine, store: Store, wanted: Copied) -> None:
    def job(connection: Connection) -> None:
        filled = [name for name, rows in _counts(connection).items() if rows]
        if filled:
            raise StoreError(f"the database is not empty: there is something in {', '.join(filled)}")
        with source.connect() as reading:
            for table in _tables():
                _carry(table, reading, connection)
        _count_on(connection)
        if _counts(connection) != wanted.rows:
            raise StoreError("not everything has arrived")

    try:
        store.writer.write_now(job)
    except StoreError as error:
        raise BackupError(str(error)) from None


# -- copying -----------------------------------------------------------------------------------------------------------


def _copy_pages(source: Path, target: Path) -> None:
    """SQLite's own online backup: whole pages, while others write."""
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(source: Engine, copy: Engine) -> None:
    """All rows of one moment, table by table."""
    with copy.begin() as writing:
        schema.migrate(writing)
        with source.connect().execution_options(isolation_level="REPEATABLE READ") as reading:
            version = reading.execute(select(schema.schema_version.c.version)).scalar()
            if version != schema.VERSION:
                raise BackupError(f"the database has schema {version}, this program {schema.VERSION}: start the server once")
            for table in _tables():
                _carry(table, reading, writing)


def _carry(table: Table, reading: Connection, writing: Connection) -> None:
    rows = reading.execution_options(yield_per=ROWS).execute(select(table)).mappings()
    for part in rows.partitions(ROWS):
        writing.execute(table.insert(), [dict(row) for row in part])


def _count_on(connection: Connection) -> None:
    """PostgreSQL numbers rows by counters of their own: they go on after the highest."""
    if connection.dialect.name != "postgresql":
        return
    for table in _tables():
        for column in table.primary_key.columns:
            counter = connection.execute(
                text("SELECT pg_get_serial_sequence(:t, :c)"), {"t": table.name, "c": column.name}
            ).scalar()
            highest = connection.execute(select(func.max(column))).scalar() if counter else None
            if highest is not None:
                connection.execute(text("SELECT setval(:counter, :highest)"), {"counter": counter, "highest": highest})


def _tables() -> list[Table]:
    """Those that hold something, each after the ones it refers to."""
    return [table for table in schema.metadata.sorted_tables if table is not schema.schema_version]


def _counts(connection: Connection) -> dict[str, int]:
    there = set(inspect(connection).get_table_names())
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in _tables()
        if table.name in there
    }


def _counts_of(engine: Engine) -> dict[str, int]:
    with engine.connect() as connection:
        return _counts(connection)


def _file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


@contextmanager
def _opened(url: URL) -> Iterator[Engine]:
    try:
        engine = create_engine(url, hide_parameters=True)
    except (SQLAlchemyError, ImportError) as error:
        raise BackupError(f"cannot use the database {url.render_as_string()}: {error}") from None
    try:
        yield engine
    except SQLAlchemyError as error:
        raise BackupError(f"{url.render_as_string()}: {getattr(error, 'orig', error)}") from None
    finally:
        engine.dispose()
