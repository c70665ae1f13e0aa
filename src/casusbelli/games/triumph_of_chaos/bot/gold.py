"""The gold train: worth holding for what it pays, and worth two points in the vaults [17.2]."""

from __future__ import annotations

from ..content import RAIL, UNITS, bits
from ..state import Chaos
from ..tables import CONSTANT
from ..tsar import DEPOSITS
from .situation import GOLD, Situation


def way_to_vaults(g: Chaos, side: int) -> list[int]:
    """The shortest way along own rails from the train to a vault of the side; empty where there is none."""
    land = g.board.control[side] & ~g.board.blocked(side)
    ways = [[g.train]]
    seen = 1 << g.train
    for way in ways:
        if way[-1] in DEPOSITS[side]:
            return way
        for space in bits(land & ~seen):
            if (way[-1], space) in RAIL:
                seen |= 1 << space
                ways.append([*way, space])
    return []


def convoy(s: Situation, units: list[int]) -> tuple[float, int, list[int]] | None:
    """What it is worth to bring the train nearer to the vaults, by whom, and the way of this round; None if it cannot be."""
    g = s.g
    escort = [u for u in units if not UNITS[u].immobile and g.where[u] == g.train]
    if not escort or g.train_controller() != s.me or any(g.where[u] == g.train for u in g.operation.moved):
        return None
    way = way_to_vaults(g, s.me)
    if len(way) < 2:
        return None
    steps = CONSTANT["igsr_moves_per_round"]
    rounds = -(-(len(way) - 1) // steps)
    points = s.weights.vp * CONSTANT["igsr_deposit_vp"] / (1 + rounds)
    end = way[min(steps, len(way) - 1)]
    value, unit = max((s.shifted(g.train, end, s.strength(u)), u) for u in escort)
    return points + GOLD + value, unit, way[1 : steps + 1]


def next_stop(s: Situation, here: int) -> int | None:
    """Where a mover in the train's space takes it: the next space of its way, or where it stands if that is a vault."""
    if s.g.train != here or s.g.train_controller() != s.me:
        return None
    way = way_to_vaults(s.g, s.me)
    return way[min(1, len(way) - 1)] if way else None
