"""Factions as they stand: who controls them, whose forces may be used, and which land is open to whom [9, 26]."""

from __future__ import annotations

from .board import faction_spaces, lines
from .content import (
    ALL_SPACES,
    CP,
    CP_LAND,
    FACTION_MASK,
    FACTIONS,
    FINLAND,
    FIRST_OWNER,
    HOME_LAND,
    IS_ARMY,
    LEADER_FACTION,
    NOBODY,
    POLAND,
    RED,
    RUMANIA,
    SIDE_OF,
    SOUTHEAST,
    UKRAINE,
    UNIT_FACTION,
    UNITS,
    WEST_UKRAINE,
    WHITE,
)
from .state import (
    AT_PEACE,
    CONQUERED,
    EXCLUDED,
    IN_PLAY,
    INTERVENTION,
    POLISH_WAR,
    SELF_DEFENCE,
    SUBJUGATED,
    TURNED_GREEN,
    WITHDRAWN,
    Chaos,
)

UNUSABLE_BY = [SIDE_OF[row.forces_unusable_by] for row in FACTIONS]
MAJOR_POWER = [row.type == "major_power" for row in FACTIONS]
RESTRICTABLE = [row.cp_restricted for row in FACTIONS]
SOUTHEAST_FLAG = ("", "r42_southeast", "w42_southeast")
_WHITE_OWNED = 2
_GARRISON_OF_POLAND = [UNIT_FACTION[u] == POLAND and row.pool == "invasion" for u, row in enumerate(UNITS)]
_UKRAINE_LEGION = "ukraine_and_poland"
_LAND_CLASS = [
    row.immobile * 8 + (row.pool == _UKRAINE_LEGION) * 4 + _GARRISON_OF_POLAND[u] * 2 + row.army for u, row in enumerate(UNITS)
]


def in_play(g: Chaos, faction: int) -> bool:
    """The faction still has a marker [15]."""
    return g.fate[faction] == IN_PLAY


def is_withdrawn(g: Chaos, faction: int) -> bool:
    """Excluded and withdrawn powers count alike [15]."""
    return g.fate[faction] in (WITHDRAWN, EXCLUDED)


def cp_active(g: Chaos) -> bool:
    return g.fate[CP] == IN_PLAY


def restricted(g: Chaos, faction: int) -> bool:
    """The Central Powers keep everybody out of it [9.5]."""
    return RESTRICTABLE[faction] and g.fate[CP] == IN_PLAY


def controller(g: Chaos, faction: int) -> int:
    """The side in whose control box the marker stands."""
    if g.fate[faction] != IN_PLAY:
        return NOBODY
    position = g.fcm[faction]
    return WHITE if position == 2 else RED if position == -2 else NOBODY


def master(g: Chaos, faction: int) -> int:
    """The side that has won the faction, by its marker or by conquest [9.2]."""
    return controller(g, faction) or (g.conqueror[faction] if g.fate[faction] == CONQUERED else NOBODY)


def commander(g: Chaos, faction: int) -> int:
    """The side that gives the faction's forces their orders: its controller, a temporary one, or its conqueror."""
    return g.commander[faction] or controller(g, faction) or g.conqueror[faction]


def usable(g: Chaos, faction: int, side: int) -> bool:
    """Whether the side may use the forces [9.4]."""
    if commander(g, faction) != side:
        return False
    return (
        UNUSABLE_BY[faction] != side
        or g.commander[faction] == side
        or g.protector[faction] == side
        or bool(g.violated[faction])
        or g.conqueror[faction] == side
    )


def usable_unit(g: Chaos, unit: int) -> bool:
    """Whether the side a unit serves may give it orders."""
    owner = g.owner[unit]
    return owner < FIRST_OWNER or usable(g, owner - FIRST_OWNER, g.side[unit])


def at_war(g: Chaos, faction: int, side: int) -> bool:
    """War was declared between them, or the side's enemy controls the faction; Poland only by its own rules [15]."""
    if faction == POLAND:
        return bool(g.polish_war & side)
    return bool(g.war[faction] & side) or controller(g, faction) == 3 - side


def closed_because(g: Chaos, faction: int, side: int) -> str:
    """Why a side may not be in the faction's land, or an empty string [26 region_status]."""
    fate = g.fate[faction]
    if fate == EXCLUDED:
        return "region_excluded"
    if fate == AT_PEACE:
        return "region_at_peace"
    if restricted(g, faction):
        return "region_cp_restricted"
    if fate in (CONQUERED, SUBJUGATED, TURNED_GREEN):
        return ""
    if faction == POLAND:
        return "" if g.polish_war & side else "region_poland"
    if faction == FINLAND and not g.been_controlled[FINLAND]:
        return ""
    if controller(g, faction) or g.war[faction]:
        return ""
    return "region_neutral"


def open_spaces(g: Chaos, side: int) -> int:
    """All spaces a side may be in as far as politics goes."""
    board = g.board
    if board.open is None:
        board.open = [0, _open(g, RED), _open(g, WHITE)]
    return board.open[side]


def _open(g: Chaos, side: int) -> int:
    mask = HOME_LAND
    if not cp_active(g) and not g.rules.id.startswith("introductory"):
        mask |= RUMANIA
    for faction, land in enumerate(FACTION_MASK):
        if land and not closed_because(g, faction, side):
            mask |= land
    return mask


def polish_area(g: Chaos) -> int:
    """Where the Polish state lets Polish units go [20]."""
    if g.polish_state == SELF_DEFENCE:
        return FACTION_MASK[POLAND]
    if g.polish_state == INTERVENTION:
        mask = FACTION_MASK[POLAND]
        for faction in g.polish_area:
            mask |= FACTION_MASK[faction]
        late = 0 < g.polish_late_area <= g.turn and g.flagged("w36_haller_prep")
        if late and master(g, WEST_UKRAINE) == RED:
            mask |= FACTION_MASK[WEST_UKRAINE]
        return mask
    return CP_LAND if g.polish_state == POLISH_WAR else ALL_SPACES


def land_class(unit: int) -> int:
    """Units of one owner and class may be in the same places."""
    return _LAND_CLASS[unit]


def unit_land(g: Chaos, unit: int) -> int:
    """Spaces a unit may be in, whoever stands there [26 may_enter]."""
    key = (g.side[unit], g.owner[unit], _LAND_CLASS[unit])
    lands = g.board.lands
    land = lands.get(key)
    if land is None:
        land = lands[key] = _unit_land(g, unit)
    return land


def _unit_land(g: Chaos, unit: int) -> int:
    if UNITS[unit].immobile:
        return 0
    side = g.side[unit]
    mask = open_spaces(g, side)
    owner = g.owner[unit]
    if owner >= FIRST_OWNER:
        mask = FACTION_MASK[POLAND] if _GARRISON_OF_POLAND[unit] else _with_own_land(g, owner - FIRST_OWNER, mask)
        if UNITS[unit].pool == _UKRAINE_LEGION:
            mask |= FACTION_MASK[UKRAINE]
    if IS_ARMY[unit] and SOUTHEAST_FLAG[side] not in g.flags:
        mask &= ~SOUTHEAST
    return mask


def _with_own_land(g: Chaos, faction: int, mask: int) -> int:
    """What is open to a faction's pieces: its own land too; Poles go as far as their state lets them."""
    if faction == POLAND:
        return (mask | FACTION_MASK[POLAND]) & polish_area(g)
    if faction == CP:
        return mask | CP_LAND
    return mask | FACTION_MASK[faction] if g.fate[faction] == IN_PLAY else mask


def leader_land(g: Chaos, leader: int) -> int:
    """Spaces a leader may be in by himself, whoever stands there [11]."""
    mask = open_spaces(g, g.leader_side[leader])
    faction = LEADER_FACTION[leader]
    return mask if faction < 0 else _with_own_land(g, faction, mask)


def enterable(g: Chaos, unit: int) -> int:
    """Spaces a unit may step into now, borders aside [26 may_enter]. Looked at once for its kind."""
    key = (g.owner[unit], _LAND_CLASS[unit])
    side = g.side[unit]
    known = g.board.lines[side] or lines(g, side)
    mask = known.enterable.get(key)
    if mask is None:
        mask = known.enterable[key] = unit_land(g, unit) & ~known.blocked & ~apart(g, unit)
    return mask


def apart(g: Chaos, unit: int) -> int:
    """Spaces a unit keeps away from: White-owned and Polish units never share one [11]."""
    owner = g.owner[unit]
    if owner == _WHITE_OWNED:
        return _poles_and_whites(g)[0]
    if owner == FIRST_OWNER + POLAND:
        return _poles_and_whites(g)[1]
    return 0


def _poles_and_whites(g: Chaos) -> tuple[int, int]:
    """Spaces with Polish and with White-owned units, looked at once until something changes; none without Poles."""
    board = g.board
    if board.rivals is None:
        poles = faction_spaces(g, POLAND)
        whites = 0
        if poles:
            for unit, space in enumerate(g.where):
                if space >= 0 and g.owner[unit] == _WHITE_OWNED:
                    whites |= 1 << space
        board.rivals = (poles, whites)
    return board.rivals


def unlock_attacked(g: Chaos, space: int) -> None:
    """The first-round lock ends when the enemy attacks that faction [8.9]."""
    for unit in g.board.at[space]:
        faction = g.owner[unit] - FIRST_OWNER
        if faction >= 0 and g.side[unit] != NOBODY:
            g.lock[faction] = 0
