"""Raids: marches of the enemy that would cut our lines before attrition is counted, and what bars them [13]."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ..board import own_units, stats
from ..content import ADJACENT, UNITS, WHITE, bits
from ..factions import usable_unit
from ..movement import Mover
from ..supply import in_supply, passable
from .assaults import weak_posts
from .lines import MOST_AT_STAKE, left_open, phase_of_turn, starving_without, stranded, survey
from .reach import enterable, marchers, reached
from .situation import Situation

_MOST_POSTS = 3
_LOOK_AHEAD = 2
_MOST_RAIDS = 16
"""Raids kept in mind of those that start from one space."""
_TOGETHER = 0.3
"""How likely he takes at once all that he could reach, which no single raid does."""
LIKELY = 0.7
"""How likely a raid is made that could be made: the enemy has other plans too."""


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
    return s.weights.raids and (s.me == WHITE or phase_of_turn(s.g) > 0)


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
        if s.weights.storms:
            found.extend(_assaults(s))
    return s.lore.raids


def _assaults(s: Situation) -> list[Raid]:
    """A weak post on our lines is stormed as an empty space is entered."""
    found = []
    for space, start in sorted(weak_posts(s).items()):
        victims = starving_without(s, s.me, 1 << space)
        found.append(Raid(sum(1 << u for u in victims), 1 << space, start))
    return found


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
    return [Raid(sum(1 << u for u in starving_without(s, s.me, way & ours)), way, start) for _, way in worst]


def _units(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _trunk(s: Situation, space: int) -> float:
    """How much hangs on a single space."""
    return 0.1 * min(stranded(s, s.me, 1 << space), MOST_AT_STAKE)


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
        known = sum(s.lost_for_good(u) for u in starving) + left_open(s, s.me, starving)
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
    return (_TOGETHER if looks_for_raids(s) else 1.0) * (alone or posts(s).get(space, 0.0))


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
    for unit in starving_without(s, s.me, lost):
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
    return (_TOGETHER if looks_for_raids(s) else 1.0) * max(0.0, peril(s, held & ~(1 << space)) - peril(s, held))
