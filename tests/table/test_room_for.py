"""How many connections a process takes, whatever the system says of file descriptors, and how a text message begins."""

from __future__ import annotations

import sys

import pytest
from websockets.frames import Frame, Opcode

from casusbelli.table import connections
from casusbelli.table.connections import SPARE_DESCRIPTORS, room_for
from casusbelli.table.framing import text_head

resource = pytest.importorskip("resource", reason="a system without such limits")
OPEN = 20


class Limits:
    """A system's limit of file descriptors, which may refuse to be raised."""

    def __init__(self, soft: int, hard: int, *, refuses: bool = False) -> None:
        self.now = (soft, hard)
        self.refuses = refuses

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.now

    def setrlimit(self, _: int, limits: tuple[int, int]) -> None:
        if self.refuses:
            raise ValueError("not permitted")
        self.now = limits


@pytest.mark.parametrize(
    ("limits", "room", "left_at"),
    [
        (Limits(10_000, 10_000), 500, 10_000),
        (Limits(100, 10_000), 500, 500 + OPEN + SPARE_DESCRIPTORS),
        (Limits(100, 300), 300 - OPEN - SPARE_DESCRIPTORS, 300),
        (Limits(100, resource.RLIM_INFINITY), 500, 500 + OPEN + SPARE_DESCRIPTORS),
        (Limits(200, 10_000, refuses=True), 200 - OPEN - SPARE_DESCRIPTORS, 200),
        (Limits(30, 30, refuses=True), 8, 30),
        (Limits(resource.RLIM_INFINITY, resource.RLIM_INFINITY), 500, resource.RLIM_INFINITY),
    ],
)
def test_as_many_as_wanted_as_far_as_the_system_lends_descriptors(
    monkeypatch: pytest.MonkeyPatch, limits: Limits, room: int, left_at: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", limits.getrlimit)
    monkeypatch.setattr(resource, "setrlimit", limits.setrlimit)
    monkeypatch.setattr(connections, "_descriptors_in_use", lambda: OPEN)
    assert room_for(500) == room
    assert limits.now[0] == left_at


def test_where_there_is_no_limit_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert room_for(500) == 500


def test_who_cannot_count_what_is_open_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> list[str]:
        raise OSError

    monkeypatch.setattr(connections.os, "listdir", nothing)
    assert connections._descriptors_in_use() == 32


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_text_begins_as_the_protocol_has_it(length: int) -> None:
    text = b"x" * length
    assert text_head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
