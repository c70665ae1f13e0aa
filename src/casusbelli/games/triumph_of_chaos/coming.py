"""What the turn will bring by the rules as the map stands: who arrives where and when, steps, what may be called up.

    arrive       [{piece, side, where, when}]; where: a region, or none: with troops, as his card says; when: round (the next
                 one of the side), logistics, or turn_end
    income       {side: {pool: steps}} of the logistics phase [9.5, 20]
    gold         the side whose gold train brings a step or a point of influence, or none [17.2]
    conscription what Red may call up because of the Polish war: free, pay or "" [20]

Nothing here is secret, and nothing is sure: both sides can change most of it before it comes. Powers that may go home are told
by ``withdrawal``, cards of a new year by the events of the turn's beginning.
"""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.kernel import Params

from .content import BELARUS, FACTION_IDS, LEADER_IDS, POLAND, RED, SIDE_IDS, SIDES, UKRAINE, UNIT_IDS, WHITE
from .factions import commander
from .logistics import FREE_CONSCRIPTS, RED_BELARUS, land_income, red_belarus_due
from .poland import RED_POLES, UKRAINE_LEGION, polish_garrisons, polish_steps, ukraine_legion_due
from .replacements import SIDE_POOL
from .state import OUT, RECALLED, WAITING, Chaos, side_id


def coming(g: Chaos) -> Params:
    return {
        "arrive": list(_arrivals(g)),
        "income": _income(g),
        "gold": side_id(g.train_controller()) if g.train != OUT else side_id(0),
        "conscription": g.conscription,
    }


def _arrivals(g: Chaos) -> Iterator[Params]:
    for leader, at in enumerate(g.leader_at) if WAITING in g.leader_at or RECALLED in g.leader_at else ():
        if at in (WAITING, RECALLED):
            yield _arrival(LEADER_IDS[leader], g.leader_side[leader], "none", "round" if at == WAITING else "turn_end")
    if g.red_polish_due and g.where[RED_POLES] == OUT:
        yield _arrival(UNIT_IDS[RED_POLES], RED, FACTION_IDS[POLAND], "round")
    if ukraine_legion_due(g):
        yield _arrival(UNIT_IDS[UKRAINE_LEGION], WHITE, FACTION_IDS[UKRAINE], "round")
    if red_belarus_due(g):
        yield _arrival(UNIT_IDS[RED_BELARUS], RED, FACTION_IDS[BELARUS], "logistics")
    for unit in polish_garrisons(g):
        yield _arrival(UNIT_IDS[unit], commander(g, POLAND), FACTION_IDS[POLAND], "logistics")


def _arrival(piece: str, side: int, where: str, when: str) -> Params:
    return {"piece": piece, "side": side_id(side), "where": where, "when": when}


def _income(g: Chaos) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {SIDE_IDS[side]: {} for side in SIDES}
    rows = [*land_income(g)]
    if steps := polish_steps(g):
        rows.append((commander(g, POLAND), f"faction:{FACTION_IDS[POLAND]}", steps))
    if g.conscription == "free":
        rows.append((RED, SIDE_POOL, FREE_CONSCRIPTS))
    for side, pool, steps in rows:
        pools = found[SIDE_IDS[side]]
        pools[pool] = pools.get(pool, 0) + steps
    return found
