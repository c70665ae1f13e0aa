"""How a position on the eve of its war promises to end: the war won first, then the peace."""

from __future__ import annotations

from ..content import RIVALS, Power
from ..endings import NEGOTIATED, judge
from ..scoring import secret_points
from ..state import Churchill
from .futures import FATES, Fate, futures

GRAIN = 0.004
"""What a point of lead over the mean of the rivals counts."""

BEATEN: dict[Power, float] = {"uk": 0.2, "ussr": 0.1, "us": 0.2}
"""What it counts that the Axis is beaten, whoever wins the peace."""

BARGAIN: dict[Power, float] = {"uk": 0.5, "ussr": 0.8, "us": 0.5}
"""What winning a negotiated peace counts, where winning after the victory counts 1. Stalin is the first to come to terms."""


def prospects(g: Churchill, power: Power, fate: Fate = FATES[0]) -> float:
    """What the sketches promise the power on average, with a grain of points to tell equal ones apart."""
    secret = secret_points(g, power)
    promise = 0.0
    for weight, end, total in futures(g, fate):
        total[power] += secret
        ending, _, winner = judge(end, total)
        won = BARGAIN[power] if ending == NEGOTIATED else 1.0
        beaten = 0.0 if ending == NEGOTIATED else BEATEN[power]
        lead = total[power] - sum(total[p] for p in RIVALS[power]) / 2
        promise += weight * (won * (winner == power) + beaten + GRAIN * lead)
    return promise
