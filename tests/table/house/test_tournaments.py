"""Tournaments: announced, entered, begun, played through, left, called off."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import Connection, update
from tests.table.tablekit import QUIET, Guest, Server

from casusbelli.kernel import Result
from casusbelli.table import schema
from casusbelli.table.people.ratings import note_end

from .test_account import change
from .test_signing import sign_up

OVER_BOTH = True

Make = Callable[..., Guest]


def announce(host: Guest, **form: str) -> str:
    fields = {"game": "miniature", "title": "November", "system": "swiss", "rounds": "2", "pace": "days", "rated": "on", **form}
    answer = host.http.post("/tournaments", data=fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/tournaments/")


def end(server: Server, match: str, winner: str) -> None:
    """The match ends as if it had been played."""
    result = Result((winner,), "end", {})

    def job(connection: Connection) -> None:
        ended = update(schema.matches).where(schema.matches.c.id == match)
        connection.execute(ended.values(result=msgspec.json.encode(result).decode()))
        note_end(connection, match)

    server.store.writer.write_now(job)


@pytest.fixture
def club(guest: Make) -> list[Guest]:
    """Seven people with accounts."""
    people = [guest(f"Club {n}") for n in range(7)]
    number = time.time_ns() % 10**9
    for n, person in enumerate(people):
        sign_up(person, f"club{n}-{number}")
    return people


def test_a_tournament_of_a_game_that_is_no_longer_here_stands_in_nobodys_way(server: Server, club: list[Guest]) -> None:
    host, other, *_ = club
    gone, stays = announce(host, title="Long ago"), announce(other, title="Still here")
    row = schema.tournaments.c.id == gone
    terms = server.store.ask(schema.tournaments.select().where(row))[0][0].terms
    change(server, update(schema.tournaments).where(row).values(terms=terms.replace("miniature", "forgotten")))
    page = host.http.get("/tournaments")
    assert page.status_code == 200 and "Still here" in page.text and "Long ago" not in page.text
    assert host.http.get(f"/tournaments/{gone}").status_code == 404
    server.run(server.service.tournaments.advance)
    assert host.http.get(f"/tournaments/{stays}").status_code == 200


def test_a_tournament_is_played_through(server: Server, club: list[Guest], guest: Make) -> None:
    host, *others = club
    made = announce(host)
    assert "November" in guest("Visitor").http.get("/tournaments").text
    assert host.http.post(f"/tournaments/{made}/start").status_code == 422, "alone one cannot begin"
    for person in others[:5]:
        assert person.http.post(f"/tournaments/{made}/enter").status_code == 303
    others[0].http.post(f"/tournaments/{made}/leave")
    others[0].http.post(f"/tournaments/{made}/enter")
    assert others[1].http.post(f"/tournaments/{made}/start").status_code == 409, "the host begins"
    assert host.http.post(f"/tournaments/{made}/start").status_code == 303
    one = server.service.tournaments.get(made)
    assert one is not None and one.state == "running" and one.round == 1 and [len(table.people) for table in one.tables] == [3, 3]
    assert others[5].http.post(f"/tournaments/{made}/enter").status_code == 303, "late, with half a point"
    for table in one.tables:
        assert table.match is not None
        glance = server.store.glance(table.match)
        assert glance is not None and glance.record.rated
        end(server, table.match, "uk")
    server.run(server.service.tournaments.advance)
    two = server.service.tournaments.get(made)
    assert two is not None and two.round == 2 and two.rounds == 2
    assert sum(player.points for player in two.players) == 2 * 7 + 0.5
    others[2].http.post(f"/tournaments/{made}/leave")
    last = [table for table in two.tables if table.round == 2]
    assert sorted(person for table in last for person in table.people) == sorted(player.person for player in two.here)
    end(server, str(last[0].match), "us")
    change(server, update(schema.tournament_tables).where(schema.tournament_tables.c.tournament == made).values(due=1))
    server.run(server.service.tournaments.advance)
    server.run(server.service.tournaments.advance)
    over = server.service.tournaments.get(made)
    assert over is not None and over.state == "over" and all(table.points is not None for table in over.tables)
    page = guest("Visitor").http.get(f"/tournaments/{made}").text
    assert "over" in page and page.count("<tr>") == 8 and others[5].http.post(f"/tournaments/{made}/enter").status_code == 409


def test_a_match_whose_round_is_over_is_judged_or_shared_and_ends(server: Server, club: list[Guest]) -> None:
    """Who has as good as won gets the point, else it is shared; nobody plays on, so nobody learns from the verdict."""
    host, *others = club
    made = announce(host, game="parley", scenario="quarrel", system="robin", rounds="0")
    for person in others[:3]:
        person.http.post(f"/tournaments/{made}/enter")
    host.http.post(f"/tournaments/{made}/start")
    one = server.service.tournaments.get(made)
    assert one is not None and len(one.tables) == 2
    sure, open_ = (str(table.match) for table in one.tables)

    async def favourite(match: str) -> str | None:
        return "blue" if match == sure else None

    server.service.analyst.favourite = favourite  # type: ignore[method-assign]
    change(server, update(schema.tournament_tables).where(schema.tournament_tables.c.tournament == made).values(due=1))
    server.run(server.service.tournaments.advance)
    del server.service.analyst.favourite  # type: ignore[method-assign]
    after = server.service.tournaments.get(made)
    assert after is not None
    points = {table.match: [table.points[person] for person in table.people] for table in after.tables if table.points}
    assert points[sure] == [0.0, 1.0] and points[open_] == [0.5, 0.5]
    for match, by in ((sure, "judged"), (open_, "shared")):
        glance = server.store.glance(match)
        assert glance is not None and glance.over and glance.record.closed is not None and glance.record.closed.by == by


def test_a_round_robin_for_two_gives_a_free_point_to_the_odd_one(server: Server, club: list[Guest]) -> None:
    host, *others = club
    made = announce(host, game="parley", scenario="brief", system="robin", rounds="0")
    for person in others[:2]:
        person.http.post(f"/tournaments/{made}/enter")
    seats = server.service.tournaments.get(made)
    assert seats is not None
    host.http.post(f"/tournaments/{made}/start")
    one = server.service.tournaments.get(made)
    assert one is not None and one.round == 1
    if one.seats == 2:
        assert one.rounds == 3 and sorted(len(table.people) for table in one.tables) == [1, 2]


def test_a_tournament_is_called_off_by_its_host_alone(club: list[Guest]) -> None:
    host, other, *_ = club
    made = announce(host)
    other.http.post(f"/tournaments/{made}/off")
    assert other.http.post(f"/tournaments/{made}/enter").status_code == 303
    host.http.post(f"/tournaments/{made}/off")
    assert (
        other.http.post(f"/tournaments/{made}/start").status_code == 409
        and host.http.get(f"/tournaments/{made}").status_code == 200
    )
    assert (
        host.http.post(f"/tournaments/{made}/nonsense").status_code == 404
        and host.http.get("/tournaments/none").status_code == 404
    )
    for _ in range(3):
        announce(host)
    assert host.http.post("/tournaments", data={"game": "miniature", "title": "Fourth"}).status_code == 429


def test_who_has_not_played_hosts_nothing(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, tournament_matches=10))
    new = Guest(server)
    sign_up(new, "New.host")
    answer = new.http.post("/tournaments", data={"game": "miniature", "title": "Early"})
    assert answer.status_code == 403 and "10 matches" in answer.text
    assert new.http.post("/tournaments", data={"game": "nothing"}).status_code == 404
