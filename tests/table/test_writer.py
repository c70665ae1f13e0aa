"""The thread that writes: one commit for what one turn of the loop has to write, and nothing is left lying."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from casusbelli.table.engines import database_url, engine_of
from casusbelli.table.writer import BATCH, Job, StoreError, Writer


class Counting(Writer):
    """Remembers how many jobs went into each commit."""

    def __init__(self, file: Path) -> None:
        self.batches: list[int] = []
        super().__init__(engine_of(database_url(file), writing=True))

    def _commit(self, jobs: list[Job]) -> list[Any]:
        self.batches.append(len(jobs))
        return super()._commit(jobs)


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Counting]:
    one = Counting(tmp_path / "x.sqlite")
    one.write_now(lambda connection: connection.execute(text("create table t (n integer)")))
    one.batches.clear()
    yield one
    one.close()


def put(n: int) -> Any:
    def job(connection: Connection) -> int:
        connection.execute(text("insert into t values (:n)"), {"n": n})
        return n

    return job


def count(writer: Writer) -> int:
    return int(writer.write_now(lambda connection: connection.execute(text("select count(*) from t")).scalar()) or 0)


async def many(writer: Writer, first: int, how_many: int) -> list[int]:
    return list(await asyncio.gather(*(writer.write(put(n)) for n in range(first, first + how_many))))


def test_what_one_turn_has_to_write_is_one_commit(writer: Counting) -> None:
    assert asyncio.run(many(writer, 0, 50)) == list(range(50))
    assert writer.batches == [50]
    assert asyncio.run(many(writer, 0, BATCH + 3)) == list(range(BATCH + 3))
    assert sum(writer.batches) == 50 + BATCH + 3 and max(writer.batches) <= BATCH
    assert count(writer) == 50 + BATCH + 3


def test_loops_that_come_and_go_and_threads_are_all_answered(writer: Counting) -> None:
    """A loop that ended before it could ring does not keep the next one from ringing."""

    async def leave() -> None:
        writer.write(put(1))

    asyncio.run(leave())
    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            loops = [threads.submit(lambda: asyncio.run(many(writer, 0, 3))) for _ in range(2)]
            plain = [threads.submit(writer.write_now, put(7)) for _ in range(2)]
            assert [one.result(20) for one in loops] == [[0, 1, 2]] * 2
            assert [one.result(20) for one in plain] == [7, 7]
    assert count(writer) == 1 + 20 * 8


def test_closing_writes_what_waits_and_takes_no_more(tmp_path: Path) -> None:
    writer = Counting(tmp_path / "x.sqlite")
    writer.write_now(lambda connection: connection.execute(text("create table t (n integer)")))

    async def leave() -> None:
        for n in range(40):
            writer.write(put(n))
        await asyncio.to_thread(writer.close)
        with pytest.raises(StoreError):
            writer.write(put(0))

    asyncio.run(leave())
    again = Counting(tmp_path / "x.sqlite")
    assert count(again) == 40
    again.close()
