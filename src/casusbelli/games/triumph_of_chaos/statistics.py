"""What the sides did in a match that is over, counted for its analysis."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.game import Count, Figure, counted
from casusbelli.kernel import Event, Seat

from .content import SIDE_IDS, SIDES
from .state import Chaos

COUNTS = (
    Count("attacks", "battle", "side"),
    Count("steps_lost", "step_lost", "side"),
    Count("spaces_taken", "taken", "side"),
    Count("factions_won", "control_gained", "side"),
    Count("events_played", "event_played", "side"),
    Count("steps_replaced", "replaced", "side"),
    Count("attrition_losses", "attrition", "side"),
)


def statistics(g: Chaos, events: Iterable[Event]) -> list[Figure]:
    holders: dict[str, Seat] = {SIDE_IDS[side]: g.seat(side) for side in SIDES}
    return counted(COUNTS, events, [g.seat(side) for side in SIDES], holders.get)
