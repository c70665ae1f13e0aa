"""A server in a thread, guests with a cookie, and sockets that remember every byte they were sent."""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol

import httpx
import msgspec
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from casusbelli.game import Game, registry
from casusbelli.game.deal import value_commitment
from casusbelli.table import founding
from casusbelli.table.hours import Hours
from casusbelli.table.room import REAL_HOURS
from casusbelli.table.server import configure
from casusbelli.table.service import Service
from casusbelli.table.settings import Rate, Settings
from casusbelli.table.store import Store

WAIT = 20.0
"""Long enough for any machine: nothing here is measured."""

ADDING = "adding"
"""The id of what a line says about the deal by itself."""

UNLIMITED = Rate(1e9, 1e9)
QUIET = Settings(
    bot_pause=0,
    bot_processes=0,
    past_processes=0,
    analysis_processes=0,
    line_rate=UNLIMITED,
    guest_rate=UNLIMITED,
    request_rate=UNLIMITED,
    past_rate=UNLIMITED,
    post_rate=UNLIMITED,
    token_rate=UNLIMITED,
    signup_rate=UNLIMITED,
    signin_rate=UNLIMITED,
    recovery_rate=UNLIMITED,
    password_memory=64,
    password_rounds=1,
    tournament_matches=0,
)


def install(monkeypatch: pytest.MonkeyPatch, *games: Game[Any]) -> None:
    """Let the registry find these games and no others."""
    monkeypatch.setattr(registry, "entry_points", points_of(*games))
    forget_games()


@contextmanager
def deals_found_made() -> Iterator[None]:
    """While this lasts matches between people begin at once, as if the server dealt alone: for trials of something else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(founding, "between_people", lambda sitters: False)
        yield


def points_of(*games: Game[Any]) -> Callable[..., Any]:
    """What stands in for the entry points of installed packages."""
    points = [SimpleNamespace(name=game.info.id, load=lambda game=game: game) for game in games]
    return lambda group: points


def forget_games() -> None:
    registry.installed.cache_clear()
    registry.find.cache_clear()


class Address(Protocol):
    """Where a server is."""

    url: str
    host: str


class Server:
    """A real server on a free port of this machine."""

    def __init__(
        self, database: Path | str, settings: Settings = QUIET, hours: Hours = REAL_HOURS, pinged_every: float | None = None
    ) -> None:
        self.database = str(database)
        self.store = Store(database)
        self.service = Service(self.store, settings, hours)
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{listening.getsockname()[1]}"
        self.url = f"http://{self.host}"
        self._server = uvicorn.Server(self._config(pinged_every))
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        assert self._started.wait(WAIT)

    def _config(self, pinged_every: float | None) -> uvicorn.Config:
        """Lines are not pinged unless a trial is about that: clocks are told to the millisecond, and real lines have lag."""
        return configure(self.service, log_level="error", loop="asyncio", ws_ping_interval=pinged_every)

    def _run(self, listening: socket.socket) -> None:
        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            self._loop.call_later(0.01, self._wait_until_started)
            await self._server.serve([listening])

        asyncio.run(run())

    def _wait_until_started(self) -> None:
        if self._server.started:
            self._started.set()
        else:
            self._loop.call_later(0.01, self._wait_until_started)

    def run(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Do something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(WAIT)

    def room(self, match: str) -> Any:
        return self.service.hub.present(match)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(WAIT)
        assert not self._thread.is_alive()


class Guest:
    """A browser: a cookie jar that says where its requests come from."""

    def __init__(self, server: Address, name: str = "Anna") -> None:
        self.server = server
        self.name = name
        self._lines: list[Line] = []
        self.http = httpx.Client(base_url=server.url, headers={"Origin": server.url}, follow_redirects=False, timeout=WAIT)

    def begin(self, game: str = "miniature", **form: str) -> str:
        """Make a match; its id."""
        fields = {"game": game, "name": self.name, "spectators": "on", **{key.replace("__", "."): v for key, v in form.items()}}
        answer = self.http.post("/matches", data=fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/m/")

    def join(self, invitation: str) -> httpx.Response:
        return self.http.post(invitation, data={"name": self.name})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())

    def sit(self, match: str, seat: str | None = None, **headers: str) -> Line:
        self._lines.append(Line(self, match, seat, headers))
        return self._lines[-1]

    def study(self, address: str, language: str = "en") -> Line:
        """A line to a private table: a lesson or a sandbox."""
        self._lines.append(Line(self, "", None, {}, f"{address}/socket?lang={language}"))
        return self._lines[-1]

    def close(self) -> None:
        for line in self._lines:
            line.close()
        self.http.close()


class Line:
    """A socket of the match. ``heard`` is every message, ``bytes`` all of them as they came."""

    def __init__(self, guest: Guest, match: str, seat: str | None, headers: dict[str, str], path: str = "") -> None:
        query = f"?seat={seat}" if seat else ""
        self.match, self.seat = match, seat
        self.adds_chance = True
        self.chance = secrets.token_hex(32)
        self.sent = ""
        self.bytes = b""
        self.heard: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.frame: dict[str, Any] = {}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{guest.server.host}{path or f'/m/{match}/socket{query}'}",
                additional_headers={
                    name: value
                    for name, value in {"Cookie": guest.cookie, "Origin": guest.server.url, **headers}.items()
                    if value or name != "Cookie"
                },
                compression=None,
                max_size=None,
                max_queue=None,  # what is not listened to does not keep the line from closing
                open_timeout=WAIT,
            )
        )

    def hear(self, wait: float = WAIT) -> dict[str, Any]:
        """The next message."""
        data = self.socket.recv(wait)
        text = data.encode() if isinstance(data, str) else data
        self.bytes += text
        message: dict[str, Any] = msgspec.json.decode(text)
        self.heard.append(message)
        if message["t"] == "deal" and self.adds_chance:
            self.add_chance(message)
        if message["t"] == "frame":
            events = message["events"]
            assert events["from"] <= len(self.log), "a gap in the events"
            self.log = [*self.log[: events["from"]], *events["list"]]
            self.frame = message
        return message

    def add_chance(self, deal: dict[str, Any]) -> None:
        """As the page does it: commit to a value of one's own, and show it when all have."""
        pledge = value_commitment(deal["commitment"], self.seat or "", self.chance)
        pledged = deal["pledges"].get(self.seat)
        if self.seat is not None and not deal["showing"] and pledged != pledge:
            self.send({"t": "pledge", "id": f"{ADDING}-{secrets.token_hex(6)}", "commitment": pledge})
        if self.seat is not None and deal["showing"] and pledged == pledge and self.seat not in deal["shown"]:
            self.send({"t": "show", "id": f"{ADDING}-{self.seat}-{self.chance[:8]}", "value": self.chance})

    def invitation(self, seat: str) -> str:
        """The address by which somebody sits down there, before the deal or after."""
        while not any("players" in message and message["players"][seat].get("invite") for message in self.heard):
            self.hear()
        told = [message["players"][seat] for message in self.heard if "players" in message]
        return str(next(player["invite"] for player in reversed(told) if player.get("invite")))

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until a message fits."""
        while True:
            message = self.hear()
            if fits(message):
                return message

    def until_frame(self, fits: Callable[[dict[str, Any]], bool] = lambda frame: True) -> dict[str, Any]:
        """Listen until the present frame fits; one already heard will do."""
        while not (self.frame and fits(self.frame)):
            self.hear()
        return self.frame

    def until_seq(self, seq: int) -> dict[str, Any]:
        return self.until_frame(lambda frame: frame["seq"] >= seq)

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        self.socket.send(msgspec.json.encode(message).decode() if isinstance(message, dict) else message)

    def ask(self, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
        """Send something and wait for what answers it."""
        self.send(message)
        answers = {"ack", "refused", "why", "preview", "advice"}
        return self.until(lambda heard: heard["t"] in answers and not str(heard.get("id")).startswith(ADDING))

    def house(self, t: str, **more: Any) -> dict[str, Any]:
        """Ask something of the house."""
        return self.ask({"t": t, "id": secrets.token_hex(8), **more})

    def latest(self, t: str) -> dict[str, Any]:
        """The latest message of this kind; listen for one if there is none yet."""
        heard = [message for message in self.heard if message["t"] == t]
        return heard[-1] if heard else self.until(lambda message: message["t"] == t)

    def act(self, choice: Iterable[str | int], seq: int | None = None, action_id: str | None = None) -> dict[str, Any]:
        at = self.frame["seq"] if seq is None else seq
        self.sent = action_id or secrets.token_hex(8)
        return self.ask({"t": "act", "id": self.sent, "seq": at, "choice": list(choice)})

    def coach(self, do: str, **more: str) -> dict[str, Any]:
        """A command of a lesson."""
        return self.ask({"t": "coach", "id": secrets.token_hex(8), "seq": self.frame["seq"], "do": do, **more})

    def think(self, do: str, **more: str | int) -> dict[str, Any]:
        """A command of a sandbox."""
        return self.ask({"t": "sandbox", "id": secrets.token_hex(8), "seq": self.frame["seq"], "do": do, **more})

    def undo(self, seq: int | None = None) -> dict[str, Any]:
        return self.ask({"t": "undo", "id": secrets.token_hex(8), "seq": self.frame["seq"] if seq is None else seq})

    def closed(self) -> int:
        """Listen until the server hangs up; the code it does it with."""
        while True:
            try:
                self.hear()
            except ConnectionClosed as end:
                return end.rcvd.code if end.rcvd else 0

    def flood(self, message: dict[str, Any] | str, times: int) -> int:
        """Send the same again and again, until the server hangs up: it may do so in the middle. The code it does it with."""
        with suppress(ConnectionClosed):
            for _ in range(times):
                self.send(message)
        return self.closed()

    def close(self) -> None:
        self._open.close()


HOT_SEAT = {"seat__uk": "me", "seat__ussr": "here", "seat__us": "here"}
"""All three seats of the miniature game at one screen."""


def deal(*lines: Line) -> None:
    """Everybody adds chance of his own, until the deal is made."""
    for _ in range(2000):
        for line in lines:
            if not line.frame:
                with suppress(TimeoutError):
                    line.hear(0.01)
        if all(line.frame for line in lines):
            return
    raise TimeoutError("no deal")


def three_lines(guest: Guest, match: str) -> dict[str, Line]:
    lines = {seat: guest.sit(match, seat) for seat in ("uk", "ussr", "us")}
    for line in lines.values():
        line.until_frame()
    return lines


def through_agenda(lines: dict[str, Line]) -> dict[str, Line]:
    """Give the three secret answers that begin a match."""
    for seq, line in enumerate(lines.values(), 1):
        assert line.act(line.frame["ask"]["options"][0])["seq"] == seq
    for line in lines.values():
        line.until_seq(3)
    return lines


def play_on(lines: dict[str, Line], steps: int, rng: Random) -> int:
    """Play random choices over the sockets; the number of actions so far."""
    seq = max(line.frame["seq"] for line in lines.values())
    for _ in range(steps):
        asked = [line for line in lines.values() if line.until_seq(seq)["ask"]]
        if not asked:
            break
        line = rng.choice(asked)
        answer = line.act(rng.choice(line.frame["ask"]["options"]))
        assert answer["t"] == "ack", answer
        seq = answer["seq"]
    for line in lines.values():
        line.until_seq(seq)
    return int(seq)
