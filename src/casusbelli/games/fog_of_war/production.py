"""10: resources, production points and what they buy."""

from __future__ import annotations

from .content import ALLIED, AXIS, BIT, OFF_MAP, PROVINCES, RESOURCES, VP, Side
from .state import War
from .supply import front


def resource_points(g: War, side: Side) -> int:
    """10.1: the resources of own provinces in supply, and of the off-map spaces for the Allies."""
    supplied = front(g).supplied[side]
    points = sum(RESOURCES[p] for p in PROVINCES if supplied & BIT[p])
    if side == ALLIED:
        for place in OFF_MAP.values():
            points += place.resources_by_year.get(str(g.year), 0)
            points += place.resources_when_ussr_at_war if g.ussr_at_war else 0
    return points


def year_end_vp(g: War) -> int:
    """12: victory points the Axis would score at the end of the year as the map stands."""
    supplied = front(g).supplied[AXIS]
    return sum(VP[p] for p in PROVINCES if supplied & BIT[p])
