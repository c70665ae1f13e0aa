"""Where a siege takes place: a server, those who come to it in peace or not, and a watch on whether it still serves."""

from __future__ import annotations

import base64
import http.client
import os
import re
import resource
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from casusbelli.game.registry import find
from casusbelli.kernel import Seat

from ..loadtest import cpu_seconds

WAIT = 30.0
"""Whoever waits longer than this says that there is no answer."""

PATIENCE = 5.0
"""A server that lets peaceful people wait longer than this while it is attacked has not held."""

SETTINGS = {"CASUS_BOT_PAUSE": "0", "CASUS_REQUEST_SECONDS": "2", "CASUS_SLOW_SECONDS": "3"}
"""What is not as usual: nobody follows these bots, and nobody wants to wait for deadlines."""

GAME, SCENARIO = "wunderwaffen", "two_players"
"""What is played where it does not matter: the shortest match."""

Figures = dict[str, Any]


class Broken(Exception):
    """What should have been possible in peace was not: the attack could not be tried."""


class Server:
    """``casus serve`` in a process of its own. It can be killed and started again on the same database."""

    def __init__(self, database: Path, descriptors: int | None = None) -> None:
        self.database = database
        self._descriptors = descriptors
        self.start()

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", "0", "--database", str(self.database)]
        begun = time.perf_counter()
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _START, str(self._descriptors or 0), *words],
            env={**os.environ, **SETTINGS},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([^\s/]+)", self.process.stdout.readline())
        if found is None:
            self.stop()
            raise Broken("the server does not start")
        self.host = found[1]
        self.start_seconds = time.perf_counter() - begun
        self.start_work = cpu_seconds(self.process.pid) or self.start_seconds

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(WAIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(WAIT)
        if self.process.stdout is not None:
            self.process.stdout.close()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def memory_mb(self) -> float:
        """What the server's own process holds, where the system tells."""
        try:
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text("ascii"))
        except OSError:
            found = None
        return round(int(found[1]) / 1024, 1) if found else 0.0


_START = """
import sys
limit = int(sys.argv.pop(1))
if limit:
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
from casusbelli.cli import main
main()
"""


def own_descriptors(wanted: int) -> int:
    """How many connections this process may open, at most so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + 100:
        raised = wanted + 100 if hard == resource.RLIM_INFINITY else min(hard, wanted + 100)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, raised), hard))
        soft = max(soft, raised)
    return min(wanted, soft - 100)


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Person:
    """A browser at an address of its own, with a cookie once it has played."""

    def __init__(self, server: Server, address: str, name: str = "Somebody") -> None:
        self.server = server
        self.address = address
        self.name = name
        self.cookie = ""

    def moved(self, server: Server) -> Person:
        """The same browser at the server that came after."""
        again = Person(server, self.address, self.name)
        again.cookie = self.cookie
        return again

    def headers(self, **more: str) -> dict[str, str]:
        told = {"Origin": f"http://{self.server.host}", "X-Forwarded-For": self.address, "Cookie": self.cookie}
        return {key: value for key, value in {**told, **more}.items() if value}

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, form: dict[str, str], **headers: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode({"name": self.name, **form}), **kind, **headers)

    def ask(self, method: str, path: str, body: str | None, **headers: str) -> Answer:
        """Ask once, over a connection of its own."""
        with closing(http.client.HTTPConnection(self.server.host, timeout=WAIT)) as line:
            line.request(method, path, body, self.headers(**headers))
            told = line.getresponse()
            answer = Answer(told.status, told.headers, told.read())
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("session="):
                self.cookie = cookie.split(";")[0]
        return answer

    def begin(self, seats: dict[Seat, str], game: str = GAME, scenario: str = SCENARIO, **form: str) -> str:
        """Make a match; its id."""
        sitting = {f"seat.{seat}": who for seat, who in seats.items()}
        answer = self.post("/matches", {"game": game, "scenario": scenario, "spectators": "on", **sitting, **form})
        if answer.status != 303:
            raise Broken(f"no match can be made: {answer.status}")
        return str(answer.headers["Location"]).removeprefix("/m/")

    def sit(self, match: str, seat: Seat | None = None) -> Line:
        return Line(self, match, seat)


class Line:
    """A socket of a match."""

    def __init__(self, person: Person, match: str, seat: Seat | None) -> None:
        query = f"?seat={seat}" if seat else ""
        self.match, self.seat = match, seat
        self.frame: dict[str, Any] = {}
        self.code: int | None = None
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{person.server.host}/m/{match}/socket{query}",
                additional_headers=person.headers(),
                compression=None,
                max_size=None,
                max_queue=None,
                open_timeout=WAIT,
                close_timeout=1,
            )
        )

    def hear(self, seconds: float = WAIT) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(self.socket.recv(seconds))
        if message["t"] == "frame":
            self.frame = message
        return message

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            message = self.hear(max(0.01, end - time.monotonic()))
            if fits(message):
                return message
        raise TimeoutError

    def until_frame(self, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        if not (self.frame and fits(self.frame)):
            self.until(lambda message: message["t"] == "frame" and fits(message))
        return self.frame

    def until_seated(self) -> dict[str, Any]:
        """The first message that says who sits where: a frame, or before the deal what is told of that."""
        return self.until(lambda message: message["t"] in {"frame", "deal"})

    def until_seq(self, seq: int) -> dict[str, Any]:
        return self.until_frame(lambda frame: frame["seq"] >= seq)

    def ask(self, message: dict[str, Any] | str) -> dict[str, Any]:
        self.socket.send(message if isinstance(message, str) else msgspec.json.encode(message).decode())
        return self.until(lambda heard: heard["t"] in {"ack", "refused", "why", "preview", "advice"})

    def act(self, choice: Any) -> dict[str, Any]:
        return self.ask({"t": "act", "id": secrets.token_hex(8), "seq": self.frame["seq"], "choice": choice})

    def undo(self) -> dict[str, Any]:
        return self.ask({"t": "undo", "id": secrets.token_hex(8), "seq": self.frame["seq"]})

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def seats_of(game: str = GAME, scenario: str = SCENARIO) -> tuple[Seat, ...]:
    return find(game).info.scenario(scenario).seats


def hot_seat(game: str = GAME, scenario: str = SCENARIO) -> dict[Seat, str]:
    return dict.fromkeys(seats_of(game, scenario), "here")


class Table:
    """A match that one person plays from all its seats, at random."""

    def __init__(self, person: Person, seed: int = 1, scenario: str = SCENARIO) -> None:
        self.person = person
        self.match = person.begin(hot_seat(GAME, scenario), scenario=scenario)
        self.lines = {seat: person.sit(self.match, seat) for seat in seats_of(GAME, scenario)}
        self.rng = Random(seed)
        self.seq = 0
        for line in self.lines.values():
            line.until_frame()

    @property
    def over(self) -> bool:
        return any(line.frame["over"] is not None for line in self.lines.values())

    def asked(self) -> Line:
        """Somebody who is asked; everybody has seen the latest choice."""
        for line in self.lines.values():
            line.until_seq(self.seq)
        return self.rng.choice([line for line in self.lines.values() if line.frame["ask"] is not None])

    def play(self) -> bool:
        """One choice; whether the match goes on. Who is too quick for the server's liking waits and tries again."""
        return self.choose() is not None

    def choose(self) -> Line | None:
        """One choice, and who has made it; None when the match is over."""
        for line in self.lines.values():
            line.until_seq(self.seq)
        if self.over:
            return None
        line = self.asked()
        for _ in range(50):
            answer = line.act(self.rng.choice(line.frame["ask"]["options"]))
            if answer["t"] == "ack":
                self.seq = answer["seq"]
                return line
            if answer["reason"] != "rate":
                raise Broken(f"a legal choice is refused: {answer['reason']}")
            time.sleep(0.1)
        raise Broken("no choice is taken")

    def play_out(self, most: int = 3000) -> None:
        for _ in range(most):
            if not self.play():
                return
        raise Broken("a match does not end")

    def close(self) -> None:
        for line in self.lines.values():
            line.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Deaf:
    """A client that opens a socket and never reads what it is sent."""

    def __init__(self, person: Person, match: str, seat: Seat | None = None) -> None:
        host, _, port = person.server.host.partition(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(2.0)
        self.socket.connect((host, int(port)))
        told = {
            "Host": person.server.host,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            **person.headers(),
        }
        query = f"?seat={seat}" if seat else ""
        head = [f"GET /m/{match}/socket{query} HTTP/1.1", *(f"{key}: {value}" for key, value in told.items()), "", ""]
        self.socket.sendall("\r\n".join(head).encode())

    def send(self, opcode: int, payload: bytes, times: int = 1) -> bool:
        """The same small frame several times; False when the other side has hung up, or takes nothing more."""
        try:
            self.socket.sendall(bytes([0x80 | opcode, 0x80 | len(payload), *bytes(4), *payload]) * times)
        except OSError:
            return False
        return True

    def close(self) -> None:
        self.socket.close()


def dial(server: Server, address: str = "127.0.0.1") -> socket.socket:
    """A bare connection; from another address of this machine where the system has one."""
    host, _, port = server.host.partition(":")
    try:
        return socket.create_connection((host, int(port)), WAIT, source_address=(address, 0))
    except OSError:
        if address == "127.0.0.1":
            raise
        return dial(server)


def is_open(line: socket.socket) -> bool:
    """Whether the other side has not hung up."""
    line.settimeout(0.001)
    try:
        return line.recv(65536) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


class Watch:
    """Peaceful people: they fetch pages and play at a table, and note how long each took and what failed."""

    PAGES = ("/", "/matches", "/new/fog_of_war")

    def __init__(self, server: Server, address: str = "203.0.113.77") -> None:
        self._person = Person(server, address, "Honest")
        self._table = Table(self._person, 7)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.pages: list[float] = []
        self.choices: list[float] = []
        self.failures: list[str] = []

    def _run(self) -> None:
        n = 0
        while not self._stop.is_set():
            n += 1
            begun = time.perf_counter()
            try:
                answer = self._person.get(self.PAGES[n % len(self.PAGES)])
                if answer.status != 200:
                    self.failures.append(f"page: {answer.status}")
                self.pages.append(time.perf_counter() - begun)
                if self._table.over:
                    self._table.close()
                    self._table = Table(self._person, n)
                begun = time.perf_counter()
                self._table.play()
                self.choices.append(time.perf_counter() - begun)
            except (OSError, http.client.HTTPException, WebSocketException, Broken, TimeoutError) as error:
                self.failures.append(f"{type(error).__name__}: {error}"[:120])
                if len(self.failures) > 20:
                    return
            self._stop.wait(0.05)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(WAIT)
        self._table.close()

    @property
    def held(self) -> bool:
        """Everybody was served, and nobody had to wait for long."""
        return not self.failures and bool(self.pages) and max([*self.pages, *self.choices]) < PATIENCE

    def figures(self, prefix: str = "") -> Figures:
        told: Figures = {"pages": len(self.pages), "choices": len(self.choices), "failures": len(self.failures)}
        for name, times in (("page", self.pages), ("choice", self.choices)):
            if times:
                told |= {f"{name}_ms": _ms(statistics.median(times)), f"{name}_worst_ms": _ms(max(times))}
        if self.failures:
            told["first_failure"] = self.failures[0]
        return {prefix + key: value for key, value in told.items()}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


@contextmanager
def at_once(works: Sequence[Callable[[], object]]) -> Iterator[list[threading.Thread]]:
    """Do all of it at the same time; wait for the last of it."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield threads
    finally:
        for thread in threads:
            thread.join(WAIT)


def server_on(folder: Path, stack: ExitStack, descriptors: int | None = None) -> Server:
    """A server in this folder, stopped at the end."""
    server = Server(folder / "siege.sqlite", descriptors)
    stack.callback(server.stop)
    return server


def calm(server: Server, seconds: float) -> Watch:
    """How it is when nobody attacks."""
    with Watch(server, "203.0.113.78") as watch:
        time.sleep(seconds)
    return watch
