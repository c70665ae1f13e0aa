"""What a match's last screen is made of, as data: the score sheet line by line, why it ended so, and what was hidden.

Every word is in the game's catalogue: ``sheet.<key>`` for a line, ``because.<key>`` for a sentence, ``hidden.<key>``,
``award.<key>``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal

import msgspec

from casusbelli.kernel import Event, Params, Seat

LineKind = Literal["line", "detail", "total", "adjustment", "final"]

DICE = ("die", "dice", "roll", "rolls", "rolled")
"""The parameters under which events tell what was rolled."""
SIDES = 6


class SheetLine(msgspec.Struct, frozen=True):
    """A row of the score sheet. A ``detail`` explains the line above it and is not counted again."""

    key: str
    points: Mapping[Seat, float]
    kind: LineKind = "line"
    rule: str = ""
    params: Params = {}


class Because(msgspec.Struct, frozen=True):
    """One sentence of why it ended so, from facts of the match."""

    key: str
    params: Params = {}
    rule: str = ""


class OtherEnding(msgspec.Struct, frozen=True):
    """An ending the rules know: this match's, or one that it missed and what it would have meant."""

    ending: str
    happened: bool
    because: Because | None = None


class Shown(msgspec.Struct, frozen=True):
    """What lay hidden until the end: cards in hand, on piles, in boxes."""

    key: str
    ids: tuple[str, ...]
    seat: Seat | None = None
    params: Params = {}


class Award(msgspec.Struct, frozen=True):
    """Something worth remembering of how somebody played."""

    key: str
    seat: Seat
    params: Params = {}


class Ending(msgspec.Struct, frozen=True):
    """The last screen of a match."""

    sheet: tuple[SheetLine, ...] = ()
    because: tuple[Because, ...] = ()
    endings: tuple[OtherEnding, ...] = ()
    hidden: tuple[Shown, ...] = ()
    awards: tuple[Award, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """The points when a chapter of the match (a conference, a year, a turn) was over, after so many choices."""

    id: str
    at: int
    points: Mapping[Seat, float]


class Rolls(msgspec.Struct, frozen=True):
    """The six-sided dice of a match: how often each face fell, for a seat or (None) for all."""

    seat: Seat | None
    faces: tuple[int, ...]

    @property
    def mean(self) -> float:
        return sum(face * times for face, times in enumerate(self.faces, 1)) / max(1, sum(self.faces))


def faults_of(sheet: Iterable[SheetLine], scores: Mapping[Seat, float]) -> list[str]:
    """Where a sheet does not add up: a total sums up the lines, the final what the adjustments make of it, as in the result."""
    faults: list[str] = []
    running: dict[Seat, float] = {}
    for line in sheet:
        match line.kind:
            case "line" | "adjustment":
                for seat, points in line.points.items():
                    running[seat] = running.get(seat, 0) + points
            case "total" | "final" if running:
                wrong = {seat: points for seat, points in line.points.items() if points != running.get(seat, 0)}
                faults += [
                    f"{line.key}: {seat} has {points:g}, the lines make {running.get(seat, 0):g}"
                    for seat, points in wrong.items()
                ]
        if line.kind == "final":
            wrong = {seat: points for seat, points in line.points.items() if points != scores.get(seat, points)}
            faults += [f"{line.key}: {seat} has {points:g}, the result says {scores[seat]:g}" for seat, points in wrong.items()]
    return faults


def turning_point(chapters: Iterable[Chapter]) -> int | None:
    """The number of the chapter in which the lead changed most; None where nothing is told of points."""
    course = [chapter for chapter in chapters if len(chapter.points) > 1]
    leads = [_lead(chapter.points) for chapter in course]
    if len(leads) < 2:
        return None
    swings = [abs(after - before) if who == was else after + before for (was, before), (who, after) in pairwise(leads)]
    return swings.index(max(swings)) + 1


def _lead(points: Mapping[Seat, float]) -> tuple[Seat, float]:
    """Who leads, and by how much."""
    first, second, *_ = sorted(points.items(), key=lambda each: -each[1])
    return first[0], first[1] - second[1]


def dice_of(events: Iterable[Event], seats: Iterable[Seat]) -> list[Rolls]:
    """The dice of six that the events tell of: of all, and of each seat that rolled.

    An event of dice with other ``sides`` says so; where it lists its ``dice``, its ``roll`` is only their sum.
    """
    known = tuple(seats)
    faces: dict[Seat | None, list[int]] = {None: [0] * SIDES}
    for event in events:
        if event.params.get("sides", SIDES) != SIDES:
            continue
        who = event.params.get("seat", event.params.get("power"))
        for value in faces_in(event.params):
            faces[None][value - 1] += 1
            if who in known:
                faces.setdefault(who, [0] * SIDES)[value - 1] += 1
    return [Rolls(seat, tuple(counts)) for seat, counts in faces.items() if sum(counts)]


def faces_in(params: Params) -> list[int]:
    """The faces of the dice that an event tells of."""
    sides = params.get("sides", SIDES)
    names = ("dice",) if "dice" in params else DICE
    return [value for name in names for value in _values(params.get(name), sides if isinstance(sides, int) else SIDES)]


def _values(told: object, sides: int) -> list[int]:
    """The faces in what an event tells: a number, or several."""
    listed = told if isinstance(told, list | tuple) else [told]
    return [value for value in listed if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= sides]
