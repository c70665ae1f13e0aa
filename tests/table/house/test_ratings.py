"""Ratings: recomputed = incremental, whoever sits where; ties, bots as anchors, bots alone count half; people's pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, update
from tests.table.tablekit import Guest, Server

from casusbelli.kernel import Result
from casusbelli.table import schema
from casusbelli.table.people.profile import this_month
from casusbelli.table.people.ratings import (
    BOT_MATCHES_A_DAY,
    DAY,
    NEW_MU,
    Sitter,
    Strength,
    catch_up,
    ladder,
    moved,
    note_end,
    place_of,
    ranks_of,
    rate,
    recompute,
)
from casusbelli.table.store import Store

from .test_signing import sign_up

Make = Callable[..., Guest]
NEW = (25.0, 25 / 3)
SEATS = ("uk", "ussr", "us")


def test_a_win_from_the_better_seat_is_worth_less() -> None:
    even = rate([NEW, NEW], [0, 0], [1, 2], set())
    helped = rate([NEW, NEW], [4, 0], [1, 2], set())
    against = rate([NEW, NEW], [4, 0], [2, 1], set())
    assert helped[0][0] < even[0][0] < against[1][0]
    assert round(1500 + 40 * (even[0][0] - 25)) == 1605, "the design's figure"


def test_bots_never_move_and_a_draw_of_equals_moves_nobody() -> None:
    bot = (27.5, 1.0)
    after = rate([NEW, bot], [0, 0], [1, 2], {1})
    assert after[1] == bot and after[0][0] > NEW[0]
    drawn = rate([NEW, NEW], [0, 0], [1, 1], set())
    assert drawn[0][0] == pytest.approx(25) and drawn[0][1] < NEW[1]


def three(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(numbers, min_size=3, max_size=3)


@given(st.permutations([0, 1, 2]), three(st.floats(15, 35)), three(st.integers(1, 3)))
def test_the_order_of_the_seats_does_not_matter(order: list[int], mus: list[float], ranks: list[int]) -> None:
    plain = rate([(mu, 5.0) for mu in mus], [0, 0, 0], ranks, set())
    mixed = rate([(mus[n], 5.0) for n in order], [0, 0, 0], [ranks[n] for n in order], set())
    for place, n in enumerate(order):
        assert mixed[place] == pytest.approx(plain[n])


@given(st.floats(15, 35), st.floats(15, 35))
def test_who_wins_rises_and_who_was_weaker_rises_more(mine: float, theirs: float) -> None:
    (won, _), (lost, _) = rate([(mine, 5.0), (theirs, 5.0)], [0, 0], [1, 2], set())
    assert won > mine and lost < theirs
    (upset, _), _ = rate([(theirs, 5.0), (mine, 5.0)], [0, 0], [1, 2], set())
    if mine < theirs - 0.1:
        assert won - mine > upset - theirs, "a surprise is worth more"


def test_ranks_are_by_winners_or_by_score() -> None:
    result = Result(("uk",), "end", {"uk": 50, "ussr": 49, "us": 49})
    assert ranks_of(result, SEATS, by_score=True) == {"uk": 1, "ussr": 2, "us": 2}
    assert ranks_of(Result(("uk",), "end", {"uk": 40, "ussr": 49, "us": 30}), SEATS, by_score=True) == {
        "uk": 1,
        "ussr": 2,
        "us": 3,
    }
    assert ranks_of(Result(("uk",), "end"), SEATS, by_score=False) == {"uk": 1, "ussr": 2, "us": 2}
    assert set(ranks_of(Result((), "draw"), SEATS, by_score=False).values()) == {1}


def test_bots_alone_count_half_and_a_few_times_a_day() -> None:
    sitters = [Sitter("uk", "ada", None, 1, None, True), Sitter("us", None, "officer", 2, None, False)]
    full = rate([NEW, (25.0, 1.0)], [0, 0], [1, 2], {1})[0][0] - NEW_MU
    after = moved("nothing", "nothing/2", sitters, {}, 10, 0)["ada"]
    assert after.mu - NEW_MU == pytest.approx(full / 2) and after.matches == 1
    assert moved("nothing", "nothing/2", sitters, {}, 10, BOT_MATCHES_A_DAY) == {}


def test_who_does_not_play_is_known_less_well() -> None:
    known = Strength(30, 3.0, 20, 1)
    assert known.at(1 + 29 * DAY).sigma == 3.0 and known.at(1 + 91 * DAY).sigma == pytest.approx(3.6)
    assert known.at(1 + 9000 * DAY).sigma == 6.0
    assert Strength().doubt == "new" and Strength(25, 5).doubt == "?" and Strength(25, 3).doubt == ""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(tmp_path / "ratings.sqlite")
    yield kept
    kept.close()


def league(connection: Connection, rng: Random, matches: int) -> None:
    """People with accounts who play rated and friendly matches with each other and with bots, in odd orders."""
    people = [f"p{n}" for n in range(6)]
    for person in people:
        connection.execute(insert(schema.guests).values(id=person, secret_hash=person, name=person, created=0))
        values = {"person": person, "handle": person, "handle_key": person, "created": 0}
        connection.execute(insert(schema.accounts).values(**values))
    for n in range(matches):
        k = rng.choice([2, 3])
        sitting = rng.sample([*people, "officer", "marshal"], k)
        winner = rng.randrange(k)
        scores = {SEATS[i]: float(rng.randrange(3)) for i in range(k)}
        result = Result((SEATS[winner],), "end", scores if k == 3 else {})
        record = {
            "id": f"m{n}", "game": "miniature", "scenario": "s", "options": "{}", "seed": b"", "rules_version": "1",
            "content": "",
            "creator": "p0", "created": n, "spectators": True, "listed": False, "asked": "", "rated": rng.random() < 0.8,
            "result": msgspec.json.encode(result).decode(),
        }  # fmt: skip
        connection.execute(insert(schema.matches).values(**record))
        for i, who in enumerate(sitting):
            seat = {"match": f"m{n}", "seat": SEATS[i], "position": i, "kind": "bot" if who[0] != "p" else "guest"}
            connection.execute(insert(schema.seats).values(**seat, **({"guest": who} if who[0] == "p" else {"bot": who})))
        note_end(connection, f"m{n}")
        note_end(connection, f"m{n}")


def test_recomputed_ratings_are_those_that_grew_to_the_last_bit(store: Store) -> None:
    store.writer.write_now(lambda connection: league(connection, Random(7), 120))
    before, kept = store.ask(schema.ratings.select(), schema.result_rows.select())
    assert len(before) >= 10 and len({row.match for row in kept}) == 120
    assert any(row.alone for row in kept) and any(row.rated and row.mu_after is None and row.person for row in kept)
    assert store.writer.write_now(recompute) > 50
    after, again = store.ask(schema.ratings.select(), schema.result_rows.select())
    assert sorted(before) == sorted(after) and sorted(kept, key=str) == sorted(again, key=str)
    order = sorted({row.ended for row in kept})
    assert all(a < b for a, b in itertools.pairwise(order)) and len(order) == 120


def test_matches_from_before_are_noted_by_and_by(store: Store) -> None:
    store.writer.write_now(lambda connection: league(connection, Random(3), 12))
    store.writer.write_now(lambda connection: connection.execute(schema.result_rows.delete()))
    assert store.writer.write_now(lambda connection: catch_up(connection, 10)) == 10
    assert store.writer.write_now(catch_up) == 2 and store.writer.write_now(catch_up) == 0


def test_who_is_on_the_list_has_a_place_there(store: Store) -> None:
    store.writer.write_now(lambda connection: league(connection, Random(7), 160))
    listed = ladder(store, "miniature/3")
    assert len(listed) >= 3
    for n, (handle, _) in enumerate(listed, 1):
        assert place_of(store, "miniature/3", handle) == (n, len(listed)), "here a person's name is the handle"
    assert place_of(store, "miniature/3", "nobody") is None


def test_what_a_month_has_moved() -> None:
    today, long_ago = schema.now(), schema.now() - 40 * DAY
    assert this_month([(long_ago, 26.0, 5.0), (today, 27.5, 5.0)]) == 60
    assert this_month([(today, 24.0, 5.0)]) == -40, "who has just come began in the middle"
    assert this_month([(long_ago, 26.0, 5.0)]) is None


# -- pages -------------------------------------------------------------------------------------------------------------------


def finished(server: Server, guest: Guest, **seats: str) -> str:
    """A match of this guest's, ended in the store as if it had been played."""
    match = guest.begin(**seats)
    result = Result(("uk",), "end", {"uk": 3, "ussr": 2, "us": 1})

    def job(connection: Connection) -> None:
        ended = update(schema.matches).where(schema.matches.c.id == match)
        connection.execute(ended.values(result=msgspec.json.encode(result).decode()))
        note_end(connection, match)

    server.store.writer.write_now(job)
    return match


BOTS = {"seat__uk": "me", "seat__ussr": "bot:random", "seat__us": "bot:random"}


def test_a_persons_page_tells_rating_results_and_seats(server: Server, guest: Make) -> None:
    ada, visitor = guest(), guest()
    sign_up(ada, "Ada.profile")
    match = finished(server, ada, rated="on", **BOTS)
    finished(server, ada, **BOTS)
    page = visitor.http.get("/@ada.profile").text
    assert "Ada.profile" in page and match in page and "<polyline" in page and "± " in page and "100 %" in page
    listed = visitor.http.get("/@Ada.profile/matches?rated=on").text
    assert listed.count('class="chip won"') == 1 and "+" in listed
    assert visitor.http.get("/@Ada.profile/matches?game=canary").text.count('class="chip won"') == 0
    assert visitor.http.get("/@nobody.here").status_code == 404 and visitor.http.get("/nobody").status_code == 404
    assert visitor.http.get("/ratings/miniature/3").status_code == 200 and visitor.http.get("/ratings/none/3").status_code == 404
    secret = finished(server, ada, spectators="off", **BOTS)
    assert secret not in visitor.http.get("/@Ada.profile/matches").text and secret in ada.http.get("/@Ada.profile/matches").text


def test_who_is_blocked_sees_an_empty_page_and_is_not_told(server: Server, guest: Make) -> None:
    bea, pest = guest(), guest()
    sign_up(bea, "Bea.blocks")
    sign_up(pest, "Pest.blocked")
    match = finished(server, bea, rated="on", **BOTS)
    assert match in pest.http.get("/@Bea.blocks").text
    assert bea.http.post("/@Pest.blocked/block").status_code == 303
    assert "Pest.blocked" in bea.http.get("/account/blocks").text
    page = pest.http.get("/@Bea.blocks")
    assert page.status_code == 200 and match not in page.text and "<polyline" not in page.text
    assert 'action="/@Pest.blocked/unblock"' in bea.http.get("/@Pest.blocked").text
    bea.http.post("/@Pest.blocked/unblock")
    assert match in pest.http.get("/@Bea.blocks").text


def test_an_old_name_leads_to_the_new_one(guest: Make) -> None:
    cyd = guest()
    sign_up(cyd, "Cyd.old.name")
    cyd.http.post("/account/name", data={"name": "Cyd.new.name"})
    answer = guest().http.get("/@Cyd.old.name")
    assert answer.status_code == 303 and answer.headers["location"] == "/@Cyd.new.name"


def closed(server: Server, guest: Guest, **how: object) -> list[Any]:
    """A rated match of this person's that the house has ended so; its rows."""
    match = guest.begin(rated="on", **BOTS)

    def job(connection: Connection) -> None:
        ended = update(schema.matches).where(schema.matches.c.id == match)
        connection.execute(ended.values(closed=msgspec.json.encode({"at": 1, **how}).decode()))
        note_end(connection, match)

    server.store.writer.write_now(job)
    return list(
        server.store.ask(
            schema.result_rows.select().where(schema.result_rows.c.match == match).order_by(schema.result_rows.c.position)
        )[0]
    )


def test_what_the_house_ends_counts_too_but_not_what_is_called_off(server: Server, guest: Make) -> None:
    eve = guest()
    sign_up(eve, "Eve.closed")
    resigned = closed(server, eve, by="resigned", seat="uk", winners=["ussr", "us"])
    assert [(row.seat, row.rank, row.winner) for row in resigned] == [("uk", 2, False), ("ussr", 1, True), ("us", 1, True)]
    assert resigned[0].mu_after < resigned[0].mu_before
    assert {row.rank for row in closed(server, eve, by="draw")} == {1}
    assert not any(row.rated for row in closed(server, eve, by="off"))


@pytest.mark.parametrize("early", [False, True])
def test_who_left_comes_last_although_his_caretaker_won(store: Store, early: bool) -> None:
    """Those who stayed are rated among themselves, unless he left in the first third."""
    people = ["ada", "bo", "cy"]

    def job(connection: Connection) -> None:
        for person in people:
            connection.execute(insert(schema.guests).values(id=person, secret_hash=person, name=person, created=0))
            values = {"person": person, "handle": person, "handle_key": person, "created": 0}
            connection.execute(insert(schema.accounts).values(**values))
        result = Result(("uk",), "end", {"uk": 50.0, "ussr": 40.0, "us": 30.0})
        record = {
            "id": "m", "game": "miniature", "scenario": "s", "options": "{}", "seed": b"", "rules_version": "1", "content": "",
            "creator": "ada", "created": 0, "spectators": True, "listed": False, "asked": "", "rated": True,
            "result": msgspec.json.encode(result).decode(),
        }  # fmt: skip
        connection.execute(insert(schema.matches).values(**record))
        for n, (seat, person) in enumerate(zip(SEATS, people, strict=True)):
            left = {"left_how": "time", "left_at": 3 if early else 4, "caretaker": "officer"} if seat == "uk" else {}
            row = {"match": "m", "seat": seat, "position": n, "kind": "guest", "guest": person, **left}
            connection.execute(insert(schema.seats).values(**row))
        for at in range(1, 10):
            action = {"match": "m", "seq": at, "seat": "us", "choice_id": str(at), "choice": "[]", "asked": "[]", "at": at}
            connection.execute(insert(schema.actions).values(**action))
        note_end(connection, "m")

    store.writer.write_now(job)
    rows = {row.seat: row for row in store.ask(schema.result_rows.select())[0]}
    assert {seat: row.rank for seat, row in rows.items()} == {"uk": 4, "ussr": 2, "us": 3}
    assert not any(row.winner for row in rows.values()), "an officer has won, and he is nobody"
    assert rows["uk"].rated and rows["uk"].mu_after < rows["uk"].mu_before
    assert [(rows[seat].rated, rows[seat].mu_after is not None) for seat in ("ussr", "us")] == [(not early, not early)] * 2
    assert early or rows["ussr"].mu_after > rows["ussr"].mu_before
    before = store.ask(schema.ratings.select())[0]
    store.writer.write_now(recompute)
    assert sorted(before) == sorted(store.ask(schema.ratings.select())[0])


def test_a_guest_founds_no_rated_match(server: Server, guest: Make) -> None:
    dan = guest()
    match = dan.begin(rated="on", **BOTS)
    assert not server.room(match).record.rated


def test_a_fault_in_what_follows_ends_no_match(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("casusbelli.table.people.ratings.ranks_of", broken)
    match = finished(server, guest(), **BOTS)
    assert server.store.listed([match])[0].over
