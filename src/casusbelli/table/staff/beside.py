"""Working on a database beside the server that has it: one transaction, and the server learns of it by a signal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect

from .. import schema
from ..store import database_url
from ..writer import StoreError

WAIT_SECONDS = 10.0


@contextmanager
def beside(database: str | Path) -> Iterator[Connection]:
    """A transaction on a database of the present schema. It does not bring an older one up to date: servers do."""
    url = database_url(database)
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite and not (url.database and Path(url.database).is_file()):
        raise StoreError(f"there is no database {url.database}")
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": WAIT_SECONDS} if sqlite else {})
    if sqlite:

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: object) -> None:
            connection.isolation_level = None
            connection.execute("PRAGMA foreign_keys=ON")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            there = inspect(connection).has_table(schema.schema_version.name)
            version = connection.execute(schema.schema_version.select()).scalar() if there else 0
            if version != schema.VERSION:
                raise StoreError(
                    f"the database has version {version}, this program works with {schema.VERSION}: start its server once"
                )
            yield connection
    finally:
        engine.dispose()
