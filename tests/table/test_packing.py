"""What is sent packed: what a browser cannot unpack it does not get, and what it gets says the same."""

from __future__ import annotations

import gzip
from typing import Any

import brotli
import pytest

from casusbelli.table import packing
from casusbelli.table.packing import Press, Served, packed_once

WORDS = b"supply " * 1000


class Idle(Press):
    """A press that only remembers who has called it."""

    def __init__(self) -> None:
        self.called: list[Served] = []

    def call(self, served: Served) -> None:
        self.called.append(served)


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Idle:
    idle = Idle()
    monkeypatch.setattr(packing, "PRESS", idle)
    return idle


@pytest.mark.parametrize(
    ("accepted", "name", "unpack"),
    [
        ("gzip, deflate, br;q=0.9", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("deflate, abbreviated", "", bytes),
        ("", "", bytes),
    ],
)
def test_everybody_gets_what_he_can_unpack(press: Idle, accepted: str, name: str, unpack: Any) -> None:
    for told, body in (Served(WORDS, "text/css").form(accepted), packed_once(WORDS, accepted)):
        assert told == name
        assert unpack(body) == WORDS


def test_small_things_and_pictures_are_sent_as_they_are(press: Idle) -> None:
    assert Served(b"short", "text/css").form("br, gzip") == ("", b"short")
    assert Served(WORDS, "image/png").form("br, gzip") == ("", WORDS)
    assert press.called == []


def test_what_was_asked_for_is_packed_better_once(press: Idle) -> None:
    served = Served(bytes(n * n % 251 for n in range(50_000)) + WORDS, "application/json")
    _, quick = served.form("br")
    assert served.form("br")[1] is quick
    assert press.called == [served]
    served.press()
    _, best = served.form("br")
    assert len(best) < len(quick)
    assert brotli.decompress(best) == served.body
    assert press.called == [served]


def test_the_press_packs_all_that_was_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "REST", 0.0)
    pressed: list[Served] = []
    monkeypatch.setattr(Served, "press", lambda self: pressed.append(self))
    things = [Served(WORDS, "text/css") for _ in range(3)]
    running = Press()
    for thing in things:
        running.call(thing)
    running.finish()
    assert pressed == things
