"""Retreats [12.9, 26 retreat]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import neighbours, own_units, put, put_leader, room, whose
from .content import IS_ARMY, LEADER_IDS, SPACE, SPACE_IDS, UNIT_IDS, UNITS
from .factions import enterable
from .leaders import leaders_of, leads
from .losses import eliminate
from .poland import polish_response
from .refusals import WhyNot, why_not_retreat
from .state import Chaos
from .supply import in_supply_at


def ways_out(g: Chaos, unit: int, distance: int, barred: list[int]) -> list[int]:
    """End spaces of paths of exactly that length over friendly spaces, no space twice, within stacking; spaces in supply
    alone if there are any."""
    if UNITS[unit].immobile:
        return []
    here = g.where[unit]
    side = g.side[unit]
    free = enterable(g, unit) & g.board.control[side] & ~(1 << here)
    for space in barred:
        free &= ~(1 << space)
    for length in range(distance, 0, -1):
        ends = [s for s in sorted(_ends(g, here, length, free)) if room(g, s, unit)]
        if ends:
            return [s for s in ends if in_supply_at(g, unit, s)] or ends
    return []


def _ends(g: Chaos, here: int, length: int, free: int) -> set[int]:
    near = [s for s in neighbours(g, here) if (free >> s) & 1]
    if length == 1:
        return set(near)
    return {end for s in near for end in _ends(g, s, length - 1, free & ~(1 << s))}


async def retreat_stack(g: Chaos, decider: int, units: list[int], distance: int, barred: list[int], rule: str = "12.9") -> None:
    """Each unit in turn, armies first, those that cannot move last; leaders go with a unit of the owner's choice unless units
    they lead stay behind; who has no way is lost."""
    if not units:
        return
    here = g.where[units[0]]
    havens: list[int] = []
    for unit in sorted(units, key=lambda u: (UNITS[u].immobile, not IS_ARMY[u], u)):
        spaces = ways_out(g, unit, distance, barred)
        if not spaces:
            units.remove(unit)
            eliminate(g, unit, rule, permanent=True)
            continue
        options: list[Choice] = [("retreat", UNIT_IDS[unit], SPACE_IDS[s]) for s in spaces]
        why_not = _why_not(g, decider, unit, distance, barred)
        answer = await public(g, decider, "retreat_path", options, rule, {"piece": UNIT_IDS[unit], "distance": distance}, why_not)
        space = SPACE[str(answer[2])]
        put(g, unit, space)
        g.report("retreated", rule=rule, side=whose(g, unit), unit=UNIT_IDS[unit], space=SPACE_IDS[space])
        await polish_response(g, space, [unit])
        if space not in havens:
            havens.append(space)
    if havens:
        for leader in leaders_of(g, here, decider):
            if leads(g, leader, own_units(g, here, decider)):
                continue
            choices: list[Choice] = [("retreat_leader", LEADER_IDS[leader], SPACE_IDS[s]) for s in havens]
            about = {"piece": LEADER_IDS[leader], "distance": distance}
            answer = await public(g, decider, "retreat_path", choices, rule, about, _why_not(g, decider, -1, distance, barred))
            space = SPACE[str(answer[2])]
            put_leader(g, leader, space)
            await polish_response(g, space, [], [leader])


def _why_not(g: Chaos, side: int, unit: int, distance: int, barred: list[int]) -> WhyNot:
    return lambda choice: why_not_retreat(g, side, unit, distance, barred, choice)
