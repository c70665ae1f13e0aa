"""Advance and exploitation after a battle [12.9, 12.10]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import neighbours, put, put_leader, room, room_for
from .content import IS_ARMY, LEADER, LEADER_IDS, SPACE, SPACE_IDS, UNIT, UNIT_IDS, UNITS
from .factions import enterable
from .leaders import ability_test, able, leaders_of, leads
from .movement import enter, violate
from .poland import polish_response
from .refusals import why_not_able, why_not_advance, why_not_exploit_to
from .state import Battle, Chaos, side_id


async def advance(g: Chaos, battle: Battle) -> None:
    """Surviving attackers, one at a time, may enter the empty space; leaders of their spaces may go along."""
    side, target = battle.side, battle.target
    if g.board.blocked(side) >> target & 1:
        return
    left_from: list[int] = []
    while True:
        options: list[Choice] = [
            ("advance", UNIT_IDS[u])
            for u in battle.attackers
            if g.where[u] != target and enterable(g, u) >> target & 1 and room(g, target, u) and not UNITS[u].immobile
        ]
        for space in left_from:
            options.extend(("advance_leader", LEADER_IDS[n]) for n in leaders_of(g, space, side) if leads(g, n, battle.attackers))
        if not options:
            return
        answer = await public(
            g,
            side,
            "advance",
            [*options, ("done",)],
            "12.9",
            {"space": SPACE_IDS[target]},
            lambda choice: why_not_advance(g, battle, choice),
        )
        if answer[0] == "done":
            return
        if answer[0] == "advance_leader":
            leader = LEADER[str(answer[1])]
            put_leader(g, leader, target)
            await polish_response(g, target, [], [leader])
            continue
        unit = UNIT[str(answer[1])]
        if not await violate(g, side, target):
            return
        if g.where[unit] not in left_from:
            left_from.append(g.where[unit])
        put(g, unit, target)
        g.report("advanced", rule="12.9", unit=UNIT_IDS[unit], space=SPACE_IDS[target], side=side_id(side))
        await enter(g, side, target, [unit])


async def exploit(g: Chaos, battle: Battle) -> None:
    """A leader who advanced may lead the stack on; cavalry goes twice as far; an initiative card lets cavalry ride on."""
    side, here = battle.side, battle.target
    stack = [u for u in battle.attackers if g.where[u] == here]
    if not stack or g.mud:
        return
    if battle.free_ride:
        riders = [u for u in stack if UNITS[u].cavalry]
        if riders:
            await _ride_on(g, side, riders, [], here, 1)
            stack = [u for u in stack if g.where[u] == here]
    if side in battle.disabled or not stack:
        return
    leaders = able(g, side, [here], "exploit", stack)
    spaces = further_spaces(g, side, stack, here)
    if not leaders or not spaces:
        return
    options: list[Choice] = [*(("exploit", LEADER_IDS[n]) for n in leaders), ("halt",)]
    answer = await public(
        g,
        side,
        "exploit",
        options,
        "12.9",
        {"space": SPACE_IDS[here]},
        lambda choice: why_not_able(g, side, [here], "exploit", "12.9", choice),
    )
    if answer[0] == "halt" or not await ability_test(g, LEADER[str(answer[1])], "exploit", "12.9"):
        return
    reach = 2 if all(UNITS[u].cavalry for u in stack) else 1
    await _ride_on(g, side, stack, leaders_of(g, here, side), here, reach)


def further_spaces(g: Chaos, side: int, stack: list[int], here: int) -> list[int]:
    """Adjacent spaces free of enemies that the whole stack may enter."""
    armies = sum(IS_ARMY[u] for u in stack)
    mask = -1
    for unit in stack:
        mask &= enterable(g, unit)
    return [s for s in neighbours(g, here) if mask >> s & 1 and room_for(g, s, len(stack), armies)]


async def _ride_on(g: Chaos, side: int, stack: list[int], leaders: list[int], here: int, reach: int) -> None:
    for _ in range(reach):
        spaces = further_spaces(g, side, stack, here)
        if not spaces:
            return
        options: list[Choice] = [*(("exploit_to", SPACE_IDS[s]) for s in spaces), ("halt",)]
        about = {"space": SPACE_IDS[here]}
        answer = await public(
            g, side, "exploit", options, "12.9", about, lambda choice: why_not_exploit_to(g, side, stack, choice)
        )
        if answer[0] == "halt":
            return
        space = SPACE[str(answer[1])]
        if not await violate(g, side, space):
            return
        for unit in stack:
            put(g, unit, space)
        for leader in leaders:
            put_leader(g, leader, space)
        here = space
        g.report("exploited", rule="12.9", side=side_id(side), units=[UNIT_IDS[u] for u in stack], space=SPACE_IDS[space])
        await enter(g, side, space, stack, leaders)
