"""Attacks by connections: heads without end, requests that never come, crowds that only sit there, sockets without number."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack

from websockets.exceptions import WebSocketException

from .field import Field, attack
from .ground import Figures, Watch, dial, hot_seat, is_open, own_descriptors, server_on

MOST_BYTES = 40_000_000


@attack("connections")
def endless_header(field: Field) -> tuple[bool, Figures]:
    """Send a header without end, over several connections, as fast as the server takes it."""
    in_time = field.until()
    sent, cut, lines = 0, 0, 0
    piece = b"x" * 65_536
    with Watch(field.server) as watch:
        while lines < 200 and (in_time() or lines < 4):
            lines += 1
            with dial(field.server) as line:
                line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ")
                mine = 0
                try:
                    while mine < MOST_BYTES:
                        line.sendall(piece)
                        mine += len(piece)
                except OSError:
                    cut += 1
                sent += mine
    return watch.held and cut == lines, {"connections": lines, "cut": cut, "sent_kb": sent // 1024, **watch.figures()}


@attack("connections")
def slow_requests(field: Field) -> tuple[bool, Figures]:
    """Send requests a byte at a time, so that each connection always seems to be about to ask."""
    number = field.number(100, 20)
    end = time.monotonic() + max(8.0, field.seconds)
    with ExitStack() as stack, Watch(field.server) as watch:
        lines: list[socket.socket] = [stack.enter_context(dial(field.server)) for _ in range(number)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ")
        still = list(lines)
        while still and time.monotonic() < end:
            still = [line for line in still if _drip(line)]
            time.sleep(0.1)
    return watch.held and not still, {"connections": number, "still_open": len(still), **watch.figures()}


def _drip(line: socket.socket) -> bool:
    try:
        line.sendall(b"x")
    except OSError:
        return False
    return is_open(line)


@attack("connections")
def idle_crowd(field: Field) -> tuple[bool, Figures]:
    """A thousand connections that say nothing or half a request, at a server that may open 160 files."""
    server = server_on(field.folder_of("crowd"), field.stack, descriptors=160)
    wanted = own_descriptors(field.number(1000, 300))
    with ExitStack() as stack, Watch(server) as watch:
        lines = []
        for n in range(wanted):
            lines.append(stack.enter_context(dial(server, "127.0.0.2" if n % 3 else "127.0.0.1")))
            if n % 2:
                lines[-1].sendall(b"GET / HTTP/1.1\r\nHost: h")
        time.sleep(min(1.5, field.seconds))
        left = sum(is_open(line) for line in lines)
    held = watch.held and server.alive
    server.stop()
    return held, {"connections": wanted, "still_open": left, "descriptors": 160, **watch.figures()}


@attack("connections")
def sockets_without_number(field: Field) -> tuple[bool, Figures]:
    """Open more sockets than one guest may have, and see how many stay."""
    person = field.person("Collector")
    match = person.begin(hot_seat())
    tried = field.number(60, 30)
    with ExitStack() as stack:
        lines = []
        for _ in range(tried):
            try:
                lines.append(stack.enter_context(person.sit(match)))
            except (WebSocketException, OSError):
                continue
        answered = 0
        for line in lines:
            try:
                line.until_frame()
                answered += line.ask({"t": "why", "n": 1, "choice": ["x"]})["t"] in {"why", "refused"}
            except (WebSocketException, OSError, TimeoutError):
                continue
    return answered <= 24, {"tried": tried, "open": answered, "allowed": 24}
