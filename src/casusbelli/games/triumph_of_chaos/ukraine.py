"""Ukraine's variable deployment: the Republic, its peasants, Petliura [9.5]."""

from __future__ import annotations

from .asks import place_unit
from .board import put, put_leader, set_control
from .content import (
    FACTION_MASK,
    FACTIONS,
    IS_ARMY,
    LEADER,
    NOBODY,
    OWNER,
    RED,
    SIDE_IDS,
    SPACE_IDS,
    THIRD,
    UNIT_IDS,
    WHITE,
    enemy,
)
from .deployment import RULES, bring_leader, forces, lose_unit, place_among
from .factions import commander
from .leaders import check_abandoned
from .refusals import named_elsewhere
from .state import ASIDE, ELIMINATED, OUT, REMOVED, WAITING, Chaos
from .tables import UKRAINE_GREEN_SPACES, UKRAINE_REVOLT_SPACES

_PEASANTS = ("ukraine_peasant_a1", "ukraine_peasant_a2")
_CORPS_4_5 = ("ukraine_c4", "ukraine_c5")
_CORPS_6_7 = ("ukraine_c6", "ukraine_c7")
_PETLIURA_MAX = {RED: 1, WHITE: 4}


async def _ukraine(g: Chaos, faction: int, how: str) -> None:
    """Method 1 for a protector, 2 by Red's violation event, 3 in every other case; table ukraine_setup."""
    method = {"protector": 1, "aggression": 2}.get(how, 3)
    units = forces(g, faction)
    names = {UNIT_IDS[u]: u for u in units}
    land = FACTION_MASK[faction]
    peasants = [names[n] for n in _PEASANTS if n in names]
    regulars = [u for u in units if IS_ARMY[u] and u not in peasants]
    leader = LEADER[FACTIONS[faction].leader]
    if g.leader_at[leader] not in (ELIMINATED, REMOVED):
        joins = method == 1 or (method == 3 and _petliura_joins(g, commander(g, faction)))
        put_leader(g, leader, WAITING if joins else REMOVED)
    call_up = _peasant_fate(g, method, commander(g, faction)) if peasants else "none"
    for unit in peasants:
        g.where[unit] = {"eliminated": ELIMINATED, "revolt": ASIDE}.get(call_up, OUT)
    if method == 2:
        _as_greens(g, regulars)
        regulars = []
    for unit in [*regulars, *(peasants if call_up == "yes" else [])]:
        await place_among(g, unit, land)
    if g.leader_at[leader] == WAITING:
        await bring_leader(g, leader, land)
    for unit in [u for u in units if not IS_ARMY[u]]:
        name = UNIT_IDS[unit]
        if (method != 1 and name in _CORPS_6_7) or (method == 2 and name in _CORPS_4_5):
            lose_unit(g, unit)
        else:
            await place_among(g, unit, land, reserve=True)
    if call_up == "revolt":
        await _peasant_revolt(g, peasants, enemy(commander(g, faction)))


RULES["ukraine_variable"] = _ukraine


def _petliura_joins(g: Chaos, side: int) -> bool:
    roll = g.die()
    joins = roll <= _PETLIURA_MAX[side]
    g.report("petliura", rule="9.5", side=SIDE_IDS[side], roll=roll, joins=joins)
    return joins


def _peasant_fate(g: Chaos, method: int, side: int) -> str:
    if method == 2:
        return "yes"
    roll = g.die()
    if method == 1:
        fate = "yes" if roll <= 3 else "eliminated"
    else:
        fate = "yes" if roll <= 2 else "eliminated" if roll == 3 else "revolt"
    g.report("peasants", rule="9.5", side=SIDE_IDS[side], roll=roll, result=fate)
    return fate


def _as_greens(g: Chaos, armies: list[int]) -> None:
    """One army by lot in each of the Green spaces."""
    order = list(armies)
    g.shuffle(order)
    for unit, space in zip(order, UKRAINE_GREEN_SPACES, strict=False):
        if g.board.at[space]:
            g.where[unit] = REMOVED
            continue
        g.side[unit] = THIRD
        put(g, unit, space)
        set_control(g, space, NOBODY)
        g.report("green_army", rule="9.5", unit=UNIT_IDS[unit], space=SPACE_IDS[space])


async def _peasant_revolt(g: Chaos, peasants: list[int], side: int) -> None:
    """The controller's enemy raises them as insurrection armies in empty spaces."""
    for unit in peasants:
        spaces = [s for s in UKRAINE_REVOLT_SPACES if not g.board.at[s] and not g.board.green >> s & 1]
        if not spaces:
            lose_unit(g, unit)
            continue
        g.side[unit] = side
        space = await place_unit(g, side, "peasant_revolt_place", unit, spaces, False, "9.5", named_elsewhere)
        if space is None:
            continue
        g.owner[unit] = OWNER[SIDE_IDS[side]]
        g.camp[unit] = 0
        g.reduced[unit] = 0
        g.insurgents.append(unit)
        g.fresh_insurgents.append(unit)
        put(g, unit, space)
        set_control(g, space, side)
        g.report("insurrection", rule="9.5", unit=UNIT_IDS[unit], space=SPACE_IDS[space], side=SIDE_IDS[side])
        await check_abandoned(g, space, enemy(side))
