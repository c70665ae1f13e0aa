"""Turns: a few places to work at, many who would like one, and nobody who takes them all.

Those who wait are counted twice, as a person and by the address they come from. A free place goes to the address that has
fewest at work and has had least of the workers' time, and there to such a person: whoever asks for much waits for himself and
not others for him, and many persons behind one address have no more than one person behind another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

ADDRESS = "address "
"""How somebody is called who is known by nothing else."""

REMEMBERED = 10_000


class Owner(NamedTuple):
    """For whom something is done."""

    person: str
    address: str


class Crowded(Exception):
    """So much is waiting already that no more is taken."""


class Whereabouts:
    """From which address each person was last heard."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        self._latest[person] = address
        self._latest.move_to_end(person)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)

    def of(self, person: str) -> Owner:
        """The person with the address; who has not been heard lives alone."""
        if person.startswith(ADDRESS):
            return Owner(person, person.removeprefix(ADDRESS))
        return Owner(person, self._latest.get(person, person))


class _Sharer:
    """An address, or a person: how many wait and work for it, and how much time it has had."""

    __slots__ = ("had", "people", "queue", "waiting", "working")

    def __init__(self, had: float) -> None:
        self.had = had
        self.waiting = 0
        self.working = 0
        self.people = _Sharers()
        self.queue: deque[asyncio.Future[None]] = deque()


class _Sharers:
    """Those beside each other. Who comes back after a pause begins where the others are: nothing is saved up."""

    __slots__ = ("_by_name", "_reached")

    def __init__(self) -> None:
        self._by_name: dict[str, _Sharer] = {}
        self._reached = 0.0

    def __len__(self) -> int:
        return len(self._by_name)

    def get(self, name: str) -> _Sharer | None:
        return self._by_name.get(name)

    def enter(self, name: str) -> _Sharer:
        found = self._by_name.get(name)
        if found is None:
            found = self._by_name[name] = _Sharer(self._reached)
        return found

    def next(self) -> _Sharer:
        """Whose turn it is among those who wait."""
        chosen = min((one for one in self._by_name.values() if one.waiting), key=lambda one: (one.working, one.had))
        self._reached = max(self._reached, chosen.had)
        return chosen

    def forget(self, name: str) -> None:
        """Let go of somebody for whom nothing waits or works."""
        one = self._by_name.get(name)
        if one is not None and not one.waiting and not one.working:
            del self._by_name[name]


class Turns:
    """So many places, shared by everybody. Everything here runs on the event loop."""

    def __init__(self, places: int, *, per_person: int, per_address: int, in_all: int) -> None:
        self._free = places
        self._per_person = per_person
        self._per_address = per_address
        self._in_all = in_all
        self._addresses = _Sharers()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        return self._waiting

    def must_have_room(self, owner: Owner) -> None:
        """Crowded where one more may not wait."""
        address = self._addresses.get(owner.address)
        person = address.people.get(owner.person) if address is not None else None
        if (
            self._waiting >= self._in_all
            or (address is not None and address.waiting >= self._per_address)
            or (person is not None and person.waiting >= self._per_person)
        ):
            raise Crowded

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a place; it is free again when the work is done."""
        self.must_have_room(owner)
        loop = asyncio.get_running_loop()
        address = self._addresses.enter(owner.address)
        person = address.people.enter(owner.person)
        mine: asyncio.Future[None] = loop.create_future()
        person.queue.append(mine)
        self._count_waiting(address, person, 1)
        self._give_places()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                if mine in person.queue:
                    person.queue.remove(mine)
                    self._count_waiting(address, person, -1)
                self._forget(owner, address)
            else:  # a place was given at the very moment of giving up
                self._done(owner, address, person, 0.0)
            raise
        begun = loop.time()
        try:
            yield
        finally:
            self._done(owner, address, person, loop.time() - begun)

    def _count_waiting(self, address: _Sharer, person: _Sharer, more: int) -> None:
        self._waiting += more
        address.waiting += more
        person.waiting += more

    def _give_places(self) -> None:
        while self._free and self._waiting:
            address = self._addresses.next()
            person = address.people.next()
            mine = person.queue.popleft()
            self._count_waiting(address, person, -1)
            if mine.done():
                continue  # given up, and not yet cleared away
            self._free -= 1
            address.working += 1
            person.working += 1
            mine.set_result(None)

    def _done(self, owner: Owner, address: _Sharer, person: _Sharer, seconds: float) -> None:
        self._free += 1
        for one in (address, person):
            one.working -= 1
            one.had += seconds
        self._forget(owner, address)
        self._give_places()

    def _forget(self, owner: Owner, address: _Sharer) -> None:
        address.people.forget(owner.person)
        self._addresses.forget(owner.address)
