"""What must stay the same for the whole game: every card and token, counted where it lies."""

from __future__ import annotations

from .content import PROVINCES, SET_CARDS, SIDES, Side
from .state import War


def census(g: War) -> dict[str, int]:
    """Cards and tokens of the box, wherever they lie."""
    counted = {f"{side}_cards": _action_cards(g, side) for side in SIDES}
    counted |= {f"{side}_province_cards": _province_cards(g, side) for side in SIDES}
    counted["neutral_cards"] = (
        sum(map(len, g.neutral.values())) + len(g.neutral_aside) + len(g.neutral_removed) + _picked(g, neutral=True)
    )
    counted["victory_cards"] = len(g.victory_board) + len(g.victory_drawn) + len(g.victory_kept) + len(g.victory_boxed)
    counted["intel_tokens"] = g.intel_box + sum(force.ready + force.used for force in g.forces.values())
    return counted


def _action_cards(g: War, side: Side) -> int:
    force = g.forces[side]
    count = sum(map(len, (force.hand, force.draw, force.discard, force.win, force.loss)))
    count += sum(len(SET_CARDS[s]) for s in force.reserve)
    count += sum(map(len, force.defence.values()))
    count += sum(len(operation.cards) for operation in force.operations.values())
    count += sum(len(quagmire.cards) for quagmire in g.quagmires.values() if quagmire.attacker == side)
    if g.battle:
        if g.battle.attacker == side:
            count += len(g.battle.attack) + len(g.battle.bombarding)
        if g.battle.picker == side:
            count += _picked(g, neutral=False)
    return count


def _picked(g: War, *, neutral: bool) -> int:
    """Cards picked to be lost that still lie beside the battle."""
    return sum(card.startswith("neutral_") == neutral for card in g.battle.picked) if g.battle else 0


def _province_cards(g: War, side: Side) -> int:
    """One card for each province: displayed, planned with, fought over, or in the deck. Two places would show here."""
    placed = [p for p in PROVINCES if g.control[p] == side]
    placed += [operation.target for operation in g.forces[side].operations.values()]
    placed += [p for p, quagmire in g.quagmires.items() if quagmire.attacker == side]
    if g.battle and g.battle.attacker == side and g.battle.first:
        placed.append(g.battle.province)
    return len(placed) + len(set(PROVINCES) - set(placed))
