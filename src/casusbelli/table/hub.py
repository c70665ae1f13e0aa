"""All matches in play: loaded when somebody comes, forgotten when nobody has looked for a while."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from casusbelli.kernel import Game, JournalError, Match, SetupError
from casusbelli.kernel.registry import find

from .history import revive
from .line import GONE
from .rates import Buckets
from .records import Saved, SeatRecord
from .room import Room
from .settings import Settings
from .store import Store, StoreError
from .thinking import Thinkers

log = logging.getLogger("casusbelli.table.hub")

SWEEP_SECONDS = 5.0


class Unplayable(Exception):
    """A match that is kept but cannot be played with what is installed."""


def open_saved(store: Store, match_id: str) -> tuple[Game[Any], Saved, Match[Any]] | None:
    """A match from the store, or None where there is none. Call it in a thread."""
    saved = store.load(match_id)
    if saved is None:
        return None
    try:
        game = find(saved.match.game)
        return game, saved, revive(game, saved)
    except (SetupError, JournalError) as error:
        raise Unplayable(str(error)) from None
    except Exception as error:
        log.exception("match %s does not replay", match_id)
        raise Unplayable(f"match {match_id} does not replay with these rules") from error


class Hub:
    """The rooms of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self.thinkers = Thinkers(settings.bot_processes)
        self.guest_buckets = Buckets(settings.guest_rate)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def room(self, match_id: str) -> Room | None:
        """The room of a match, loaded once however many ask for it at the same time."""
        room = self._rooms.get(match_id)
        if room is not None:
            room.touch()
            return room
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(task)

    async def _load(self, match_id: str) -> Room | None:
        found = await asyncio.to_thread(open_saved, self._store, match_id)
        if found is None:
            return None
        game, saved, match = found
        room = self._rooms[match_id] = Room(game, saved, match, self._store, self.thinkers, self._settings)
        room.wake_bots()
        return room

    async def seat_taken(self, match_id: str, seat: SeatRecord) -> None:
        """Tell the room, also one that is still being loaded: what it has read may be older than the seat's taking."""
        loading = self._loading.get(match_id)
        if loading is not None:
            await asyncio.wait({loading})
        room = self._rooms.get(match_id)
        if room is not None:
            await room.seat_taken(seat)

    def present(self, match_id: str) -> Room | None:
        """The room, if the match is in memory."""
        return self._rooms.get(match_id)

    @property
    def size(self) -> int:
        return len(self._rooms)

    def sockets_of(self, guest: str) -> int:
        return sum(line.guest == guest for room in self._rooms.values() for line in room.lines())

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._wake_bots())]

    async def _wake_bots(self) -> None:
        """After a restart: bots that were asked go on."""
        try:
            for match_id in await asyncio.to_thread(self._store.waiting_for_bots):
                try:
                    await self.room(match_id)
                except Unplayable as error:
                    log.warning("match %s waits: %s", match_id, error)
        except StoreError as error:
            log.error("cannot look for waiting bots: %s", error)

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
                del self._rooms[match_id]
        self.guest_buckets.forget_full()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            for line in room.lines():
                line.close(GONE)
            await room.close()
        self.thinkers.close()
