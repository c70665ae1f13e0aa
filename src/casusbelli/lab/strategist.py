"""A marshal who plays its best choices on before it decides: an experiment of the lab, no grade of any game.

``casus arena fog_of_war --bots strategist,marshal --games 200`` measures it. It becomes a grade where it wins 58 % of at least
200 games between two; ``docs/bots.md`` tells what is known so far.
"""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.search import Depth, Finding, search
from casusbelli.game import Game, Position
from casusbelli.kernel import Choice

STRATEGIST = "strategist"


class Strategist:
    """Leaves the marshal's choice only where another gains more than its own doubt, in the same plausible worlds."""

    def __init__(self, game: Game[Any], depth: Depth | None = None) -> None:
        self._marshal = make_bot(game, GRADES[-1])
        self._depth = depth or Depth()

    def choose(self, position: Position, rng: Random) -> Choice:
        return self.weigh(position, rng).best

    def weigh(self, position: Position, rng: Random) -> Finding:
        """The marshal's choice, and what is better if anything is."""
        return search(self._marshal, position, rng, self._depth)
