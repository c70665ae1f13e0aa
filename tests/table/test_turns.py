"""Turns: whoever asks for much waits for himself; and bots nobody looks at sleep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.table import thinking
from casusbelli.table.thinking import PER_PERSON, Thinkers
from casusbelli.table.turns import ADDRESS, Crowded, Owner, Turns, Whereabouts

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server

Make = Callable[..., Guest]

BOTS = {"seat__uk": "bot:random", "seat__ussr": "bot:random", "seat__us": "bot:random"}


def turns(places: int = 1, per_person: int = 100, per_address: int = 100, in_all: int = 1000) -> Turns:
    return Turns(places, per_person=per_person, per_address=per_address, in_all=in_all)


class Day:
    """Work of one second each on a clock of its own, and in which order it was done."""

    def __init__(self, shared: Turns) -> None:
        self.shared = shared
        self.done: list[str] = []

    async def work(self, person: str, address: str, seconds: float = 0.0) -> None:
        async with self.shared.turn(Owner(person, address)):
            await asyncio.sleep(seconds)
            self.done.append(person)

    async def all(self, *asked: Awaitable[None]) -> list[str]:
        await asyncio.gather(*asked)
        return self.done


def test_who_has_little_to_do_does_not_wait_for_who_has_much() -> None:
    async def scene() -> None:
        day = Day(turns())
        done = await day.all(*(day.work("greedy", "a", 0.001) for _ in range(50)), day.work("modest", "b", 0.001))
        assert done.index("modest") <= 1

    asyncio.run(scene())


def test_many_persons_of_one_address_have_no_more_than_one_elsewhere() -> None:
    async def scene() -> None:
        day = Day(turns())
        crowd = [day.work(f"guest {n}", "a", 0.001) for n in range(30)]
        done = await day.all(*crowd, *(day.work("modest", "b", 0.001) for _ in range(5)))
        assert max(n for n, who in enumerate(done) if who == "modest") <= 12

    asyncio.run(scene())


def test_time_is_shared_and_not_the_number_of_turns() -> None:
    async def scene() -> None:
        day = Day(turns())
        slow = [day.work("slow", "a", 0.02) for _ in range(6)]
        quick = [day.work("quick", "b", 0.0) for _ in range(30)]
        done = await day.all(*slow, *quick)
        assert done[-4:] == ["slow"] * 4, "quick work had its turns between slow work"

    asyncio.run(scene())


def test_persons_behind_one_address_take_turns_too() -> None:
    async def scene() -> None:
        day = Day(turns())
        done = await day.all(*(day.work("greedy", "a", 0.001) for _ in range(20)), day.work("modest", "a", 0.001))
        assert done.index("modest") <= 1

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("shared", "owners"),
    [
        (turns(per_person=3), [Owner("p", "a")] * 5),
        (turns(per_address=3), [Owner(f"p{n}", "a") for n in range(5)]),
        (turns(in_all=3), [Owner(f"p{n}", f"a{n}") for n in range(5)]),
    ],
    ids=["person", "address", "all"],
)
def test_only_so_many_may_wait(shared: Turns, owners: list[Owner]) -> None:
    async def scene() -> None:
        go = asyncio.Event()

        async def work(owner: Owner) -> None:
            async with shared.turn(owner):
                await go.wait()

        working = [asyncio.create_task(work(owner)) for owner in owners]
        await asyncio.sleep(0)
        assert shared.waiting == 3 and [task.done() for task in working].count(True) == 1
        go.set()
        ends = await asyncio.gather(*working, return_exceptions=True)
        assert sum(isinstance(end, Crowded) for end in ends) == 1
        assert shared.waiting == 0 and not len(shared._addresses)

    asyncio.run(scene())


@pytest.mark.parametrize("seed", range(20))
def test_whoever_gives_up_leaves_nothing_behind(seed: int) -> None:
    """Never more at work than there are places, and in the end everything is free again."""

    async def scene() -> None:
        rng = Random(seed)
        places = rng.randint(1, 3)
        shared = turns(places)
        at_work = most = finished = 0

        async def work() -> None:
            nonlocal at_work, most, finished
            async with shared.turn(Owner(rng.choice("pqr"), rng.choice("ab"))):
                at_work += 1
                most = max(most, at_work)
                try:
                    for _ in range(rng.randint(0, 3)):
                        await asyncio.sleep(0)
                finally:
                    at_work -= 1
                finished += 1

        tasks = []
        for _ in range(60):
            tasks.append(asyncio.create_task(work()))
            if rng.random() < 0.5:
                await asyncio.sleep(0)
            if rng.random() < 0.4:
                rng.choice(tasks).cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert finished and most <= places and shared._free == places
        assert shared.waiting == 0 and not len(shared._addresses)

    asyncio.run(scene())


def test_everybody_is_counted_where_he_was_last_heard() -> None:
    known = Whereabouts()
    known.note("anna", "192.0.2.1")
    known.note("anna", "192.0.2.2")
    assert known.of("anna") == Owner("anna", "192.0.2.2") and known.of("boris") == Owner("boris", "boris")
    assert known.of(ADDRESS + "192.0.2.3").address == "192.0.2.3"


# -- bots ------------------------------------------------------------------------------------------------------------


def test_a_hundred_thoughts_of_one_do_not_hold_up_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[bytes] = []
    monkeypatch.setattr(thinking, "think", lambda packed: order.append(packed) or ("done",))

    async def scene() -> None:
        thinkers = Thinkers(0)
        flood = [asyncio.create_task(thinkers.choose(b"greedy", "greedy")) for _ in range(100)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(thinkers.choose(b"modest", "modest"))
        ends = await asyncio.gather(*flood, return_exceptions=True)
        await modest
        assert order.index(b"modest") <= 2
        assert sum(isinstance(end, Crowded) for end in ends) == 100 - PER_PERSON - 1
        thinkers.close()

    asyncio.run(scene())


def test_a_match_among_bots_sleeps_until_somebody_looks(server: Server, guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", **BOTS)
    rest(server, match)
    assert server.room(match).seq == 0 and server.room(match).idle
    line = anna.sit(match)
    line.until_frame(lambda frame: frame["seq"] >= 3)
    line.close()
    rest(server, match)
    slept_at = server.room(match).seq
    again = guest("Boris").sit(match)
    assert again.until_frame()["seq"] >= slept_at
    assert again.until_frame(lambda frame: frame["over"] is not None)["seq"] > 10


def test_bots_play_on_for_somebody_who_has_left(server: Server, guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    line = anna.sit(match, "uk")
    assert line.act(line.until_frame(lambda frame: frame["ask"] is not None)["ask"]["options"][0])["t"] == "ack"
    line.close()
    rest(server, match)
    room = server.room(match)
    assert list(room.match.asked()) == ["uk"] and room.seq >= 3


def test_bots_too_many_to_wait_come_again_later(start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casusbelli.table.standins.RETRY_SECONDS", 0.01)
    server = start(QUIET)
    busy = {"times": 3}
    choose = server.service.hub.thinkers.choose

    async def sometimes(problem: bytes, person: str = "", bot: str = "") -> Any:
        if busy["times"]:
            busy["times"] -= 1
            raise Crowded
        return await choose(problem, person, bot)

    monkeypatch.setattr(server.service.hub.thinkers, "choose", sometimes)
    anna = Guest(server)
    assert anna.sit(anna.begin(scenario="short", **BOTS)).until_frame(lambda frame: frame["over"] is not None)
    assert not busy["times"]
    anna.close()


def test_matches_nobody_looks_at_make_room_in_memory(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, rooms=5))
    anna = Guest(server)
    watched = anna.begin(**HOT_SEAT)
    anna.sit(watched).until_frame()
    matches = [anna.begin(**HOT_SEAT) for _ in range(12)]
    assert server.service.hub.size <= 6 and server.room(watched) is not None
    assert anna.sit(matches[0]).until_frame()["seq"] >= 0
    anna.close()


def rest(server: Server, match: str) -> None:
    """Wait until nothing is under way in a match."""

    async def is_idle() -> bool:
        return bool(server.room(match).idle)

    until = time.monotonic() + WAIT
    while not server.run(is_idle):
        assert time.monotonic() < until
        time.sleep(0.005)
