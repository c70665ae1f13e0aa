"""Proposals: one mechanism for everything that needs the others.

A seat proposes; every person at the table but the asker must agree (for more time one is enough); one refusal ends it. Bots
and caretakers agree to everything but an end that somebody wins or shares. What is agreed is done at once and told in the log;
it says what, never what was hidden: a take-back is told as the number of the choice, and every reader's own log has the words.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from casusbelli.kernel import Seat, commitment

from .history import standing_actions
from .pace import DAY, MINUTE
from .records import Closed, Proposal
from .store import Keep
from .wire import Answer, Propose, Withdraw

if TYPE_CHECKING:
    from .house import House

PAUSES = 3
"""So many pauses a seat may have in a live match."""

PAUSE_MINUTES = (5, 15, 60)
LONGEST_PAUSE = 30 * DAY

ENDS = ("draw", "win", "off")
"""All share · all concede to one · called off."""

Data = dict[str, str | int | bool]


class Proposals:
    """The proposals of one match. All of this happens under the room's lock."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.changed = False

    @property
    def open(self) -> list[Proposal]:
        return self._house.state.proposals

    # -- what makes them moot ------------------------------------------------------------------------------------------------

    def acted(self) -> None:
        """The match has moved on: what was to be taken back is not what it was."""
        self._drop([one for one in self.open if one.kind == "take_back"])

    def left(self, seat: Seat) -> None:
        """Who leaves asks for nothing more."""
        self._drop([one for one in self.open if one.seat == seat])

    def drop_all(self) -> None:
        self._drop(list(self.open))

    def expire(self, now: int) -> bool:
        """Nobody has answered in time: that is a no."""
        late = [one for one in self.open if one.expires <= now]
        for one in late:
            self._house.line("lapsed", one.seat, what=one.kind)
        self._drop(late)
        return bool(late)

    def _drop(self, gone: list[Proposal]) -> None:
        if gone:
            self._house.state.proposals = [one for one in self.open if one not in gone]
            self.changed = True

    # -- asking and answering ------------------------------------------------------------------------------------------------

    async def obey(self, seat: Seat, said: Propose | Answer | Withdraw) -> str | None:
        match said:
            case Propose():
                return await self._propose(seat, said)
            case Answer():
                return await self._answer(seat, said)
            case Withdraw():
                mine = self._find(said.n)
                if mine is None or self._owner(mine.seat) != self._owner(seat):
                    return "proposal"
                self._drop([mine])
                await self._house.agree()
                return None

    def _find(self, n: int) -> Proposal | None:
        return next((one for one in self.open if one.n == n), None)

    def _owner(self, seat: Seat) -> str | None:
        return self._house.room.seats[seat].guest

    def voters(self, asker: Seat) -> list[Seat]:
        """Who has to agree: the people at the table, but for the asker (who may hold several seats)."""
        house, mine = self._house, self._owner(asker)
        return [seat for seat in house.room.seats if house.leaving.is_person(seat) and self._owner(seat) != mine]

    async def _propose(self, seat: Seat, said: Propose) -> str | None:
        house, now = self._house, self._house.now
        if not house.leaving.is_person(seat) or any(held.kind == "open" for held in house.room.seats.values()):
            return "proposal"
        if said.seq != house.room.seq and said.kind == "take_back":
            return "moved_on"
        if any(one.kind == said.kind and one.seat == seat for one in self.open):
            return "proposal_open"
        if house.state.refused.get(f"{said.kind}:{seat}", 0) > now:
            return "limit"
        data = self._take_back_asked(seat, said.data) if said.kind == "take_back" else self._checked(seat, said)
        if data is None or isinstance(data, str):
            return data or "proposal"
        house.state.proposed += 1
        asked = Proposal(house.state.proposed, said.kind, seat, data, house.room.seq, now, now + house.asking[0])
        house.state.proposals = [*self.open, asked]
        self.changed = True
        if self.voters(seat):
            await house.agree()
        else:
            await self._grant(asked)
        return None

    def _checked(self, seat: Seat, said: Propose) -> Data | None:
        """What is proposed, if it can be."""
        house, data = self._house, said.data
        clocks = house.state.clocks
        match said.kind:
            case "end":
                return self._end(data)
            case "pause":
                return self._pause(seat, data)
            case "resume":
                return {} if clocks is not None and clocks.paused is not None else None
            case "time":
                return {} if clocks is not None and seat in clocks.seats else None
            case "friendly":
                return {} if house.room.record.rated else None
            case "spectators":
                on = data.get("on")
                return {"on": on} if isinstance(on, bool) and on != house.room.record.spectators else None
            case "open_seat":
                late = str(data.get("seat", ""))
                held = house.room.seats.get(late)
                return {"seat": late} if held is not None and held.caretaker is not None and held.token is None else None
        return None

    def _take_back_asked(self, seat: Seat, data: Data) -> Data | str | None:
        """Which of the seat's own choices; past a roll or reveal only in friendly matches, with fresh chance, if it is meant."""
        room, entries = self._house.room, self._house.room.match.entries
        to = data.get("to", next((n for n in range(len(entries) - 1, -1, -1) if entries[n][0] == seat), None))
        if type(to) is not int or not 0 <= to < len(entries) or entries[to][0] != seat:
            return None
        if room.match.can_rewind(to):
            return {"to": to}
        if not room.match.can_rewind(to, past_chance=True):
            return None
        if room.record.rated:
            return "rated"
        return {"to": to, "fresh": True} if data.get("fresh") is True else "rolled"

    def _end(self, data: Data) -> Data | None:
        """A bot does not know how it stands well enough to share or concede; it lets a match be called off."""
        how, winner = data.get("how"), str(data.get("seat", ""))
        seats = self._house.room.seats
        if how == "off":
            return {"how": "off"}
        if how not in ENDS or any(held.player is not None for held in seats.values()):
            return None
        if how == "win":
            return {"how": "win", "seat": winner} if winner in seats else None
        return {"how": "draw"}

    def _pause(self, seat: Seat, data: Data) -> Data | None:
        house = self._house
        clocks, minutes, until = house.state.clocks, data.get("minutes"), data.get("until")
        if clocks is None or clocks.paused is not None:
            return None
        if clocks.pace.kind == "live" and house.state.pauses.get(seat, 0) >= PAUSES:
            return None
        if minutes in PAUSE_MINUTES and type(minutes) is int:
            return {"minutes": minutes}
        if type(until) is int and house.now < until <= house.now + LONGEST_PAUSE:
            return {"until": until}
        return None

    async def _answer(self, seat: Seat, said: Answer) -> str | None:
        house, one = self._house, self._find(said.n)
        if one is None or seat not in self.voters(one.seat):
            return "proposal"
        if not said.yes:
            house.state.refused[f"{one.kind}:{one.seat}"] = house.now + house.asking[1]
            self._drop([one])
            house.line("refused", seat, what=one.kind, by=one.seat)
            await house.agree()
            return None
        mine = self._owner(seat)
        one.answers |= {voter: True for voter in self.voters(one.seat) if self._owner(voter) == mine}
        self.changed = True
        if one.kind == "time" or all(one.answers.get(voter) for voter in self.voters(one.seat)):
            await self._grant(one, seat)
        else:
            await house.agree()
        return None

    # -- what is agreed ------------------------------------------------------------------------------------------------------

    async def _grant(self, one: Proposal, by: Seat | None = None) -> None:
        house, now = self._house, self._house.now
        self._drop([one])
        keeps: list[Keep] = []
        match one.kind:
            case "take_back":
                await self._take_back(one)
                return
            case "end":
                winner = str(one.data.get("seat", ""))
                winners = {"draw": tuple(house.room.seats), "win": (winner,), "off": ()}[str(one.data["how"])]
                await house.close(Closed(str(one.data["how"]), now, winner or None, winners))
                return
            case "pause":
                until = int(one.data.get("until") or now + int(one.data.get("minutes", 0)) * MINUTE)
                house.state.pauses[one.seat] = house.state.pauses.get(one.seat, 0) + 1
                house.pause(until)
                house.line("paused", one.seat, until=until)
            case "resume":
                house.resume(now)
            case "time":
                house.leaving.give_time(by or one.seat, one.seat, now)
            case "open_seat":
                keeps.append(house.leaving.offer_seat(str(one.data["seat"])))
            case "friendly":
                keeps.append(house.change_terms(rated=False))
                house.line("friendly", one.seat)
            case "spectators":
                keeps.append(house.change_terms(spectators=bool(one.data["on"])))
                house.line("spectators", one.seat, on=bool(one.data["on"]))
        await house.agree(*keeps)

    async def _take_back(self, one: Proposal) -> None:
        """Go back to before the choice, with the clocks of that moment."""
        house, to = self._house, int(one.data["to"])
        then, moment = None, house.now
        if house.state.clocks is not None:
            choice = (await asyncio.to_thread(standing_actions, house.store, house.room.record.id))[to]
            then, moment = await house.clocks_before(choice.seq), choice.at
        count = len(house.room.match.entries) - to
        if one.data.get("fresh"):
            published = commitment(house.room.next_chance())
            house.line("taken_back_afresh", one.seat, to=to, count=count, commitment=published)
        else:
            house.line("taken_back", one.seat, to=to, count=count)
        await house.go_back(one, to, then, moment)
