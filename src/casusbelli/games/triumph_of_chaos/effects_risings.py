"""Effects behind the lines: Greens, partisans, insurrections, typhoid [15, 17.3, 17.4]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import pick_space, public
from .board import add_green, changed, own_units, put, set_control, set_side
from .cards import GreenUprising, Insurrection, RaisePartisans, Typhoid
from .content import DISTANCE, HOME_MASK, IS_ARMY, SIDE_OF, SPACE, SPACE_IDS, UNIT, UNIT_IDS, VC_MASK, bits, enemy
from .effects import effect
from .leaders import check_abandoned
from .losses import eliminate
from .refusals import WhyNot, why_not_behind_lines, why_not_mark
from .state import OUT, Chaos, side_id
from .tables import CONSTANT


def _empty_enemy_spaces(g: Chaos, side: int, home: int, on_vc: bool) -> list[int]:
    """Enemy-controlled spaces of home regions with nobody in them."""
    board = g.board
    mask = HOME_MASK[home] & board.control[enemy(side)]
    if not on_vc:
        mask &= ~VC_MASK
    return [s for s in bits(mask & ~board.green) if not board.at[s]]


def _why_not(g: Chaos, side: int, home: int, rule: str) -> WhyNot:
    return lambda choice: why_not_behind_lines(g, side, home, rule, choice)


# -- Greens ------------------------------------------------------------------------------------------------------------


def _green_possible(g: Chaos, side: int, one: GreenUprising) -> bool:
    return g.greens_used < CONSTANT["greens_in_pool"] and bool(_empty_enemy_spaces(g, side, enemy(side), one.on_vc))


@effect(GreenUprising, _green_possible)
async def green_uprising(g: Chaos, side: int, one: GreenUprising) -> None:
    for _ in range(one.n):
        if not _green_possible(g, side, one):
            return
        roll = g.die()
        success = roll <= one.success_max
        g.report("green_roll", rule="17.3", side=side_id(side), roll=roll, success=success)
        if success:
            spaces = _empty_enemy_spaces(g, side, enemy(side), one.on_vc)
            space = await pick_space(g, side, "place_units", "green", spaces, "17.3", _why_not(g, side, enemy(side), "17.3"))
            g.greens_used += 1
            add_green(g, space)
            g.report("green", rule="17.3", side=side_id(side), space=SPACE_IDS[space])
            await check_abandoned(g, space, enemy(side))


# -- partisans ---------------------------------------------------------------------------------------------------------


def _partisan_spaces(g: Chaos, side: int) -> list[int]:
    board = g.board
    return [s for s in bits(board.control[enemy(side)] & ~board.green) if not board.at[s] and s not in g.partisans[side]]


@effect(RaisePartisans, lambda g, side, one: bool(_partisan_spaces(g, side)))
async def raise_partisans(g: Chaos, side: int, one: RaisePartisans) -> None:
    """Name the spaces, then roll for each."""
    chosen: list[int] = []
    while len(chosen) < one.n:
        options: list[Choice] = [("space", SPACE_IDS[s]) for s in _partisan_spaces(g, side) if s not in chosen]
        if not options:
            break
        answer = await public(g, side, "event_target", [*options, ("done",)], "15", None, _why_not(g, side, 0, "15"))
        if answer[0] == "done":
            break
        chosen.append(SPACE[str(answer[1])])
    for space in chosen:
        roll = g.die()
        success = roll <= one.success_max
        g.report("partisans", rule="15", side=side_id(side), space=SPACE_IDS[space], roll=roll, success=success)
        if success:
            g.partisans[side].append(space)
            changed(g)


# -- insurrections -----------------------------------------------------------------------------------------------------


def _rising_spaces(g: Chaos, side: int, one: Insurrection) -> list[int]:
    """Empty enemy spaces of the named home regions, far enough from enemy armies."""
    foe = enemy(side)
    home = SIDE_OF[one.territory.removesuffix("_home")]
    board = g.board
    armies = [s for s in bits(board.held[foe]) if any(IS_ARMY[u] for u in own_units(g, s, foe))]
    near = one.min_distance_from_enemy_army
    return [s for s in _empty_enemy_spaces(g, side, home, one.on_vc) if all(DISTANCE[s][a] > near for a in armies)]


@effect(Insurrection, lambda g, side, one: g.where[UNIT[one.unit]] == OUT and bool(_rising_spaces(g, side, one)))
async def insurrection(g: Chaos, side: int, one: Insurrection) -> None:
    if one.roll_max < 6:
        roll = g.die()
        g.report("insurrection_roll", rule="17.4", side=side_id(side), roll=roll, success=roll <= one.roll_max)
        if roll > one.roll_max:
            return
    unit = UNIT[one.unit]
    why_not = _why_not(g, side, enemy(side), "17.4")
    space = await pick_space(g, side, "place_units", "rise", _rising_spaces(g, side, one), "17.4", why_not, unit=one.unit)
    set_side(g, unit, side)
    g.reduced[unit] = 0
    g.insurgents.append(unit)
    g.fresh_insurgents.append(unit)
    put(g, unit, space)
    set_control(g, space, side)
    g.report("insurrection", rule="17.4", unit=one.unit, space=SPACE_IDS[space], side=side_id(side))
    await check_abandoned(g, space, enemy(side))


# -- typhoid -----------------------------------------------------------------------------------------------------------


def _sick_spaces(g: Chaos, side: int) -> list[int]:
    return bits(g.board.held[enemy(side)])


@effect(Typhoid, lambda g, side, one: bool(_sick_spaces(g, side)))
async def typhoid(g: Chaos, side: int, one: Typhoid) -> None:
    """Name the spaces, then roll for each: the owner loses a step there."""
    foe = enemy(side)
    chosen: list[int] = []
    while len(chosen) < one.spaces:
        options: list[Choice] = [("space", SPACE_IDS[s]) for s in _sick_spaces(g, side) if s not in chosen]
        if not options:
            break
        answer = await public(
            g, side, "event_target", [*options, ("done",)], "15", None, lambda choice: why_not_mark(g, foe, "15", choice)
        )
        if answer[0] == "done":
            break
        chosen.append(SPACE[str(answer[1])])
    for space in chosen:
        roll = g.die()
        struck = roll <= one.die_loss_max
        g.report("typhoid", rule="15", side=side_id(side), space=SPACE_IDS[space], roll=roll, struck=struck)
        if struck:
            await _lose_to_sickness(g, foe, space)


async def _lose_to_sickness(g: Chaos, foe: int, space: int) -> None:
    options: list[Choice] = [("lose", UNIT_IDS[u]) for u in own_units(g, space, foe)]
    unit = UNIT[str((await public(g, foe, "step_loss", options, "15", {"space": SPACE_IDS[space]}))[1])]
    if g.reduced[unit] or unit in g.revolted:
        eliminate(g, unit, "15", permanent=False)
        await check_abandoned(g, space, foe)
    else:
        g.reduced[unit] = 1
        g.report("step_lost", rule="15", side=side_id(foe), unit=UNIT_IDS[unit], eliminated=False, permanent=False)
