"""The archive: what can be fetched of a match's past, made elsewhere, kept, and never made twice.

Looking back means playing a match again. That happens in a process of its own, for one at a time and for everybody in turn;
what was made is kept for the next who asks; and who has it already is told so, without anything being made.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec

from casusbelli.kernel import Seat

from .rates import Buckets
from .records import Glance
from .replay import Answer, Question, look_back, pack_match
from .settings import Settings
from .store import Store
from .turns import Crowded, Owner, Turns
from .workers import Workers

KEPT_BYTES = 32_000_000
"""How much of what was made is kept."""

PER_PERSON, PER_ADDRESS, IN_ALL = 8, 16, 128
"""How many may wait to look back: of one person, of one address and in all."""

YIELDING = 5
"""Play goes before looking back: how far the archive's process stands behind."""


class Looked(NamedTuple):
    """A view of the past: what there is to see, of which match and viewpoint, and what names it."""

    match: str
    moment: str
    """The number of the last action; of a match that is over "over"."""
    what: str
    number: int
    seat: Seat | None


class Archive:
    """The past of all matches of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._workers = Workers("casus-past", settings.past_processes, YIELDING)
        self._turns = Turns(1, per_person=PER_PERSON, per_address=PER_ADDRESS, in_all=IN_ALL)
        self._rates = Buckets(settings.past_rate)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="casus-past")
        self._kept: OrderedDict[Looked, Answer] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[Looked, asyncio.Task[Answer]] = {}
        self._salt = secrets.token_bytes(16)

    def tag(self, looked: Looked) -> str:
        """The entity tag: known before anything is made. Another run of the server, which may be another program, has others."""
        return f'"{hashlib.sha256(self._salt + repr(looked).encode()).hexdigest()[:24]}"'

    async def glance(self, match_id: str) -> Glance | None:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._store.glance, match_id)

    async def read(self, looked: Looked, owner: Owner) -> Answer:
        """What is to be seen there. Crowded where the owner, or everybody together, asks for too much."""
        kept = self._kept.get(looked)
        if kept is not None:
            self._kept.move_to_end(looked)
            return kept
        making = self._under_way.get(looked)
        if making is None:
            self._turns.must_have_room(owner)
            if not self._rates.take(owner.address):
                raise Crowded
            making = self._under_way[looked] = asyncio.create_task(self._make(looked, owner))
            making.add_done_callback(lambda _: self._under_way.pop(looked, None))
        return await asyncio.shield(making)

    async def _make(self, looked: Looked, owner: Owner) -> Answer:
        async with self._turns.turn(owner):
            answer = await self._ask(Question(*looked))
            if not answer.known:
                loop = asyncio.get_running_loop()
                packed = await loop.run_in_executor(self._reading, self._load, looked.match)
                answer = Answer(True) if packed is None else await self._ask(Question(*looked, packed))
        if answer.lasting:
            self._keep(looked, answer)
        return answer

    async def _ask(self, question: Question) -> Answer:
        return await self._workers.run(look_back, msgspec.msgpack.encode(question))

    def _load(self, match_id: str) -> bytes | None:
        saved = self._store.load(match_id)
        return None if saved is None else pack_match(saved)

    def _keep(self, looked: Looked, answer: Answer) -> None:
        self._kept[looked] = answer
        self._bytes += _size(answer)
        while self._bytes > KEPT_BYTES:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _size(gone)

    def forget_full(self) -> None:
        self._rates.forget_full()

    def close(self) -> None:
        for making in self._under_way.values():
            making.cancel()
        self._workers.close()
        self._reading.shutdown(wait=False, cancel_futures=True)


def _size(answer: Answer) -> int:
    """With something for the keeping itself: answers without anything in them shall not be kept without end."""
    return 200 + len(answer.body or b"") + len(answer.small or b"")
