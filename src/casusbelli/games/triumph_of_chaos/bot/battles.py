"""Battles foreseen: what an attack is worth by the 36 outcomes of its dice [12]."""

from __future__ import annotations

from ..attacks import able_multi
from ..board import neighbours, own_units, stats
from ..content import IS_ARMY, THIRD, UNITS, enemy
from ..fire import GREEN_STATS, attack_column, defence_column, die_modifiers
from ..losses import best_allocation
from ..retreat import ways_out
from ..state import Battle
from ..targets import attackable, poles_with_whites
from .lines import raid_weight, relief_weight, relieved, risk_weight, stranded
from .odds import may_cancel, outcomes, staying_power, striking
from .raids import menace
from .situation import GOLD, NODE_AT, Situation

MOST = 8
"""More losses than any column inflicts."""
_PUSHED = 0.3
"""What troops that must retreat no longer do where they stood."""
_MOST_INFLUENCE = 10.0


def prize(s: Situation, side: int, space: int) -> float:
    """What taking a space is worth to a side."""
    key = (side, space)
    known = s.lore.prizes.get(key)
    if known is None:
        known = 0.4
        n = NODE_AT.get(space)
        if n is not None and s.worth[n]:
            known += s.worth[n] * (1.4 if s.g.control[space] == enemy(side) else 0.8)
        elif s.g.train == space:
            known += GOLD
        if side == s.me and s.weights.cut:
            known += raid_weight(s) * stranded(s, s.foe, 1 << space) + relief_weight(s) * relieved(s, 1 << space)
            known += risk_weight(s) * menace(s, space)
        known += s.weights.behind * _laid_open(s, side, space)
        s.lore.prizes[key] = known
    return known


def _laid_open(s: Situation, side: int, space: int) -> float:
    """Worth of the enemy's empty cities beside a space that nobody of ours is beside yet: the next march takes them."""
    g, foe = s.g, enemy(side)
    held, theirs = g.board.held[side], g.board.held[foe]
    worth = 0.0
    for near in neighbours(g, space):
        n = NODE_AT.get(near)
        if n is not None and g.control[near] == foe and not theirs >> near & 1:
            worth += 0.0 if any(held >> beside & 1 for beside in neighbours(g, near)) else s.worth[n]
    return worth


def step_price(s: Situation, unit: int) -> float:
    """What losing the next step of a unit costs."""
    g = s.g
    if g.reduced[unit] or UNITS[unit].one_step:
        return s.unit_value(unit) + (0.8 if IS_ARMY[unit] else 0.0)
    row = UNITS[unit]
    return row.full[0] - row.reduced[0] + (0.8 if IS_ARMY[unit] else 0.3)


def loss_prices(s: Situation, units: list[int]) -> list[float]:
    """What each number of losses costs these units; the last entries cost them all."""
    costs = []
    for unit in units:
        row = UNITS[unit]
        costs.append([stats(s.g, unit)[1]] if s.g.reduced[unit] or row.one_step else [row.full[1], row.reduced[1]])
    total = sum(map(sum, costs))
    value = sum(s.unit_value(u) for u in units)
    if not total:
        return [0.0] * (MOST + 1)
    return [value * best_allocation(costs, n) / total for n in range(MOST + 1)]


def attack_value(s: Situation, side: int, attackers: list[int], target: int, cm: int = 0) -> float:
    """Expected gain of an attack for the attacker: losses, ground, and troops that cannot get away."""
    where = s.g.where
    key = (tuple(attackers), tuple(where[u] for u in attackers), target, tuple(s.g.board.at[target]), cm)
    known = s.lore.exchanges.get(key)
    if known is None:
        known = s.lore.exchanges[key] = _attack_value(s, side, attackers, target, cm)
    return known


def _attack_value(s: Situation, side: int, attackers: list[int], target: int, cm: int) -> float:
    g = s.g
    foe = enemy(side)
    defenders = own_units(g, target, foe)
    if not defenders:
        foe, defenders = THIRD, own_units(g, target, THIRD)
    battle = Battle(side=side, foe=foe, target=target, attackers=attackers, defenders=defenders, cm=[cm, 0])
    plus, plus_foe = die_modifiers(g, battle)
    theirs, power = (
        (loss_prices(s, defenders), staying_power(s, defenders)) if defenders else ([0.0] + [1.0] * MOST, GREEN_STATS[1])
    )
    ours = loss_prices(s, attackers)
    own_power = staying_power(s, attackers)
    ground = prize(s, side, target)
    firm = foe != THIRD and may_cancel(s, defenders, target)
    trapped = _trapped(s, defenders, attackers) if foe != THIRD else 0.0
    weight = s.weights.pressure
    there = weight * _influence(s, defenders) if foe != THIRD else 0.0
    here = weight * _influence(s, attackers)
    full, own_full = (sum(map(s.unit_value, units)) or 1.0 for units in (defenders, attackers))
    value = 0.0
    for hit, hurt, chance in outcomes(attack_column(g, battle), plus, defence_column(g, battle), plus_foe):
        gain = theirs[hit] - s.weights.loss * ours[hurt]
        if weight:
            lost = theirs[hit] / full
            gain += there * (lost + (_PUSHED * (1.0 - lost) if hit > hurt and not firm else 0.0)) - here * ours[hurt] / own_full
        if hurt < own_power:
            if hit >= power:
                gain += ground
            elif hit > hurt:
                gain += 0.4 * ground + 0.8 if firm else ground + trapped
        value += chance * gain
    return value


def _influence(s: Situation, units: list[int]) -> float:
    """What the units do for the places around them."""
    total = 0.0
    for unit in units:
        space = s.g.where[unit]
        if space >= 0:
            total += s.strength(unit) * (s.field(space) if s.g.side[unit] == s.me else s.field_foe(space))
    return min(total, _MOST_INFLUENCE)


def _trapped(s: Situation, defenders: list[int], attackers: list[int]) -> float:
    """Value of defenders who have nowhere to go."""
    origins = list({s.g.where[u] for u in attackers if s.g.where[u] >= 0})
    return 0.7 * sum(s.unit_value(u) for u in defenders if not UNITS[u].immobile and not ways_out(s.g, u, 1, origins))


# -- who attacks whom --------------------------------------------------------------------------------------------------


def best_group(s: Situation, side: int, by_space: dict[int, list[int]], target: int, cm: int = 0) -> tuple[float, list[int]]:
    """The best attack on a target with these units: from one space, or from several under a leader."""
    best: tuple[float, list[int]] = (-99.0, [])
    able = {space: units for space, all_units in by_space.items() if (units := striking(s, all_units, target))}
    for units in able.values():
        value = attack_value(s, side, units, target, cm)
        if value > best[0]:
            best = (value, units)
    if s.weights.groups and len(able) > 1:
        for space, units in able.items():
            if able_multi(s.g, side, space, units):
                value, group = _gather(s, side, units, [some for at, some in able.items() if at != space], target, cm)
                if value > best[0]:
                    best = (value, group)
    return best


def _gather(s: Situation, side: int, units: list[int], others: list[list[int]], target: int, cm: int) -> tuple[float, list[int]]:
    """Add stack after stack to the leader's as long as it helps."""
    value, group = attack_value(s, side, units, target, cm), list(units)
    for more in sorted(others, key=lambda some: -sum(stats(s.g, u)[0] for u in some)):
        joined = group + more
        if poles_with_whites(s.g, joined):
            continue
        together = attack_value(s, side, joined, target, cm)
        if together > value:
            value, group = together, joined
    return value, group


def danger_at(s: Situation, space: int) -> float:
    """The enemy's best attack on what stands in a space now."""
    g, foe = s.g, s.foe
    worst = 0.0
    for near in neighbours(g, space):
        if not g.board.held[foe] >> near & 1:
            continue
        units = [u for u in own_units(g, near, foe) if attackable(g, u, near) >> space & 1]
        if units:
            worst = max(worst, attack_value(s, foe, units, space))
    return worst


def chance_at(s: Situation, space: int, units: list[int]) -> float:
    """The best attack these units could make from a space they stand in."""
    best = 0.0
    targets = 0
    for unit in units:
        targets |= attackable(s.g, unit, space)
    while targets:
        low = targets & -targets
        targets ^= low
        group = striking(s, units, low.bit_length() - 1)
        if group:
            best = max(best, attack_value(s, s.me, group, low.bit_length() - 1))
    return best
