"""The bots of one match at work: they think elsewhere, one after the other, and act by the same way as everybody else."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import TYPE_CHECKING

from casusbelli.kernel import Seat

from .records import SeatRecord
from .settings import Settings
from .stewards import Stewards
from .store import StoreError
from .thinking import Thinkers, problem_of
from .turns import Crowded
from .wire import Ack

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("casusbelli.table.room")

RETRY_SECONDS = 2.0
"""How long a bot waits before it tries again what the store refused, or what there were too many thoughts before."""


WATCH_SECONDS = 1.0
"""How often one asks whether another process still thinks for a match's bots."""


class StandIns:
    """Who plays the seats that no person plays."""

    def __init__(self, room: Room, thinkers: Thinkers, settings: Settings, stewards: Stewards) -> None:
        self._stewards = stewards
        self._room = room
        self._thinkers = thinkers
        self._settings = settings
        self._at_work: asyncio.Task[None] | None = None
        self._action_id = ""

    @property
    def at_work(self) -> bool:
        return self._at_work is not None

    def wake(self) -> None:
        """Let a bot that is asked think, if none is at it already and somebody cares."""
        if self._at_work is None and self._asked() is not None and self._anybody_cares():
            self._at_work = asyncio.get_running_loop().create_task(self._play())

    async def close(self) -> None:
        if self._at_work is not None:
            self._at_work.cancel()
            await asyncio.gather(self._at_work, return_exceptions=True)

    def _anybody_cares(self) -> bool:
        """A match among bots alone sleeps while nobody looks."""
        return bool(self._room.gallery.lines) or any(held.kind == "guest" for held in self._room.seats.values())

    def _beneficiary(self) -> str:
        """For whom the bots play: who sits here, else who looks on, else who made the match."""
        present = sorted(self._room.gallery.lines, key=lambda line: line.seat is None)
        return next((line.guest for line in present if line.guest), self._room.record.creator)

    def _asked(self) -> SeatRecord | None:
        room = self._room
        if room.house.held is not None:
            return None
        return next((room.seats[seat] for seat in room.match.asked() if room.seats[seat].player is not None), None)

    async def _play(self) -> None:
        """Bots act by the same way as everybody else, one after the other."""
        try:
            while self._anybody_cares() and await self._play_one():
                pass
        except Exception:
            log.exception("match %s: the bots stop until somebody comes or acts", self._room.record.id)
        finally:
            self._at_work = None
            self._room.touch()

    async def _play_one(self) -> bool:
        """One choice of one bot; False when no bot is asked any more."""
        room, clock = self._room, asyncio.get_running_loop().time
        try:
            async with room.sure():
                held = self._asked()
                if held is None or held.player is None:
                    return False
                seq, problem = room.seq, problem_of(room.match, held.seat, held.player)
                self._action_id = room.own_id("bot", held.seat, room.asked_at(held.seat))
            if not await self._stewards.hold(room.record.id):
                await asyncio.sleep(WATCH_SECONDS)
                return True  # another process thinks for them; this one is there if it falls silent
        except StoreError:
            await asyncio.sleep(RETRY_SECONDS)
            return True
        shown_at = clock() + self._settings.bot_pause
        try:
            choice = await self._thinkers.choose(problem, self._beneficiary(), held.player)
        except Crowded:
            await asyncio.sleep(RETRY_SECONDS)
            return True
        except Exception:
            log.exception("match %s: the bot %s fails", room.record.id, held.player)
            return await self._play_anything(held.seat)
        await asyncio.sleep(shown_at - clock())
        answer = await room.act(held.seat, self._action_id, seq, choice, bot=True)
        if isinstance(answer, Ack) or answer.reason == "stale":
            return True
        if answer.reason == "storage":
            await asyncio.sleep(RETRY_SECONDS)
            return True
        if answer.reason in {"not_your_turn", "paused", "over"}:
            return True  # its person has come back, or the house has stepped in
        log.error("match %s: %s's choice %s is refused: %s", room.record.id, held.player, choice, answer.reason)
        return await self._play_anything(held.seat)

    async def _play_anything(self, seat: Seat) -> bool:
        """A bot that fails must not hold up the match: any legal choice will do."""
        options = self._room.match.options(seat)
        if not options:
            return True
        action_id = f"bot-{secrets.token_hex(12)}"
        answer = await self._room.act(seat, action_id, self._room.seq, random.choice(options), bot=True)
        return isinstance(answer, Ack) or answer.reason == "stale"
