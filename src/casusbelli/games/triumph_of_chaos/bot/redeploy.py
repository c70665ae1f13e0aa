"""Strategic redeployment: corps from the reserve to where they are missed, troops from quiet places to the front [10.4]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from ..board import own_units
from ..content import IS_ARMY, SPACE, SPACE_IDS, UNIT, UNIT_IDS, UNITS, bits
from ..redeployment import ARMY_COST, destinations, movable
from ..state import RESERVE
from ..supply import supply_kind
from .marches import place_value
from .situation import NODE_AT, Situation

_KEPT_IN_RESERVE = 2
"""Corps of a camp that should stay in the reserve: without one a beaten army is lost for good."""
_PRICE_OF_RESERVE = 1.2
POINTS = 5


def _front(s: Situation) -> int:
    """Places worth going to: cities, and spaces beside the enemy."""
    mask = 0
    board = s.g.board
    for space in bits(board.control[s.me]):
        if space in NODE_AT or (board.held[s.me] >> space & 1 and s.contact(space)):
            mask |= 1 << space
    return mask


def _moves(s: Situation, points: int, done: list[int]) -> list[tuple[float, int, int]]:
    """(gain, unit, destination), best first, one for every unit worth moving; twins in the reserve count once each."""
    g, front = s.g, _front(s)
    reserve = [u for u, place in enumerate(g.where) if place == RESERVE and g.side[u] == s.me]
    found: list[tuple[float, int, int]] = []
    known: dict[tuple[int, int, int, float], tuple[float, int]] = {}
    for unit in movable(g, s.me, points, done):
        here = g.where[unit]
        if here != RESERVE and (s.contact(here) or (len(own_units(g, here, s.me)) < 2 and here in NODE_AT)):
            continue
        price = 0.0
        if here == RESERVE:
            kin = [u for u in reserve if g.camp[u] == g.camp[unit] and g.owner[u] == g.owner[unit]]
            price = _PRICE_OF_RESERVE if len(kin) <= _KEPT_IN_RESERVE else 0.3
        key = (here, g.owner[unit] * 16 + g.camp[unit], supply_kind(unit), s.strength(unit))
        if key not in known:
            known[key] = _best_place(s, unit, here, front)
        gain, place = known[key]
        if place >= 0:
            found.append((gain - price, unit, place))
    found.sort(key=lambda m: -m[0])
    return found


def _best_place(s: Situation, unit: int, here: int, front: int) -> tuple[float, int]:
    places = [p for p in destinations(s.g, unit) if front >> p & 1]
    if not places:
        return (0.0, -1)
    strength = s.strength(unit)
    origin = here if here != RESERVE else -1
    ranked = sorted(places, key=lambda p: -s.roughly_shifted(origin, p, strength, 1, 0))[: max(1, s.weights.refined)]
    best = max(ranked, key=lambda p: place_value(s, unit, p))
    return (s.shifted(origin, best, strength), best)


def redeployment_value(s: Situation) -> list[float]:
    """The gain of each of the points an SR card would give, best first."""
    values: list[float] = []
    used: set[int] = set()
    for gain, unit, place in _moves(s, POINTS, []):
        if gain <= 0.2 or place in used:
            continue
        used.add(place)
        cost = ARMY_COST if IS_ARMY[unit] else 1
        if len(values) + cost <= POINTS:
            values.extend([gain / cost] * cost)
    return [*values, *[0.0] * POINTS]


def redeploy(s: Situation, options: list[Choice], points: int, unit_name: str | None) -> Choice:
    """sr_move: a unit, then its destination."""
    if unit_name is not None and unit_name in UNIT:
        unit = UNIT[unit_name]
        here = s.g.where[unit]
        _, place = _best_place(s, unit, here, _front(s))
        choice = ("sr_to", SPACE_IDS[place]) if place >= 0 else ("sr_reserve",)
        return choice if choice in options else options[-1]
    for gain, unit, _ in _moves(s, points, s.g.operation.moved):
        choice = ("redeploy", UNIT_IDS[unit])
        if gain > 0.2 and choice in options:
            return choice
    return ("stop",) if ("stop",) in options else options[-1]


def leader_destination(s: Situation, options: list[Choice]) -> Choice:
    """Where a leader does most: with the strongest stack in contact."""
    return max(options, key=lambda c: leader_value(s, SPACE[str(c[-1])]))


def leader_value(s: Situation, space: int) -> float:
    units = own_units(s.g, space, s.me)
    if not units:
        return -5.0
    value = sum(s.strength(u) + (1.0 if IS_ARMY[u] else 0.0) for u in units if not UNITS[u].immobile)
    return value + (4.0 if s.contact(space) else 0.0) - 2.0 * len(s.g.board.leaders.get(space, ()))
