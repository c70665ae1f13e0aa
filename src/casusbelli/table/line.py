"""A line: one socket, bound to one viewpoint of one match.

What is to be sent waits here until the reader takes it. Frames are whole, so a newer one replaces one that has not left yet:
a slow reader costs one frame of memory and skips what it missed. One that takes nothing at all is hung up on, and its
connection with it: what the system still holds for it is thrown away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from casusbelli.kernel import Seat

Send = Callable[[Any], Awaitable[None]]
WriteNow = Callable[[Sequence[bytes]], bool]

OUTBOX = 300
"""Messages that may wait beside the frame: a history of chat and some more."""

OUTBOX_BYTES = 1_000_000
"""And so much of them in all."""

GOODBYE_SECONDS = 3.0
"""How long somebody may take to hear that the line is closed."""

SLOW, FLOOD, GONE, BROKEN = 1013, 1008, 1001, 1011
"""Why a line is closed: the reader is too slow, the writer too fast, the server goes away, something is broken."""


class Line:
    """The sending side of a socket. ``told`` counts the events that its frames have brought so far; ``beats``: whether it wants
    to see the positions through which they were reached."""

    __slots__ = (
        "_closing",
        "_frame",
        "_frame_told",
        "_hang_up",
        "_idle",
        "_outbox",
        "_round_trip",
        "_send",
        "_soon",
        "_waiting_bytes",
        "_write_now",
        "beats",
        "busy_since",
        "guest",
        "seat",
        "sender",
        "told",
    )

    def __init__(
        self,
        send: Send,
        seat: Seat | None,
        guest: str | None,
        hang_up: Callable[[], None] = lambda: None,
        write_now: WriteNow = lambda _: False,
        round_trip: Callable[[], float] = lambda: 0.0,
        *,
        beats: bool = True,
    ) -> None:
        self.seat = seat
        self.guest = guest
        self.told = 0
        self.sender: asyncio.Task[None] | None = None
        self.busy_since: float | None = None
        self._send = send
        self._hang_up = hang_up
        self._write_now = write_now
        self._round_trip = round_trip
        self.beats = beats
        self._outbox: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._frame: bytes | None = None
        self._frame_told = 0
        self._closing: int | None = None
        self._idle: asyncio.Future[None] | None = None
        self._soon = False

    def push(self, message: bytes) -> None:
        """Send this when the reader is ready."""
        if self._closing is not None:
            return
        if len(self._outbox) >= OUTBOX or self._waiting_bytes + len(message) > OUTBOX_BYTES:
            self.close(SLOW)
            return
        self._outbox.append(message)
        self._waiting_bytes += len(message)
        self._wake()

    def show(self, frame: bytes, told: int) -> None:
        """Send this frame, which brings the reader to ``told`` events, in place of any that waits."""
        if self._closing is not None:
            return
        self._frame = frame
        self._frame_told = told
        self._wake()

    @property
    def lag(self) -> int | None:
        """How many milliseconds there and back take on this line, by the server's own pings; None: nobody knows yet."""
        return round(1000 * seconds) if (seconds := self._round_trip()) else None

    @property
    def closing(self) -> bool:
        """Whether goodbye has been said: nothing is heard or told any more."""
        return self._closing is not None

    def close(self, code: int) -> None:
        """Say goodbye; who does not take it in time is hung up on."""
        if self._closing is None:
            self._closing = code
            self._outbox.clear()
            self._frame = None
            self._wake()
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self.drop)

    def drop(self) -> None:
        """Hang up at once on a reader who does not even take the goodbye, and let go of all that waits for him."""
        if self.sender is not None and not self.sender.done():
            self._outbox.clear()
            self._frame = None
            self.sender.cancel()
            self._hang_up()

    def start(self) -> asyncio.Task[None]:
        """Begin to send. The task ends when the line is closed or the reader is gone."""
        self.sender = asyncio.get_running_loop().create_task(self._run())
        return self.sender

    def _wake(self) -> None:
        """Send soon: all that one turn of the loop has for the reader, a frame and an acknowledgement, goes in one write."""
        if self._idle is not None and not self._soon:
            self._soon = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Write at once what waits, where the reader takes what he is sent; else let the sender wait for him."""
        self._soon = False
        idle = self._idle
        if idle is None or idle.done():
            return
        if self._closing is None:
            messages = [*self._outbox, self._frame] if self._frame is not None else [*self._outbox]
            if not messages or self._write_now(messages):
                self._outbox.clear()
                self._waiting_bytes = 0
                if self._frame is not None:
                    self._frame, self.told = None, self._frame_told
                return
        idle.set_result(None)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self._outbox and self._frame is None and self._closing is None:
                self.busy_since = None
                self._idle = loop.create_future()
                await self._idle
                self._idle = None
            self.busy_since = loop.time()
            while self._outbox and self._closing is None:
                message = self._outbox.popleft()
                self._waiting_bytes -= len(message)
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self._frame is not None and self._closing is None:
                frame, self._frame = self._frame, None
                self.told = self._frame_told
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
                return
