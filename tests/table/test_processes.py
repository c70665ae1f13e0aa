"""``casus serve --processes N``: one address, several processes, one who looks after them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from tests.serving import RunningServer

from casusbelli.table.processes import share_of
from casusbelli.table.settings import Rate, Settings

from .tablekit import WAIT

SERVE = [sys.executable, "-m", "casusbelli", "serve", "--no-browser", "--port", "0"]


def children(pid: int) -> set[int]:
    return {int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def test_sqlite_serves_one_process_and_says_so(tmp_path: Path) -> None:
    words = [*SERVE, "--database", str(tmp_path / "matches.sqlite"), "--processes", "2"]
    refused = subprocess.run(words, capture_output=True, text=True, timeout=WAIT * 3, check=False)
    assert refused.returncode == 2 and not refused.stdout and not list(tmp_path.iterdir())
    assert len(refused.stderr.strip().splitlines()) == 1 and "one process" in refused.stderr and "PostgreSQL" in refused.stderr


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes through /proc")
def test_a_child_that_dies_is_replaced_and_all_go_together(postgres_database: str) -> None:
    server = RunningServer(postgres_database, processes=2)
    parent = server.process.pid
    first = children(parent)
    assert len(first) == 2 and httpx.get(f"{server.url}/readyz", timeout=WAIT).text == "ready\n"
    os.kill(min(first), signal.SIGKILL)
    end = time.monotonic() + WAIT
    while len(children(parent)) < 2 or children(parent) == first:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert httpx.get(f"{server.url}/readyz", timeout=WAIT).status_code == 200
    gone = children(parent)
    server.stop()
    assert server.process.returncode == 0 and not any(Path(f"/proc/{pid}").exists() for pid in gone)


def test_limits_against_guessing_are_for_all_together() -> None:
    given = Settings(signin_rate=Rate(1.0, 10), signup_rate=Rate(1.0, 1), metrics_port=9100)
    shares = [share_of(given, n, 4) for n in range(4)]
    assert {share.signin_rate for share in shares} == {Rate(0.25, 2.5)} and shares[0].signup_rate == Rate(0.25, 1)
    assert [share.metrics_port for share in shares] == [9100, 9101, 9102, 9103]
    assert re.fullmatch(r"\d+", str(shares[0].bot_processes))
