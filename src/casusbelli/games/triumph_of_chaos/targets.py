"""What a unit may attack [12, 26 may_attack]."""

from __future__ import annotations

from .board import faction_spaces
from .content import ADJACENT, CP, FIRST_OWNER, OWNER, POLAND, THIRD, UNITS, enemy
from .factions import controller, unit_land
from .state import Chaos

_WHITE_OWNED = OWNER["white"]


def attackable(g: Chaos, unit: int, space: int) -> int:
    """Adjacent spaces with enemies that the unit may attack from a space: where it could move if nobody stood there, and
    stacks of the Central Powers that serve the enemy."""
    board = g.board
    side = g.side[unit]
    foes = (board.held[enemy(side)] | board.held[THIRD] | board.green) & ADJACENT[g.border_open][space]
    if not foes or UNITS[unit].immobile:
        return 0
    open_to = foes & unit_land(g, unit)
    if open_to != foes and controller(g, CP) == enemy(side):
        open_to |= foes & faction_spaces(g, CP)
    return open_to


def has_target(g: Chaos, space: int, units: list[int]) -> bool:
    board = g.board
    side = g.side[units[0]]
    if not (board.held[enemy(side)] | board.held[THIRD] | board.green) & ADJACENT[g.border_open][space]:
        return False
    return any(attackable(g, u, space) for u in units)


def poles_with_whites(g: Chaos, units: list[int]) -> bool:
    """White-owned and Polish units never attack together [12]."""
    owners = {g.owner[u] for u in units}
    return _WHITE_OWNED in owners and FIRST_OWNER + POLAND in owners
