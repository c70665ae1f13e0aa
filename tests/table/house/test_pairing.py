"""Quick pairing: the window, blocks, the same two not again at once, an officer by consent, saying ready; and a simulated day."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from tests.table.tablekit import Guest, Server

from casusbelli.table import schema
from casusbelli.table.lobby.pairing import EVERY, OFFICER_AFTER, READY_IN, Wish, choose, window

from .test_account import change
from .test_signing import sign_up

OVER_BOTH = True

Make = Callable[..., Guest]
SECOND = 1000


def wish(person: str, rating: int = 1500, created: int = 0, **more: Any) -> Wish:
    return Wish(person, "miniature", "brisk", rating, created, 10**15, **more)


def people(groups: list[list[Wish]]) -> list[set[str]]:
    return [{one.person for one in group} for group in groups]


def test_the_window_widens() -> None:
    far = [wish("a", 1500), wish("b", 1740)]
    assert choose(far, 2, 0, {}) == [] and window(far[0], 0) == 100
    assert choose(far, 2, 2 * EVERY, {}) == []
    assert people(choose(far, 2, 3 * EVERY, {})) == [{"a", "b"}]


def test_the_oldest_comes_first_and_gets_the_nearest() -> None:
    waiting = [wish("late", 1500, 5), wish("old", 1510, 1), wish("near", 1520, 9), wish("other", 1590, 2)]
    assert people(choose(waiting, 2, 10, {})) == [{"old", "late"}, {"other", "near"}]


def test_blocked_people_never_meet_and_the_same_two_not_again_while_others_wait() -> None:
    assert choose([wish("a"), wish("b")], 2, 10**9, {"a": {"b"}, "b": {"a"}}) == []
    again = [wish("a", last="b"), wish("b", last="a"), wish("c", 1560, 3)]
    assert people(choose(again, 2, 10, {})) == [{"a", "c"}]
    assert people(choose(again[:2], 2, 10, {})) == [{"a", "b"}]


def test_with_three_seats_an_officer_comes_when_all_agree() -> None:
    two = [wish("a"), wish("b")]
    willing = [wish("a", officer=True), wish("b", officer=True)]
    assert choose(two, 3, OFFICER_AFTER, {}) == [] and choose(willing, 3, OFFICER_AFTER - 1, {}) == []
    assert people(choose(willing, 3, OFFICER_AFTER, {})) == [{"a", "b"}]
    assert people(choose([*two, wish("c")], 3, 0, {})) == [{"a", "b", "c"}]
    assert choose([wish("a", officer=True), wish("b")], 3, OFFICER_AFTER, {}) == []


def test_a_day_with_five_hundred_people() -> None:
    """The wait that is told (the median of the last twenty) is about the wait there is."""
    rng = Random(11)
    arrivals = sorted((rng.randrange(86_400 * SECOND), f"p{n}", round(rng.gauss(1500, 150))) for n in range(500))
    waiting: list[Wish] = []
    waits: list[int] = []
    off: list[float] = []
    apart = {f"p{n}": {f"p{n + 1}"} for n in range(0, 500, 2)} | {f"p{n + 1}": {f"p{n}"} for n in range(0, 500, 2)}
    for at in range(0, 86_400 * SECOND + 7_200 * SECOND, 10 * SECOND):
        while arrivals and arrivals[0][0] <= at:
            created, person, rating = arrivals.pop(0)
            waiting.append(wish(person, rating, created))
        for group in choose(waiting, 2, at, apart):
            one, two = group
            assert two.person not in apart[one.person]
            assert abs(one.rating - two.rating) <= max(window(one, at), window(two, at))
            waits += [at - one.created, at - two.created]
            waiting = [other for other in waiting if other not in group]
            if len(waits) > 40:
                off.append(statistics.median(waits[-22:-2]) / max(1, statistics.median(waits[-42:])))
    assert len(waits) >= 480 and len(waiting) <= 20
    assert 0.7 <= statistics.median(off) <= 1.3


@pytest.fixture
def fresh(server: Server) -> Server:
    change(server, schema.wishes.delete())
    return server


def test_two_say_ready_and_sit(fresh: Server, guest: Make) -> None:
    ada, bo, stranger = guest(), guest(), guest("Stranger")
    sign_up(ada, "Ada.pairs")
    sign_up(bo, "Bo.pairs")
    assert stranger.http.post("/pairing", data={"game": "parley", "pace": "brisk"}).headers["location"].startswith("/signin")
    for who in (ada, bo):
        assert who.http.post("/pairing", data={"game": "parley", "pace": "brisk"}).status_code == 303
        assert who.http.post("/pairing", data={"game": "parley", "pace": "none"}).status_code == 404
    change(fresh, update(schema.wishes).values(officer=True, created=schema.wishes.c.created - OFFICER_AFTER))
    fresh.run(fresh.service.pairing.tick)
    assert "data-ready" in ada.http.get("/lobby/part").text and "data-ready" in bo.http.get("/").text
    first = ada.http.post("/pairing/parley/ready")
    assert first.headers["location"] == "/"
    match = bo.http.post("/pairing/parley/ready").headers["location"]
    assert match.startswith("/m/") and ada.http.get("/lobby/part").headers["x-begun"] == match
    assert "x-begun" not in ada.http.get("/lobby/part").headers, "told once"
    held = fresh.room(match.removeprefix("/m/"))
    assert held.record.rated and {"Ada.pairs", "Bo.pairs"} <= {seat.name for seat in held.seats.values()}


def test_who_is_not_ready_in_time_is_dropped_and_the_other_waits_at_the_head(fresh: Server, guest: Make) -> None:
    ada, bo = guest(), guest()
    sign_up(ada, "Ada.late")
    sign_up(bo, "Bo.late")
    for who in (ada, bo):
        who.http.post("/pairing", data={"game": "parley", "pace": "relaxed"})
    aged = schema.wishes.c.created - OFFICER_AFTER
    change(fresh, update(schema.wishes).values(officer=True, created=aged))
    fresh.run(fresh.service.pairing.tick)
    ada.http.post("/pairing/parley/ready")
    change(fresh, update(schema.wishes).values(offered_at=schema.wishes.c.offered_at - READY_IN - 1))
    fresh.run(fresh.service.pairing.tick)
    (left,) = fresh.store.ask(schema.wishes.select())
    assert len(left) == 1 and left[0].offered is None and not left[0].ready
    assert "data-ready" not in ada.http.get("/").text and 'class="wait"' in ada.http.get("/").text
    ada.http.post("/pairing/parley/stop")
    assert 'class="wait"' not in ada.http.get("/").text and 'class="wait"' not in bo.http.get("/").text
    for game in ("miniature", "parley", "canary"):
        ada.http.post("/pairing", data={"game": game, "pace": "days"})
    assert len(fresh.store.ask(schema.wishes.select())[0]) == 3


def test_by_post_nobody_has_to_be_there(fresh: Server, guest: Make) -> None:
    """Who waits for days is seated when somebody fits: he is told, and need not say that he is ready."""
    ada, bo = guest(), guest()
    sign_up(ada, "Ada.post")
    sign_up(bo, "Bo.post")
    for who in (ada, bo):
        who.http.post("/pairing", data={"game": "parley", "pace": "days"})
    change(fresh, update(schema.wishes).values(officer=True, created=schema.wishes.c.created - OFFICER_AFTER))
    founded = [match for _ in range(2) for match in fresh.run(fresh.service.pairing.tick)]
    assert len(founded) == 1 and fresh.store.ask(schema.wishes.select())[0] == []
    assert ada.http.get("/lobby/part").headers["x-begun"] == f"/m/{founded[0]}"
