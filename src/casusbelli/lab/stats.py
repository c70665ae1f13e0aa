"""The little statistics the lab needs."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Half of a normal distribution's 95 % lies within this many deviations."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a proportion (Wilson's score interval); everything when nothing was tried."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
