"""How the war may go on from its eve: a few dozen sketches of the conferences left, on the same dice for every position.

The war of the present conference goes by the true odds of its Fronts; later ones by how Fronts fare on average. What a sketch is
worth in points is told by the score sheet itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec

from ..content import (
    AXIS_OF,
    CENTRAL_ITALY,
    EASTERN,
    END_OF,
    FRONTS,
    GERMANY,
    JAPAN,
    LINES,
    NORMANDY,
    PATHS,
    POWERS,
    STEP,
    TRINITY,
    US,
    USSR,
    WESTERN,
    Power,
)
from ..forecast import army_chances, front_odds
from ..scoring import COUNTERS
from ..state import Churchill
from ..war import surrender

Points = dict[Power, float]

FUTURES, SCATTERS = 32, 4
"""How many sketches of the war are drawn of one position, and how many ways for the points at the table to go in each."""

STRIDE: dict[str, float] = {
    "bolero": 0.5, "normandy": 0.8, "rhineland": 0.6, "west_germany": 0.75, "sicily": 0.5, "south_italy": 0.5,
    "central_italy": 0.55, "north_italy": 0.35, "belorussia": 0.35, "ukraine": 0.45, "prussia": 0.55, "east_germany": 0.65,
    "caroline_islands": 0.5, "mariana_islands": 0.65, "iwo_jima": 0.6, "okinawa": 0.55, "papua_new_guinea": 0.5,
    "vogelkop_new_guinea": 0.55, "philippines": 0.65, "kyushu": 0.45, "burma": 0.3, "south_china": 0.3, "formosa": 0.35,
    "nomonhan": 0.3, "manchuria": 0.4, "north_china": 0.3, "korea": 0.4,
}  # fmt: skip
"""How often a Front that tries enters a space (200 tournaments of officers)."""

LAST_STRIDE: dict[str, float] = {GERMANY: 0.85, JAPAN: 0.35}
"""The same for the Axis nations themselves."""

STRIDES: dict[str, tuple[float, ...]] = {
    front: (*(LAST_STRIDE.get(space.id) or STRIDE[space.id] for space in path[1:]), 0.0) for front, path in PATHS.items()
}
IN_EUROPE = tuple(front for front, axis in AXIS_OF.items() if axis == GERMANY)
TO_THE_END = tuple(front for front, path in PATHS.items() if path[-1].id in (GERMANY, JAPAN))

FREED = 1.25
"""Against Japan everything goes easier once Germany is beaten."""

HORDE = 0.3
"""In the East next to nothing goes before Normandy (7.62 step 4)."""

BOMB, SPIES = 0.4, 0.3
"""How often the bomb, and the spies, come a step further in a conference."""

GROWTH: Points = {"uk": 2.9, "ussr": 4.7, "us": 2.5}
"""What a power gains at the table and in the countries in a conference to come (26 tournaments of marshals)."""

SWING = 5.0
"""How far that scatters."""

POLITICAL = ("vp_alignment", "vp_network", "vp_global", "vp_conference_west", "vp_conference_ussr", "vp_empty_colony")
"""The lines of the sheet that the Fronts do not touch."""

MOST_CONFERENCES = 10


class Dice(NamedTuple):
    """One sketch's chance in a conference: a number for each Front, the bomb and the spies."""

    fronts: dict[str, float]
    bomb: float
    spies: float


def strata(rng: Random) -> list[float]:
    """Numbers that fill the interval evenly, in disorder: so few sketches hit every chance as closely as they can."""
    numbers = [(n + 0.5) / FUTURES for n in range(FUTURES)]
    rng.shuffle(numbers)
    return numbers


def draw_dice(rng: Random) -> list[list[Dice]]:
    """For every sketch and conference."""
    columns = [[strata(rng) for _ in range(len(FRONTS) + 2)] for _ in range(MOST_CONFERENCES)]
    return [
        [Dice(dict(zip(FRONTS, (c[n] for c in column), strict=False)), column[-2][n], column[-1][n]) for column in columns]
        for n in range(FUTURES)
    ]


def draw_scatter(rng: Random) -> list[Points]:
    """Each with its opposite."""
    half = [{p: rng.gauss(0, 1) for p in POWERS} for _ in range(SCATTERS // 2)]
    return [*half, *({p: -x for p, x in one.items()} for one in half)]


class Fate(NamedTuple):
    """The chance of all sketches of a position: the same for positions that are compared, so that only they differ."""

    dice: list[list[Dice]]
    scatter: list[list[Points]]


def draw_fate(number: int) -> Fate:
    rng = Random(f"fate {number}")
    return Fate(draw_dice(rng), [draw_scatter(rng) for _ in range(FUTURES)])


FATES = [draw_fate(n) for n in range(8)]
"""Several, or the same Fronts would be lucky in every decision."""

CALM: list[Points] = [dict.fromkeys(POWERS, 0.0)]


class Eve(NamedTuple):
    """What all sketches of a position start from."""

    g: Churchill
    advance: dict[str, float]
    beyond: dict[str, float]
    politics: dict[Power, int]


def eve_of(g: Churchill) -> Eve:
    """The odds of the war at hand, and the points that it does not touch."""
    chances = army_chances(g)
    advance, beyond = dict.fromkeys(FRONTS, 0.0), dict.fromkeys(FRONTS, 0.0)
    for front in FRONTS:
        odds = front_odds(g, front, chances[front])
        if odds is not None:
            advance[front], beyond[front] = odds["advance"], odds["breakthrough"]
    return Eve(g, advance, beyond, points_on(g, POLITICAL))


def rest(g: Churchill) -> int:
    """The conferences after this one."""
    return g.last_conference - g.conference


def points_on(g: Churchill, lines: tuple[str, ...]) -> dict[Power, int]:
    """What these lines of the sheet pay."""
    points = dict.fromkeys(POWERS, 0)
    for line in lines:
        row = LINES[line]
        each = row.each_first_edition if g.first_edition and row.each_first_edition is not None else row.each
        counts = COUNTERS[line](g)
        for power in POWERS:
            points[power] += counts[power] * each[power]
    return points


MILITARY = tuple(line for line in LINES if line not in POLITICAL)
_known: dict[tuple[object, ...], dict[Power, int]] = {}
"""What the war lines pay, for outcomes met before."""


def military_points(g: Churchill) -> dict[Power, int]:
    entered = g.entered
    key = (
        *g.fronts.values(),
        *g.surrendered,
        *g.abomb.values(),
        *g.technology.values(),
        entered.get(NORMANDY, 99) - entered.get(CENTRAL_ITALY, 99),
        g.first_edition,
        g.options.rivalry_min_gap,
    )
    points = _known.get(key)
    if points is None:
        if len(_known) > 50_000:
            _known.clear()
        points = _known[key] = points_on(g, MILITARY)
    return points


def futures(g: Churchill, fate: Fate = FATES[0]) -> Iterator[tuple[float, Churchill, dict[Power, int]]]:
    """The weight of a sketch, its end of the war, and the points of all powers there. ``g`` stands on the eve of its war."""
    eve = eve_of(g)
    for dice, scatters in zip(fate.dice, fate.scatter, strict=True):
        end = sketch(eve, dice)
        ahead = end.conference - g.conference
        military, swing = military_points(end), SWING * ahead**0.5
        expected = {p: eve.politics[p] + military[p] + ahead * GROWTH[p] for p in POWERS}
        drawn = scatters if ahead else CALM
        for scatter in drawn:
            yield 1 / (FUTURES * len(drawn)), end, {p: round(expected[p] + swing * scatter[p]) for p in POWERS}


def sketch(eve: Eve, dice: list[Dice]) -> Churchill:
    """One way through the conferences left: a state of which only the war is true."""
    g = eve.g
    end = msgspec.structs.replace(
        g,
        fronts=dict(g.fronts),
        surrendered=dict(g.surrendered),
        entered=dict(g.entered),
        abomb=dict(g.abomb),
        technology=dict(g.technology),
    )
    for n in range(rest(g) + 1):
        end.conference = g.conference + n
        if n:
            research(end, dice[n])
        for front, chance in dice[n].fronts.items():
            if n:
                if chance < later(end, front):
                    enter(end, front)
            elif chance < eve.advance[front]:
                enter(end, front)
                if chance < eve.beyond[front]:
                    enter(end, front)
        if may_surrender(end):
            surrender(end)
            if len(end.surrendered) == 2:
                break
    return end


def research(end: Churchill, dice: Dice) -> None:
    end.abomb[US] = min(TRINITY, end.abomb[US] + (dice.bomb < BOMB))
    end.abomb[USSR] = min(TRINITY, end.abomb[USSR] + (dice.spies < SPIES))


def later(end: Churchill, front: str) -> float:
    """How likely a Front advances in a conference that is still far away."""
    chance = STRIDES[front][end.fronts[front]]
    if front not in IN_EUROPE:
        return 0.0 if JAPAN in end.surrendered else chance * FREED if GERMANY in end.surrendered else chance
    if GERMANY in end.surrendered:
        return 0.0
    return chance * HORDE if front == EASTERN and end.fronts[WESTERN] < STEP[WESTERN, NORMANDY] else chance


def may_surrender(end: Churchill) -> bool:
    """A quick look before the rule is asked."""
    by_bomb = GERMANY in end.surrendered and end.abomb[US] == TRINITY
    return by_bomb or any(end.fronts[front] == END_OF[front] for front in TO_THE_END)


def enter(end: Churchill, front: str) -> None:
    end.fronts[front] += 1
    space = PATHS[front][end.fronts[front]]
    end.entered.setdefault(space.id, end.conference)
    end.b29_reached = end.b29_reached or space.b29
