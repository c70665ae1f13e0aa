"""Bids for sides that nobody can count on."""

from __future__ import annotations

from random import Random

from casusbelli.kernel import Choice

GIVE_OR_TAKE = (-1, 0, 0, 1)
"""Nobody knows what a side is worth to a point, so a point more or less costs next to nothing, and hides what will be bid."""


def bid_for(side: str, other: str, worth: int, rng: Random) -> Choice:
    """A bid for the stronger side, worth so many points; where it seems worth less than nothing, for the other."""
    bid = worth + rng.choice(GIVE_OR_TAKE)
    return ("bid", side, bid) if bid >= 0 else ("bid", other, 0)
