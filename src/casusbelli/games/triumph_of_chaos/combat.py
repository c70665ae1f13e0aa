"""A battle, step by step [12.1 to 12.11]."""

from __future__ import annotations

from casusbelli.kernel import Ask, Choice, Params

from .advance import advance, exploit
from .asks import public
from .board import neighbours, own_units, put, remove_green, room
from .cards import CARD_NUMBER, INITIATIVE, card_id
from .content import (
    IS_ARMY,
    LEADER,
    LEADER_IDS,
    SPACE,
    SPACE_IDS,
    SPACES,
    THIRD,
    UNIT,
    UNIT_IDS,
    UNITS,
    WHITE,
    enemy,
)
from .factions import enterable, unlock_attacked, usable_unit
from .fire import attack_column, defence_column, die_modifiers, factors, losses_at, named_modifiers, shifts, table_kind
from .hands import could_hold_initiative, play_as_event
from .leaders import ability_test, able, check_abandoned, leads_unit
from .losses import eliminate, lose_step, take_losses
from .poland import miracle
from .refusals import WhyNot, why_not_able, why_not_initiative, why_not_pay, why_not_reinforce
from .retreat import retreat_stack, ways_out
from .state import AVOIDED, Battle, Chaos, side_id
from .supply import in_supply
from .tables import TERRAIN_AT
from .targets import attackable, poles_with_whites

_OPEN_GROUND_BARRED = ("urban", "fortified", "mountain")


def line_up(g: Chaos, battle: Battle) -> None:
    """Who defends: the enemy's units, or Greens."""
    battle.defenders = own_units(g, battle.target, battle.foe)
    if not battle.defenders:
        battle.foe = THIRD
        battle.defenders = own_units(g, battle.target, THIRD)


async def fight(g: Chaos, battle: Battle) -> None:
    """Steps 1 to 11 of a battle."""
    unlock_attacked(g, battle.target)
    g.report(
        "battle",
        rule="12",
        side=side_id(battle.side),
        space=SPACE_IDS[battle.target],
        attackers=[UNIT_IDS[u] for u in battle.attackers],
        defenders=[UNIT_IDS[u] for u in battle.defenders],
        greens=not battle.defenders,
        counter=battle.counter,
        foe=side_id(battle.foe),
    )
    if not battle.special:
        battle.step = 1
        if await _leader_withdraws(g, battle, origins_of(g, battle)):
            await _leaders_alone(g, [battle.target])
            return
        battle.step = 2
        await _reinforce(g, battle, attacker=True)
        battle.step = 3
        await _reinforce(g, battle, attacker=False)
        battle.step = 4
        await _initiative(g, battle, battle.side, attacker=True)
        battle.step = 5
        if battle.foe != THIRD:
            await _initiative(g, battle, battle.foe, attacker=False)
        battle.step = 6
        await _surprise_cavalry(g, battle)
        battle.step = 7
    origins = origins_of(g, battle)
    hit, hurt = await _exchange_fire(g, battle)
    await _leaders_alone(g, origins)
    held = await _aftermath(g, battle, origins, hit, hurt)
    await _leaders_alone(g, [battle.target])
    if held and not battle.counter and not battle.special and battle.foe != THIRD:
        await _counterattack(g, battle, origins)


def _about(battle: Battle) -> Params:
    return {"space": SPACE_IDS[battle.target]}


def _why_not_able(g: Chaos, side: int, spaces: list[int], ability: str) -> WhyNot:
    return lambda choice: why_not_able(g, side, spaces, ability, "12", choice)


def origins_of(g: Chaos, battle: Battle) -> list[int]:
    """Spaces attacked from, in the order of the attackers; none for a landing."""
    return list(dict.fromkeys(g.where[u] for u in battle.attackers if g.where[u] >= 0))


async def _leader_withdraws(g: Chaos, battle: Battle, origins: list[int]) -> bool:
    """Step 1: a leader takes the whole stack back one space before a shot is fired."""
    if battle.foe == THIRD:
        return False
    leaders = able(g, battle.foe, [battle.target], "withdraw", battle.defenders)
    if not leaders or not all(ways_out(g, u, 1, origins) for u in battle.defenders):
        return False
    options: list[Choice] = [*(("withdraw", LEADER_IDS[n]) for n in leaders), ("stay",)]
    answer = await public(
        g,
        battle.foe,
        "leader_withdraw",
        options,
        "12.1",
        _about(battle),
        _why_not_able(g, battle.foe, [battle.target], "withdraw"),
    )
    if answer[0] == "stay" or not await ability_test(g, LEADER[str(answer[1])], "withdraw", "12.1"):
        return False
    battle.step = AVOIDED
    g.report("withdrawn", rule="12.1", space=SPACE_IDS[battle.target], side=side_id(battle.foe))
    await retreat_stack(g, battle.foe, battle.defenders, 1, origins, "12.1")
    await advance(g, battle)
    await exploit(g, battle)
    return True


async def _reinforce(g: Chaos, battle: Battle, *, attacker: bool) -> None:
    """Step 2: a leader calls one more unit from beside the target."""
    side = battle.side if attacker else battle.foe
    if side == THIRD:
        return
    spaces = origins_of(g, battle) if attacker else [battle.target]
    units = battle.attackers if attacker else battle.defenders
    leaders = [n for n in able(g, side, spaces, "reinforce", units) if leads_supplied(g, n)]
    if not leaders:
        return
    near = reinforcements(g, battle, attacker=attacker)
    if not near:
        return
    options: list[Choice] = [("reinforce", LEADER_IDS[n], UNIT_IDS[u]) for n in leaders for u in near]
    answer = await public(
        g,
        side,
        "leader_reinforce",
        [*options, ("pass",)],
        "12.2",
        _about(battle),
        lambda choice: why_not_reinforce(g, battle, side, spaces, choice),
    )
    if answer[0] == "pass":
        return
    unit = UNIT[str(answer[2])]
    if await ability_test(g, LEADER[str(answer[1])], "reinforce", "12.2"):
        units.append(unit)
        g.operation.used.append(unit)
        if not attacker:
            put(g, unit, battle.target)
        g.report("reinforced", rule="12.2", unit=UNIT_IDS[unit], side=side_id(side))


def leads_supplied(g: Chaos, leader: int) -> bool:
    """Leaders of stacks out of supply may only withdraw [R67]."""
    space = g.leader_at[leader]
    return any(in_supply(g, u) for u in own_units(g, space, g.leader_side[leader]) if leads_unit(g, leader, u))


def reinforcements(g: Chaos, battle: Battle, *, attacker: bool) -> list[int]:
    """Units beside the target that a leader of the attacker or the defender may call."""
    side = battle.side if attacker else battle.foe
    busy = [*battle.attackers, *battle.defenders, *g.operation.used, *g.operation.moved]
    found = []
    for space in neighbours(g, battle.target):
        if space in g.no_act or not g.board.held[side] >> space & 1:
            continue
        for unit in own_units(g, space, side):
            if unit in busy or not usable_unit(g, unit) or not in_supply(g, unit):
                continue
            if attacker:
                fits = attackable(g, unit, space) >> battle.target & 1 and not poles_with_whites(g, [*battle.attackers, unit])
            else:
                fits = enterable(g, unit) >> battle.target & 1 and room(g, battle.target, unit)
            if fits:
                found.append(unit)
    return found


async def _initiative(g: Chaos, battle: Battle, side: int, *, attacker: bool) -> None:
    """Step 3: one initiative card each, not in turn 1 [17.6]."""
    if g.turn == 1 or not could_hold_initiative(g, side):
        return

    def options() -> list[Choice]:
        return [("pass",), *(("initiative", card_id(side, n)) for n in g.hands[side] if n in INITIATIVE[side])]

    answer = await Ask(
        g.seat(side),
        "play_initiative",
        options,
        "12.3",
        about=_about(battle),
        why_not=lambda choice: why_not_initiative(g, side, "12.3", choice),
    )
    if answer[0] == "pass":
        return
    number = CARD_NUMBER[str(answer[1])]
    play_as_event(g, side, number, "combat")
    card = INITIATIVE[side][number]
    battle.bonus(0 if attacker else 1, card_id(side, number), card.combat_cm)
    special = card.special if attacker or card.special == "enemy_leader_disabled" else ""
    g.report("initiative", rule="12.3", side=side_id(side), card=card_id(side, number), n=card.combat_cm, special=special)
    if card.special == "enemy_leader_disabled":
        battle.disabled.append(enemy(side))
    elif attacker:
        battle.fires_first |= card.special == "attacker_fires_first"
        battle.ignore_ground |= card.special == "ignore_river_and_terrain"
        battle.no_cancel |= card.special == "cancel_retreat_cancel"
        battle.free_ride |= card.special == "cavalry_exploit"


def can_surprise(g: Chaos, battle: Battle) -> bool:
    """Whether the ground is open and enough of the attackers ride."""
    if battle.side in battle.disabled or SPACES[battle.target].terrain in _OPEN_GROUND_BARRED:
        return False
    horse = [u for u in battle.attackers if UNITS[u].cavalry]
    return any(IS_ARMY[u] for u in horse) or len(horse) > 1


async def _surprise_cavalry(g: Chaos, battle: Battle) -> None:
    """Step 4."""
    if not can_surprise(g, battle):
        return
    leaders = able(g, battle.side, origins_of(g, battle), "surprise_cavalry", battle.attackers)
    if not leaders:
        return
    options: list[Choice] = [*(("surprise", LEADER_IDS[n]) for n in leaders), ("pass",)]
    why_not = _why_not_able(g, battle.side, origins_of(g, battle), "surprise_cavalry")
    answer = await public(g, battle.side, "surprise_cavalry", options, "12.4", _about(battle), why_not)
    if answer[0] == "pass":
        return
    if await ability_test(g, LEADER[str(answer[1])], "surprise_cavalry", "12.4"):
        battle.bonus(0, "surprise_cavalry", 1)
        battle.fires_first = True
    else:
        battle.bonus(0, "surprise_cavalry", -1)


async def _exchange_fire(g: Chaos, battle: Battle) -> tuple[int, int]:
    """Steps 5 to 8: both fire, losses are taken. Returns the results of attacker and defender."""
    plus, plus_foe = die_modifiers(g, battle)
    fire, answer = attack_column(g, battle), defence_column(g, battle)
    if g.recording:
        _report_fire(g, battle)
    die = g.die()
    hit = losses_at(fire, die + plus)
    if battle.fires_first:
        g.report("fire", rule="12.7", side=side_id(battle.side), column=fire.factors, die=die, modifier=plus, losses=hit)
        battle.results = [hit]
        await _defender_losses(g, battle, hit)
        if not battle.defenders and not _green_stands(g, battle):
            return hit, 0
        _, plus_foe = die_modifiers(g, battle)
        answer = defence_column(g, battle)
        die = g.die()
        hurt = losses_at(answer, die + plus_foe)
        battle.results = [hit, hurt]
        g.report("fire", rule="12.7", side=side_id(battle.foe), column=answer.factors, die=die, modifier=plus_foe, losses=hurt)
        await take_losses(g, battle.side, battle.attackers, hurt)
        return hit, hurt
    die_foe = g.die()
    hurt = losses_at(answer, die_foe + plus_foe)
    battle.results = [hit, hurt]
    g.report("fire", rule="12.7", side=side_id(battle.side), column=fire.factors, die=die, modifier=plus, losses=hit)
    g.report("fire", rule="12.7", side=side_id(battle.foe), column=answer.factors, die=die_foe, modifier=plus_foe, losses=hurt)
    await _defender_losses(g, battle, hit)
    await take_losses(g, battle.side, battle.attackers, hurt)
    return hit, hurt


def _report_fire(g: Chaos, battle: Battle) -> None:
    """What stands behind the dice, by name: factors, table, column shifts and modifiers of both."""
    ours, theirs = named_modifiers(g, battle)
    moved = [{"id": f"shift_{name}", "n": n} for name, n in shifts(g, battle).items()]
    g.report(
        "odds",
        rule="12.6",
        side=side_id(battle.side),
        foe=side_id(battle.foe),
        attacker_factors=factors(g, battle.attackers),
        defender_factors=factors(g, battle.defenders),
        attacker_table=table_kind(battle.attackers),
        defender_table=table_kind(battle.defenders),
        attacker_modifiers=ours,
        attacker_count=len(ours),
        defender_modifiers=theirs,
        defender_count=len(theirs),
        shifts=moved,
        shift_count=len(moved),
    )


def _green_stands(g: Chaos, battle: Battle) -> bool:
    return bool(g.board.green >> battle.target & 1)


async def _defender_losses(g: Chaos, battle: Battle, losses: int) -> None:
    if _green_stands(g, battle):
        if losses:
            remove_green(g, battle.target)
            g.report("green_removed", rule="17.3", side=side_id(battle.side), space=SPACE_IDS[battle.target])
        return
    await take_losses(g, battle.foe, battle.defenders, losses)


# -- the result [12.9, 12.10] ------------------------------------------------------------------------------------------


async def _aftermath(g: Chaos, battle: Battle, origins: list[int], hit: int, hurt: int) -> bool:
    """Retreat, advance, exploitation. True if the defenders still hold the space."""
    if battle.defenders and hit > hurt and battle.attackers:
        if battle.foe == THIRD:
            for unit in list(battle.defenders):
                battle.defenders.remove(unit)
                eliminate(g, unit, "17.3", permanent=True)
        elif not await _retreat_cancelled(g, battle):
            barred = [] if battle.stays else origins
            await retreat_stack(g, battle.foe, battle.defenders, min(2, hit - hurt), barred)
            battle.defenders = []
    if battle.defenders or _green_stands(g, battle):
        return True
    if not battle.stays and not battle.special:
        await advance(g, battle)
        await exploit(g, battle)
    return False


async def _retreat_cancelled(g: Chaos, battle: Battle) -> bool:
    """Ground or steadfast troops let the defender pay a step and stay; the Poles may hope for a miracle."""
    if battle.no_cancel:
        return False
    units = battle.defenders
    if payers := retreat_payers(g, battle):
        options: list[Choice] = [*(("pay", UNIT_IDS[u]) for u in payers), ("give_way",)]
        answer = await public(
            g, battle.foe, "cancel_retreat", options, "12.9", _about(battle), lambda choice: why_not_pay(units, choice)
        )
        if answer[0] == "pay":
            g.report(
                "retreat_cancelled",
                rule="12.9",
                side=side_id(battle.foe),
                space=SPACE_IDS[battle.target],
                unit=str(answer[1]),
            )
            await lose_step(g, battle.foe, UNIT[str(answer[1])], units, "12.9")
            return bool(units)
    return await miracle(g, battle)


def retreat_payers(g: Chaos, battle: Battle) -> list[int]:
    """Defenders who may pay a step instead of a retreat: the ground helps them, or one of them is steadfast."""
    units, terrain = battle.defenders, TERRAIN_AT[battle.target]
    if not terrain.cancel_retreat and not any(UNITS[u].steadfast for u in units):
        return []
    if terrain.attrition and not any(in_supply(g, u) for u in units):
        return []
    return [u for u in units if len(units) > 1 or (not g.reduced[u] and not UNITS[u].one_step)]


async def _leaders_alone(g: Chaos, spaces: list[int]) -> None:
    """Step 11: leaders whose troops are gone. One whose troops advance without him just stays behind."""
    for space in spaces:
        for side in (1, WHITE):
            await check_abandoned(g, space, side)


def strike_back(g: Chaos, battle: Battle, origins: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Leaders of the defender who may counterattack, with whom, and whither."""
    foe = battle.foe
    if foe in battle.disabled:
        return [], [], []
    leaders = [n for n in able(g, foe, [battle.target], "counterattack", battle.defenders) if leads_supplied(g, n)]
    strikers = [u for u in battle.defenders if usable_unit(g, u) and in_supply(g, u)]
    return leaders, strikers, [s for s in origins if any(attackable(g, u, battle.target) >> s & 1 for u in strikers)]


async def _counterattack(g: Chaos, battle: Battle, origins: list[int]) -> None:
    """The defender's leader strikes back at one of the spaces attacked from; nobody answers that [12.9]."""
    foe = battle.foe
    leaders, strikers, spaces = strike_back(g, battle, origins)
    if not leaders or not spaces:
        return
    options: list[Choice] = [("counterattack", LEADER_IDS[n], SPACE_IDS[s]) for n in leaders for s in spaces]
    why_not = _why_not_able(g, foe, [battle.target], "counterattack")
    answer = await public(g, foe, "counterattack", [*options, ("pass",)], "12.9", _about(battle), why_not)
    if answer[0] == "pass" or not await ability_test(g, LEADER[str(answer[1])], "counterattack", "12.9"):
        return
    space = SPACE[str(answer[2])]
    units = [u for u in strikers if attackable(g, u, battle.target) >> space & 1]
    back = Battle(side=foe, foe=battle.side, target=space, attackers=units, counter=True)
    line_up(g, back)
    g.battle = back
    await fight(g, back)
    g.battle = battle
