"""A short message is read at a glance; whatever is anything else is read by the protocol's own parser, to the same end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from casusbelli.table.framing import SHORT_BYTES, CountedSocket, short_text
from casusbelli.table.settings import Rate


def sent(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, text, fin=fin).serialize(mask=mask)


@pytest.mark.parametrize("length", [0, 1, 4, 5, 125, 126, 127, 300, SHORT_BYTES])
def test_a_short_text_is_read_at_a_glance(length: int) -> None:
    text = bytes(ord("a") + n % 26 for n in range(length))
    data = sent(text)
    assert short_text(data) == text
    assert short_text(data[:-1]) is None and short_text(data + b"\x81") is None


def test_anything_else_is_not() -> None:
    others = [
        sent(b"x" * (SHORT_BYTES + 1)),
        sent(b"text", mask=False),
        sent(b"half", fin=False),
        sent(b"bytes", Opcode.BINARY),
        sent(b"ping", Opcode.PING),
        sent(b"", Opcode.CLOSE),
        sent(b"one") + sent(b"two"),
        b"\x81\xfe\x00\x04" + bytes(4) + b"long",  # a length in more bytes than it needs
        b"\xc1" + sent(b"reserved")[1:],
        b"",
        b"\x81",
    ]
    assert [short_text(data) for data in others] == [None] * len(others)


class Wire(asyncio.Transport):
    """What the socket writes to."""

    def __init__(self) -> None:
        super().__init__()
        self.out = b""
        self.closing = False

    def write(self, data: Any) -> None:
        self.out += bytes(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    abort = close

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in {"peername", "sockname"} else default

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def heard(pieces: list[bytes], allowed: Rate | None = None) -> list[Any]:
    """What an application hears of a line over which these pieces come in."""
    got: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            message = await receive()
            got.append(message.get("text", message.get("bytes", message.get("code"))))
            if message["type"] == "websocket.disconnect":
                return

    config = uvicorn.Config(application, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None)
    config.load()
    limits = {"frames_allowed": allowed or Rate(1000, 1000)}
    socket = type("Socket", (CountedSocket,), limits)(config=config, server_state=ServerState(), app_state={})
    wire = Wire()
    socket.connection_made(wire)
    client = ClientProtocol(parse_uri("ws://localhost/line"))
    client.send_request(client.connect())
    socket.data_received(b"".join(client.data_to_send()))
    while b"101" not in wire.out:
        await asyncio.sleep(0)
    for piece in pieces:
        socket.data_received(piece)
        await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)
    socket.connection_lost(None)
    await asyncio.gather(*socket.tasks, return_exceptions=True)
    return got


def test_pieces_are_put_together_whatever_they_look_like() -> None:
    whole = sent(b"a message")
    assert asyncio.run(heard([whole, whole[:1], whole[1:], whole[:6], whole[6:], whole])) == ["a message"] * 4 + [1005]
    like_a_frame = b"\x81\x84" + bytes(4) + b"text"
    head = bytes([0x82, 0x80 + len(like_a_frame)]) + bytes(4)
    assert asyncio.run(heard([head, like_a_frame, whole])) == [like_a_frame, "a message", 1005], "a head's payload follows it"


def test_what_is_no_text_ends_the_line() -> None:
    assert asyncio.run(heard([sent(b"\xff"), sent(b"more")]))[0] == 1007


def test_a_message_in_parts_is_not_interrupted() -> None:
    parts = [sent(b"first ", fin=False), sent(b"and last", Opcode.CONT)]
    assert asyncio.run(heard([*parts, sent(b"next")])) == ["first and last", "next", 1005]
    broken = asyncio.run(heard([parts[0], sent(b"in between"), sent(b"after")]))
    assert "in between" not in broken and "after" not in broken


def test_every_message_counts() -> None:
    assert asyncio.run(heard([sent(b"one"), sent(b"two"), sent(b"three")], Rate(0.001, 2)))[:3] == ["one", "two", 1008]
