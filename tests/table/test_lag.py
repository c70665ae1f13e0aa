"""The lag of a line is the server's own measure, and no choice is paid for by it: up to a bound."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from casusbelli.table.framing import PING_SECONDS
from casusbelli.table.gallery import Gallery
from casusbelli.table.line import Line as ServersLine
from casusbelli.table.pace import SECOND, USUAL
from casusbelli.table.server import configure
from casusbelli.table.stints import LAG_A_CHOICE

from .evening import Begin, Evening
from .tablekit import WAIT, Line

BRISK = USUAL["brisk"]
BANK = BRISK.bank * SECOND

SLOW = 0.2
"""What the slow line takes for one way, in seconds: there and back it is more than is ever given back."""


class Pinged(Evening):
    """An evening at a server that measures its lines often."""

    pinged_every = 0.05


@contextmanager
def far_away(host: str) -> Iterator[str]:
    """The same server, but everything that is said to it and by it comes later. The address."""
    name, _, port = host.partition(":")
    with socket.create_server(("127.0.0.1", 0)) as door:

        def carry(source: socket.socket, goal: socket.socket) -> None:
            with suppress(OSError):
                while data := source.recv(65536):
                    time.sleep(SLOW)
                    goal.sendall(data)
            with suppress(OSError):
                goal.shutdown(socket.SHUT_RDWR)

        def attend() -> None:
            with suppress(OSError):
                while True:
                    here = door.accept()[0]
                    there = socket.create_connection((name, int(port)), WAIT)
                    for way in ((here, there), (there, here)):
                        threading.Thread(target=carry, args=way, daemon=True).start()

        threading.Thread(target=attend, daemon=True).start()
        yield f"127.0.0.1:{door.getsockname()[1]}"


def sit_far_away(night: Evening, seat: str, host: str) -> Line:
    """The seat's person opens the table over the slow line, in place of the one that was open."""
    night.lines[seat].close()
    guest: Any = SimpleNamespace(server=SimpleNamespace(host=host, url=f"http://{host}"), cookie=night.guests[seat].cookie)
    night.lines[seat] = Line(guest, night.match, seat, {})
    night.lines[seat].until_frame()
    return night.lines[seat]


def until_measured(night: Evening, seat: str) -> int:
    """The seat's lag as soon as the server knows that of all its lines."""

    async def known() -> int:
        gallery = night.room.gallery
        while any(line.lag is None for line in gallery.lines if line.seat == seat):
            await asyncio.sleep(0.01)
        return int(gallery.lag(seat))

    return int(night.server.run(known))


def test_a_slow_lines_choice_gets_back_what_it_may_and_that_is_durable(evening: Begin) -> None:
    night = evening(Pinged)
    with far_away(night.server.host) as host:
        slow = sit_far_away(night, "red", host)
        assert until_measured(night, "red") > LAG_A_CHOICE, "more than is given back"
        night.pass_time(70 * SECOND)
        night.say("red")
        back = BANK - 60 * SECOND + LAG_A_CHOICE + BRISK.increment * SECOND
        assert night.left("red") == back
        assert night.blue.latest("clock")["seats"]["red"]["bank"] == back, "and everybody sees it"
        slow.close()
    night.restart()
    assert night.left("red") == back and night.clocks.seats["red"].lag == (LAG_A_CHOICE,)


def test_every_socket_is_pinged_every_ten_seconds(evening: Begin) -> None:
    assert configure(evening().server.service).ws_ping_interval == PING_SECONDS == 10


def test_what_a_client_says_of_time_is_nothing(evening: Begin) -> None:
    """Pongs that nobody asked for, and fields of its own, do not count."""
    night = evening()
    night.red.socket.pong(b"early")
    night.pass_time(70 * SECOND)
    answer = night.red.ask({"t": "act", "id": "with-lag", "seq": 0, "choice": ["war"], "lag": 250, "sent": 0})
    assert answer["t"] == "ack"
    assert night.left("red") == BANK - 60 * SECOND + BRISK.increment * SECOND and night.clocks.seats["red"].lag == ()


def test_what_the_house_answers_for_a_seat_was_on_no_line(evening: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    night = evening()
    monkeypatch.setattr(Gallery, "lag", lambda self, seat: 200)
    assert night.blue.house("stand", decision="word", until="match")["t"] == "ack"
    night.pass_time(20 * SECOND)
    night.say("red")
    assert night.clocks.seats["red"].lag == (200,)
    night.pass_time(20 * SECOND)
    assert night.room.seq == 2, "blue's standing answer"
    assert night.clocks.seats["blue"].lag == ()


def test_of_several_lines_of_one_seat_the_fastest_counts() -> None:
    async def never(message: Any) -> None:
        raise AssertionError

    def line(seat: str | None, seconds: float) -> ServersLine:
        return ServersLine(never, seat, None, round_trip=lambda: seconds)

    gallery = Gallery(SimpleNamespace())  # type: ignore[arg-type]
    assert gallery.lag("red") == 0, "nobody is there"
    gallery.lines = [line("red", 0.0), line("blue", 0.003), line(None, 0.001)]
    assert gallery.lag("red") == 0, "not measured yet"
    gallery.lines += [line("red", 0.25), line("red", 0.08)]
    assert gallery.lag("red") == 80, "a tab on a slow telephone beside a quick one gains nothing"
