"""Sitting down while the match is being read from the store: whoever has the seat is never refused it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from casusbelli.table import hub as hub_module

from .tablekit import WAIT, Guest, Server

Make = Callable[..., Guest]


@pytest.fixture
def invited(server: Server, guest: Make) -> tuple[str, str, Guest]:
    """A match, the invitation to its open seat, and somebody who has it."""
    anna, ben = guest(), guest("Ben")
    match = anna.begin("canary", seat__red="me", seat__blue="open")
    invitation = f"/join/{server.room(match).seats['blue'].token}"
    ben.http.get(invitation)
    return match, invitation, ben


def held_up(read: Callable[..., Any]) -> tuple[Callable[..., Any], threading.Event, threading.Event]:
    """The same reading, whose answer is only given when let: what it tells is then old."""
    has_read, go = threading.Event(), threading.Event()

    def late(*args: Any) -> Any:
        answer = read(*args)
        has_read.set()
        assert go.wait(WAIT)
        return answer

    return late, has_read, go


def test_a_seat_taken_while_its_room_is_loaded_is_held(
    server: Server, invited: tuple[str, str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, invitation, ben = invited
    late, has_read, go = held_up(hub_module.open_saved)
    monkeypatch.setattr(hub_module, "open_saved", late)

    async def forget() -> None:
        server.service.hub._rooms.pop(match)

    server.run(forget)
    looking = threading.Thread(target=lambda: ben.http.get(f"/m/{match}"))
    looking.start()
    assert has_read.wait(WAIT)
    taking = threading.Thread(target=lambda: ben.join(invitation))
    taking.start()
    while server.store.seat_of_token(invitation.removeprefix("/join/")) is not None:
        pass
    go.set()
    taking.join(WAIT)
    looking.join(WAIT)
    assert ben.sit(match, "blue").until_frame()["seat"] == "blue"


def test_a_seat_taken_while_its_room_reads_again_is_held(
    server: Server, invited: tuple[str, str, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed commit the room reads the match anew: what it reads may be from before the seat was taken."""
    match, invitation, ben = invited
    late, has_read, go = held_up(server.store.load)
    monkeypatch.setattr(server.store, "load", late)

    async def doubt() -> None:
        room = server.room(match)
        room._doubtful = True
        reading = asyncio.create_task(room.why("red", ("play", "nothing")))
        await asyncio.to_thread(has_read.wait, WAIT)
        joining = asyncio.create_task(asyncio.to_thread(ben.join, invitation))
        while await asyncio.to_thread(server.store.seat_of_token, invitation.removeprefix("/join/")) is not None:
            pass
        go.set()
        await asyncio.gather(reading, joining)

    server.run(doubt)
    assert ben.sit(match, "blue").until_frame()["seat"] == "blue"
