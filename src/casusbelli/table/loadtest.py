"""A load generator: busy tables on this machine, every seat connected, and how long a choice takes to reach the others.

The server runs in a process of its own over a fresh SQLite file, exactly as ``casus serve`` runs it but for the rate limits.
At every table somebody plays a random legal choice as soon as all seats have seen the last one; the clock runs from sending
the choice until another seat's socket has the frame that shows it, commit included.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from casusbelli.game.registry import find
from casusbelli.kernel import Seat

WARM_UP_SECONDS = 1.0
START_SECONDS = 30.0
REST_SECONDS = 0.25
SILENCE_SECONDS = 30.0


class _Question(msgspec.Struct):
    options: list[msgspec.Raw]


class _Heard(msgspec.Struct):
    """What the generator wants to know of a message."""

    t: str
    seq: int = 0
    ask: _Question | None = None
    over: dict[str, Any] | None = None
    reason: str = ""


_hear = msgspec.json.Decoder(_Heard).decode


class LoadError(RuntimeError):
    """The load test could not be done: one clear line says why."""


def serve_for_load(database: str) -> None:
    """The server under test. Nothing is limited: one machine plays all guests."""
    from .server import serve
    from .settings import Rate, Settings

    free = Rate(1e9, 1e9)
    many = 10**6
    settings = Settings(
        line_rate=free,
        guest_rate=free,
        request_rate=free,
        post_rate=free,
        sockets_per_guest=many,
        sockets_per_address=many,
        connections_per_address=many,
    )
    serve("127.0.0.1", 0, database, settings=settings)


class _Guest:
    """Makes and joins matches as a browser would."""

    def __init__(self, host: str) -> None:
        self._host = host
        self.cookie = ""

    def post(self, path: str, **form: str) -> str:
        """Send a form; where it leads to."""
        connection = http.client.HTTPConnection(self._host, timeout=START_SECONDS)
        headers = {"Origin": f"http://{self._host}", "Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        connection.request("POST", path, urlencode(form), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != 303:
            raise LoadError(f"the server answers {answer.status} to {path}")
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        return answer.getheader("Location") or "/"


class BusyTable:
    """One match after another, with a line for every seat."""

    def __init__(
        self, host: str, game: str, scenario: str, seats: tuple[Seat, ...], rng: Random, *, beats: bool, watchers: int = 0
    ) -> None:
        self._watchers = watchers
        self._wish = "" if beats else "&beats=0"
        self._host, self._game, self._scenario, self._seats, self._rng = host, game, scenario, seats, rng
        self._latest: dict[Seat, _Heard] = {}
        self._changed = asyncio.Event()
        self._sent_at = 0.0
        self._sent_seq = -1
        self._sender: Seat = ""
        self._trouble: LoadError | None = None
        self.latencies: list[float] = []
        self.choices = 0
        self.matches = 0
        self.frame_bytes = 0

    async def play(self, seconds_left: Callable[[], float], pause: float) -> None:
        """Play until the time is up."""
        while seconds_left() > 0:
            await self._play_match(seconds_left, pause)

    async def _play_match(self, seconds_left: Callable[[], float], pause: float) -> None:
        guest = _Guest(self._host)
        form = {"game": self._game, "scenario": self._scenario, **{f"seat.{seat}": "here" for seat in self._seats}}
        match = await asyncio.to_thread(guest.post, "/matches", **form)
        self.matches += 1
        self._latest = {}
        self._sent_seq = -1
        headers = {"Origin": f"http://{self._host}", "Cookie": guest.cookie}
        lines: dict[Seat, ClientConnection] = {}
        readers = []
        try:
            for seat in self._seats:
                address = f"ws://{self._host}{match}/socket?seat={seat}{self._wish}"
                lines[seat] = await connect(address, additional_headers=headers, compression=None, max_size=None)
                readers.append(asyncio.create_task(self._read(seat, lines[seat])))
            for n in range(self._watchers):
                address = f"ws://{self._host}{match}/socket?{self._wish[1:]}"
                lines[f"watcher {n}"] = await connect(address, additional_headers=headers, compression=None, max_size=None)
                readers.append(asyncio.create_task(self._look_on(lines[f"watcher {n}"])))
            await self._play_on(lines, seconds_left, pause)
        finally:
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*(line.close() for line in lines.values()), *readers, return_exceptions=True)

    async def _play_on(self, lines: dict[Seat, ClientConnection], seconds_left: Callable[[], float], pause: float) -> None:
        seq = 0
        while seconds_left() > 0:
            await self._all_have(seq)
            if any(heard.over is not None for heard in self._latest.values()):
                return
            asked = [seat for seat in self._seats if self._latest[seat].ask is not None]
            seat = self._rng.choice(asked)
            question = self._latest[seat].ask
            assert question is not None
            choice = bytes(self._rng.choice(question.options)).decode()
            message = f'{{"t":"act","id":"{secrets.token_hex(16)}","seq":{seq},"choice":{choice}}}'
            self._sender, self._sent_seq = seat, seq + 1
            self._sent_at = time.perf_counter()
            await lines[seat].send(message)
            self.choices += 1
            seq += 1
            if pause:
                await asyncio.sleep(pause)
        await self._all_have(seq)

    async def _all_have(self, seq: int) -> None:
        while len(self._latest) < len(self._seats) or any(heard.seq < seq for heard in self._latest.values()):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), SILENCE_SECONDS)
            if self._trouble is not None:
                raise self._trouble

    async def _read(self, seat: Seat, line: ClientConnection) -> None:
        try:
            await self._hear_all(seat, line)
        except Exception as error:
            self._trouble = LoadError(f"{seat} hears nothing more: {error}")
            self._changed.set()

    async def _look_on(self, line: ClientConnection) -> None:
        """A spectator takes what it is sent."""
        async for _ in line:
            pass

    async def _hear_all(self, seat: Seat, line: ClientConnection) -> None:
        async for message in line:
            arrived = time.perf_counter()
            heard = _hear(message)
            if heard.t == "frame":
                if heard.seq == self._sent_seq and seat != self._sender:
                    self.latencies.append(arrived - self._sent_at)
                    self.frame_bytes += len(message)
                self._latest[seat] = heard
                self._changed.set()
            elif heard.t == "refused":
                raise LoadError(f"a legal choice was refused: {heard.reason}")


def run(
    tables: int = 20,
    seconds: float = 10.0,
    game: str = "fog_of_war",
    scenario: str | None = None,
    *,
    rate: float | None = None,
    seed: int = 1,
    beats: bool = True,
    watchers: int = 0,
) -> dict[str, Any]:
    """Keep so many tables busy for so long; what came out, times in milliseconds.

    With ``rate`` the tables together offer at most that many choices a second; without, each plays as fast as it is answered.
    ``watchers`` look on, spread over the tables.
    With ``beats`` frames tell the positions through which they were reached, as browsers want it.
    Only loopback is used. Raises LoadError where the server does not start.
    """
    info = find(game).info
    chosen = info.scenario(scenario)
    with serving() as (server, host):
        base = _memory(server)
        crowds = [watchers // tables + (n < watchers % tables) for n in range(tables)]
        makers = [
            BusyTable(host, game, chosen.id, chosen.seats, Random(seed + n), beats=beats, watchers=crowd)
            for n, crowd in enumerate(crowds)
        ]
        with _Weighing(server, seconds) as weighing:
            pause = tables / rate if rate else 0.0
            measured = asyncio.run(_measure(makers, seconds, pause, lambda: cpu_seconds(server)))
        busy = _memory(server)
    report = {"game": game, "scenario": chosen.id, "tables": tables, "beats": beats, **measured}
    if watchers:
        report |= {"sockets": tables * len(chosen.seats) + watchers, "memory_mb": weighing.megabytes}
    if base is not None and busy is not None:
        report |= {"base_mb": round(base / 1024, 1), "busy_mb": round(busy / 1024, 1)}
    return report


@contextmanager
def serving(tree: Path | None = None) -> Iterator[tuple[int, str]]:
    """A server under test over a fresh SQLite file, come to rest: its process and address. ``tree`` is another checkout's."""
    surroundings = os.environ | ({} if tree is None else {"PYTHONPATH": str(tree / "src")})
    with tempfile.TemporaryDirectory(prefix="casus-load-") as folder:
        code = "import sys; from casusbelli.table.loadtest import serve_for_load; serve_for_load(sys.argv[1])"
        command = [sys.executable, "-c", code, str(Path(folder) / "load.sqlite")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as server:  # noqa: S603
            try:
                host = _address_of(server)
                _wait_for_rest(server.pid)
                yield server.pid, host
            finally:
                server.terminate()
                server.wait(START_SECONDS)


class _Weighing:
    """What the server holds in memory, looked at ten times while it is busy."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.megabytes: list[float] = []
        self._pid, self._every = pid, max(0.5, seconds / 10)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._weigh, daemon=True)

    def _weigh(self) -> None:
        while not self._done.wait(self._every):
            held = _memory(self._pid)
            if held is not None:
                self.megabytes.append(round(held / 1024, 1))

    def __enter__(self) -> _Weighing:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def _address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    if found is None:
        raise LoadError("the server does not start")
    return urlsplit(found.group()).netloc


def _wait_for_rest(pid: int) -> None:
    """A server that has just come up prepares the files of its tables for a second or two: that is not what is measured."""
    end = time.perf_counter() + START_SECONDS
    before = _family_seconds(pid)
    while before is not None and time.perf_counter() < end:
        time.sleep(REST_SECONDS)
        now = _family_seconds(pid)
        if now is None or 0 <= now - before < REST_SECONDS / 5:  # less than before: a process of its own has just ended
            return
        before = now


async def _measure(
    tables: list[BusyTable], seconds: float, pause: float, server_cpu: Callable[[], float | None]
) -> dict[str, Any]:
    end = time.perf_counter() + WARM_UP_SECONDS + seconds
    playing = [asyncio.create_task(table.play(lambda: end - time.perf_counter(), pause)) for table in tables]
    await asyncio.sleep(WARM_UP_SECONDS)
    for table in tables:
        table.latencies.clear()
        table.choices = table.frame_bytes = 0
    begun, own, server = time.perf_counter(), time.process_time(), server_cpu()
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    elapsed, own = time.perf_counter() - begun, time.process_time() - own
    server_end = server_cpu()
    latencies = sorted(latency for table in tables for latency in table.latencies)
    choices = sum(table.choices for table in tables)
    frame_bytes = sum(table.frame_bytes for table in tables)
    await asyncio.gather(*playing)
    if not latencies:
        raise LoadError("no choice arrived anywhere")
    return {
        "seconds": round(elapsed, 2),
        "choices": choices,
        "choices_per_second": round(choices / elapsed, 1),
        "p50_ms": _percentile(latencies, 50),
        "p95_ms": _percentile(latencies, 95),
        "p99_ms": _percentile(latencies, 99),
        "max_ms": round(latencies[-1] * 1000, 2),
        "matches": sum(table.matches for table in tables),
        "frame_bytes": round(frame_bytes / len(latencies)),
        "generator_cpu": round(own / elapsed, 2),
        "server_cpu": round((server_end - server) / elapsed, 2) if server is not None and server_end is not None else None,
        "server_us_per_choice": round((server_end - server) / choices * 1e6)
        if server is not None and server_end is not None
        else None,
    }


def _percentile(ordered: list[float], percent: int) -> float:
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000, 2)


def cpu_seconds(pid: int) -> float | None:
    """The seconds a process has computed so far, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family_seconds(pid: int) -> float | None:
    """The same of a process and those that it has started."""
    own = cpu_seconds(pid)
    if own is None:
        return None
    children = [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text("ascii").split()]
    return own + sum(cpu_seconds(child) or 0.0 for child in children)


def _memory(pid: int) -> int | None:
    """What a process holds in memory, in KB, where the system tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii")
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found.group(1)) if found else None
