"""What a seat may see, built up from allowed facts; None is a spectator."""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import Seat

from .content import TOWNS
from .state import Road


def view(g: Road, seat: Seat | None) -> dict[str, Any]:
    return {
        "round": g.round,
        "rounds": g.rounds,
        "towns": {name: {"owner": town.owner, "men": town.men, "toll": TOWNS[name].toll} for name, town in g.towns.items()},
        "hand": list(g.hands[seat]) if seat is not None else None,
        "points": dict(g.points),
        "order": list(g.order),
        "hands": {other: len(cards) for other, cards in g.hands.items()},
        "deck": len(g.deck),
        "spent": {card: g.spent.count(card) for card in sorted(set(g.spent))},
    }
