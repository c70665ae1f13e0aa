"""What a match's last screen is made of, as data: the score sheet line by line, why it ended so, and what was hidden.

Every word is in the game's catalogue: ``sheet.<key>`` for a line, ``because.<key>`` for a sentence, ``hidden.<key>``,
``award.<key>``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    at: str = ""
    """Where it lies on the board: the value of a piece, or what ``data-inspect`` calls it; empty: nowhere that is drawn."""


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
    """The dice of a match with so many faces: how often each fell, for a seat or (None) for all."""

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


def turning_points(chapters: Iterable[Chapter], most: int = 3) -> list[int]:
    """The numbers of the chapters in which the lead changed most, the greatest change first; none where no points are told."""
    course = [chapter for chapter in chapters if len(chapter.points) > 1]
    leads = [_lead(chapter.points) for chapter in course]
    swings = [abs(after - before) if who == was else after + before for (was, before), (who, after) in pairwise(leads)]
    order = sorted(range(len(swings)), key=lambda n: (-swings[n], n))
    return [n + 1 for n in order[:most] if swings[n]]


def _lead(points: Mapping[Seat, float]) -> tuple[Seat, float]:
    """Who leads, and by how much."""
    first, second, *_ = sorted(points.items(), key=lambda each: -each[1])
    return first[0], first[1] - second[1]


def dice_of(events: Iterable[Event], thrower: Callable[[Event], Seat | None]) -> list[Rolls]:
    """The dice that the events tell of, for each size of them: of all, and of each seat that rolled.

    An event of dice with other ``sides`` than six says so; where it lists its ``dice``, its ``roll`` is only their sum.
    """
    found: dict[int, dict[Seat | None, list[int]]] = {}
    for event in events:
        sides = sides_in(event.params)
        for value in faces_in(event.params):
            faces = found.setdefault(sides, {None: [0] * sides})
            for who in {None, thrower(event)}:
                faces.setdefault(who, [0] * sides)[value - 1] += 1
    return [Rolls(seat, tuple(counts)) for _, faces in sorted(found.items()) for seat, counts in faces.items()]


def sides_in(params: Params) -> int:
    """How many faces the dice of an event have."""
    sides = params.get("sides")
    return sides if isinstance(sides, int) else SIDES


def faces_in(params: Params) -> list[int]:
    """The faces of the dice that an event tells of."""
    names = ("dice",) if "dice" in params else DICE
    return [value for name in names for value in _values(params.get(name), sides_in(params))]


def _values(told: object, sides: int) -> list[int]:
    """The faces in what an event tells: a number, or several."""
    listed = told if isinstance(told, list | tuple) else [told]
    return [value for value in listed if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= sides]
