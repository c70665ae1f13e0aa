"""What the sides did in a match that is over, counted for its analysis; bluffs are operations of decoys alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casusbelli.game import Count, Figure, counted
from casusbelli.kernel import Event, Seat

from .state import War

COUNTS = (
    Count("attacks", "battle_result", "side"),
    Count("attacks_won", "battle_result", "side", where={"result": "victory"}),
    Count("cards_fallen", "cards_lost", "side", of="count"),
    Count("intel_spent", "intel_succeeded", "side", of="spent"),
    Count("cards_bought", "bought", "side"),
    Count("operations_launched", "launched", "side"),
    Count("operations_given_up", "operation_dismantled", "side"),
)
DECOY = "decoy"


def statistics(g: War, events: Sequence[Event]) -> list[Figure]:
    seats = list(g.seats.values())
    holders: dict[str, Seat] = {str(side): seat for side, seat in g.seats.items()}
    bluffs = dict.fromkeys(seats, 0.0)
    for side in _bluffs(events):
        bluffs[holders[side]] += 1
    found = counted(COUNTS, events, seats, holders.get)
    return [*found, Figure("bluffs", bluffs)] if any(bluffs.values()) else found


def _bluffs(events: Iterable[Event]) -> Iterable[str]:
    """The side of every operation that threatened with nothing: launched or given up, it held decoys alone."""
    held: dict[tuple[str, str], list[str]] = {}
    for event in events:
        operation = str(event.params.get("side")), str(event.params.get("space"))
        if event.kind == "operation_created":
            held[operation] = []
        if event.kind in {"operation_created", "operation_reinforced"}:
            held.setdefault(operation, []).extend(_cards(event))
        if event.kind in {"launched", "operation_dismantled"}:
            cards = held.pop(operation, [])
            if cards and set(cards) == {DECOY}:
                yield operation[0]


def _cards(event: Event) -> list[str]:
    """What its owner saw."""
    return [str(card) for seen in event.private.values() for card in seen.get("cards", ())]
