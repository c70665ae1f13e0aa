"""The clocks as stories, to the millisecond: what a stint costs, and whose time it is when something is taken back."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from casusbelli.table.pace import DAY, HOUR, Pace, counted, reached, zone_of
from casusbelli.table.stints import LAG_A_CHOICE, LAG_A_WHILE, LAG_STINTS, Clocks, lag_credit

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


@pytest.mark.parametrize(
    ("lag", "took", "given", "back"),
    [
        (0, S, (), 0),
        (80, S, (), 80),
        (LAG_A_CHOICE, S, (), LAG_A_CHOICE),
        (20 * S, 60 * S, (), LAG_A_CHOICE),
        (200, 50, (), 50),
        (200, S, (2900,), 100),
        (200, S, (1500, 0, 1500), 0),
        (-5, S, (), 0),
    ],
    ids=["no lag", "all of it", "the most", "an answer put off", "quicker than its line", "the rest", "no more", "never a debt"],
)
def test_what_a_choice_gets_back_for_its_lines_lag(lag: int, took: int, given: tuple[int, ...], back: int) -> None:
    assert lag_credit(lag, took, given) == back


def test_what_is_given_back_lengthens_the_stint_and_is_told_to_the_millisecond() -> None:
    c = clocks(Pace("live", 60, free=5), "uk", "us")
    c.asked({"uk"}, 0)
    c.came("uk", 120, 4 * S)
    c.asked({"uk"}, 4 * S)
    assert (c.left("uk", 4 * S), c.free("uk", 4 * S), c.out_at("uk")) == (60 * S, S + 120, 65 * S + 120)
    c.came("uk", 120, 9 * S)
    c.asked({"us"}, 9 * S)
    assert c.left("uk", 9 * S) == 60 * S - (9 - 5) * S + 240, "two choices of one stint"
    c.taken_back("uk", {"uk"}, 10 * S)
    assert c.left("uk", 10 * S) == 60 * S - (10 - 5) * S + 240, "what is taken back keeps it, and gets it no second time"


def test_in_ten_stints_there_are_three_seconds_and_then_there_are_more_again() -> None:
    c = clocks(Pace("live", 600), "uk", "us")
    now, given = 0, []
    for _ in range(25):
        c.asked({"uk"}, now)
        before = c.left("uk", now)
        for _ in range(2):  # two choices a stint
            now += S
            c.came("uk", 9 * S, now)
            c.asked({"uk"}, now)
        given.append(c.left("uk", now) - before + 2 * S)
        c.asked({"us"}, now)
    assert given == [600] * 5 + [0] * 5 + [600] * 5 + [0] * 5 + [600] * 5
    assert all(sum(given[n : n + LAG_STINTS]) <= LAG_A_WHILE for n in range(25))


def test_choices_that_come_at_once_have_not_been_on_their_way() -> None:
    c = clocks(Pace("live", 60), "uk")
    c.asked({"uk"}, 0)
    for _ in range(10):
        c.came("uk", 200, 30 * S)
    assert c.left("uk", 30 * S) == 30 * S + 200


def test_nothing_is_given_back_by_post_to_bots_in_a_pause_or_to_who_is_not_asked() -> None:
    post = clocks(Pace("days", bank=7, free=2), "red")
    post.asked({"red"}, 0)
    post.came("red", 200, DAY)
    assert post.out_at("red") == 9 * DAY and post.seats["red"].lag == ()
    c = clocks(Pace("live", 60), "uk", "us")
    c.asked({"uk"}, 0)
    c.came("us", 200, 10 * S)
    c.came("ussr", 200, 10 * S)  # a bot has no clock
    c.pause(10 * S)
    c.came("uk", 200, 20 * S)
    assert (c.left("uk", 20 * S), c.left("us", 20 * S)) == (50 * S, 60 * S)


def test_what_was_given_back_survives_the_servers_absence_and_a_pause() -> None:
    c = clocks(Pace("live", 60), "uk")
    c.asked({"uk"}, 0)
    c.came("uk", 200, 10 * S)
    c.absent(5 * S, 100 * S)
    assert c.left("uk", 100 * S) == 50 * S + 200, "a choice that is durable was made, whenever the last beat was"
    c.pause(110 * S)
    c.resume(200 * S)
    assert c.left("uk", 200 * S) == 40 * S + 200


def test_going_back_by_consent_brings_back_what_had_been_given_until_then() -> None:
    c = clocks(Pace("live", 60), "uk", "us")
    c.asked({"uk"}, 0)
    c.came("uk", 200, 10 * S)
    c.asked({"us"}, 10 * S)
    then = c.copy()
    c.came("us", 300, 20 * S)
    c.asked({"uk"}, 20 * S)
    c.went_back(then, 20 * S, "us", {"us"}, 30 * S, 30 * S)
    assert (c.seats["uk"].lag, c.seats["us"].lag) == ((200,), ())
    assert (c.left("uk", 30 * S), c.left("us", 30 * S)) == (50 * S + 200, 50 * S)


def test_a_stint_that_never_was_does_not_age_what_was_given() -> None:
    c = clocks(Pace("live", 60), "uk", "us")
    c.asked({"us"}, 0)
    c.came("us", 300, 10 * S)
    c.asked({"uk"}, 10 * S)
    for n in range(LAG_STINTS + 2):  # uk chooses and takes back again and again
        c.asked({"us"}, (20 + n) * S)
        c.taken_back("uk", {"uk"}, (20 + n) * S)
    assert c.seats["us"].lag == (300,)


def test_clocks_of_earlier_matches_are_read_and_those_without_lag_are_written_as_before() -> None:
    c = clocks(Pace("live", 60), "uk")
    c.asked({"uk"}, 5)
    c.came("uk", 0, 10)
    written = msgspec.json.encode(c)
    assert written == b'{"pace":{"kind":"live","bank":60},"seats":{"uk":{"bank":60000,"since":5,"began":5}}}'
    assert msgspec.json.decode(written, type=Clocks) == c
