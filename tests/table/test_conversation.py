"""Messages at a table that has no use for them, and a room that breaks while it answers: the line goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from casusbelli.table.room import Room
from casusbelli.table.store import StoreError

from .tablekit import HOT_SEAT, Guest, Line, forget_games, install

Make = Callable[..., Guest]
HASH = "ab" * 32
OF_THE_HOUSE: list[dict[str, Any]] = [
    {"t": "propose", "seq": 0, "kind": "pause"},
    {"t": "answer", "n": 0, "yes": True},
    {"t": "withdraw", "n": 0},
    {"t": "claim", "seq": 0, "seat": "allied", "how": "win"},
    {"t": "leave", "confirm": True},
    {"t": "return"},
    {"t": "stand", "decision": "choose_action"},
    {"t": "unstand", "n": 0},
    {"t": "pledge", "commitment": HASH},
    {"t": "show", "value": HASH},
    {"t": "say", "card": "hello"},
]


@pytest.fixture
def private(guest: Make) -> Iterator[Line]:
    """A line to a table of one's own, where nobody else sits."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, import_module("casusbelli.games.fog_of_war").GAME)
        anna = guest()
        line = anna.study(anna.http.post("/positions/fog_of_war/ledger").headers["location"])
        line.until_frame()
        yield line
        line.close()
    forget_games()


def test_a_private_table_has_no_house_to_ask(private: Line) -> None:
    for n, message in enumerate(OF_THE_HOUSE):
        answer = private.ask({"id": f"x{n}", **message})
        assert (answer["t"], answer["reason"], answer["id"]) == ("refused", "malformed", f"x{n}"), message
    assert private.ask({"t": "here", "id": "a"})["t"] == "ack"
    assert private.ask({"t": "seen", "id": "b", "told": 3})["t"] == "ack"
    private.send({"t": "mentor", "on": True})
    assert private.until(lambda said: said["t"] == "mentor")["on"] is False, "nobody looks over one's shoulder there"


def test_a_match_has_neither_coach_nor_sandbox(guest: Make) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    assert line.coach("next")["reason"] == "malformed"
    assert line.think("branch")["reason"] == "malformed"


@pytest.mark.parametrize(("broken", "reason"), [(StoreError("the disk is full"), "storage"), (ValueError("a fault"), "error")])
def test_what_breaks_while_a_message_is_answered_is_told_and_the_line_goes_on(
    guest: Make, monkeypatch: pytest.MonkeyPatch, broken: Exception, reason: str
) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    choice = line.until_frame()["ask"]["options"][0]
    whole = Room.why

    async def breaks(*_: Any) -> None:
        raise broken

    monkeypatch.setattr(Room, "why", breaks)
    line.send({"t": "why", "n": 1, "choice": choice})
    assert line.until(lambda said: said["t"] == "refused")["reason"] == reason
    monkeypatch.setattr(Room, "why", whole)
    assert line.ask({"t": "why", "n": 2, "choice": choice})["refusal"] is None


def test_who_comes_to_a_match_that_cannot_be_read_is_sent_away_for_now(guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)

    async def breaks(*_: Any) -> None:
        raise StoreError("the disk is gone")

    whole = Room.attach
    monkeypatch.setattr(Room, "attach", breaks)
    code = anna.sit(match, "uk").closed()
    assert not 4400 <= code < 4500, "a browser comes back by itself"
    monkeypatch.setattr(Room, "attach", whole)
    assert anna.sit(match, "uk").until_frame()["seq"] == 0
