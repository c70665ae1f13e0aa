"""Leaving the table and coming back to it: who is out of time, who resigns, the caretaker who plays on, the seat that is offered.

A companion of the house, under the room's lock like everything of the house's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from casusbelli.bots import GRADES
from casusbelli.kernel import Seat

from .housekeeping import keep_seat
from .invitations import new_token
from .pace import DAY
from .records import Closed
from .store import Keep
from .wire import Claim

if TYPE_CHECKING:
    from .house import House

CARETAKER = GRADES[1]
"""Who plays on for somebody who has left: an officer."""

SILENCE = 60 * DAY
"""After so long without a choice a seat of a match without a clock may be called vanished."""


class Leaving:
    """Who has left his seat in one match, and what becomes of it."""

    def __init__(self, house: House) -> None:
        self._house = house

    # -- out of time -----------------------------------------------------------------------------------------------------------

    async def claim(self, seat: Seat, said: Claim) -> str | None:
        """What the others may do when a seat is out of time, or has been silent for very long."""
        room, now, clocks = self._house.room, self._house.now, self._house.state.clocks
        late = said.seat
        if late == seat or late not in room.seats or room.seats[late].kind != "guest" or not self.is_person(seat):
            return "no_claim"
        if said.how == "time":
            return await self._give(seat, late, now)
        if said.seq != room.seq:
            return "moved_on"
        if room.seats[late].caretaker is not None:
            return "no_claim"
        if clocks is None:
            if late not in room.match.asked() or now < self._house.moved + SILENCE or said.how != "bot":
                return "no_claim"
            await self._keep_care(late, "vanished")
            return None
        if late not in self._house.state.flags or clocks.paused is not None:
            return "no_claim"
        if said.how == "bot":
            await self._keep_care(late, "time")
            return None
        if room.record.at_flag != "claim" or len(room.seats) != 2:
            return "no_claim"
        await self._house.close(Closed("time", now, late, (seat,)))
        return None

    async def _give(self, giver: Seat, seat: Seat, now: int) -> str | None:
        """One of the others suffices for giving time."""
        clocks = self._house.state.clocks
        if clocks is None or seat not in clocks.seats or clocks.paused is not None:
            return "no_claim"
        self.give_time(giver, seat, now)
        await self._house.keep()
        return None

    def give_time(self, giver: Seat, seat: Seat, now: int) -> None:
        clocks = self._house.state.clocks
        assert clocks is not None
        clocks.give(seat, clocks.pace.gift, now)
        self._house.state.flags.pop(seat, None)
        self._house.line("time_given", giver, to=seat, ms=clocks.pace.gift)

    # -- leaving and coming back -----------------------------------------------------------------------------------------------

    def is_person(self, seat: Seat) -> bool:
        """Whether a person plays the seat at present."""
        held = self._house.room.seats[seat]
        return held.kind == "guest" and held.caretaker is None

    async def leave(self, seat: Seat) -> str | None:
        """Resign. Two seats: that is the end. More: a caretaker plays on, so that the others can."""
        room = self._house.room
        if not self.is_person(seat):
            return "not_yours"
        mine = room.seats[seat].guest
        others = [other for other in room.seats if self.is_person(other) and room.seats[other].guest != mine]
        if len(room.seats) == 2 or not others:
            winners = tuple(other for other in room.seats if other != seat) if len(room.seats) == 2 else ()
            await self._house.close(Closed("resigned", self._house.now, seat, winners))
            return None
        await self._keep_care(seat, "resigned")
        return None

    async def vanish(self, person: str) -> None:
        """The house has shut this person out, or let him go: he will not choose, and the others need not wait for his clock."""
        seats = [seat for seat, held in self._house.room.seats.items() if held.guest == person and self.is_person(seat)]
        if seats:
            await self._house.keep(*(self.take_care(seat, "vanished") for seat in seats))
            self._house.room.players_changed()
            self._house.room.wake_bots()

    async def _keep_care(self, seat: Seat, how: str) -> None:
        keep = self.take_care(seat, how)
        await self._house.keep(keep)
        self._house.room.players_changed()
        self._house.room.wake_bots()

    def take_care(self, seat: Seat, how: str) -> Keep:
        """A caretaker plays on for the seat, which stays its person's."""
        room, now, clocks = self._house.room, self._house.now, self._house.state.clocks
        bots = room.game.bots()
        grade = CARETAKER if CARETAKER in bots else next(iter(bots), "random")
        held = msgspec.structs.replace(room.seats[seat], caretaker=grade, left=how)
        room.seats[seat] = held
        self._house.state.flags.pop(seat, None)
        if clocks is not None and seat in clocks.seats:
            clocks.stopped(seat, now)
        self._house.proposals.left(seat)
        self._house.line({"resigned": "resigned", "time": "caretaker", "vanished": "vanished"}[how], seat, bot=grade)
        return keep_seat(room.record.id, held, now)

    async def come_back(self, seat: Seat) -> str | None:
        if self._house.room.seats[seat].caretaker is None:
            return "not_yours"
        await self._house.keep(self.take_back_seat(seat))
        self._house.room.players_changed()
        return None

    def take_back_seat(self, seat: Seat) -> Keep:
        """The person sits down again: the caretaker stops before the next question."""
        room, now, clocks = self._house.room, self._house.now, self._house.state.clocks
        held = msgspec.structs.replace(room.seats[seat], caretaker=None, left=None, token=None, expires=None)
        room.seats[seat] = held
        if clocks is not None and seat in clocks.seats:
            clocks.asked(self._house.clocked(), now)
            if clocks.left(seat, now) < clocks.pace.rescue and seat not in self._house.state.rescued:
                self._house.state.rescued[seat] = True
                clocks.give(seat, clocks.pace.rescue, now)
        self._house.line("returned", seat)
        return keep_seat(room.record.id, held, None)

    def offer_seat(self, seat: Seat) -> Keep:
        """Whoever is invited may sit down in place of somebody who has left; until then the caretaker plays."""
        held = msgspec.structs.replace(self._house.room.seats[seat], **new_token(self._house.now))
        self._house.room.seats[seat] = held
        self._house.line("seat_offered", seat)
        return keep_seat(self._house.room.record.id, held, self._house.now)
