"""How a position between conferences promises to end: the chance of each power to win the peace."""

from __future__ import annotations

from math import comb
from random import Random

import msgspec

from ..content import (
    CBI,
    CENTRAL_PACIFIC,
    EASTERN,
    FAR_EAST,
    GERMANY,
    JAPAN,
    MANCHURIA,
    POWERS,
    STEP,
    SW_PACIFIC,
    TRINITY,
    US,
    WESTERN,
    Power,
)
from ..endings import judge
from ..scoring import score_sheet, secret_points, totals
from ..state import Churchill
from ..support import distance

GROWTH: dict[Power, float] = {"uk": 5.0, "ussr": 4.0, "us": 8.0}
"""Points a power gains in a conference from the third on, on average (60 campaigns and 60 tournaments of officers)."""

SWING = 6.0
"""How far a conference's points scatter in them."""

FUTURES = 16

STRIDE = {"berlin": 0.8, "pacific": 0.6, "bomb": 0.45, "siberia": 0.4}
"""The chance of one step in a conference."""


def draws() -> list[tuple[float, ...]]:
    """The same scatter for every position, so that only the positions differ."""
    rng = Random("prospect")
    half = [tuple(rng.gauss(0, 1) for _ in POWERS) for _ in range(FUTURES // 2)]
    return half + [tuple(-x for x in one) for one in half]


SCATTER = draws()


def reach(steps: int, conferences: int, chance: float) -> float:
    """The chance of at least so many steps."""
    if steps <= 0:
        return 1.0
    return sum(comb(conferences, k) * chance**k * (1 - chance) ** (conferences - k) for k in range(steps, conferences + 1))


def surrender_chances(g: Churchill, conferences: int) -> tuple[float, float]:
    """How likely Germany and Japan are beaten in the conferences left."""
    to_berlin = 0 if GERMANY in g.surrendered else min(distance(g, WESTERN), distance(g, EASTERN))
    germany = reach(to_berlin, conferences, STRIDE["berlin"])
    if JAPAN in g.surrendered:
        return germany, 1.0
    nearest = min(distance(g, f) for f in (CENTRAL_PACIFIC, SW_PACIFIC, CBI, FAR_EAST))
    landed = reach(nearest, conferences, STRIDE["pacific"])
    bomb = reach(TRINITY - g.abomb[US], conferences, STRIDE["bomb"])
    siberia = reach(STEP[FAR_EAST, MANCHURIA] - g.fronts[FAR_EAST], conferences, STRIDE["siberia"])
    return germany, 1 - (1 - landed) * (1 - germany * bomb * siberia)


def prospects(g: Churchill, power: Power) -> float:
    """The chance of the power to win, with a grain of points to tell equal chances apart."""
    total = totals(score_sheet(g))
    total[power] += secret_points(g, power)
    lead = total[power] - sum(total[p] for p in POWERS if p != power) / 2
    if g.final is not None:
        return float(g.final.winner == power) + 0.002 * lead
    left = g.last_conference - g.conference + 1
    germany, japan = surrender_chances(g, left)
    beaten = msgspec.structs.replace(g, surrendered={GERMANY: 1, JAPAN: 1})
    unbeaten = msgspec.structs.replace(g, surrendered={})
    chance = 0.0
    for scatter in SCATTER:
        future = {p: round(total[p] + left * GROWTH[p] + left**0.5 * SWING * scatter[n]) for n, p in enumerate(POWERS)}
        chance += germany * japan * (judge(beaten, future)[2] == power)
        chance += (1 - germany * japan) * (judge(unbeaten, future)[2] == power)
    return chance / FUTURES + 0.002 * lead
