"""How far troops get with one activation [11]."""

from __future__ import annotations

from ..board import own_units, stats
from ..content import ADJACENT, UNITS, bits
from ..factions import open_spaces, usable_unit
from ..state import Chaos
from ..supply import in_supply


def within_reach(g: Chaos, side: int) -> int:
    """Spaces a side's supplied troops could march into with one activation."""
    adjacent = ADJACENT[g.border_open]
    free = open_spaces(g, side) & ~g.board.blocked(side)
    found = 0
    for space in bits(g.board.held[side]):
        if space in g.no_act:
            continue
        units = [u for u in own_units(g, space, side) if not UNITS[u].immobile and usable_unit(g, u) and in_supply(g, u)]
        if not units:
            continue
        points = max(stats(g, u)[2] for u in units)
        front = seen = 1 << space
        for _ in range(points // 2 if g.mud else points):
            around = 0
            for here in bits(front):
                around |= adjacent[here]
            front = around & free & ~seen
            seen |= front
            if not front:
                break
        found |= seen
    return found
