"""Kill -9 at random moments: nothing acknowledged is lost, nothing is played twice.

``CASUS_KILLS`` sets how often the server is killed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.kernel.miniature import GAME
from websockets.exceptions import WebSocketException

from casusbelli.table.history import revive
from casusbelli.table.store import Store

from .tablekit import HOT_SEAT, Guest, Line

KILLS = int(os.environ.get("CASUS_KILLS", "12"))
ROOT = Path(__file__).parents[2]


class Victim:
    """A server that is killed and started again, always on the same database."""

    def __init__(self, database: Path) -> None:
        command = [sys.executable, "-m", "tests.table.serving", str(database)]
        self._nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.start()

    def start(self) -> None:
        assert self._nursery.stdin is not None and self._nursery.stdout is not None
        self._nursery.stdin.write("start\n")
        self._nursery.stdin.flush()
        pid, self.url = self._nursery.stdout.readline().split()
        self.pid = int(pid)
        self.url = self.url.rstrip("/")
        self.host = self.url.removeprefix("http://")

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        self.kill()
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        self._nursery.wait(20)


@pytest.fixture
def victim(database: Path) -> Iterator[Victim]:
    running = Victim(database)
    yield running
    running.stop()


class Player:
    """Plays all seats of one match after another until the server dies, a moment after so many sends.

    Remembers what was acknowledged, and sends again what was not answered.
    """

    def __init__(self, victim: Victim, rng: Random) -> None:
        self.victim, self.rng = victim, rng
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.sent: dict[str, list[str]] = {}
        self.pending: tuple[str, str, int, Any] | None = None
        self.match = ""
        self.cookies: Any = None
        self.sends_left = 0

    def play_until_death(self) -> None:
        guest = Guest(self.victim)
        if self.cookies is not None:
            guest.http.cookies.update(self.cookies)
        try:
            while True:
                if not self.match:
                    self.match = guest.begin(scenario="full", **HOT_SEAT)
                    self.cookies = guest.http.cookies
                    self.acknowledged[self.match], self.sent[self.match] = {}, []
                self.play_match({seat: guest.sit(self.match, seat) for seat in ("uk", "ussr", "us")})
                self.match = ""
        except (WebSocketException, httpx.HTTPError, OSError, EOFError):
            return
        finally:
            guest.close()

    def play_match(self, lines: dict[str, Line]) -> None:
        seq = max(line.until_frame()["seq"] for line in lines.values())
        if self.pending is not None:
            seq = max(seq, self.send(lines, *self.pending))
        while True:
            asked = [line for line in lines.values() if line.until_seq(seq)["ask"]]
            if not asked:
                return
            line = self.rng.choice(asked)
            action_id = secrets.token_hex(8)
            self.sent[self.match].append(action_id)
            choice = self.rng.choice(line.frame["ask"]["options"])
            seq = max(seq, self.send(lines, str(line.seat), action_id, line.frame["seq"], choice))

    def send(self, lines: dict[str, Line], seat: str, action_id: str, seq: int, choice: Any) -> int:
        self.pending = (seat, action_id, seq, choice)
        self.sends_left -= 1
        if self.sends_left == 0:
            threading.Timer(self.rng.random() * 0.008, self.victim.kill).start()
        answer = lines[seat].act(choice, seq=seq, action_id=action_id)
        assert answer["t"] == "ack", answer
        self.pending = None
        self.acknowledged[self.match][action_id] = answer["seq"]
        return int(answer["seq"])


def test_no_acknowledged_choice_is_lost_and_none_is_played_twice(victim: Victim, database: Path) -> None:
    rng = Random(os.environ.get("CASUS_KILL_SEED", "9"))
    player = Player(victim, rng)
    for _ in range(KILLS):
        player.sends_left = rng.randrange(1, 40)
        player.play_until_death()
        victim.start()
    victim.kill()
    store = Store(database)
    assert sum(map(len, player.acknowledged.values())) >= KILLS // 2
    for match, acknowledged in player.acknowledged.items():
        saved = store.load(match)
        assert saved is not None
        kept = {action.choice_id: action.seq for action in saved.actions}
        assert [action.seq for action in saved.actions] == list(range(1, len(saved.actions) + 1))
        assert len(kept) == len(saved.actions), "an id was played twice"
        assert acknowledged.items() <= kept.items(), "an acknowledged choice is lost or has moved"
        assert kept.keys() <= set(player.sent[match]) and len(kept) - len(acknowledged) <= 1
        assert len(revive(GAME, saved).entries) == len(saved.actions)
    store.close()
