"""What other processes do at this table. A room follows: it plays what they have made durable, and shows it to its own readers.

Nothing here decides anything. The number of an action says where it belongs; a gap is read from the store; what cannot be
followed step by step (all have agreed to go back, say) makes the room read the whole match again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from casusbelli.kernel import Seat

from .records import Action, Since
from .store import Store, StoreError

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("casusbelli.table.room")

PRESENCE_SECONDS = 15.0
"""For so long one believes that somebody is at another process's table."""

AGAIN_SECONDS = 0.3

_action_of = msgspec.json.Decoder(Action).decode


class Following:
    """One room's ear for the other processes."""

    def __init__(self, room: Room, store: Store) -> None:
        self._room = room
        self._store = store
        self._inbox: dict[int, Action] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[Seat]]] = {}
        self._at_it: asyncio.Task[None] | None = None
        self._look = False

    @property
    def behind(self) -> bool:
        """Whether something has happened elsewhere that is not known here yet."""
        return self._look or bool(self._inbox)

    # -- hearing -----------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Something may have happened: see what the store says."""
        self._look = True
        self._soon()

    def acted(self, seq: int, carried: str) -> None:
        """Another process has made an action durable; it may have been told whole."""
        if seq <= self._room.seq:
            return
        if carried:
            self._inbox[seq] = _action_of(carried)
        else:
            self._look = True
        self._soon()

    def present(self, process: str, seats: frozenset[Seat]) -> None:
        """Who is at the table there."""
        before = self.elsewhere()
        self._elsewhere[process] = (asyncio.get_running_loop().time(), seats)
        if self.elsewhere() != before:
            self._room.gallery.players_changed()
            self._room.gallery.announce_players()

    def elsewhere(self) -> set[Seat]:
        """The seats somebody looks at through other processes, as heard lately."""
        if not self._elsewhere:
            return set()
        oldest = asyncio.get_running_loop().time() - PRESENCE_SECONDS
        return {seat for at, seats in self._elsewhere.values() if at > oldest for seat in seats}

    def say_who_is_here(self) -> None:
        if self._store.shared:
            here = sorted({line.seat for line in self._room.gallery.lines if line.seat is not None})
            self._store.tell(f"p {self._room.record.id} {','.join(here)}")

    # -- following -----------------------------------------------------------------------------------------------------------

    def _soon(self) -> None:
        """Where nobody looks on it is enough to catch up when somebody comes."""
        if self._at_it is None and self._room.gallery.lines:
            self._at_it = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        try:
            while self.behind:
                try:
                    async with self._room.sure():
                        pass
                except StoreError:
                    await asyncio.sleep(AGAIN_SECONDS)
        except Exception:
            log.exception("match %s: does not follow", self._room.record.id)
        finally:
            self._at_it = None
        self._room.wake_bots()

    async def catch_up(self) -> None:
        """Play what others have made durable. Call it under the room's lock."""
        room = self._room
        try:
            while not self._look and (action := self._inbox.pop(room.seq + 1, None)) is not None:
                room.follow(action)
            self._inbox = {seq: action for seq, action in self._inbox.items() if seq > room.seq}
            if self._look or self._inbox:
                self._look = False
                await self._learn()
        except StoreError:
            self._look = True
            raise
        except Exception as error:
            log.info("match %s: is read again: %r", room.record.id, error)
            self.forget()
            room.doubt()

    async def _learn(self) -> None:
        """Read from the store what is new, and tell it."""
        room = self._room
        said = room.chat.lines[-1].n if room.chat.lines else 0
        told = room.house.lines[-1].n if room.house.lines else 0
        since = await asyncio.to_thread(self._store.since, room.record.id, room.seq, said, told)
        if since is None:
            raise StoreError("the match is not in the store")
        if not room.record.dealt:
            room.doubt()  # what a deal is made of is read with the whole match
            return
        self._inbox.clear()
        for action in since.actions:
            room.follow(action)
        room.chat.hear(since.chat)
        await self._learn_of_the_house(since)

    async def _learn_of_the_house(self, since: Since) -> None:
        room = self._room
        seats = {held.seat: held for held in since.seats}
        moved = seats != room.seats
        room.seats = seats
        room.house.learn(since)
        if moved:
            room.players_changed()
            await room.house.seated()

    def forget(self) -> None:
        """The whole match is read again: nothing that was heard before is news."""
        self._inbox.clear()
        self._look = False

    def stop(self) -> None:
        if self._at_it is not None:
            self._at_it.cancel()
