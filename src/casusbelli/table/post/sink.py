"""A mail server that keeps what it gets and sends nothing on: for trying out and for the tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

LINE_BYTES = 100_000
LETTER_BYTES = 1_000_000


class Sink:
    """It listens on a port of this machine, in a thread of its own. ``letters`` are those it was handed."""

    def __init__(self, port: int = 0, told: Callable[[EmailMessage], None] | None = None) -> None:
        self.letters: list[EmailMessage] = []
        self.refuse: set[str] = set()
        """Addresses that do not exist here."""
        self._told = told
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(port)), name="casus-sink", daemon=True)
        self._thread.start()
        if not self._ready.wait(10) or not self.port:
            raise OSError(f"cannot listen on port {port}")

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    async def _run(self, port: int) -> None:
        self._loop, self._end, self.port = asyncio.get_running_loop(), asyncio.Event(), 0
        try:
            server = await asyncio.start_server(self._hold, "127.0.0.1", port, limit=LINE_BYTES)
        except OSError:
            self._ready.set()
            return
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._end.wait()

    async def _hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """As much of SMTP as a letter needs."""

        async def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")
            await writer.drain()

        await say("220 casus-belli sink")
        try:
            while line := (await reader.readline()).decode("utf-8", "replace").strip():
                verb = line.split(":")[0].split()[0].upper()
                if verb in {"EHLO", "HELO"}:
                    await say("250-casus-belli\r\n250 SMTPUTF8")
                elif verb == "RCPT" and any(one in line for one in self.refuse):
                    await say("550 nobody of that name")
                elif verb == "DATA":
                    await say("354 go on")
                    self._take(await self._body(reader))
                    await say("250 taken")
                elif verb == "QUIT":
                    await say("221 goodbye")
                    break
                else:
                    await say("250 well")
        except (ConnectionError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            writer.close()

    async def _body(self, reader: asyncio.StreamReader) -> bytes:
        body = b""
        while (line := await reader.readline()) not in {b".\r\n", b""}:
            body += line[1:] if line.startswith(b"..") else line
            if len(body) > LETTER_BYTES:
                raise ValueError("too long a letter")
        return body

    def _take(self, body: bytes) -> None:
        letter = message_from_bytes(body, policy=default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        if self._told is not None:
            self._told(letter)
