"""What 1919 is decided by: the conditions that Red must meet at its end, and what he covets for them [5.2]."""

from __future__ import annotations

from ..content import FACTION_MASK, FACTIONS, HOME_MASK, NOBODY, RED, SIDE_IDS, VC_MASK, WHITE, bits
from ..endings import CONDITION_CITIES, polish_cities
from ..factions import MAJOR_POWER, controller, in_play, restricted
from ..state import Chaos

_LATE, _LAST = 7, 8
"""From here on the end is near; from here on it may be there after the next turn."""
_DIE_IS_CAST = 9
"""From here on a die may end the war as soon as the turn is over: its last rounds decide."""
_LOST_HOME = 2.0
"""What a home city that Red has lost counts more than one that he holds: without it all his conditions are in vain."""
_WANTED, _OTHERS = 3.0, 1.0
"""What a city counts beside itself that Red needs at the end of 1919: for one of the conditions nearest to him, for others."""
_FOCUS = {0: 1.0, 1: 2.5, 2: 1.5, 3: 0.8}
"""How much more Red wants the cities of such a condition, by how many of them he has not got: he masses for the last one."""
_POINTS_SETTLED = 0.5
"""What is left of a city's worth in points once Red has the points that he needs: nobody takes them from him."""
_WHITE_FAR = 7
"""Points from which White may yet win by points alone."""
_COVETED_FROM = 5
_POLISH_MOST = 1
"""Cities outside Poland that Polish units may hold without its costing Red a condition."""


def condition_worth(g: Chaos, urgent: bool = True, side: int = WHITE) -> dict[int, float]:
    """Cities on which the end of 1919 hangs: Red's own, all of which he must hold, and those of his conditions [5.2].

    Both sides can count which three conditions he is nearest to; one more is wanted, for White cannot be everywhere. Twice as
    much towards the end, and more when it is there.
    """
    if not g.rules.victory.red_conditions_required:
        return {}
    late = _urgency(g) if urgent else 2.0 if g.turn > _LATE else 1.0
    worth = dict.fromkeys(bits(HOME_MASK[RED] & VC_MASK), _WANTED * (late - 1.0))
    if urgent:
        worth.update({city: _LOST_HOME * home for city, home in worth.items() if g.control[city] == WHITE})
    polish = polish_cities(g)
    missing = {name: sum(g.control[c] != RED for c in cities) for name, cities in CONDITION_CITIES.items()}
    cities_needed = g.rules.victory.red_conditions_required - (len(polish) <= _POLISH_MOST)
    nearest = sorted(missing, key=lambda name: (missing[name], list(missing).index(name)))[: cities_needed + urgent]
    for name, cities in CONDITION_CITIES.items():
        for city in cities:
            focus = _FOCUS.get(missing[name], 1.0) if urgent and side == RED and g.control[city] != RED else 1.0
            worth[city] = worth.get(city, 0.0) + late * (_WANTED * focus if name in nearest else _OTHERS)
    if urgent and side == RED and len(polish) > _POLISH_MOST:
        for city in polish:
            worth[city] = worth.get(city, 0.0) + late * _WANTED * _FOCUS.get(len(polish) - _POLISH_MOST, 1.0)
    return worth


def _urgency(g: Chaos) -> float:
    if g.turn >= _DIE_IS_CAST and g.turn_row.rounds - g.round <= 1:
        return 4.0
    return 3.0 if g.turn >= _LAST else 2.0 if g.turn >= _LATE else 1.0


def points_matter(g: Chaos) -> float:
    """How far cities still count for their points: in 1919 less once Red has enough and White is far from a victory by them."""
    victory = g.rules.victory
    if not victory.red_conditions_required or g.vp[RED] < victory.red_end_vp or g.vp[WHITE] >= _WHITE_FAR:
        return 1.0
    return _POINTS_SETTLED


def aims_at_conditions(g: Chaos, side: int) -> bool:
    """Whether a side plays for the conditions of 1919 by now, and needs its troops where they are decided."""
    return side == RED and bool(g.rules.victory.red_conditions_required) and g.turn >= _COVETED_FROM


def coveted(g: Chaos, side: int) -> list[int]:
    """Factions that belong to nobody whose cities Red needs and on which he may declare war: he gathers troops before them."""
    if not aims_at_conditions(g, side):
        return []
    return [f for f in range(len(FACTIONS)) if needed_cities(f) and _free(g, f)]


def needed_cities(faction: int) -> list[int]:
    """The faction's cities that one of the conditions names."""
    return [c for c in bits(FACTION_MASK[faction] & VC_MASK) if any(c in cities for cities in CONDITION_CITIES.values())]


def _free(g: Chaos, faction: int) -> bool:
    if MAJOR_POWER[faction] or not in_play(g, faction) or controller(g, faction) != NOBODY or restricted(g, faction):
        return False
    flag = FACTIONS[faction].war_prerequisite.get(SIDE_IDS[RED], "")
    return not g.war[faction] & RED and (not flag or g.any_flagged(flag))
