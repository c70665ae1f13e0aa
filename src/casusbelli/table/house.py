"""What the house adds to a match: clocks, and what is asked of it; leaving, proposals, the deal are its companions'.

A companion of the room. The room tells it what happens (``acted``, ``seated``) and takes from it what is written in the
action's own transaction; whatever the house does by itself happens under the room's lock, and is durable before it is told.
A match without a clock, in which nobody asks anything of the house, is ``quiet``: nothing of this runs.

The rules know nothing of it. A match that the house ends has no result; a seat that a caretaker plays makes legal choices.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from casusbelli.kernel import Seat

from .dealing import Dealer
from .hours import Alarm, Hours
from .housekeeping import absences_since, all_of, clocks_after, keep_clocks, keep_closed, keep_house, write
from .leaving import Leaving
from .pace import DAY, MINUTE, SECOND, is_zone
from .people.leave import leaves_of, on_leave
from .proposals import Proposals
from .records import Action, Closed, HouseLine, HouseState, Proposal, Saved, SeatRecord, Since
from .standing import Standing
from .stints import Clocks
from .store import Keep, Store, StoreError
from .terms import keep_terms
from .wire import (
    Ack,
    Claim,
    ClockFace,
    ClockTold,
    DropStanding,
    HouseSaid,
    HouseTold,
    Leave,
    Pledge,
    ProposalsTold,
    Refused,
    Return,
    Show,
    Stand,
    encode,
)

if TYPE_CHECKING:
    from .line import Line
    from .room import Room

log = logging.getLogger("casusbelli.table.house")

GRACE = 5 * SECOND
"""A clock at zero does nothing by itself for so long: a choice may be under way."""

TOLD_EVERY = 30 * SECOND
"""How often clocks are told although nothing happens: the browser counts in between."""

REMEMBERED = 64
"""So many answers are remembered for those who ask again under the same id."""

RETRY = 2 * SECOND

FORBIDDEN = 4403
"""Why the line of a spectator is closed where nobody may look on any more."""


def _but_standing(state: HouseState) -> HouseState:
    """What of the house's document concerns everybody."""
    return msgspec.structs.replace(state, standing={}, revision=0)


class House:
    """The house's side of one match."""

    def __init__(self, room: Room, store: Store, hours: Hours) -> None:
        self._room = room
        self.store = store
        self._hours = hours
        self._alarm: Alarm | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._answered: OrderedDict[str, Ack] = OrderedDict()
        self._fresh: list[HouseLine] = []
        self._with_action: list[Keep] = []
        self._came_back = False
        self.state = HouseState()
        self.standing = Standing(self)
        self.leaving = Leaving(self)
        self.changed_standing: set[Seat] = set()
        self._clocks_told = 0
        self.stopped = False

    def adopt(self, saved: Saved) -> None:
        """Be what the store says."""
        record = saved.match
        self.closed = record.closed
        self.lines = list(saved.house_lines)
        self._fresh = []
        self._with_action = []
        self._came_back = False
        self.moved = saved.actions[-1].at if saved.actions else record.created
        self._take_up(saved.house, saved.seats)

    def _take_up(self, state: HouseState | None, seats: Iterable[SeatRecord]) -> None:
        """This document is the present one."""
        before = self.state.standing
        self.state = state if state is not None else HouseState()
        after = self.state.standing
        self.changed_standing |= {seat for seat in {**before, **after} if before.get(seat) != after.get(seat)}
        pace = self._room.record.pace
        if pace is not None and self.state.clocks is None:
            self.state.clocks = Clocks.new(pace, (held.seat for held in seats if held.kind != "bot"))
        self.proposals = Proposals(self)
        self.dealer = Dealer(self)

    def learn(self, since: Since) -> None:
        """Another process has done something of the house's. Call it under the room's lock."""
        nothing_new = since.closed == self.closed and not since.house_lines
        if since.house is not None and since.house.revision != self.state.revision:
            nothing_new = nothing_new and _but_standing(since.house) == _but_standing(self.state)
            asked = bool(self.state.proposals or since.house.proposals)
            self._take_up(since.house, since.seats)
            self.proposals.changed = asked
        closing = since.closed is not None and self.closed is None
        self.closed = since.closed
        self._fresh = list(since.house_lines)
        if nothing_new:
            self._tell_standing()
            self.follow()
            return
        self._tell()
        if closing:
            self._room.closed()

    # -- what the room asks ------------------------------------------------------------------------------------------------

    @property
    def quiet(self) -> bool:
        """Whether an action concerns nobody here."""
        return not (self.state.clocks or self.state.proposals or self.state.standing or self._with_action)

    @property
    def held(self) -> str | None:
        """Why nobody may act now."""
        if self.closed is not None:
            return "over"
        if not self._room.record.dealt:
            return "dealing"
        clocks = self.state.clocks
        return "paused" if clocks is not None and clocks.paused is not None else None

    def not_by(self, seat: Seat, bot: bool) -> str | None:
        """Why this one may not choose for the seat. Who has resigned has to come back first; who was merely late is back with
        his choice; and a bot that was still thinking when its person came back is not needed any more."""
        held = self._room.seats[seat]
        if bot:
            return None if held.player is not None else "not_your_turn"
        return "left" if held.caretaker is not None and held.left == "resigned" else None

    def clocked(self) -> list[Seat]:
        """The seats whose clocks run: people's that are asked, once everybody sits."""
        room = self._room
        if room.over or room.match.over or any(held.kind == "open" for held in room.seats.values()):
            return []
        return [seat for seat in room.match.asked() if room.seats[seat].kind == "guest" and room.seats[seat].caretaker is None]

    # -- what the room tells -----------------------------------------------------------------------------------------------

    def acted(self, action: Action, lag: int = 0) -> Keep:
        """A choice or an undo has been applied; what is to be written with it. ``lag`` is that of the line it came by."""
        state, now = self.state, action.at
        clocks = state.clocks
        if clocks is not None:
            if action.choice is not None:
                clocks.came(action.seat, lag, now)
            if action.seat in state.flags:
                self._rescue(action.seat, now)
            if action.choice is None:
                clocks.taken_back(action.seat, self.clocked(), now)
            else:
                clocks.asked(self.clocked(), now)
            for seat in [seat for seat in state.flags if clocks.seats[seat].since is None]:
                del state.flags[seat]
        self.proposals.acted()
        self.standing.acted(action.seat, action.choice is None)
        also, self._with_action = self._with_action, []
        return all_of(self._document(action.seq), *also)

    def _document(self, seq: int | None = None) -> Keep:
        """The house's document as it is, with new lines; and the clocks' mark where it goes with an action."""
        match, clocks = self._room.record.id, self.state.clocks
        keep = keep_house(match, self.state, self.due(), self._fresh)
        if seq is None or clocks is None:
            return keep
        return all_of(keep, keep_clocks(match, seq, clocks))

    def durable(self, at: int) -> None:
        """The action is in the store: tell what follows from it."""
        self.moved = at
        self.store.stirred.add(self._room.record.id)
        if self._came_back:
            self._came_back = False
            self._room.players_changed()
        if not self.quiet or self._fresh or self.proposals.changed or self.changed_standing:
            self._tell()

    def followed(self, at: int) -> None:
        """Another process has made an action durable; what the house had to do with it is read with its document."""
        self.moved = at

    def _rescue(self, seat: Seat, now: int) -> None:
        """It answers although its time was out: that is taken, and once it is given some time to go on."""
        clocks = self.state.clocks
        assert clocks is not None
        del self.state.flags[seat]
        clocks.give(seat, 0 if seat in self.state.rescued else clocks.pace.rescue, now)
        self.state.rescued[seat] = True

    async def seated(self) -> None:
        """Somebody has sat down. Call it under the room's lock."""
        self.store.stirred.add(self._room.record.id)
        await self.dealer.look()
        clocks = self.state.clocks
        if clocks is not None and set(clocks.running()) != set(self.clocked()):
            clocks.asked(self.clocked(), self._hours.now())
            await self.keep()

    async def note_zone(self, seat: Seat, zone: str) -> None:
        """Whose weekends do not count: told once, by the first page that opens for the seat."""
        clocks = self.state.clocks
        if clocks is None or clocks.pace.weekends or seat not in clocks.seats or clocks.seats[seat].zone or not is_zone(zone):
            return
        clocks.seats[seat].zone = zone
        await self.keep()

    # -- keeping and telling -------------------------------------------------------------------------------------------------

    async def keep(self, *more: Keep) -> None:
        """Make durable what has changed, then tell it. Call it under the room's lock."""
        try:
            await write(self.store, self._document(), *more)
        except BaseException:
            self._room.doubt()
            raise
        self._tell()

    async def keep_standing(self) -> None:
        """Make durable what a seat has left to the house. Nobody else hears a word, not even that something was written."""
        try:
            await write(self.store, self._document())
        except BaseException:
            self._room.doubt()
            raise
        self._tell_standing()
        self.follow()

    def line(self, kind: str, seat: Seat | None = None, **data: str | int | bool) -> None:
        """A line of the house in the log; it is told when it is durable."""
        n = (self._fresh or self.lines)[-1].n + 1 if self._fresh or self.lines else 1
        self._fresh.append(HouseLine(n, len(self._room.match.entries), self._hours.now(), kind, seat, data))

    def _tell(self) -> None:
        """Everybody is told alike: nothing of this depends on what a seat knows."""
        self.store.stirred.add(self._room.record.id)
        if self._fresh:
            self._push(encode(HouseTold(self._fresh)))
            self.lines += self._fresh
            self._fresh = []
        if self.state.clocks is not None:
            self._clocks_told = self._hours.now()
            self._push(self.clock_message())
        if self.proposals.changed:
            self.proposals.changed = False
            self._push(encode(ProposalsTold(self.state.proposals, self._hours.now())))
        self._tell_standing()
        self.follow()

    def _tell_standing(self) -> None:
        """Standing answers are told to the seat that left them, on all its screens, and to nobody else."""
        changed, self.changed_standing = self.changed_standing, set()
        for line in self._room.lines():
            if line.seat in changed and (told := self.standing.told(line.seat)) is not None:
                line.push(told)

    def tell_again(self, told: Sequence[HouseLine], *, asked: bool) -> None:
        """The match was read again: tell those who had been told so much what they do not know."""
        known = told[-1].n if told else 0
        self._fresh = [line for line in self.lines if line.n > known]
        self.lines = [line for line in self.lines if line.n <= known]
        self.proposals.changed = asked or bool(self.state.proposals)
        self._tell()

    def _push(self, message: bytes) -> None:
        for line in self._room.lines():
            line.push(message)

    def greet(self, line: Line) -> None:
        """What somebody who comes in has to know of the house."""
        if self.state.clocks is not None:
            line.push(self.clock_message())
        if self.lines:
            line.push(encode(HouseTold(self.lines)))
        if self.state.proposals:
            line.push(encode(ProposalsTold(self.state.proposals, self._hours.now())))
        if line.seat is not None and not self._room.over and (told := self.standing.told(line.seat)) is not None:
            line.push(told)

    def clock_message(self) -> bytes:
        clocks, now = self.state.clocks, self._hours.now()
        assert clocks is not None
        faces = {
            seat: ClockFace(
                bank=clocks.left(seat, now),
                free=clocks.free(seat, now) if clock.since is not None else None,
                running=clock.since is not None and clocks.paused is None,
                until=clocks.out_at(seat),
                flag=self.state.flags.get(seat),
            )
            for seat, clock in clocks.seats.items()
        }
        return encode(ClockTold(now, clocks.pace, self._room.record.at_flag, faces, clocks.paused, self.state.resumes))

    # -- the passing of time -------------------------------------------------------------------------------------------------

    def due(self) -> int | None:
        """When the house has to look again, whoever is there."""
        if self._room.over or self._room.match.over:
            return None
        if not self._room.record.dealt:
            return self.dealer.due()
        moments = [proposal.expires for proposal in self.state.proposals] + self.standing.due()
        if self.state.resumes is not None:
            moments.append(self.state.resumes)
        clocks = self.state.clocks
        if clocks is not None and clocks.paused is None:
            for seat in clocks.running():
                out, flag = clocks.out_at(seat), self.state.flags.get(seat)
                if flag is not None:
                    moments += [flag + wait for wait in [self._patience()] if wait is not None]
                elif out is not None:
                    moments.append(out + GRACE)
        return min(moments, default=None)

    def _patience(self) -> int | None:
        """How long a seat may be out of time before a caretaker takes it; None: for ever."""
        pace = self._room.record.pace
        assert pace is not None
        return {"caretaker": pace.takeover, "claim": pace.vanishing, "none": None}[self._room.record.at_flag]

    def follow(self) -> None:
        """Set the alarm for what comes next. While somebody looks on, clocks are told now and then."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due, now = self.due(), self._hours.now()
        clocks = self.state.clocks
        if clocks is not None and clocks.paused is None and self._room.lines() and clocks.running():
            again = max(now, self._clocks_told + TOLD_EVERY)
            due = again if due is None else min(due, again)
        if due is not None and not self.stopped:
            self._alarm = self._hours.call_at(due, self._ring)

    def _ring(self) -> None:
        if not self.stopped and self._ticking is None:
            self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        try:
            await self._room.with_house(self._look)
            await self.standing.answer()
        except StoreError as error:
            log.warning("match %s: the house waits: %s", self._room.record.id, error)
            if not self.stopped:
                self._alarm = self._hours.call_at(self._hours.now() + RETRY, self._ring)
        except Exception:
            log.exception("match %s: the house stumbles", self._room.record.id)
        finally:
            self._ticking = None

    async def _look(self) -> None:
        """See what time it is, and do what is due."""
        now, state = self._hours.now(), self.state
        if self._room.over:
            return
        await self.dealer.look()
        keeps: list[Keep] = []
        changed = self.proposals.expire(now)
        clocks = state.clocks
        if clocks is not None:
            if state.resumes is not None and now >= state.resumes:
                self.resume(now)
                changed = True
            if clocks.paused is None:
                changed |= self._see_flags(clocks, now)
                for seat in list(state.flags):
                    patience = self._patience()
                    if patience is not None and now >= state.flags[seat] + patience:
                        keeps.append(
                            self.leaving.take_care(seat, "time" if self._room.record.at_flag == "caretaker" else "vanished")
                        )
        if changed or keeps:
            await self.keep(*keeps)
            self._room.players_changed()
        elif now >= self._clocks_told + TOLD_EVERY:
            self._tell()
        else:
            self.follow()  # a message of its own would tell others that the house answers for somebody
        if keeps:
            self._room.wake_bots()

    def _see_flags(self, clocks: Clocks, now: int) -> bool:
        """Whose time is out, and has been for longer than a choice may be under way."""
        fallen = False
        for seat in clocks.running():
            out = clocks.out_at(seat)
            if seat not in self.state.flags and out is not None and now >= out + GRACE:
                self.state.flags[seat] = out
                self.line("out_of_time", seat)
                fallen = True
        return fallen

    async def come_back(self) -> None:
        """The server has been away since: that is nobody's time. Call it when the match comes into memory."""
        clocks = self.state.clocks
        if self._room.over:
            return
        if clocks is None or not self._room.record.dealt:
            self.follow()
            return
        for start, end in await asyncio.to_thread(absences_since, self.store, clocks.present):
            clocks.absent(start, end)
        if clocks.paused is None:
            clocks.asked(self.clocked(), self._hours.now())
        if await self._heed_leaves(clocks):
            await self.keep()
        self.follow()

    async def _heed_leaves(self, clocks: Clocks) -> bool:
        """By post somebody may be on leave: his clock stands still then."""
        if clocks.pace.kind != "days":
            return False
        people = {seat: held.guest for seat, held in self._room.seats.items() if held.guest is not None and seat in clocks.seats}
        leaves = await asyncio.to_thread(leaves_of, self.store, people.values())
        changed = [on_leave(clocks, seat, leaves.get(person, ())) for seat, person in people.items()]
        return any(changed)

    def stop(self) -> None:
        """Nobody is at the table any more: what is due is in the store."""
        self.stopped = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._ticking is not None:
            self._ticking.cancel()

    # -- what somebody asks of the house ---------------------------------------------------------------------------------------

    async def obey(self, seat: Seat, said: HouseSaid) -> Ack | Refused:
        """Do what a seat asks, once, however often it is sent."""

        async def work() -> Ack | Refused:
            room = self._room
            if said.id in self._answered:
                return self._answered[said.id]
            reason = "over" if room.over or room.match.over else await self._do(seat, said)
            if reason is not None:
                return Refused(said.id, room.seq, reason)
            self._answered[said.id] = Ack(said.id, room.seq)
            if len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
            return self._answered[said.id]

        answer: Ack | Refused = await self._room.with_house(work)
        return answer

    async def _do(self, seat: Seat, said: HouseSaid) -> str | None:
        """Do it; why not, where it cannot be done."""
        if not self._room.record.dealt and not isinstance(said, Pledge | Show):
            return "dealing"
        match said:
            case Claim():
                return await self.leaving.claim(seat, said)
            case Leave():
                return await self.leaving.leave(seat)
            case Return():
                return await self.leaving.come_back(seat)
            case Stand() | DropStanding():
                return await self.standing.obey(seat, said)
            case Pledge() | Show():
                return await self.dealer.obey(seat, said)
        return await self.proposals.obey(seat, said)

    def returns(self, seat: Seat) -> None:
        """He chooses again: he is back, and that is written with his choice."""
        self._with_action.append(self.leaving.take_back_seat(seat))
        self._came_back = True

    # -- what the seats have agreed upon -------------------------------------------------------------------------------------

    def change_terms(self, *, rated: bool | None = None, spectators: bool | None = None) -> Keep:
        """All have agreed that the match does not count, or that others may look on, or may not any more."""
        room = self._room
        told = {name: value for name, value in (("rated", rated), ("spectators", spectators)) if value is not None}
        room.record = msgspec.structs.replace(room.record, **told)
        if spectators is False:
            for line in room.lines():
                if line.seat is None:
                    line.close(FORBIDDEN)
        return keep_terms(room.record.id, self._hours.now(), rated=rated, spectators=spectators)

    # -- the house's ending ----------------------------------------------------------------------------------------------------

    async def close(self, closed: Closed) -> None:
        """End the match: not by its rules. From now on everything is open to everybody, as after any end."""
        clocks, now = self.state.clocks, self._hours.now()
        if clocks is not None:
            for seat in clocks.running():
                clocks.stopped(seat, now)
        self.state.flags.clear()
        self.proposals.drop_all()
        self.line(f"closed_{closed.by}", closed.seat)
        try:
            document = keep_house(self._room.record.id, self.state, None, self._fresh)
            await write(self.store, document, keep_closed(self._room.record.id, closed))
        except BaseException:
            self._room.doubt()
            raise
        self.closed = closed
        self._tell()
        self._room.closed()

    # -- pauses and take-backs, when all have agreed -------------------------------------------------------------------------

    def pause(self, until: int) -> None:
        clocks = self.state.clocks
        assert clocks is not None
        clocks.pause(self._hours.now())
        self.state.resumes = until

    def resume(self, now: int) -> None:
        clocks = self.state.clocks
        assert clocks is not None
        clocks.resume(now)
        self.state.resumes = None
        self.line("resumed")

    async def dealt(self, keep: Keep) -> None:
        """The deal has come a step further, or is made: clocks may run."""
        clocks = self.state.clocks
        if clocks is not None:
            clocks.asked(self.clocked(), self._hours.now())
        await self.keep(keep)
        self._room.gallery.show()

    async def agree(self, *more: Keep) -> None:
        """Something has been granted or refused, asked or withdrawn."""
        await self.keep(*more)
        self._room.players_changed()

    async def go_back(self, asked: Proposal, to: int, then: Clocks | None, moment: int) -> None:
        """All have agreed that a seat takes back: the match is what it was, and its clocks are what they were at that moment."""

        def after(seq: int) -> Keep:
            clocks = self.state.clocks
            if clocks is not None:
                before = then if then is not None else Clocks.new(clocks.pace, clocks.seats)
                clocks.went_back(before, moment, asked.seat, self.clocked(), asked.created, self.now)
                self.state.flags.clear()
            return self._document(seq)

        await self._room.go_back(to, after, asked.seat if asked.data.get("fresh") else None)
        self._tell()

    async def clocks_before(self, seq: int) -> Clocks | None:
        """The clocks as they were before action ``seq``; None: it was the first."""
        return await asyncio.to_thread(clocks_after, self.store, self._room.record.id, seq - 1)

    # -- what proposals look at ------------------------------------------------------------------------------------------------

    @property
    def room(self) -> Room:
        return self._room

    @property
    def now(self) -> int:
        return self._hours.now()

    @property
    def asking(self) -> tuple[int, int]:
        """How long a proposal is open, and for how long it is not made again once it was refused."""
        pace = self._room.record.pace
        return (DAY, 5 * MINUTE) if pace is None else (pace.asking, pace.refused_for)
