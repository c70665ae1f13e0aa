"""Deployment of a faction's forces by its controller [8.9, 9.5]."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from .asks import place_leader_at, place_unit
from .board import put, put_leader, remove_no_act, roomy, send, set_control, set_faction_side, whose
from .content import (
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    IS_ARMY,
    LEADER,
    LEADER_IDS,
    LEADERS,
    LEADERS_OF,
    PORT_MASK,
    SPACE,
    SPACE_IDS,
    UNIT,
    UNIT_IDS,
    UNITS,
    UNITS_OF,
    bits,
    enemy,
    mask_of,
)
from .evacuation import evacuate
from .factions import apart, commander
from .state import ASIDE, ELIMINATED, OUT, REMOVED, RESERVE, WAITING, Chaos, side_id
from .supply import FRENCH_PORTS

_BRITISH_PORTS = ("murmansk", "archangel")
_POLAR_BEARS = ("usa_pb_c1", "usa_pb_c2")


def placeable(g: Chaos, unit: int) -> bool:
    return g.where[unit] in (OUT, ASIDE)


def forces(g: Chaos, faction: int) -> list[int]:
    """The set-up units still available, armies first, and reinforcements that were set aside with the faction."""
    listed = [UNIT[u] for u in FACTIONS[faction].setup_units if placeable(g, UNIT[u])]
    listed += [u for u in UNITS_OF[faction] if g.where[u] == ASIDE and u not in listed and g.owner[u] == FIRST_OWNER + faction]
    return [u for u in listed if IS_ARMY[u]] + [u for u in listed if not IS_ARMY[u]]


def protector_extras(g: Chaos, faction: int) -> list[int]:
    """Units that come for a protector only and are still to come [9.5, 19.2]."""
    return [u for u in UNITS_OF[faction] if UNITS[u].pool in ("protector", "protector_or_red_37") and g.where[u] == OUT]


def legal_spaces(g: Chaos, unit: int, mask: int) -> list[int]:
    """Controlled spaces without enemies, of White and Poles not the other's, and with room."""
    board = g.board
    side = g.side[unit]
    return bits(mask & board.control[side] & ~board.blocked(side) & ~apart(g, unit) & roomy(g, unit))


def settle(g: Chaos, unit: int, space: int | None) -> None:
    """Put a deployed unit into its space, or into the reserve."""
    g.reduced[unit] = 0
    if space is None:
        send(g, unit, RESERVE)
    else:
        put(g, unit, space)
    where = "reserve" if space is None else SPACE_IDS[space]
    g.report("deployed", rule="8.9", side=whose(g, unit), unit=UNIT_IDS[unit], space=where)


def lose_unit(g: Chaos, unit: int) -> None:
    """No place for it: the eliminated box."""
    send(g, unit, ELIMINATED)
    g.report("deployed_lost", rule="8.9", side=whose(g, unit), unit=UNIT_IDS[unit])


async def place_among(g: Chaos, unit: int, mask: int, *, reserve: bool = False, no_place: int = ELIMINATED) -> None:
    """The controller puts one unit into one of the spaces; ``no_place`` is where it goes if there is none."""
    spaces = legal_spaces(g, unit, mask)
    if not spaces and not reserve:
        if no_place == RESERVE:
            settle(g, unit, None)
        else:
            lose_unit(g, unit)
        return
    settle(g, unit, await place_unit(g, g.side[unit], "deploy_faction", unit, spaces, reserve, "8.9"))


async def place_by_kind(g: Chaos, units: list[int], mask: int) -> None:
    """The general rule: armies in the land, corps in the land or in the reserve [8.9]."""
    for unit in units:
        await place_among(g, unit, mask, reserve=not IS_ARMY[unit])


async def bring_leader(g: Chaos, leader: int, mask: int) -> None:
    """The faction's leader joins; without a space he waits until a unit of his faction is on the map."""
    side = g.leader_side[leader]
    if g.leader_at[leader] in (ELIMINATED, REMOVED) or g.leader_at[leader] >= 0:
        return
    board = g.board
    spaces = bits(mask & board.control[side] & ~board.blocked(side))
    if spaces:
        put_leader(g, leader, await place_leader_at(g, side, "deploy_faction", leader, spaces, "8.9"))
        g.report(
            "leader_arrives", rule="8.9", leader=LEADER_IDS[leader], space=SPACE_IDS[g.leader_at[leader]], side=side_id(side)
        )
    else:
        put_leader(g, leader, WAITING)


async def _region(g: Chaos, faction: int, how: str) -> None:
    units = forces(g, faction)
    land = FACTION_MASK[faction]
    await place_by_kind(g, [u for u in units if IS_ARMY[u]], land)
    for leader in LEADERS_OF[faction]:
        if LEADERS[leader].pool == "setup":
            await bring_leader(g, leader, land)
    await place_by_kind(g, [u for u in units if not IS_ARMY[u]], land)


async def _estonia(g: Chaos, faction: int, how: str) -> None:
    """One army is lost by lot unless its protector calls both [9.5]."""
    armies = [u for u in forces(g, faction) if IS_ARMY[u]]
    if how != "protector" and len(armies) > 1:
        lose_unit(g, g.pick(armies))
    await _region(g, faction, how)


async def _finland(g: Chaos, faction: int, how: str) -> None:
    ports = (PORT_MASK & FACTION_MASK[faction]) | mask_of("helsinki")
    reserve = FACTIONS[faction].setup_units[-1]
    for unit in forces(g, faction):
        if UNIT_IDS[unit] == reserve:
            settle(g, unit, None)
        else:
            await place_among(g, unit, ports)


async def _france(g: Chaos, faction: int, how: str) -> None:
    for unit in forces(g, faction):
        if IS_ARMY[unit]:
            await place_among(g, unit, FRENCH_PORTS)
        else:
            settle(g, unit, None)


async def _britain(g: Chaos, faction: int, how: str) -> None:
    """Hampshire to Murmansk, the next three to Archangel, whoever is there; the rest to the reserve."""
    first, *_ = FACTIONS[faction].setup_units
    landing = FACTIONS[faction].setup_units[:4]
    for unit in forces(g, faction):
        name = UNIT_IDS[unit]
        if name not in landing:
            if IS_ARMY[unit]:
                await place_among(g, unit, mask_of(*_BRITISH_PORTS))
            else:
                settle(g, unit, None)
            continue
        await _land(g, unit, *(_BRITISH_PORTS if name == first else _BRITISH_PORTS[::-1]))


async def _land(g: Chaos, unit: int, port: str, *others: str) -> None:
    """Allied ships bring a corps to its port whoever holds it: enemies there fall back to the nearest space of their own. A
    corps without room, or faced with Greens, goes to the other port or to the reserve [9.5]."""
    side, space = g.side[unit], SPACE[port]
    if g.control[space] != side:
        await evacuate(g, 1 << space, enemy(side))
        if not g.board.blocked(side) >> space & 1:
            set_control(g, space, side)
            remove_no_act(g, space)
    if others and not legal_spaces(g, unit, 1 << space):
        await _land(g, unit, *others)
    else:
        await place_among(g, unit, 1 << space, no_place=RESERVE)


async def _usa(g: Chaos, faction: int, how: str) -> None:
    """The army to the box beyond the Urals, the Polar Bears to Murmansk, the Siberian corps to the reserve."""
    for unit in forces(g, faction):
        if IS_ARMY[unit]:
            await place_among(g, unit, mask_of("urals_north_east_box"))
        elif UNIT_IDS[unit] in _POLAR_BEARS:
            await _land(g, unit, "murmansk")
        else:
            settle(g, unit, None)


async def _west_ukraine(g: Chaos, faction: int, how: str) -> None:
    """Army 3 and the leader come only for a protector or by the aggression event [9.5]."""
    if how in ("protector", "aggression"):
        extra = next(u for u in UNITS_OF[faction] if UNITS[u].pool == "protector_or_red_37")
        if g.where[extra] == OUT:
            g.where[extra] = ASIDE
    await _region(g, faction, how)
    if how in ("protector", "aggression"):
        await bring_leader(g, LEADER[FACTIONS[faction].leader], FACTION_MASK[faction])


Rule = Callable[[Chaos, int, str], Coroutine[Any, Any, None]]

RULES: dict[str, Rule] = {
    "region_or_reserve": _region,
    "one_random_army_eliminated_unless_protector": _estonia,
    "finland": _finland,
    "france_southern_ports_corps_reserve": _france,
    "britain": _britain,
    "usa": _usa,
    "region_or_reserve_variable": _west_ukraine,
}
"""By ``setup_rule``; Ukraine and Poland add theirs."""


async def deploy_faction(g: Chaos, faction: int, how: str) -> None:
    """The controller puts the faction's forces on the map [8.9]."""
    side = commander(g, faction)
    set_faction_side(g, faction, side)
    g.deployed[faction] = 1
    g.report("deployment", rule="8.9", faction=FACTION_IDS[faction], side=side_id(side))
    await RULES[FACTIONS[faction].setup_rule](g, faction, how)
