"""Which of one's own matches comes first, and how much time it leaves: what the lists say about clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..housekeeping import deadlines, out_at, short_of
from ..records import Guest, Listed, Mine
from ..store import Store

LOOKED_AT = 60
"""So many matches that wait for somebody are put in order by their clocks; the others follow as they are."""


class Left(NamedTuple):
    """What a clock leaves to somebody who is asked."""

    until: int
    short: bool


def time_left(store: Store, matches: Sequence[Listed], guest: Guest, now: int) -> dict[str, Left]:
    """By match, where a clock of this person's runs: the one that is out first. Call it in a thread."""
    waiting = [one for one in matches if not one.over and one.asked]
    houses = deadlines(store, [one.id for one in waiting])
    found: dict[str, Left] = {}
    for one in waiting:
        house = houses.get(one.id)
        if house is None or house.clocks is None:
            continue
        mine = [held.seat for held in one.seats if held.held_by(guest) and held.seat in one.asked]
        until = min((out for seat in mine if (out := out_at(house, seat)) is not None), default=None)
        if until is not None:
            found[one.id] = Left(until, until - now <= short_of(house.clocks.pace))
    return found


def by_need(store: Store, matches: Sequence[Mine], guest: Guest, now: int) -> list[Mine]:
    """Those that wait for this person first: the clock that is out soonest, then the longest wait. Call it in a thread."""
    waiting = [one for one in matches if one.yours][:LOOKED_AT]
    left = time_left(store, store.listed([one.id for one in waiting]), guest, now)
    never = max((one.until for one in left.values()), default=0) + 1
    first = sorted(waiting, key=lambda one: (left[one.id].until if one.id in left else never, one.moved))
    known = {one.id for one in first}
    return [*first, *(one for one in matches if one.id not in known)]
