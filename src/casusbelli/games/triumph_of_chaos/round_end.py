"""The end of a round: locks end, the other side or the next round follows [10.1]."""

from __future__ import annotations

from .board import activations_changed
from .content import RED, WHITE
from .factions import controller
from .state import Chaos, Operation


def finish_round(g: Chaos) -> None:
    """White acts first in every round; after the last one comes the logistics phase."""
    side = g.active
    g.operation = Operation()
    activations_changed(g)
    if any(g.lock):
        for faction, lock in enumerate(g.lock):
            if lock == 2 or (lock == 1 and controller(g, faction) == side):
                g.lock[faction] = 0
    g.phase = "round"
    if side == WHITE:
        g.active = RED
    elif g.round < g.turn_row.rounds:
        g.round, g.active = g.round + 1, WHITE
    else:
        g.phase = "logistics"
