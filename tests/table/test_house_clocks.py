"""Clocks at the table: durable with the action, nobody's while the server is away, told to everybody alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.table.housekeeping import absences_since, beat, clocks_after, come_back
from casusbelli.table.hub import BEAT
from casusbelli.table.pace import MINUTE, SECOND, USUAL, Pace
from casusbelli.table.stints import Clocks
from casusbelli.table.store import Store
from casusbelli.table.wire import ProposalsTold, encode

from .evening import Begin, Caged
from .hands import Hands
from .tablekit import HOT_SEAT, QUIET, Guest, Line, Server, three_lines

Start = Callable[..., Server]

WORLDS = int(os.environ.get("CASUS_TWIN_WORLDS", "20"))
"""How many worlds are imagined for a seat at every moment."""

BRISK = USUAL["brisk"]
BANK = BRISK.bank * SECOND


def test_clocks_begin_when_everybody_sits_and_run_by_stints(start: Start) -> None:
    hands = Hands()
    server = start(QUIET, hands)
    red, blue = Guest(server, "Rita"), Guest(server, "Blas")
    match = red.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open", pace="brisk")
    line = red.sit(match, "red")
    line.until_frame()
    assert line.latest("clock")["seats"]["red"]["running"] is False, "somebody is missing"
    hands.turn(MINUTE, lambda: None)
    blue.join(line.frame["players"]["blue"]["invite"])
    told = line.until(lambda message: message["t"] == "clock")
    assert told["seats"]["red"] == {
        "bank": BANK,
        "free": 10 * SECOND,
        "running": True,
        "until": hands.now() + BANK + 10 * SECOND,
        "flag": None,
    }
    assert told["pace"] == {"kind": "live", "bank": 1200, "free": 10, "increment": 5} and told["at_flag"] == "claim"
    for guest in (red, blue):
        guest.close()


def test_a_stint_is_paid_in_the_actions_transaction(evening: Begin) -> None:
    play = evening()
    play.pass_time(70 * SECOND)
    seq = play.say("red")
    kept = clocks_after(play.server.store, play.match, seq)
    assert kept is not None and kept == play.clocks
    assert play.left("red") == BANK - 60 * SECOND + 5 * SECOND
    play.pass_time(12 * SECOND)
    assert play.left("blue") == BANK - 2 * SECOND
    told = play.lines["blue"].latest("clock")
    assert told["seats"]["blue"]["running"] and not told["seats"]["red"]["running"]


def test_what_an_undo_costs(evening: Begin) -> None:
    play = evening()
    play.pass_time(20 * SECOND)
    play.say("red")
    play.pass_time(30 * SECOND)
    line = play.lines["red"]
    assert line.undo(1)["t"] == "ack"
    assert play.left("red") == BANK - 40 * SECOND, "twenty seconds before, thirty since, ten of them all free"
    assert play.left("blue") == BANK and play.clocks.running() == ["red"]


def test_all_can_be_reckoned_again_from_the_actions(evening: Begin) -> None:
    play = evening()
    for n in range(12):
        play.pass_time((n * 7 + 3) * SECOND)
        play.say("red" if n % 2 == 0 else "blue")
        if n % 5 == 4:
            play.pass_time(4 * SECOND)
            seat = "red" if n % 2 == 0 else "blue"
            assert play.lines[seat].undo(play.server.room(play.match).seq)["t"] == "ack"
            play.pass_time(2 * SECOND)
            play.say(seat)
    saved = play.server.store.load(play.match)
    assert saved is not None
    begun = saved.actions[0].at - 3 * SECOND
    clocks = Clocks.new(BRISK, ("red", "blue"))
    clocks.asked(saved.match.asked, begun)
    for action in saved.actions:
        if action.choice is None:
            clocks.taken_back(action.seat, action.asked, action.at)
        else:
            clocks.asked(action.asked, action.at)
        assert clocks_after(play.server.store, play.match, action.seq) == clocks
    assert play.clocks == clocks and saved.house is not None and saved.house.clocks == clocks


def test_while_the_server_is_away_nobodys_time_runs(evening: Begin) -> None:
    play = evening()
    play.say("red")
    play.pass_time(40 * SECOND)
    play.restart(away=90 * MINUTE)
    assert play.left("blue") == BANK - 30 * SECOND
    play.pass_time(SECOND)
    assert play.left("blue") == BANK - 31 * SECOND
    told = play.lines["blue"].latest("clock")
    assert told["seats"]["blue"]["running"] is True


def test_a_match_without_a_pace_has_no_clock_and_writes_nothing_for_the_house(start: Start) -> None:
    server = start()
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    lines = three_lines(anna, match)
    for line in lines.values():
        line.act(line.frame["ask"]["options"][0])
    assert all(message["t"] in {"frame", "ack", "players"} for line in lines.values() for message in line.heard)
    saved = server.store.load(match)
    assert saved is not None and saved.house is None and saved.match.pace is None and server.room(match).house.quiet
    anna.close()


def test_each_asked_seats_clock_runs_until_it_has_answered_in_secret(start: Start) -> None:
    hands = Hands()
    server = start(QUIET, hands)
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT, pace="relaxed")
    lines = three_lines(anna, match)
    answered: Line = lines["uk"]
    answered.act(answered.frame["ask"]["options"][0])
    told = answered.latest("clock")
    assert {seat: face["running"] for seat, face in told["seats"].items()} == {"uk": False, "ussr": True, "us": True}
    assert all(face["bank"] == 2400 * SECOND for face in told["seats"].values())
    anna.close()


@pytest.mark.parametrize("wrong", [{"pace": "hasty"}, {"pace": "brisk", "at_flag": "duel"}])
def test_a_pace_that_there_is_not(start: Start, wrong: dict[str, str]) -> None:
    anna = Guest(start())
    answer: Any = anna.http.post("/matches", data={"game": "parley", "scenario": "brief", **wrong})
    assert answer.status_code == 422
    anna.close()


def test_a_page_tells_its_zone_once(evening: Begin) -> None:
    play = evening(pace="days", weekends="off")
    assert play.clocks.seats["red"].zone == ""
    play.guests["red"].sit(play.match, "red&zone=Europe/Rome").until_frame()
    assert play.clocks.seats["red"].zone == "Europe/Rome"
    play.guests["red"].sit(play.match, "red&zone=Pacific/Auckland").until_frame()
    assert play.clocks.seats["red"].zone == "Europe/Rome"
    assert msgspec.json.encode(play.clocks)


def test_a_hundred_crashes_cost_nobody_time_and_give_nobody_more_than_a_beat_each(database: Path) -> None:
    """The server writes beats and dies without a word; when it is back, what it was away for is nobody's."""
    rng, store, now = Random(7), Store(database), 1_000_000
    clocks = Clocks.new(Pace("live", 10**7), ("red",))
    store.writer.write_now(come_back(now))
    clocks.asked({"red"}, now)
    present = 0
    for crash in range(1, 101):
        lived = rng.randrange(90 * SECOND)
        for at in range(now + BEAT, now + lived, BEAT):
            store.writer.write_now(beat(at))
        present += lived
        now += lived + rng.randrange(10 * MINUTE)
        store.writer.write_now(come_back(now))
        for start, end in absences_since(store, clocks.present):
            clocks.absent(start, end)
        given = present - clocks.spent("red", now)
        assert 0 <= given <= crash * BEAT
    assert clocks.spent("red", now) > 0
    store.close()


def test_the_house_tells_the_same_in_every_world_a_seat_can_imagine(evening: Begin) -> None:
    """Clocks, proposals, standing answers and views: what a seat and the public are told depends on nothing that is hidden."""
    play = evening(Caged)
    rng, room = Random(3), play.room
    compared = 0
    for n in range(12):
        asked = [line for line in play.lines.values() if line.until_seq(room.seq)["ask"]]
        if not asked:
            break
        line = rng.choice(asked)
        line.house("stand", decision="open", until="match")
        line.act(rng.choice(line.frame["ask"]["options"]), seq=room.seq)
        if n % 3 == 1:
            line.house("propose", kind="take_back", seq=room.seq)
        play.hands.skip(7 * SECOND)
        if room.match.over:
            break
        true = room.match
        for seat in play.lines:
            told = told_by_the_house(room, seat)
            for world in range(WORLDS):
                room.match = true.imagine(seat, (n * WORLDS + world).to_bytes(8))
                assert room.house.clocked() == list(room.match.asked()) and told_by_the_house(room, seat) == told
                compared += 1
            room.match = true
    assert compared > 5 * WORLDS


def told_by_the_house(room: Any, seat: str) -> list[Any]:
    """Every byte, for a seat and for who looks on."""
    proposals = encode(ProposalsTold(room.house.state.proposals, 0))
    views = [encode(room.match.view(viewpoint)) for viewpoint in (seat, None)]
    return [room.house.clock_message(), proposals, room.house.standing.told(seat), room.house.due(), *views]
