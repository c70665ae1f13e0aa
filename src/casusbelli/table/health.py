"""Is it alive, is it ready, how is it: for whoever runs the server.

``/healthz`` says that the process answers. ``/readyz`` says that it can play: the database can be read and written. A proxy or an
orchestrator sends nobody here while it says no. Both are answered before anything else, also under an address that is none of
the server's names, and tell nothing but that. Figures for Prometheus are told on a port of their own, on this machine alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .tally import TALLY
from .writer import StoreError

if TYPE_CHECKING:
    from .service import Service

log = logging.getLogger("casusbelli.table.health")

READY_SECONDS = 3.0
"""A database that takes longer to answer is not ready."""

KEPT_SECONDS = 1.0
"""How long an answer holds: however often somebody asks, the database is not asked more often."""

REQUEST_BYTES = 4096
REQUEST_SECONDS = 5.0


class Health:
    """The answers to ``/healthz`` and ``/readyz``."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asking: asyncio.Task[str | None] | None = None
        self._asked_at = float("-inf")
        self.stopping = False

    async def answer(self, path: str) -> tuple[int, str] | None:
        """Status and words where the path is one of these, else None."""
        if path == "/healthz":
            return 200, "ok"
        if path != "/readyz":
            return None
        why = await self._fault()
        return (200, "ready") if why is None else (503, why)

    async def _fault(self) -> str | None:
        """Why nobody should be sent here, or None; all who ask at the same time are told the same."""
        if self.stopping:
            return "stopping"
        loop = asyncio.get_running_loop()
        if self._asking is None or loop.time() - self._asked_at > KEPT_SECONDS:
            self._asked_at = loop.time()
            self._asking = loop.create_task(self._look())
        return await asyncio.shield(self._asking)

    async def _look(self) -> str | None:
        store = self._service.store
        try:
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.to_thread(store.must_answer)
                await store.writer.write(store.must_write)
        except (StoreError, TimeoutError):
            return "the database does not answer"
        return None


# -- figures -----------------------------------------------------------------------------------------------------------


def figures(service: Service) -> Iterator[tuple[str, str, str, dict[str, float]]]:
    """Name, kind, meaning, and values by label."""
    hub = service.hub
    yield "casus_up_seconds", "gauge", "Seconds since the start.", {"": time.time() - TALLY.started}
    yield "casus_matches_in_memory", "gauge", "Matches in memory.", {"": hub.size}
    yield "casus_lines", "gauge", "Sockets at tables.", {"": hub.lines}
    yield "casus_choices_total", "counter", "Choices played.", {"": TALLY.choices}
    yield "casus_undos_total", "counter", "Choices taken back.", {"": TALLY.undos}
    refusals: dict[str, float] = {f'{{reason="{reason}"}}': count for reason, count in sorted(TALLY.refusals.items())}
    yield "casus_refusals_total", "counter", "Messages of players refused, by reason.", refusals
    incidents: dict[str, float] = {f'{{what="{what}"}}': count for what, count in sorted(TALLY.security.items())}
    yield "casus_accounts_total", "counter", "What happened to accounts: signing in, failing, changes.", incidents
    yield "casus_commits_failed_total", "counter", "Actions the store did not take.", {"": TALLY.commits_failed}
    yield (
        "casus_commit_seconds_total",
        "counter",
        "Seconds of waiting for commits, of all tables.",
        {"": TALLY.commit_seconds},
    )
    yield "casus_thoughts_waiting", "gauge", "Thoughts of bots that wait for their turn.", {"": hub.thinkers.waiting}
    yield "process_cpu_seconds_total", "counter", "Seconds computed.", {"": time.process_time()}
    memory = resident_bytes()
    if memory is not None:
        yield "process_resident_memory_bytes", "gauge", "Memory held.", {"": memory}


def told(service: Service) -> bytes:
    """The figures in the text format of Prometheus."""
    lines = []
    for name, kind, meaning, values in figures(service):
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{label} {value!r}" for label, value in values.items()]
    return ("\n".join(lines) + "\n").encode()


def resident_bytes() -> int | None:
    """What this process holds in memory, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


class Figures:
    """A small server on the loopback address: it answers ``GET /metrics`` and nothing else."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Port 0 takes a free one. Where the port is taken the server plays on without figures, and says so."""
        try:
            self._server = await asyncio.start_server(self._answer, "127.0.0.1", port, limit=REQUEST_BYTES)
        except OSError as error:
            log.error("no figures: cannot listen on 127.0.0.1 port %d: %s", port, error.strerror)
            return
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                known = head.split(b"\r\n", 1)[0].split(b" ")[:2] == [b"GET", b"/metrics"]
                status, body = (b"200 OK", told(self._service)) if known else (b"404 Not Found", b"only /metrics\n")
                writer.write(b"HTTP/1.1 %b\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\n" % status)
                writer.write(b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(body), body))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()
