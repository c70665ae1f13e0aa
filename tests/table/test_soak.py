"""Nothing is lost and nothing is doubled, whatever happens to processes and database. ``make faults`` does more of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.postgres import Postgres

from .soak import Soak


def held(soak: Soak) -> None:
    soak.go_on(10)
    found = soak.end()
    assert not found["wrong"] and found["acknowledged"] > 30, found


@pytest.fixture
def pair(postgres: Postgres) -> Iterator[Soak]:
    soak = Soak(postgres.new_database(), 2, 3, "ci", postgres)
    yield soak
    soak.close()


def test_servers_are_killed_and_replaced(pair: Soak) -> None:
    for fault in (pair.kill, pair.kill, pair.kill, pair.upgrade, pair.upgrade):
        pair.go_on(10)
        fault()
    held(pair)


def test_the_database_is_restarted_and_listeners_are_cut(pair: Soak) -> None:
    for fault in (pair.deaf, pair.restart, pair.deaf, pair.restart):
        pair.go_on(10)
        fault()
    held(pair)


def test_a_server_is_frozen_for_a_while(pair: Soak) -> None:
    pair.go_on(10)
    pair.freeze(2)
    held(pair)


def test_one_server_on_sqlite_is_killed_again_and_again(database: Path) -> None:
    with closing(Soak(str(database), 1, 2, "ci")) as soak:
        for _ in range(4):
            soak.go_on(8)
            soak.kill()
        held(soak)
