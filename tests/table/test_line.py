"""A line: what waits for a slow reader, and when it is hung up."""

from __future__ import annotations

import asyncio
from typing import Any

from casusbelli.table.line import OUTBOX, SLOW, Line


class Reader:
    """Takes a message only when let."""

    def __init__(self) -> None:
        self.may_read = asyncio.Event()
        self.got: list[Any] = []

    async def send(self, message: Any) -> None:
        await self.may_read.wait()
        self.got.append(message.get("text") or message.get("code"))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_frames_that_wait_give_way_to_the_newest() -> None:
    async def scene() -> None:
        reader = Reader()
        line = Line(reader.send, "uk", None)
        line.start()
        line.show(b"frame 1", 4)
        await settle()
        for n in range(2, 10):
            line.show(b"frame %d" % n, 4 + n)
        line.push(b"ack")
        reader.may_read.set()
        await settle()
        assert reader.got == ["frame 1", "ack", "frame 9"] and line.told == 13
        line.drop()

    asyncio.run(scene())


def test_what_was_told_is_counted_when_it_leaves_not_when_it_waits() -> None:
    async def scene() -> None:
        reader = Reader()
        line = Line(reader.send, "uk", None)
        line.push(b"ack")
        line.show(b"frame", 4)
        line.start()
        await settle()
        assert line.told == 0 and line.busy_since is not None
        reader.may_read.set()
        await settle()
        assert line.told == 4 and line.busy_since is None
        line.drop()

    asyncio.run(scene())


def test_a_reader_with_too_much_waiting_is_told_goodbye() -> None:
    async def scene() -> None:
        reader = Reader()
        line = Line(reader.send, None, None)
        for _ in range(OUTBOX + 1):
            line.push(b"chat")
        sender = line.start()
        reader.may_read.set()
        await sender
        assert reader.got == [SLOW]

    asyncio.run(scene())


def test_a_reader_who_takes_nothing_at_all_is_dropped() -> None:
    async def scene() -> None:
        reader = Reader()
        line = Line(reader.send, None, None)
        sender = line.start()
        line.push(b"chat")
        await settle()
        line.drop()
        await asyncio.gather(sender, return_exceptions=True)
        assert sender.cancelled() and reader.got == []

    asyncio.run(scene())
