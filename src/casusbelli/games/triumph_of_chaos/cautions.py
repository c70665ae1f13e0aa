"""Warnings before dear or lossy steps: what a preview adds for the shell. Each tells only what its seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from casusbelli.game import Caution
from casusbelli.kernel import Choice, Params

from .attacks import joinable
from .board import own_units
from .cards import CARD_NUMBER, CARDS
from .content import (
    ADJACENT,
    CP,
    CZECH,
    FACTION,
    FACTION_IDS,
    FACTIONS,
    POLAND,
    SPACE,
    SPACE_IDS,
    UNIT,
    UNIT_IDS,
    UNITS_OF,
    VC_MASK,
    bits,
    enemy,
    mask_of,
)
from .deployment import forces, protector_extras
from .endings import missed_cards
from .factions import in_play
from .movement import mover_of
from .poland import joining_poles
from .state import COMBAT, INACTIVE, Chaos, side_id
from .supply import in_supply, in_supply_at, side_sources, spared_by_attrition, starves
from .wars import PROTECTOR_IP

CARD_USES = ("ops", "sr", "rp")
MARCHES = ("move_unit", "move_all")
CAPITALS = mask_of("moskva", "petrograd", "omsk", "rostov")
"""Cities whose loss is felt beyond their points: capitals, and the seats of the White governments."""
POOR = 9
"""Of 36 throws: an attack that makes the enemy retreat less often than that is worth a word."""
_NAMED = 4
"""How many units a warning names."""


def cautions(g: Chaos, side: int, decision: str, choice: Choice, foreseen: Params) -> list[Caution]:
    """All that this choice may cost, the gravest first."""
    verb, name = str(choice[0]), str(choice[1]) if len(choice) > 1 else ""
    match decision:
        case "choose_action":
            return [*_action(g, side, verb, name), *_end_of_turn(g, side, verb)]
        case "pol_allocate":
            return [*_owed(g, side, name)] if verb == "allocate" else [Caution("warn", "box_left", {"box": name}, "8.1")]
        case "activate_spaces":
            return [*_activation(g, verb)]
        case "move_stack" if verb in MARCHES:
            return [*_bared(g, side, _start_of(g, choice), mover_of(g, choice).units)]
        case "move_step" if verb == "step":
            return [*_off_the_line(g, SPACE[name])]
        case "sr_move" if verb == "redeploy":
            unit = UNIT[name]
            return [*_bared(g, side, g.where[unit], [unit])] if g.where[unit] >= 0 else []
        case "declare_attack" if verb == "attack":
            return [*_poor_odds(g, foreseen, final=len(foreseen.get("attackers", ())) == 1)]
        case "attack_unit" if _lines_up(g, verb, name):
            return [*_poor_odds(g, foreseen, final=True)]
        case "declare_attack" if verb == "end_attacks":
            return [*_unfought(g)]
        case "sr_move" if verb == "stop" and g.operation.points:
            return [Caution("warn", "points_left", {"points": g.operation.points}, "10.4")]
        case "conscription" if choice[-1]:
            return [Caution("ask", "conscript", {"points": choice[-1]}, "20")]
    if verb in ("influence", "gold_influence") and "factions" in foreseen:
        return [*_in_vain(name, foreseen)]
    if verb in ("initiative", "cancel", "auto", "secret_card"):
        return [*_owed(g, side, name), *_spent(side, verb, name)]
    return []


# -- the choice of an action -------------------------------------------------------------------------------------------


def _action(g: Chaos, side: int, verb: str, name: str) -> Iterator[Caution]:
    if verb in CARD_USES:
        yield from _owed(g, side, name)
    elif verb == "event":
        yield from _leaves(side, name)
    elif verb == "special" and g.hands[side]:
        yield Caution("note", "special_once", {}, "10.1")
    elif verb == "declare_war":
        yield from _war(g, side, FACTION[name])


def _owed(g: Chaos, side: int, card: str) -> Iterator[Caution]:
    """5.3: a card that costs points at the end unless it has been played as event; in the last turn there is no second chance."""
    price = dict(missed_cards(g, side)).get(card)
    if price:
        last = g.turn == g.rules.last_turn
        yield Caution(
            "ask" if last else "warn", "card_owed_last" if last else "card_owed", {"card": card, "points": price}, "5.3"
        )


def _leaves(side: int, card: str) -> Iterator[Caution]:
    if card in CARD_NUMBER and CARDS[side][CARD_NUMBER[card]].remove_after_event:
        yield Caution("warn", "card_leaves", {"card": card}, "10.1")


def _spent(side: int, verb: str, card: str) -> Iterator[Caution]:
    """A card given up outside one's own round: what it would have been worth there."""
    if card in CARD_NUMBER:
        ops = CARDS[side][CARD_NUMBER[card]].ops
        yield Caution("warn" if verb == "cancel" else "note", "card_spent", {"card": card, "ops": ops}, "10.6")


def _war(g: Chaos, side: int, faction: int) -> Iterator[Caution]:
    """19.2: the enemy becomes protector with control and forces; the others of the group lean his way."""
    protector = enemy(side)
    told = {"faction": FACTION_IDS[faction], "side": side_id(protector), "units": called_up(g, faction)}
    yield Caution("ask", "war", told, "19.2")
    group = FACTIONS[faction].war_group
    others = [
        FACTION_IDS[f] for f, row in enumerate(FACTIONS) if group and f != faction and row.war_group == group and in_play(g, f)
    ]
    if others:
        yield Caution("warn", "war_group", {"factions": others, "side": side_id(protector), "points": PROTECTOR_IP}, "19.2")


def called_up(g: Chaos, faction: int) -> int:
    """How many units a protector gets beside those that stand on the map already [19.2]."""
    extras = protector_extras(g, faction)
    if faction in (CP, CZECH):
        return len(extras) + sum(g.where[u] == INACTIVE for u in UNITS_OF[faction])
    if g.deployed[faction]:
        return 0
    return len({*forces(g, faction), *extras, *(joining_poles(g) if faction == POLAND else ())})


def _end_of_turn(g: Chaos, side: int, verb: str) -> Iterator[Caution]:
    """The last action of a turn: who is out of supply now melts away [13]; cards still owed in the last turn [5.3]."""
    if g.round < g.turn_row.rounds or verb == "declare_war":
        return
    lost = melting(g, side)
    if lost:
        named = {"units": [UNIT_IDS[u] for u in lost[:_NAMED]], "count": len(lost), "more": max(0, len(lost) - _NAMED)}
        yield Caution("warn", "will_melt", named, "13")
    if g.turn == g.rules.last_turn and verb != "event":
        owed = missed_cards(g, side)
        held = {card for card, _ in owed if CARD_NUMBER[card] in g.hands[side]}
        if held:
            points = sum(price for card, price in owed if card in held)
            yield Caution("note", "still_owed", {"cards": sorted(held), "points": points}, "5.3")


def melting(g: Chaos, side: int) -> list[int]:
    """Units that attrition will take if nothing changes [13]."""
    units = (u for s in bits(g.board.held[side]) for u in own_units(g, s, side))
    return [u for u in units if starves(g, u)]


# -- operations ----------------------------------------------------------------------------------------------------------


def _activation(g: Chaos, verb: str) -> Iterator[Caution]:
    """10.3: the last marker starts the operations; the enemy may be asked next, but nothing is lost by it: no second press."""
    if verb == "done" and g.operation.points:
        yield Caution("warn", "points_left", {"points": g.operation.points}, "10.3")
    elif verb == "activate" and g.operation.points == 1:
        yield Caution("warn", "last_activation", {"spaces": len(g.operation.markers) + 1}, "10.3")


def _start_of(g: Chaos, choice: Choice) -> int:
    return SPACE[str(choice[1])] if choice[0] == "move_all" else g.where[UNIT[str(choice[1])]]


def _bared(g: Chaos, side: int, here: int, leaving: Iterable[int]) -> Iterator[Caution]:
    """A city, capital or source of supply that would stand empty with the enemy next to it."""
    if not 1 << here & (VC_MASK | CAPITALS | side_sources(side)):
        return
    if set(own_units(g, here, side)) - set(leaving):
        return
    near = ADJACENT[g.border_open][here] & g.board.held[enemy(side)]
    if near:
        key = "capital_bared" if 1 << here & CAPITALS else "city_bared"
        yield Caution("warn", key, {"space": SPACE_IDS[here], "near": [SPACE_IDS[s] for s in bits(near)][:_NAMED]}, "6.1")


def _off_the_line(g: Chaos, space: int) -> Iterator[Caution]:
    """Marching where no supply reaches: who ends the turn there melts away [13]."""
    marching = [u for u in g.operation.moved[-1:] if g.where[u] >= 0]
    if marching and not spared_by_attrition(g, marching[0]) and not in_supply_at(g, marching[0], space):
        yield Caution("warn", "leaves_supply", {"unit": UNIT_IDS[marching[0]], "space": SPACE_IDS[space]}, "13")


def _lines_up(g: Chaos, verb: str, unit: str) -> bool:
    """Whether this answer completes the attackers: from there on the enemy answers and the dice fall."""
    if g.battle is None:
        return False
    if verb == "done":
        return True
    joined = msgspec.structs.replace(g.battle, attackers=[*g.battle.attackers, UNIT[unit]])
    return not joinable(g, joined)


def _poor_odds(g: Chaos, foreseen: Params, *, final: bool) -> Iterator[Caution]:
    """12.6: a bad attack with its three figures, for the troops it is made with.

    `final` is the answer that lets the enemy speak and the dice fall: it cannot be taken back, and steps lost are lost for good,
    so it asks. While units can still be left out or taken back it only warns.
    """
    if not foreseen.get("outcomes"):
        return
    told = {"space": foreseen["target"], **_three_figures(foreseen["inflicted"], foreseen["suffered"])}
    dry = [name for name in foreseen["attackers"] if not in_supply(g, UNIT[name])]
    if dry:
        yield Caution("ask" if final else "warn", "attack_cut_off", {"units": dry, **told}, "13")
    elif _is_poor(foreseen):
        yield Caution("ask" if final else "warn", "poor_odds", told, "12.6")


def _is_poor(foreseen: Params) -> bool:
    """Below one to two, or the enemy seldom gives way and one's own losses are the higher."""
    if 2 * foreseen["attack"]["factors"] < foreseen["defence"]["factors"]:
        return True
    retreats = 36 - foreseen["outcomes"].get("hold", 0)
    return retreats < POOR and _mean(foreseen["suffered"]) > _mean(foreseen["inflicted"])


def _three_figures(inflicted: dict[str, int], suffered: dict[str, int]) -> Params:
    """How often, in percent, the enemy loses more, the attacker does, and both alike: the two dice know nothing of each other."""
    weighed = [(int(hit) - int(hurt), n * m) for hit, n in inflicted.items() for hurt, m in suffered.items()]
    win, loss = (round(100 * sum(n for by, n in weighed if by * sign > 0) / 36**2) for sign in (1, -1))
    return {"win": win, "loss": loss, "both": 100 - win - loss}


def _mean(spread: dict[str, int]) -> float:
    return sum(int(losses) * times for losses, times in spread.items()) / 36


def _unfought(g: Chaos) -> Iterator[Caution]:
    """Spaces activated to fight whose troops have not attacked; who has attacked nowhere is asked: a key too many ends it all."""
    used = {*g.operation.used}
    fighters = {s: {*own_units(g, s, g.active)} for s, kind in g.operation.markers if kind == COMBAT}
    idle = [s for s, units in fighters.items() if units and not units & used]
    if idle:
        yield Caution("note" if used else "ask", "unfought", {"spaces": [SPACE_IDS[s] for s in idle]}, "12")


# -- politics ------------------------------------------------------------------------------------------------------------


def _in_vain(name: str, foreseen: Params) -> Iterator[Caution]:
    """A point that moves nothing, because the marker is barred."""
    ahead = foreseen["factions"].get(name)
    if ahead and ahead["block"] and ahead["to"] == ahead["from"]:
        yield Caution("warn", "influence_barred", {"faction": name, "block": ahead["block"]}, "8.5")
