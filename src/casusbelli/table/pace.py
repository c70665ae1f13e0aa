"""How fast a match is to be played: not at all timed, live with a bank of minutes, or by post with days.

Both timed kinds are one rule (``stints.py``): a stint costs nothing for a while, then it draws on the seat's bank. Live, the
while is some seconds and the bank grows a little with every stint; by post the while is some days and the bank is a reserve
for the whole match. Where weekends do not count, they do not count in the asked person's own time zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from casusbelli.game import Game
from casusbelli.kernel import SetupError

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000

AtFlag = Literal["claim", "caretaker", "none"]
AT_FLAG: tuple[AtFlag, ...] = ("claim", "caretaker", "none")


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pace with a clock. A match without one has no pace at all. Times are seconds, of a match by post days."""

    kind: Literal["live", "days"]
    bank: int
    """What a seat may draw on: seconds, or days of reserve."""
    free: int = 0
    """What every stint has for nothing: seconds, or days."""
    increment: int = 0
    """What the end of a stint adds, never above the cap. Live only."""
    cap: int | None = None
    """How full the bank can be; None: as full as it was at the start."""
    weekends: bool = True
    """Whether Saturdays and Sundays count. By post only."""

    @property
    def unit(self) -> int:
        return SECOND if self.kind == "live" else DAY

    @property
    def ceiling(self) -> int:
        return (self.bank if self.cap is None else self.cap) * self.unit

    # -- what the house does when time is out, in milliseconds -----------------------------------------------------------

    @property
    def takeover(self) -> int:
        """How long the others have before a caretaker takes a seat that is out of time."""
        return MINUTE if self.kind == "live" else DAY

    @property
    def vanishing(self) -> int:
        """How long a seat may be out of time, where the others may claim, before it counts as vanished."""
        return 10 * MINUTE if self.kind == "live" else 7 * DAY

    @property
    def gift(self) -> int:
        """What the others give when they give time."""
        return 5 * MINUTE if self.kind == "live" else DAY

    @property
    def rescue(self) -> int:
        """What is added, once, when a seat answers although its time was out."""
        return 30 * SECOND if self.kind == "live" else DAY

    @property
    def asking(self) -> int:
        """How long a proposal is open."""
        return MINUTE if self.kind == "live" else 3 * DAY

    @property
    def refused_for(self) -> int:
        """How long a refused proposal may not be made again."""
        return 5 * MINUTE if self.kind == "live" else DAY


def live(minutes: int, free: int, increment: int) -> Pace:
    return Pace("live", 60 * minutes, free, increment)


def by_post(days: int, reserve: int) -> Pace:
    return Pace("days", reserve, days)


PRESETS: dict[str, dict[str, Pace]] = {
    "churchill": {"brisk": live(20, 10, 5), "relaxed": live(40, 20, 10), "days": by_post(2, 7)},
    "fog_of_war": {"brisk": live(15, 5, 5), "relaxed": live(35, 10, 10), "days": by_post(2, 7)},
    "wunderwaffen": {"brisk": live(12, 5, 5), "relaxed": live(25, 10, 10), "days": by_post(2, 7)},
    "triumph_of_chaos": {"brisk": live(30, 10, 10), "relaxed": live(60, 20, 15), "days": by_post(3, 10)},
}
"""From how many stints a seat has in whole matches of the game (a Churchill seat about 70, a Fog of War seat about 103)."""

USUAL = {"brisk": live(20, 10, 5), "relaxed": live(40, 20, 10), "days": by_post(2, 7)}
"""For a game that nobody has measured yet."""

UNTIMED = "none"


def presets(game: Game[Any]) -> dict[str, Pace]:
    """What the form offers for this game, the quickest first."""
    return PRESETS.get(game.info.id, USUAL)


def usual_at_flag(seats: int) -> AtFlag:
    """With two the other may claim; a third and a fourth shall not lose their evening: a caretaker plays on."""
    return "claim" if seats == 2 else "caretaker"


def read_pace(game: Game[Any], wanted: str, *, weekends: bool = True) -> Pace | None:
    """The pace of a preset; None: without a clock. A preset that the game does not have is a SetupError."""
    if wanted == UNTIMED:
        return None
    pace = presets(game).get(wanted)
    if pace is None:
        raise SetupError(f"{game.info.id} has no pace {wanted!r}")
    return msgspec.structs.replace(pace, weekends=weekends) if pace.kind == "days" else pace


CUSTOM = "custom"

BOUNDS: dict[str, dict[str, tuple[int, int]]] = {
    "live": {"bank": (1, 180), "free": (0, 120), "increment": (0, 120)},
    "days": {"bank": (0, 30), "free": (1, 14)},
}
"""What a pace of one's own may be: minutes and seconds, or days."""


def custom_pace(form: Mapping[str, str], *, weekends: bool = True) -> Pace:
    """A pace of one's own: ``custom.kind`` and its numbers. What is not in bounds is a SetupError."""
    kind = form.get("custom.kind", "")
    numbers = {}
    for name, (least, most) in BOUNDS.get(kind, {}).items():
        text = form.get(f"custom.{name}", "")
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise SetupError(f"{name} of a pace is a number from {least} to {most}")
        numbers[name] = int(text)
    if kind == "live":
        return live(numbers["bank"], numbers["free"], numbers["increment"])
    if kind == "days":
        return Pace("days", numbers["bank"], numbers["free"], weekends=weekends)
    raise SetupError("a pace of one's own is live or by post")


def read_at_flag(wanted: str, seats: int) -> AtFlag:
    for one in AT_FLAG:
        if one == wanted:
            return one
    if wanted:
        raise SetupError(f"nothing called {wanted!r} happens when time is out")
    return usual_at_flag(seats)


# -- which time counts ---------------------------------------------------------------------------------------------------


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; a name nobody knows is UTC."""
    try:
        return ZoneInfo(name) if name else UTC
    except Exception:  # the library raises half a dozen kinds for half a dozen ways of being no time zone
        return UTC


def is_zone(name: str) -> bool:
    return zone_of(name) is not UTC or name == "UTC"


Span = tuple[int, int]
FOR_EVER = 2**53


def counted(start: int, end: int, week: tzinfo | None, off: Sequence[Span] = ()) -> int:
    """How much of the time from start to end counts; ``week`` is whose Saturdays and Sundays do not (None: all counts), ``off``
    when somebody is on leave."""
    if week is None and not off:
        return max(0, end - start)
    spans = [(start, end)] if week is None and start < end else _working(start, week, end) if week is not None else []
    return sum(min(end, stop) - begin for begin, stop in _without(spans, off) if begin < end)


def reached(start: int, amount: int, week: tzinfo | None, off: Sequence[Span] = ()) -> int:
    """When so much time that counts has passed since the start."""
    if (week is None and not off) or amount <= 0:
        return start + max(0, amount)
    for begin, stop in _without([(start, FOR_EVER)] if week is None else _working(start, week), off):
        if amount <= stop - begin:
            return begin + amount
        amount -= stop - begin
    raise AssertionError("there is always another week")


def _without(spans: Iterable[Span], off: Sequence[Span]) -> Iterator[Span]:
    """What remains of these spans, which follow one another, when somebody is away in between."""
    for begin, stop in spans:
        at = begin
        for leave, back in off:
            if leave < stop and back > at:
                if leave > at:
                    yield at, leave
                at = max(at, back)
        if at < stop:
            yield at, stop


def _working(start: int, week: tzinfo, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The days that count from the start on, as spans of milliseconds; a day on which clocks change is longer or shorter."""
    day = datetime.fromtimestamp(start / 1000, week).date()
    begin = start
    while end is None or begin < end:
        midnight = datetime(day.year, day.month, day.day, tzinfo=week) + timedelta(days=1)
        stop = round(midnight.timestamp() * 1000)
        if day.weekday() < 5 and stop > begin:
            yield begin, stop
        begin, day = max(begin, stop), day + timedelta(days=1)
