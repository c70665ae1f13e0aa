"""The odds of a battle: the 36 outcomes of its dice, what troops can bear, who takes the ground [12]."""

from __future__ import annotations

from functools import lru_cache

from ..attacks import able_multi
from ..board import own_units, stats
from ..content import UNITS, enemy
from ..fire import attack_column, defence_column, die_modifiers, losses_at
from ..state import Battle
from ..tables import TERRAIN_AT, Column
from ..targets import attackable, poles_with_whites
from .situation import Situation

_STANDS = 0.3
"""How likely troops retreat that may pay with a step to stay."""


@lru_cache(maxsize=4096)
def outcomes(fire: Column, plus: int, answer: Column, plus_foe: int) -> tuple[tuple[int, int, float], ...]:
    """(losses inflicted, losses suffered, probability)."""
    cells: dict[tuple[int, int], int] = {}
    for a in range(1, 7):
        hit = losses_at(fire, a + plus)
        for d in range(1, 7):
            key = (hit, losses_at(answer, d + plus_foe))
            cells[key] = cells.get(key, 0) + 1
    return tuple((hit, hurt, n / 36) for (hit, hurt), n in cells.items())


def staying_power(s: Situation, units: list[int]) -> int:
    """Losses that destroy them all."""
    power = 0
    for unit in units:
        row = UNITS[unit]
        power += stats(s.g, unit)[1] if s.g.reduced[unit] or row.one_step else row.full[1] + row.reduced[1]
    return power


def may_cancel(s: Situation, defenders: list[int], target: int) -> bool:
    return TERRAIN_AT[target].cancel_retreat or any(UNITS[u].steadfast for u in defenders)


def striking(s: Situation, units: list[int], target: int) -> list[int]:
    """Those of the units that may attack the target together."""
    found = [u for u in units if attackable(s.g, u, s.g.where[u]) >> target & 1]
    if poles_with_whites(s.g, found):
        owners = {s.g.owner[u] for u in found}
        camps = [[u for u in found if s.g.owner[u] == owner] for owner in sorted(owners)]
        return max(camps, key=lambda some: sum(stats(s.g, u)[0] for u in some))
    return found


def taking_chance(s: Situation, side: int, attackers: list[int], target: int) -> float:
    """How likely an attack takes its target from the troops in it."""
    g, foe = s.g, enemy(side)
    defenders = own_units(g, target, foe)
    battle = Battle(side=side, foe=foe, target=target, attackers=attackers, defenders=defenders, cm=[0, 0])
    plus, plus_foe = die_modifiers(g, battle)
    power, own_power = staying_power(s, defenders), staying_power(s, attackers)
    pushed = _STANDS if may_cancel(s, defenders, target) else 1.0
    taken = 0.0
    for hit, hurt, chance in outcomes(attack_column(g, battle), plus, defence_column(g, battle), plus_foe):
        if hurt < own_power:
            taken += chance * (1.0 if hit >= power else pushed if hit > hurt else 0.0)
    return taken


def best_storm(s: Situation, side: int, by_space: dict[int, list[int]], target: int) -> tuple[float, int]:
    """The likeliest way to take a target with these stacks, one of them or all under a leader, and where its first stands."""
    able = {space: units for space, some in by_space.items() if (units := striking(s, some, target))}
    best = (0.0, -1)
    for space, units in able.items():
        best = max(best, (taking_chance(s, side, units, target), space))
    together = [unit for units in able.values() for unit in units]
    if len(able) > 1 and not poles_with_whites(s.g, together):
        for space, units in able.items():
            if able_multi(s.g, side, space, units):
                best = max(best, (taking_chance(s, side, together, target), space))
    return best
