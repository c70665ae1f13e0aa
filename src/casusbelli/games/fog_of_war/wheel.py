"""5: the Operations wheel. Plans are made under NEW OP, ripen as the dial turns, and expire when it comes round."""

from __future__ import annotations

from . import dossier, piles
from .content import SEGMENTS, SPACE_INDEX, SPACES, Card, DialSegment, Side, Space
from .state import Operation, War


def age(dial: int, space: Space) -> int:
    """5.4: how far the dial has turned past a space."""
    return (dial - SPACE_INDEX[space]) % len(SPACES)


def segment(g: War, side: Side, space: Space) -> DialSegment:
    """What the dial shows at a space: may it launch, may it be spied on, whom does it help."""
    return SEGMENTS[age(g.forces[side].dial, space)]


def new_op_space(g: War, side: Side) -> Space:
    """5.1: the space under NEW OP."""
    return SPACES[g.forces[side].dial]


def rotate(g: War, side: Side) -> None:
    """3.1.1: turn the dial one space, unless the wheel is empty; an operation that comes under NEW OP has expired."""
    force = g.forces[side]
    if not force.operations:
        return
    force.dial = (force.dial + 1) % len(SPACES)
    g.report("rotated", "3.1.1", side=side, space=SPACES[force.dial])
    if SPACES[force.dial] in force.operations:
        dismantle(g, side, SPACES[force.dial], why="expired")


def create(g: War, side: Side, target: str, card: Card) -> None:
    """5.1: a new operation under NEW OP: the target's Province card and one hand card, face down."""
    force = g.forces[side]
    space = new_op_space(g, side)
    force.hand.remove(card)
    force.operations[space] = Operation(target, [card])
    g.op_created = True
    g.played += 1
    piles.report_cards(g, "operation_created", "5.1", side, [card], space=space, secret={"target": target})


def add(g: War, side: Side, space: Space, card: Card) -> None:
    """5.2: one more hand card into an operation."""
    force = g.forces[side]
    force.hand.remove(card)
    force.operations[space].cards.append(card)
    g.played += 1
    dossier.cards_added(g, dossier.operation_pile(side, space))
    piles.report_cards(g, "operation_reinforced", "5.2", side, [card], space=space)


def dismantle(g: War, side: Side, space: Space, why: str = "chosen") -> None:
    """5.3: the cards go to Discard face down; the other player learns the space and the number only."""
    operation = piles.take_operation(g, side, space)
    piles.discard(g, side, operation.cards)
    if why == "event":
        g.reveal()  # the other player learns that the target was one of the event's provinces
    secret = {"target": operation.target}
    piles.report_cards(g, "operation_dismantled", "5.3", side, operation.cards, space=space, why=why, secret=secret)
