"""How a position on the eve of its war promises to end: the chance of a power to win the peace."""

from __future__ import annotations

from ..content import RIVALS, Power
from ..endings import judge
from ..scoring import secret_points
from ..state import Churchill
from .futures import FUTURES, futures

GRAIN = 0.002
"""What a point of lead counts where the chances are equal."""


def prospects(g: Churchill, power: Power) -> float:
    """The part of all sketches that the power wins, with a grain of points to tell equal chances apart."""
    secret = secret_points(g, power)
    chance = 0.0
    for end, total in futures(g):
        total[power] += secret
        lead = total[power] - sum(total[p] for p in RIVALS[power]) / 2
        chance += (judge(end, total)[2] == power) + GRAIN * lead
    return chance / FUTURES
