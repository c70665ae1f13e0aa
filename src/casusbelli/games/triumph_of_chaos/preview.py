"""What a seat can foresee of a choice from what it knows."""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, Seat

from .attacks import fresh_attackers, second_attackers
from .board import own_units
from .cards import BOXES, PC_NUMBER
from .content import FACTION_IDS, LEADER, LEADERS, RED, SPACE, THIRD, UNIT, enemy
from .fire import forecast
from .influence import blocked_step
from .political import net_influence
from .state import Battle, Chaos
from .tables import CONSTANT
from .targets import attackable
from .view import knows_political

_TESTS = ("withdraw", "reinforce", "surprise", "exploit", "counterattack")


def preview(g: Chaos, seat: Seat, decision: str, choice: Choice) -> Params | None:
    side = g.side_of_seat(seat)
    verb = choice[0]
    if decision == "declare_attack" and verb == "attack":
        return _attack(g, side, SPACE[str(choice[1])], None)
    if decision == "attack_unit" and g.battle is not None:
        joined = [*g.battle.attackers, *([UNIT[str(choice[1])]] if verb == "attacker" else [])]
        return _attack(g, side, g.battle.target, joined)
    if decision == "pol_choose_pc":
        return political_preview(g, side, [PC_NUMBER[str(choice[1])]])
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
    return forecast(g, battle)


def _test(g: Chaos, leader: int) -> Params:
    rating = LEADERS[leader].rating + (1 if g.leader_side[leader] == RED and g.flagged("r21_doctrine") else 0)
    return {"rating": rating, "chance": [min(6, rating), 6]}


def political_preview(g: Chaos, side: int, extra: list[int]) -> Params:
    """Net influence and where the markers would go with the cards this side knows to lie in the boxes and these."""
    known = [number for box in range(len(BOXES)) for n, number in enumerate(g.pc_box[box]) if knows_political(g, side, box, n)]
    net = net_influence(g, known + extra)
    moves: dict[str, Params] = {}
    for faction, points in enumerate(net):
        if points:
            position, block = _expected(g, faction, points)
            moves[FACTION_IDS[faction]] = {"net": points, "from": g.fcm[faction], "to": position, "block": block}
    return {"factions": moves}


def _expected(g: Chaos, faction: int, net: int) -> tuple[int, str]:
    """Where a marker would end by influence alone, with the block that would stop it now."""
    direction, points = (1, net) if net > 0 else (-1, -net)
    position = g.fcm[faction]
    block = blocked_step(g, faction, direction, True)
    if block in ("B1", "B2"):
        return position, block
    while position != 2 * direction:
        leaving = abs(position) == 2 and position * direction < 0
        cost = CONSTANT["ip_leave_control" if leaving else "ip_per_box"]
        if points < cost:
            break
        here, g.fcm[faction] = g.fcm[faction], position
        block = blocked_step(g, faction, direction, True)
        g.fcm[faction] = here
        if block:
            return position, block
        points -= cost
        position += direction
    return position, ""
