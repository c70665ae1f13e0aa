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
from ..scoring import score_sheet, totals
from ..state import Churchill
from ..support import distance

GROWTH: dict[Power, float] = {"uk": 6.5, "ussr": 7.0, "us": 8.0}
"""Points a power gains in a conference, on average."""

SWING = 4.0
"""How far a conference's points scatter."""

FUTURES = 24

STILL_TO_COME: dict[str, float] = {
    "directed_offensives": 0.5,
    "production": 0.5,
    "allocation": 0.5,
    "decisions": 0.4,
    "networks": 0.3,
    "alignments": 0.2,
}
"""The part of a conference's points that is still open in a phase; all of it in the others."""

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


class Outlook:
    """The chance of every power to win the peace, foreseen from what lies open, and what moves it."""

    __slots__ = ("conferences", "germany", "japan", "total", "unbeaten", "victory")

    def __init__(self, g: Churchill) -> None:
        self.germany, self.japan = surrender_chances(g, g.last_conference - g.conference + 1)
        self.conferences = g.last_conference - g.conference + STILL_TO_COME.get(g.phase, 1.0)
        self.victory = msgspec.structs.replace(g, surrendered={GERMANY: 1, JAPAN: 1})
        self.unbeaten = msgspec.structs.replace(g, surrendered={})
        self.total = totals(score_sheet(g))

    def chance(self, power: Power, end: Churchill) -> float:
        """How often the power wins over the scatter of what is still to come, if the war ends like this."""
        won, spread = 0, self.conferences**0.5 * SWING
        for scatter in SCATTER:
            future = {
                p: round(self.total[p] + self.conferences * GROWTH[p] + spread * x) for p, x in zip(POWERS, scatter, strict=True)
            }
            won += judge(end, future)[2] == power
        return won / FUTURES

    def stake(self, power: Power, nation: str) -> float:
        """What the surrender of a nation adds to the power's chance, as likely as the other one is beaten too."""
        other = self.japan if nation == GERMANY else self.germany
        return other * (self.chance(power, self.victory) - self.chance(power, self.unbeaten))
