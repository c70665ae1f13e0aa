"""Bots at the table: they play by the same way as people, in their own time, and cannot stop a match by failing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import entry_points
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest
from tests.kernel.miniature import GAME, Miniature

from casusbelli.bots import STRATEGIST, RandomBot
from casusbelli.bots.mentor import Verdict
from casusbelli.game import Match, Position, Reason, registry
from casusbelli.kernel import Choice, seed_from
from casusbelli.table import mentor as mentors
from casusbelli.table import thinking
from casusbelli.table.founding import usual
from casusbelli.table.thinking import Thinkers, problem_of, think
from casusbelli.table.workers import Workers

from .tablekit import Guest, Line, Server, forget_games, install

Make = Callable[..., Guest]


def test_bots_play_a_whole_match_while_somebody_looks_on(guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", seat__uk="bot:random", seat__ussr="bot:random", seat__us="bot:random")
    line = anna.sit(match)
    frame = line.until_frame(lambda frame: frame["over"] is not None)
    assert frame["choices"] == frame["seq"] > 10
    assert frame["players"]["uk"] == {"name": "", "kind": "bot", "bot": "random", "online": True}


def test_one_plays_against_bots_to_the_end(guest: Make) -> None:
    anna = guest()
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random"), "uk")
    rng = Random(4)
    while True:
        frame = line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
        if frame["over"]:
            break
        answer = line.act(rng.choice(frame["ask"]["options"]))
        assert answer["t"] == "ack" or answer["reason"] == "stale"
        line.until_frame(lambda now, seq=frame["seq"]: now["seq"] > seq)


def test_a_bot_is_handed_its_position_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it sees is what a person at its seat sees, also where it is thought elsewhere."""
    match = Match.new(GAME, None, {}, seed_from(3))
    rng = Random(0)
    for _ in range(30):
        seat = rng.choice(list(match.asked()))
        seen: list[Any] = []

        class Watcher:
            def choose(self, position: Position, rng: Random, seen: list[Any] = seen) -> Choice:
                seen.extend([position.view, position.events, position.options, position.decision, position.about])
                return position.options[0]

        monkeypatch.setattr(thinking, "_bot", lambda game, name, watcher=Watcher: watcher())
        choice = think(problem_of(match, seat, "random"))
        question = match.asked()[seat]
        assert seen == [match.view(seat), match.told(seat), question.options, question.decision, {}]
        match.act(seat, choice)


class Clumsy(Miniature):
    """Its own bots break, cheat or dawdle."""

    info = Miniature.info

    def bots(self) -> Mapping[str, Any]:
        return {"recruit": Breaking, "officer": Cheating}


class Breaking(RandomBot):
    def choose(self, position: Position, rng: Random) -> Choice:
        raise ZeroDivisionError


class Cheating(RandomBot):
    def choose(self, position: Position, rng: Random) -> Choice:
        return ("play", 99)


@pytest.mark.parametrize("bot", ["recruit", "officer"])
def test_a_bot_that_fails_does_not_stop_the_match(start: Callable[..., Server], bot: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, Clumsy())
        thinking._bot.cache_clear()
        anna = Guest(start())
        match = anna.begin(scenario="short", seat__uk=f"bot:{bot}", seat__ussr="bot:random", seat__us=f"bot:{bot}")
        assert anna.sit(match).until_frame(lambda frame: frame["over"] is not None)["over"]["winners"]
        anna.close()
    forget_games()
    thinking._bot.cache_clear()


def test_a_bot_thinks_in_a_process_of_its_own_and_a_dead_one_is_replaced() -> None:
    """With an installed game, for the process finds its games by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", entry_points)
        forget_games()
        game = registry.find("fog_of_war")
        match: Match[Any] = Match.new(game, None, {}, seed_from(3))

        async def scene() -> None:
            thinkers = Thinkers(1)
            seat, question = next(iter(match.asked().items()))
            problem = problem_of(match, seat, "random")
            assert await thinkers.choose(problem) in question.options
            assert isinstance(thinkers._executor, ProcessPoolExecutor)
            for process in thinkers._executor._processes.values():
                process.kill()
            assert await thinkers.choose(problem) in question.options
            thinkers.close()

        asyncio.run(scene())
    forget_games()


def test_a_strategist_thinks_apart_and_no_other_bot_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is still thinking when everybody else's bots have answered."""
    done = Event()

    def slowly(problem: bytes) -> Choice:
        if problem == b"deep":
            assert done.wait(60)
        return (problem.decode(),)

    monkeypatch.setattr(thinking, "think", slowly)

    async def scene() -> None:
        thinkers = Thinkers(0)
        deep = asyncio.create_task(thinkers.choose(b"deep", "ada", STRATEGIST))
        await asyncio.sleep(0.05)
        assert [await thinkers.choose(b"quick", who, "officer") for who in ("ada", "ben", "ada")] == [("quick",)] * 3
        assert not deep.done()
        done.set()
        assert await deep == ("deep",)
        thinkers.close()

    asyncio.run(scene())


def test_two_tables_with_strategists_both_get_their_answers(monkeypatch: pytest.MonkeyPatch, guest: Make) -> None:
    """In one process they take turns, choice by choice: neither table waits until the other has played to its end."""
    monkeypatch.setattr(type(GAME), "bots", lambda self: {STRATEGIST: RandomBot, "officer": RandomBot})
    thinking._bot.cache_clear()
    deep = f"bot:{STRATEGIST}"
    seats = {"seat__uk": deep, "seat__ussr": deep, "seat__us": "bot:officer"}
    lines = [who.sit(who.begin(scenario="short", **seats)) for who in (guest("Ada"), guest("Ben"))]
    for line in lines:
        assert line.until_frame(lambda frame: frame["over"] is not None)["choices"] > 10
    thinking._bot.cache_clear()


@pytest.mark.parametrize(("processes", "at_once"), [(0, 1), (1, 1), (2, 2), (7, 2)])
def test_so_many_strategists_think_at_once_and_the_others_have_their_turn(
    monkeypatch: pytest.MonkeyPatch, processes: int, at_once: int
) -> None:
    most = working = 0

    async def run(workers: Workers, work: Any, problem: bytes) -> Choice:
        nonlocal most, working
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.01)
        working -= 1
        return (problem.decode(),)

    monkeypatch.setattr(Workers, "run", run)

    async def scene() -> None:
        thinkers = Thinkers(processes)
        tables = [thinkers.choose(f"{who} {n}".encode(), who, STRATEGIST) for n in range(3) for who in ("ada", "ben")]
        assert await asyncio.gather(*tables) == [(f"{who} {n}",) for n in range(3) for who in ("ada", "ben")]
        thinkers.close()

    asyncio.run(scene())
    assert most == at_once


def test_who_searches_is_told_to_think_for_long_and_is_never_proposed(monkeypatch: pytest.MonkeyPatch, guest: Make) -> None:
    grades = dict.fromkeys(("recruit", "officer", "marshal", STRATEGIST), RandomBot)
    monkeypatch.setattr(type(GAME), "bots", lambda self: grades)
    thinking._bot.cache_clear()
    anna = guest()
    match = anna.begin(scenario="short", seat__uk="me", seat__ussr=f"bot:{STRATEGIST}", seat__us="bot:officer")
    players = anna.sit(match, "uk").until_frame(lambda frame: True)["players"]
    assert players["ussr"]["deep"] is True and "deep" not in players["us"] and "deep" not in players["uk"]
    assert usual(GAME, 1) == "bot:officer"
    thinking._bot.cache_clear()


# -- advice ----------------------------------------------------------------------------------------------------------


class Last:
    """Always knows best: the last option."""

    def choose(self, position: Position, rng: Random) -> Choice:
        return position.options[-1]


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "bots", lambda self: {"marshal": Last})
    thinking._bot.cache_clear()


@pytest.mark.usefixtures("adviser")
@pytest.mark.parametrize("other", ["bot:random", "here"])
def test_who_plays_alone_may_ask_a_marshal(guest: Make, other: str) -> None:
    anna = guest()
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr=other, seat__us=other), "uk")
    frame = line.until_frame(lambda frame: frame["ask"] is not None)
    advice = line.ask({"t": "advice", "n": 7})
    why = [{"key": "weighed", "params": {}}]
    best, other = frame["ask"]["options"][-1], frame["ask"]["options"][-2]
    others = [{"choice": other, "why": why, "lacks": [], "has": [], "gap": None}]
    assert advice == {"t": "advice", "n": 7, "choice": best, "why": why, "others": others}
    assert line.act(advice["choice"])["t"] == "ack"


class Outspoken(Last):
    """Says why, from what its seat may know, and how another choice stands back."""

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        return [Reason("strongest", {"card": choice[-1], "hand": len(position.view["hand"])}), Reason("fresh")]

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        return Reason("behind", {"by": position.options.index(choice) - position.options.index(other)})


def test_a_bot_that_says_why_is_heard(guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "bots", lambda self: {"marshal": Outspoken})
    thinking._bot.cache_clear()
    anna = guest()
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random"), "uk")
    frame = line.until_frame(lambda frame: frame["ask"] is not None)
    advice = line.ask({"t": "advice", "n": 1})

    def strongest(option: list[Any]) -> dict[str, Any]:
        return {"key": "strongest", "params": {"card": option[-1], "hand": len(frame["view"]["hand"])}}

    *_, next_best, best = frame["ask"]["options"]
    fresh = {"key": "fresh", "params": {}}
    assert advice["why"] == [strongest(best), fresh]
    told = {"choice": next_best, "why": [strongest(next_best), fresh], "gap": {"key": "behind", "params": {"by": 1}}}
    assert advice["others"] == [{**told, "lacks": [strongest(best)], "has": [strongest(next_best)]}]
    thinking._bot.cache_clear()


@pytest.mark.usefixtures("adviser")
def test_nobody_is_advised_against_people(guest: Make) -> None:
    anna, boris = guest(), guest("Boris")
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr="open", seat__us="bot:random"), "uk")
    frame = line.until_frame(lambda frame: frame["ask"] is not None)
    assert line.ask({"t": "advice", "n": 1})["choice"] is None
    boris.join(frame["players"]["ussr"]["invite"])
    assert line.ask({"t": "advice", "n": 2})["choice"] is None


@pytest.mark.usefixtures("adviser")
def test_no_advice_for_those_who_are_not_asked_or_only_look_on(guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", seat__uk="me", seat__ussr="here", seat__us="here")
    lines = {seat: anna.sit(match, seat) for seat in ("uk", "ussr", "us")}
    frames = {seat: line.until_frame(lambda frame: True) for seat, line in lines.items()}
    for seat, frame in frames.items():
        assert (lines[seat].ask({"t": "advice", "n": 1})["choice"] is None) == (frame["ask"] is None)
    assert guest("Boris").sit(match).ask({"t": "advice", "n": 1})["reason"] == "spectator"


def test_a_game_without_a_marshal_gives_no_advice(guest: Make) -> None:
    anna = guest()
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random"), "uk")
    line.until_frame(lambda frame: frame["ask"] is not None)
    assert line.ask({"t": "advice", "n": 1})["choice"] is None


# -- the mentor --------------------------------------------------------------------------------------------------------


@pytest.fixture
def mentor(monkeypatch: pytest.MonkeyPatch, adviser: None) -> None:
    """A mentor who can judge this game and always knows better: the last option."""

    def knows_better(position: Position, choice: Choice, rng: Random) -> Verdict | None:
        better = position.options[-1]
        return None if choice == better else Verdict(better, 0.1, 0.01, 8, [Reason("weighed")])

    monkeypatch.setattr(mentors, "verdict", knows_better)
    monkeypatch.setattr(mentors, "can_rehearse", lambda game, scenario: True)


def begun(guest: Make, other: str) -> tuple[Guest, Line, dict[str, Any]]:
    anna = guest()
    line = anna.sit(anna.begin(scenario="short", seat__uk="me", seat__ussr=other, seat__us="bot:random"), "uk")
    return anna, line, line.until_frame(lambda frame: frame["ask"] is not None and len(frame["ask"]["options"]) > 1)


@pytest.mark.usefixtures("mentor")
def test_a_mentor_marks_a_choice_and_says_which_it_was(server: Server, guest: Make) -> None:
    _, line, frame = begun(guest, "bot:random")
    line.send({"t": "mentor", "on": True})
    assert line.until(lambda said: said["t"] == "mentor")["on"] is True
    chosen, better = frame["ask"]["options"][0], frame["ask"]["options"][-1]
    line.send({"t": "act", "id": "one", "seq": frame["seq"], "choice": chosen})
    mark = line.until(lambda said: said["t"] == "mark")
    assert server.room(line.match).match.entries[mark["choices"]] == ("uk", tuple(chosen))
    expected = {"chosen": chosen, "better": better, "gain": 0.1}
    assert {key: mark[key] for key in expected} == expected and mark["why"] == [{"key": "weighed", "params": {}}]
    assert mark["decision"] == frame["ask"]["decision"]


@pytest.mark.usefixtures("mentor")
def test_a_good_choice_gets_no_mark_and_neither_does_one_without_the_switch(guest: Make) -> None:
    _, line, frame = begun(guest, "bot:random")
    line.act(frame["ask"]["options"][0])
    line.send({"t": "mentor", "on": True})
    line.until(lambda said: said["t"] == "mentor")
    frame = line.until_frame(lambda now: now["ask"] is not None and now["seq"] > frame["seq"] and len(now["ask"]["options"]) > 1)
    line.act(frame["ask"]["options"][-1])
    line.until_frame(lambda now: now["seq"] > frame["seq"])
    line.send({"t": "mentor", "on": False})
    assert line.until(lambda said: said["t"] == "mentor")["on"] is False
    assert all(said["t"] != "mark" for said in line.heard)


@pytest.mark.usefixtures("mentor")
@pytest.mark.parametrize("other", ["open", "here"])
def test_no_mentor_where_two_may_play(guest: Make, other: str) -> None:
    _, line, frame = begun(guest, other)
    line.send({"t": "mentor", "on": True})
    assert line.until(lambda said: said["t"] == "mentor")["on"] is False
    assert line.act(frame["ask"]["options"][0])["t"] == "ack"
    assert guest("Boris").sit(line.match).ask({"t": "mentor", "on": True})["reason"] == "spectator"


@pytest.mark.usefixtures("mentor")
def test_the_mentor_falls_silent_when_a_person_takes_a_seat(server: Server, guest: Make) -> None:
    """It was a match against bots when the switch was turned; what counts is who plays now."""
    _, line, frame = begun(guest, "bot:random")
    line.send({"t": "mentor", "on": True})
    assert line.until(lambda said: said["t"] == "mentor")["on"] is True
    room = server.room(line.match)
    room.seats["ussr"] = msgspec.structs.replace(room.seats["ussr"], kind="guest", bot=None, guest="somebody")
    assert line.act(frame["ask"]["options"][0])["t"] == "ack"
    line.send({"t": "mentor", "on": True})
    assert line.until(lambda said: said["t"] == "mentor")["on"] is False
    assert all(said["t"] != "mark" for said in line.heard)


@pytest.mark.usefixtures("mentor")
def test_a_mentor_that_fails_stops_nothing(guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(position: Position, choice: Choice, rng: Random) -> Verdict | None:
        raise ZeroDivisionError

    monkeypatch.setattr(mentors, "verdict", fails)
    _, line, frame = begun(guest, "bot:random")
    line.send({"t": "mentor", "on": True})
    assert line.act(frame["ask"]["options"][0])["t"] == "ack"
    assert line.until_frame(lambda now: now["seq"] > frame["seq"])
