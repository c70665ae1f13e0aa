"""Ratings over PostgreSQL. People, lobby, tournaments, post and staff run over both databases in modules of their own."""

from __future__ import annotations

from random import Random

from casusbelli.table import schema
from casusbelli.table.people.ratings import recompute
from casusbelli.table.store import Store

from .test_ratings import league


def test_recomputed_ratings_are_those_that_grew(postgres_database: str) -> None:
    store = Store(postgres_database)
    try:
        store.writer.write_now(lambda connection: league(connection, Random(5), 60))
        (before,) = store.ask(schema.ratings.select())
        assert store.writer.write_now(recompute) > 20
        (after,) = store.ask(schema.ratings.select())
        assert sorted(before) == sorted(after)
    finally:
        store.close()
