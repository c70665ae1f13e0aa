"""What happens to forces when control of a faction is lost, or when land is closed to them [8.7]."""

from __future__ import annotations

from .asks import place_unit
from .board import own_units, put, put_leader, remove_no_act, room, send, set_control, set_faction_side, whose
from .content import (
    CP,
    CZECH,
    DISTANCE,
    FACTION_MASK,
    FIRST_OWNER,
    IS_CORPS,
    LEADERS_OF,
    NEIGHBOURS,
    NOBODY,
    SPACE_IDS,
    THIRD,
    UNIT_IDS,
    UNITS,
    UNITS_OF,
    bits,
    enemy,
)
from .factions import enterable
from .leaders import leaders_of, reposition
from .losses import eliminate
from .state import ASIDE, INACTIVE, RECALLED, RESERVE, WAITING, Chaos


async def abandon_land(g: Chaos, faction: int, side: int) -> None:
    """The ex-controller's corps go to the reserve, his leaders home; the faction's units are set aside; others leave."""
    if faction in (CZECH, CP):
        await _stand_alone(g, faction, side)
        return
    land = FACTION_MASK[faction]
    for space in bits(land & g.board.held[side]):
        for unit in own_units(g, space, side):
            if g.owner[unit] != FIRST_OWNER + faction and IS_CORPS[unit] and not UNITS[unit].immobile:
                send(g, unit, RESERVE)
    set_aside(g, faction)
    for space in bits(land):
        for leader in leaders_of(g, space, side):
            await reposition(g, leader, "8.7", home=True)
    for space in bits(land):
        set_control(g, space, NOBODY)
        remove_no_act(g, space)
    for camp in (enemy(side), side):
        await evacuate(g, land, camp)


def set_aside(g: Chaos, faction: int) -> None:
    """All units of the faction leave map and reserve; eliminated ones stay eliminated."""
    for unit in UNITS_OF[faction]:
        if g.owner[unit] == FIRST_OWNER + faction and (g.where[unit] >= 0 or g.where[unit] == RESERVE):
            send(g, unit, ASIDE)
            g.reduced[unit] = 0
    for leader in LEADERS_OF[faction]:
        if g.leader_at[leader] >= 0 or g.leader_at[leader] in (WAITING, RECALLED):
            put_leader(g, leader, ASIDE)
    set_faction_side(g, faction, NOBODY)


async def _stand_alone(g: Chaos, faction: int, side: int) -> None:
    """Czechs and Central Powers stay where they are, as neutrals; friends stacked with them move off."""
    land = 0
    for unit in UNITS_OF[faction]:
        if g.where[unit] >= 0:
            land |= 1 << g.where[unit]
        elif g.where[unit] == RESERVE:
            g.where[unit] = INACTIVE
    set_faction_side(g, faction, NOBODY)
    for space in bits(land):
        set_control(g, space, THIRD if faction == CP else NOBODY)
    await evacuate(g, land, side)


async def evacuate(g: Chaos, land: int, side: int) -> None:
    """Every unit of the side in these spaces moves to the nearest space it controls [8.7]."""
    for space in bits(land & g.board.held[side]):
        for unit in sorted(own_units(g, space, side)):
            if not UNITS[unit].immobile:
                await _move_off(g, unit, land)
    for space in bits(land):
        for leader in leaders_of(g, space, side):
            if not own_units(g, space, side):
                await reposition(g, leader, "8.7", nearest=True)


async def _move_off(g: Chaos, unit: int, land: int) -> None:
    here = g.where[unit]
    side = g.side[unit]
    haven = g.board.control[side] & enterable(g, unit) & ~land
    choices: list[int] = []
    if haven:
        spaces = bits(haven)
        best = min(DISTANCE[here][s] for s in spaces)
        nearest = [s for s in spaces if DISTANCE[here][s] == best]
        choices = [s for s in nearest if room(g, s, unit)]
        if not choices:
            beside = {n for s in nearest for n in NEIGHBOURS[1][s]}
            choices = [s for s in spaces if s in beside and room(g, s, unit)]
    if not choices:
        g.report("evacuation_failed", rule="8.7", side=whose(g, unit), unit=UNIT_IDS[unit])
        eliminate(g, unit, "8.7", permanent=False)
        return
    space = await place_unit(g, side, "evacuate", unit, choices, False, "8.7")
    if space is not None:
        put(g, unit, space)
        g.report("evacuated", rule="8.7", side=whose(g, unit), unit=UNIT_IDS[unit], space=SPACE_IDS[space])
