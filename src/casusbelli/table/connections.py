"""Connections: how many there are, whose they are, and how long each may take to ask.

The HTTP parser takes headers without end and the server takes connections without end. Here every connection is entered in a
ledger before its first byte is read. One that has not asked yet, has been answered, or does not take its answer is *waiting*:
it has a deadline, and it makes room when the house is full, the oldest of whoever holds most first. One whose request is being
answered, and an open socket, is left in peace.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .framing import CountedSocket, frame_rate
from .rates import source_of
from .settings import Settings

HEAD_BYTES = 16 * 1024
"""The largest head of a request: its first line and all headers."""

REST_BYTES = 64 * 1024
"""So much of a request is still read after it was answered; who sends more is hung up on."""

HEADERS = 100
"""So many headers at most."""

PIPELINED = 8
"""So many requests of one connection may wait for their answers."""

SPARE_DESCRIPTORS = 48
"""File descriptors that connections leave to the store, to bots' processes and to files being read."""

LOOK_SECONDS = 1.0
"""How often deadlines are looked at."""

quiet = logging.getLogger("uvicorn.error.requests")
quiet.setLevel(logging.ERROR)  # who sends nonsense shall not fill the log with it


def room_for(wanted: int) -> int:
    """How many connections this process can hold: what is wanted, as far as the system lends file descriptors."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _descriptors_in_use() + SPARE_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
        except (OSError, ValueError):
            pass
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(8, min(wanted, soft - _descriptors_in_use() - SPARE_DESCRIPTORS))


def _descriptors_in_use() -> int:
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return len(os.listdir(folder))  # noqa: PTH208
        except OSError:
            continue
    return 32


class Connection:
    """One connection, from its first moment to its last. ``deadline`` is None while nobody waits for the other side."""

    __slots__ = ("deadline", "source", "transport")

    def __init__(self, transport: asyncio.Transport, source: str) -> None:
        self.transport = transport
        self.source = source
        self.deadline: float | None = None


class Ledger:
    """All connections of a server. Everything here runs on its event loop."""

    def __init__(self, settings: Settings) -> None:
        self.limit = room_for(settings.connections)
        self._per_address = settings.connections_per_address
        self._patience = settings.request_seconds
        self.frames_allowed = frame_rate(settings)
        believed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
        self._proxies = ProxyHeadersMiddleware(_no_app, believed).trusted_hosts
        self._open: dict[asyncio.BaseTransport, Connection] = {}
        self._held: dict[str, int] = {}
        self._waiting: dict[str, dict[Connection, None]] = {}
        self._looking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def held_by(self, source: str) -> int:
        return self._held.get(source, 0)

    def enter(self, transport: asyncio.Transport) -> Connection | None:
        """Note a new connection; None where there is no room for it.

        A proxy that speaks for many (see docs/server.md) is bound by the limit in all alone.
        """
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple | list) and peer else ""
        source = source_of(address)
        crowded = address not in self._proxies and self.held_by(source) >= self._per_address
        if crowded and not self._make_room([source]):
            return None
        if len(self._open) >= self.limit and not self._make_room(self._waiting):
            return None
        connection = self._open[transport] = Connection(transport, source)
        self._held[source] = self.held_by(source) + 1
        self.wait(connection)
        return connection

    def of(self, transport: asyncio.BaseTransport) -> Connection | None:
        return self._open.get(transport)

    def wait(self, connection: Connection) -> None:
        """It is the other side's turn, and its time runs."""
        loop = asyncio.get_running_loop()
        connection.deadline = loop.time() + self._patience
        waiting = self._waiting.setdefault(connection.source, {})
        waiting.pop(connection, None)
        waiting[connection] = None
        if self._looking is None:
            self._looking = loop.call_later(LOOK_SECONDS, self._look)

    def work(self, connection: Connection) -> None:
        """It is our turn: no deadline, and nobody hangs up on it to make room."""
        connection.deadline = None
        self._wait_no_more(connection)

    def leave(self, connection: Connection) -> None:
        """It is gone. To be told twice does no harm."""
        if self._open.pop(connection.transport, None) is None:
            return
        self._wait_no_more(connection)
        left = self._held[connection.source] - 1
        if left:
            self._held[connection.source] = left
        else:
            del self._held[connection.source]

    def _wait_no_more(self, connection: Connection) -> None:
        waiting = self._waiting.get(connection.source)
        if waiting is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[connection.source]

    def _make_room(self, sources: Any) -> bool:
        """Hang up on the connection that has waited longest, of the source among these that has most of them waiting."""
        crowd = max((self._waiting.get(source, {}) for source in sources), key=len, default={})
        oldest = next(iter(crowd), None)
        if oldest is None:
            return False
        self._hang_up(oldest)
        return True

    def _hang_up(self, connection: Connection) -> None:
        connection.transport.abort()
        self.leave(connection)

    def _look(self) -> None:
        """Hang up on all whose time is over; look again as long as anybody is here."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = [each for each in self._open.values() if each.deadline is not None and each.deadline <= now]
        for connection in late:
            self._hang_up(connection)
        self._looking = loop.call_later(LOOK_SECONDS, self._look) if self._open else None


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    """Nothing is ever sent through here: only the list of proxies is asked for."""


class _TooMuch(Exception):
    """A request beyond the limits, told from inside the parser."""


class Requests(HttpToolsProtocol):
    """HTTP with limits. ``_head`` counts the bytes of a head that is not complete; None: it is complete."""

    ledger: ClassVar[Ledger]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.logger = quiet
        self._connection: Connection | None = None
        self._head: int | None = 0
        self._receiving = False
        self._refused = False
        self._rest: int | None = None
        """How much more is read of a request that was answered before it was sent to the end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._connection = self.ledger.enter(transport)
        super().connection_made(transport)
        if self._connection is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self.ledger.leave(self._connection)
        super().connection_lost(exc)

    # -- what comes in ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Hand the parser no more of a head than the limit, and go on only if that was all of it."""
        while data and not self._refused and not self.transport.is_closing():
            piece = data
            if self._head is not None:
                piece = data[: HEAD_BYTES - self._head]
                self._head += len(piece)
            elif self._rest is not None:
                self._rest -= len(piece)
                if self._rest < 0:
                    self.transport.close()
                    return
            super().data_received(piece)
            if self.transport.get_protocol() is not self:
                return  # a socket from now on
            data = data[len(piece) :]
            if self._head is not None and self._head >= HEAD_BYTES:
                self._refuse()

    def _refuse(self) -> None:
        if not self._refused and not self.transport.is_closing():
            self._refused = True
            self.send_400_response("The head of this request is too large.")

    def send_400_response(self, msg: str) -> None:
        """The last word to who does not speak HTTP, or too much of it."""
        status = b"431 Request Header Fields Too Large" if self._refused else b"400 Bad Request"
        body = msg.encode("ascii")
        self.transport.write(
            b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
            % (status, len(body), body)
        )
        self.transport.close()

    def on_message_begin(self) -> None:
        self._receiving = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Headers are counted; such as follow the body are not taken at all."""
        if self._head is None or len(self.headers) >= HEADERS:
            self._refused = True
            raise _TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._head = None
        if len(self.pipeline) >= PIPELINED:
            raise _TooMuch
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._receiving = False
        self._rest = None
        if self._connection is not None and self.cycle is not None and not self.cycle.response_complete:
            self.ledger.work(self._connection)
        super().on_message_complete()

    # -- what goes out ---------------------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        super().on_response_complete()
        answered = self.cycle.response_complete
        if answered and self._receiving:
            self._rest = REST_BYTES  # to hang up at once would lose the answer: what still comes would be met by a reset
        if self._connection is not None and (answered or self._receiving):
            self.ledger.wait(self._connection)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._connection is not None:
            self.ledger.wait(self._connection)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._connection is not None and self.cycle is not None and not self.cycle.response_complete and not self._receiving:
            self.ledger.work(self._connection)


class Socketry(CountedSocket):
    """A connection that has become a socket: no deadline, unless it does not take what it is sent."""

    ledger: ClassVar[Ledger]
    _connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._connection = self.ledger.of(transport)
        super().connection_made(transport)
        if self._connection is not None:
            self.ledger.work(self._connection)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self.ledger.leave(self._connection)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._connection is not None:
            self.ledger.wait(self._connection)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._connection is not None:
            self.ledger.work(self._connection)


def protocols(ledger: Ledger) -> tuple[type[Requests], type[Socketry]]:
    """What a server speaks HTTP and sockets with when this is its ledger."""
    limits = {"ledger": ledger, "frames_allowed": ledger.frames_allowed}
    return type("Requests", (Requests,), {"ledger": ledger}), type("Socketry", (Socketry,), limits)
