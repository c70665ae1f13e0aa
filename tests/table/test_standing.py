"""Standing answers: what a seat lets the house answer for it, and that nobody else can tell."""

from __future__ import annotations

from typing import Any

import pytest

from casusbelli.table import standing as standing_module
from casusbelli.table.pace import MINUTE, SECOND
from casusbelli.table.standing import LATEST, MOST, SOONEST

from .evening import Begin, Evening
from .tablekit import Guest, Line
from .test_several_processes import Servers, servers  # noqa: F401


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


def test_it_ends_when_what_was_named_happens(evening: Begin) -> None:
    night = evening(pace="none")
    assert stand(night.blue, alarm="said", of=["war"])["t"] == "ack"
    assert told(night.blue)[0]["alarm"] == "said" and told(night.blue)[0]["of"] == ["war"]
    night.say("red", "peace")
    night.pass_time(LATEST)
    assert said(night) == ["peace", "truce"], "peace is not what it waits for"
    settled(night)
    night.say("red", "war")
    assert night.room.house.state.standing == {}
    night.pass_time(LATEST)
    assert said(night) == ["peace", "truce", "war"], "the question that comes with it is its person's"
    settled(night)
    assert told(night.blue) == []


def test_what_was_before_it_was_left_does_not_end_it_and_a_restart_forgets_nothing(evening: Begin) -> None:
    night = evening()
    night.say("red", "war")
    assert stand(night.blue, alarm="said", of=["war"])["t"] == "ack"
    night.pass_time(LATEST)
    assert said(night) == ["war", "truce"]
    settled(night)
    night.restart()
    night.say("red", "war")
    night.pass_time(LATEST)
    assert said(night) == ["war", "truce", "war"] and night.room.house.state.standing == {}


def test_only_what_the_game_names_can_end_it(evening: Begin) -> None:
    night = evening(pace="none")
    for alarm, of in (("whispered", []), ("said", ["cake"]), ("shouted", ["war"]), ("", ["war"])):
        assert stand(night.blue, alarm=alarm, of=of)["reason"] == "malformed", alarm
    assert night.room.house.state.standing == {}
    assert stand(night.blue, alarm="shouted")["t"] == "ack"


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


def test_a_caretaker_answers_for_himself_and_the_word_stands_when_its_person_is_back(evening: Begin) -> None:
    night = evening(at_flag="caretaker")
    assert stand(night.blue, unless=["war"])["t"] == "ack"
    night.say("red", "war")
    night.pass_time(night.left("blue") + night.clocks.pace.free * SECOND + MINUTE + 10 * SECOND)
    night.red.until_seq(2)
    assert night.room.seats["blue"].caretaker is not None
    night.say("red", "peace")
    night.red.until_seq(4)
    standing = night.room.house.standing
    assert standing.due() == [] and night.room.own_id("standing", "blue", 3) not in {one.choice_id for one in kept(night)}
    assert night.blue.house("return")["t"] == "ack"
    settled(night)
    night.say("red", "peace")
    night.pass_time(LATEST)
    assert night.room.own_id("standing", "blue", 5) == kept(night)[-1].choice_id, "he is back, and so is what he left"


def kept(night: Evening) -> list[Any]:
    saved = night.server.store.load(night.match)
    assert saved is not None
    return list(saved.actions)


def test_among_several_processes_each_answer_is_given_once(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Both know of it and both have an alarm; the database takes one. It is given, too, when its own process is gone."""
    monkeypatch.setattr(standing_module, "SOONEST", 40)
    monkeypatch.setattr(standing_module, "LATEST", 120)
    rita, blas = Guest(servers[0], "Rita"), Guest(servers[1], "Blas")
    match = rita.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    red = rita.sit(match, "red")
    assert blas.join(red.invitation("blue")).status_code == 303
    blue = blas.sit(match, "blue")
    blue.until_frame()
    assert stand(blue)["t"] == "ack"
    for n in range(1, 4):
        red.until_frame(lambda frame: bool(frame["ask"]))
        assert red.act(["war"])["t"] == "ack"
        red.until_seq(2 * n)
        if n == 2:
            blue.close()
            servers[1].stop()
    saved = servers[0].store.load(match)
    assert saved is not None and [action.seat for action in saved.actions] == ["red", "blue"] * 3
    assert not any(message["t"] == "standing" and message["list"] for message in red.heard)


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
