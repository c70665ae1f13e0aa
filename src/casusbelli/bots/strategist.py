"""A strategist: plays the best choices of another bot on before it decides (``search.py``).

A game offers it as a grade where it was measured to win often enough against its marshal; ``docs/bots.md`` says where and by
how much. The lab has one for every game that can rehearse.
"""

from __future__ import annotations

from random import Random

import msgspec

from casusbelli.game import Bot, Comparing, Position, Reason, reasons_of
from casusbelli.kernel import Choice

from .accounts import SILENT
from .search import Depth, Finding, search, searched

FINDINGS = "strategist.findings"
"""Where a position keeps what was found, by the choice that was made of it."""

MOST = 3
"""Reasons that are told."""


class Strategist:
    """Leaves the usual choice only where another gains more than its own doubt, in the same plausible worlds."""

    def __init__(self, usual: Bot, depth: Depth | None = None) -> None:
        self._usual = usual
        self._depth = depth or Depth()

    def within(self, seconds: float) -> Strategist:
        """The same one, which decides after so much processor time by what it has seen."""
        return Strategist(self._usual, msgspec.structs.replace(self._depth, seconds=seconds))

    def choose(self, position: Position, rng: Random) -> Choice:
        found = self.weigh(position, rng)
        position.notes.setdefault(FINDINGS, {})[found.best] = found
        return found.best

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What searching gained over the usual choice, if anything, and what can be said for it without searching."""
        found: Finding | None = position.notes.get(FINDINGS, {}).get(choice)
        own = searched(found) if found is not None else []
        theirs = [reason for reason in reasons_of(self._usual, position, choice) if reason.key not in SILENT]
        return [*own, *theirs][:MOST]

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        """How the usual bot weighs the two, where searching has left its choice alone."""
        found: Finding | None = position.notes.get(FINDINGS, {}).get(choice)
        if not isinstance(self._usual, Comparing) or (found is not None and found.best != found.usual):
            return None
        return self._usual.compares(position, choice, other)

    def weigh(self, position: Position, rng: Random) -> Finding:
        """The usual choice, and what is better if anything is."""
        return search(self._usual, position, rng, self._depth)
