"""How far one choice stands back behind another, in words: for bots that give everything on offer a score.

A score without a unit says nothing to a reader, and the same gap is much in one position and little in the next. So it is
measured by the position itself: by how far the best of what was weighed stands above the middle of it. Less than a seventh of
that is a little, more than three fifths is much. Where fewer than four choices were weighed there is no such measure, and only
the order is told.
"""

from __future__ import annotations

from collections.abc import Collection
from statistics import median

from casusbelli.game import Reason

LITTLE, MUCH = 1 / 7, 3 / 5
FEWEST = 4
"""So many choices make a measure."""
ALIKE = Reason("counts_alike")


def stands_back(weighed: Collection[float], chosen: float, other: float) -> Reason:
    """What parts a choice from another one, by the scores of all that was weighed with them (``shell.reason.counts_*``).

    A bot that errs, or does not think of everything, at times leaves what counts for more.
    """
    gap = chosen - other
    if not gap:
        return ALIKE
    return Reason("counts_less" if gap > 0 else "counts_more", {"by": how_much(weighed, abs(gap))})


def how_much(weighed: Collection[float], gap: float) -> str:
    """A gap between two scores in a word."""
    reach = max(weighed) - median(weighed)
    if len(weighed) < FEWEST or not reach:
        return "some"
    return "little" if gap < LITTLE * reach else "much" if gap > MUCH * reach else "some"
