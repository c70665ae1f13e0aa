"""A recruit's round: about half of its cards and troops come to mind, and what does must be good for something."""

from __future__ import annotations

from random import Random

from casusbelli.bots.beginner import come_to_mind
from casusbelli.kernel import Choice

from ..content import SPACE
from . import campaign
from .situation import Situation


def action(s: Situation, scores: dict[Choice, float], rng: Random) -> Choice:
    """choose_action: the best of what comes to mind, or of all where none of that is good for anything."""
    seen = come_to_mind(list(scores), lambda choice: choice[-1], rng, lambda choice: s.weights.attention)
    best = max(seen or scores, key=scores.__getitem__)
    return best if scores[best] > 0 else max(scores, key=scores.__getitem__)


def activation(s: Situation, options: list[Choice], points: int, rng: Random) -> Choice:
    """activate_spaces: the best plan with the troops that come to mind; with all of them before a card is played for nothing."""

    def where(choice: Choice) -> Choice | str | int | None:
        return choice[1] if choice[0] == "activate" else None

    seen = come_to_mind(options, where, rng, lambda choice: s.weights.attention)
    overlooked = {SPACE[str(choice[1])] for choice in options if choice not in seen}
    choice = campaign.activation(s, seen, points, overlooked)
    return choice if choice[0] == "activate" or s.g.operation.markers else campaign.activation(s, options, points)
