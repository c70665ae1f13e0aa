"""Influence points and faction control markers: moves, blocks, veto, control won and lost [8.4 to 8.8]."""

from __future__ import annotations

from collections.abc import Iterable

from .asks import yes
from .board import armies_in, politics_changed, remove_no_act, set_control, set_faction_side
from .content import (
    BELARUS,
    BRITAIN,
    CP,
    CZECH,
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    FINLAND,
    FRANCE,
    LEADERS_OF,
    NOBODY,
    POLAND,
    RED,
    SIDE_IDS,
    SIGN,
    UNITS_OF,
    USA,
    WEST_UKRAINE,
    WHITE,
    bits,
    enemy,
)
from .deployment import deploy_faction
from .evacuation import abandon_land
from .factions import MAJOR_POWER, UNUSABLE_BY, controller, cp_active, in_play, restricted
from .leaders import check_abandoned, leaders_of, reposition
from .state import INACTIVE, RESERVE, Chaos, side_id
from .tables import CONSTANT

ALLIES = (BRITAIN, FRANCE, USA)


def closed_box(g: Chaos, faction: int, side: int, political: bool) -> str:
    """Why a marker may not enter a side's control box now (B3 to B6, B8), or an empty string [8.5]."""
    needed = FACTIONS[faction].political_control_prerequisite.get(SIDE_IDS[side], "")
    if political and needed and not g.any_flagged(needed):
        return {"w02_polish_influence": "B3", "w15_council": "B4", "r01_ukraine": "B5"}.get(needed, "B6")
    return "B8" if g.freeze_until >= g.turn and faction != POLAND else ""


def blocked_step(g: Chaos, faction: int, direction: int, political: bool) -> str:
    """Why the marker may not take its next step (B1 to B9), or an empty string [8.5]."""
    return blocked_from(g, faction, g.fcm[faction], direction, political)


def blocked_from(g: Chaos, faction: int, position: int, direction: int, political: bool) -> str:
    """The same for a marker that has come to a position."""
    if not in_play(g, faction):
        return "B1"
    holder = WHITE if position == 2 else RED if position == -2 else NOBODY
    if holder and FACTION_MASK[faction] and armies_in(g, FACTION_MASK[faction], holder):
        return "B2"
    if position == direction:
        closed = closed_box(g, faction, WHITE if direction > 0 else RED, political)
        if closed:
            return closed
    if political:
        if position == 2 and direction < 0 and MAJOR_POWER[faction] and g.flagged("w12_appeal"):
            return "B7"
        if faction in ALLIES and controller(g, CP) and SIGN[controller(g, CP)] == direction:
            return "B9"
    return ""


def leaves_control(position: int, direction: int) -> bool:
    return abs(position) == 2 and position * direction < 0


async def spend_influence(g: Chaos, faction: int, net: int) -> None:
    """Move a marker by influence points: 2 a box, 3 to leave a control box; the rest is lost [8.5]."""
    direction, points = (1, net) if net > 0 else (-1, -net)
    while g.fcm[faction] != 2 * direction:
        cost = CONSTANT["ip_leave_control" if leaves_control(g.fcm[faction], direction) else "ip_per_box"]
        if points < cost:
            break
        if not await _step(g, faction, direction, "political"):
            break
        points -= cost


async def shift_marker(g: Chaos, faction: int, boxes: int, how: str = "card") -> None:
    """A card moves a marker box by box, never beyond the last one [15 fcm]."""
    direction = 1 if boxes > 0 else -1
    for _ in range(abs(boxes)):
        if g.fcm[faction] == 2 * direction or not await _step(g, faction, direction, how):
            break


async def _step(g: Chaos, faction: int, direction: int, how: str) -> bool:
    """One box, with blocks, veto, and what follows from losing or winning control."""
    block = blocked_step(g, faction, direction, how == "political")
    name = FACTION_IDS[faction]
    if block:
        g.report("marker_blocked", rule="8.5", faction=name, side=side_id(WHITE if direction > 0 else RED), block=block)
        return False
    position = g.fcm[faction]
    if leaves_control(position, direction):
        side = WHITE if position > 0 else RED
        if await yes(g, enemy(side), "pol_veto", "veto", "let_go", "8.6", faction=name, side=side_id(side)):
            g.report("vetoed", rule="8.6", faction=name, side=side_id(enemy(side)))
            return False
        g.report("no_veto", rule="8.6", faction=name, side=side_id(enemy(side)))
        await lose_control(g, faction)
    set_marker(g, faction, position + direction, WHITE if direction > 0 else RED)
    if abs(g.fcm[faction]) == 2:
        await gain_control(g, faction, WHITE if direction > 0 else RED, how)
    return True


def set_marker(g: Chaos, faction: int, position: int, side: int) -> None:
    """The marker comes to a position, towards a side."""
    g.fcm[faction] = position
    politics_changed(g)
    g.report("marker", rule="8.5", faction=FACTION_IDS[faction], position=position, side=side_id(side))


async def put_marker(g: Chaos, faction: int, side: int, how: str) -> None:
    """The marker goes straight to a control box, whatever B1 to B9 say; no veto [19.2, 20]."""
    if controller(g, faction) == side:
        return
    if controller(g, faction):
        await lose_control(g, faction)
    set_marker(g, faction, 2 * SIGN[side], side)
    await gain_control(g, faction, side, how)


async def lose_control(g: Chaos, faction: int) -> None:
    """8.7: forces go, land becomes nobody's, strangers leave."""
    side = controller(g, faction)
    g.report("control_lost", rule="8.7", faction=FACTION_IDS[faction], side=side_id(side))
    g.deployed[faction] = g.protector[faction] = g.violated[faction] = g.lock[faction] = 0
    if faction == BELARUS:
        g.belarus_army_due = False
    g.fcm[faction] -= SIGN[side]
    politics_changed(g)
    if MAJOR_POWER[faction]:
        g.war[faction] = 0
    await abandon_land(g, faction, side)


async def gain_control(g: Chaos, faction: int, side: int, how: str) -> None:
    """8.8: the marker has entered a control box. ``how``: political, card, protector, response, aggression or withdrawal;
    forces wait for the political phase if control came in one or by the withdrawal of the Central Powers."""
    g.been_controlled[faction] = 1
    g.war[faction] &= ~side
    if how not in ("protector", "withdrawal"):
        g.lock[faction] = 1 if how == "political" else 2
    if faction == FINLAND and side == RED:
        g.border_open = True
    if faction == BELARUS and side == RED and how == "political":
        g.belarus_army_due = True
    politics_changed(g)
    set_faction_side(g, faction, side)
    g.report("control_gained", rule="8.8", faction=FACTION_IDS[faction], side=side_id(side), how=how)
    if faction in (CZECH, CP):
        take_standing_forces(g, faction, side)
        for leader in LEADERS_OF[faction]:
            if g.leader_at[leader] >= 0:
                await check_abandoned(g, g.leader_at[leader], side)
    if not restricted(g, faction):
        await occupy_land(g, faction, side)
        if faction == POLAND and how != "aggression":
            await west_ukraine_follows(g, enemy(side), "card" if how == "protector" else how)
        if how not in ("political", "withdrawal") and _deploys(g, faction, side):
            await deploy_faction(g, faction, how)


async def occupy_land(g: Chaos, faction: int, side: int) -> None:
    """All spaces of the land that no enemy holds become the controller's; enemy leaders alone there go home."""
    board = g.board
    taken = bits(FACTION_MASK[faction] & ~board.blocked(side))
    for space in taken:
        set_control(g, space, side)
        drop_no_act(g, space)
    for space in taken:
        for leader in leaders_of(g, space, enemy(side)):
            await reposition(g, leader, "8.8", home=True)


def drop_no_act(g: Chaos, space: int) -> None:
    """NO ACT goes when the enemy takes the space [17.7]."""
    if space in g.no_act and not g.board.at[space]:
        remove_no_act(g, space)


def take_standing_forces(g: Chaos, faction: int, side: int) -> None:
    """Czechs and Central Powers stand on the map already: their spaces become the controller's [26 gain_control]."""
    for unit in UNITS_OF[faction]:
        if g.where[unit] >= 0:
            set_control(g, g.where[unit], side)
        elif g.where[unit] == INACTIVE:
            g.where[unit] = RESERVE
    g.deployed[faction] = 1


def _deploys(g: Chaos, faction: int, side: int) -> bool:
    """Forces come on the map unless the controller may not use them; Poland has rules of its own [8.8, 20]."""
    if g.deployed[faction] or faction in (CZECH, CP) or restricted(g, faction):
        return False
    if faction == POLAND and not g.polish_war & enemy(side):
        return False
    return UNUSABLE_BY[faction] != side or g.protector[faction] == side or bool(g.violated[faction])


def deployments_due(g: Chaos) -> list[int]:
    """Factions whose forces deploy at the end of the political phase [8.9]."""
    return [f for f in range(len(FACTIONS)) if controller(g, f) and _deploys(g, f, controller(g, f))]


async def west_ukraine_follows(g: Chaos, side: int, how: str) -> None:
    """Whoever wins Poland gives West Ukraine to the other side [8.8]."""
    if cp_active(g) or not in_play(g, WEST_UKRAINE) or controller(g, WEST_UKRAINE) == side:
        return
    owner = controller(g, WEST_UKRAINE)
    held = bool(owner) and armies_in(g, FACTION_MASK[WEST_UKRAINE], owner)
    if held or g.freeze_until >= g.turn:
        block = "B2" if held else "B8"
        g.report("marker_blocked", rule="8.8", faction=FACTION_IDS[WEST_UKRAINE], side=side_id(side), block=block)
        return
    await put_marker(g, WEST_UKRAINE, side, how)


def add_influence(g: Chaos, faction: int, points: int, rule: str) -> None:
    """Pending influence for the next political phase; none follows after turn 8 [15 ip]."""
    if in_play(g, faction) and influence_counts(g):
        g.pending[faction] += points
        now = g.pending[faction]
        g.report(
            "influence",
            rule=rule,
            faction=FACTION_IDS[faction],
            side=whose_influence(points),
            points=abs(points),
            pending=abs(now),
            pending_side=whose_influence(now),
        )


def whose_influence(points: int) -> str:
    """White influence counts positive, Red negative [1]."""
    return SIDE_IDS[WHITE if points > 0 else RED if points < 0 else NOBODY]


def sums(points: Iterable[int]) -> list[dict[str, object]]:
    """Influence by faction for the log: whose it is and how much."""
    return [{"faction": FACTION_IDS[f], "side": whose_influence(n), "n": abs(n)} for f, n in enumerate(points) if n]


def influence_counts(g: Chaos) -> bool:
    """Whether a political phase is still to come."""
    return g.turn < 9
