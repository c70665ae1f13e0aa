"""The clocks as stories, to the millisecond: what a stint costs, and whose time it is when something is taken back."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from casusbelli.table.pace import DAY, HOUR, Pace, counted, reached, zone_of
from casusbelli.table.stints import Clocks

S = 1000


def clocks(pace: Pace, *seats: str) -> Clocks:
    return Clocks.new(pace, seats)


def test_free_seconds_cost_nothing_then_the_bank_runs_and_a_stint_earns_its_increment() -> None:
    c = clocks(Pace("live", 60, free=5, increment=3), "uk", "us", "ussr")
    c.asked({"uk"}, 0)
    assert (c.left("uk", 4 * S), c.free("uk", 4 * S)) == (60 * S, S)
    assert c.left("uk", 15 * S) == 50 * S
    assert c.out_at("uk") == 65 * S
    c.asked({"uk"}, 15 * S)
    assert c.left("uk", 15 * S) == 50 * S, "a second question is the same stint"
    c.asked({"us"}, 20 * S)
    assert c.left("uk", 20 * S) == 48 * S, "45 s left and 3 s of increment"
    assert c.out_at("uk") is None
    c.asked({"uk"}, 22 * S)
    assert c.left("us", 22 * S) == 60 * S, "never above the cap"


def test_a_cap_of_its_own() -> None:
    c = clocks(Pace("live", 60, increment=30, cap=70), "uk")
    c.asked({"uk"}, 0)
    c.asked(set(), S)
    assert c.left("uk", S) == 70 * S


def test_an_undo_inside_the_stint_changes_nothing() -> None:
    c = clocks(Pace("live", 60), "uk", "us")
    c.asked({"uk"}, 0)
    c.asked({"uk"}, 10 * S)
    c.taken_back("uk", {"uk"}, 12 * S)
    assert c.left("uk", 20 * S) == 40 * S


def test_an_undo_that_opens_a_stint_again_is_paid_by_who_undoes() -> None:
    c = clocks(Pace("live", 60, increment=3), "uk", "us")
    c.asked({"uk"}, 0)
    c.asked({"us"}, 10 * S)
    c.taken_back("uk", {"uk"}, 14 * S)
    assert c.left("uk", 14 * S) == 46 * S, "no increment, and the four seconds since are his"
    assert c.left("us", 14 * S) == 60 * S and c.running() == ["uk"], "the other gets them back"
    c.asked({"us"}, 16 * S)
    assert c.left("uk", 16 * S) == 47 * S, "44 s left and 3 s of increment, once"


def test_secret_answers_each_seat_pays_until_it_has_answered_and_a_correction_from_the_beginning() -> None:
    c = clocks(Pace("live", 60), "uk", "us", "ussr")
    c.asked({"uk", "us", "ussr"}, 0)
    c.asked({"us", "ussr"}, 5 * S)
    assert (c.left("uk", 30 * S), c.left("us", 30 * S)) == (55 * S, 30 * S)
    c.taken_back("uk", {"uk", "us", "ussr"}, 30 * S)
    assert c.left("uk", 30 * S) == 30 * S
    assert c.left("us", 30 * S) == 30 * S, "the others were asked all the time"


def test_the_servers_absence_is_nobodys_time() -> None:
    c = clocks(Pace("live", 60), "uk", "us")
    c.asked({"us"}, 0)
    c.absent(20 * S, 120 * S)
    assert c.left("us", 130 * S) == 30 * S
    c.absent(20 * S, 120 * S)
    assert c.left("us", 130 * S) == 30 * S, "made good once"
    c.asked({"uk"}, 130 * S)
    c.absent(125 * S, 180 * S)
    assert c.left("uk", 181 * S) == 59 * S, "a stint that began after the last beat begins again with the server"


def test_a_pause_stops_all_clocks() -> None:
    c = clocks(Pace("live", 60, free=10), "uk", "us")
    c.asked({"uk", "us"}, 0)
    c.pause(15 * S)
    assert (c.left("uk", 900 * S), c.out_at("uk")) == (55 * S, None)
    c.absent(100 * S, 200 * S)
    c.resume(1000 * S)
    assert c.left("uk", 1005 * S) == 50 * S


def test_going_back_by_consent_brings_the_clocks_of_that_moment_and_the_asker_pays_for_asking() -> None:
    c = clocks(Pace("live", 60, free=5, increment=3), "uk", "us")
    c.asked({"uk"}, 0)
    then = c.copy()
    c.asked({"us"}, 20 * S)  # his choice, after 20 s
    c.asked({"uk"}, 30 * S)
    c.went_back(then, 20 * S, "uk", {"uk"}, 33 * S, 40 * S)
    assert c.left("uk", 40 * S) == 60 * S - (20 + 7 - 5) * S, "what he had spent then, and the seven seconds of asking"
    assert c.left("us", 40 * S) == 60 * S


def test_time_given_forgives_a_debt_first() -> None:
    c = clocks(Pace("live", 60), "uk")
    c.asked({"uk"}, 0)
    assert c.left("uk", 80 * S) == -20 * S
    c.give("uk", 30 * S, 80 * S)
    assert c.left("uk", 80 * S) == 30 * S


def test_by_post_a_stint_has_its_days_and_then_draws_on_the_reserve() -> None:
    c = clocks(Pace("days", bank=7, free=2), "red", "blue")
    c.asked({"red"}, 0)
    assert c.left("red", 2 * DAY) == 7 * DAY
    assert c.left("red", 5 * DAY) == 4 * DAY
    assert c.out_at("red") == 9 * DAY
    c.asked({"blue"}, 5 * DAY)
    c.asked({"red"}, 6 * DAY)
    assert c.left("red", 6 * DAY) == 4 * DAY, "nothing is earned, nothing is given back"


@pytest.mark.parametrize(
    ("zone", "begin", "end", "hours"),
    [
        ("Europe/Madrid", "2026-11-13 18:00", "2026-11-16 09:00", 6 + 9),  # Friday evening to Monday morning
        ("Europe/Madrid", "2026-11-14 12:00", "2026-11-15 20:00", 0),
        ("Europe/Rome", "2026-03-27 00:00", "2026-03-31 00:00", 24 + 24),  # over the Sunday with 23 hours
        ("America/New_York", "2026-10-30 12:00", "2026-11-02 12:00", 12 + 12),  # and the one with 25
        ("Africa/Cairo", "2026-04-23 00:00", "2026-04-25 00:00", 24 + 23),  # a Friday with 23 hours counts as it is
    ],
)
def test_weekends_do_not_count_in_ones_own_zone_also_when_summer_time_begins_or_ends(
    zone: str, begin: str, end: str, hours: int
) -> None:
    def moment(text: str) -> int:
        return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)

    start, stop = moment(begin), moment(end)
    assert counted(start, stop, zone_of(zone)) == hours * HOUR
    if hours:
        assert counted(start, reached(start, hours * HOUR, zone_of(zone)), zone_of(zone)) == hours * HOUR
    pace = Pace("days", bank=1, free=0, weekends=False)
    c = clocks(pace, "red")
    c.seats["red"].zone = zone
    c.asked({"red"}, start)
    assert c.left("red", stop) == 24 * HOUR - hours * HOUR


def test_a_zone_nobody_knows_is_utc() -> None:
    assert zone_of("Nowhere/At_All") is zone_of("") and zone_of("../../etc/passwd") is zone_of("")
