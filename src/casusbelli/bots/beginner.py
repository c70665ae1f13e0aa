"""How a beginner looks at what is on offer: about half of it comes to mind. What must not be forgotten each game says itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import TypeVar

from casusbelli.game import Position
from casusbelli.kernel import Choice

T = TypeVar("T")

ATTENTION = 0.5
"""How much of what is on offer a beginner thinks of."""


def noticed(things: Iterable[T], rng: Random, attention: float = ATTENTION) -> list[T]:
    """What comes to mind of some things, in their order; nothing, at times."""
    return [thing for thing in things if rng.random() < attention]


def overlooks(rng: Random, share: float) -> bool:
    """Whether something is overlooked that is overlooked this often; who overlooks nothing asks no chance."""
    return share > 0 and rng.random() < share


def come_to_mind(
    options: list[Choice], about: Callable[[Choice], Hashable], rng: Random, attention: Callable[[Choice], float]
) -> list[Choice]:
    """The options that a beginner thinks of: all that are about the same thing, or none of them; about nothing (None): always."""
    things: dict[Hashable, float] = {}
    for option in options:
        things.setdefault(about(option), attention(option))
    seen = {thing for thing, share in things.items() if thing is None or rng.random() < share}
    return [option for option in options if about(option) in seen]


def lets_be(position: Position, rng: Random, attention: float = ATTENTION) -> Choice | None:
    """Asked whether it wants to step in, a beginner often lets things take their course."""
    passive = position.game.passive.get(position.decision)
    if passive is None or passive.choice not in position.options or not overlooks(rng, 1.0 - attention):
        return None
    return passive.choice
