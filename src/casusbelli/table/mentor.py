"""The mentor at a line: a quiet mark after a choice where a clearly better one was there.

Only for who plays against bots alone. What is judged is the position as the person knew it before the choice, in a process that
yields to everybody else's: neither the table nor a bot waits for it. The newest choice is judged; one that has been taken back,
or overtaken by three others, is not worth a word.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from random import Random
from typing import TYPE_CHECKING

import msgspec

from casusbelli.bots.mentor import Verdict, verdict
from casusbelli.bots.rehearsal import can_rehearse
from casusbelli.kernel import Choice, Seat

from .line import Line
from .thinking import position_of
from .turns import Crowded, Turns, Whereabouts
from .wire import Ack, Act, Marked, Mentored, Refused, encode
from .workers import YIELDING, Workers

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("casusbelli.table.mentor")

PER_PERSON, PER_ADDRESS, IN_ALL = 2, 8, 60
"""How many judgements may wait for one person, for one address and in all: whoever is beyond goes without a mark."""


class Case(msgspec.Struct, frozen=True):
    """A choice to be judged: the problem as a bot would be given it, and what was chosen."""

    problem: bytes
    choice: Choice
    luck: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Case).decode


def judge(packed: bytes) -> tuple[str, Verdict] | None:
    """The decision and what was clearly better, if anything."""
    case = _decode(packed)
    position = position_of(case.problem)
    found = verdict(position, case.choice, Random(case.luck))
    return None if found is None else (position.decision, found)


class Mentors(Workers):
    """Where choices are judged: one process that everybody else goes before."""

    def __init__(self, bot_processes: int, whereabouts: Whereabouts) -> None:
        super().__init__("casus-mentor", 1 if bot_processes else 0, YIELDING)
        self._whereabouts = whereabouts
        self._turns = Turns(1, per_person=PER_PERSON, per_address=PER_ADDRESS, in_all=IN_ALL)

    async def judge(self, case: Case, person: str) -> tuple[str, Verdict] | None:
        async with self._turns.turn(self._whereabouts.of(person)):
            return await self.run(judge, _encode(case))


def is_offered(room: Room, seat: Seat) -> bool:
    """To who plays against bots alone, where the match has aids and the scenario can be judged."""
    alone = all(held.kind == "bot" for other, held in room.seats.items() if other != seat)
    return alone and room.may_be_advised(seat) and can_rehearse(room.game, room.record.scenario)


class Mentor:
    """The mentor of one line."""

    def __init__(self, mentors: Mentors, room: Room, line: Line) -> None:
        self._mentors = mentors
        self._room = room
        self._line = line
        self._next: Case | None = None
        self._at_work: asyncio.Task[None] | None = None
        self.on = False

    def switch(self, on: bool) -> Mentored:
        """Whether it looks on from now on."""
        seat = self._line.seat
        self.on = on and seat is not None and is_offered(self._room, seat)
        return Mentored(self.on)

    async def act(self, seat: Seat, said: Act) -> Ack | Refused:
        """Let the choice be played; then see what could be said of it."""
        problem = await self._room.problem(seat) if is_offered(self._room, seat) else None
        answer = await self._room.act(seat, said.id, said.seq, said.choice)
        if problem is not None and isinstance(answer, Ack):
            self._next = Case(problem, said.choice, secrets.randbits(64))
            if self._at_work is None:
                self._at_work = asyncio.get_running_loop().create_task(self._work(seat))
        return answer

    async def _work(self, seat: Seat) -> None:
        """Judge the newest choice, and what has come meanwhile."""
        try:
            while self._next is not None:
                case, self._next = self._next, None
                found = await self._mentors.judge(case, self._line.guest or "")
                if found is not None:
                    self._mark(seat, case.choice, *found)
        except Crowded:
            pass  # no mark is better than one that comes too late
        except Exception:
            log.exception("match %s: the mentor fails", self._room.record.id)
        finally:
            self._at_work = None

    def _mark(self, seat: Seat, chosen: Choice, decision: str, found: Verdict) -> None:
        """Tell it, if the choice still stands."""
        entries = self._room.match.entries
        mine = [n for n, (who, _) in enumerate(entries) if who == seat][-3:]
        at = next((n for n in reversed(mine) if tuple(entries[n][1]) == tuple(chosen)), None)
        if at is not None and self.on:
            self._line.push(encode(Marked(at, decision, chosen, found.better, found.gain, found.why)))

    def close(self) -> None:
        if self._at_work is not None:
            self._at_work.cancel()
