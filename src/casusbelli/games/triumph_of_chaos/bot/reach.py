"""How far troops get with an activation or two [11]."""

from __future__ import annotations

from ..board import own_units, stats
from ..content import ADJACENT, UNITS, bits
from ..factions import open_spaces, usable_unit
from ..state import Chaos
from ..supply import in_supply


def marchers(g: Chaos, side: int) -> dict[int, int]:
    """Where a side's supplied troops stand that may march, by their movement points, as masks."""
    found: dict[int, int] = {}
    for space in bits(g.board.held[side]):
        if space in g.no_act:
            continue
        units = [u for u in own_units(g, space, side) if not UNITS[u].immobile and usable_unit(g, u) and in_supply(g, u)]
        if units:
            points = max(stats(g, u)[2] for u in units)
            points = points // 2 if g.mud else points
            found[points] = found.get(points, 0) | 1 << space
    return found


def reached(g: Chaos, starts: dict[int, int], free: int, activations: int = 1) -> int:
    """All spaces those troops could march into over free spaces, each with that many activations."""
    adjacent = ADJACENT[g.border_open]
    front = seen = 0
    for left in range(activations * max(starts, default=0), 0, -1):
        if not left % activations:
            front |= starts.get(left // activations, 0) & ~seen
        around = 0
        for here in bits(front):
            around |= adjacent[here]
        seen |= front
        front = around & free & ~seen
    return seen | front


def enterable(g: Chaos, side: int) -> int:
    """Spaces a side's troops may march into."""
    return open_spaces(g, side) & ~g.board.blocked(side)


def within_reach(g: Chaos, side: int) -> int:
    """Spaces a side's supplied troops could march into with one activation."""
    return reached(g, marchers(g, side), enterable(g, side))
