"""Leaders: tests of ability, repositioning, elimination, arrival [12.11, 16]."""

from __future__ import annotations

from collections.abc import Callable

from casusbelli.kernel import Ask, Choice

from .asks import place_leader_at
from .board import own_units, put_leader, whose_leader
from .cards import CARD_NUMBER, INITIATIVE, card_id
from .content import (
    CAMP,
    DISTANCE,
    HOME_MASK,
    IS_ARMY,
    LEADER_IDS,
    LEADERS,
    OWNER,
    RED,
    SIDE_OF,
    SPACE_IDS,
    VC_MASK,
    bits,
    enemy,
)
from .hands import could_hold_initiative, play_as_event
from .refusals import why_not_initiative
from .scoring import gain_vp
from .state import ELIMINATED, WAITING, Chaos, side_id
from .supply import in_supply
from .tables import CONSTANT

_OWNER = [OWNER[row.owner] for row in LEADERS]
_CAMP = [0 if row.camp == "faction" else CAMP[row.camp] for row in LEADERS]
_NATIVE_SIDE = [SIDE_OF.get(row.owner, 0) for row in LEADERS]


def leaders_of(g: Chaos, space: int, side: int) -> list[int]:
    return [n for n in g.board.leaders.get(space, ()) if g.leader_side[n] == side]


def leads(g: Chaos, leader: int, units: list[int]) -> bool:
    """A leader helps only stacks with a unit of his owner or of his camp [16]."""
    return any(leads_unit(g, leader, u) for u in units)


def leads_unit(g: Chaos, leader: int, unit: int) -> bool:
    camp = _CAMP[leader]
    return g.owner[unit] == _OWNER[leader] or (camp != 0 and g.camp[unit] == camp)


def able(g: Chaos, side: int, spaces: list[int], ability: str, units: list[int]) -> list[int]:
    """Leaders in the spaces who have the ability, have not tried it this round, and lead one of the units there."""
    found = []
    for space in spaces:
        for leader in leaders_of(g, space, side):
            if ability not in LEADERS[leader].abilities or f"{LEADER_IDS[leader]}:{ability}" in g.operation.tested:
                continue
            if leads(g, leader, [u for u in units if g.where[u] == space]):
                found.append(leader)
    return found


async def ability_test(g: Chaos, leader: int, ability: str, rule: str) -> bool:
    """1d6 not above the rating; an initiative card may stand in for the die, but not in turn 1 [16]."""
    side = g.leader_side[leader]
    name = LEADER_IDS[leader]
    g.operation.tested.append(f"{name}:{ability}")
    if g.turn > 1 and could_hold_initiative(g, side):
        answer = await _auto_leader(g, side, name, ability)
        if answer[0] == "auto":
            play_as_event(g, side, CARD_NUMBER[str(answer[1])], "auto_leader_ability")
            return True
    rating = rating_of(g, leader)
    roll = g.die()
    success = roll <= rating
    g.report(
        "leader_test",
        rule=rule,
        side=side_id(side),
        leader=name,
        ability=ability,
        roll=roll,
        rating=rating,
        success=success,
    )
    return success


def rating_of(g: Chaos, leader: int) -> int:
    """What a leader rolls against now [16]."""
    return LEADERS[leader].rating + (1 if g.leader_side[leader] == RED and g.flagged("r21_doctrine") else 0)


def _auto_leader(g: Chaos, side: int, leader: str, ability: str) -> Ask:
    def options() -> list[Choice]:
        return [("roll",), *(("auto", card_id(side, n)) for n in g.hands[side] if n in INITIATIVE[side])]

    return Ask(
        g.seat(side),
        "auto_leader",
        options,
        "16",
        about={"leader": leader, "ability": ability},
        why_not=lambda choice: why_not_initiative(g, side, "16", choice),
    )


def friendly_cities(g: Chaos, side: int, mask: int = VC_MASK) -> int:
    """Victory cities a leader may go to: controlled and free of enemies."""
    board = g.board
    return mask & VC_MASK & board.control[side] & ~board.blocked(side)


async def reposition(g: Chaos, leader: int, rule: str, *, home: bool = False, nearest: bool = False) -> None:
    """The leader goes to a friendly victory city; without one he is eliminated, at no price [8.7, 12.11, 18]."""
    side = g.leader_side[leader]
    cities = friendly_cities(g, side, HOME_MASK[side]) if home else 0
    cities = cities or friendly_cities(g, side)
    here = g.leader_at[leader]
    if not cities:
        put_leader(g, leader, ELIMINATED)
        g.report("leader_lost", rule=rule, side=whose_leader(g, leader), leader=LEADER_IDS[leader], roll=0, vp=0)
        return
    choices = bits(cities)
    if nearest and here >= 0:
        best = min(DISTANCE[here][c] for c in choices)
        choices = [c for c in choices if DISTANCE[here][c] == best]
    space = await place_leader_at(g, side, "reposition_leader", leader, choices, rule)
    put_leader(g, leader, space)
    g.report("leader_repositioned", rule=rule, side=whose_leader(g, leader), leader=LEADER_IDS[leader], space=SPACE_IDS[space])


async def abandoned_leader(g: Chaos, leader: int) -> None:
    """12.11: no friendly unit is left with him: escape or end."""
    side = g.leader_side[leader]
    roll = g.die()
    if roll <= CONSTANT["leader_survival_max_roll"]:
        g.report("leader_escapes", rule="12.11", side=whose_leader(g, leader), leader=LEADER_IDS[leader], roll=roll)
        await reposition(g, leader, "12.11", nearest=True)
        return
    put_leader(g, leader, ELIMINATED)
    points = CONSTANT["leader_vp"] if LEADERS[leader].vp_penalty else 0
    g.report("leader_lost", rule="12.11", side=whose_leader(g, leader), leader=LEADER_IDS[leader], roll=roll, vp=points)
    if points:
        gain_vp(g, enemy(side), points, "leader", "6.3")


async def check_abandoned(g: Chaos, space: int, side: int) -> None:
    """Test every leader of the side in a space where no unit of his side stands."""
    if not own_units(g, space, side):
        for leader in leaders_of(g, space, side):
            await abandoned_leader(g, leader)


def company_spaces(g: Chaos, leader: int, wanted: Callable[[int], bool]) -> list[int]:
    """Spaces with a unit the leader may join."""
    side = g.leader_side[leader]
    return [s for s in bits(g.board.held[side]) if any(g.side[u] == side and wanted(u) for u in g.board.at[s])]


def leader_kind(g: Chaos, leader: int) -> tuple[int, int, int]:
    """Leaders of one side, owner and camp lead the same units."""
    return g.leader_side[leader], _OWNER[leader], _CAMP[leader]


def own_army_in_supply(g: Chaos, leader: int) -> Callable[[int], bool]:
    """An army of the leader's own side (of his faction for a faction's leader) that is in supply [17.5, 18]."""

    def wanted(unit: int) -> bool:
        return IS_ARMY[unit] and leads_unit(g, leader, unit) and in_supply(g, unit)

    return wanted


def arrive(g: Chaos, leader: int, space: int, rule: str) -> None:
    put_leader(g, leader, space)
    g.report("leader_arrives", rule=rule, leader=LEADER_IDS[leader], space=SPACE_IDS[space], side=whose_leader(g, leader))


def hold(g: Chaos, leader: int) -> None:
    """No unit to join yet: he waits [15]."""
    put_leader(g, leader, WAITING)


def native_side(leader: int) -> int:
    """The side a leader belongs to whatever happens; 0 for a faction's leader."""
    return _NATIVE_SIDE[leader]
