"""Declaring attacks: targets, and who takes part [12]."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal

from .asks import public
from .combat import fight, line_up
from .content import LEADERS, NOBODY, SPACE, SPACE_IDS, UNIT, UNIT_IDS, bits, enemy
from .leaders import leaders_of, leads
from .round_end import finish_round
from .state import COMBAT, Battle, Chaos
from .targets import attackable, poles_with_whites


def attack_spaces(g: Chaos) -> list[int]:
    return [space for space, kind in g.operation.markers if kind == COMBAT]


def fresh_attackers(g: Chaos) -> list[int]:
    """Ready units in spaces activated for combat that have not fought yet."""
    op = g.operation
    spaces = attack_spaces(g)
    return [u for u in op.ready if g.where[u] in spaces and u not in op.used and u not in op.moved]


def second_attackers(g: Chaos) -> list[int]:
    """Units that may fight again because an offensive allows one space a second attack [15 offensive]."""
    op = g.operation
    if not op.second_attacks:
        return []
    spaces = attack_spaces(g)
    return [u for u in op.ready if g.where[u] in spaces and u in op.used and u not in op.moved]


def targets(g: Chaos) -> list[int]:
    """Spaces that can be attacked now: once a round, except by a second attack."""
    mask = again = 0
    for unit in fresh_attackers(g):
        mask |= attackable(g, unit, g.where[unit])
    for space in g.operation.attacked:
        mask &= ~(1 << space)
    for unit in second_attackers(g):
        again |= attackable(g, unit, g.where[unit])
    return bits(mask | again)


def joinable(g: Chaos, battle: Battle) -> list[int]:
    """Units that may still join the attack [12]."""
    bit = 1 << battle.target
    chosen = battle.attackers
    repeated = [u for u in chosen if u in g.operation.used]
    if battle.target in g.operation.attacked or repeated:
        pool = second_attackers(g)
        if repeated:
            pool = [u for u in pool + fresh_attackers(g) if g.where[u] == g.where[repeated[0]]]
    else:
        pool = fresh_attackers(g) + ([] if chosen else second_attackers(g))
    spaces = {g.where[u] for u in chosen}
    found = []
    for unit in pool:
        if unit in chosen or not attackable(g, unit, g.where[unit]) & bit:
            continue
        if spaces and g.where[unit] not in spaces and not _leader_joins(g, [*chosen, unit]):
            continue
        if not poles_with_whites(g, [*chosen, unit]):
            found.append(unit)
    return found


def _leader_joins(g: Chaos, units: list[int]) -> bool:
    """A leader with multi_space in one of the spaces, leading a unit of his space that takes part [12]."""
    side = g.side[units[0]]
    return any(able_multi(g, side, space, units) for space in {g.where[u] for u in units})


def able_multi(g: Chaos, side: int, space: int, units: list[int]) -> bool:
    here = [u for u in units if g.where[u] == space]
    return any("multi_space" in LEADERS[n].abilities and leads(g, n, here) for n in leaders_of(g, space, side))


async def attacking(g: Chaos) -> None:
    """One attack; the phase comes back until the player ends the attacks [12]."""
    choices = targets(g)
    options: list[Choice] = [*(("attack", SPACE_IDS[s]) for s in choices), ("end_attacks",)]
    answer = await public(g, g.active, "declare_attack", options, "12", None, lambda c: _why_not_attack(g, c))
    if answer[0] == "end_attacks":
        finish_round(g)
        return
    battle = Battle(side=g.active, foe=enemy(g.active), target=SPACE[str(answer[1])], attackers=[])
    g.battle = battle
    line_up(g, battle)
    await _gather(g, battle)
    op = g.operation
    if any(u in op.used for u in battle.attackers):
        op.second_attacks -= 1
    op.used.extend(u for u in battle.attackers if u not in op.used)
    op.attacked.append(battle.target)
    battle.bonus(0, "cm_offensive", op.cm)
    await fight(g, battle)
    g.battle = None


async def _gather(g: Chaos, battle: Battle) -> None:
    while True:
        units = joinable(g, battle)
        if not units and battle.attackers:
            return
        options: list[Choice] = [("attacker", UNIT_IDS[u]) for u in units]
        if battle.attackers:
            options.append(("done",))
        about = {"space": SPACE_IDS[battle.target], "units": [UNIT_IDS[u] for u in battle.attackers]}
        answer = await public(g, battle.side, "attack_unit", options, "12", about, lambda c: _why_not_join(g, battle, c))
        if answer[0] == "done":
            return
        battle.attackers.append(UNIT[str(answer[1])])


def _why_not_attack(g: Chaos, choice: Choice) -> Refusal | None:
    if choice[0] != "attack" or len(choice) < 2 or choice[1] not in SPACE:
        return None
    space = SPACE[str(choice[1])]
    params = {"space": str(choice[1])}
    if space in g.operation.attacked:
        return Refusal("already_attacked", "12", params)
    if not g.board.blocked(g.active) & ~g.board.held[NOBODY] & (1 << space):
        return Refusal("no_enemy_there", "12", params)
    return Refusal("no_attacker", "26", params)


def _why_not_join(g: Chaos, battle: Battle, choice: Choice) -> Refusal | None:
    if choice == ("done",):
        return Refusal("nobody_attacks", "12")
    if choice[0] != "attacker" or len(choice) < 2 or choice[1] not in UNIT:
        return None
    unit = UNIT[str(choice[1])]
    params = {"unit": str(choice[1])}
    if unit in g.operation.used:
        return Refusal("already_fought", "12", params)
    if unit not in g.operation.ready or g.where[unit] not in attack_spaces(g):
        return Refusal("not_activated", "12", params)
    if not attackable(g, unit, g.where[unit]) >> battle.target & 1:
        return Refusal("may_not_attack", "26", params)
    if poles_with_whites(g, [*battle.attackers, unit]):
        return Refusal("poles_apart", "12", params)
    return Refusal("needs_leader", "12", params)
