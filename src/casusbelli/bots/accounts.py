"""An account of a choice, as data: why it was made, what the bot would have chosen next, and how that compares.

Whoever tells a bot's mind (the lamp, an analysis, ``casus play --explain``) tells it from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from casusbelli.game import Bot, Comparing, Position, Reason, reasons_of
from casusbelli.kernel import Choice

SILENT = {"only", "weighed"}
"""What is said where a bot has nothing to say: it speaks for nothing."""


class Alternative(msgspec.Struct, frozen=True):
    """What else there was, what speaks for it, and how it compares with what was chosen."""

    choice: Choice
    why: list[Reason]
    lacks: list[Reason] = []
    """What speaks for what was chosen, and not for this."""
    has: list[Reason] = []
    """What speaks for this, and not for what was chosen."""
    gap: Reason | None = None
    """By how much it stands back, where the bot has weighed the two against each other."""


class Account(msgspec.Struct, frozen=True):
    """A choice, the reasons that decided, and the best alternatives, best first."""

    choice: Choice
    why: list[Reason] = []
    others: list[Alternative] = []


def account_of(bot: Bot, position: Position, choice: Choice, rng: Random, others: int = 2) -> Account:
    """Why this choice, what would have come next, and how that compares."""
    why = reasons_of(bot, position, choice)
    following = next_best(bot, position, choice, rng, others)
    return Account(choice, why, [beside(bot, position, choice, why, other) for other in following])


def beside(bot: Bot, position: Position, choice: Choice, why: Sequence[Reason], other: Choice) -> Alternative:
    """Another option beside the choice, for which so much speaks."""
    theirs = reasons_of(bot, position, other)
    gap = bot.compares(position, choice, other) if isinstance(bot, Comparing) else None
    return Alternative(other, theirs, _only(why, theirs), _only(theirs, why), gap)


def _only(reasons: Sequence[Reason], others: Sequence[Reason]) -> list[Reason]:
    """What speaks for the one and not, in the same words, for the other."""
    return [reason for reason in reasons if reason not in others and reason.key not in SILENT]


def next_best(bot: Bot, position: Position, choice: Choice, rng: Random, count: int) -> list[Choice]:
    """What the bot chooses where the choice is not on offer, and where that is not either."""
    left = [each for each in position.options if each != choice]
    found: list[Choice] = []
    while left and len(found) < count:
        following = bot.choose(position.among(left), Random(rng.getrandbits(64)))
        if following not in left:
            break
        found.append(following)
        left.remove(following)
    return found
