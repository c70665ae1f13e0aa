"""A recruit's plays: about half of the board comes to mind, it is kind, and what anybody would see it sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from casusbelli.bots.beginner import come_to_mind, noticed
from casusbelli.kernel import Choice

from ..content import SPACE_OF
from ..plays import DISCARD_REST, END_TURN
from ..state import WunderWaffen
from .search import Search, fills_for_another, scene

_HOSTILE = frozenset({"air_raid", "solution"})
_FORGIVEN = 0.5
"""How much less it thinks of what takes something from another: raids, tokens cleared away or driven out."""
_PLAIN = 5.0
"""A play that is so many points better hits the eye: a territory conquered, a track raised at once."""


def play(search: Search, g: WunderWaffen, options: list[Choice], rng: Random) -> Choice:
    """choose_play: the best of what comes to mind, unless something plainly better lies there; no territory as a gift."""
    proper = [choice for choice in options if not fills_for_another(g, choice)] or options
    seen = come_to_mind(proper, about, rng, lambda choice: attention(search, g, choice)) or proper
    lines = search.lines(None, g, proper)
    best = next(line for line in lines if line.first in seen)
    return lines[0].first if lines[0].worth - best.worth > _PLAIN else best.first


def about(choice: Choice) -> str | None:
    """What a play is about: the place where it takes place, or what it is for. The end of a turn is nothing to think of."""
    return None if choice[0] in (DISCARD_REST, END_TURN) else scene(choice)


def attention(search: Search, g: WunderWaffen, choice: Choice) -> float:
    hostile = choice[0] in _HOSTILE or (choice[0] == "place" and g.spaces[SPACE_OF[str(choice[-1])]] is not None)
    return search.grade.attention * (_FORGIVEN if hostile else 1.0)


def some(options: Sequence[Choice], rng: Random, attention: float) -> list[Choice]:
    """Fronts, targets and bonuses that it thinks of: never none."""
    return noticed(options, rng, attention) or list(options)
