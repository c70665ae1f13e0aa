"""The house over PostgreSQL: what the other tests do over SQLite, once through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import update
from tests.table.tablekit import HOT_SEAT, Guest, Server

from casusbelli.table import schema
from casusbelli.table.lobby.pairing import OFFICER_AFTER
from casusbelli.table.people.ratings import recompute
from casusbelli.table.store import Store

from .test_account import change
from .test_lobby import offer, take
from .test_ratings import league
from .test_signing import OTHER, PASSWORD, give, me, sign_in, sign_up


@pytest.fixture
def server(postgres_database: str) -> Iterator[Server]:
    running = Server(postgres_database)
    yield running
    running.stop()


def test_people_and_lobby(server: Server) -> None:
    ada, bo, fay = Guest(server, "Ada"), Guest(server, "Bo"), Guest(server, "Fay")
    codes = sign_up(ada, "Ada.pg")
    sign_up(bo, "Bo.pg")
    matches = [fay.begin(**HOT_SEAT), fay.begin(**HOT_SEAT)]
    sign_in(fay, "Ada.pg")
    fay.http.post("/account/merge")
    fay.http.post("/account/merge")
    assert all(fay.http.get(f"/m/{match}?seat=uk").status_code == 200 for match in matches) and "guest" not in fay.http.cookies
    assert [sign_in(Guest(server), "bo.pg", OTHER).status_code for _ in range(4)] == [422, 422, 422, 429]
    assert ada.http.post("/account/preferences", data={"theme": "night"}).status_code == 303

    takers = [Guest(server, f"Taker {n}") for n in range(12)]
    made = offer(ada)
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda taker: take(taker, made).status_code, takers))
    assert sorted(answers) == [303] + [409] * 11

    for who in (ada, bo):
        who.http.post("/pairing", data={"game": "parley", "pace": "brisk"})
    change(server, update(schema.wishes).values(officer=True, created=schema.wishes.c.created - OFFICER_AFTER))
    server.run(server.service.pairing.tick)
    ada.http.post("/pairing/parley/ready")
    assert bo.http.post("/pairing/parley/ready").headers["location"].startswith("/m/")

    back = Guest(server)
    assert back.http.post("/recovery", data={"name": "ada.pg", "code": codes[0], "password": OTHER}).status_code == 303
    assert me(back) == "Ada.pg" and me(ada) == "" and sign_in(ada, "Ada.pg", PASSWORD).status_code == 422
    assert re.search("Ada.pg", back.http.get("/@ada.pg").text)
    back.http.post("/account/delete", data={"name": "Ada.pg", "words": "on"})
    change(server, update(schema.accounts).values(state_until=1))
    server.run(server.service.keeping.tidy)
    assert back.http.get("/@ada.pg").status_code == 404
    old = Guest(server)
    give(old, "session", "nonsense")
    assert old.http.get("/").status_code == 200


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
