"""Where finished matches are looked into: one at a time, in a process that everybody else goes before, slice by slice.

What a slice has found is kept, and shown while the rest is being worked out; a server that was stopped in between goes on from
there when somebody asks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from casusbelli.bots.evaluate import VERSION, Analysis, Course, begin, favourite, go_on
from casusbelli.game import JournalError
from casusbelli.kernel import Illegal, SetupError

from . import schema
from .history import Unplayable, beginning
from .rates import Buckets
from .replay import Reader, pack_match
from .schema import now
from .settings import Rate, Settings
from .store import Conflict, Store, StoreError
from .workers import Workers

log = logging.getLogger("casusbelli.table.analyst")

YIELDING = 15
SLICE = 2.0
"""Seconds of processor time after which what was found is kept."""
A_DAY = 24 * 3_600_000
OF_ONE = 5
"""So many analyses one person may ask for in a day."""
WAITING = 200
SILENT = 15 * 60_000
"""A process that works at an analysis writes more often than this, also on a crowded machine."""

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Analysis).decode


class Task(msgspec.Struct, frozen=True):
    """A slice of work: the match, what was found so far, how long altogether."""

    match: str
    saved: bytes | None
    found: bytes | None
    most: float


class TooMany(Conflict):
    """Somebody has asked for as many as he may, or too many wait."""


_readers: OrderedDict[str, Reader] = OrderedDict()


def work(packed: bytes) -> bytes | None:
    """Do a slice; None: the match is not known here, send it along."""
    from .records import Saved

    task = msgspec.msgpack.decode(packed, type=Task)
    if task.saved is not None:
        _readers[task.match] = Reader(msgspec.msgpack.decode(task.saved, type=Saved))
        while len(_readers) > 2:
            _readers.popitem(last=False)
    reader = _readers.get(task.match)
    if reader is None:
        return None
    try:
        first = beginning(reader.game, reader.saved)
        course = Course(reader.turn_to, reader.entries, first, reader.saved.match.seed.hex())
        found = _unpack(task.found) if task.found is not None else begin(course)
        return _pack(go_on(course, found, SLICE, most=task.most))
    except (SetupError, JournalError, Illegal) as error:
        raise Unplayable(str(error)) from None


def judge(packed: bytes) -> bytes | None:
    """Who has as good as won a match that is not over."""
    from .records import Saved

    saved = msgspec.msgpack.decode(packed, type=Saved)
    try:
        reader = Reader(saved)
        course = Course(reader.turn_to, reader.entries, 0, saved.match.seed.hex())
        winner = favourite(reader.turn_to(len(reader.entries)), lambda n: course.seed("judged", n))
    except (SetupError, JournalError, Illegal) as error:
        raise Unplayable(str(error)) from None
    return None if winner is None else winner.encode()


class Told(msgspec.Struct, frozen=True):
    """How far an analysis has come: ``none``, ``running``, ``resting``, ``done``, ``failed``; and what was found.

    ``resting``: whoever worked at it is gone, and nobody does until somebody asks for it again.
    """

    state: str
    analysis: Analysis | None = None


class Analyst:
    """The analyses of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._most = settings.analysis_seconds
        self.workers = Workers("casus-analysis", settings.analysis_processes, YIELDING)
        self._queue: OrderedDict[str, float] = OrderedDict()
        self._busy: asyncio.Task[None] | None = None
        self._asking = Buckets(Rate(OF_ONE * 1000 / A_DAY, OF_ONE))
        """Who asks; also for more of the same match, and for one that failed."""

    def told(self, match: str) -> Told:
        """What is known of a match. Call it in a thread."""
        a = schema.analyses.c
        (rows,) = self._store.ask(select(a.state, a.data, a.version, a.updated).where(a.match == match))
        if not rows or rows[0].version != VERSION:
            return Told("none")
        found = None if rows[0].data is None else _unpack(bytes(rows[0].data))
        return Told("resting" if self._deserted(match, rows[0]) else rows[0].state, found)

    def _deserted(self, match: str, row: Any) -> bool:
        """Whether it is being worked out by nobody. What another process does is known by what it last wrote alone."""
        if row.state != "running" or match in self._queue:
            return False
        return not self._store.shared or row.updated < now() - SILENT

    async def favourite(self, match: str) -> str | None:
        """Who has as good as won this match, which is not over: for the judge of a tournament and nobody else."""
        saved = await asyncio.to_thread(self._store.load, match)
        if saved is None or saved.match.over or not saved.actions:
            return None
        found = await self.workers.run(judge, pack_match(saved))
        return None if found is None else found.decode()

    async def ask(self, match: str, person: str, *, more: bool = False) -> None:
        """Somebody would like to know. What is there is not worked out again, unless it was cut short and more is wanted."""
        told = await asyncio.to_thread(self.told, match)
        again = more and told.analysis is not None and told.analysis.cut
        if told.state == "running" or (told.state == "done" and not again):
            return
        if len(self._queue) >= WAITING:
            raise TooMany
        if told.state != "resting":  # that was paid for by who asked first
            if not self._asking.take(person):
                raise TooMany
            await self._store.writer.write(lambda connection: _begin(connection, match, person))
        most = self._most + (told.analysis.seconds if again and told.analysis is not None else 0)
        self._queue[match] = most
        if self._busy is None or self._busy.done():
            self._busy = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._queue:
            match, most = next(iter(self._queue.items()))
            try:
                await self._look_into(match, most)
            except (Unplayable, StoreError) as error:
                log.warning("match %s cannot be looked into: %s", match, error)
                await self._keep(match, "failed", None)
            except Exception:
                log.exception("looking into match %s fails", match)
                await self._keep(match, "failed", None)
            finally:
                self._queue.pop(match, None)

    async def _look_into(self, match: str, most: float) -> None:
        told = await asyncio.to_thread(self.told, match)
        found = None if told.analysis is None else _pack(_reopened(told.analysis))
        saved = await asyncio.to_thread(self._store.load, match)
        if saved is None or not saved.match.over:
            raise Unplayable("only what is over is looked into")
        packed: bytes | None = pack_match(saved)
        while True:
            answer = await self.workers.run(work, _pack(Task(match, packed, found, most)))
            if answer is None:
                packed = pack_match(saved)
                continue
            packed, found = None, answer
            done = _unpack(answer).stage == "done"
            await self._keep(match, "done" if done else "running", answer)
            if done:
                return

    async def _keep(self, match: str, state: str, data: bytes | None) -> None:
        def job(connection: Connection) -> None:
            a = schema.analyses
            values = {"state": state, "updated": now(), **({} if data is None else {"data": data})}
            connection.execute(update(a).where(a.c.match == match).values(**values))

        await self._store.writer.write(job)

    def forget_full(self) -> None:
        self._asking.forget_full()

    def close(self) -> None:
        if self._busy is not None:
            self._busy.cancel()
        self.workers.close()


def _reopened(found: Analysis) -> Analysis:
    """What was cut short goes on where the chances were looked at."""
    anew: dict[str, Any] = {"turns": [], "luck": {}, "rolls": 0, "rolled": None, "fortunes": {}}
    return msgspec.structs.replace(found, stage="moments", cut=False, **anew) if found.cut else found


def _begin(connection: Connection, match: str, person: str) -> None:
    a = schema.analyses
    lately = select(func.count()).select_from(a).where(a.c.person == person, a.c.asked > now() - A_DAY)
    if (connection.execute(lately).scalar() or 0) >= OF_ONE:
        raise TooMany
    there = connection.execute(select(a.c.match, a.c.version).where(a.c.match == match)).first()
    if there is not None and there.version == VERSION:
        connection.execute(update(a).where(a.c.match == match).values(state="running", asked=now(), person=person, updated=now()))
        return
    connection.execute(delete(a).where(a.c.match == match))
    at = now()
    told = {"match": match, "version": VERSION, "state": "running", "asked": at, "person": person, "updated": at}
    connection.execute(insert(a).values(**told))
