"""The mentor: was a clearly better choice there, by what the seat could know?

A choice that a marshal might make, too, is never found fault with. Any other is played on beside the marshal's in the same
plausible worlds, and only where the marshal's comes out clearly ahead, and surely, is there something to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import process_time

import msgspec

from casusbelli.game import Position, Reason, reasons_of
from casusbelli.kernel import Choice

from . import GRADES, make_bot
from .rehearsal import can_rehearse, mind_of, rehearse

MENTOR = GRADES[-1]
MINDS = 3
"""So often a marshal is asked: it mixes its play, and all it might choose is good enough."""
WORLDS, AT_LEAST = 24, 8
"""In so many worlds the choices are compared; after so few it may be seen that there is nothing to say."""
CLEAR = 0.03
"""A gain of so much of a whole chance is worth a word."""
SURE = 2.5
"""And it must be so many times its own doubt."""
SECONDS = 4.0
"""Of processor time; what is not sure by then is not said."""


class Verdict(msgspec.Struct, frozen=True):
    """A better choice, what it would have gained in the chance to win, and why a marshal prefers it."""

    better: Choice
    gain: float
    doubt: float
    worlds: int
    why: list[Reason]


def verdict(position: Position, choice: Choice, rng: Random, seconds: float = SECONDS) -> Verdict | None:
    """What was clearly better than the choice; None where nothing was, or nobody can tell."""
    mind = mind_of(position.game)
    options = position.options
    if mind is None or len(options) < 2 or choice not in options or not can_rehearse(position.game, position.scenario):
        return None
    if not mind.tells(position.decision, choice):
        return None
    marshal = make_bot(position.game, MENTOR)
    also = [marshal.choose(position, Random(rng.getrandbits(64))) for _ in range(MINDS)]
    better = max(also, key=also.count)
    if choice in also or not mind.tells(position.decision, better):
        return None
    gains = _compared(position, choice, better, rng, seconds)
    gain, doubt = mean_and_doubt(gains)
    if len(gains) < AT_LEAST or gain < CLEAR or gain < SURE * doubt:
        return None
    return Verdict(better, round(gain, 3), round(doubt, 3), len(gains), reasons_of(marshal, position, better))


def _compared(position: Position, choice: Choice, better: Choice, rng: Random, seconds: float) -> list[float]:
    """World by world what the better choice gains, until it is plain that it is not much."""
    gains: list[float] = []
    until = process_time() + seconds
    while len(gains) < WORLDS and process_time() < until:
        world = rng.randbytes(32)
        gains.append(rehearse(position, better, world) - rehearse(position, choice, world))
        if len(gains) >= AT_LEAST:
            gain, doubt = mean_and_doubt(gains)
            if gain + 2 * doubt < CLEAR:
                break
    return gains


def mean_and_doubt(gains: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(gains)
    mean = sum(gains) / max(1, n)
    return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, n * (n - 1)))
