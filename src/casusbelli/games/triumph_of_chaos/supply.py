"""Supply [13]: who is joined to a source over spaces of his side.

The connected parts of the passable spaces are a pure function of two numbers (the spaces, the border), remembered by those
numbers: they are worked out again only when control or a block has really changed.
"""

from __future__ import annotations

from functools import lru_cache

from .board import lines
from .content import (
    ADJACENT,
    ALL_SPACES,
    CAMP,
    CP,
    CP_LAND,
    CZECH,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    IS_IMMOBILE,
    LEADER_FACTION,
    NOBODY,
    PORT_MASK,
    RED,
    REGION_MASK,
    SPACE,
    SPACES,
    THIRD,
    UNITS,
    WHITE,
    bits,
    mask_of,
)
from .state import IN_PLAY, Chaos

_RED_SOURCES = mask_of("moskva", "petrograd")
_RED_FINNISH_SOURCES = mask_of("viipuri", "helsinki")
_TASHKENT = mask_of("tashkent")
_TASHKENT_LAND = REGION_MASK["turkistan"] | REGION_MASK["khiva"] | REGION_MASK["urals_central"]
_FINNS = mask_of("hango", "vaasa", "helsinki")
_WHITE_SOURCES = mask_of(*(s.id for s in SPACES if s.supply_source == "white")) | _FINNS
_BALTIC_PORTS = PORT_MASK & (REGION_MASK["estonia"] | REGION_MASK["latvia"] | REGION_MASK["finland"])
FRENCH_PORTS = mask_of("astrakhan", "baku", "batum", "feodosiya", "novorossiysk", "odessa", "sevastopol")
_CP_CITIES = mask_of(
    *(
        c
        for f in FACTIONS
        if f.id in ("belarus", "estonia", "latvia", "lithuania", "transcaucasia", "ukraine")
        for c in f.victory_cities
    )
)
_CITIES = mask_of(*(s.id for s in SPACES if s.victory_city))
_FACTION_CITIES = [mask_of(*row.victory_cities) for row in FACTIONS]
_WARSAW = mask_of("warszawa", "central_poland_box")

CAMP_SOURCES = {
    CAMP["southern"]: mask_of("sevastopol", "novorossiysk", "rostov"),
    CAMP["siberian"]: mask_of("omsk"),
    CAMP["baltic_finnish"]: _FINNS,
    CAMP["baf"]: mask_of("murmansk", "archangel"),
}
"""The named sources of the White camps: what joins two camps [10.3]."""

NEIGHBOURING_CAMPS = [
    {CAMP["southern"], CAMP["siberian"]},
    {CAMP["siberian"], CAMP["baf"]},
    {CAMP["baf"], CAMP["baltic_finnish"]},
]
"""Camps whose fronts border each other: on the lower Volga, between Urals and Dvina, in Karelia."""

_NORTH_WEST = [row.camp == "baltic_finnish" and not row.id.startswith("white_fin") for row in UNITS]
_NEUTRALS = (NOBODY, THIRD)
_REGION_FREE = [row.supply.startswith("region_free") for row in FACTIONS]
_UKRAINE_LEGION = "ukraine_and_poland"
_MOSKVA, _TASHKENT_SPACE = SPACE["moskva"], SPACE["tashkent"]
_RED_FINNISH, _BALTIC, _BAF, _FREE_CAMP = CAMP["red_finnish"], CAMP["baltic_finnish"], CAMP["baf"], CAMP["none"]
_KIND = [_NORTH_WEST[u] + 2 * (row.pool == "ukraine_and_poland") + 4 * (row.id == "white_serb_a") for u, row in enumerate(UNITS)]
_RED_POLES = [row.pool == "polish_war" for row in UNITS]
_FED_KIND = [_KIND[u] + 8 * IS_IMMOBILE[u] + 16 * _RED_POLES[u] for u in range(len(UNITS))]
_ANY_SOURCE = [row.id == "white_serb_a" or row.owner == "usa" or row.pool == "ukraine_and_poland" for row in UNITS]


@lru_cache(maxsize=8192)
def components(ways: int, border_open: bool) -> tuple[int, ...]:
    """The connected parts of a set of spaces. All questions of supply and redeployment are answered with them."""
    adjacent = ADJACENT[border_open]
    parts = []
    while ways:
        front = ways & -ways
        part = 0
        while front:
            part |= front
            ways ^= front
            near = 0
            for space in bits(front):
                near |= adjacent[space]
            front = near & ways
        parts.append(part)
    return tuple(parts)


@lru_cache(maxsize=8192)
def with_neighbours(area: int, border_open: bool) -> int:
    """An area and all spaces beside it."""
    adjacent = ADJACENT[border_open]
    mask = area
    for space in bits(area):
        mask |= adjacent[space]
    return mask


@lru_cache(maxsize=8192)
def flood(ways: int, sources: int, border_open: bool) -> int:
    """The spaces joined to one of the sources over the ways."""
    joined = 0
    for part in components(ways, border_open):
        if part & sources:
            joined |= part
    return joined


def passable(g: Chaos, side: int) -> int:
    """Spaces over which a side traces supply and redeploys."""
    return lines(g, side).passable


def network(g: Chaos, side: int, sources: int) -> int:
    return flood(passable(g, side), sources, g.border_open)


def side_sources(side: int) -> int:
    return _RED_SOURCES if side == RED else _WHITE_SOURCES


def supply_kind(unit: int) -> int:
    """Units of one owner, camp and kind share their sources."""
    return _KIND[unit]


def fed_kind(g: Chaos, unit: int) -> int:
    """The same where it also counts who needs no source: garrisons, the Red Poles and single units that have just risen."""
    return ~unit if unit in g.fresh_insurgents else _FED_KIND[unit]


def _own_sources(g: Chaos, unit: int, own_row: bool) -> int:
    """Sources of the units of the two sides; ``own_row`` leaves out those of other White camps [10.4]."""
    side, camp = g.side[unit], g.camp[unit]
    if side == RED:
        return _RED_FINNISH_SOURCES if camp == _RED_FINNISH else _RED_SOURCES
    if own_row and not _ANY_SOURCE[unit] and camp != _FREE_CAMP:
        sources = _BALTIC_PORTS if _NORTH_WEST[unit] else CAMP_SOURCES[camp]
    else:
        sources = _WHITE_SOURCES | (_BALTIC_PORTS if _NORTH_WEST[unit] else 0)
    return sources | PORT_MASK if camp == _BAF else sources


def _faction_sources(g: Chaos, faction: int, side: int) -> int:
    """Sources of a faction's units [9.5]."""
    rule = FACTIONS[faction].supply
    if rule == "friendly_port_or_controller":
        return PORT_MASK | side_sources(side)
    if rule == "french_ports":
        return FRENCH_PORTS
    if rule == "warszawa_or_central_poland_box":
        return _WARSAW
    if rule == "cp_list":
        return _CP_CITIES | _CITIES & g.board.control[side]
    return _FACTION_CITIES[faction] | side_sources(side)


def leader_sources(g: Chaos, leader: int) -> int:
    """What a redeployed leader must stay joined to: his side's sources, for a faction's leader those of its units."""
    side, faction = g.leader_side[leader], LEADER_FACTION[leader]
    if faction < 0:
        return side_sources(side)
    free = FACTION_MASK[faction] if _REGION_FREE[faction] else 0
    return _faction_sources(g, faction, side) | free


def _always_supplied(g: Chaos, unit: int) -> bool:
    """Garrisons, fresh insurrections, the fresh Red Polish corps, uncontrolled Czechs and Central Powers [13]."""
    return unit in g.fresh_insurgents or _kind_always_supplied(g, unit)


def _kind_always_supplied(g: Chaos, unit: int) -> bool:
    """The same but for the insurrections, which are single units."""
    return IS_IMMOBILE[unit] or g.side[unit] in _NEUTRALS or (g.red_polish_fresh and _RED_POLES[unit])


def supply_area(g: Chaos, unit: int, space: int, own_row: bool = False) -> int:
    """The spaces joined to the unit's sources; ``space`` is where it stands or would stand. Units of one side, owner,
    camp and kind share their area, which is worked out once until something changes on the map."""
    side, owner = g.side[unit], g.owner[unit]
    turkestan = owner == RED and bool(_TASHKENT_LAND >> space & 1)
    key = (owner, g.camp[unit], _KIND[unit], own_row, turkestan)
    areas = lines(g, side).areas
    area = areas.get(key)
    if area is None:
        area = areas[key] = _supply_area(g, unit, own_row, turkestan)
    return area


def _supply_area(g: Chaos, unit: int, own_row: bool, turkestan: bool) -> int:
    ways, sources = _supply_net(g, unit, own_row, turkestan)
    return flood(ways, sources, g.border_open)


def _supply_net(g: Chaos, unit: int, own_row: bool, turkestan: bool) -> tuple[int, int]:
    """The spaces over which a unit traces supply, and its sources."""
    side, owner = g.side[unit], g.owner[unit]
    known = lines(g, side)
    ways = known.passable
    if owner < FIRST_OWNER or UNITS[unit].pool == _UKRAINE_LEGION:
        sources = _own_sources(g, unit, own_row)
        if turkestan:
            sources |= _TASHKENT
    else:
        faction = owner - FIRST_OWNER
        sources = _faction_sources(g, faction, side)
        if faction == CP:
            ways |= CP_LAND & ~known.blocked
        elif g.fate[faction] == IN_PLAY:
            ways |= FACTION_MASK[faction] & ~known.blocked & ~known.marked
            sources &= g.board.control[side]
    return ways, sources


def supply_net(g: Chaos, unit: int, space: int) -> tuple[int, int]:
    """The spaces over which the unit would trace supply from a space, and its sources."""
    return _supply_net(g, unit, False, g.owner[unit] == RED and bool(_TASHKENT_LAND >> space & 1))


def needs_no_source(g: Chaos, unit: int) -> bool:
    """Whether the unit is in supply where it stands without any line."""
    return _always_supplied(g, unit) or bool(_free_land(g, unit) >> g.where[unit] & 1)


@lru_cache(maxsize=1024)
def towards_sources(ways: int, sources: int, border_open: bool) -> dict[int, int]:
    """For every space that is joined to a source, the next one on a shortest way there; a source leads to itself."""
    adjacent = ADJACENT[border_open]
    front = bits(ways & sources)
    onward = {space: space for space in front}
    free = ways & ~sources
    while front:
        found: list[int] = []
        for space in front:
            new = adjacent[space] & free
            free ^= new
            for near in bits(new):
                onward[near] = space
                found.append(near)
        front = found
    return onward


def _onward(g: Chaos, unit: int, space: int) -> dict[int, int]:
    """As with areas: units of one side, owner, camp and kind share their ways."""
    turkestan = g.owner[unit] == RED and bool(_TASHKENT_LAND >> space & 1)
    key = (g.owner[unit], g.camp[unit], _KIND[unit], turkestan)
    known = lines(g, g.side[unit]).onward
    if key not in known:
        known[key] = towards_sources(*_supply_net(g, unit, False, turkestan), g.border_open)
    return known[key]


def supply_line(g: Chaos, unit: int) -> list[int] | None:
    """The spaces from a unit to a source of its own; empty where it needs none, None if it is out of supply [13]."""
    here = g.where[unit]
    if _always_supplied(g, unit) or _free_land(g, unit) >> here & 1:
        return []
    onward = _onward(g, unit, here)
    line = [here]
    if here not in onward:
        first = next((near for near in bits(ADJACENT[g.border_open][here]) if near in onward), None)
        if first is None:
            return None
        line.append(first)
    while onward[line[-1]] != line[-1]:
        line.append(onward[line[-1]])
    return line


def supplied_spaces(g: Chaos, unit: int, own_row: bool = False) -> int:
    """All friendly spaces in which the unit would be in supply."""
    if _always_supplied(g, unit):
        return ALL_SPACES
    area = supply_area(g, unit, _MOSKVA, own_row)
    if g.side[unit] == RED and g.owner[unit] < FIRST_OWNER:
        area |= supply_area(g, unit, _TASHKENT_SPACE, own_row) & _TASHKENT_LAND
    return area | _free_land(g, unit)


def _free_land(g: Chaos, unit: int) -> int:
    """Land in which Makhno's and West Ukraine's units need no source [9.5]."""
    faction = g.owner[unit] - FIRST_OWNER
    if faction >= 0 and _REGION_FREE[faction] and g.fate[faction] == IN_PLAY:
        return FACTION_MASK[faction]
    return 0


def in_supply_at(g: Chaos, unit: int, space: int, own_row: bool = False) -> bool:
    """Whether the unit would be in supply in a space; its own space counts as a start whoever controls it [26]."""
    return bool(_fed(g, unit, own_row) >> space & 1) or unit in g.fresh_insurgents


def _fed(g: Chaos, unit: int, own_row: bool = False) -> int:
    """Spaces from which a line leads to a source of the unit's, and land where it needs none; as with areas, worked out
    once for its kind until something changes on the map."""
    key = (g.owner[unit], g.camp[unit], _FED_KIND[unit], own_row)
    side = g.side[unit]
    known = (g.board.lines[side] or lines(g, side)).fed
    spaces = known.get(key)
    if spaces is None:
        always = _kind_always_supplied(g, unit)
        spaces = known[key] = ALL_SPACES if always else _free_land(g, unit) | _line_starts(g, unit, own_row)
    return spaces


def _line_starts(g: Chaos, unit: int, own_row: bool = False) -> int:
    """The unit's supply area and the spaces beside it; Tashkent feeds who stands in its own land only."""
    starts = with_neighbours(supply_area(g, unit, _MOSKVA, own_row), g.border_open)
    if g.owner[unit] == RED:
        tashkent = with_neighbours(supply_area(g, unit, _TASHKENT_SPACE, own_row), g.border_open)
        starts = starts & ~_TASHKENT_LAND | tashkent & _TASHKENT_LAND
    return starts


def in_supply(g: Chaos, unit: int) -> bool:
    return _fed(g, unit) >> g.where[unit] & 1 == 1 or unit in g.fresh_insurgents


def starves(g: Chaos, unit: int) -> bool:
    """Whether attrition takes the unit if nothing changes; the Red Poles are fed for their first action phase only [13]."""
    if spared_by_attrition(g, unit):
        return False
    fed_for_now = g.red_polish_fresh and _RED_POLES[unit]
    return not (_line_starts(g, unit) >> g.where[unit] & 1 if fed_for_now else in_supply(g, unit))


def spared_by_attrition(g: Chaos, unit: int) -> bool:
    """The Czech Legion and the Central Powers never suffer attrition [9.5, 13]."""
    return g.owner[unit] - FIRST_OWNER in (CZECH, CP)


def camps_linked(g: Chaos, one: int, other: int) -> bool:
    """Two White camps count as one if a supply path joins their sources [10.3]."""
    return bool(network(g, WHITE, CAMP_SOURCES[one]) & CAMP_SOURCES[other])
