"""3: the turn: turn the dial, act, use intelligence, draw."""

from __future__ import annotations

from . import actions, intelligence, piles, wheel
from .content import OPPONENT, SIDES
from .state import War

_NO_WAY_BACK = frozenset({"launch_operation", "resolve_quagmire", "intel_action"})


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
    if g.last_look and g.last_look.looker == side:
        g.last_look = None
    g.must_resolve = [p for p, quagmire in g.quagmires.items() if quagmire.attacker == side]
    g.report("turn_began", "3.1", side=side, turn=g.turn_no, year=g.year)


async def act(g: War) -> None:
    """3.1.2: actions in any number and order. After a battle or a look a new phase is begun: there is no way back."""
    while True:
        verb = await actions.choose_action(g)
        if g.winner:
            return
        if verb == "end_actions":
            g.phase = "intelligence"
            return
        if verb in _NO_WAY_BACK:
            g.phase = "actions"
            return


async def intelligence_and_draw(g: War) -> None:
    """3.1.3, 3.1.4: looks at one token each, then draw up to three cards; the year ends when nobody has cards."""
    await intelligence.intel_step(g)
    piles.draw_hand(g, g.active)
    if any(g.forces[side].hand or g.forces[side].draw for side in SIDES):
        g.active = OPPONENT[g.active]
        g.phase = "turn"
    else:
        g.phase = "year_end"
