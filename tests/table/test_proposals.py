"""Proposals: taking back by consent, ends that are agreed, pauses, more time."""

from __future__ import annotations

from typing import Any

import pytest

from casusbelli.game import Journal, registry, verify
from casusbelli.table.pace import DAY, MINUTE, SECOND, USUAL

from .evening import Begin, Conference, Evening
from .tablekit import Line

BANK = USUAL["brisk"].bank * SECOND


def ask(line: Line, kind: str, seq: int, **data: Any) -> dict[str, Any]:
    return line.house("propose", kind=kind, seq=seq, data=data)


def answer(night: Evening, seat: str, yes: bool = True) -> dict[str, Any]:
    """Answer what was proposed last."""
    return night.lines[seat].house("answer", n=night.room.house.state.proposals[-1].n, yes=yes)


def test_a_choice_is_taken_back_past_the_others_and_the_match_is_what_it_was(evening: Begin) -> None:
    night = evening()
    night.say("red", "war")
    night.say("blue", "peace")
    before = night.room.match.digest()
    night.pass_time(30 * SECOND)
    night.say("red", "truce")
    night.say("blue", "truce")
    night.pass_time(20 * SECOND)
    assert ask(night.red, "take_back", 4)["t"] == "ack"
    told = night.blue.until(lambda message: message["t"] == "proposals")["list"][0]
    assert told["kind"] == "take_back" and told["data"] == {"to": 2}, "it says what, and nothing that was hidden"
    night.pass_time(5 * SECOND)
    assert answer(night, "blue")["t"] == "ack"
    for line in night.lines.values():
        frame = line.until_frame(lambda frame: frame["choices"] == 2)
        assert frame["view"]["said"] == ["war", "peace"] and frame["seq"] == 6 and len(line.log) == 2
    assert night.room.match.digest() == before
    assert night.left("red") == BANK - (30 + 5 - 10) * SECOND, "the clocks of that moment, and the asking"
    assert night.left("blue") == BANK
    night.restart()
    assert night.room.match.digest() == before and night.house_lines() == ["taken_back"]
    night.say("red", "war")
    saved = night.server.store.load(night.match)
    assert saved is not None and [action.choice for action in saved.actions[4:6]] == [None, None]


def test_a_request_dies_when_anybody_acts_and_a_refused_one_is_not_made_again_soon(evening: Begin) -> None:
    night = evening()
    night.say("red")
    assert ask(night.red, "take_back", 1)["t"] == "ack"
    assert ask(night.red, "take_back", 1)["reason"] == "proposal_open"
    night.say("blue")
    assert night.blue.house("answer", n=1, yes=True)["reason"] == "proposal"
    assert ask(night.red, "take_back", 1)["reason"] == "moved_on"
    assert ask(night.red, "take_back", 2, to=1)["reason"] == "proposal", "that was not his"
    assert ask(night.red, "take_back", 2, to=0)["t"] == "ack"
    assert night.red.house("answer", n=2, yes=True)["reason"] == "proposal", "nobody answers himself"
    assert answer(night, "blue", yes=False)["t"] == "ack"
    assert ask(night.red, "take_back", 2)["reason"] == "limit"
    night.pass_time(5 * MINUTE)
    assert ask(night.red, "take_back", 2)["t"] == "ack"
    assert night.red.house("withdraw", n=3)["t"] == "ack" and night.blue.house("answer", n=3, yes=True)["reason"] == "proposal"


def test_nothing_is_taken_back_that_was_rolled_or_shown(evening: Begin) -> None:
    night = evening(Conference, pace="none")
    assert isinstance(night, Conference)
    night.agenda()
    assert ask(night.lines["uk"], "take_back", 3)["reason"] == "rolled", "the agenda has been shown"


def test_who_says_nothing_in_time_says_no(evening: Begin) -> None:
    night = evening()
    night.say("red")
    ask(night.red, "end", 1, how="draw")
    night.pass_time(MINUTE)
    assert night.house_lines() == ["lapsed"] and night.blue.house("answer", n=1, yes=True)["reason"] == "proposal"


@pytest.mark.parametrize(
    ("data", "winners"), [({"how": "draw"}, ["red", "blue"]), ({"how": "win", "seat": "red"}, ["red"]), ({"how": "off"}, [])]
)
def test_an_end_is_agreed(evening: Begin, data: dict[str, Any], winners: list[str]) -> None:
    night = evening()
    night.say("red")
    ask(night.blue, "end", 1, **data)
    assert answer(night, "red")["t"] == "ack"
    over = night.blue.until_frame(lambda frame: frame["over"] is not None)["over"]
    assert over["winners"] == winners and over["by"] == data["how"]
    assert night.clocks.running() == []
    journal = Journal.from_json(night.guests["blue"].http.get(f"/m/{night.match}/journal").content)
    assert verify(registry.find("parley"), journal).ok and journal.result is None


def test_all_people_must_agree_but_for_time_one_is_enough(evening: Begin) -> None:
    night = evening(Conference)
    uk = night.lines["uk"]
    ask(uk, "pause", 0, minutes=15)
    answer(night, "us")
    assert night.clocks.paused is None, "one more has to agree"
    answer(night, "ussr")
    assert night.clocks.paused is not None
    ask(uk, "resume", 0)
    answer(night, "us")
    answer(night, "ussr")
    ask(uk, "time", 0)
    answer(night, "us")
    assert night.left("uk") == BANK + 5 * MINUTE


def test_a_pause_stops_clocks_and_choices_and_ends_by_itself(evening: Begin) -> None:
    night = evening()
    night.pass_time(20 * SECOND)
    ask(night.blue, "pause", 0, minutes=5)
    answer(night, "red")
    night.pass_time(4 * MINUTE)
    assert night.red.act(["war"], seq=0)["reason"] == "paused" and night.left("red") == BANK - 10 * SECOND
    night.restart(away=30 * SECOND)
    assert night.left("red") == BANK - 10 * SECOND
    night.pass_time(30 * SECOND)
    assert night.house_lines() == ["paused", "resumed"]
    night.pass_time(5 * SECOND)
    assert night.left("red") == BANK - 15 * SECOND
    night.say("red")


def test_a_seat_has_three_pauses_in_a_live_match(evening: Begin) -> None:
    night = evening()
    for _ in range(3):
        assert ask(night.red, "pause", 0, minutes=5)["t"] == "ack"
        answer(night, "blue")
        night.pass_time(5 * MINUTE)
    assert ask(night.red, "pause", 0, minutes=5)["reason"] == "proposal"


def test_bots_agree_to_a_take_back_but_not_to_a_draw(evening: Begin) -> None:
    night = evening(pace="none")
    guest = night.guests["red"]
    match = guest.begin("parley", scenario="quarrel", seat__red="me", seat__blue="bot:random")
    line = guest.sit(match, "red")
    line.until_frame()
    line.act(["war"])
    line.until_frame(lambda frame: frame["seq"] >= 2)
    assert ask(line, "end", 2, how="draw")["reason"] == "proposal"
    assert ask(line, "take_back", 2)["t"] == "ack"
    assert line.until_frame(lambda frame: frame["seq"] >= 4)["view"]["said"] == []
    assert ask(line, "end", 4, how="off")["t"] == "ack"
    assert line.until_frame(lambda frame: frame["over"] is not None)["over"]["by"] == "off"


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "pause", "data": {"minutes": 7}},
        {"kind": "pause", "data": {"until": 1}},
        {"kind": "end", "data": {"how": "win", "seat": "nobody"}},
        {"kind": "end", "data": {}},
        {"kind": "resume", "data": {}},
        {"kind": "open_seat", "data": {"seat": "blue"}},
        {"kind": "take_back", "data": {"to": True}},
        {"kind": "take_back", "data": {"to": -1}},
    ],
)
def test_what_cannot_be_proposed(evening: Begin, data: dict[str, Any]) -> None:
    night = evening()
    assert night.red.house("propose", seq=0, **data)["reason"] == "proposal"


def test_by_post_a_pause_has_a_date(evening: Begin) -> None:
    night = evening(pace="days")
    ask(night.red, "pause", 0, until=night.hands.now() + 2 * DAY)
    answer(night, "blue")
    night.pass_time(2 * DAY)
    assert night.house_lines() == ["paused", "resumed"]
