"""Sockets below the conversation: every frame is counted, and a connection that is given up is really gone.

The server's own protocol answers pings without end, into a buffer without end if nobody reads the answers, and closes a
connection only after all that waits in its buffer has been taken, which a reader who never reads can put off for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without its compiled part
    from websockets.utils import apply_mask

from .line import FLOOD, GOODBYE_SECONDS
from .rates import Bucket
from .settings import PATIENCE_WITH_FLOOD, Rate, Settings

HANG_UP = "casus.hang_up"
"""The extension of a socket's scope that ends its connection at once."""

WRITE_NOW = "casus.write_now"
"""The extension that hands messages to the system at once: False where something is in the way, and nothing is written."""

ROUND_TRIP = "casus.round_trip"
"""The extension that tells how many seconds the last ping took to be answered; 0: none was yet."""

PING_SECONDS = 10.0
"""How often a socket is pinged."""

READ_AHEAD = 8
"""So many messages of one connection may wait while it is still listened to: to stop and start at every one costs two calls of
the system each."""

SHORT_BYTES = 1024
"""A message up to this length is read at a glance."""

BETWEEN_FRAMES = StreamReader.at_eof.__code__
"""Where the protocol's own parser waits when it has read all frames to their ends."""

PONG_BYTES = 64 * 1024
"""So much may wait for a reader whose pings are still answered."""

AFTER_CUT_BYTES = 1_000_000
"""So much is thrown away of somebody who goes on sending after he was told to stop; then he is not listened to at all."""


def frame_rate(settings: Settings) -> Rate:
    """Frames of one connection of any kind: as many as there may be messages, those that are refused in words included."""
    return Rate(settings.line_rate.per_second, settings.line_rate.burst + PATIENCE_WITH_FLOOD)


def text_head(length: int) -> bytes:
    """The first bytes of a text message that is sent whole and unmasked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def short_text(data: bytes) -> bytes | None:
    """The message, if the data is one short text sent whole and masked, as every choice is: nothing before it, nothing after.

    Whatever else it may be is left to the protocol's own parser, which takes three times as long.
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    length, head = data[1] - 0x80, 2
    if length == 126:
        length, head = int.from_bytes(data[2:4], "big"), 4
        if length < 126:
            return None
    if not 0 <= length <= SHORT_BYTES or len(data) != head + 4 + length or (length > 125 and head == 2):
        return None
    return apply_mask(data[head + 4 :], data[head : head + 4])


class CountedSocket(WebSocketsSansIOProtocol):
    """A socket with a limit for frames and a certain end."""

    frames_allowed: ClassVar[Rate] = frame_rate(Settings())

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = GOODBYE_SECONDS
        self._frames = Bucket(self.frames_allowed)
        self._giving_up: asyncio.TimerHandle | None = None
        self.lost = False
        self._thrown_away: int | None = None

    def data_received(self, data: bytes) -> None:
        """What comes after the cut is thrown away, and not for ever."""
        if self._thrown_away is None:
            text = short_text(data) if self._expects_message() else None
            if text is None:
                super().data_received(data)
            elif self._frames.take():
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
            else:
                self._cut(FLOOD)
            return
        self._thrown_away += len(data)
        if self._thrown_away > AFTER_CUT_BYTES:
            self.transport.abort()

    def _expects_message(self) -> bool:
        """Whether the next byte begins a frame, and that frame a message: nothing is half read, packed or said goodbye to."""
        conn = self.conn
        if conn.state is not State.OPEN or self.frames or conn.extensions or self.close_sent:
            return False
        waiting: Any = conn.parser
        while (inner := waiting.gi_yieldfrom) is not None:
            waiting = inner
        return waiting.gi_code is BETWEEN_FRAMES

    def handle_events(self) -> None:
        """As the server does it, but for those who send too many frames or take too little."""
        if not self.close_sent and any(isinstance(event, Frame) and not self._frames.take() for event in self.conn.events):
            self.conn.events.clear()
            self._cut(FLOOD)
        else:
            super().handle_events()

    def handle_ping(self) -> None:
        """A pong for every ping, as long as pongs are taken."""
        if self.transport.get_write_buffer_size() > PONG_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[HANG_UP] = self.transport.abort
            extensions[WRITE_NOW] = self.write_now
            extensions[ROUND_TRIP] = lambda: self.last_ping_rtt

    def write_now(self, messages: Sequence[bytes]) -> bool:
        """Send these texts in one go, if the other side takes what it is sent and nobody has said goodbye."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        parts: list[bytes] = []
        for message in messages:
            parts += text_head(len(message)), message
        self.transport.write(b"".join(parts))
        return True

    def send_receive_event_to_app(self) -> None:
        """As the server does it, but reading goes on while few messages wait."""
        few = not self.read_paused and self.queue.qsize() < READ_AHEAD
        self.read_paused = self.read_paused or few
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False

    def _cut(self, code: int) -> None:
        """Say why, and throw away what still comes, so that the word is not lost with it."""
        if self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.data_to_send()  # pongs to what was too much
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._thrown_away = 0
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.close)
        self._give_up_soon()
        self.disconnected = True  # for the application: it is told so when it says something

    def handle_parser_exception(self) -> None:
        """Who does not speak the protocol is gone for the application, too; it need not stumble over that."""
        super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.disconnected = self.disconnected or self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._give_up_soon()

    def _give_up_soon(self) -> None:
        """What is closed waits for its reader; not for long."""
        if self._giving_up is None and not self.lost:
            self._giving_up = self.loop.call_later(2 * GOODBYE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if self._giving_up is not None:
            self._giving_up.cancel()
        super().connection_lost(exc)
