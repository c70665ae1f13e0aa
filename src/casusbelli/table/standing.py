"""Standing answers: a seat leaves word that it lets things take their course, and the house answers for it.

Only what a game calls passive can be left to it (``Game.passive``). The answers are the seat's secret: nobody else is told that
there is one, and each is given after a time drawn from the match's seed, so that its moment does not tell it from a person's.
They end with the chapter in which they were left, or stand for the match, and before that as soon as something happens that their
seat has named (``Game.alarms``); a seat that takes back what was answered for it ends the standing answer with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from casusbelli.game import Passive
from casusbelli.kernel import Ask, Choice, Seat

from .pace import SECOND
from .records import StandingAnswer
from .wire import Ack, DropStanding, Stand, StandingTold, encode

if TYPE_CHECKING:
    from .house import House

SOONEST, LATEST = 3 * SECOND, 9 * SECOND
"""An answer comes as late as a person's might."""

RETRY = 2 * SECOND

MOST = 20
"""So many standing answers of one seat at a time."""


class Standing:
    """The standing answers of one match."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asked: dict[Seat, tuple[int, int]] = {}
        """Since which action a seat has been asked what it is asked, and when it is answered for it."""

    @property
    def _left(self) -> dict[Seat, list[StandingAnswer]]:
        return self._house.state.standing

    @property
    def _passive(self) -> dict[str, Passive]:
        return dict(self._house.room.game.passive)

    @property
    def _alarms(self) -> dict[str, tuple[str, ...]]:
        return dict(self._house.room.game.alarms)

    def _chapter(self) -> str:
        room = self._house.room
        return room.game.chapter(room.match.state)

    # -- when -------------------------------------------------------------------------------------------------------------------

    def due(self) -> list[int]:
        """When the house has to answer for somebody."""
        house = self._house
        if not self._left or house.held is not None:
            return []
        return [moment for _, _, moment in self._answers()]

    def _answers(self) -> Iterator[tuple[Seat, Choice, int]]:
        """What is answered for whom, and when."""
        house, asked = self._house, self._house.room.match.asked()
        self._asked = {seat: known for seat, known in self._asked.items() if seat in asked}
        for seat, question in asked.items():
            if seat in self._left and house.leaving.is_person(seat) and self._fitting(seat, question):
                yield seat, self._passive[question.decision].choice, self._moment(seat)

    def _moment(self, seat: Seat) -> int:
        house, since = self._house, self._house.room.asked_at(seat)
        known = self._asked.get(seat)
        if known is None or known[0] != since:
            known = self._asked[seat] = since, house.now + self.delay(seat, since)
        return known[1]

    def delay(self, seat: Seat, since: int) -> int:
        """How long an answer to the question asked since this action takes: the same in every process, and nobody's guess."""
        record = self._house.room.record
        drawn = hashlib.blake2b(f"standing {record.id} {seat} {since}".encode(), key=record.seed[:64], digest_size=8).digest()
        return SOONEST + int.from_bytes(drawn) % (LATEST - SOONEST + 1)

    def _fitting(self, seat: Seat, question: Ask) -> StandingAnswer | None:
        """The standing answer that speaks to this question."""
        passive = self._passive.get(question.decision)
        if passive is None or passive.choice not in question.options:
            return None
        about = set(_ids((question.about or {}).values()))
        return next((one for one in self._left[seat] if one.decision == question.decision and about.isdisjoint(one.unless)), None)

    # -- answering --------------------------------------------------------------------------------------------------------------

    async def answer(self) -> None:
        """Give the answers whose time has come, by the way in which everybody acts. Call it without the room's lock."""
        house, room = self._house, self._house.room
        if not self._left or house.held is not None:
            return
        for seat, choice, moment in list(self._answers()):
            if moment > house.now:
                continue
            since = room.asked_at(seat)
            done = await room.act(seat, room.own_id("standing", seat, since), room.seq, choice, sent=False)
            if not isinstance(done, Ack):
                self._asked[seat] = since, house.now + RETRY
                house.follow()

    def acted(self, seat: Seat, taken_back: bool) -> None:
        """The match has moved on: what was left for a chapter that is over ends, and so does what its seat takes back."""
        if not self._left:
            return
        chapter, question = self._chapter(), self._house.room.match.asked().get(seat)
        undone = self._fitting(seat, question) if taken_back and question is not None and seat in self._left else None
        for each, left in list(self._left.items()):
            stands = [one for one in left if one is not undone and one.chapter in {None, chapter}]
            self._put(each, [one for one in stands if not one.alarm or not self._rung(each, one)])

    def _rung(self, seat: Seat, one: StandingAnswer) -> bool:
        """Whether its seat has been told of what was to end it."""
        rings = [event for event in self._house.room.match.told(seat)[one.since :] if event.kind == one.alarm]
        return any(not one.of or not set(one.of).isdisjoint(_ids(event.params.values())) for event in rings)

    def _put(self, seat: Seat, left: list[StandingAnswer]) -> None:
        if left == self._left.get(seat, []):
            return
        self._house.state.standing = {**self._left, seat: left}
        if not left:
            del self._house.state.standing[seat]
        self._house.changed_standing.add(seat)

    # -- leaving word -----------------------------------------------------------------------------------------------------------

    async def obey(self, seat: Seat, said: Stand | DropStanding) -> str | None:
        """Leave word or take it back; why not, where that cannot be."""
        left = self._left.get(seat, [])
        if isinstance(said, DropStanding):
            self._put(seat, [one for one in left if one.n != said.n])
        else:
            passive = self._passive.get(said.decision)
            if passive is None or not set(said.unless) <= set(passive.except_for) or len(left) >= MOST:
                return "malformed"
            if said.alarm not in {"", *self._alarms} or not set(said.of) <= set(self._alarms.get(said.alarm, ())):
                return "malformed"
            n = max((one.n for one in left), default=0) + 1
            others = [one for one in left if one.decision != said.decision]
            until = self._chapter() if said.until == "chapter" else None
            since = len(self._house.room.match.told(seat)) if said.alarm else 0
            alarm = said.alarm, tuple(said.of), since
            self._put(seat, [*others, StandingAnswer(n, said.decision, tuple(said.unless), until, *alarm)])
        await self._house.keep_standing()
        return None

    def told(self, seat: Seat) -> bytes | None:
        """What the seat itself is told of it, and nobody else; None where the game has nothing passive."""
        offers = {decision: passive.except_for for decision, passive in self._passive.items()}
        if not offers:
            return None
        return encode(StandingTold(self._left.get(seat, []), offers, bool(self._chapter()), self._alarms))


def _ids(values: Iterable[Any]) -> Iterator[str]:
    """The ids in what a question is about."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _ids(value)
