"""All matches in play: loaded when somebody comes, forgotten when nobody has looked for a while."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from casusbelli.game import Game, Match

from .history import Unplayable, forgettable, open_match
from .hours import Hours
from .housekeeping import beat, come_back, due_matches, write
from .line import GONE
from .mentor import Mentors
from .pace import SECOND
from .rates import Buckets
from .records import Saved, SeatRecord
from .relay import Relay
from .room import REAL_HOURS, Room
from .settings import Settings
from .stewards import Stewards
from .store import Store, StoreError
from .thinking import Thinkers
from .turns import Whereabouts

log = logging.getLogger("casusbelli.table.hub")

SWEEP_SECONDS = 5.0

BEAT = 15 * SECOND
"""How often the store is told that the server is there, while clocks run."""

TIDIED_FROM = 100
"""So many choices that were taken back are worth a tidying."""

WAKING = 3
"""So many matches are woken at a time because somebody has seen them in his list."""


def open_saved(store: Store, match_id: str) -> tuple[Game[Any], Saved, Match[Any]] | None:
    """A match from the store, or None where there is none. Call it in a thread."""
    saved = store.load(match_id)
    if saved is None:
        return None
    game, match = open_match(saved)
    return game, saved, match


def _tell_failure(done: asyncio.Future[None]) -> None:
    if not done.cancelled() and done.exception() is not None:
        log.warning("the store cannot forget: %s", done.exception())


class Hub:
    """The rooms of one server."""

    def __init__(self, store: Store, settings: Settings, hours: Hours = REAL_HOURS) -> None:
        self._store = store
        self._hours = hours
        self._beaten = 0
        self._settings = settings
        self.whereabouts = Whereabouts()
        self.thinkers = Thinkers(settings.bot_processes, self.whereabouts)
        self.mentors = Mentors(settings.bot_processes, self.whereabouts)
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="casus-load")
        self.guest_buckets = Buckets(settings.guest_rate)
        self._sockets: Counter[str] = Counter()
        self.stewards = Stewards(store)
        self.relay = Relay(self, store)
        self._rooms: dict[str, Room] = {}
        self._outdated: set[str] = set()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._waking: set[asyncio.Task[None]] = set()

    async def room(self, match_id: str) -> Room | None:
        """The room of a match, loaded once however many ask for it at the same time."""
        room = self._rooms.get(match_id)
        if room is not None:
            room.touch()
            if room.following.behind:
                async with room.sure():
                    pass
            return room
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> Room | None:
        found = await asyncio.get_running_loop().run_in_executor(self._loader, open_saved, self._store, match_id)
        if found is None:
            return None
        game, saved, match = found
        self._make_room()
        room = Room(game, saved, match, self._store, self.thinkers, self._settings, self._hours, self.stewards)
        await room.house.come_back()
        self._rooms[match_id] = room
        self._store.stirred.add(match_id)
        if match_id in self._outdated:
            self._outdated.discard(match_id)
            room.following.look()
        self._store.tell(f"q {match_id}")
        room.wake_bots()
        self._tidy(saved)
        return room

    def _tidy(self, saved: Saved) -> None:
        """Let the store forget what was taken back long ago, where there is much of it."""
        taken_back = forgettable(saved)
        if len(taken_back) >= TIDIED_FROM:
            log.info("match %s: %d choices that were taken back are forgotten", saved.match.id, len(taken_back))
            for done in self._store.forget(saved.match.id, taken_back):
                done.add_done_callback(_tell_failure)

    def _make_room(self) -> None:
        """Before one more comes into memory, let go of those that nobody has looked at for longest."""
        crowd = len(self._rooms) + 1 - self._settings.rooms
        if crowd > 0:
            idle = sorted((room.quiet_since, match_id) for match_id, room in self._rooms.items() if room.idle)
            for _, match_id in idle[:crowd]:
                self._rooms.pop(match_id).house.stop()

    async def seat_taken(self, match_id: str, seat: SeatRecord) -> None:
        """Tell the room, also one that is still being loaded: what it has read may be older than the seat's taking."""
        loading = self._loading.get(match_id)
        if loading is not None:
            await asyncio.wait({loading})
        room = self._rooms.get(match_id)
        if room is not None:
            await room.seat_taken(seat)

    async def read_again(self, match_id: str) -> None:
        """Something was changed in the store: let go of what is in memory. Who looks on comes back by himself and sees it."""
        room = self._rooms.pop(match_id, None)
        if room is not None:
            for line in room.lines():
                line.close(GONE)
            await room.close()

    def present(self, match_id: str, *, behind: bool = False) -> Room | None:
        """The room, if the match is in memory; one that is behind other processes only where that does not matter."""
        room = self._rooms.get(match_id)
        return room if room is not None and (behind or not room.following.behind) else None

    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def missed_loading(self, match_id: str) -> None:
        """Something has happened while the match is being read."""
        if match_id in self._loading:
            self._outdated.add(match_id)

    @property
    def size(self) -> int:
        return len(self._rooms)

    @property
    def lines(self) -> int:
        """Sockets at all tables."""
        return sum(len(room.lines()) for room in self._rooms.values())

    @contextmanager
    def one_more_socket(self, source: str) -> Iterator[bool]:
        """Count a socket of this guest or address as long as it lasts; False where he has as many as he may."""
        allowed = self._sockets[source] < self._settings.sockets_per_guest
        self._sockets[source] += allowed
        try:
            yield allowed
        finally:
            self._sockets[source] -= allowed
            if not self._sockets[source]:
                del self._sockets[source]

    def sockets_of(self, source: str) -> int:
        return self._sockets[source]

    async def start(self) -> None:
        """Nothing is loaded before somebody comes, or before a clock is out. While no server was there nobody's time ran."""
        if self._store.first:
            await write(self._store, come_back(self._hours.now()))
        self.relay.start()
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._watch())]

    async def _watch(self) -> None:
        """Bring into memory what the house has to look at, though nobody is there; and tell the store that we are."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.watch()
            except StoreError as error:
                log.warning("the clocks of matches that nobody looks at wait: %s", error)

    async def watch(self) -> None:
        now = self._hours.now()
        if not await self.stewards.hold("clocks"):
            return
        due, any_clock = await asyncio.to_thread(due_matches, self._store, now)
        self.wake(due)
        if any_clock and now >= self._beaten + BEAT:
            self._beaten = now
            await write(self._store, beat(now))

    def wake(self, match_ids: Iterable[str]) -> None:
        """Bring these matches into memory by and by: bots that were asked before a restart go on."""
        for match_id in match_ids:
            if match_id not in self._rooms and match_id not in self._loading and len(self._waking) < WAKING:
                waking = asyncio.create_task(self._wake(match_id))
                self._waking.add(waking)
                waking.add_done_callback(self._waking.discard)

    async def _wake(self, match_id: str) -> None:
        try:
            await self.room(match_id)
        except (Unplayable, StoreError) as error:
            log.warning("match %s waits: %s", match_id, error)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Hang up on readers who take nothing; let go of matches nobody looks at."""
        now = asyncio.get_running_loop().time()
        for match_id, room in list(self._rooms.items()):
            for line in room.lines():
                if line.busy_since is not None and now - line.busy_since > self._settings.slow_seconds:
                    line.drop()
            if room.idle and now - room.quiet_since > self._settings.idle_seconds:
                self._rooms.pop(match_id).house.stop()
        self.guest_buckets.forget_full()

    async def close(self) -> None:
        self.relay.close()
        for task in (*self._tasks, *self._waking):
            task.cancel()
        with suppress(StoreError):
            await write(self._store, beat(self._hours.now()))
        await asyncio.gather(*self._tasks, *self._waking, return_exceptions=True)
        for room in self._rooms.values():
            for line in room.lines():
                line.close(GONE)
            await room.close()
        with suppress(StoreError):
            await self.stewards.let_go()
        self.thinkers.close()
        self.mentors.close()
        self._loader.shutdown(wait=False, cancel_futures=True)
