"""Strategic redeployment: corps from the reserve to where they are missed, troops from quiet places to the front [10.4]."""

from __future__ import annotations

from typing import NamedTuple

from casusbelli.kernel import Choice

from ..board import own_units
from ..content import IS_ARMY, SPACE, UNIT, UNIT_IDS, UNITS, bits
from ..redeployment import ARMY_COST, destinations, movable
from ..state import MOVE, RESERVE
from ..supply import supply_kind
from .answers import Answers
from .lines import risk_weight
from .raids import barring
from .situation import NODE_AT, Situation

_KEPT_IN_RESERVE = 2
"""Corps of a camp that should stay in the reserve: without one a beaten army is lost for good."""
_PRICE_OF_RESERVE = 1.2
_ENOUGH_IN_RESERVE = 4
POINTS = 5
_WORTHWHILE = 0.2


class Transfer(NamedTuple):
    """A unit's way to a place, and what it gains."""

    gain: float
    unit: int
    place: int


def _front(s: Situation) -> int:
    """Places worth going to: cities, own stacks beside the enemy, empty spaces on which lines of supply hang."""
    board = s.g.board
    found = [space for space in bits(board.control[s.me]) if space in NODE_AT or _counts(s, space)]
    return sum(1 << space for space in found)


def _counts(s: Situation, space: int) -> bool:
    if s.g.board.held[s.me] >> space & 1:
        return s.contact(space)
    return bool(s.weights.line and barring(s, space))


def _gain(s: Situation, unit: int, origin: int, place: int) -> float:
    gain = s.shifted(origin, place, s.strength(unit))
    if s.weights.line and not s.g.board.held[s.me] >> place & 1:
        gain += risk_weight(s) * barring(s, place)
    return gain


def transfers(s: Situation, points: int, done: list[int]) -> list[Transfer]:
    """Units worth moving with their best places, best first; units of one kind share the places among them."""
    g, front = s.g, _front(s)
    kinds: dict[tuple[int, int, int, float], list[int]] = {}
    for unit in movable(g, s.me, points, done):
        here = g.where[unit]
        if here != RESERVE and (s.contact(here) or (here in NODE_AT and len(own_units(g, here, s.me)) < 2)):
            continue
        kinds.setdefault((here, g.owner[unit] * 16 + g.camp[unit], supply_kind(unit), s.strength(unit)), []).append(unit)
    reserve = [u for u, place in enumerate(g.where) if place == RESERVE and g.side[u] == s.me]
    found: list[Transfer] = []
    for (here, *_), units in kinds.items():
        origin = here if here != RESERVE else -1
        places = [p for p in destinations(g, units[0]) if front >> p & 1]
        ranked = sorted(((_gain(s, units[0], origin, p), p) for p in places), reverse=True)
        camp = sum(g.camp[u] == g.camp[units[0]] for u in reserve)
        for n, (gain, place) in enumerate(ranked[: len(units)]):
            found.append(Transfer(gain - _price(s, camp - n, origin), units[n], place))
    found.sort(key=lambda t: -t.gain)
    return found


def _price(s: Situation, camp: int, origin: int) -> float:
    """A corps out of the reserve is missed there when few of its camp are left, and idle there when there are many."""
    if origin >= 0:
        return 0.0
    if camp <= _KEPT_IN_RESERVE:
        return _PRICE_OF_RESERVE
    return 0.3 if camp <= _ENOUGH_IN_RESERVE else -s.weights.muster


def redeployment_value(s: Situation) -> list[float]:
    """The gain of each of the points an SR card would give, best first."""
    values: list[float] = []
    used: set[int] = set()
    answers = Answers(s)
    for gain, unit, place in transfers(s, POINTS, []):
        served = s.served(max(s.g.where[unit], -1), place, [unit])
        gain -= answers.overlap(MOVE, -1, place, served)
        if gain <= _WORTHWHILE or place in used:
            continue
        used.add(place)
        answers.give(MOVE, -1, place, served)
        cost = ARMY_COST if IS_ARMY[unit] else 1
        if len(values) + cost <= POINTS:
            values.extend([gain / cost] * cost)
    return [*values, *[0.0] * POINTS]


def redeploy(s: Situation, options: list[Choice], points: int, unit_name: str | None) -> Choice:
    """sr_move: a unit, then its destination."""
    if unit_name is not None and unit_name in UNIT:
        unit = UNIT[unit_name]
        origin = s.g.where[unit] if s.g.where[unit] != RESERVE else -1
        front = _front(s)
        places = [c for c in options if c[0] == "sr_to" and front >> SPACE[str(c[1])] & 1]
        return max(places, key=lambda c: _gain(s, unit, origin, SPACE[str(c[1])]), default=options[-1])
    for gain, unit, _ in transfers(s, points, s.g.operation.moved):
        choice = ("redeploy", UNIT_IDS[unit])
        if gain > _WORTHWHILE and choice in options:
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
