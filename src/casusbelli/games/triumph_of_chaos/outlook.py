"""What a battle may bring: the 36 throws with their results, and what the odds leave out [12.1 to 12.10].

Nothing here changes the state, and nothing here is secret: the odds are the same for everybody at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from casusbelli.kernel import Params

from .board import stats
from .combat import can_surprise, leads_supplied, origins_of, reinforcements, retreat_payers, strike_back
from .content import IS_ARMY, LEADER_IDS, THIRD
from .fire import attack_column, defence_column, die_modifiers, factors, losses_at, modifiers, shifts, table_kind
from .hands import could_hold_initiative
from .leaders import able, rating_of
from .losses import step_costs, substitutes
from .poland import miracle_payers
from .retreat import ways_out
from .state import Battle, Chaos
from .tables import Column

WITHDRAWAL, REINFORCING, REINFORCED, INITIATIVE, ANSWER, SURPRISE = range(1, 7)
"""How far a battle has come (``Battle.step``): what lies behind can change nothing any more."""

_DIE = range(1, 7)


def wiped_out(g: Chaos, units: list[int]) -> int:
    """The fewest losses that leave nobody: as many corps of the reserve as there may be step in for lost armies [12.8]."""
    if not units:
        return 1  # a Green marker
    costs = sum(sum(step_costs(g, u)[: 1 if u in g.revolted else None]) for u in units)
    saved: set[int] = set()
    for army in (u for u in units if IS_ARMY[u] and u not in g.revolted):
        corps = next((u for u in substitutes(g, army) if u not in saved), None)
        if corps is not None:
            saved.add(corps)
    return costs + sum(stats(g, u)[1] for u in saved)


def result(battle: Battle, wiped: tuple[int, int], hit: int, hurt: int) -> str:
    """What so many losses of the defender and of the attacker lead to [12.9]."""
    if hit >= wiped[1]:
        return "destroyed"
    if hit <= hurt or hurt >= wiped[0]:
        return "hold"
    if battle.foe == THIRD:
        return "destroyed"  # who belongs to nobody does not retreat [17.3]
    return "retreat_1" if hit == hurt + 1 else "retreat_2"


def forecast(g: Chaos, battle: Battle) -> Params:
    """Columns, shifts, modifiers and the 36 throws of a battle as it stands, with what they assume."""
    ours, theirs = modifiers(g, battle)
    plus, plus_foe = die_modifiers(g, battle)
    fire, answer = attack_column(g, battle), defence_column(g, battle)
    wiped = wiped_out(g, battle.attackers), wiped_out(g, battle.defenders)
    outcomes: dict[str, int] = {}
    inflicted: dict[int, int] = {}
    suffered: dict[int, int] = {}
    throws: list[list[str]] = [[] for _ in _DIE]
    for a, d in product(_DIE, _DIE):
        hit, hurt = losses_at(fire, a + plus), losses_at(answer, d + plus_foe)
        if battle.fires_first and hit >= wiped[1]:
            hurt = 0  # nobody is left to answer
        inflicted[hit] = inflicted.get(hit, 0) + 1
        suffered[hurt] = suffered.get(hurt, 0) + 1
        key = result(battle, wiped, hit, hurt)
        outcomes[key] = outcomes.get(key, 0) + 1
        throws[a - 1].append(key)
    return {
        "attack": _side(battle.attackers, g, fire, ours, plus),
        "defence": _side(battle.defenders, g, answer, theirs, plus_foe),
        "shifts": shifts(g, battle),
        "inflicted": {str(k): n for k, n in sorted(inflicted.items())},
        "suffered": {str(k): n for k, n in sorted(suffered.items())},
        "outcomes": outcomes,
        "throws": throws,
        "assumes": assumptions(g, battle),
    }


def _side(units: list[int], g: Chaos, where: Column, cm: dict[str, int], die: int) -> Params:
    return {
        "table": table_kind(units) if units else "corps",
        "factors": factors(g, units),
        "column": where.factors,
        "cm": cm,
        "die": die,
    }


# -- what is not counted -----------------------------------------------------------------------------------------------


def assumptions(g: Chaos, battle: Battle) -> list[Params]:
    """Who may still change the odds, leader by leader with his chance, and what comes after the dice."""
    told: list[Params] = [{"id": "first_fire" if battle.fires_first else "together"}]
    if any(substitutes(g, u) for u in (*battle.attackers, *battle.defenders) if IS_ARMY[u]):
        told.append({"id": "corps"})
    if not battle.special:
        tests = [*_before_the_dice(g, battle), *_after_the_dice(g, battle)]
        leaders = [
            {"leader": LEADER_IDS[n], "chance": min(6, rating_of(g, n)), "abilities": [what for m, what in tests if m == n]}
            for n in dict.fromkeys(n for n, _ in tests)
        ]
        told += [{"id": "leaders", "leaders": leaders}] if leaders else []
        told += [{"id": "initiative"}] if _cards_may_come(g, battle) else []
    if battle.foe != THIRD and not battle.no_cancel:
        told += [{"id": "stays"}] if retreat_payers(g, battle) else []
        told += [{"id": "miracle"}] if miracle_payers(g, battle) else []
    return told


def _before_the_dice(g: Chaos, battle: Battle) -> Iterator[tuple[int, str]]:
    """Leaders who may still act, and how."""
    here, origins, foe = [battle.target], origins_of(g, battle), battle.foe
    if battle.step <= SURPRISE and can_surprise(g, battle):
        yield from ((n, "surprise_cavalry") for n in able(g, battle.side, origins, "surprise_cavalry", battle.attackers))
    if battle.step <= REINFORCING and reinforcements(g, battle, attacker=True):
        callers = able(g, battle.side, origins, "reinforce", battle.attackers)
        yield from ((n, "reinforce") for n in callers if leads_supplied(g, n))
    if foe == THIRD:
        return
    if battle.step <= WITHDRAWAL and all(ways_out(g, u, 1, origins) for u in battle.defenders):
        yield from ((n, "withdraw") for n in able(g, foe, here, "withdraw", battle.defenders))
    if battle.step <= REINFORCED and reinforcements(g, battle, attacker=False):
        yield from ((n, "reinforce") for n in able(g, foe, here, "reinforce", battle.defenders) if leads_supplied(g, n))


def _after_the_dice(g: Chaos, battle: Battle) -> Iterator[tuple[int, str]]:
    if battle.counter or battle.foe == THIRD:
        return
    leaders, _, spaces = strike_back(g, battle, origins_of(g, battle))
    if spaces:
        yield from ((n, "counterattack") for n in leaders)


def _cards_may_come(g: Chaos, battle: Battle) -> bool:
    """Whether an initiative card may still be played, for all the table knows [17.6]."""
    askers = ((battle.side, INITIATIVE), (battle.foe, ANSWER))
    return g.turn > 1 and any(side != THIRD and battle.step <= until and could_hold_initiative(g, side) for side, until in askers)
