"""Losses: the largest possible allocation, reserve corps stepping in, elimination [12.8, 26 allocate_losses]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import put, send, set_control, set_side, stats, whose
from .content import FIRST_OWNER, IS_ARMY, MAKHNO, RED, SPACE_IDS, UNIT, UNIT_IDS, UNITS, WHITE
from .refusals import why_not_lose, why_not_substitute
from .state import ELIMINATED, PERMANENT, REMOVED, RESERVE, Chaos


def step_costs(g: Chaos, unit: int) -> list[int]:
    """Loss factors of the steps a unit still has, in the order lost."""
    if g.reduced[unit] or UNITS[unit].one_step:
        return [stats(g, unit)[1]]
    return [UNITS[unit].full[1], UNITS[unit].reduced[1]]


def best_allocation(costs: list[list[int]], losses: int) -> int:
    """The greatest total of step losses not above the limit."""
    sums = 1
    for steps in costs:
        total, reached = 0, sums
        for cost in steps:
            total += cost
            reached |= sums << total
        sums = reached & ((1 << (losses + 1)) - 1)
    return sums.bit_length() - 1


def loss_choices(g: Chaos, units: list[int], losses: int) -> list[int]:
    """Units whose next step loss keeps the greatest total within reach."""
    costs = [step_costs(g, u) for u in units]
    goal = best_allocation(costs, losses)
    if goal <= 0:
        return []
    found = []
    for n, unit in enumerate(units):
        cost = costs[n][0]
        if cost <= losses:
            rest = [*costs[:n], costs[n][1:], *costs[n + 1 :]]
            if cost + best_allocation(rest, losses - cost) == goal:
                found.append(unit)
    return found


async def take_losses(g: Chaos, decider: int, units: list[int], losses: int, rule: str = "12.8") -> None:
    """Take losses one step at a time; ``units`` is kept up to date: the dead leave it, corps that step in join it."""
    while True:
        choices = loss_choices(g, units, losses)
        if not choices:
            return
        options: list[Choice] = [("lose", UNIT_IDS[u]) for u in choices]
        if decider in (1, 2):
            answer = await public(
                g, decider, "choose_losses", options, rule, {"losses": losses}, lambda choice: why_not_lose(units, choice)
            )
        else:
            answer = options[0]
        unit = UNIT[str(answer[1])]
        losses -= stats(g, unit)[1]
        await lose_step(g, decider, unit, units, rule)


async def lose_step(g: Chaos, decider: int, unit: int, units: list[int], rule: str) -> None:
    """Full, reduced, eliminated; an eliminated army may be saved by a corps from the reserve [12.8]."""
    space = g.where[unit]
    if unit in g.revolted:
        units.remove(unit)
        garrison_falls(g, unit)
        return
    if not g.reduced[unit] and not UNITS[unit].one_step:
        g.reduced[unit] = 1
        g.report("step_lost", rule=rule, side=whose(g, unit), unit=UNIT_IDS[unit], eliminated=False, permanent=False)
        return
    units.remove(unit)
    send(g, unit, ELIMINATED)
    if IS_ARMY[unit] and space >= 0:
        await _replace_with_corps(g, decider, unit, space, units, rule)
    bury(g, unit, rule)


async def _replace_with_corps(g: Chaos, decider: int, army: int, space: int, units: list[int], rule: str) -> None:
    corps = substitutes(g, army)
    if not corps:
        if not _undying(g, army):
            g.where[army] = PERMANENT
        return
    options: list[Choice] = [*(("replace", UNIT_IDS[u]) for u in corps), ("none",)]
    answer = await public(
        g,
        decider,
        "replace_with_corps",
        options,
        rule,
        {"army": UNIT_IDS[army]},
        lambda choice: why_not_substitute(g, army, choice),
    )
    if answer[0] == "replace":
        unit = UNIT[str(answer[1])]
        put(g, unit, space)
        units.append(unit)
        g.report(
            "corps_steps_in",
            rule=rule,
            side=whose(g, unit),
            unit=UNIT_IDS[unit],
            army=UNIT_IDS[army],
            space=SPACE_IDS[space],
        )
    elif not _undying(g, army):
        g.where[army] = PERMANENT


def substitutes(g: Chaos, army: int) -> list[int]:
    """Corps of the same owner and camp in the reserve [12.8]."""
    side = g.side[army]
    if side not in (1, 2) or g.no_substitution[side] or army in g.insurgents:
        return []
    owner, camp = g.owner[army], g.camp[army]
    return [
        u
        for u, place in enumerate(g.where)
        if place == RESERVE and g.owner[u] == owner and g.camp[u] == camp and g.side[u] == side
    ]


def _undying(g: Chaos, unit: int) -> bool:
    """Makhno's armies are never lost for good [9.5]."""
    return g.owner[unit] == FIRST_OWNER + MAKHNO


def bury(g: Chaos, unit: int, rule: str) -> None:
    """The last word on an eliminated unit: insurrections and Greens leave the game."""
    if unit in g.insurgents or g.side[unit] == 3:
        g.where[unit] = REMOVED
    g.reduced[unit] = 0
    gone = g.where[unit] in (PERMANENT, REMOVED)
    g.report("step_lost", rule=rule, side=whose(g, unit), unit=UNIT_IDS[unit], eliminated=True, permanent=gone)


def eliminate(g: Chaos, unit: int, rule: str, *, permanent: bool) -> None:
    """A unit is lost whole, without a corps stepping in: no retreat, no supply."""
    if unit in g.revolted:
        garrison_falls(g, unit)
        return
    send(g, unit, PERMANENT if permanent and IS_ARMY[unit] and not _undying(g, unit) else ELIMINATED)
    if unit in g.fresh_insurgents:
        g.fresh_insurgents.remove(unit)
    bury(g, unit, rule)


def garrison_falls(g: Chaos, unit: int) -> None:
    """A revolted garrison that is beaten turns Red again where it stands; among White units it is eliminated [10.7]."""
    space = g.where[unit]
    g.revolted.remove(unit)
    set_side(g, unit, RED)
    if g.board.held[WHITE] >> space & 1:
        send(g, unit, ELIMINATED)
        bury(g, unit, "10.7")
    else:
        set_control(g, space, RED)
        g.report("garrison_returns", rule="10.7", side="red", unit=UNIT_IDS[unit], space=SPACE_IDS[space])
