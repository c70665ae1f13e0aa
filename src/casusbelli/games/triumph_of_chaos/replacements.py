"""Replacement steps: pools, costs, the distribution limit, and where armies are rebuilt [14]. Amounts are half steps."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.kernel import Choice, Refusal

from .asks import public
from .board import put, roomy, units_in
from .content import (
    CAMP,
    CZECH,
    FACTION,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    IS_ARMY,
    PORT_MASK,
    REGION_MASK,
    SPACE,
    SPACE_IDS,
    SPACES,
    UNIT,
    UNIT_IDS,
    UNITS,
    UNITS_OF,
    VC_MASK,
    WHITE,
    bits,
    mask_of,
)
from .factions import MAJOR_POWER, enterable, usable
from .refusals import why_not_there
from .state import ELIMINATED, RESERVE, Chaos, side_id
from .supply import in_supply, in_supply_at
from .tables import CONSTANT, HALF_STEPS

SIDE_POOL, EXEMPT_POOL, FACTION_POOL = "side", "exempt", "factions"
RESERVE_REGION = "reserve"
FLIP, REBUILD = "flip", "rebuild"
_LIMIT = 2 * CONSTANT["rdr_cap"]

SOUTHERN_PORTS = PORT_MASK & (REGION_MASK["don"] | REGION_MASK["kuban"] | REGION_MASK["astrakhan"] | REGION_MASK["transcaucasia"])
BALTIC_PORTS = PORT_MASK & (REGION_MASK["estonia"] | REGION_MASK["latvia"] | REGION_MASK["finland"])
_NORTHERN_PORTS = mask_of("murmansk", "archangel")
_URALS_CITIES = VC_MASK & (REGION_MASK["urals_north"] | REGION_MASK["urals_central"])
_CAMP_PLACES = {
    CAMP["red"]: VC_MASK & (REGION_MASK["north"] | REGION_MASK["central"] | REGION_MASK["east"]),
    CAMP["red_finnish"]: mask_of("viipuri", "helsinki"),
    CAMP["southern"]: VC_MASK & (REGION_MASK["don"] | REGION_MASK["kuban"]),
    CAMP["siberian"]: _URALS_CITIES,
    CAMP["baltic_finnish"]: mask_of("hango", "vaasa", "helsinki"),
    CAMP["baf"]: _NORTHERN_PORTS,
    CAMP["none"]: 0,
}
_FAR_POWERS = tuple(f for f, row in enumerate(FACTIONS) if row.id in ("britain", "usa", "czech_legion"))
"""Replaced only while White holds Sevastopol and Omsk [9.5]."""
_SOUTHERN_BRITONS = ("britain_rbef_a1", "britain_rbef_a2")
_LIFELINE = (SPACE["sevastopol"], SPACE["omsk"])


def record_steps(g: Chaos, side: int, pool: str, steps: int) -> None:
    """Whole steps into a pool."""
    pools = g.pools[side]
    pools[pool] = pools.get(pool, 0) + 2 * steps
    g.report("steps_recorded", rule="14", side=side_id(side), pool=pool, steps=steps)


def lose_steps(g: Chaos, side: int, steps: int, rule: str) -> None:
    """Recorded side steps are lost, as far as there are any; what is told is what is really gone."""
    pools = g.pools[side]
    gone = min(2 * steps, pools.get(SIDE_POOL, 0))
    if gone:
        pools[SIDE_POOL] -= gone
        g.report("steps_lost", rule=rule, side=side_id(side), steps=gone // 2)


def side_steps(g: Chaos, side: int) -> int:
    """Half steps of the side's own, those free of the distribution limit included."""
    return g.pools[side].get(SIDE_POOL, 0) + g.pools[side].get(EXEMPT_POOL, 0)


def pay_side_steps(g: Chaos, side: int, price: int) -> None:
    """Pay for influence or a leader, with limited steps first."""
    pools = g.pools[side]
    limited = min(price, pools.get(SIDE_POOL, 0))
    for pool, part in ((SIDE_POOL, limited), (EXEMPT_POOL, price - limited)):
        if part:
            pools[pool] -= part


def lifeline(g: Chaos) -> bool:
    """White holds Sevastopol and Omsk [9.5]."""
    return all(g.control[s] == WHITE for s in _LIFELINE)


def pays_for(g: Chaos, side: int, pool: str, unit: int) -> bool:
    """Whether a pool may be spent on a unit [14]."""
    faction = g.owner[unit] - FIRST_OWNER
    if faction < 0:
        return g.owner[unit] == side and (pool in (SIDE_POOL, EXEMPT_POOL) or pool == f"camp:{_camp_name(g, unit)}")
    if not usable(g, faction, side):
        return False
    if pool in (SIDE_POOL, EXEMPT_POOL):
        return g.conqueror[faction] == side
    return pool == FACTION_POOL or pool == f"faction:{FACTIONS[faction].id}" or pool == f"camp:{_camp_name(g, unit)}"


def _camp_name(g: Chaos, unit: int) -> str:
    return _CAMP_NAMES[g.camp[unit]]


_CAMP_NAMES = {n: name for name, n in CAMP.items()}


def replaceable(g: Chaos, unit: int) -> bool:
    """Not barred altogether: insurrections, Greens, powers cut off from the sea and the railway."""
    if unit in g.insurgents or unit in g.revolted:
        return False
    faction = g.owner[unit] - FIRST_OWNER
    return faction not in _FAR_POWERS or lifeline(g)


def rebuild_spaces(g: Chaos, unit: int) -> list[int]:
    """Where an eliminated army comes back [14, 9.5]."""
    faction = g.owner[unit] - FIRST_OWNER
    if faction < 0:
        mask = BALTIC_PORTS if _north_western(unit) else _CAMP_PLACES[g.camp[unit]]
    else:
        mask = _faction_places(g, faction, unit)
    mask &= g.board.control[g.side[unit]] & enterable(g, unit) & roomy(g, unit)
    return [s for s in bits(mask) if in_supply_at(g, unit, s)]


def _north_western(unit: int) -> bool:
    return UNITS[unit].camp == "baltic_finnish" and not UNITS[unit].id.startswith("white_fin")


def _faction_places(g: Chaos, faction: int, unit: int) -> int:
    rule = FACTIONS[faction].rebuild
    cities = mask_of(*FACTIONS[faction].victory_cities)
    if rule == "never":
        return 0
    if rule == "ports":
        return SOUTHERN_PORTS if UNIT_IDS[unit] in _SOUTHERN_BRITONS else _NORTHERN_PORTS
    if rule == "czech_vc_or_vc_urals":
        return _URALS_CITIES | czech_cities(g)
    if rule == "any_space_in_region":
        return FACTION_MASK[faction]
    if rule == "omsk":
        return mask_of("omsk")
    if rule == "vc_or_central_poland_box":
        return cities | mask_of("central_poland_box")
    return cities


def czech_cities(g: Chaos) -> int:
    """Victory cities with Legion units in them."""
    mask = 0
    for unit in UNITS_OF[CZECH]:
        if g.where[unit] >= 0:
            mask |= 1 << g.where[unit]
    return mask & VC_MASK


def left_in(g: Chaos, side: int, pool: str, region: str) -> int:
    """How much of a pool may still go to a region this turn: the side pool is limited [14 RDR]."""
    if pool != SIDE_POOL or region in g.rdr_lifted[side]:
        return 1000
    return _LIMIT - g.rdr_spent[side].get(region, 0)


def _region_of(g: Chaos, unit: int) -> str:
    return SPACES[g.where[unit]].region if g.where[unit] >= 0 else RESERVE_REGION


def purchases(g: Chaos, side: int, pools: dict[str, int]) -> list[Choice]:
    """Everything the pools can buy now."""
    funds = [(pool, amount) for pool, amount in pools.items() if amount > 0]
    found: list[Choice] = []
    if not funds:
        return found
    for unit in sorted({*units_in(g, ELIMINATED), *_reduced(g)}):
        if g.side[unit] != side:
            continue
        place = g.where[unit]
        if place == ELIMINATED:
            _add_rebuilding(g, side, unit, funds, found)
        elif _fit_for_steps(g, unit, place):
            cost = HALF_STEPS["army_reduced_to_full" if IS_ARMY[unit] else "corps_reduced_to_full"]
            region = _region_of(g, unit)
            found.extend(
                (FLIP, UNIT_IDS[unit], pool)
                for pool, amount in funds
                if amount >= cost and pays_for(g, side, pool, unit) and left_in(g, side, pool, region) >= cost
            )
    return found


def _reduced(g: Chaos) -> Iterator[int]:
    unit = g.reduced.find(1)
    while unit >= 0:
        yield unit
        unit = g.reduced.find(1, unit + 1)


def _fit_for_steps(g: Chaos, unit: int, place: int) -> bool:
    """In the reserve, or on the map and in supply."""
    return (place == RESERVE or (place >= 0 and in_supply(g, unit))) and replaceable(g, unit)


def _add_rebuilding(g: Chaos, side: int, unit: int, funds: list[tuple[str, int]], found: list[Choice]) -> None:
    payers = [(pool, amount) for pool, amount in funds if pays_for(g, side, pool, unit)]
    if not payers or not replaceable(g, unit) or _never_returns(g, unit):
        return
    name = UNIT_IDS[unit]
    if UNITS[unit].immobile:
        city = garrison_place(g, unit)
        if city is not None:
            cost = HALF_STEPS["corps_eliminated_to_reduced_reserve"]
            region = SPACES[city].region
            found.extend((REBUILD, name, pool) for pool, n in payers if n >= cost and left_in(g, side, pool, region) >= cost)
        return
    if not IS_ARMY[unit]:
        cost = HALF_STEPS["corps_eliminated_to_reduced_reserve"]
        found.extend(
            (REBUILD, name, pool) for pool, amount in payers if amount >= cost and left_in(g, side, pool, RESERVE_REGION) >= cost
        )
        return
    spaces = rebuild_spaces(g, unit)
    cost = HALF_STEPS["army_eliminated_to_reduced"]
    for pool, amount in payers:
        room_left = max((left_in(g, side, pool, SPACES[s].region) for s in spaces), default=0)
        if min(amount, room_left) >= cost:
            found.append((REBUILD, name, pool))
        if min(amount, room_left) >= cost + HALF_STEPS["army_reduced_to_full"]:
            found.append(("rebuild_full", name, pool))


def _never_returns(g: Chaos, unit: int) -> bool:
    """Factions whose armies, and powers whose units, are never rebuilt [9.5]."""
    faction = g.owner[unit] - FIRST_OWNER
    return faction >= 0 and FACTIONS[faction].rebuild == "never" and (IS_ARMY[unit] or MAJOR_POWER[faction])


def garrison_place(g: Chaos, unit: int) -> int | None:
    """The city a garrison belongs to, if its side holds it without another garrison there [19.5]."""
    faction = FACTION[UNITS[unit].id.removeprefix("red_gar_").removesuffix("_1").removesuffix("_2")]
    cities = [SPACE[c] for c in FACTIONS[faction].victory_cities]
    city = cities[1] if UNITS[unit].id.endswith("_2") else cities[0]
    return city if g.control[city] == g.side[unit] and not g.board.held[3 - g.side[unit]] >> city & 1 else None


def _place_id(g: Chaos, unit: int) -> str:
    return SPACE_IDS[g.where[unit]] if g.where[unit] >= 0 else RESERVE_REGION


async def spend_steps(g: Chaos, side: int, pools: dict[str, int], rule: str = "14") -> None:
    """Buy until the player stops or nothing can be bought any more [14]."""
    while True:
        bought = purchases(g, side, pools)
        if not bought:
            return
        about = {"pools": {pool: amount / 2 for pool, amount in pools.items() if amount}}
        answer = await public(g, side, "spend_rs", [*bought, ("stop",)], rule, about, lambda c: _why_not(g, side, pools, c))
        if answer[0] == "stop":
            return
        await _buy(g, side, pools, str(answer[0]), UNIT[str(answer[1])], str(answer[2]))


def _why_not(g: Chaos, side: int, pools: dict[str, int], choice: Choice) -> Refusal | None:
    """Why a step cannot be spent like that."""
    if choice[0] not in (FLIP, REBUILD, "rebuild_full") or len(choice) < 3 or choice[1] not in UNIT:
        return None
    unit, pool = UNIT[str(choice[1])], str(choice[2])
    params = {"unit": str(choice[1])}
    if g.side[unit] != side or not pays_for(g, side, pool, unit):
        return Refusal("pool_does_not_pay", "14", params)
    place = g.where[unit]
    if place == ELIMINATED:
        if not replaceable(g, unit) or _never_returns(g, unit):
            return Refusal("never_rebuilt", "14", params)
        if IS_ARMY[unit] and not rebuild_spaces(g, unit):
            return Refusal("no_rebuilding_place", "14", params)
        return Refusal("not_enough_steps", "14", params)
    if place < 0 and place != RESERVE:
        return Refusal("gone_for_good", "14", params)
    if not g.reduced[unit]:
        return Refusal("at_full_strength", "14", params)
    if place >= 0 and not in_supply(g, unit):
        return Refusal("out_of_supply", "13", {"space": SPACE_IDS[place]})
    if not replaceable(g, unit):
        return Refusal("never_rebuilt", "14", params)
    if left_in(g, side, pool, _region_of(g, unit)) < HALF_STEPS["corps_reduced_to_full"]:
        return Refusal("region_limit", "14", {**params, "region": _region_of(g, unit)})
    return Refusal("not_enough_steps", "14", params)


def _why_not_rebuild_at(g: Chaos, side: int, pool: str, cost: int, unit: int, choice: Choice) -> Refusal | None:
    """Why an army is not rebuilt in a space: the place itself, its supply, the limit of its region [14]."""
    refusal = why_not_there(g, side, choice, "14", unit)
    if refusal is None or refusal.key != "other_place":
        return refusal
    space = SPACE[str(choice[-1])]
    if left_in(g, side, pool, SPACES[space].region) < cost:
        return Refusal("region_limit", "14", {"region": SPACES[space].region})
    return refusal if in_supply_at(g, unit, space) else Refusal("out_of_supply", "13", {"space": SPACE_IDS[space]})


async def _buy(g: Chaos, side: int, pools: dict[str, int], verb: str, unit: int, pool: str) -> None:
    army = IS_ARMY[unit]
    space = None
    if verb == FLIP:
        cost = HALF_STEPS["army_reduced_to_full" if army else "corps_reduced_to_full"]
        region = _region_of(g, unit)
        g.reduced[unit] = 0
    elif not army:
        cost = HALF_STEPS["corps_eliminated_to_reduced_reserve"]
        space = garrison_place(g, unit) if UNITS[unit].immobile else None
        region = RESERVE_REGION if space is None else SPACES[space].region
        g.reduced[unit] = int(space is None)
        if space is None:
            g.where[unit] = RESERVE
        else:
            put(g, unit, space)
    else:
        cost = HALF_STEPS["army_eliminated_to_reduced"]
        if verb == "rebuild_full":
            cost += HALF_STEPS["army_reduced_to_full"]
        spaces = [s for s in rebuild_spaces(g, unit) if left_in(g, side, pool, SPACES[s].region) >= cost]
        options: list[Choice] = [("rebuild_at", UNIT_IDS[unit], SPACE_IDS[s]) for s in spaces]
        answer = await public(
            g,
            side,
            "spend_rs",
            options,
            "14",
            {"unit": UNIT_IDS[unit]},
            lambda choice: _why_not_rebuild_at(g, side, pool, cost, unit, choice),
        )
        space = SPACE[str(answer[2])]
        region = SPACES[space].region
        g.reduced[unit] = int(verb == REBUILD)
        put(g, unit, space)
    pools[pool] -= cost
    if pool == SIDE_POOL and region not in g.rdr_lifted[side]:
        g.rdr_spent[side][region] = g.rdr_spent[side].get(region, 0) + cost
    g.report(
        "replaced",
        rule="14",
        side=side_id(side),
        how=verb,
        unit=UNIT_IDS[unit],
        pool=pool,
        space=_place_id(g, unit),
    )
