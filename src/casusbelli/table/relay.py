"""Between this process and the others on the same database: what is heard is handed to whom it concerns.

| kind | rest | what |
| --- | --- | --- |
| ``a match seq action`` | an action, whole where it is small and nothing else goes with it | the room follows |
| ``m match`` | chat, seats, the house | the room looks into the store |
| ``p match seats`` | who is at the table | presence |
| ``q match`` | who is there? | presence is told |
| ``g person`` | name, preferences, account | is looked up again |
| ``x person sessions`` | sessions that have ended | their lines are closed |
| ``f person match`` | somebody has been paired | is told so |

News can be lost: every two seconds the tables somebody looks at are compared with the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from .news import Listener
from .store import Store, StoreError

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("casusbelli.table.relay")

POLL_SECONDS = 2.0
"""For so long lost news can stay unnoticed."""

PRESENCE_EVERY = 3
"""Who is at the tables is told again after so many polls."""


class Relay:
    """The one ear of a process. Everything but the listening itself runs on the event loop."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._listener: Listener | None = None
        self._polling: asyncio.Task[None] | None = None
        self._loading: set[str] = set()
        self.people: dict[str, Callable[[str, str], None]] = {}
        """Who is told of news that concern people, by kind."""

    def start(self) -> None:
        """Begin to listen, where there can be others."""
        if self._store.shared:
            soon = asyncio.get_running_loop().call_soon_threadsafe
            self._listener = self._store.listen(lambda said: soon(self.heard, said), lambda: soon(self.missed))
            self._polling = asyncio.get_running_loop().create_task(self._poll())

    def heard(self, payload: str) -> None:
        """What another process tells, line by line."""
        process, *lines = payload.split("\n")
        if process == self._store.process:
            return
        for line in lines:
            kind, subject, *rest = line.split(" ", 2)
            try:
                self._hand_on(process, kind, subject, rest[0] if rest else "")
            except Exception:
                log.exception("news of kind %s are not understood", kind)

    def _hand_on(self, process: str, kind: str, subject: str, rest: str) -> None:
        if kind in self.people:
            self.people[kind](subject, rest)
            return
        room = self._hub.present(subject, behind=True)
        if room is None:
            self._hub.missed_loading(subject)
            return
        match kind:
            case "a":
                seq, _, carried = rest.partition(" ")
                room.following.acted(int(seq), carried)
            case "m":
                room.following.look()
            case "p":
                room.following.present(process, frozenset(filter(None, rest.split(","))))
            case "q":
                room.following.say_who_is_here()

    def missed(self) -> None:
        """Nobody knows what was told meanwhile."""
        for room in self._hub.rooms():
            room.following.look()

    async def _poll(self) -> None:
        """The safety net under the news."""
        polls = 0
        while True:
            await asyncio.sleep(POLL_SECONDS)
            polls += 1
            try:
                await self.poll()
            except StoreError as error:
                log.info("the store does not say how far the matches are: %s", error)
            if polls % PRESENCE_EVERY == 0:
                for room in self._hub.rooms():
                    if room.gallery.lines:
                        room.following.say_who_is_here()

    async def poll(self) -> None:
        """Compare the tables somebody looks at with the store."""
        rooms = {room.record.id: room for room in self._hub.rooms() if room.gallery.lines and not room.over}
        heads = await asyncio.to_thread(self._store.heads, list(rooms)) if rooms else {}
        for match_id, room in rooms.items():
            if room.is_behind(heads[match_id]):
                room.following.look()

    def close(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
        if self._listener is not None:
            self._listener.close()
