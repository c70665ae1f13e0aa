"""3: the turn: turn the dial, act, use intelligence, draw."""

from __future__ import annotations

from . import actions, intelligence, piles, wheel
from .content import OPPONENT, SIDES
from .state import War


async def turn(g: War) -> None:
    """3.1: a player's turn up to the end of his actions."""
    begin(g)
    wheel.rotate(g, g.active)
    await act(g)


def begin(g: War) -> None:
    """3.1: note what the turn starts with; quagmires of earlier turns must be resolved in it."""
    side = g.active
    g.turn_no += 1
    g.blocked = []
    g.played = 0
    g.op_created = False
    g.hand_at_start = len(g.forces[side].hand)
    g.must_resolve = [p for p, quagmire in g.quagmires.items() if quagmire.attacker == side]
    g.report("turn_began", "3.1", side=side, turn=g.turn_no, year=g.year)


async def act(g: War) -> None:
    """3.1.2: actions in any number and order. After each one that rolled or revealed, a new phase is begun."""
    tide = g.tide
    while await actions.choose_action(g):
        if g.winner:
            return
        if g.tide != tide:
            g.phase = "actions"
            return
    g.phase = "intelligence"


async def intelligence_and_draw(g: War) -> None:
    """3.1.3, 3.1.4: looks at one token each, then draw up to three cards; the year ends when nobody has cards."""
    await intelligence.intel_step(g)
    piles.draw_hand(g, g.active)
    if any(g.forces[side].hand or g.forces[side].draw for side in SIDES):
        g.active = OPPONENT[g.active]
        g.phase = "turn"
    else:
        g.phase = "year_end"
