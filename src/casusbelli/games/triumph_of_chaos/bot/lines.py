"""Lines of supply: whom a raid cuts off, and whose lines the enemy could cut before attrition is counted [13]."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from ..board import changed, own_units, set_control
from ..content import ADJACENT, RED, SIDES, WHITE, bits
from ..state import Chaos
from ..supply import components, in_supply, passable, spared_by_attrition, supplied_spaces, supply_kind
from .reach import enterable, marchers, reached
from .situation import NODE_AT, NODES, Situation

_RAID = {RED: (0.5, 0.5, 1.6), WHITE: (0.5, 0.5, 0.6)}
_RISK = {RED: (0.2, 0.25, 0.0), WHITE: (0.2, 0.45, 0.9)}
"""By rounds left of the turn (more, two, the last): what a cut is worth, and how far one is feared. Red acts last: what he
cuts in the last round stays cut, and nobody cuts him any more."""

_RELIEF = {RED: (0.4, 0.6, 1.0), WHITE: (0.4, 0.6, 0.5)}
"""By rounds left: what it is worth to join troops to their sources again; in the last round Red may part them once more."""
_MOST_AT_STAKE = 25.0
_MOST_POSTS = 3
_OPEN = 0.7
"""Share of a place's worth that goes with the last troops in it."""
_LOOK_AHEAD = 2


def _phase_of_turn(g: Chaos) -> int:
    left = g.turn_row.rounds - g.round
    return 2 if g.round and left == 0 else 1 if g.round and left == 1 else 0


def raid_weight(s: Situation) -> float:
    return s.horizon.cuts * s.weights.cut * _RAID[s.me][_phase_of_turn(s.g)]


def risk_weight(s: Situation) -> float:
    return s.horizon.cuts * s.weights.line * _RISK[s.me][_phase_of_turn(s.g)]


def relief_weight(s: Situation) -> float:
    return s.horizon.cuts * s.weights.line * _RELIEF[s.me][_phase_of_turn(s.g)]


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
    survey(s)
    _mark(g, side, lost)
    starving = [u for u in s.lore.fed[side] if not in_supply(g, u)]
    _unmark(g, side, lost)
    return sum(s.unit_value(u) for u in starving) + _left_open(s, side, starving)


def _left_open(s: Situation, side: int, starving: list[int]) -> float:
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
    s.lore.cut_off = [u for u in _mortal(s.g, s.me) if u not in s.lore.fed[s.me]]
    weight = s.horizon.cuts * s.weights.hub
    if weight:
        s.raise_worth({n: weight * min(_at_stake(s, space), _MOST_AT_STAKE) for n, space in enumerate(NODES) if s.threat[n]})


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
        known = s.lore.relieved[taken] = sum(s.unit_value(u) for u in s.lore.cut_off if in_supply(g, u))
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


def raided(s: Situation, held: int) -> int:
    """Where the enemy can still march before attrition while these spaces are held against him."""
    if s.lore.raiders is None:
        s.lore.raiders = marchers(s.g, s.foe)
    free = (enterable(s.g, s.foe) | s.g.board.held[s.me]) & ~held
    return reached(s.g, s.lore.raiders, free, _activations_left(s))


def peril(s: Situation, held: int) -> float:
    """Value of own units cut off if the enemy took all he can reach of the own spaces that are not held."""
    known = s.lore.perils.get(held)
    if known is None:
        lost = raided(s, held) & s.g.board.control[s.me] & ~held
        known = s.lore.perils[held] = stranded(s, s.me, lost)
    return known


def menace(s: Situation, space: int) -> float:
    """Value of own units that nobody could cut off any more if the enemy's troops in a space were gone."""
    held = s.g.board.held[s.me]
    whole = peril(s, held)
    if not whole or s.lore.raiders is None or not any(mask >> space & 1 for mask in s.lore.raiders.values()):
        return 0.0
    others = {points: mask & ~(1 << space) for points, mask in s.lore.raiders.items()}
    free = enterable(s.g, s.foe) & ~held
    lost = reached(s.g, others, free, _activations_left(s)) & s.g.board.control[s.me] & ~held
    return max(0.0, whole - stranded(s, s.me, lost))


def _raided_now(s: Situation) -> int:
    if s.lore.raided is None:
        s.lore.raided = raided(s, s.g.board.held[s.me])
    return s.lore.raided


def _activations_left(s: Situation) -> int:
    """How often the enemy may still march the same troops this turn, as far as one looks ahead."""
    left = s.g.turn_row.rounds - s.g.round + (s.me == WHITE)
    return max(1, min(left, _LOOK_AHEAD))


def barring(s: Situation, space: int) -> float:
    """What a unit in an empty own space saves from being cut off."""
    board = s.g.board
    if not (board.control[s.me] & _raided_now(s)) >> space & 1:
        return 0.0
    alone = _barring_alone(s, space)
    return alone or posts(s).get(space, 0.0)


def _barring_alone(s: Situation, space: int) -> float:
    held = s.g.board.held[s.me]
    whole = peril(s, held)
    return max(0.0, whole - peril(s, held | 1 << space)) if whole else 0.0


def posts(s: Situation) -> dict[int, float]:
    """Spaces to be held together so that a line of supply stays open, where no single one would do: each one's share."""
    if s.lore.posts is not None:
        return s.lore.posts
    found: dict[int, float] = {}
    s.lore.posts = found
    g, held = s.g, s.g.board.held[s.me]
    lost = _raided_now(s) & g.board.control[s.me] & ~held
    if not lost or not peril(s, held):
        return found
    onward = _cheapest_lines(s, passable(g, s.me), lost)
    _mark(g, s.me, lost)
    starving = [u for u in s.lore.fed[s.me] if not in_supply(g, u)]
    _unmark(g, s.me, lost)
    for unit in starving:
        line = _line(s, onward, g.where[unit], lost)
        if 1 < len(line) <= _MOST_POSTS and not any(_barring_alone(s, space) for space in line):
            for space in line:
                found[space] = found.get(space, 0.0) + s.unit_value(unit) / len(line)
    return found


def _cheapest_lines(s: Situation, ways: int, lost: int) -> dict[int, int]:
    """From every space the next one on the line to a source with the fewest gaps into which the enemy could march."""
    adjacent = ADJACENT[s.g.border_open]
    onward: dict[int, int] = {}
    heap = [(lost >> source & 1, source, source) for source in bits(ways & s.sources[s.me])]
    heapify(heap)
    while heap:
        number, space, towards = heappop(heap)
        if space not in onward:
            onward[space] = towards
            for near in bits(adjacent[space] & ways):
                if near not in onward:
                    heappush(heap, (number + (lost >> near & 1), near, space))
    return onward


def _line(s: Situation, onward: dict[int, int], here: int, lost: int) -> list[int]:
    """The gaps on the way from a space to its source."""
    found: list[int] = []
    space = here if here in onward else next((n for n in bits(ADJACENT[s.g.border_open][here]) if n in onward), -1)
    while space >= 0:
        if lost >> space & 1:
            found.append(space)
        space = onward[space] if onward[space] != space else -1
    return found


def unbarring(s: Situation, space: int) -> float:
    """What may be cut off when the last unit leaves a space."""
    if not ADJACENT[s.g.border_open][space] & _raided_now(s):
        return 0.0
    held = s.g.board.held[s.me]
    return max(0.0, peril(s, held & ~(1 << space)) - peril(s, held))
