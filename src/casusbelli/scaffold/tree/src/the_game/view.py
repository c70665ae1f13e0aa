"""What a seat may see, built up from allowed facts; None is a spectator."""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import Seat

from .content import TOWNS
from .rules import points
from .state import Land


def view(g: Land, seat: Seat | None) -> dict[str, Any]:
    return {
        "towns": {name: {"owner": town.owner, "guard": town.guard, "worth": TOWNS[name].worth} for name, town in g.towns.items()},
        "hand": list(g.hands[seat]) if seat is not None else None,
        "hands": {other: len(cards) for other, cards in g.hands.items()},
        "deck": len(g.deck),
        "spent": {card: g.spent.count(card) for card in sorted(set(g.spent))},
        "points": points(g),
    }
