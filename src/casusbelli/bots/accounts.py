"""An account of a choice, as data: why it was made, what the bot would have chosen next, and what speaks for that.

Whoever tells a bot's mind (the lamp, the mentor, an analysis, ``casus play --explain``) tells it from here.
"""

from __future__ import annotations

from random import Random

import msgspec

from casusbelli.game import Bot, Position, Reason, reasons_of
from casusbelli.kernel import Choice


class Alternative(msgspec.Struct, frozen=True):
    """What else there was, and what speaks for it."""

    choice: Choice
    why: list[Reason]


class Account(msgspec.Struct, frozen=True):
    """A choice, the reasons that decided, and the best alternatives, best first."""

    choice: Choice
    why: list[Reason]
    others: list[Alternative]


def account_of(bot: Bot, position: Position, choice: Choice, rng: Random, others: int = 2) -> Account:
    """Why this choice, and what would have come next."""
    following = next_best(bot, position, choice, rng, others)
    alternatives = [Alternative(each, reasons_of(bot, position, each)) for each in following]
    return Account(choice, reasons_of(bot, position, choice), alternatives)


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
