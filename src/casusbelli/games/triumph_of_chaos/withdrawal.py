"""Major power withdrawal and subjugation [19.4, 19.5]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import politics_changed, put, put_leader, send, set_control
from .content import (
    CP,
    CP_LAND,
    FACTION,
    FACTION_AT,
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    HOME_MASK,
    IS_ARMY,
    LEADERS_OF,
    NOBODY,
    POLAND,
    RED,
    RUMANIA,
    SPACE,
    SPACE_IDS,
    THIRD,
    UNIT_IDS,
    UNITS,
    UNITS_OF,
    WHITE,
    bits,
    enemy,
)
from .evacuation import set_aside
from .factions import controller, in_play
from .influence import occupy_land, west_ukraine_follows
from .political_refusals import why_no_subjugation
from .scoring import gain_vp
from .state import CONQUERED, ELIMINATED, IN_PLAY, PERMANENT, REMOVED, SUBJUGATED, WITHDRAWN, Chaos, side_id
from .tables import CONSTANT, WITHDRAWAL
from .wars import take_free_land

ORDER = ("central_powers", "france", "czech_legion", "usa", "britain")
AUTOMATIC = 99


async def withdrawal_step(g: Chaos) -> None:
    """D5: every power on the table rolls [19.4]."""
    numbers = WITHDRAWAL.get(g.turn, {})
    for name in ORDER:
        if name in numbers and in_play(g, FACTION[name]):
            await _roll(g, FACTION[name], numbers[name])


async def _roll(g: Chaos, faction: int, number: int) -> None:
    name = FACTION_IDS[faction]
    side = controller(g, faction)
    modifier = roll = 0
    if number < AUTOMATIC:
        if side:
            answer = await public(
                g, side, "withdrawal_modifier", [("modifier", n) for n in (-1, 0, 1)], "19.4", {"faction": name}
            )
            modifier += int(answer[1])
        if g.flagged("w12_appeal"):
            answer = await public(g, WHITE, "withdrawal_modifier", [("modifier", n) for n in (0, 1)], "19.4", {"faction": name})
            modifier += int(answer[1])
        roll = g.die()
    leaves = number == AUTOMATIC or roll + modifier <= number
    g.report(
        "withdrawal",
        rule="19.4",
        faction=name,
        side=side_id(side),
        roll=roll,
        modifier=modifier,
        number=number,
        leaves=leaves,
    )
    if leaves:
        await withdraw(g, faction)


async def withdraw(g: Chaos, faction: int) -> None:
    """The power goes home; every army it lost is the other side's gain [19.4, 6.3]."""
    side = controller(g, faction)
    lost = sum(IS_ARMY[u] and g.where[u] in (ELIMINATED, PERMANENT) for u in UNITS_OF[faction])
    spaces = {g.where[u] for u in UNITS_OF[faction] if g.where[u] >= 0}
    set_aside(g, faction)
    for unit in UNITS_OF[faction]:
        g.where[unit] = REMOVED
    for leader in LEADERS_OF[faction]:
        put_leader(g, leader, REMOVED)
    g.fate[faction] = WITHDRAWN
    g.fcm[faction] = g.pending[faction] = g.war[faction] = g.deployed[faction] = 0
    politics_changed(g)
    if side and lost:
        gain_vp(g, enemy(side), lost, "withdrawal", "6.3")
    if faction == CP:
        await _end_of_cp(g, spaces)
    elif not side:
        for space in sorted(spaces):
            if not g.board.at[space]:
                set_control(g, space, NOBODY)


async def _end_of_cp(g: Chaos, spaces: set[int]) -> None:
    """Their spaces fall to nobody in the factions' lands, elsewhere to the home side; restrictions end [19.4]."""
    left_behind = g.board.control[THIRD] | CP_LAND & ~RUMANIA
    for space in sorted(spaces | set(bits(left_behind))):
        if g.board.at[space]:
            continue
        if FACTION_AT[space] >= 0:
            set_control(g, space, NOBODY)
        else:
            set_control(g, space, RED if HOME_MASK[RED] >> space & 1 else WHITE if HOME_MASK[WHITE] >> space & 1 else NOBODY)
    for faction, row in enumerate(FACTIONS):
        owner = controller(g, faction)
        if row.cp_restricted and owner and FACTION_MASK[faction]:
            await occupy_land(g, faction, owner)
            if faction == POLAND:
                await west_ukraine_follows(g, enemy(owner), "withdrawal")


# -- subjugation [19.5] ------------------------------------------------------------------------------------------------


def subjugable(g: Chaos) -> list[int]:
    """Republics, conquered or not, all of whose victory cities Red holds."""
    if not g.rules.subjugation or g.turn > CONSTANT["last_subjugation_turn"]:
        return []
    return [
        f
        for f, row in enumerate(FACTIONS)
        if row.subjugable
        and g.fate[f] in (IN_PLAY, CONQUERED)
        and all(g.control[SPACE[c]] == RED for c in row.victory_cities)
        and not _cp_bars(g, f)
    ]


def _cp_bars(g: Chaos, faction: int) -> bool:
    return FACTIONS[faction].cp_restricted and in_play(g, CP)


async def subjugation_step(g: Chaos) -> None:
    """D3: Red may subjugate, one republic after the other."""
    while True:
        targets = subjugable(g)
        if not targets:
            return
        options: list[Choice] = [*(("subjugate", FACTION_IDS[f]) for f in targets), ("pass",)]
        answer = await public(g, RED, "subjugate", options, "19.5", None, lambda c: why_no_subjugation(g, c))
        if answer[0] == "pass":
            return
        subjugate(g, FACTION[str(answer[1])])


def subjugate(g: Chaos, faction: int) -> None:
    """Forces and marker go, garrisons come, a point for every city."""
    row = FACTIONS[faction]
    for unit in UNITS_OF[faction]:
        if g.owner[unit] == FIRST_OWNER + faction:
            send(g, unit, REMOVED)
    for leader in LEADERS_OF[faction]:
        put_leader(g, leader, REMOVED)
    g.fate[faction] = SUBJUGATED
    g.fcm[faction] = g.pending[faction] = g.protector[faction] = g.lock[faction] = g.deployed[faction] = 0
    g.conqueror[faction] = NOBODY
    politics_changed(g)
    g.report("subjugated", rule="19.5", side="red", faction=row.id)
    take_free_land(g, faction, RED)
    for unit, city in zip(_garrisons(faction), bits_in_order(row.victory_cities), strict=False):
        put(g, unit, city)
        g.report("placed", rule="19.5", unit=UNIT_IDS[unit], space=SPACE_IDS[city], side="red")
    gain_vp(g, RED, len(row.victory_cities), "subjugation", "19.5")


def _garrisons(faction: int) -> list[int]:
    return [u for u, row in enumerate(UNITS) if row.immobile and row.id.startswith(f"red_gar_{FACTION_IDS[faction]}")]


def bits_in_order(names: tuple[str, ...]) -> list[int]:
    return [SPACE[name] for name in names]
