"""Strategic redeployment [10.4]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from casusbelli.kernel import Choice, Refusal

from .asks import public, unless_forced
from .board import on_map, put, put_leader, roomy, send, units_in
from .content import ADJACENT, IS_ARMY, IS_IMMOBILE, LEADER, LEADER_IDS, SPACE, SPACE_IDS, UNIT, UNIT_IDS, UNITS, bits
from .factions import enterable, land_class, leader_land, usable_unit
from .poland import polish_response
from .refusals import why_not_redeploy_to, why_not_there
from .round_end import finish_round
from .state import RESERVE, Chaos, side_id
from .supply import fed_kind, flood, in_supply, leader_sources, passable, supplied_spaces
from .tables import CONSTANT

ARMY_COST, CORPS_COST, LEADER_COST = CONSTANT["sr_cost_army"], CONSTANT["sr_cost_corps"], CONSTANT["sr_cost_leader"]
_COST = [ARMY_COST if army else CORPS_COST for army in IS_ARMY]
_TO_SPACE: list[Choice] = [("sr_to", name) for name in SPACE_IDS]


def _no_act_mask(g: Chaos) -> int:
    mask = 0
    for space in g.no_act:
        mask |= 1 << space
    return mask


def cost_of(unit: int) -> int:
    return _COST[unit]


def reachable(g: Chaos, unit: int) -> int:
    """Friendly spaces that are joined to a unit's over friendly ground. A corps in the reserve may appear in any."""
    here = g.where[unit]
    ways = passable(g, g.side[unit]) & enterable(g, unit)
    if here == RESERVE:
        return ways
    bit = 1 << here
    sources = bit if ways & bit else ADJACENT[g.border_open][here]
    return flood(ways, sources, g.border_open) & ~bit


def destinations(g: Chaos, unit: int) -> list[int]:
    """Spaces where the unit may end: room for it and supply, of its own row when it comes from the reserve."""
    return bits(_ends(g, unit))


def _ends(g: Chaos, unit: int) -> int:
    """The same as a mask."""
    return reachable(g, unit) & _ends_of_kind(g, unit)


def _ends_of_kind(g: Chaos, unit: int) -> int:
    """Where units of its kind may end, wherever they come from on the map: friendly, with room, in supply, no NO ACT."""
    ways = passable(g, g.side[unit]) & enterable(g, unit)
    return ways & roomy(g, unit) & supplied_spaces(g, unit, own_row=g.where[unit] == RESERVE) & ~_no_act_mask(g)


def may_return(g: Chaos, unit: int) -> bool:
    """A corps on the map may always go to the reserve."""
    return g.where[unit] >= 0 and not IS_ARMY[unit]


def leader_destinations(g: Chaos, leader: int) -> list[int]:
    return bits(_leader_reach(g, leader))


def _leader_reach(g: Chaos, leader: int) -> int:
    """Friendly spaces joined to the leader's over the supply network."""
    side = g.leader_side[leader]
    here = g.leader_at[leader]
    ways = passable(g, side) & leader_land(g, leader)
    area = flood(ways, leader_sources(g, leader), g.border_open)
    bit = 1 << here
    sources = bit if ways & bit else ADJACENT[g.border_open][here]
    return flood(ways, sources, g.border_open) & area & ~_no_act_mask(g) & ~bit


def movable(g: Chaos, side: int, points: int, done: list[int]) -> Iterator[int]:
    """Units that can be redeployed with the points left."""
    ends_of: dict[tuple[bool, int, int, int, int], int] = {}
    where, sides, owners, no_act = g.where, g.side, g.owner, g.no_act
    usable_owners: dict[int, bool] = {}
    for unit in sorted([*on_map(g, side), *units_in(g, RESERVE)]):
        if sides[unit] != side or IS_IMMOBILE[unit] or _COST[unit] > points or unit in done:
            continue
        here, owner = where[unit], owners[unit]
        if here in no_act:
            continue
        if owner not in usable_owners:
            usable_owners[owner] = usable_unit(g, unit)
        if not usable_owners[owner]:
            continue
        reserve = here == RESERVE
        if not reserve and not in_supply(g, unit):
            continue
        if may_return(g, unit):
            yield unit
            continue
        kind = (reserve, owner, g.camp[unit], fed_kind(g, unit), land_class(unit))
        ends = ends_of.get(kind)
        if ends is None:
            ends = ends_of[kind] = _ends_of_kind(g, unit)
        if ends if reserve else ends & ADJACENT[g.border_open][here] or ends & reachable(g, unit):
            yield unit


def movable_leaders(g: Chaos, side: int, done: list[int]) -> Iterator[int]:
    return (
        n
        for n, here in enumerate(g.leader_at)
        if here >= 0 and g.leader_side[n] == side and n not in done and here not in g.no_act and _leader_reach(g, n)
    )


async def redeployment(g: Chaos) -> None:
    """One unit or leader; the phase comes back until the points are used or the player stops."""
    side, op = g.active, g.operation

    def more() -> bool:
        units, leaders = movable(g, side, op.points, op.moved), movable_leaders(g, side, op.moved_leaders)
        return any(True for _ in units) or any(True for _ in leaders)

    answer = await unless_forced(
        g, side, "sr_move", lambda: _options(g), "10.4", more, {"piece": "none", "points": op.points}, _why_not(g)
    )
    if answer[0] == "stop":
        finish_round(g)
        return
    if answer[0] == "redeploy_leader":
        await _leader(g, LEADER[str(answer[1])])
    else:
        await _unit(g, UNIT[str(answer[1])])
    if not op.points:
        finish_round(g)


def _options(g: Chaos) -> list[Choice]:
    op = g.operation
    units: list[Choice] = [("redeploy", UNIT_IDS[u]) for u in movable(g, g.active, op.points, op.moved)]
    leaders: list[Choice] = [("redeploy_leader", LEADER_IDS[n]) for n in movable_leaders(g, g.active, op.moved_leaders)]
    return [*units, *leaders, ("stop",)]


def _why_not(g: Chaos) -> Callable[[Choice], Refusal | None]:
    """Why a unit or a leader cannot be redeployed now."""

    def why_not(choice: Choice) -> Refusal | None:
        if choice[0] == "redeploy_leader" and len(choice) > 1 and choice[1] in LEADER:
            return _why_not_leader(g, LEADER[str(choice[1])])
        if choice[0] == "sr_to" and len(choice) > 1 and choice[1] in SPACE:
            return Refusal("piece_first", "10.4", {"space": choice[1]})
        if choice[0] != "redeploy" or len(choice) < 2 or choice[1] not in UNIT:
            return None
        unit, op = UNIT[str(choice[1])], g.operation
        here, params = g.where[unit], {"unit": str(choice[1])}
        if g.side[unit] != g.active or not usable_unit(g, unit) or UNITS[unit].immobile or (here < 0 and here != RESERVE):
            return Refusal("not_yours_to_move", "10.4", params)
        if unit in op.moved:
            return Refusal("already_moved", "10.4", params)
        if cost_of(unit) > op.points:
            return Refusal("too_dear", "10.4", {**params, "cost": cost_of(unit)})
        if here in g.no_act:
            return Refusal("no_act", "17.7", {"space": SPACE_IDS[here]})
        if here >= 0 and not in_supply(g, unit):
            return Refusal("out_of_supply", "13", {"space": SPACE_IDS[here]})
        return Refusal("no_destination", "10.4", params)

    return why_not


def _why_not_leader(g: Chaos, leader: int) -> Refusal:
    here, params = g.leader_at[leader], {"unit": LEADER_IDS[leader]}
    if here < 0 or g.leader_side[leader] != g.active:
        return Refusal("not_yours_to_move", "10.4", params)
    if leader in g.operation.moved_leaders:
        return Refusal("already_moved", "10.4", params)
    if here in g.no_act:
        return Refusal("no_act", "17.7", {"space": SPACE_IDS[here]})
    return Refusal("no_destination", "10.4", params)


async def _leader(g: Chaos, leader: int) -> None:
    name = LEADER_IDS[leader]
    options: list[Choice] = [_TO_SPACE[s] for s in leader_destinations(g, leader)]
    about = {"piece": name, "leader": name, "points": g.operation.points}
    answer = await public(
        g, g.active, "sr_move", options, "10.4", about, lambda choice: why_not_there(g, g.active, choice, "10.4")
    )
    put_leader(g, leader, SPACE[str(answer[1])])
    g.operation.moved_leaders.append(leader)
    g.operation.points -= LEADER_COST
    g.report("redeployed", rule="10.4", unit=name, space=str(answer[1]), side=side_id(g.active))
    await polish_response(g, SPACE[str(answer[1])], [], [leader])


async def _unit(g: Chaos, unit: int) -> None:
    name = UNIT_IDS[unit]
    back: list[Choice] = [("sr_reserve",)] if may_return(g, unit) else []
    answer = await unless_forced(
        g,
        g.active,
        "sr_move",
        lambda: [*(_TO_SPACE[s] for s in destinations(g, unit)), *back],
        "10.4",
        lambda: len(back) + _ends(g, unit).bit_count() > 1,
        {"piece": name, "unit": name, "points": g.operation.points},
        lambda choice: why_not_redeploy_to(g, unit, choice),
    )
    g.operation.moved.append(unit)
    g.operation.points -= cost_of(unit)
    space = "reserve"
    if answer[0] == "sr_reserve":
        send(g, unit, RESERVE)
    else:
        space = str(answer[1])
        put(g, unit, SPACE[space])
    g.report("redeployed", rule="10.4", unit=name, space=space, side=side_id(g.active))
    if space in SPACE:
        await polish_response(g, SPACE[space], [unit])
