"""What a seat can foresee of a choice from what it knows."""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, Seat

from .attacks import fresh_attackers, second_attackers
from .board import own_units
from .cards import CARD_NUMBER, PC_NUMBER
from .cautions import cautions
from .content import FACTION, FACTION_IDS, LEADER, SIGN, SPACE, SPACE_IDS, THIRD, UNIT, UNIT_IDS, enemy
from .leaders import rating_of
from .movement import mover_of, reach
from .outlook import forecast
from .prospects import markers, stake
from .state import Battle, Chaos
from .targets import attackable

_POINTS = ("influence", "gold_influence")
_TESTS = ("withdraw", "reinforce", "surprise", "exploit", "counterattack")


def preview(g: Chaos, seat: Seat, decision: str, choice: Choice) -> Params | None:
    """What is foreseen, with warnings of what it may cost; None where there is nothing to say."""
    side = g.side_of_seat(seat)
    foreseen = outcome(g, side, decision, choice) or {}
    warnings = cautions(g, side, decision, choice, foreseen)
    return {**foreseen, "warnings": warnings} if warnings else foreseen or None


def outcome(g: Chaos, side: int, decision: str, choice: Choice) -> Params | None:
    """By the decision and the verb of the choice."""
    verb = choice[0]
    if decision == "declare_attack" and verb == "attack":
        return _attack(g, side, SPACE[str(choice[1])], None)
    if decision == "attack_unit" and g.battle is not None:
        joined = [*g.battle.attackers, *([UNIT[str(choice[1])]] if verb == "attacker" else [])]
        return _attack(g, side, g.battle.target, joined)
    if decision == "move_stack" and len(choice) > 1:
        return _march(g, choice)
    if decision == "pol_allocate" and verb == "allocate":
        return {"stake": stake(g, side, CARD_NUMBER[str(choice[1])])}
    if decision == "pol_choose_pc":
        return {"factions": markers(g, side, [PC_NUMBER[str(choice[1])]])}
    if verb in _POINTS and choice[1] in FACTION:
        return _influence(g, side, FACTION[str(choice[1])], decision)
    if verb in _TESTS and len(choice) > 1 and choice[1] in LEADER:
        return _test(g, LEADER[str(choice[1])])
    return None


def _attack(g: Chaos, side: int, target: int, attackers: list[int] | None) -> Params:
    """Columns, modifiers and chances; before units are named, with everybody who could take part."""
    if attackers is None:
        units = fresh_attackers(g) or second_attackers(g)
        attackers = [u for u in units if attackable(g, u, g.where[u]) >> target & 1]
    defenders = own_units(g, target, enemy(side))
    battle = Battle(side=side, foe=enemy(side) if defenders else THIRD, target=target, attackers=attackers)
    battle.defenders = defenders or own_units(g, target, THIRD)
    battle.cm[0] = g.operation.cm
    return {
        "target": SPACE_IDS[target],
        "attackers": [UNIT_IDS[u] for u in attackers],
        "defenders": [UNIT_IDS[u] for u in battle.defenders],
        **forecast(g, battle),
    }


def _march(g: Chaos, choice: Choice) -> Params:
    """How far a mover gets: {space: [points left, the space before it]} [11]."""
    mover = mover_of(g, choice)
    here = g.where[mover.units[0]] if mover.units else g.leader_at[mover.leaders[0]]
    ways = {SPACE_IDS[s]: [points, SPACE_IDS[before]] for s, (points, before) in reach(g, mover, here).items()}
    return {"from": SPACE_IDS[here], "reach": ways}


def _test(g: Chaos, leader: int) -> Params:
    wanted = rating_of(g, leader)
    return {"rating": wanted, "chance": [min(6, wanted), 6]}


def _influence(g: Chaos, side: int, faction: int, decision: str) -> Params:
    """A point more for the next political phase; diplomacy moves the marker by a box at once [17.6]."""
    if decision == "event_target":
        here = g.fcm[faction]
        return {"factions": {FACTION_IDS[faction]: {"net": 0, "from": here, "to": here + SIGN[side], "block": ""}}}
    return {"factions": markers(g, side, points={faction: SIGN[side]})}
