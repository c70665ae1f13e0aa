"""Lines of supply: whom a raid cuts off, and whose lines the enemy could cut before attrition is counted [13]."""

from __future__ import annotations

from ..board import changed, own_units
from ..content import ADJACENT, RED, WHITE, bits
from ..state import Chaos
from ..supply import components, in_supply, passable, supplied_spaces, supply_kind
from .situation import Situation

_RAID = {RED: (0.5, 0.5, 1.6), WHITE: (0.5, 0.5, 0.6)}
_RISK = {RED: (0.2, 0.25, 0.0), WHITE: (0.2, 0.45, 0.9)}
"""By rounds left of the turn (more, two, the last): what a cut is worth, and how far one is feared. Red acts last: what he
cuts in the last round stays cut, and nobody cuts him any more."""


def _phase_of_turn(g: Chaos) -> int:
    left = g.turn_row.rounds - g.round
    return 2 if g.round and left == 0 else 1 if g.round and left == 1 else 0


def raid_weight(s: Situation) -> float:
    return s.weights.cut * _RAID[s.me][_phase_of_turn(s.g)]


def risk_weight(s: Situation) -> float:
    return s.weights.line * _RISK[s.me][_phase_of_turn(s.g)]


def stranded(s: Situation, side: int, lost: int) -> float:
    """Value of a side's units that would be out of supply without the spaces of the mask."""
    known = s.lore.stranded.get((side, lost))
    if known is None:
        known = s.lore.stranded[side, lost] = _stranded(s, side, lost)
    return known


def _stranded(s: Situation, side: int, lost: int) -> float:
    g = s.g
    ways = passable(g, side)
    lost &= ways
    if not lost:
        return 0.0
    parts = components(ways & ~lost, g.border_open)
    if len(parts) <= len(components(ways, g.border_open)) and not lost & s.sources[side]:
        return 0.0
    before = [u for space in bits(g.board.held[side]) for u in own_units(g, space, side) if in_supply(g, u)]
    _mark(g, side, lost)
    value = sum(s.unit_value(u) for u in before if not in_supply(g, u))
    _unmark(g, side, lost)
    return value


def _mark(g: Chaos, side: int, spaces: int) -> None:
    """Think of the spaces as lost: what bars them to supply is the same as the enemy's partisans."""
    g.partisans[3 - side].extend(bits(spaces))
    changed(g)


def _unmark(g: Chaos, side: int, spaces: int) -> None:
    marked = g.partisans[3 - side]
    del marked[len(marked) - spaces.bit_count() :]
    changed(g)


def safe_places(s: Situation, unit: int) -> int:
    """Spaces where the unit would stay in supply whatever empty spaces the enemy took next."""
    g = s.g
    key = (g.owner[unit], g.camp[unit] * 8 + supply_kind(unit))
    known = s.lore.safe.get(key)
    if known is None:
        lost = s.open_to_enemy
        _mark(g, s.me, lost)
        area = supplied_spaces(g, unit)
        _unmark(g, s.me, lost)
        known = area
        adjacent = ADJACENT[g.border_open]
        for space in bits(area):
            known |= adjacent[space]
        s.lore.safe[key] = known
    return known


def barring(s: Situation, space: int) -> float:
    """What hangs on an own space that the enemy could take if nobody stood there."""
    if not s.g.board.control[s.me] >> space & 1:
        return 0.0
    return stranded(s, s.me, 1 << space)
