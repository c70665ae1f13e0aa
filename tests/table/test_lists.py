"""Lists: nobody fills the list of open seats alone, all lists have pages, and a start loads nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.kernel.miniature import GAME

from casusbelli.kernel import Result
from casusbelli.table import hub as hub_module
from casusbelli.table.founding import Wish, found
from casusbelli.table.lobby.pages import OPEN_AT_HOME
from casusbelli.table.pages import ON_A_PAGE
from casusbelli.table.records import Action
from casusbelli.table.records import Guest as GuestRecord

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server

Start = Callable[..., Server]

LOOKING = {"seat__uk": "me", "seat__ussr": "open", "seat__us": "open", "listed": "on"}


def refused(guest: Guest) -> bool:
    form = {"game": "miniature", "name": guest.name, **{key.replace("__", "."): value for key, value in LOOKING.items()}}
    answer = guest.http.post("/matches", data=form)
    assert answer.status_code in {303, 422} and ('role="alert"' in answer.text) == (answer.status_code == 422)
    return answer.status_code == 422


def waiting(guest: Guest, address: str = "/") -> list[str]:
    return list(dict.fromkeys(re.findall(r"/join/[\w-]+", guest.http.get(address).text)))


def test_one_guest_has_a_few_matches_in_the_list_and_no_more(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, listed_per_guest=2))
    anna, ben = Guest(server), Guest(server, "Ben")
    assert [refused(anna) for _ in range(4)] == [False, False, True, True]
    assert anna.begin(seat__uk="me", seat__ussr="open", seat__us="open"), "unlisted ones are not counted"
    assert not refused(ben) and len(waiting(Guest(server, "Carla"))) == 6
    for invitation in waiting(ben)[:2]:
        assert Guest(server, "Dora").join(invitation).status_code == 303
    assert not refused(anna), "one has found its players"
    for guest in (anna, ben):
        guest.close()


def test_one_address_has_a_few_as_well_however_many_guests_it_makes(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, listed_per_address=3))
    guests = [Guest(server, f"Anna {n}") for n in range(5)]
    assert [refused(guest) for guest in guests] == [False] * 3 + [True] * 2
    elsewhere = Guest(server, "Ben")
    elsewhere.http.headers["X-Forwarded-For"] = "2001:db8:1:2::3"
    assert not refused(elsewhere)
    for guest in (*guests, elsewhere):
        guest.close()


def test_many_wishes_at_the_same_moment_are_counted_one_by_one(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, listed_per_guest=2))
    anna = Guest(server)
    anna.begin(**HOT_SEAT)

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(asyncio.to_thread(refused, anna) for _ in range(6)))

    assert sum(asyncio.run(all_at_once())) == 4
    anna.close()


def test_nothing_is_listed_for_ever(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, listed_hours=0.0))
    anna, ben = Guest(server), Guest(server, "Ben")
    assert not any(refused(anna) for _ in range(5)), "what is not listed any more is not counted"
    match = anna.begin(**LOOKING)
    assert waiting(ben) == [] and waiting(ben, "/open") == []
    invitation = f"/join/{server.room(match).seats['us'].token}"
    assert ben.join(invitation).status_code == 303
    for guest in (anna, ben):
        guest.close()


MAKER = GuestRecord("maker", "Maker")


def fill(server: Server, count: int, seats: dict[str, str]) -> None:
    """Keep many matches of a guest of their own."""

    async def keep() -> None:
        await server.store.add_guest(MAKER, "hash")
        for n in range(count):
            record, seated, beginning = found(GAME, Wish("short", {"long_war": False, "hurry": False}, seats, True, True), MAKER)
            await server.store.add_match(msgspec.structs.replace(record, created=record.created + n), seated, beginning)

    server.run(keep)


def test_open_seats_have_pages(start: Start) -> None:
    server = start()
    fill(server, 2 * ON_A_PAGE + 3, {"uk": "me", "ussr": "bot:random", "us": "open"})
    ben = Guest(server, "Ben")
    home = ben.http.get("/").text
    assert len(waiting(ben)) == OPEN_AT_HOME and 'href="/open"' in home
    pages = [waiting(ben, f"/open?page={n}") for n in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [ON_A_PAGE, ON_A_PAGE, 3, 0]
    assert len({invitation for page in pages for invitation in page}) == 2 * ON_A_PAGE + 3
    assert pages[0][:OPEN_AT_HOME] == waiting(ben)
    first, last = ben.http.get("/open").text, ben.http.get("/open?page=3").text
    assert 'href="/open?page=2"' in first and 'rel="prev"' not in first and 'rel="next"' not in last
    for odd in ("0", "-5", "99999999999999999999"):
        assert ben.http.get(f"/open?page={odd}").status_code == 200
    ben.close()


def test_my_matches_have_pages_with_those_that_are_over_last(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    fill(server, ON_A_PAGE + 1, {"uk": "me", "ussr": "open", "us": "open"})
    mine = server.store.mine(MAKER.id)
    assert len(mine) == ON_A_PAGE + 1 and all(one.yours and not one.over for one in mine)
    monkeypatch.setattr(server.service.guests, "of", lambda _: asyncio.sleep(0, MAKER))
    ended = mine[0].id

    async def end() -> None:
        await server.store.append(ended, Action(1, "uk", "end", ("end",), (), 1), None, Result(("uk",), "points"))

    server.run(end)
    anna = Guest(server)
    pages = [re.findall(r'href="/m/([\w-]+)"><strong>', anna.http.get(f"/matches?page={n}").text) for n in (1, 2, 3, 0)]
    assert [len(page) for page in pages] == [ON_A_PAGE, 1, 1, ON_A_PAGE] and pages[1] == pages[2] == [ended]
    assert len({*pages[0], *pages[1]}) == ON_A_PAGE + 1
    anna.close()


def test_a_start_loads_no_match_and_a_look_at_ones_list_wakes_its_bots(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    first = start(msgspec.structs.replace(QUIET, bot_pause=3600.0))
    anna = Guest(first)
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    line = anna.sit(match, "uk")
    line.act(line.until_frame()["ask"]["options"][0])
    line.close()
    first.stop()
    opened: list[str] = []
    open_saved = hub_module.open_saved

    def counted(store: Any, match_id: str) -> Any:
        opened.append(match_id)
        return open_saved(store, match_id)

    monkeypatch.setattr(hub_module, "open_saved", counted)
    second = start()
    again, stranger = Guest(second), Guest(second, "Ben")
    again.http.cookies.update(anna.http.cookies)
    assert stranger.http.get("/").status_code == 200 and stranger.http.get("/open").status_code == 200 and opened == []
    assert match in again.http.get("/matches").text
    assert again.sit(match, "uk").until_seq(3)["view"]["phase"] == "meeting" and opened == [match]
    for guest in (anna, again, stranger):
        guest.close()


def test_a_list_wakes_a_few_matches_at_a_time(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    at_a_time: list[int] = []
    room = server.service.hub.room

    async def slow(match_id: str) -> Any:
        at_a_time.append(len(server.service.hub._waking))
        await asyncio.sleep(0.05)
        return await room(match_id)

    monkeypatch.setattr(server.service.hub, "room", slow)

    async def wake() -> None:
        server.service.hub.wake(f"none-{n}" for n in range(50))
        await asyncio.wait_for(asyncio.gather(*server.service.hub._waking), WAIT)

    server.run(wake)
    assert at_a_time and max(at_a_time) <= hub_module.WAKING
