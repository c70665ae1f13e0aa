"""The little statistics the lab needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, inf, lgamma, log, sqrt

Z95 = 1.959963984540054
"""Half of a normal distribution's 95 % lies within this many deviations."""

RULE_OF_THREE = 3.6888794541139363
"""What was never seen in n games is rarer than this, through n, with 97.5 % confidence."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a proportion (Wilson's score interval); everything when nothing was tried."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """So many of so many, game by game: the share of all, and its 95 % confidence interval.

    What happens in one game is alike, so games vary and not occasions (the linearised variance of a ratio). Where no game
    differs from the whole, the interval is Wilson's for a share of games, and of nothing at all the rule of three.
    """
    hits, of = fsum(hit for hit, _ in pairs), fsum(n for _, n in pairs)
    if not of:
        return 0.0, 0.0, 0.0
    share, games = hits / of, sum(n > 0 for _, n in pairs)
    if not hits:
        return 0.0, 0.0, min(1.0, RULE_OF_THREE / games)
    spread = fsum((hit - share * n) ** 2 for hit, n in pairs)
    if not spread:
        return (share, wilson(games, games)[0], 1.0) if share == 1 else (share, share, share)
    half = Z95 * sqrt(spread * games / max(1, games - 1)) / of
    return share, max(0.0, share - half), share + half


def always_within(total: float, trials: int, error: float = 0.05) -> tuple[float, float]:
    """An interval for the mean of values between 0 and 1 that holds at every moment at once, however often one looks.

    Robbins' mixture: whoever bets against a wrong mean, with all other means at equal odds, grows rich; against the true one he
    gets 1/error only with the chance of the error. What he has not grown rich against is the interval.
    """
    if trials == 0:
        return 0.0, 1.0
    rest = trials - total
    wealth = lgamma(total + 1) + lgamma(rest + 1) - lgamma(trials + 2)
    limit = wealth + log(error)

    def rich(mean: float) -> bool:
        return (total * log(mean) if total else 0.0) + (rest * log(1 - mean) if rest else 0.0) < limit

    middle = min(max(total / trials, 1e-9), 1 - 1e-9)
    return _edge(rich, 1e-9, middle), _edge(rich, 1 - 1e-9, middle)


def _edge(outside: Callable[[float], bool], far: float, near: float) -> float:
    """Where the inside begins, between a place far out and one within."""
    if not outside(far):
        return round(far, 6)
    for _ in range(50):
        half = (far + near) / 2
        far, near = (half, near) if outside(half) else (far, half)
    return near


def always_about(values: Sequence[float], error: float = 0.05, tuned_for: int = 200) -> tuple[float, float]:
    """An interval for the mean of values of any size that holds (nearly, as they grow many) whenever one looks.

    The normal mixture of Waudby-Smith and others (asymptotic confidence sequences), tightest at about ``tuned_for`` values.
    """
    n = len(values)
    if n < 2:
        return -inf, inf
    mean = fsum(values) / n
    spread = fsum((value - mean) ** 2 for value in values) / (n - 1)
    rho2 = (2 * log(1 / error) + log(1 + 2 * log(1 / error))) / tuned_for
    half = sqrt(spread * (n * rho2 + 1) / (n * n * rho2) * 2 * log(sqrt(n * rho2 + 1) / error))
    return mean - half, mean + half
