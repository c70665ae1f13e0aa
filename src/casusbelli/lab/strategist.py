"""A marshal who plays its best choices on before it decides: an experiment of the lab, no grade of any game.

``casus arena fog_of_war --bots strategist,marshal --games 200`` measures it. It becomes a grade where it wins 58 % of at least
200 games between two; ``docs/bots.md`` tells what is known so far.
"""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.accounts import next_best
from casusbelli.bots.mentor import mean_and_doubt
from casusbelli.bots.rehearsal import can_rehearse, mind_of, rehearse
from casusbelli.game import Game, Position
from casusbelli.kernel import Choice

STRATEGIST = "strategist"
CANDIDATES, WORLDS = 3, 4
"""Twelve times bots play on: about a quarter of a second of processor time in The Fog of War."""
LEAST = 0.005
"""A smaller gain is not worth leaving the marshal's choice for, however sure."""


class Strategist:
    """Leaves the marshal's choice only where another gains more than its own doubt, in the same plausible worlds."""

    def __init__(self, game: Game[Any], candidates: int = CANDIDATES, worlds: int = WORLDS) -> None:
        self._marshal = make_bot(game, GRADES[-1])
        self._candidates, self._worlds = candidates, worlds

    def choose(self, position: Position, rng: Random) -> Choice:
        return self.weigh(position, rng)[1]

    def weigh(self, position: Position, rng: Random) -> tuple[Choice, Choice, float]:
        """The marshal's choice, what is better if anything is, and how much by."""
        choice = self._marshal.choose(position, rng)
        mind = mind_of(position.game)
        if mind is None or len(position.options) < 2 or not can_rehearse(position.game, position.scenario):
            return choice, choice, 0.0
        if not mind.tells(position.decision, choice):
            return choice, choice, 0.0
        others = next_best(self._marshal, position, choice, rng, self._candidates - 1)
        worlds = [rng.randbytes(32) for _ in range(self._worlds)]
        usual = [rehearse(position, choice, world) for world in worlds]
        best, most = choice, 0.0
        for other in others:
            if not mind.tells(position.decision, other):
                continue
            gains = [rehearse(position, other, world) - so_far for world, so_far in zip(worlds, usual, strict=True)]
            gain, doubt = mean_and_doubt(gains)
            if gain > max(doubt, LEAST, most):
                best, most = other, gain
        return choice, best, most
