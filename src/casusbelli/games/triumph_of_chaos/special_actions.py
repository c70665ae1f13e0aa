"""Special actions [10.7]."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.kernel import Choice, Refusal

from .asks import pick_space, public
from .board import neighbours, own_units, put_leader, remove_no_act, set_control, set_side
from .content import (
    ADJACENT,
    FACTION,
    FACTION_IDS,
    FACTIONS,
    LEADER,
    LEADER_IDS,
    LEADERS,
    RED,
    SIGN,
    SPACE,
    SPACE_IDS,
    UNIT_IDS,
    UNITS,
    WHITE,
    bits,
    enemy,
)
from .factions import in_play
from .in_fighting import no_act_targets, place_no_act
from .influence import add_influence, influence_counts
from .leaders import check_abandoned, leads_unit
from .operations import can_activate, new_operation
from .poland import polish_response
from .political_refusals import why_no_influence
from .refusals import why_no_marker, why_no_revolt, why_not_propaganda, why_not_there
from .state import Chaos, side_id
from .supply import in_supply
from .tables import CONSTANT

ALL_KINDS = ("activate_space", "remove_no_act", "garrison_revolt", "propaganda", "influence", "move_leader")


def special_kinds(g: Chaos, side: int) -> list[str]:
    """Kinds allowed in the scenario that have a target; pass if there are none."""
    allowed = ALL_KINDS if g.rules.special_actions == "all" else tuple(g.rules.special_actions.split(","))
    possible = [kind for kind in allowed if _possible(g, side, kind)]
    return possible or ["pass"]


def _possible(g: Chaos, side: int, kind: str) -> bool:
    if kind == "activate_space":
        return can_activate(g, side, [])
    if kind == "remove_no_act":
        return bool(own_no_act(g, side))
    if kind == "garrison_revolt":
        return side == WHITE and bool(restless_garrisons(g))
    if kind == "propaganda":
        return any(True for _ in propaganda_targets(g, side))
    if kind == "influence":
        return influence_counts(g) and any(in_play(g, f) for f in range(len(FACTIONS)))
    return any(True for n in own_leaders(g, side) for _ in leader_places(g, n))


def own_no_act(g: Chaos, side: int) -> list[int]:
    """NO ACT markers on spaces of a side: with its units, or controlled by it and empty."""
    return [s for s in g.no_act if own_units(g, s, side) or (not g.board.at[s] and g.control[s] == side)]


def restless_garrisons(g: Chaos) -> list[int]:
    """Red garrisons that are the only Red unit in their space."""
    return [
        u
        for u, row in enumerate(UNITS)
        if row.immobile and g.where[u] >= 0 and g.side[u] == RED and len(own_units(g, g.where[u], RED)) == 1
    ]


def propaganda_targets(g: Chaos, side: int) -> Iterator[int]:
    """Spaces with enemy units and without NO ACT beside own units."""
    held, adjacent = g.board.held[side], ADJACENT[g.border_open]
    return (s for s in no_act_targets(g, enemy(side)) if held & adjacent[s])


def own_leaders(g: Chaos, side: int) -> list[int]:
    return [n for n in range(len(LEADERS)) if g.leader_at[n] >= 0 and g.leader_side[n] == side]


def leader_places(g: Chaos, leader: int) -> Iterator[int]:
    """Friendly supplied spaces with own units he leads."""
    side = g.leader_side[leader]
    places = g.board.held[side] & ~(1 << g.leader_at[leader])
    return (s for s in bits(places) if any(leads_unit(g, leader, u) and in_supply(g, u) for u in own_units(g, s, side)))


async def take_special(g: Chaos, side: int, kind: str) -> None:
    if kind == "activate_space":
        new_operation(g, 1)
    elif kind == "remove_no_act":
        space = await pick_space(g, side, "no_act_remove", "remove_no_act", own_no_act(g, side), "10.7", why_no_marker)
        remove_no_act(g, space)
        g.report("no_act_removed", rule="10.7", side=side_id(side), space=SPACE_IDS[space], roll=0)
    elif kind == "garrison_revolt":
        await _garrison_revolt(g)
    elif kind == "propaganda":
        await _propaganda(g, side)
    elif kind == "influence":
        options: list[Choice] = [("influence", FACTION_IDS[f]) for f in range(len(FACTIONS)) if in_play(g, f)]
        answer = await public(g, side, "special_action", options, "10.7", None, lambda c: why_no_influence(g, "10.7", c))
        add_influence(g, FACTION[str(answer[1])], SIGN[side], "10.7")
    elif kind == "move_leader":
        await _move_leader(g, side)


async def _garrison_revolt(g: Chaos) -> None:
    units = restless_garrisons(g)
    space = await pick_space(g, WHITE, "special_action", "revolt", [g.where[u] for u in units], "10.7", why_no_revolt)
    unit = next(u for u in units if g.where[u] == space)
    roll = g.die()
    aided = any(g.board.held[WHITE] >> n & 1 for n in neighbours(g, space))
    success = roll - int(aided) <= CONSTANT["garrison_revolt_max_roll"]
    g.report(
        "garrison_revolt",
        rule="10.7",
        side=side_id(WHITE),
        unit=UNIT_IDS[unit],
        space=SPACE_IDS[space],
        roll=roll,
        aided=aided,
        success=success,
    )
    if success:
        set_side(g, unit, WHITE)
        set_control(g, space, WHITE)
        remove_no_act(g, space)
        g.revolted.append(unit)
        await check_abandoned(g, space, RED)


async def _propaganda(g: Chaos, side: int) -> None:
    spaces = list(propaganda_targets(g, side))
    space = await pick_space(
        g, side, "special_action", "propaganda", spaces, "10.7", lambda choice: why_not_propaganda(g, side, choice)
    )
    roll = g.die()
    success = roll <= CONSTANT["propaganda_max_roll"]
    g.report("propaganda", rule="10.7", side=side_id(side), space=SPACE_IDS[space], roll=roll, success=success)
    if success:
        place_no_act(g, space, "10.7")


async def _move_leader(g: Chaos, side: int) -> None:
    leaders = [n for n in own_leaders(g, side) if any(True for _ in leader_places(g, n))]
    choices: list[Choice] = [("move_leader", LEADER_IDS[n]) for n in leaders]
    answer = await public(g, side, "special_action", choices, "10.7", None, lambda choice: _why_not_leader(g, side, choice))
    leader = LEADER[str(answer[1])]
    options: list[Choice] = [("place_leader", LEADER_IDS[leader], SPACE_IDS[s]) for s in leader_places(g, leader)]
    about = {"leader": LEADER_IDS[leader]}
    answer = await public(g, side, "special_action", options, "10.7", about, lambda c: why_not_there(g, side, c, "10.7"))
    put_leader(g, leader, SPACE[str(answer[2])])
    g.report("leader_repositioned", rule="10.7", side=side_id(side), leader=LEADER_IDS[leader], space=str(answer[2]))
    await polish_response(g, SPACE[str(answer[2])], [], [leader])


def _why_not_leader(g: Chaos, side: int, choice: Choice) -> Refusal | None:
    """A leader of another side, or one whose troops stand in supply nowhere else [10.7]."""
    if choice[0] != "move_leader" or len(choice) < 2 or choice[1] not in LEADER:
        return None
    own = LEADER[str(choice[1])] in own_leaders(g, side)
    return Refusal("no_destination" if own else "not_yours_to_move", "10.7", {"unit": choice[1]})
