"""Effects that bring, strengthen or turn units and leaders [15]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from casusbelli.kernel import Choice

from .asks import place_leader_at, place_unit, public
from .board import own_units, put, remove_no_act, roomy, send, set_control, set_side, whose
from .cards import CARDS, BringLeader, Effect, FlipFull, Mutiny, OneOf, Place, SubjugationArmies, SwitchSide
from .content import (
    ADJACENT,
    CAMP,
    CP_LAND,
    CZECH,
    FACTION,
    FACTION_MASK,
    IS_ARMY,
    LEADER,
    LEADER_IDS,
    OWNER,
    RED,
    REGION_MASK,
    SPACE,
    SPACE_IDS,
    UNIT,
    UNIT_FACTION,
    UNIT_IDS,
    UNITS,
    VC_MASK,
    WHITE,
    bits,
    enemy,
    mask_of,
)
from .effects import effect
from .factions import cp_active, enterable, is_withdrawn
from .leaders import arrive, check_abandoned, company_spaces, hold, leads_unit
from .losses import eliminate
from .poland import polish_response
from .refusals import why_no_turncoat
from .replacements import BALTIC_PORTS, SOUTHERN_PORTS, czech_cities
from .retreat import retreat_stack
from .state import ASIDE, BOX_IDS, ELIMINATED, OUT, PERMANENT, REMOVED, RESERVE, SUBJUGATED, Chaos, side_id

_LIEPAJA = SPACE["liepaja"]
_GOLTZ = [row.id.startswith("white_goltz") for row in UNITS]
_SOC_REV = UNIT["white_soc_rev_a"]


# -- place -------------------------------------------------------------------------------------------------------------


def waits_for_deployment(g: Chaos, unit: int) -> bool:
    """Units of a faction whose forces are not on the map yet join its deployment."""
    faction = UNIT_FACTION[unit]
    return faction >= 0 and not g.deployed[faction]


def placement_mask(unit: int, where: str) -> int:
    """The spaces a place effect names."""
    head, _, tail = where.partition(":")
    names = tail.split(",")
    if where == "port:south":
        return SOUTHERN_PORTS
    if where == "port:baltic":
        return BALTIC_PORTS
    if head in ("space", "port"):
        return mask_of(*names)
    mask = 0
    for region in names:
        mask |= REGION_MASK[region]
    return mask & VC_MASK if head == "vc" else mask


def placement_spaces(g: Chaos, side: int, unit: int, where: str) -> list[int]:
    """Controlled, enterable for the unit, free of enemies, within stacking; supply is not needed [15 place]."""
    board = g.board
    mask = placement_mask(unit, where)
    if UNIT_FACTION[unit] == CZECH:
        mask |= czech_cities(g)
    legal = mask & board.control[side] & enterable(g, unit)
    if where == "port:baltic" and _GOLTZ[unit] and is_withdrawn_cp(g) and g.control[_LIEPAJA] != RED:
        legal |= 1 << _LIEPAJA
    return bits(legal & ~board.blocked(side) & roomy(g, unit))


def is_withdrawn_cp(g: Chaos) -> bool:
    return is_withdrawn(g, FACTION["central_powers"])


@effect(Place, lambda g, side, one: any(g.where[UNIT[u]] == OUT for u in one.units))
async def place(g: Chaos, side: int, one: Place) -> None:
    for name in one.units:
        unit = UNIT[name]
        if g.where[unit] == OUT:
            await bring_unit(g, side, unit, one.where, one.strength)


async def bring_unit(g: Chaos, side: int, unit: int, where: str, strength: str) -> None:
    if waits_for_deployment(g, unit):
        g.where[unit] = ASIDE
        g.report("joins_deployment", rule="15", side=side_id(side), unit=UNIT_IDS[unit])
        return
    set_side(g, unit, side)
    g.reduced[unit] = int(strength == "reduced")
    spaces = [] if where == "reserve" else placement_spaces(g, side, unit, where)
    if not spaces:
        box = RESERVE if where == "reserve" or not IS_ARMY[unit] else ELIMINATED
        send(g, unit, box)
        g.report("placed", rule="15", unit=UNIT_IDS[unit], space=BOX_IDS[box], side=side_id(side))
        return
    space = await place_unit(g, side, "place_units", unit, spaces, False, "15")
    if space is not None:
        put(g, unit, space)
        set_control(g, space, side)
        g.report("placed", rule="15", unit=UNIT_IDS[unit], space=SPACE_IDS[space], side=side_id(side))
        await polish_response(g, space, [unit])


# -- leaders -----------------------------------------------------------------------------------------------------------


def _company(g: Chaos, word: str) -> Callable[[int], bool]:
    """``with:x``: a unit by id, or an army of a camp or side."""
    if word in UNIT:
        return lambda unit: unit == UNIT[word]
    camp = word.removesuffix("_army")
    if camp in ("red", "white"):
        return lambda unit: IS_ARMY[unit] and g.owner[unit] == OWNER[camp]
    return lambda unit: IS_ARMY[unit] and g.camp[unit] == CAMP[camp]


def _call(g: Chaos, leader: int, where: str) -> list[int]:
    """Where a leader joins whom his card calls to a unit or a space."""
    head, _, word = where.partition(":")
    if head == "with":
        return company_spaces(g, leader, _company(g, word))
    board, side = g.board, g.leader_side[leader]
    return bits(mask_of(*word.split(",")) & board.control[side] & ~board.blocked(side))


def _calls(effects: Iterable[Effect]) -> Iterator[BringLeader]:
    for one in effects:
        if isinstance(one, BringLeader):
            yield one
        elif isinstance(one, OneOf):
            for option in one.options:
                yield from _calls(option.effects)


_CALLED = {one.leader: one.where for mine in CARDS for card in mine.values() for one in _calls(card.effects)}


def waiting_spaces(g: Chaos, leader: int) -> list[int]:
    """Where a leader who is held may join now: as his card said, or any unit he leads if that one is lost for good or he
    came with his faction [8.9, 15]."""
    where = _CALLED.get(LEADER_IDS[leader], "")
    company = where.removeprefix("with:")
    if where and not (company in UNIT and g.where[UNIT[company]] in (PERMANENT, REMOVED)):
        return _call(g, leader, where)
    return company_spaces(g, leader, lambda unit: leads_unit(g, leader, unit))


@effect(BringLeader, lambda g, side, one: g.leader_at[LEADER[one.leader]] == OUT)
async def bring_leader(g: Chaos, side: int, one: BringLeader) -> None:
    leader = LEADER[one.leader]
    g.leader_side[leader] = side
    spaces = _call(g, leader, one.where)
    if spaces:
        space = await place_leader_at(g, side, "place_units", leader, spaces, "15")
        arrive(g, leader, space, "15")
        await polish_response(g, space, [], [leader])
    else:
        hold(g, leader)
        g.report("leader_waits", rule="15", side=side_id(side), leader=LEADER_IDS[leader])


# -- strength and allegiance -------------------------------------------------------------------------------------------


def _to_flip(g: Chaos, one: FlipFull) -> list[int]:
    return [UNIT[u] for u in one.units if g.where[UNIT[u]] >= 0 and g.reduced[UNIT[u]]]


@effect(FlipFull, lambda g, side, one: bool(_to_flip(g, one)))
async def flip_full(g: Chaos, side: int, one: FlipFull) -> None:
    for unit in _to_flip(g, one)[: one.n]:
        g.reduced[unit] = 0
        g.report("flipped_up", rule="15", side=whose(g, unit), unit=UNIT_IDS[unit])


def turncoats(g: Chaos, side: int, one: SwitchSide) -> list[int]:
    """Enemy corps and reduced armies, neither elite nor immobile, beside a friendly unit [15 switch_side]."""
    foe = enemy(side)
    held = g.board.held[side]
    found = []
    for space in bits(g.board.held[foe]):
        if not held & ADJACENT[g.border_open][space] or _shut(g, space):
            continue
        for unit in own_units(g, space, foe):
            row = UNITS[unit]
            if row.immobile or (row.elite and not one.elite_allowed) or (IS_ARMY[unit] and not g.reduced[unit]):
                continue
            found.append(unit)
    return found


def _shut(g: Chaos, space: int) -> bool:
    """Closed land: the Central Powers' side of the line while they are there."""
    return cp_active(g) and bool(CP_LAND >> space & 1)


@effect(SwitchSide, lambda g, side, one: bool(turncoats(g, side, one)))
async def switch_side(g: Chaos, side: int, one: SwitchSide) -> None:
    options: list[Choice] = [("target", UNIT_IDS[u]) for u in turncoats(g, side, one)]
    answer = await public(g, side, "event_target", options, "15", None, lambda choice: why_no_turncoat(g, side, choice))
    unit = UNIT[str(answer[1])]
    roll = g.die()
    success = roll <= one.success_max
    space = g.where[unit]
    g.report(
        "switch_side", rule="15", side=side_id(side), unit=UNIT_IDS[unit], space=SPACE_IDS[space], roll=roll, success=success
    )
    if success:
        eliminate(g, unit, "15", permanent=False)
        if not g.board.at[space]:
            set_control(g, space, side)
            remove_no_act(g, space)
        await check_abandoned(g, space, enemy(side))


@effect(Mutiny, lambda g, side, one: g.where[_SOC_REV] >= 0 and g.side[_SOC_REV] == WHITE)
async def mutiny(g: Chaos, side: int, one: Mutiny) -> None:
    """The Socialist Revolutionary army may turn Red where it stands; White units there fall back [15 soc_rev_mutiny]."""
    space = g.where[_SOC_REV]
    roll = g.die()
    turned = roll <= one.roll_red_max
    g.report("mutiny", rule="15", side=side_id(side), unit=UNIT_IDS[_SOC_REV], space=SPACE_IDS[space], roll=roll, turned=turned)
    if not turned:
        return
    g.owner[_SOC_REV], g.camp[_SOC_REV] = OWNER["red"], CAMP["red"]
    set_side(g, _SOC_REV, RED)
    set_control(g, space, RED)
    remove_no_act(g, space)
    await retreat_stack(g, WHITE, own_units(g, space, WHITE), 1, [], "15")
    await check_abandoned(g, space, WHITE)


# -- garrisons ---------------------------------------------------------------------------------------------------------


def _subjugated_cities(g: Chaos) -> list[int]:
    """Land of each subjugated republic with a Red-held city."""
    return [FACTION_MASK[f] & VC_MASK for f, fate in enumerate(g.fate) if fate == SUBJUGATED]


@effect(SubjugationArmies, lambda g, side, one: bool(_subjugated_cities(g)) and any(g.where[UNIT[u]] == OUT for u in one.units))
async def subjugation_armies(g: Chaos, side: int, one: SubjugationArmies) -> None:
    """One army of the list in a Red-held city of every subjugated republic."""
    waiting = [UNIT[u] for u in one.units if g.where[UNIT[u]] == OUT]
    for cities in _subjugated_cities(g):
        if not waiting:
            return
        unit = waiting[0]
        board = g.board
        spaces = bits(cities & board.control[side] & ~board.blocked(side) & roomy(g, unit))
        if not spaces:
            continue
        waiting.pop(0)
        space = await place_unit(g, side, "place_units", unit, spaces, False, "15")
        if space is not None:
            put(g, unit, space)
            g.report("placed", rule="15", unit=UNIT_IDS[unit], space=SPACE_IDS[space], side=side_id(side))
            await polish_response(g, space, [unit])
