"""Databases of earlier schemas with many matches become present ones, on both kinds of database, and nothing is lost.

Ten thousand matches: ``python -m tools.old_store``; figures in docs/performance.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.postgres import Postgres
from tools.old_store import engine_for, lost, make

from casusbelli.game import registry
from casusbelli.table import schema
from casusbelli.table.history import revive
from casusbelli.table.people.ratings import catch_up
from casusbelli.table.store import Store

from .tablekit import forget_games
from .test_backup import VERSIONS


@pytest.fixture(scope="module", autouse=True)
def games() -> None:
    """The four games: matches of theirs were kept."""
    forget_games()


@pytest.mark.parametrize("version", [1, 4, 7, VERSIONS[-1]])
def test_some_hundred_matches_of_an_earlier_schema(version: int, tmp_path: Path) -> None:
    assert list(lost(str(tmp_path / "old.sqlite"), version, 300, 12)) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_every_earlier_schema_on_postgresql(version: int, postgres: Postgres) -> None:
    assert list(lost(postgres.new_database(), version, 24, 12)) == []


def test_old_matches_can_be_played_on_and_count_as_results(tmp_path: Path) -> None:
    database = str(tmp_path / "old.sqlite")
    make(engine_for(database), 1, 24, 20)
    store = Store(database)
    assert store.writer.write_now(lambda connection: catch_up(connection, 100)) == 16, "two of three are over"
    for n in range(12):
        saved = store.load(f"match{n:07}")
        assert saved is not None and len(saved.actions) == 20
        game = registry.find(saved.match.game)
        if saved.match.rules_version == game.info.rules_version:
            assert revive(game, saved).asked()
    (sessions,) = store.ask(schema.sessions.select())
    assert len(sessions) == 24, "everybody's cookie goes on working"
    store.close()
