"""The end is final: nothing is taken back, and match, result and lists say the same, also while the end is being kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from casusbelli.table.founding import wish_again
from casusbelli.table.records import Action, MatchRecord, SeatRecord
from casusbelli.table.records import Guest as GuestRecord

from .tablekit import Guest, Line, Server

Make = Callable[..., Guest]

BOTH = {"seat__red": "me", "seat__blue": "here"}


def brief_talk(guest: Guest, last: str = "peace") -> dict[str, Line]:
    """A match of two words, the second of which ends it."""
    match = guest.begin("parley", scenario="brief", **BOTH)
    lines = {seat: guest.sit(match, seat) for seat in ("red", "blue")}
    lines["red"].until_frame()
    lines["red"].act(["war"])
    lines["blue"].until_seq(1)
    lines["blue"].act([last])
    lines["red"].until_seq(2)
    lines["blue"].until_seq(2)
    return lines


def test_nobody_takes_back_the_end(server: Server, guest: Make) -> None:
    anna = guest()
    lines = brief_talk(anna)
    for line in lines.values():
        assert line.frame["over"]["winners"] == ["blue"] and line.frame["undo"] is False
        assert line.undo()["reason"] == "over" and line.act(["war"])["reason"] == "over"
    saved = server.store.load(lines["red"].match)
    assert saved is not None and len(saved.actions) == 2 and saved.match.result is not None
    assert saved.match.result.winners == ("blue",) and server.room(saved.match.id).match.result() == saved.match.result


def test_what_an_older_program_let_happen_after_the_end_does_not_count(server: Server, guest: Make) -> None:
    """An undo after the end, kept in the store: match, replay, journal and list all stay with the result."""
    anna = guest()
    match = brief_talk(anna)["red"].match

    async def take_back_and_say_otherwise() -> None:
        await server.store.append(match, Action(3, "blue", "undo", None, ("blue",), 0))
        server.service.hub._rooms.clear()

    server.run(take_back_and_say_otherwise)
    frame = anna.sit(match, "blue").until_frame()
    assert frame["over"]["winners"] == ["blue"] and frame["ask"] is None and frame["seq"] == 2
    assert anna.http.get(f"/m/{match}/journal").json()["result"]["winners"] == ["blue"]
    assert anna.http.get(f"/m/{match}/at/2?seat=red").json()["over"]["winners"] == ["blue"]
    (listed,) = server.store.listed([match])
    assert [one.over for one in server.store.mine(server.room(match).record.creator) if one.id == match] == [True]
    assert listed.over and listed.asked == () and listed.result is not None and listed.result.winners == ("blue",)


def test_the_past_is_opened_by_an_end_that_is_durable(server: Server, guest: Make, monkeypatch: Any) -> None:
    """While the last choice is being written nobody looks through another's eyes, and nobody reads the seed."""
    red, blue, public = guest("Red"), guest("Blue"), guest("Public")
    match = red.begin("canary", seat__red="me", seat__blue="open")
    line = red.sit(match, "red")
    blue.join(line.until_frame()["players"]["blue"]["invite"])
    other = blue.sit(match, "blue")
    lines = {"red": line, "blue": other}
    append, held = server.store.append, asyncio.Event()

    def late(name: str, action: Any, checkpoint: Any = None, result: Any = None, also: Any = None) -> Any:
        async def write() -> None:
            if result is not None:
                await held.wait()
            await append(name, action, checkpoint, result, also)

        return write()

    monkeypatch.setattr(server.store, "append", late)
    seq = 0
    while not server.room(match).match.over:
        asked = next(one for one in lines.values() if one.until_seq(seq)["ask"])
        ask = {"t": "act", "id": f"a{seq}", "seq": seq, "choice": asked.frame["ask"]["options"][0]}
        if len(server.room(match).match.entries) == 11:
            asked.send(ask)
            break
        answer = asked.ask(ask)
        assert answer["t"] == "ack", answer
        seq = answer["seq"]

    async def applied() -> bool:
        return bool(server.room(match).match.over)

    while not server.run(applied):
        pass
    for address in (f"/m/{match}/at/3?seat=red", f"/m/{match}/journal?seat=red"):
        assert public.http.get(address).status_code == 403 and blue.http.get(address).status_code == 403
    assert "seed" not in public.http.get(f"/m/{match}/journal").json()

    async def let_go() -> None:
        held.set()

    server.run(let_go)
    assert line.until_frame(lambda frame: frame["over"] is not None)["over"]["seed"]
    assert public.http.get(f"/m/{match}/at/3?seat=red").status_code == 200


def test_a_match_is_played_again_with_the_seats_swapped(server: Server, guest: Make) -> None:
    anna = guest()
    line = brief_talk(anna)["red"]
    answer = anna.http.post(f"/m/{line.match}/again")
    assert answer.status_code == 303
    again = server.room(answer.headers["location"].removeprefix("/m/"))
    assert again.record.scenario == "brief" and not again.match.over
    assert {held.kind for held in again.seats.values()} == {"guest"}
    assert guest("Boris").http.post(f"/m/{line.match}/again").status_code == 403


def test_bots_move_on_by_a_seat_and_others_are_invited() -> None:
    record = MatchRecord(
        id="m",
        game="parley",
        scenario="brief",
        options={},
        seed=b"",
        rules_version="1",
        content="",
        creator="anna",
        created=0,
        spectators=True,
        listed=True,
        asked=(),
    )
    bot, bo = SeatRecord("blue", "bot", bot="marshal"), SeatRecord("green", "guest", guest="bo")
    seated = [SeatRecord("red", "guest", guest="anna"), bot, bo]
    wish = wish_again(record, seated, GuestRecord("anna", "Anna"))
    assert wish.seats == {"red": "open", "blue": "here", "green": "bot:marshal"}
    assert wish.spectators and not wish.listed
