"""Modules that say ``OVER_BOTH = True`` run over SQLite and over PostgreSQL: their tests touch the store in ways of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import psycopg
import pytest
from tests.postgres import Postgres
from tests.table.tablekit import Server

from casusbelli.table import schema

Backend = Literal["sqlite", "postgresql"]
BACKENDS: tuple[Backend, ...] = ("sqlite", "postgresql")

ONCE = {"test_every_route_lets_in_whom_it_declares", "test_an_application_with_a_route_without_a_door_is_not_made"}
"""What asks nothing of the store that others do not ask too."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wanted = getattr(metafunc.module, "OVER_BOTH", False) and metafunc.function.__name__ not in ONCE
    if wanted and "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", BACKENDS, indirect=True, scope="module")


@pytest.fixture(scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    found: Backend = getattr(request, "param", "sqlite")
    return found


@pytest.fixture(scope="session")
def postgres_server(postgres: Postgres) -> Iterator[Server]:
    """The server over PostgreSQL that these tests share."""
    running = Server(postgres.new_database())
    yield running
    running.stop()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, server: Server, backend: Backend) -> Server:
    found: Server = request.getfixturevalue("postgres_server") if backend == "postgresql" else server
    return found


@pytest.fixture(scope="session")
def used_database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def emptied_database(used_database: str) -> str:
    """One database for all tests with servers of their own, emptied for each: to make and remove so many takes long."""
    with psycopg.connect(used_database.replace("+psycopg", ""), autocommit=True) as connection:
        found = connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
        names = [f'"{name}"' for (name,) in found if name != schema.schema_version.name]
        if names:
            connection.execute(f"truncate {', '.join(names)} restart identity cascade")
    return used_database


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path, backend: Backend) -> Any:
    return request.getfixturevalue("emptied_database") if backend == "postgresql" else tmp_path / "matches.sqlite"
