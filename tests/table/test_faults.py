"""The store fails: the choice is refused, nothing is half done, and play goes on when the store does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from casusbelli.table import schema, standins
from casusbelli.table import store as store_module
from casusbelli.table.store import Conflict, Store, StoreError

from .tablekit import HOT_SEAT, Guest, Server, three_lines

Start = Callable[..., Server]


@contextmanager
def pragma(store: Store, bad: str, good: str) -> Iterator[None]:
    """A real fault, made by telling the writer's connection so."""
    connection = store._writing.raw_connection()
    connection.execute(f"PRAGMA {bad}")
    yield
    connection.execute(f"PRAGMA {good}")
    connection.close()


@contextmanager
def read_only(server: Server, database: Path) -> Iterator[None]:
    with pragma(server.store, "query_only=ON", "query_only=OFF"):
        yield


@contextmanager
def locked(server: Server, database: Path) -> Iterator[None]:
    """Another program holds the file for writing, longer than we wait."""
    with pragma(server.store, "busy_timeout=10", "busy_timeout=4000"):
        other = sqlite3.connect(database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def broken_write(server: Server, database: Path) -> Iterator[None]:
    """The database itself refuses every change."""
    connection = server.store._writing.raw_connection().driver_connection
    assert isinstance(connection, sqlite3.Connection)
    changes = {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}
    connection.set_authorizer(lambda what, *_: sqlite3.SQLITE_DENY if what in changes else sqlite3.SQLITE_OK)
    yield
    connection.set_authorizer(None)


FAULTS = [read_only, locked, broken_write]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_store_is_a_refusal_and_nothing_else(start: Start, database: Path, fault: Any) -> None:
    server = start()
    anna = Guest(server)
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    uk, us = lines["uk"], lines["us"]
    match = uk.match
    uk.act(uk.frame["ask"]["options"][0])
    us.until_seq(1)
    with fault(server, database):
        before = server.store.load(match)
        for n in range(3):
            answer = us.act(us.frame["ask"]["options"][0], action_id=f"try-{n}")
            assert (answer["t"], answer["reason"], answer["seq"]) == ("refused", "storage", 1)
        assert anna.http.post("/matches", data={"game": "miniature"}).status_code == 503
        assert anna.http.get("/matches").status_code == 200
        assert server.store.load(match) == before
    assert us.act(us.frame["ask"]["options"][0], action_id="try-0") == {"t": "ack", "id": "try-0", "seq": 2}
    assert lines["ussr"].until_seq(2)["choices"] == 2
    saved = server.store.load(match)
    assert saved is not None and [action.choice_id for action in saved.actions][1:] == ["try-0"]
    assert len(server.room(match).match.entries) == 2
    anna.close()


def test_on_a_full_disk_play_stops_and_goes_on_when_there_is_room(start: Start) -> None:
    """The file may not grow by a page: sooner or later a choice does not fit."""
    server = start()
    anna = Guest(server)
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    seq = 0
    with pragma(server.store, "max_page_count=1", "max_page_count=1000000"):
        while True:
            line = next(line for line in lines.values() if line.until_seq(seq)["ask"])
            answer = line.act(line.frame["ask"]["options"][0], action_id=f"try-{seq}")
            if answer["t"] == "refused":
                break
            seq = answer["seq"]
        assert (answer["reason"], answer["seq"]) == ("storage", seq)
        saved = server.store.load(line.match)
        assert saved is not None and len(saved.actions) == seq > 0
    assert line.act(line.frame["ask"]["options"][0], action_id=f"try-{seq}")["seq"] == seq + 1
    assert len(server.room(line.match).match.entries) == seq + 1
    anna.close()


def test_a_choice_that_was_committed_though_nobody_heard_of_it_is_found_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit happened, its news was lost: the room reads the store, and the same id gets its answer."""
    server = start()
    anna = Guest(server)
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    uk, us = lines["uk"], lines["us"]
    append = server.store.append

    def lose(*args: Any) -> Any:
        committed = append(*args)

        async def answer() -> None:
            await committed
            raise StoreError("connection lost")

        return answer()

    monkeypatch.setattr(server.store, "append", lose)
    assert uk.act(uk.frame["ask"]["options"][0], action_id="lost")["reason"] == "storage"
    monkeypatch.undo()
    assert uk.act(uk.frame["ask"]["options"][0], seq=0, action_id="lost") == {"t": "ack", "id": "lost", "seq": 1}
    assert us.until_seq(1)["choices"] == 1 and uk.until_seq(1)["ask"] is None
    anna.close()


def test_two_servers_on_one_database_never_play_the_same_number_twice(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease keeps the second one out; if it did not, the slower one would follow the other and play its secret answer then."""
    monkeypatch.setattr(store_module, "FileLease", lambda database: None)
    one, two = start(), start()
    anna = Guest(one)
    match = anna.begin(**HOT_SEAT)
    again = Guest(two)
    again.http.cookies.update(anna.http.cookies)
    here, there = anna.sit(match, "uk"), again.sit(match, "us")
    here.until_frame(), there.until_frame()
    assert here.act(here.frame["ask"]["options"][0])["seq"] == 1
    for _ in range(2):
        answer = there.act(there.frame["ask"]["options"][0], seq=0, action_id="late")
        assert answer == {"t": "ack", "id": "late", "seq": 2}
    saved = one.store.load(match)
    assert saved is not None and [action.seat for action in saved.actions] == ["uk", "us"]
    anna.close()
    again.close()


def test_in_a_batch_the_one_that_contradicts_fails_alone(database: Path) -> None:
    store = Store(database)

    async def scene() -> list[Any]:
        def guest(n: int, secret: str) -> dict[str, Any]:
            return {"id": f"g{n}", "secret_hash": secret, "name": "", "created": 0}

        rows = insert(schema.guests)
        waiting = [store.writer.add(rows, guest(n, "same" if n in {3, 5} else str(n))) for n in range(8)]
        return list(await asyncio.gather(*waiting, return_exceptions=True))

    answers = asyncio.run(scene())
    assert [isinstance(answer, Conflict) for answer in answers] == [n == 5 for n in range(8)]
    assert [n for n in range(8) if store.guest(str(n))] == [0, 1, 2, 4, 6, 7]
    store.close()


def test_a_store_that_cannot_be_opened_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a database, not at all" * 100)
    for database in (tmp_path / "file", tmp_path / "file" / "below", "nonsense://", tmp_path):
        with pytest.raises(StoreError) as refused:
            Store(database)
        assert "\n" not in str(refused.value)


def test_what_is_queued_is_committed_before_the_store_closes(database: Path) -> None:
    async def scene() -> None:
        store = Store(database)
        for n in range(50):
            store.writer.add(insert(schema.guests), {"id": str(n), "secret_hash": str(n), "name": "", "created": 0})
        await asyncio.to_thread(store.close)
        with pytest.raises(StoreError):
            store.writer.add(insert(schema.guests), {})

    asyncio.run(scene())
    store = Store(database)
    assert all(store.guest(str(n)) for n in range(50))
    store.close()


def test_bots_wait_for_a_store_that_fails_and_then_go_on(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standins, "RETRY_SECONDS", 0.01)
    server = start()
    anna = Guest(server)
    match = anna.begin(scenario="short", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    append, load = server.store.append, server.store.load
    failures = {"write": 3, "read": 3}

    def maybe_append(name: str, action: Any, *rest: Any) -> Any:
        if action.seat != "uk" and failures["write"]:
            failures["write"] -= 1
            raise StoreError("not now")
        return append(name, action, *rest)

    def maybe_load(name: str) -> Any:
        if failures["read"]:
            failures["read"] -= 1
            raise StoreError("not now")
        return load(name)

    line = anna.sit(match, "uk")
    line.until_seq(2)
    monkeypatch.setattr(server.store, "append", maybe_append)
    monkeypatch.setattr(server.store, "load", maybe_load)
    while any(failures.values()):
        seq = line.until_frame(lambda frame: frame["ask"] is not None)["seq"]
        assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"
        line.until_seq(seq + 1)
    line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
    anna.close()
