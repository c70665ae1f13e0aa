"""The clocks of a match: a seat pays for its stints, not for its clicks.

A stint begins when a seat becomes asked and ends when it is not asked any more; questions that follow one another are one
stint. What it costs beyond its free time comes out of the seat's bank. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import tzinfo

import msgspec

from casusbelli.kernel import Seat

from .pace import SECOND, Pace, counted, reached, zone_of

LAG_A_CHOICE = 300
"""So much of the time that a question and its answer were on their way is given back at most."""

LAG_STINTS = 10
LAG_A_WHILE = 3 * SECOND
"""And so much in any ten stints of a seat: who answers the server's pings late on purpose gains no more than that."""


def lag_credit(lag: int, took: int, given: Sequence[int]) -> int:
    """What a choice gets back that took so long to come over a line with this lag, when so much was given back in the seat's
    latest stints."""
    return max(0, min(lag, LAG_A_CHOICE, took, LAG_A_WHILE - sum(given)))


class Stint(msgspec.Struct, frozen=True):
    """A stint that is over: what an undo needs that opens it again."""

    bank: int
    spent: int
    began: int
    ended: int


class SeatClock(msgspec.Struct, omit_defaults=True):
    """One seat's clock. ``since`` None: it does not run."""

    bank: int
    since: int | None = None
    """From when on time is being counted."""
    began: int = 0
    """When the stint under way began."""
    spent: int = 0
    """What the stint had cost when counting began again, after a pause or the server's absence."""
    last: Stint | None = None
    zone: str = ""
    """Whose weekends do not count."""
    off: tuple[tuple[int, int], ...] = ()
    """When its person is on leave, in order. By post only."""
    lag: tuple[int, ...] = ()
    """What was given back for the line's lag in the latest stints, the last of them last; nothing where nothing was."""

    def never_asked(self) -> None:
        """The stint under way has never been."""
        self.since, self.spent, self.lag = None, 0, self.lag[:-1]


class Clocks(msgspec.Struct, omit_defaults=True):
    """All clocks of a match."""

    pace: Pace
    seats: dict[Seat, SeatClock]
    paused: int | None = None
    """Since when nobody's time runs."""
    present: int = 0
    """The server's absences until then have been made good."""

    @classmethod
    def new(cls, pace: Pace, seats: Iterable[Seat]) -> Clocks:
        return cls(pace, {seat: SeatClock(pace.bank * pace.unit) for seat in seats})

    def _week(self, clock: SeatClock) -> tzinfo | None:
        return None if self.pace.weekends else zone_of(clock.zone)

    def _free(self) -> int:
        return self.pace.free * self.pace.unit

    # -- looking ---------------------------------------------------------------------------------------------------------

    def spent(self, seat: Seat, now: int) -> int:
        """What the stint under way has cost so far, free time included."""
        clock = self.seats[seat]
        if clock.since is None:
            return 0
        return clock.spent if self.paused is not None else clock.spent + counted(clock.since, now, self._week(clock), clock.off)

    def left(self, seat: Seat, now: int) -> int:
        """What remains of the bank; negative is out of time."""
        return self.seats[seat].bank - max(0, self.spent(seat, now) - self._free())

    def free(self, seat: Seat, now: int) -> int:
        """What remains of the stint's free time."""
        return max(0, self._free() - self.spent(seat, now))

    def out_at(self, seat: Seat) -> int | None:
        """When the seat's time will be out, or was; None where its clock does not run."""
        clock = self.seats[seat]
        if clock.since is None or self.paused is not None:
            return None
        amount = clock.bank + self._free() - clock.spent
        return reached(clock.since, amount, self._week(clock), clock.off) if amount >= 0 else clock.since + amount

    def running(self) -> list[Seat]:
        return [seat for seat, clock in self.seats.items() if clock.since is not None]

    # -- playing ---------------------------------------------------------------------------------------------------------

    def came(self, seat: Seat, lag: int, now: int) -> None:
        """A seat's choice has come over a line with this lag, by the server's own measure. Live, what the line has cost is given
        back; by post it is nothing."""
        clock = self.seats.get(seat)
        if clock is None or clock.since is None or self.paused is not None or self.pace.kind != "live":
            return
        credit = lag_credit(lag, now - clock.since, clock.lag)
        if credit:
            clock.spent, clock.since = self.spent(seat, now) - credit, now
            clock.lag = (*clock.lag[:-1], sum(clock.lag[-1:]) + credit)

    def asked(self, seats: Collection[Seat], now: int) -> None:
        """After an action: these seats are asked now (who has no clock is left out by the caller)."""
        for seat, clock in self.seats.items():
            if seat in seats and clock.since is None:
                clock.since = clock.began = now
                clock.spent = 0
                clock.lag = (*clock.lag, 0)[-LAG_STINTS:] if any(clock.lag[1 - LAG_STINTS :]) else ()
            elif seat not in seats and clock.since is not None:
                self._end(seat, clock, now)

    def _end(self, seat: Seat, clock: SeatClock, now: int) -> None:
        """The stint is over: it is paid for, and earns its increment. A debt is forgiven: the flag was the price of it."""
        clock.last = Stint(clock.bank, self.spent(seat, now), clock.began, now)
        left = max(0, self.left(seat, now))
        clock.bank = max(left, min(left + self.pace.increment * self.pace.unit, self.pace.ceiling))
        clock.since, clock.spent = None, 0

    def stopped(self, seat: Seat, now: int) -> None:
        """Somebody without a clock plays on for the seat: what its stint has cost is paid, and nothing is earned."""
        clock = self.seats[seat]
        clock.bank, clock.since, clock.spent, clock.last = max(0, self.left(seat, now)), None, 0, None

    def taken_back(self, by: Seat, seats: Collection[Seat], now: int) -> None:
        """``by`` has taken back a choice, and these seats are asked now.

        Inside its own stint nothing changes: the clock ran on. Where the choice had ended the stint, the stint is opened
        again: ``by`` pays as if it had never answered, and the others get back what ran since.
        """
        mine = self.seats.get(by)
        if mine is not None and mine.since is None and mine.last is not None and by in seats:
            last = mine.last
            for seat, clock in self.seats.items():
                if seat != by and clock.since is not None and clock.began >= last.ended:
                    clock.began, clock.spent = now, 0
                    if seat in seats:
                        clock.since = now
                    else:
                        clock.never_asked()
            mine.bank, mine.since, mine.began, mine.spent, mine.last = last.bank, last.ended, last.began, last.spent, None
        for seat, clock in self.seats.items():
            if clock.since is not None and seat not in seats:
                clock.never_asked()
        self.asked(seats, now)

    def went_back(self, then: Clocks, moment: int, asker: Seat, seats: Collection[Seat], asked_at: int, now: int) -> None:
        """All have agreed to go back to a moment before which the clocks were ``then``: they are what they were at that moment,
        but that the asker pays for asking."""
        for seat, clock in self.seats.items():
            clock.bank, clock.spent, clock.lag = then.seats[seat].bank, then.spent(seat, moment), then.seats[seat].lag
            clock.last, clock.since, clock.began = None, now if seat in seats else None, now
        mine = self.seats.get(asker)
        if mine is not None and mine.since is not None:
            mine.since = mine.began = min(now, asked_at)

    # -- what stops all clocks ---------------------------------------------------------------------------------------------

    def pause(self, now: int) -> None:
        for seat, clock in self.seats.items():
            if clock.since is not None:
                clock.spent, clock.since = self.spent(seat, now), now
        self.paused = now

    def resume(self, now: int) -> None:
        self.paused = None
        for clock in self.seats.values():
            if clock.since is not None:
                clock.since = now

    def absent(self, start: int, end: int) -> None:
        """The server was away from start to end: nobody's time."""
        if end <= self.present:
            return
        self.present = end
        for clock in self.seats.values():
            if clock.since is not None and self.paused is None and clock.since < end:
                clock.spent += counted(clock.since, start, self._week(clock), clock.off) if clock.since < start else 0
                clock.since = end

    def give(self, seat: Seat, plus: int, now: int) -> None:
        """So much more than what is left; a debt is forgiven first."""
        self.seats[seat].bank += plus - min(0, self.left(seat, now))

    def copy(self) -> Clocks:
        return msgspec.json.decode(msgspec.json.encode(self), type=Clocks)
