"""Search: a few candidates played on in the same plausible worlds, and the usual choice left only for a clear gain.

The candidates are what a bot would choose first, second and so on. All meet a few worlds; only the best challenger, if it looks
better at all, meets the rest. So most positions are soon settled, and what is saved there is spent where something may be found.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from time import thread_time

import msgspec

from casusbelli.game import Bot, Position, Reason
from casusbelli.kernel import Choice

from .accounts import next_best
from .mentor import mean_and_doubt
from .rehearsal import can_rehearse, mind_of, rehearse


class Depth(msgspec.Struct, frozen=True):
    """How much is thought: playouts, not seconds, so that the same position and chance give the same choice."""

    candidates: int = 4
    first: int = 2
    """Worlds that all candidates meet."""
    worlds: int = 10
    """Worlds that the best challenger meets in all."""
    least: float = 0.005
    """A smaller gain is not worth leaving the usual choice for, however sure."""
    seconds: float = inf
    """Of processor time, after which it decides by what it has seen: for a table, where somebody waits. Never reached by what is
    usual, and without an end where games must be the same again."""


class Finding(msgspec.Struct, frozen=True):
    """The usual choice, the one to make, and what that gains in the chance to win as far as was seen."""

    usual: Choice
    best: Choice
    gain: float = 0.0
    worlds: int = 0
    """In so many worlds it was seen."""


def search(bot: Bot, position: Position, rng: Random, depth: Depth) -> Finding:
    """What the bot would choose, unless one of its next best is clearly better."""
    late = clock(depth.seconds)
    usual = bot.choose(position, rng)
    if not _worth_thinking(position, usual):
        return Finding(usual, usual)
    worlds = [rng.randbytes(32) for _ in range(depth.worlds)]
    gains: dict[Choice, list[float]] = {other: [] for other in _challengers(bot, position, usual, rng, depth)}
    if not _meet(position, usual, gains, worlds[: depth.first], late):
        return Finding(usual, usual)
    best = max(gains, key=lambda other: sum(gains[other]), default=usual)
    if best == usual or sum(gains[best]) <= 0:
        return Finding(usual, usual)
    _meet(position, usual, {best: gains[best]}, worlds[depth.first :], late)
    gain, doubt = mean_and_doubt(gains[best])
    return Finding(usual, best, gain, len(gains[best])) if gain > max(doubt, depth.least) else Finding(usual, usual)


def searched(found: Finding) -> list[Reason]:
    """What search has to say for itself (``shell.reason.searched``): nothing where it has left the usual choice alone."""
    if found.best == found.usual:
        return []
    return [Reason("searched", {"gain": round(100 * found.gain), "worlds": found.worlds, "over": found.usual})]


def _worth_thinking(position: Position, usual: Choice) -> bool:
    """Whether there is a choice, and playing on would tell what it is worth."""
    mind = mind_of(position.game)
    if mind is None or len(position.options) < 2 or not can_rehearse(position.game, position.scenario):
        return False
    return position.decision not in mind.SETTLED and mind.tells(position.decision, usual)


def _challengers(bot: Bot, position: Position, usual: Choice, rng: Random, depth: Depth) -> list[Choice]:
    """What the bot would choose next, as far as playing on tells its worth."""
    mind = mind_of(position.game)
    assert mind is not None, "a game without a mind has no challengers"
    return [each for each in next_best(bot, position, usual, rng, depth.candidates - 1) if mind.tells(position.decision, each)]


def clock(seconds: float) -> Callable[[], bool]:
    """Whether so much of this thread's processor time is over, from now on."""
    until = thread_time() + seconds
    return lambda: thread_time() >= until


def _meet(
    position: Position, usual: Choice, gains: dict[Choice, list[float]], worlds: list[bytes], late: Callable[[], bool]
) -> bool:
    """Add what each gains over the usual choice, world by world; whether there was time for all. A world that not all of them
    have met by then counts for none."""
    for world in worlds if gains else ():
        so_far, gained = rehearse(position, usual, world), dict[Choice, float]()
        for other in gains:
            if late():
                return False
            gained[other] = rehearse(position, other, world) - so_far
        for other, gain in gained.items():
            gains[other].append(gain)
    return True
