"""What the seats did in a match that is over, counted for its analysis; a gift is a token played for somebody else's faction."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.game import Count, Figure, counted
from casusbelli.kernel import Event, Seat

from .state import WunderWaffen

COUNTS = (
    Count("tokens_picked", "picked", "faction"),
    Count("territories_won", "territory_won", "faction"),
    Count("pieces_eliminated", "eliminated", "by"),
    Count("cards_taken", "card_taken", "faction"),
    Count("cards_bought", "card_bought", "faction"),
    Count("track_steps", "track_moved", "faction"),
)


def statistics(g: WunderWaffen, events: Iterable[Event]) -> list[Figure]:
    happened = list(events)
    holders: dict[str, Seat] = {str(faction): seat for faction, seat in g.seat_of.items()}
    seats = list(dict.fromkeys(g.seat_of.values()))
    gifts = dict.fromkeys(seats, 0.0)
    for event in happened:
        giver, to = (holders.get(str(event.params.get(name))) for name in ("active", "faction"))
        if event.kind.startswith("played_") and giver is not None and to is not None and giver != to:
            gifts[giver] += 1
    found = counted(COUNTS, happened, seats, holders.get)
    return [*found, Figure("gifts", gifts)] if any(gifts.values()) else found
