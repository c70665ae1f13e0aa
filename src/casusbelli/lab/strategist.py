"""A marshal who plays its best choices on before it decides: an experiment of the lab, no grade of any game.

``casus arena fog_of_war --bots strategist,marshal --games 200`` measures it. It becomes a grade where it wins 58 % of at least
200 games between two; ``docs/bots.md`` tells what is known so far.
"""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.accounts import SILENT
from casusbelli.bots.search import Depth, Finding, search, searched
from casusbelli.game import Game, Position, Reason, reasons_of
from casusbelli.kernel import Choice

STRATEGIST = "strategist"
FINDINGS = "strategist.findings"
"""Where a position keeps what was found, by the choice that was made of it."""

MOST = 3
"""Reasons that are told."""


class Strategist:
    """Leaves the marshal's choice only where another gains more than its own doubt, in the same plausible worlds."""

    def __init__(self, game: Game[Any], depth: Depth | None = None) -> None:
        self._marshal = make_bot(game, GRADES[-1])
        self._depth = depth or Depth()

    def choose(self, position: Position, rng: Random) -> Choice:
        found = self.weigh(position, rng)
        position.notes.setdefault(FINDINGS, {})[found.best] = found
        return found.best

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What searching gained over the usual choice, if anything, and what the marshal says for it."""
        found: Finding | None = position.notes.get(FINDINGS, {}).get(choice)
        own = searched(found) if found is not None else []
        theirs = [reason for reason in reasons_of(self._marshal, position, choice) if reason.key not in SILENT]
        return [*own, *theirs][:MOST]

    def weigh(self, position: Position, rng: Random) -> Finding:
        """The marshal's choice, and what is better if anything is."""
        return search(self._marshal, position, rng, self._depth)
