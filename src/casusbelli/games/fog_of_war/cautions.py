"""Warnings before dear or lossy steps: what a preview adds for the shell. Public facts and the side's own cards, nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Caution
from casusbelli.kernel import Choice, Params

from . import wheel
from .battle import outcome
from .content import AXIS, DEFENCE, MINORS, NEUTRAL, OPPONENT, PROVINCE, SEGMENTS, SPACES, USSR, Card, Side
from .intelligence import ACTION_COST, STEP_COST
from .launch import unescorted
from .politics import stays_neutral
from .quagmire import resolving
from .state import War
from .supply import cut_off_without, quagmire_supplied

LAST_AGE = len(SEGMENTS) - 1


def cautions(g: War, side: Side, decision: str, choice: Choice, foreseen: Params) -> list[Caution]:
    """All that this choice may cost, the gravest first."""
    match (decision, *choice):
        case ("choose_action", "launch_operation", str(space)):
            return [*launches(g, side, space, foreseen), *wakes(g, side, g.forces[side].operations[space].target)]
        case ("choose_action", "create_operation", str(target), str(card)):
            return [*idle(card, target, foreseen), *barred(target, foreseen), *plans_awake(g, side, target)]
        case ("choose_action", "add_to_operation", str(space), str(card)):
            target = g.forces[side].operations[space].target
            return [*idle(card, target, foreseen), *barred(target, foreseen), *late(g, side, space)]
        case ("choose_action", "resolve_quagmire", str(province)):
            return list(bogged(g, side, province))
        case ("add_to_attack", "done"):
            return list(bogged(g, side, resolving(g, side)))
        case ("choose_action", "place_defence", str(card), str(province)):
            return list(defends_nothing(card, province))
        case ("choose_action", "dismantle_operation", str(space)) | ("withdraw", "withdraw_operation", str(space)):
            return [gives_up(g, side, space)]
        case ("choose_action", "intel_action", *_):
            return [Caution("note", "action_look", {"price": ACTION_COST, "left": g.forces[side].ready - ACTION_COST}, "11.2")]
        case ("choose_action", "end_actions"):
            return [*expiring(g, side), *year_ends(g, side), *hand_left(g, side), *last_looks(g, side)]
        case ("intel_step", "pass"):
            return list(looks_left(g, side))
        case ("use_advantage", "use"):
            return list(spends_advantage(g, side, foreseen))
        case ("block_intel" | "raise_intel", "block" | "raise"):
            return list(bids(g, side))
        case ("production_buy", "stop"):
            return [Caution("warn", "points_lost", {"count": g.forces[side].points}, "10.1")]
        case ("withdraw", "withdraw", str(province), *_):
            return list(leaves_empty(g, side, province))
    return []


# -- operations --------------------------------------------------------------------------------------------------------


def launches(g: War, side: Side, space: str, foreseen: Params) -> Iterator[Caution]:
    """5.5: from the announcement there is no way back, and all its cards are at risk."""
    count = len(g.forces[side].operations[space].cards)
    if not foreseen.get("odds"):
        yield Caution("ask", "launch", {"count": count}, "5.5")
        return
    chances = {result: round(100 * chance) for result, chance in foreseen["odds"].items()}
    victory, quagmire = chances["victory"], chances["quagmire"]
    told = {"count": count, "victory": victory, "quagmire": quagmire, "lost": 100 - victory - quagmire}
    swayed = round(100 * foreseen["with_advantage"]["victory"])
    holder = "none" if swayed == victory else "mine" if g.advantage == side else "theirs"
    yield Caution("ask", "launch_odds", {**told, "advantage": holder, "swayed": swayed}, "5.5")


def wakes(g: War, side: Side, target: str) -> Iterator[Caution]:
    """9.1, 9.2: an attack on a neutral brings it into the war on the other side; the Allies cannot attack the neutral USSR."""
    if g.control[target] != NEUTRAL:
        return
    if target in USSR:
        if side == AXIS:
            yield Caution("ask", "wakes_ussr", {"province": target}, "9.2")
    elif target in MINORS and not stays_neutral(g, side, target):
        yield Caution("ask", "wakes_minor", {"province": target, "side": OPPONENT[side]}, "9.1")


def plans_awake(g: War, side: Side, target: str) -> Iterator[Caution]:
    """The same, told when the plan is made."""
    yield from (Caution("note", each.key, each.params, each.rule) for each in wakes(g, side, target))


def idle(card: Card, target: str, foreseen: Params) -> Iterator[Caution]:
    """5.5.4: a card without a strength in that battle; a Decoy is meant so."""
    if card in foreseen.get("idle", ()):
        yield Caution("note", "decoy_plan" if card == "decoy" else "idle_card", {"card": card, "province": target}, "5.5.4")
    if foreseen.get("kind") == "plan" and not foreseen["reach"]:
        yield Caution("warn", "no_reach", {"province": target}, "7.1.2")


def barred(target: str, foreseen: Params) -> Iterator[Caution]:
    """5.5: what else keeps the plan from being launched as things stand."""
    rules = {"ussr_still_neutral": "9.2", "target_in_quagmire": "6.4", "air_without_support": "A5"}
    key = foreseen.get("barred")
    if key in rules:
        yield Caution("warn", key, {"province": target, "sea": PROVINCE[target].kind == "sea"}, rules[key])


def bogged(g: War, side: Side, province: str) -> Iterator[Caution]:
    """6.5, A5: an attack that may not be fought out: planes left alone turn back, one out of supply may be sent home."""
    if unescorted(g, province, g.quagmires[province].cards):
        yield Caution("warn", "air_turns_back", {"province": province}, "A5")
    elif not quagmire_supplied(g, side, province):
        yield Caution("warn", "may_be_repelled", {"province": province}, "6.5")


def late(g: War, side: Side, space: str) -> Iterator[Caution]:
    if wheel.age(g.forces[side].dial, space) == LAST_AGE:
        yield Caution("note", "last_turn", {"space": space}, "3.1.1")


def gives_up(g: War, side: Side, space: str) -> Caution:
    return Caution("warn", "to_discard", {"count": len(g.forces[side].operations[space].cards), "space": space}, "5.3")


def expiring(g: War, side: Side) -> Iterator[Caution]:
    """3.1.1: the wheel turns at the start of the next turn, and what comes under NEW OP is dismantled."""
    force = g.forces[side]
    for space in SPACES:
        operation = force.operations.get(space)
        if operation and wheel.age(force.dial, space) == LAST_AGE:
            told = {"space": space, "province": operation.target, "count": len(operation.cards)}
            yield Caution("warn", "expires", told, "3.1.1")


def hand_left(g: War, side: Side) -> Iterator[Caution]:
    """3.1.4: one draws up to three: cards kept in hand are cards not drawn."""
    hand = len(g.forces[side].hand)
    if hand and g.forces[side].draw:
        yield Caution("note", "hand_left", {"count": hand}, "3.1.4")


def year_ends(g: War, side: Side) -> Iterator[Caution]:
    """3: the year ends when nobody has cards in hand or Draw."""
    mine, theirs = g.forces[side], g.forces[OPPONENT[side]]
    if not (mine.hand or mine.draw or theirs.hand or theirs.draw):
        yield Caution("warn", "year_ends", {"year": g.year}, "3")
    elif not (mine.hand or mine.draw):
        yield Caution("note", "your_last_turn", {"year": g.year}, "3")


def defends_nothing(card: Card, province: str) -> Iterator[Caution]:
    if not DEFENCE[PROVINCE[province].kind][card]:
        yield Caution("note", "decoy_defence" if card == "decoy" else "idle_card", {"card": card, "province": province}, "5.5.4")


# -- battle, intelligence, the year's end ------------------------------------------------------------------------------


def spends_advantage(g: War, side: Side, foreseen: Params) -> Iterator[Caution]:
    """5.5.3: used, it passes to the other side."""
    b = g.on_table
    if outcome(b.attack_total, b.defence_total) == foreseen.get("result"):
        yield Caution("ask", "advantage_wasted", {"side": OPPONENT[side]}, "5.5.3")
    else:
        yield Caution("warn", "advantage_passes", {"side": OPPONENT[side]}, "5.5.3")


def bids(g: War, side: Side) -> Iterator[Caution]:
    """11.2: both sides spend what they last bid."""
    duel = g.duel
    if duel is not None:
        bid = duel.bids[OPPONENT[side]] + 1
        yield Caution("note", "bid_spent", {"count": bid, "left": g.forces[side].ready - bid}, "11.2")


def looks_left(g: War, side: Side) -> Iterator[Caution]:
    if g.forces[side].ready >= STEP_COST:
        yield Caution("note", "looks_left", {"count": g.forces[side].ready}, "11.1")


def last_looks(g: War, side: Side) -> Iterator[Caution]:
    """11.2: tokens that would still pay for a look as an action, at the end of the side's last turn of the year."""
    force = g.forces[side]
    if not (force.hand or force.draw) and force.ready >= ACTION_COST:
        yield Caution("note", "looks_left", {"count": force.ready}, "11.2")


def leaves_empty(g: War, side: Side, province: str) -> Iterator[Caution]:
    if len(g.forces[side].defence[province]) == 1 and g.control[province] == side:
        yield Caution("warn", "left_empty", {"province": province}, "4")
        behind = cut_off_without(g, side, province)
        if behind:
            yield Caution("warn", "would_cut_off", {"province": province, "provinces": list(behind)}, "7.1")
