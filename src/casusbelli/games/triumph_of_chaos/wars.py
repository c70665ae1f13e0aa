"""War declarations, protectors, conquest [19.1 to 19.3]."""

from __future__ import annotations

from .asks import place_unit
from .board import politics_changed, put_leader, room, send, set_control, set_faction_side
from .content import (
    CP,
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    FINLAND,
    FIRST_OWNER,
    LEADERS_OF,
    POLAND,
    RED,
    SIDE_IDS,
    SIDES,
    SIGN,
    UNITS,
    UNITS_OF,
    VC_MASK,
    WHITE,
    bits,
    enemy,
)
from .deployment import deploy_faction, settle
from .factions import MAJOR_POWER, controller, in_play, restricted
from .influence import add_influence, put_marker
from .poland import begin_war, deploy_poland
from .state import CONQUERED, ELIMINATED, IN_PLAY, OUT, REMOVED, RESERVE, Chaos, side_id

PROTECTOR_IP = 2
_ALL_BUT_FINLAND = tuple(f for f in range(len(FACTIONS)) if f != FINLAND)
_FOES = {RED: _ALL_BUT_FINLAND, WHITE: tuple(f for f in _ALL_BUT_FINLAND if not MAJOR_POWER[f] or f == CP)}
"""On whom a side can declare war at all: it is always war with Finland, and White never fights his own powers [19.1]."""


def why_no_war(g: Chaos, side: int, faction: int) -> str:
    """The reason a side may not declare war on a faction, or an empty string [19.1]."""
    if not in_play(g, faction):
        return "not_in_play"
    if faction == FINLAND:
        return "already_at_war"
    if g.round >= g.turn_row.rounds:
        return "last_round"
    return _why_no_war_now(g, side, faction)


def _why_no_war_now(g: Chaos, side: int, faction: int) -> str:
    """The same for a faction in play, while there is time for a war."""
    owner = controller(g, faction)
    if owner == side:
        return "own_faction"
    if faction == POLAND:
        if g.polish_war & side:
            return "already_at_war"
    elif g.war[faction] & side or owner:
        return "already_at_war"
    if restricted(g, faction):
        return "region_cp_restricted"
    if faction not in _FOES[side]:
        return "no_war_on_power"
    needed = FACTIONS[faction].war_prerequisite.get(SIDE_IDS[side], "")
    if needed and not g.any_flagged(needed):
        return "needs_event"
    return ""


def war_targets(g: Chaos, side: int) -> list[int]:
    if g.round >= g.turn_row.rounds:
        return []
    return [f for f in _FOES[side] if g.fate[f] == IN_PLAY and not _why_no_war_now(g, side, f)]


async def declare_war(g: Chaos, side: int, faction: int) -> None:
    """The opponent becomes protector: control, forces at once, extras; the others of the group lean his way [19.2]."""
    protector = enemy(side)
    g.war[faction] |= side
    g.protector[faction] = protector
    politics_changed(g)
    g.report("war_declared", rule="19.2", side=side_id(side), faction=FACTION_IDS[faction])
    await put_marker(g, faction, protector, "protector")
    g.protector[faction] = protector
    g.lock[faction] = 0
    if faction == POLAND:
        await deploy_poland(g, "protector")
        begin_war(g, side, "declared")
    elif faction == CP:
        await _variable_army(g, protector)
    elif not g.deployed[faction]:
        await deploy_faction(g, faction, "protector")
    group = FACTIONS[faction].war_group
    for other in range(len(FACTIONS)):
        if group and other != faction and FACTIONS[other].war_group == group:
            add_influence(g, other, PROTECTOR_IP * SIGN[protector], "19.2")


async def _variable_army(g: Chaos, side: int) -> None:
    """A protector of the Central Powers gets the Variable army with any of their units [9.5]."""
    unit = next(u for u in UNITS_OF[CP] if UNITS[u].pool == "protector")
    if g.where[unit] != OUT:
        return
    g.side[unit] = side
    spaces = sorted({g.where[u] for u in UNITS_OF[CP] if g.where[u] >= 0 and room(g, g.where[u], unit)})
    if spaces:
        settle(g, unit, await place_unit(g, side, "deploy_faction", unit, spaces, False, "19.2"))
    else:
        g.where[unit] = ELIMINATED


def aggressor(g: Chaos, faction: int) -> int:
    """Who would conquer it: the side that declared war, or the enemy of its controller; never its controller [19.3]."""
    owner = controller(g, faction)
    foes = g.polish_war if faction == POLAND else g.war[faction]
    if foes in SIDES and foes != owner:
        return foes
    return enemy(owner) if owner and faction != POLAND else 0


def conquest_check(g: Chaos) -> None:
    """D1: a nation or republic all of whose cities the aggressor holds is conquered, but not through its own treason."""
    for faction, row in enumerate(FACTIONS):
        if not in_play(g, faction) or MAJOR_POWER[faction] or restricted(g, faction) or g.commander[faction]:
            continue
        if faction == FINLAND and not g.been_controlled[FINLAND]:
            continue
        side = aggressor(g, faction)
        if side and row.victory_cities and all(g.control[s] == side for s in bits(FACTION_MASK[faction] & VC_MASK)):
            _conquer(g, faction, side)


def _conquer(g: Chaos, faction: int, side: int) -> None:
    """Forces to the eliminated box, marker off; the conqueror may rebuild them [19.3]."""
    g.report("conquered", rule="19.3", faction=FACTION_IDS[faction], side=side_id(side))
    for unit in UNITS_OF[faction]:
        if g.owner[unit] == FIRST_OWNER + faction and (g.where[unit] >= 0 or g.where[unit] == RESERVE):
            send(g, unit, ELIMINATED)
            g.reduced[unit] = 0
    for leader in LEADERS_OF[faction]:
        if g.leader_at[leader] >= 0:
            put_leader(g, leader, REMOVED)
    g.fate[faction] = CONQUERED
    g.conqueror[faction] = side
    g.fcm[faction] = g.pending[faction] = 0
    g.protector[faction] = g.lock[faction] = 0
    if faction == FINLAND and side == RED:
        g.border_open = True
    set_faction_side(g, faction, side)
    politics_changed(g)
    take_free_land(g, faction, side)


def take_free_land(g: Chaos, faction: int, side: int) -> None:
    """The land is the victor's, save what his enemy holds: that stays as it is [19.3, 19.5]."""
    for space in bits(FACTION_MASK[faction]):
        if not g.board.at[space] and not g.board.green >> space & 1 and g.control[space] != enemy(side):
            set_control(g, space, side)
