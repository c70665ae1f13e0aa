"""Who may write in a database: who may not is refused in one line, and a killed one leaves nothing to clear away."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casusbelli.table.lease import Taken
from casusbelli.table.records import Guest
from casusbelli.table.store import Store, StoreError

from .tablekit import WAIT, Server


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, database: Path) -> str:
    return str(database) if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))


def hold(database: str, ready: object) -> None:
    """A process that has the database until it is killed."""
    store = Store(database, alone=True)
    ready.set()  # type: ignore[attr-defined]
    signal.pause()
    store.close()


@pytest.fixture
def holder(either: str) -> Iterator[Callable[[], int]]:
    """Start such a process; its id."""
    context = multiprocessing.get_context("spawn")
    started = []

    def start() -> int:
        ready = context.Event()
        started.append(context.Process(target=hold, args=(either, ready), daemon=True))
        started[-1].start()
        assert ready.wait(WAIT) and started[-1].pid is not None
        return started[-1].pid

    yield start
    for process in started:
        process.kill()
        process.join()


def opened_in_time(database: str) -> Store:
    """What was held by a process that is gone may be noticed a moment later."""
    while True:
        try:
            return Store(database, alone=True)
        except Taken:
            continue


def test_the_second_is_refused_in_one_line_and_a_killed_one_holds_nothing(either: str, holder: Callable[[], int]) -> None:
    pid = holder()
    with pytest.raises(StoreError) as refused:
        Store(either)
    assert "in use by another server" in str(refused.value) and "\n" not in str(refused.value)
    if not either.startswith("postgresql"):
        assert f"process {pid}" in str(refused.value)
    os.kill(pid, signal.SIGKILL)
    store = opened_in_time(either)
    store.close()
    Store(either).close()


def test_casus_serve_says_so_and_ends(start: Callable[..., Server], database: Path) -> None:
    start()
    words = [sys.executable, "-m", "casusbelli", "serve", "--no-browser", "--port", "0", "--database", str(database)]
    second = subprocess.run(words, capture_output=True, text=True, timeout=WAIT * 3, check=False)
    assert second.returncode != 0 and "is in use by another server (process" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1 and not second.stdout


def test_a_lease_that_cannot_be_taken_leaves_the_database_alone(database: Path) -> None:
    store = Store(database)
    before = database.read_bytes()
    with pytest.raises(Taken):
        Store(database)
    assert database.read_bytes() == before
    store.close()
    Store(database).close()


def test_who_has_lost_the_session_writes_only_after_taking_the_lease_again(postgres_database: str) -> None:
    """The server of the database ends the writer's session, and another process is quicker: nothing is written any more."""
    first = Store(postgres_database, alone=True)

    def end_sessions() -> None:
        with first._reading.begin() as connection:
            connection.exec_driver_sql(
                "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database ="
                " (select oid from pg_database where datname = current_database())"
            )

    async def enter(store: Store, name: str) -> None:
        await store.add_guest(Guest(name, name), name)

    name = os.urandom(6).hex()
    end_sessions()
    second = opened_in_time(postgres_database)
    for _ in range(2):
        with pytest.raises(StoreError):
            asyncio.run(enter(first, name))
    second.close()
    while first.guest(name) is None:
        try:
            asyncio.run(enter(first, name))
        except StoreError:
            continue
    first.close()
