"""5.2: issues on the conference table, how they move and when they are won."""

from __future__ import annotations

from .content import CONDITIONAL, Power
from .state import CENTRE, CHAIR, Churchill, Place


def moved(place: Place, power: Power, value: int) -> Place:
    """5.22: the place reached by moving so many spaces toward a power, through the centre if need be."""
    track, n = place
    if track == power or not track:
        return (power, n + value)
    if value < n:
        return (track, n - value)
    return CENTRE if value == n else (power, value - n)


def may_stop(issue: str, place: Place, power: Power, value: int) -> bool:
    """5.22: a conditional issue may rest on the centre when a move would carry it on from another power's track."""
    track, n = place
    return CONDITIONAL[issue] and track != power and track != "" and value > n


def destination(issue: str, place: Place, power: Power, value: int, stop: bool) -> Place:
    return CENTRE if stop and may_stop(issue, place, power, value) else moved(place, power, value)


def win_at_chair(g: Churchill, issue: str) -> None:
    """5.23: an issue that ends a turn beyond the last space is won and cannot be moved again."""
    power, n = g.table[issue]
    if n >= CHAIR:
        del g.table[issue]
        g.won[issue] = power
        g.report("issue_won", "5.23", power=power, issue=issue)


def close_table(g: Churchill) -> None:
    """5.27: issues on a track are won by its power; the centre keeps those that act from there, and the rest."""
    for issue, (power, _) in list(g.table.items()):
        if power:
            del g.table[issue]
            g.won[issue] = power
            g.report("issue_kept", "5.27", power=power, issue=issue)


def space_id(place: Place) -> str:
    """The table space of the content; everything beyond the last space is shown on the chair."""
    power, n = place
    if not power:
        return "center"
    return f"{power}_{n}" if n < CHAIR else f"{power}_chair"


def on_centre(g: Churchill, issue: str) -> bool:
    return g.table.get(issue) == CENTRE
