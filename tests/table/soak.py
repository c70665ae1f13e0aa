"""Faults on purpose: servers are killed, stopped and replaced while people play, the database is restarted, nobody is told.

``python -m tests.table.soak sqlite|postgres FAULT=TIMES …`` with the faults ``kill`` (kill -9), ``restart`` (PostgreSQL, in turn
"fast" and as after a power cut), ``deaf`` (the listeners' sessions are ended), ``freeze`` (SIGSTOP for ``--frozen`` seconds) and
``upgrade`` (SIGTERM, and another takes its place). Afterwards every match is checked: numbers without a gap, no id twice,
everything that was acknowledged under the number that was acknowledged, nothing that nobody sent; and it is played again.

Players sit at different servers. One that loses its server goes to another and sends again, under the same id, what was not
answered; now and then it sends the same twice at once through two servers.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import psycopg
from tests.kernel.miniature import GAME
from tests.postgres import Postgres, programs
from websockets.exceptions import WebSocketException

from casusbelli.game import registry
from casusbelli.table.history import revive
from casusbelli.table.store import Store

from .tablekit import HOT_SEAT, Guest, Line, points_of

ROOT = Path(__file__).parents[2]
TROUBLE = (WebSocketException, httpx.HTTPError, OSError, EOFError, TimeoutError, AssertionError)
SEATS = ("uk", "ussr", "us")
TWICE = 0.1
"""How often something is sent twice at once."""


class Where:
    """The address of one server."""

    def __init__(self, pid: int, url: str) -> None:
        self.pid = pid
        self.url = url.rstrip("/")
        self.host = self.url.removeprefix("http://")


class Servers:
    """Servers on one database that come and go."""

    def __init__(self, database: str, count: int) -> None:
        command = [sys.executable, "-m", "tests.table.serving", database]
        self._nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.running: list[Where] = []
        self.closed = False
        for _ in range(count):
            self.start()

    def start(self) -> None:
        assert self._nursery.stdin is not None and self._nursery.stdout is not None
        self._nursery.stdin.write("start\n")
        self._nursery.stdin.flush()
        pid, url = self._nursery.stdout.readline().split()
        self.running.append(Where(int(pid), url))

    def signal(self, server: Where, told: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(server.pid, told)

    def replace(self, server: Where, told: signal.Signals) -> None:
        """End one; another takes its place."""
        self.running.remove(server)
        self.signal(server, told)
        self.start()

    def any(self, rng: Random) -> Where:
        while not (running := list(self.running)):
            if self.closed:
                raise EOFError("nobody is there any more")
            time.sleep(0.01)
        return rng.choice(running)

    def close(self) -> None:
        for server in self.running:
            self.signal(server, signal.SIGKILL)
        self.closed = True
        self.running.clear()
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        self._nursery.wait(20)


class Player:
    """Plays all seats of one match after another, each seat at whatever server is there."""

    def __init__(self, servers: Servers, rng: Random) -> None:
        self._servers, self._rng = servers, rng
        self.sent: dict[str, set[str]] = {}
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.told: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._guest: Guest | None = None
        self._cookies: Any = None
        self._match = ""
        self._lines: dict[str, Line] = {}

    def play(self, ending: threading.Event) -> None:
        try:
            while not ending.is_set():
                try:
                    self._play_match(ending)
                    self._match = ""
                except TROUBLE:
                    self._hang_up()
                    time.sleep(0.02)
        except Exception as error:
            self.wrong.append(f"a player stumbles: {error!r}")
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        for line in self._lines.values():
            with contextlib.suppress(*TROUBLE):
                line.close()
        self._lines = {}

    def _guest_at(self, server: Where) -> Guest:
        guest = Guest(server)
        if self._cookies is not None:
            guest.http.cookies.update(self._cookies)
        return guest

    def _line(self, seat: str) -> Line:
        """The seat's line, to some server; a new one where the old one is gone."""
        line = self._lines.get(seat)
        if line is None:
            line = self._lines[seat] = self._guest_at(self._servers.any(self._rng)).sit(self._match, seat)
            line.until_frame()
        return line

    def _play_match(self, ending: threading.Event) -> None:
        if not self._match:
            guest = self._guest_at(self._servers.any(self._rng))
            self._match = guest.begin(scenario="full", **HOT_SEAT)
            self._cookies = guest.http.cookies
            self.sent[self._match], self.acknowledged[self._match] = set(), {}
        self._hang_up()
        seq = max(self._line(seat).frame["seq"] for seat in SEATS)
        while not ending.is_set():
            asked = [seat for seat in SEATS if self._line(seat).until_seq(seq)["ask"]]
            if not asked:
                return
            seq = max(seq, self._choose(self._rng.choice(asked)))

    def _choose(self, seat: str) -> int:
        """Make a choice, and do not let go of it before it is answered."""
        line = self._line(seat)
        choice, at, action_id = self._rng.choice(line.frame["ask"]["options"]), line.frame["seq"], secrets.token_hex(8)
        self.sent[self._match].add(action_id)
        if self._rng.random() < TWICE:
            self._send_twice(seat, choice, at, action_id)
        while True:
            try:
                answer = self._line(seat).act(choice, at, action_id)
            except TROUBLE:
                self.told["gone"] += 1
                self._lines.pop(seat, None)
                time.sleep(0.02)
                continue
            if answer["t"] == "ack":
                if self.acknowledged[self._match].setdefault(action_id, answer["seq"]) != answer["seq"]:
                    self.wrong.append(f"{self._match}: {action_id} has two numbers")
                return int(answer["seq"])
            self.told[answer["reason"]] += 1
            if answer["reason"] != "storage":
                self.wrong.append(f"{self._match}: {answer}")
                return 0
            time.sleep(0.05)

    def _send_twice(self, seat: str, choice: Any, at: int, action_id: str) -> None:
        """The same through another server at the same time."""

        match, known = self._match, self.acknowledged[self._match]

        def send() -> None:
            with contextlib.suppress(*TROUBLE):
                line = self._guest_at(self._servers.any(self._rng)).sit(match, seat)
                line.until_frame()
                answer = line.act(choice, at, action_id)
                if answer["t"] == "ack" and known.setdefault(action_id, answer["seq"]) != answer["seq"]:
                    self.wrong.append(f"{match}: {action_id} has two numbers")
                line.close()

        self.told["twice"] += 1
        threading.Thread(target=send, daemon=True).start()


class Soak:
    """Players, servers, and what is done to them."""

    def __init__(self, database: str, count: int, tables: int, seed: str, postgres: Postgres | None = None) -> None:
        self.database, self._postgres = database, postgres
        self._rng = Random(seed)
        self.servers = Servers(database, count)
        self.players = [Player(self.servers, Random(f"{seed} {n}")) for n in range(tables)]
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=player.play, args=(self._ending,), daemon=True) for player in self.players]
        for thread in self._threads:
            thread.start()

    @property
    def acknowledged(self) -> int:
        return sum(len(known) for player in self.players for known in list(player.acknowledged.values()))

    def go_on(self, more: int, seconds: float = 120.0) -> None:
        """Wait until so many more choices have been acknowledged."""
        wanted, end = self.acknowledged + more, time.monotonic() + seconds
        while self.acknowledged < wanted:
            assert time.monotonic() < end, "nobody plays on"
            time.sleep(0.01)

    def kill(self) -> None:
        time.sleep(self._rng.random() * 0.02)
        self.servers.replace(self.servers.any(self._rng), signal.SIGKILL)

    def upgrade(self) -> None:
        self.servers.replace(self.servers.running[0], signal.SIGTERM)

    def restart(self) -> None:
        assert self._postgres is not None
        self._postgres.restart(self._rng.choice((signal.SIGINT, signal.SIGQUIT)))

    def deaf(self) -> None:
        """End the sessions in which servers listen."""
        assert self._postgres is not None
        with psycopg.connect(self.database.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%%' OR query = 'SELECT 1')"
            )

    def freeze(self, seconds: float) -> None:
        server = self.servers.any(self._rng)
        self.servers.running.remove(server)
        self.servers.signal(server, signal.SIGSTOP)
        time.sleep(seconds)
        self.servers.signal(server, signal.SIGCONT)
        self.servers.running.append(server)

    def close(self) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join(60)
        self.servers.close()

    def end(self) -> dict[str, Any]:
        """Stop, and look whether all is there. What was found."""
        self.close()
        wrong = [line for player in self.players for line in player.wrong]
        store = Store(self.database, alone=True)
        actions = 0
        for player in self.players:
            for match, acknowledged in player.acknowledged.items():
                actions += len(acknowledged)
                wrong += list(_faults_of(store, match, acknowledged, player.sent[match]))
        store.close()
        told: Counter[str] = sum((player.told for player in self.players), Counter())
        matches = sum(len(player.acknowledged) for player in self.players)
        return {"matches": matches, "acknowledged": actions, "told": dict(told), "wrong": wrong}


def _faults_of(store: Store, match: str, acknowledged: dict[str, int], sent: set[str]) -> Iterator[str]:
    saved = store.load(match)
    if saved is None:
        yield f"{match} is not there"
        return
    kept = {action.choice_id: action.seq for action in saved.actions}
    if [action.seq for action in saved.actions] != list(range(1, len(saved.actions) + 1)):
        yield f"{match}: numbers have gaps"
    if len(kept) != len(saved.actions):
        yield f"{match}: an id is there twice"
    for action_id, seq in acknowledged.items():
        if kept.get(action_id) != seq:
            yield f"{match}: {action_id} was acknowledged as {seq} and is {kept.get(action_id)}"
    for action_id in kept.keys() - sent:
        yield f"{match}: nobody sent {action_id}"
    revive(GAME, saved)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("database", choices=["sqlite", "postgres"])
    words.add_argument("faults", nargs="+", help="kill=100 restart=20 deaf=20 freeze=3 upgrade=10")
    words.add_argument("--tables", type=int, default=6)
    words.add_argument("--servers", type=int, default=2)
    words.add_argument("--between", type=int, default=20, help="choices between two faults")
    words.add_argument("--frozen", type=float, default=20.0)
    words.add_argument("--seed", default="1")
    given = words.parse_args()
    registry.entry_points = points_of(GAME)
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        postgres = None
        if given.database == "postgres":
            where = programs()
            assert where is not None, "no PostgreSQL here (see scripts/postgres)"
            postgres = Postgres(where)
            stack.callback(postgres.close)
            database, servers = postgres.new_database(), given.servers
        else:
            database, servers = str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "matches.sqlite"), 1
        soak = Soak(database, servers, given.tables, given.seed, postgres)
        done: Counter[str] = Counter()
        for fault, times in (word.split("=") for word in given.faults):
            for _ in range(int(times)):
                soak.go_on(given.between)
                soak.freeze(given.frozen) if fault == "freeze" else getattr(soak, fault)()
                done[fault] += 1
        soak.go_on(given.between)
        found = soak.end()
    sys.stdout.write(json.dumps({"faults": dict(done), "seconds": round(time.monotonic() - begun), **found}) + "\n")
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
