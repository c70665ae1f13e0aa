"""Assaults on the posts of a line: a stack beaten out of its place opens the way as an empty space does [12, 13]."""

from __future__ import annotations

from ..board import neighbours, own_units
from ..content import UNITS
from ..factions import usable_unit
from ..supply import spared_by_attrition
from .lines import left_open, starving_without, survey
from .odds import best_storm
from .situation import Situation

_STORMED = 0.5
"""How likely a post must fall before it is thought of as lost."""


def weak_posts(s: Situation) -> dict[int, int]:
    """Own stacks that will probably be stormed and on which the supply of others hangs: where the attackers stand."""
    if s.lore.weak is None:
        found = s.lore.weak = {}
        survey(s)
        for space in _in_contact(s):
            if hanging_on(s, space):
                chance, start = _storm(s, space)
                if chance >= _STORMED:
                    found[space] = start
    return s.lore.weak


def _in_contact(s: Situation) -> list[int]:
    held, theirs = s.g.board.held[s.me], s.g.board.held[s.foe]
    found = {near for space in _spaces(theirs) for near in neighbours(s.g, space) if held >> near & 1}
    return sorted(found)


def _spaces(mask: int) -> list[int]:
    return [space for space in range(mask.bit_length()) if mask >> space & 1]


def cut_by_storm(s: Situation, space: int) -> float:
    """What the enemy would cut off by taking a post from who stands there now, by how likely he does."""
    if not s.g.board.held[s.me] >> space & 1:
        return 0.0
    hanging = hanging_on(s, space)
    return hanging * storm_chance(s, space) if hanging else 0.0


def storm_chance(s: Situation, space: int) -> float:
    """How likely the enemy's best attack takes a space from who stands in it now."""
    return _storm(s, space)[0]


def _storm(s: Situation, space: int) -> tuple[float, int]:
    key = (space, tuple(s.g.board.at[space]))
    known = s.lore.storms.get(key)
    if known is None:
        known = s.lore.storms[key] = _stormed(s, space)
    return known


def _stormed(s: Situation, space: int) -> tuple[float, int]:
    g = s.g
    by_space: dict[int, list[int]] = {}
    for near in neighbours(g, space):
        if g.board.held[s.foe] >> near & 1 and near not in g.no_act:
            units = [u for u in own_units(g, near, s.foe) if not UNITS[u].immobile and usable_unit(g, u) and _fed(s, u)]
            if units:
                by_space[near] = units
    return best_storm(s, s.foe, by_space, space)


def _fed(s: Situation, unit: int) -> bool:
    """In supply as the map stood when it was surveyed."""
    return unit in s.lore.fed[s.foe] or spared_by_attrition(s.g, unit)


def hanging_on(s: Situation, space: int) -> float:
    """Value of own units that starve once a post is lost, and of the places left open with them."""
    known = s.lore.hanging.get(space)
    if known is None:
        starving = starving_without(s, s.me, 1 << space)
        known = sum(s.lost_for_good(u) for u in starving) + left_open(s, s.me, starving)
        s.lore.hanging[space] = known
    return known
