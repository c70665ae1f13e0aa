"""Too much at once: every frame is counted, every buffer has an end, and who does not read is cut off for good."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import msgspec
import uvicorn
from uvicorn.server import ServerState

from casusbelli.table.framing import PONG_BYTES, CountedSocket
from casusbelli.table.line import OUTBOX_BYTES, SLOW
from casusbelli.table.line import Line as ServersLine
from casusbelli.table.settings import PATIENCE_WITH_FLOOD, Rate

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Line, Server

Start = Callable[..., Server]

PING = 0x9

BYTES_READ_AT_ONCE = 256 * 1024
"""What asyncio hands to a protocol in one piece."""


class Deaf:
    """A client that opens a socket and never reads what it is sent."""

    def __init__(self, guest: Guest, match: str, seat: str = "") -> None:
        host, port = guest.server.host.split(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(WAIT)
        self.socket.connect((host, int(port)))
        lines = (
            f"GET /m/{match}/socket{f'?seat={seat}' if seat else ''} HTTP/1.1",
            f"Host: {guest.server.host}",
            f"Origin: {guest.server.url}",
            f"Cookie: {guest.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        )
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())

    def send(self, opcode: int, payload: bytes, n: int = 1) -> None:
        """The same small frame n times, masked with nothing."""
        self.socket.sendall(bytes([0x80 | opcode, 0x80 | len(payload), *bytes(4), *payload]) * n)

    def close(self) -> None:
        self.socket.close()


def connections(server: Server) -> list[asyncio.Transport]:
    """The open connections, as the server's side knows them."""

    async def look() -> list[asyncio.Transport]:
        return [each.transport for each in server._server.server_state.connections if hasattr(each, "handshake_complete")]

    found: list[asyncio.Transport] = server.run(look)
    return found


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_pings_are_counted_and_a_flood_of_them_is_cut(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, line_rate=Rate(0.001, 5)))
    anna = Guest(server)
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    for _ in range(4 + PATIENCE_WITH_FLOOD):
        line.socket.ping()
    assert line.ask({"t": "why", "n": 1, "choice": ["play", 0]})["t"] == "why"
    line.socket.ping()
    assert line.closed() == 1008
    anna.close()


def test_messages_that_are_not_understood_are_counted(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, line_rate=Rate(0.001, 3)))
    anna = Guest(server)
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    for sent, reason in (("{", "malformed"), ("x" * 5000, "too_large"), ("[]", "malformed"), ("{", "rate"), ("x" * 5000, "rate")):
        assert line.ask(sent)["reason"] == reason
    assert line.flood("{", PATIENCE_WITH_FLOOD) == 1008
    anna.close()


def test_who_sends_pings_and_reads_no_pongs_holds_a_bounded_buffer(start: Start) -> None:
    server = start()
    anna = Guest(server)
    deaf = Deaf(anna, anna.begin(**HOT_SEAT))
    until(lambda: bool(connections(server)))
    (transport,) = connections(server)
    for _ in range(1_000):
        try:
            deaf.send(PING, bytes(125), 100)
        except OSError:
            break
        assert transport.get_write_buffer_size() < PONG_BYTES + BYTES_READ_AT_ONCE
    until(lambda: not connections(server))
    deaf.close()
    anna.close()


def test_a_line_that_is_dropped_takes_its_connection_with_it(start: Start) -> None:
    """However much still waits for the reader: it is not sent any more."""
    server = start(msgspec.structs.replace(QUIET, slow_seconds=0.2))
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    deaf = Deaf(anna, match, "us")
    until(lambda: bool(server.room(match).lines()))

    async def fill() -> bool:
        (line,) = server.room(match).lines()
        for _ in range(200):
            line.push(b'"' + b"x" * 3000 + b'"')
            await asyncio.sleep(0)
        await asyncio.sleep(0.3)
        stuck: bool = line.busy_since is not None
        server.service.hub.sweep()
        return stuck

    while connections(server) and not server.run(fill):
        pass
    until(lambda: not connections(server) and not server.room(match).lines())
    deaf.close()
    anna.close()


def test_what_waits_for_a_reader_is_bounded_in_bytes() -> None:
    async def scene() -> None:
        async def never(_: object) -> None:
            await asyncio.Event().wait()

        gone = asyncio.Event()
        line = ServersLine(never, None, None, gone.set)
        sender = line.start()
        await asyncio.sleep(0)
        pushed = 0
        while not line.closing:
            line.push(bytes(50_000))
            pushed += 50_000
            await asyncio.sleep(0)
        assert pushed <= OUTBOX_BYTES + 100_000 and line._closing == SLOW and not line._outbox
        line.drop()
        await asyncio.gather(sender, return_exceptions=True)
        assert gone.is_set()

    asyncio.run(scene())


def test_sockets_that_open_all_at_once_are_counted_too(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, sockets_per_guest=3))
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)

    async def hold() -> None:
        await server.room(match)._lock.acquire()

    async def let_go() -> None:
        server.room(match)._lock.release()

    server.run(hold)
    lines: list[Line] = [anna.sit(match, "uk") for _ in range(6)]
    refused = sum(line.closed() == 4429 for line in lines[3:])
    server.run(let_go)
    assert refused == 3 and all(line.until_frame()["seat"] == "uk" for line in lines[:3])
    anna.close()


def test_deep_nesting_is_refused_and_the_line_lives_on(guest: Callable[..., Guest]) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    for bracket in ("[", '{"a":'):
        assert line.ask('{"t":"undo","x":' + bracket * (3900 // len(bracket)))["reason"] == "malformed"
    assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"


def test_an_id_is_an_id_to_its_end(guest: Callable[..., Guest]) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    for wrong in ("id\n", "\nid", "i d", "x" * 65, "id\0"):
        assert line.act(line.frame["ask"]["options"][0], action_id=wrong)["reason"] == "malformed"
    for address in ("/m/%00", "/join/%00", "/m/x%0A", "/m/%00/journal", "/m/%00/at/0"):
        assert anna.http.get(address).status_code == (400 if "%00" in address else 404)
    assert anna.http.post("/join/%00", data={"name": "Anna"}).status_code == 400


def test_who_does_not_speak_the_protocol_is_gone_for_the_application_at_once() -> None:
    """Also before the system says that the connection is closed: a line that is about to send stumbles over nothing."""

    async def scene() -> None:
        told: list[str] = []
        garbled = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await garbled.wait()
            try:
                await send({"type": "websocket.send", "text": "frame"})
            except Exception as error:
                told.append(type(error).__name__)

        socket_of = CountedSocket(uvicorn.Config(app), ServerState(), {})
        transport = MagicMock(is_closing=lambda: False)
        socket_of.connection_made(transport)
        lines = ("GET / HTTP/1.1", "Host: here", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        socket_of.data_received("\r\n".join((*lines, f"Sec-WebSocket-Key: {'A' * 22}==", "", "")).encode())
        await asyncio.sleep(0.01)
        socket_of.data_received(bytes([0x81, 0x01, 0x78]))  # not masked
        garbled.set()
        await asyncio.gather(*socket_of.tasks)
        assert told == ["ClientDisconnected"] and transport.close.called

    asyncio.run(scene())
