"""Lines of supply: whom a raid cuts off, and whose lines the enemy could cut before attrition is counted [13]."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ..board import changed, own_units, set_control, stats
from ..content import ADJACENT, RED, SIDES, UNITS, WHITE, bits
from ..factions import usable_unit
from ..movement import Mover
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
from .reach import enterable, marchers, reached
from .situation import NODE_AT, NODES, Net, Situation

_RAID = {RED: (0.5, 0.5, 1.6), WHITE: (0.5, 0.5, 0.6)}
_RISK = {RED: (0.2, 0.25, 0.0), WHITE: (0.6, 0.65, 0.9)}
"""By rounds left of the turn (more, two, the last): what a cut is worth, and how far one is feared. Red acts last: what he
cuts in the last round stays cut, and nobody cuts him any more."""

_RELIEF = {RED: (0.4, 0.6, 1.0), WHITE: (0.8, 0.8, 0.8)}
"""By rounds left: what it is worth to join troops to their sources again; in the last round Red may part them once more."""
_MOST_AT_STAKE = 25.0
_MOST_POSTS = 3
_OPEN = 0.7
"""Share of a place's worth that goes with the last troops in it."""
_LOOK_AHEAD = 2
_MOST_RAIDS = 16
"""Raids kept in mind of those that start from one space."""
LIKELY = 0.7
"""How likely a raid is made that could be made: the enemy has other plans too."""


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
    starving = _starving(s, side, lost)
    return sum(s.lost_for_good(u) for u in starving) + _left_open(s, side, starving)


def _starving(s: Situation, side: int, lost: int) -> list[int]:
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
        s.lore.nets[side] = _nets(s.g, s.lore.fed[side])
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
    if looks_for_raids(s):
        return LIKELY * (exposure(s) - exposure(s, beaten=1 << space))
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


def looks_for_raids(s: Situation) -> bool:
    """Raid by raid: Red, whom no raid outlasts a turn that he ends himself, only towards its end."""
    return s.weights.raids and (s.me == WHITE or _phase_of_turn(s.g) > 0)


class Raid(NamedTuple):
    """A march of one enemy unit that would cut lines of ours."""

    victims: int
    """Units that would starve, as a mask."""
    way: int
    start: int


def raids(s: Situation) -> list[Raid]:
    """The marches by which the enemy would cut off most of ours."""
    if s.lore.raids is None:
        found = s.lore.raids = []
        g = s.g
        survey(s)
        for space in bits(g.board.held[s.foe]):
            riders = [u for u in own_units(g, space, s.foe) if not UNITS[u].immobile and usable_unit(g, u) and in_supply(g, u)]
            if riders and space not in g.no_act:
                found.extend(_raids_from(s, space, max(riders, key=lambda u: stats(g, u)[2])))
    return s.lore.raids


def raided_units(s: Situation) -> int:
    """Our units that some single raid would cut off, as a mask."""
    victims = 0
    for raid in raids(s):
        victims |= raid.victims
    return victims


def _raids_from(s: Situation, start: int, rider: int) -> list[Raid]:
    """What one rider could cut off: to every space within his reach the way that takes most."""
    g = s.g
    mover = Mover(g, s.foe, [rider], [])
    ours = g.board.control[s.me]
    adjacent = ADJACENT[g.border_open]
    best: dict[int, tuple[float, int]] = {start: (0.0, 0)}
    losses: dict[int, float] = {}
    for _ in range(mover.points // mover.step_cost):
        reached_now: dict[int, tuple[float, int]] = {}
        for space, (value, way) in best.items():
            for near in bits(adjacent[space] & mover.mask & ~way & ~(1 << start)):
                gain = value + (0.1 + _trunk(s, near) if ours >> near & 1 else 0.0)
                if near not in reached_now or gain > reached_now[near][0]:
                    reached_now[near] = (gain, way | 1 << near)
        for _, way in reached_now.values():
            if way & ours and way not in losses:
                losses[way] = stranded(s, s.me, way & ours)
        best = reached_now
    worst = sorted(((loss, way) for way, loss in losses.items() if loss), reverse=True)[:_MOST_RAIDS]
    return [Raid(sum(1 << u for u in _starving(s, s.me, way & ours)), way, start) for _, way in worst]


def _units(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _trunk(s: Situation, space: int) -> float:
    """How much hangs on a single space."""
    return 0.1 * min(stranded(s, s.me, 1 << space), _MOST_AT_STAKE)


def exposure(s: Situation, barred: int = 0, beaten: int = 0) -> float:
    """Value of all our units that some single raid would cut off, if he may not pass the barred spaces and nobody rides from
    those where he is beaten."""
    victims = 0
    for raid in raids(s):
        if not raid.way & barred and not beaten >> raid.start & 1:
            victims |= raid.victims
    known = s.lore.victims.get(victims)
    if known is None:
        starving = _units(victims)
        known = sum(s.lost_for_good(u) for u in starving) + _left_open(s, s.me, starving)
        s.lore.victims[victims] = known
    return known


def barring(s: Situation, space: int) -> float:
    """What a unit in an empty own space saves from being cut off."""
    board = s.g.board
    if looks_for_raids(s):
        if not board.control[s.me] >> space & 1:
            return 0.0
        saved = LIKELY * (exposure(s) - exposure(s, 1 << space))
        if saved > 0.0:
            return saved
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
    for unit in _starving(s, s.me, lost):
        line = _line(s, onward, g.where[unit], lost)
        if 1 < len(line) <= _MOST_POSTS and not any(_barring_alone(s, space) for space in line):
            for space in line:
                found[space] = found.get(space, 0.0) + s.lost_for_good(unit) / len(line)
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
