"""Lines of supply: who lives on them, whom their loss would cut off, and who could be joined to them again [13]."""

from __future__ import annotations

from ..board import changed, own_units, set_control
from ..content import ADJACENT, RED, SIDES, WHITE, bits
from ..state import Chaos
from ..supply import (
    components,
    flood,
    in_supply,
    needs_no_source,
    passable,
    spared_by_attrition,
    supplied_spaces,
    supply_kind,
    supply_net,
)
from .situation import NODE_AT, NODES, Net, Situation

_RAID = {RED: (0.5, 0.5, 1.6), WHITE: (0.5, 0.5, 0.6)}
_RISK = {RED: (0.2, 0.25, 0.0), WHITE: (0.6, 0.65, 0.9)}
"""By rounds left of the turn (more, two, the last): what a cut is worth, and how far one is feared. Red acts last: what he
cuts in the last round stays cut, and nobody cuts him any more."""

_RELIEF = {RED: (0.4, 0.6, 1.0), WHITE: (0.8, 0.8, 0.8)}
"""By rounds left: what it is worth to join troops to their sources again; in the last round Red may part them once more."""
MOST_AT_STAKE = 25.0
_OPEN = 0.7
"""Share of a place's worth that goes with the last troops in it."""


def phase_of_turn(g: Chaos) -> int:
    left = g.turn_row.rounds - g.round
    return 2 if g.round and left == 0 else 1 if g.round and left == 1 else 0


def raid_weight(s: Situation) -> float:
    return s.horizon.cuts * s.weights.cut * _RAID[s.me][phase_of_turn(s.g)]


def risk_weight(s: Situation) -> float:
    return _care(s) * _RISK[s.me][phase_of_turn(s.g)]


def relief_weight(s: Situation) -> float:
    return _care(s) * _RELIEF[s.me][phase_of_turn(s.g)]


def _care(s: Situation) -> float:
    """How far own lines count: for White less in a war too short to miss an army long; Red acts last and cares little."""
    brief = s.me == WHITE and not s.horizon.long
    return s.horizon.cuts * s.weights.line * (s.weights.brief_line if brief else 1.0)


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
    survey(s)
    sources = s.sources[side]
    for net in s.lore.nets[side]:
        sources |= net.sources
    parts = components(ways & ~lost, g.border_open)
    if len(parts) <= len(components(ways, g.border_open)) and not lost & sources:
        return 0.0
    starving = starving_without(s, side, lost)
    return sum(s.lost_for_good(u) for u in starving) + left_open(s, side, starving)


def starving_without(s: Situation, side: int, lost: int) -> list[int]:
    """Units of a side now in supply that would not be without the spaces of the mask."""
    found: list[int] = []
    for net in s.lore.nets[side]:
        area = flood(net.ways & ~lost, net.sources, s.g.border_open)
        found.extend(unit for unit, around in net.units if not area & around)
    return found


def _nets(g: Chaos, units: list[int]) -> list[Net]:
    """The units that need lines of supply, by the lines they share."""
    adjacent = ADJACENT[g.border_open]
    nets: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for unit in units:
        if not needs_no_source(g, unit):
            here = g.where[unit]
            nets.setdefault(supply_net(g, unit, here), []).append((unit, 1 << here | adjacent[here]))
    return [Net(ways, sources, some) for (ways, sources), some in nets.items()]


def left_open(s: Situation, side: int, starving: list[int]) -> float:
    """Worth of the places nobody would be left to guard."""
    where, at = s.g.where, s.g.board.at
    spaces = {where[u] for u in starving} & NODE_AT.keys()
    return sum(_OPEN * s.worth[NODE_AT[space]] for space in sorted(spaces) if set(starving).issuperset(at[space]))


def survey(s: Situation) -> None:
    """Who is in supply as the map stands, and which places that hangs on: to be asked before troops are thought elsewhere."""
    if s.lore.fed:
        return
    for side in SIDES:
        s.lore.fed[side] = [u for u in _mortal(s.g, side) if in_supply(s.g, u)]
        s.lore.nets[side] = _nets(s.g, s.lore.fed[side])
    s.lore.cut_off = [u for u in _mortal(s.g, s.me) if u not in s.lore.fed[s.me]]
    weight = s.horizon.cuts * s.weights.hub
    if weight:
        s.raise_worth({n: weight * min(_at_stake(s, space), MOST_AT_STAKE) for n, space in enumerate(NODES) if s.threat[n]})


def _at_stake(s: Situation, space: int) -> float:
    """Value of own units that starve once the enemy has a place of ours and the empty spaces around it."""
    board = s.g.board
    if s.g.control[space] != s.me:
        return 0.0
    return stranded(s, s.me, 1 << space | ADJACENT[s.g.border_open][space] & ~board.held[s.me])


def _mortal(g: Chaos, side: int) -> list[int]:
    """Units on the map that attrition would take if they were out of supply."""
    return [u for space in bits(g.board.held[side]) for u in own_units(g, space, side) if not spared_by_attrition(g, u)]


def relieved(s: Situation, taken: int) -> float:
    """Value of own units out of supply that would be in supply again if the spaces of the mask were ours."""
    g, me = s.g, s.me
    survey(s)
    if not s.lore.cut_off or not taken:
        return 0.0
    known = s.lore.relieved.get(taken)
    if known is None:
        before = [(space, g.control[space]) for space in bits(taken)]
        for space, _ in before:
            set_control(g, space, me)
        known = s.lore.relieved[taken] = sum(s.lost_for_good(u) for u in s.lore.cut_off if in_supply(g, u))
        for space, owner in before:
            set_control(g, space, owner)
    return known


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
        lost = s.open_to_enemy | sum(1 << space for space in s.lore.weak or ())
        _mark(g, s.me, lost)
        area = supplied_spaces(g, unit)
        _unmark(g, s.me, lost)
        known = area
        adjacent = ADJACENT[g.border_open]
        for space in bits(area):
            known |= adjacent[space]
        s.lore.safe[key] = known
    return known
