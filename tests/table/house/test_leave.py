"""Leave: clocks by post stand still, to the millisecond; thirty days a year; nobody saves himself at the last minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.table.tablekit import Server

from casusbelli.table.pace import DAY, HOUR, MINUTE, by_post, counted, reached
from casusbelli.table.people.leave import days_left, on_leave
from casusbelli.table.stints import Clocks

from .postal import Postal

OVER_BOTH = True


@pytest.fixture
def postal(start: Callable[..., Server]) -> Iterator[Postal]:
    house = Postal(start)
    yield house
    house.close()


def day(postal: Postal, n: int) -> str:
    return f"{datetime.fromtimestamp(postal.hands.now() / 1000, UTC) + timedelta(days=n):%Y-%m-%d}"


def test_time_on_leave_does_not_count() -> None:
    off = ((10 * DAY, 13 * DAY), (20 * DAY, 21 * DAY))
    assert counted(9 * DAY, 22 * DAY, None, off) == 9 * DAY
    assert counted(11 * DAY, 12 * DAY, None, off) == 0 and counted(11 * DAY, 14 * DAY, None, off) == DAY
    assert reached(9 * DAY, 2 * DAY, None, off) == 14 * DAY and reached(9 * DAY, DAY, None, off) == 10 * DAY
    assert reached(11 * DAY, HOUR, None, off) == 13 * DAY + HOUR
    rome = ZoneInfo("Europe/Rome")
    friday = round(datetime(2026, 3, 27, 12, tzinfo=rome).timestamp() * 1000)
    monday, tuesday = (round(datetime(2026, 3, n, tzinfo=rome).timestamp() * 1000) for n in (30, 31))
    assert reached(friday, 13 * HOUR, rome, ((monday, tuesday),)) == tuesday + HOUR, "weekend, then a day of leave"
    assert counted(friday, tuesday + HOUR, rome, ((monday, tuesday),)) == 13 * HOUR
    for start in range(8 * DAY, 22 * DAY, 7 * HOUR):
        for amount in (HOUR, DAY, 5 * DAY):
            assert counted(start, reached(start, amount, None, off), None, off) == amount


def test_a_stint_that_is_nearly_over_is_not_stopped() -> None:
    clocks = Clocks.new(by_post(2, 1), ["red"])
    clocks.asked(["red"], 0)
    assert clocks.out_at("red") == 3 * DAY
    assert not on_leave(clocks, "red", [(2 * DAY + HOUR, 9 * DAY)]) and clocks.out_at("red") == 3 * DAY
    assert on_leave(clocks, "red", [(DAY, 9 * DAY)]) and clocks.out_at("red") == 11 * DAY
    assert on_leave(clocks, "red", []) and clocks.out_at("red") == 3 * DAY
    assert days_left([(0, 5 * DAY)], 6 * DAY) == 25 and days_left([], 0) == 30


def test_leave_is_taken_and_the_clock_stands(postal: Postal) -> None:
    ada = postal.person("Ada", mail=False)
    postal.person("Bruno", mail=False)
    match = postal.begin("Ada", "Bruno")
    before = postal.server.room(match).house.state.clocks.out_at("red")

    def take(first: int, last: int) -> int:
        return ada.http.post("/account/leave", data={"first": day(postal, first), "last": day(postal, last)}).status_code

    assert take(0, 3) == 422, "from tomorrow on"
    assert take(3, 2) == 422 and ada.http.post("/account/leave", data={"first": "x", "last": "y"}).status_code == 422
    assert take(1, 40) == 422, "thirty days"
    assert take(1, 5) == 303 and take(4, 6) == 422, "not twice"
    assert "25 days" in ada.http.get("/account/notifications").text
    line = ada.sit(match, "red")
    assert line.latest("clock")["seats"]["red"]["until"] == before + 5 * DAY
    line.close()
    postal.restart()
    again = postal.people["Ada"].sit(match, "red")
    assert again.latest("clock")["seats"]["red"]["until"] == before + 5 * DAY, "durable"
    postal.play("Ada", match)
    assert postal.people["Bruno"].sit(match, "blue").latest("clock")["seats"]["blue"]["until"] is not None
    postal.hands.turn(MINUTE, lambda: None)
