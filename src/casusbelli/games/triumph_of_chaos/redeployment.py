"""Strategic redeployment [10.4]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import put, put_leader, room, send
from .content import IS_ARMY, LEADER, LEADER_IDS, LEADERS, SPACE, SPACE_IDS, UNIT, UNIT_IDS, UNITS, bits
from .factions import enterable, open_spaces, usable_unit
from .poland import polish_response
from .state import RESERVE, Chaos, side_id
from .supply import flood, in_supply, in_supply_at, passable, side_sources, supply_area
from .tables import CONSTANT

ARMY_COST, CORPS_COST, LEADER_COST = CONSTANT["sr_cost_army"], CONSTANT["sr_cost_corps"], CONSTANT["sr_cost_leader"]


def _no_act_mask(g: Chaos) -> int:
    mask = 0
    for space in g.no_act:
        mask |= 1 << space
    return mask


def cost_of(unit: int) -> int:
    return ARMY_COST if IS_ARMY[unit] else CORPS_COST


def reachable(g: Chaos, unit: int) -> int:
    """Spaces a unit can be redeployed to, stacking aside: joined to it over friendly ground, in supply, no NO ACT.

    A corps in the reserve may appear wherever its own sources reach.
    """
    here = g.where[unit]
    ways = passable(g, g.side[unit]) & enterable(g, unit)
    if here == RESERVE:
        sources = ways
    else:
        sources = 1 << here
        ways |= sources
    joined = flood(ways, sources, g.border_open) & ~_no_act_mask(g) & g.board.control[g.side[unit]]
    if here >= 0:
        joined &= ~(1 << here)
    return joined


def destinations(g: Chaos, unit: int) -> list[int]:
    """Spaces where the unit may end: room for it and supply, of its own row when it comes from the reserve."""
    own_row = g.where[unit] == RESERVE
    return [s for s in bits(reachable(g, unit)) if room(g, s, unit) and in_supply_at(g, unit, s, own_row)]


def has_destination(g: Chaos, unit: int) -> bool:
    if g.where[unit] >= 0 and not IS_ARMY[unit]:
        return True
    own_row = g.where[unit] == RESERVE
    candidates = reachable(g, unit)
    if candidates and not own_row:
        candidates &= supply_area(g, unit, g.where[unit])
    return any(room(g, s, unit) and in_supply_at(g, unit, s, own_row) for s in bits(candidates))


def leader_destinations(g: Chaos, leader: int) -> list[int]:
    """Friendly spaces joined to the leader's over the supply network."""
    side = g.leader_side[leader]
    here = g.leader_at[leader]
    ways = passable(g, side) & open_spaces(g, side)
    area = flood(ways, side_sources(side), g.border_open)
    joined = flood(ways | 1 << here, 1 << here, g.border_open) & area & ~_no_act_mask(g) & ~(1 << here)
    return bits(joined)


def movable(g: Chaos, side: int, points: int, done: list[int]) -> list[int]:
    """Units that can be redeployed with the points left."""
    found = []
    for unit, here in enumerate(g.where):
        if g.side[unit] != side or unit in done or (here < 0 and here != RESERVE) or UNITS[unit].immobile:
            continue
        if cost_of(unit) > points or here in g.no_act or not usable_unit(g, unit):
            continue
        if (here == RESERVE or in_supply(g, unit)) and has_destination(g, unit):
            found.append(unit)
    return found


def movable_leaders(g: Chaos, side: int, done: list[int]) -> list[int]:
    return [
        n
        for n in range(len(LEADERS))
        if g.leader_at[n] >= 0
        and g.leader_side[n] == side
        and n not in done
        and g.leader_at[n] not in g.no_act
        and leader_destinations(g, n)
    ]


async def redeployment(g: Chaos) -> None:
    """One unit or leader; the phase comes back until the points are used or the player stops."""
    side, op = g.active, g.operation
    if not op.points:
        g.phase = "end_round"
        return

    options: list[Choice] = [("redeploy", UNIT_IDS[u]) for u in movable(g, side, op.points, op.moved)]
    if op.points >= LEADER_COST:
        options.extend(("redeploy_leader", LEADER_IDS[n]) for n in movable_leaders(g, side, op.moved_leaders))
    answer = await public(g, side, "sr_move", [*options, ("stop",)], "10.4", {"points": op.points})
    if answer[0] == "stop":
        g.phase = "end_round"
    elif answer[0] == "redeploy_leader":
        await _leader(g, LEADER[str(answer[1])])
    else:
        await _unit(g, UNIT[str(answer[1])])


async def _leader(g: Chaos, leader: int) -> None:
    name = LEADER_IDS[leader]
    options: list[Choice] = [("sr_to", SPACE_IDS[s]) for s in leader_destinations(g, leader)]
    answer = await public(g, g.active, "sr_move", options, "10.4", {"leader": name, "points": g.operation.points})
    put_leader(g, leader, SPACE[str(answer[1])])
    g.operation.moved_leaders.append(leader)
    g.operation.points -= LEADER_COST
    g.report("redeployed", rule="10.4", unit=name, space=str(answer[1]), side=side_id(g.active))
    await polish_response(g, SPACE[str(answer[1])], [], [leader])


async def _unit(g: Chaos, unit: int) -> None:
    name = UNIT_IDS[unit]
    options: list[Choice] = [("sr_to", SPACE_IDS[s]) for s in destinations(g, unit)]
    if g.where[unit] >= 0 and not IS_ARMY[unit]:
        options.append(("sr_reserve",))
    answer = await public(g, g.active, "sr_move", options, "10.4", {"unit": name, "points": g.operation.points})
    g.operation.moved.append(unit)
    g.operation.points -= cost_of(unit)
    space = ""
    if answer[0] == "sr_reserve":
        send(g, unit, RESERVE)
    else:
        space = str(answer[1])
        put(g, unit, SPACE[space])
    g.report("redeployed", rule="10.4", unit=name, space=space, side=side_id(g.active))
    if space:
        await polish_response(g, SPACE[space], [unit])
