"""Replacement steps: what those to come would buy, the best first [14]."""

from __future__ import annotations

from ..content import IS_ARMY, UNITS
from ..replacements import SIDE_POOL, pays_for, rebuild_spaces, replaceable
from ..state import ELIMINATED, RESERVE
from ..supply import in_supply
from .situation import Situation

_BACK = 3.0
"""What an army that comes back does where it stands, beside what it is worth."""
_YEARS = 0.1
"""What it is worth more for every turn that it has before it, up to five."""
_FLIPPED, _IN_CONTACT = 0.7, 0.6
_CORPS = 1.6
"""What a whole step does for corps: two come back, or two are filled up."""


def steps_worth(s: Situation, more: float) -> float:
    """What that many steps of the side would buy beyond those that are recorded."""
    if s.lore.uses is None:
        s.lore.uses = sorted(_uses(s), reverse=True)
    recorded = s.g.pools[s.me].get(SIDE_POOL, 0) // 2
    return s.horizon.steps * sum(s.lore.uses[recorded : recorded + int(more)])


def _uses(s: Situation) -> list[float]:
    g = s.g
    years = 1.0 + _YEARS * min(s.horizon.turns, 5)
    found: list[float] = []
    corps = 0
    for unit, place in enumerate(g.where):
        if g.side[unit] != s.me or not pays_for(g, s.me, SIDE_POOL, unit) or not replaceable(g, unit):
            continue
        row = UNITS[unit]
        if place == ELIMINATED and IS_ARMY[unit]:
            if rebuild_spaces(g, unit):
                found.append(years * (row.reduced[0] + 1.5) + _BACK)
                found.append(years * (row.full[0] - row.reduced[0] + _FLIPPED))
        elif IS_ARMY[unit] and place >= 0 and g.reduced[unit] and in_supply(g, unit):
            found.append(years * (row.full[0] - row.reduced[0] + _FLIPPED) + _IN_CONTACT * s.contact(place))
        elif not IS_ARMY[unit] and (place == ELIMINATED or (g.reduced[unit] and (place >= 0 or place == RESERVE))):
            corps += 1
    found.extend([_CORPS] * (corps // 2))
    return found
