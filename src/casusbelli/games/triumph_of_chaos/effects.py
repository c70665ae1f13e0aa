"""The register of effects: for every kind of effect, whether it can change something now, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from .cards import Effect
from .state import Chaos

E = TypeVar("E", bound=Effect)

Possible = Callable[[Chaos, int, Any], bool]
Apply = Callable[[Chaos, int, Any], Coroutine[Any, Any, None]]


class Handler(NamedTuple):
    possible: Possible
    apply: Apply


HANDLERS: dict[type[Effect], Handler] = {}


def effect(kind: type[E], possible: Callable[[Chaos, int, E], bool]) -> Callable[[Apply], Apply]:
    """Register how a kind of effect works; both functions get the state, the card's side and the effect."""

    def register(apply: Apply) -> Apply:
        HANDLERS[kind] = Handler(possible, apply)
        return apply

    return register


def possible(g: Chaos, side: int, one: Effect) -> bool:
    return HANDLERS[type(one)].possible(g, side, one)


def any_possible(g: Chaos, side: int, effects: tuple[Effect, ...]) -> bool:
    """A card can be played if at least one effect can change something [10.1]."""
    return any(possible(g, side, one) for one in effects)


async def apply_all(g: Chaos, side: int, effects: tuple[Effect, ...]) -> None:
    """Effects run in list order; each does as much as it can [15]."""
    for one in effects:
        if possible(g, side, one):
            await HANDLERS[type(one)].apply(g, side, one)
