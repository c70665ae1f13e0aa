"""Marches: where a mover should go, what it takes on the way, and what it leaves behind [11]."""

from __future__ import annotations

from typing import NamedTuple

from ..board import neighbours, own_units, put, send, stats
from ..content import FACTION_AT, FACTIONS, POLAND, RED, UNITS
from ..factions import in_play
from ..movement import Mover
from ..state import SELF_DEFENCE
from ..supply import in_supply, in_supply_at
from .battles import chance_at, danger_at
from .situation import NODE_AT, Situation


class March(NamedTuple):
    """A destination with its worth and the way to it."""

    value: float
    path: tuple[int, ...]


STAY = March(0.0, ())


def best_march(s: Situation, units: list[int], leaders: list[int], here: int, points: int | None = None) -> March:
    """The best place the mover can reach; STAY if none is better than where it stands."""
    mover = Mover(s.g, s.me, units, leaders)
    if points is not None:
        mover.points = points
    ways = _ways(s, mover, here)
    if not ways:
        return STAY
    strength = sum(s.strength(u) for u in units)
    supplied = all(in_supply(s.g, u) for u in units)
    found = [March(_worth(s, units, strength, supplied, here, way), way) for way in ways]
    found.sort(key=lambda m: -m.value)
    if s.weights.refined:
        found = [_refined(s, units, here, m) for m in found[: s.weights.refined]]
    return max(found, key=lambda m: m.value)


def _ways(s: Situation, mover: Mover, here: int) -> list[tuple[int, ...]]:
    """For every place within reach the way that takes most on its way."""
    g = s.g
    best: dict[int, tuple[float, tuple[int, ...]]] = {here: (0.0, ())}
    front = [here]
    ends: dict[int, tuple[float, tuple[int, ...]]] = {}
    points = mover.points
    while points >= mover.step_cost and front:
        points -= mover.step_cost
        reached: dict[int, tuple[float, tuple[int, ...]]] = {}
        for space in front:
            value, path = best[space]
            for near in neighbours(g, space):
                if not mover.mask >> near & 1 or near == here or near in path:
                    continue
                gain = value + (_taking(s, near) if g.control[near] != s.me else 0.0)
                if near not in reached or gain > reached[near][0]:
                    reached[near] = (gain, (*path, near))
        front = []
        for space, way in reached.items():
            if space not in ends or way[0] > ends[space][0]:
                if mover.has_room(g, space):
                    ends[space] = way
                front.append(space)
        best = reached
    return [path for _, path in ends.values()]


def _taking(s: Situation, space: int) -> float:
    """What marching into a space that is not ours brings, the place itself aside."""
    return 0.2 + s.cut(space)


def _worth(s: Situation, units: list[int], strength: float, supplied: bool, here: int, path: tuple[int, ...]) -> float:
    g, end = s.g, path[-1]
    taken, value = 0, 0.0
    for space in path:
        if g.control[space] != s.me:
            taken |= 1 << space
            value += _taking(s, space)
            if s.me == RED and _angers_poland(s, space):
                value -= 4.0
    value += s.shifted(here, end, strength, len(units), taken)
    factors = sum(stats(g, u)[0] + 0.5 for u in units)
    if not all(_fed(s, u, end, path) for u in units):
        value -= s.weights.astray * factors * (1.0 if supplied else 0.0)
    elif not supplied:
        value += s.weights.astray * factors
    return value


def _fed(s: Situation, unit: int, end: int, path: tuple[int, ...]) -> bool:
    """In supply at the end of the way: there, or along the spaces just taken."""
    g = s.g
    if in_supply_at(g, unit, end):
        return True
    return all(g.control[p] != s.me for p in path) and in_supply(g, unit)


def _angers_poland(s: Situation, space: int) -> bool:
    """A first step of Red troops into Poland's neighbours may bring the Poles to arms [20]."""
    g, faction = s.g, FACTION_AT[space]
    if faction < 0 or not FACTIONS[faction].polish_response or faction in g.responded:
        return False
    return g.polish_state == SELF_DEFENCE and in_play(g, POLAND)


def _refined(s: Situation, units: list[int], here: int, march: March) -> March:
    """Battles in mind: attacks that become possible or are given up, and what the enemy may do to the stacks."""
    w, end = s.weights, march.path[-1]
    before = w.chance * (_chances(s, here) + _chances(s, end)) - w.danger * (_danger(s, here) + _danger(s, end))
    _place(s, units, end)
    after = w.chance * (_chances(s, here) + _chances(s, end)) - w.danger * (_danger(s, here) + _danger(s, end))
    _place(s, units, here)
    return March(march.value + after - before, march.path)


def _place(s: Situation, units: list[int], space: int) -> None:
    for unit in units:
        put(s.g, unit, space)


def _chances(s: Situation, space: int) -> float:
    units = [u for u in own_units(s.g, space, s.me) if not UNITS[u].immobile]
    return chance_at(s, space, units) if units else 0.0


def _danger(s: Situation, space: int) -> float:
    if not own_units(s.g, space, s.me):
        return 0.0
    return min(danger_at(s, space), 12.0)


def place_value(s: Situation, unit: int, space: int) -> float:
    """What a fresh unit does in a space: for placements, redeployment and retreats."""
    value = s.shifted(-1, space, s.strength(unit))
    if s.weights.refined and s.contact(space):
        here = s.g.where[unit]
        before = s.weights.chance * _chances(s, space) - s.weights.danger * _danger(s, space)
        put(s.g, unit, space)
        value += s.weights.chance * _chances(s, space) - s.weights.danger * _danger(s, space) - before
        _lift(s, unit, here)
    if space in NODE_AT and not own_units(s.g, space, s.me):
        value += 0.2
    return value


def _lift(s: Situation, unit: int, box: int) -> None:
    """Back to where the unit was."""
    if box >= 0:
        put(s.g, unit, box)
    else:
        send(s.g, unit, box)
