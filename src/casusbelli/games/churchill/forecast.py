"""7.6, 7.7 ahead of time: the chance of every Front to advance, from what lies open on the map.

The certain part of the Axis deployment is the plan of :mod:`reserves`; what goes by lot and by die is weighed exactly.
"""

from __future__ import annotations

from math import comb
from typing import Any

import msgspec

from .content import (
    ARCTIC,
    AXIS_OF,
    EASTERN,
    FRONTS,
    GERMANY,
    JAPAN,
    MEDITERRANEAN,
    NUMBERS,
    WESTERN,
)
from .fronts import can_break_through, obstacle, strength_of
from .reserves import (
    FLEET,
    GERMAN_DIE,
    ISLAND_FRONTS,
    ITALIAN,
    JAPANESE_DIE,
    SORTIE_FACES,
    Plan,
    arctic_prey,
    german_plan,
    japanese_plan,
    sortie_target,
    uboat_at_sea,
)
from .state import Churchill
from .support import entry_space, may_place_offensive, naval_at

Distribution = list[float]
"""The chance of meeting 0, 1, 2, … armies."""

DIE = len(GERMAN_DIE)


def shift(chances: Distribution, count: int) -> Distribution:
    return [0.0] * count + chances


def mix(chances: Distribution, extra: Distribution) -> Distribution:
    """The distribution of a sum."""
    out = [0.0] * (len(chances) + len(extra) - 1)
    for i, p in enumerate(chances):
        for j, q in enumerate(extra):
            out[i + j] += p * q
    return out


def binomial(n: int, p: float) -> Distribution:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def armies_ahead(front: str, plan: Plan, loose: Distribution) -> Distribution:
    """How many armies a Front will meet: the certain ones, its lots, and its share of the dice."""
    chances = shift(loose, plan.fixed.get(front, 0))
    for fronts, odd in plan.lots:
        if front in fronts:
            p = odd / len(fronts)
            chances = mix(chances, [1 - p, p])
    return chances


def shares(die: dict[int, str]) -> dict[str, float]:
    """The part of the faces that sends an army to each target."""
    faces = list(die.values())
    return {target: faces.count(target) / DIE for target in faces}


GERMAN_SHARE, JAPANESE_SHARE = shares(GERMAN_DIE), shares(JAPANESE_DIE)


def mediterranean_share(g: Churchill, loose: int) -> Distribution:
    """7.62 step 8: the Arctic swallows armies while there are ships to hunt; the others turn south."""
    room = max(0, g.naval[ARCTIC] - arctic_prey(g) + 1)
    five, six = GERMAN_SHARE[MEDITERRANEAN], GERMAN_SHARE[ARCTIC]
    out = [0.0] * (loose + 1)
    for north in range(loose + 1):
        for south in range(loose + 1 - north):
            ways = comb(loose, north) * comb(loose - north, south)
            chance = ways * six**north * five**south * (1 - five - six) ** (loose - north - south)
            out[south + max(0, north - room)] += chance
    return out


def army_chances(g: Churchill) -> dict[str, Distribution]:
    """For every Front the distribution of the armies it will meet this conference."""
    if g.deployed:
        return {front: [*[0.0] * g.armies[front], 1.0] for front in FRONTS}
    out: dict[str, Distribution] = {front: [1.0] for front in FRONTS}
    if GERMANY not in g.surrendered:
        plan = german_plan(g)
        for front in (WESTERN, EASTERN):
            out[front] = armies_ahead(front, plan, binomial(plan.loose, GERMAN_SHARE[front]))
        south = shift(mediterranean_share(g, plan.loose), g.reserves[ITALIAN])
        out[MEDITERRANEAN] = armies_ahead(MEDITERRANEAN, plan, south)
    if JAPAN not in g.surrendered:
        plan = japanese_plan(g)
        for front, axis in AXIS_OF.items():
            if axis == JAPAN:
                by_die = binomial(plan.loose, JAPANESE_SHARE[front]) if front in ISLAND_FRONTS else [1.0]
                out[front] = armies_ahead(front, plan, by_die)
    return out


def raid_chance(g: Churchill, front: str) -> float:
    """The chance that the U-boat or the Japanese navy takes a Naval Support from the Front before it moves."""
    if g.deployed:
        return 0.0
    if front == WESTERN:
        return float(uboat_at_sea(g) and GERMANY not in g.surrendered)
    if not g.reserves[FLEET] or JAPAN in g.surrendered:
        return 0.0
    ordered = next((a.front for a in g.assigned if a.unit == FLEET), None)
    if ordered is not None:
        return float(ordered == front)
    return len(SORTIE_FACES) / DIE if sortie_target(g) == front else 0.0


def naval_chance(g: Churchill, front: str, required: int) -> float:
    """The chance that enough Naval Support is left for the entry."""
    spare = naval_at(g, front) - required
    if spare < 0:
        return 0.0
    return 1.0 if spare or not required else 1.0 - raid_chance(g, front)


def front_odds(g: Churchill, front: str, chances: Distribution) -> dict[str, Any] | None:
    """The chance to advance and to break through, the mean of the armies met, the strength at worst and at best."""
    space = entry_space(g, front)
    if space is None or AXIS_OF[front] in g.surrendered:
        return None
    stopped = obstacle(g, front, space)
    ready = 0.0 if stopped else naval_chance(g, front, space.naval_required)
    open_road = can_break_through(g, front, g.fronts[front] + 2)
    advance = beyond = mean = 0.0
    for armies, chance in enumerate(chances):
        strength = strength_of(g.support[front], armies)
        mean += chance * armies
        advance += chance * min(1.0, max(0, strength) / NUMBERS.front_die)
        if open_road and strength >= NUMBERS.breakthrough_threshold:
            beyond += chance * min(1.0, (strength - NUMBERS.breakthrough_threshold + 1) / NUMBERS.front_die)
    met = [n for n, chance in enumerate(chances) if chance]
    return {
        "advance": round(ready * advance, 4),
        "breakthrough": round(ready * beyond, 4),
        "armies": round(mean, 3),
        "strength": [strength_of(g.support[front], met[-1]), strength_of(g.support[front], met[0])],
        "obstacle": stopped,
    }


def forecast(g: Churchill) -> dict[str, dict[str, Any] | None]:
    """The odds of every Front as things lie; None for a Front that has nothing left to do."""
    chances = army_chances(g)
    return {front: front_odds(g, front, chances[front]) for front in FRONTS}


def prospects(g: Churchill) -> dict[str, dict[str, Any] | None]:
    """The same, with what one Offensive Support more would make of them."""
    chances = army_chances(g)
    odds = {front: front_odds(g, front, chances[front]) for front in FRONTS}
    return {front: told and {**told, "better": better(g, front, told, chances[front])} for front, told in odds.items()}


def better(g: Churchill, front: str, odds: dict[str, Any], chances: Distribution) -> float | None:
    """The chance to advance with one Offensive Support more; None where none can come any more, or it would change nothing."""
    if g.spent or odds["obstacle"] or odds["advance"] == 1 or not may_place_offensive(g, front):
        return None
    more = msgspec.structs.replace(g, support={**g.support, front: g.support[front] + 1})
    after = front_odds(more, front, chances)
    return after["advance"] if after else None
