"""Standing answers: what a seat lets the house answer for it, and that nobody else can tell."""

from __future__ import annotations

from typing import Any

import pytest

from casusbelli.table.pace import SECOND
from casusbelli.table.standing import LATEST, MOST, SOONEST

from .evening import Begin, Evening
from .tablekit import Line


def stand(line: Line, until: str = "match", **more: Any) -> dict[str, Any]:
    return line.house("stand", decision="word", until=until, **more)


def told(line: Line) -> list[dict[str, Any]]:
    """What the seat was told last of its standing answers."""
    found: list[dict[str, Any]] = line.latest("standing")["list"]
    return found


def said(night: Evening) -> list[str]:
    return list(night.room.match.state.said)


def settled(night: Evening) -> None:
    """Everybody has been shown what the house did."""
    for line in night.lines.values():
        line.until_seq(night.room.seq)


def test_the_house_answers_after_a_while_and_until_it_is_told_to_stop(evening: Begin) -> None:
    night = evening(pace="none")
    assert stand(night.blue)["t"] == "ack"
    night.say("red", "war")
    due = night.room.house.standing.delay("blue", 1)
    assert SOONEST <= due <= LATEST
    night.pass_time(due - 1)
    assert said(night) == ["war"]
    night.pass_time(1)
    assert said(night) == ["war", "truce"], "what was left to the house, when its time has come"
    settled(night)
    assert night.blue.house("unstand", n=1)["t"] == "ack"
    night.say("red", "peace")
    night.pass_time(LATEST)
    assert said(night) == ["war", "truce", "peace"]


def test_only_what_is_passive_can_be_left_and_only_so_much(evening: Begin) -> None:
    night = evening(pace="none")
    assert night.blue.house("stand", decision="bid", until="match")["reason"] == "malformed"
    assert stand(night.blue, unless=["cake"])["reason"] == "malformed"
    assert night.blue.house("stand", decision="word", until="ever")["reason"] == "malformed"
    for _ in range(MOST + 2):
        assert stand(night.blue)["t"] == "ack", "the same decision again replaces what was left for it"
    assert len(night.room.house.state.standing["blue"]) == 1


def test_an_exception_and_a_chapter(evening: Begin) -> None:
    night = evening(pace="none")
    assert stand(night.blue, "chapter", unless=["war"])["t"] == "ack"
    night.say("red", "war")
    night.pass_time(LATEST)
    assert said(night) == ["war"], "it is about war"
    night.say("blue", "peace")
    night.say("red", "peace")
    night.pass_time(LATEST)
    assert said(night)[-1] == "truce"
    while len(said(night)) < 10:
        settled(night)
        night.say("red", "truce")
        night.pass_time(LATEST)
    settled(night)
    assert night.room.house.state.standing == {}, "the chapter is over"
    assert told(night.blue) == []
    night.say("red", "peace")
    night.pass_time(LATEST)
    assert len(said(night)) == 11


def test_taking_back_what_was_answered_ends_it(evening: Begin) -> None:
    night = evening(pace="none")
    stand(night.blue)
    night.say("red")
    night.pass_time(LATEST)
    settled(night)
    assert night.blue.undo(2)["t"] == "ack"
    night.pass_time(LATEST)
    assert said(night) == ["war"] and night.room.house.state.standing == {}


def test_it_outlives_a_restart_and_is_not_given_in_a_pause_or_for_a_caretaker(evening: Begin) -> None:
    night = evening()
    stand(night.blue)
    night.say("red")
    night.restart(away=LATEST)
    assert [one["decision"] for one in told(night.blue)] == ["word"]
    assert said(night) == ["war"]
    night.pass_time(LATEST)
    assert said(night) == ["war", "truce"], "also where nobody has come since: the store knows when to look"
    settled(night)
    night.say("red")
    assert night.red.house("propose", kind="pause", seq=3, data={"minutes": 5})["t"] == "ack"
    assert night.blue.house("answer", n=1, yes=True)["t"] == "ack"
    night.pass_time(LATEST)
    assert len(said(night)) == 3, "nobody acts in a pause"
    night.pass_time(300 * SECOND)
    assert len(said(night)) == 4


@pytest.mark.parametrize("pace", ["none", "brisk"])
def test_nobody_else_can_tell_a_standing_answer_from_a_persons(evening: Begin, pace: str) -> None:
    """Two evenings alike: in one the house answers for Blas, in the other he does so himself at the same moments."""

    def heard(by_house: bool) -> list[list[Any]]:
        night = evening(pace=pace, spectators="on")
        others = [night.red, night.guests["red"].sit(night.match)]
        begun, told = night.hands.now(), [len(others[0].heard), 0]
        others[1].until_frame()
        if by_house:
            stand(night.blue)
        for _ in range(4):
            night.say("red", "war")
            night.pass_time(SOONEST - 1)
            if by_house:
                night.room.house.standing._asked["blue"] = (night.room.asked_at("blue"), night.hands.now())
                night.server.run(lambda: _rings(night))
                night.settle()
            else:
                night.say("blue", "truce")
            settled(night)
        night.red.ask({"t": "why", "n": 9, "choice": ["nothing"]})
        others[1].until_seq(night.room.seq)
        night.close()
        night.server.stop()
        return [
            [_at_midnight(one, begun) for one in line.heard[n:] if one["t"] != "ack"]
            for line, n in zip(others, told, strict=True)
        ]

    by_house, by_himself = heard(True), heard(False)
    for one, other in zip(by_house, by_himself, strict=True):
        assert [message["t"] for message in one] == [message["t"] for message in other]
        assert all(mine == theirs for mine, theirs in zip(one, other, strict=True))


async def _rings(night: Evening) -> None:
    night.room.house._ring()


def _at_midnight(value: Any, begun: int) -> Any:
    """The same message of an evening that begins at 0."""
    if isinstance(value, dict):
        return {key: _at_midnight(one, begun) for key, one in value.items()}
    if isinstance(value, list):
        return [_at_midnight(one, begun) for one in value]
    return value - begun if type(value) is int and value > 10**12 else value
