"""Poland: its states, the Response, war, the march on Moscow, peace [20]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import place_unit, public
from .board import armies_in, changed, own_units, politics_changed, put, put_leader, set_control
from .conditions import modifier_sum, named_modifiers
from .content import (
    BRITAIN,
    FACTION_AT,
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    IS_ARMY,
    LEADERS,
    LEADERS_OF,
    NOBODY,
    POLAND,
    RED,
    SPACE,
    SPACE_IDS,
    THIRD,
    UKRAINE,
    UNIT,
    UNIT_FACTION,
    UNIT_IDS,
    UNITS,
    UNITS_OF,
    USA,
    VC_MASK,
    WEST_UKRAINE,
    WHITE,
    bits,
    mask_of,
)
from .deployment import RULES, bring_leader, deploy_faction, forces, legal_spaces, place_by_kind, settle
from .evacuation import evacuate, set_aside
from .factions import commander, controller, cp_active, in_play, master, restricted
from .influence import put_marker
from .leaders import check_abandoned, leaders_of
from .losses import lose_step
from .refusals import named_elsewhere, why_not_pay
from .state import (
    ASIDE,
    AT_PEACE,
    ELIMINATED,
    INTERVENTION,
    OUT,
    PERMANENT,
    POLISH_WAR,
    REMOVED,
    TO_MOSCOW,
    TURNED_GREEN,
    Battle,
    Chaos,
    side_id,
)
from .tables import (
    CONSTANT,
    INTERVENTION_MODIFIERS,
    RESPONSE,
    RESPONSE_MODIFIERS,
    TO_MOSCOW_MODIFIERS,
    WEST_UKRAINE_FATE,
    by_max,
)
from .tables import INTERVENTION as INTERVENTION_FORCES
from .tables import TO_MOSCOW as TO_MOSCOW_TABLE

_BOX_101 = mask_of("central_poland_box")
_POLISH_UKRAINE = ("poland_ukr_a1", "poland_ukr_a2")
_HALLER_POOL = "white_52"
RED_POLES = next(u for u, row in enumerate(UNITS) if row.pool == "polish_war")
UKRAINE_LEGION = next(u for u in UNITS_OF[POLAND] if UNITS[u].pool == "ukraine_and_poland")
_WARSAW = SPACE["warszawa"]
_MARCHING_CAUSES = ("declared", "response")
"""Wars that may carry the Poles to Moscow; those begun by a card do not."""
_NO_PROVOCATION = [row.pool in ("faction_belarus", "subjugation") or UNIT_FACTION[u] >= 0 for u, row in enumerate(UNITS)]


def provokes(g: Chaos, units: list[int], leaders: list[int]) -> bool:
    """Red-owned units, those that turned Red too, and leaders count; garrisons, peasants and the Red Belarus army do not [20
    Response]."""
    if any(g.owner[u] == RED and not _NO_PROVOCATION[u] for u in units):
        return True
    return any(LEADERS[n].owner == "red" for n in leaders)


async def polish_response(g: Chaos, space: int, units: list[int], leaders: list[int] | None = None) -> None:
    """The first time Red enters Belarus, Lithuania, Ukraine or West Ukraine the Poles may answer, but not while the Central
    Powers hold them down: who comes in then with a stack of theirs has not violated the land yet [9.5]."""
    faction = FACTION_AT[space]
    if faction < 0 or not FACTIONS[faction].polish_response or faction in g.responded:
        return
    if not in_play(g, POLAND) or g.polish_war or restricted(g, POLAND) or not provokes(g, units, leaders or []):
        return
    g.responded.append(faction)
    roll = g.die()
    modifiers = named_modifiers(g, RED, RESPONSE_MODIFIERS, faction)
    total = roll + modifier_sum(g, RED, RESPONSE_MODIFIERS, faction)
    row = RESPONSE[min(max(total, min(RESPONSE)), max(RESPONSE))]
    answer = row.north if FACTIONS[faction].polish_response == "north" else row.south
    g.report(
        "polish_response",
        rule="20",
        side="red",
        faction=FACTION_IDS[faction],
        roll=roll,
        modifiers=modifiers,
        count=len(modifiers),
        total=total,
        result=answer,
    )
    if answer == "none":
        return
    modifier = modifier_sum(g, WHITE, INTERVENTION_MODIFIERS)
    await put_marker(g, POLAND, WHITE, "response")
    await deploy_poland(g, "response")
    if answer == "war":
        begin_war(g, RED, "response")
        return
    if answer == "intervention":
        g.polish_apart = False
    elif g.polish_state < INTERVENTION:
        g.polish_apart = True
    g.polish_state = max(g.polish_state, INTERVENTION)
    g.polish_area.append(faction)
    if faction == UKRAINE:
        g.polish_late_area = g.turn + 1
    politics_changed(g)
    await _intervention_forces(g, modifier)


async def _intervention_forces(g: Chaos, modifier: int) -> None:
    """Armies that come with an intervention; the modifiers are those of the moment the border was crossed."""
    roll = g.die()
    total = roll + modifier
    row = next(r for r in INTERVENTION_FORCES if total <= r.max)
    units = [UNIT[u] for u in row.units if g.where[UNIT[u]] == OUT]
    if any(not g.flagged(r.removeprefix("flag:")) for r in row.requires):
        units = []
    if not row.requires:
        units = units[:1]
    g.report("intervention_forces", rule="20", roll=roll, total=total, units=[UNIT_IDS[u] for u in units], some=bool(units))
    for unit in units:
        await _reinforce(g, unit, FACTION_MASK[POLAND])


async def _reinforce(g: Chaos, unit: int, mask: int) -> None:
    side = commander(g, POLAND)
    g.side[unit] = side
    spaces = legal_spaces(g, unit, mask)
    if spaces:
        settle(g, unit, await place_unit(g, side, "deploy_faction", unit, spaces, False, "20"))
    else:
        g.where[unit] = ELIMINATED


async def deploy_poland(g: Chaos, how: str) -> None:
    """The Polish forces come on the map, once."""
    if not g.deployed[POLAND]:
        await deploy_faction(g, POLAND, how)
        if how == "response":
            g.lock[POLAND] = 2


async def _poland(g: Chaos, faction: int, how: str) -> None:
    """Armies and corps by the general rule, Pilsudski; Haller's army if it has arrived; the armies for Ukraine if Red has
    violated it and White won Polish influence before [20 Deployment]."""
    haller = g.flagged("w52_haller")
    for unit in joining_poles(g):
        g.where[unit] = ASIDE
    units = forces(g, faction)
    land = FACTION_MASK[faction]
    await place_by_kind(g, [u for u in units if IS_ARMY[u]], land)
    for leader in LEADERS_OF[faction]:
        if LEADERS[leader].pool == "setup" or haller:
            await bring_leader(g, leader, land)
    await place_by_kind(g, [u for u in units if not IS_ARMY[u]], land)


def joining_poles(g: Chaos) -> list[int]:
    """Units that cards have promised to the Polish deployment: the armies for Ukraine, Haller's."""
    names = _POLISH_UKRAINE if "red_37" in g.played and g.flagged("w02_polish_influence") else ()
    haller = [u for u in UNITS_OF[POLAND] if UNITS[u].pool == _HALLER_POOL] if g.flagged("w52_haller") else []
    return [u for u in (*(UNIT[name] for name in names), *haller) if g.where[u] == OUT]


RULES["poland_variable"] = _poland


def begin_war(g: Chaos, against: int, cause: str) -> None:
    """War between Poland and a side: declared, by response, by aggression or by offensive. Red conscripts in the next
    logistics phase, free of charge where Poland struck first [20]."""
    if g.polish_war & against:
        return
    g.polish_war |= against
    g.polish_state = max(g.polish_state, POLISH_WAR)
    g.polish_apart = False
    politics_changed(g)
    g.report("polish_war", rule="20", side=side_id(against))
    if cause in _MARCHING_CAUSES:
        g.polish_march = True
    if against == RED:
        g.conscription = "free" if cause == "offensive" else "pay"
        g.red_polish_due = 1


async def place_red_poles(g: Chaos) -> None:
    """Red's round after the war began: the Red Polish corps rises behind the lines [20]."""
    g.red_polish_due = 0
    corps, board = RED_POLES, g.board
    spaces = [s for s in bits(FACTION_MASK[POLAND] & ~VC_MASK & ~_BOX_101) if not board.at[s] and not board.green >> s & 1]
    if g.where[corps] != OUT or not spaces:
        return
    space = await place_unit(g, RED, "red_polish_place", corps, spaces, False, "20", named_elsewhere)
    if space is not None:
        put(g, corps, space)
        set_control(g, space, RED)
        g.red_polish_fresh = True
        changed(g)
        g.report("placed", rule="20", unit=UNIT_IDS[corps], space=SPACE_IDS[space], side="red")
        await check_abandoned(g, space, WHITE)


def may_march_on_moscow(g: Chaos) -> bool:
    """Once a turn after a declaration or a response of war while Poland, Britain and USA are White's and White AC 28 sent
    the Poles arms [20]."""
    if not g.polish_march or not g.polish_war & RED or g.polish_state == TO_MOSCOW or g.moscow_tried in (-1, g.turn):
        return False
    return g.flagged("w28_poland") and all(controller(g, f) == WHITE for f in (POLAND, BRITAIN, USA))


def march_on_moscow(g: Chaos) -> None:
    roll = g.die()
    total = roll + modifier_sum(g, WHITE, TO_MOSCOW_MODIFIERS)
    answer = by_max(TO_MOSCOW_TABLE, total)
    g.moscow_tried = -1 if answer == "never" else g.turn
    if answer == "free":
        g.polish_state = TO_MOSCOW
        politics_changed(g)
    g.report("to_moscow", rule="20", roll=roll, total=total, result=answer)


def miracle_payers(g: Chaos, battle: Battle) -> list[int]:
    """Defenders who may pay for the miracle, which wants a Polish army and leader and Warsaw [20]."""
    units = battle.defenders
    poles = [u for u in units if g.owner[u] == FIRST_OWNER + POLAND]
    side = commander(g, POLAND)
    if not any(IS_ARMY[u] for u in poles) or g.control[_WARSAW] != side:
        return []
    if not any(LEADERS[n].owner == "poland" for n in leaders_of(g, battle.target, side)):
        return []
    return [u for u in units if len(units) > 1 or not g.reduced[u]]


async def miracle(g: Chaos, battle: Battle) -> bool:
    """The miracle on the Vistula: a Polish army and leader may hold on a roll [20]."""
    units = battle.defenders
    payers = miracle_payers(g, battle)
    if not payers:
        return False
    options: list[Choice] = [*(("miracle", UNIT_IDS[u]) for u in payers), ("give_way",)]
    about = {"space": SPACE_IDS[battle.target]}
    answer = await public(g, battle.foe, "miracle", options, "20", about, lambda choice: why_not_pay(units, choice))
    if answer[0] == "give_way":
        return False
    roll = g.die()
    success = roll <= CONSTANT["miracle_max_roll"]
    g.report("miracle", rule="20", side=side_id(battle.foe), space=SPACE_IDS[battle.target], roll=roll, success=success)
    if success:
        await lose_step(g, battle.foe, UNIT[str(answer[1])], units, "20")
    return success and bool(units)


def invaded(g: Chaos) -> bool:
    """A Red or White army that is Poland's enemy stands in Poland."""
    foe = 3 - commander(g, POLAND) if commander(g, POLAND) else NOBODY
    if not foe:
        return False
    return any(
        IS_ARMY[u] and g.owner[u] == foe for s in bits(FACTION_MASK[POLAND] & g.board.held[foe]) for u in own_units(g, s, foe)
    )


def polish_steps(g: Chaos) -> int:
    """Faction steps in D2: one per friendly Polish victory city, two if invaded."""
    side = commander(g, POLAND)
    if not side or not g.deployed[POLAND]:
        return 0
    cities = sum(g.control[s] == side for s in bits(FACTION_MASK[POLAND] & VC_MASK))
    return cities * (2 if invaded(g) else 1)


def polish_garrisons(g: Chaos) -> list[int]:
    """Garrison armies that rise in D2: there is an enemy army in Poland [20]."""
    side = commander(g, POLAND)
    if not side or not g.deployed[POLAND] or not armies_in(g, FACTION_MASK[POLAND], 3 - side):
        return []
    return [unit for unit in UNITS_OF[POLAND] if UNITS[unit].pool == "invasion" and g.where[unit] == OUT]


async def place_polish_garrisons(g: Chaos) -> None:
    """D2: they rise in the Polish cities [20]."""
    side = commander(g, POLAND)
    for unit in polish_garrisons(g):
        g.side[unit] = side
        spaces = legal_spaces(g, unit, FACTION_MASK[POLAND] & VC_MASK)
        if not spaces:
            g.where[unit] = ELIMINATED
            continue
        space = await place_unit(g, side, "polish_garrison_place", unit, spaces, False, "20")
        settle(g, unit, space)


def ukraine_legion_due(g: Chaos) -> bool:
    """Whether the Polish Ukraine Legion joins White in his next round, where there is room for it [9.5]."""
    free = g.where[UKRAINE_LEGION] == OUT and not cp_active(g)
    return free and controller(g, POLAND) == WHITE and master(g, UKRAINE) == WHITE


async def place_ukraine_legion(g: Chaos) -> None:
    """White controls Ukraine and Poland: the Polish Ukraine Legion appears in Ukraine [9.5]."""
    unit = UKRAINE_LEGION
    if not ukraine_legion_due(g):
        return
    g.side[unit] = WHITE
    spaces = legal_spaces(g, unit, FACTION_MASK[UKRAINE])
    if spaces:
        settle(g, unit, await place_unit(g, WHITE, "place_units", unit, spaces, False, "9.5"))


async def make_peace(g: Chaos) -> None:
    """Red AC 46: the Poles go home, the land is closed for good [20 Peace]."""
    land = FACTION_MASK[POLAND]
    held = 0
    for unit in UNITS_OF[POLAND]:
        if g.where[unit] >= 0:
            held |= 1 << g.where[unit]
    g.peace_cities = [s for s in bits(land & VC_MASK) if g.control[s] == RED]
    set_aside(g, POLAND)
    for unit in UNITS_OF[POLAND]:
        g.where[unit] = REMOVED
    for leader in LEADERS_OF[POLAND]:
        put_leader(g, leader, REMOVED)
    g.fate[POLAND] = AT_PEACE
    g.fcm[POLAND] = g.polish_war = 0
    g.deployed[POLAND] = 0
    politics_changed(g)
    for space in bits(held & ~land):
        if not g.board.at[space]:
            set_control(g, space, NOBODY)
    g.report("polish_peace", rule="20")
    for side in (RED, WHITE):
        await evacuate(g, land, side)
    for space in bits(land):
        set_control(g, space, NOBODY)


async def aggression(g: Chaos) -> None:
    """Red AC 37: Ukraine turns to Red, West Ukraine's fate is rolled for, Poland goes to war [20]."""
    await put_marker(g, UKRAINE, RED, "aggression")
    if in_play(g, WEST_UKRAINE):
        owner = controller(g, WEST_UKRAINE)
        if owner == WHITE and g.flagged("w02_polish_influence"):
            for name in _POLISH_UKRAINE:
                if g.where[UNIT[name]] == OUT:
                    await _reinforce(g, UNIT[name], FACTION_MASK[WEST_UKRAINE] | FACTION_MASK[POLAND])
        elif not owner:
            roll = g.die()
            fate = by_max(WEST_UKRAINE_FATE, roll)
            g.report("west_ukraine_fate", rule="20", roll=roll, result=fate)
            if fate == "green":
                _turn_green(g)
            else:
                await put_marker(g, WEST_UKRAINE, WHITE if fate == "white_control" else RED, "aggression")
    await deploy_poland(g, "aggression")
    begin_war(g, RED, "aggression")


def _turn_green(g: Chaos) -> None:
    """West Ukraine breaks up into Greens: its land is open to both and nobody's [9.5]."""
    places = {"west_ukraine_a1": SPACE["lviv"], "west_ukraine_a2": SPACE["stanislaviv"]}
    lost = [u for u in UNITS_OF[WEST_UKRAINE] if g.where[u] in (ELIMINATED, PERMANENT)]
    for unit in UNITS_OF[WEST_UKRAINE]:
        g.where[unit] = REMOVED
    for leader in LEADERS_OF[WEST_UKRAINE]:
        put_leader(g, leader, REMOVED)
    g.fate[WEST_UKRAINE] = TURNED_GREEN
    g.fcm[WEST_UKRAINE] = 0
    politics_changed(g)
    for space in bits(FACTION_MASK[WEST_UKRAINE]):
        if not g.board.at[space]:
            set_control(g, space, NOBODY)
    for name, space in places.items():
        if not g.board.at[space] and UNIT[name] not in lost:
            g.side[UNIT[name]] = THIRD
            put(g, UNIT[name], space)


async def polish_offensive(g: Chaos) -> None:
    """White AC 44 and 46: Poland deploys and goes to war with Red."""
    await deploy_poland(g, "card")
    begin_war(g, RED, "offensive")
