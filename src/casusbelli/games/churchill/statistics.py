"""What the powers did in a match that is over, counted for its analysis."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.game import Count, Figure, counted
from casusbelli.kernel import Event

from .content import POWERS

COUNTS = (
    Count("issues_won", "conference_won", "power", of="issues"),
    Count("conferences_won", "conference_won", "power"),
    Count("debates", "debated", "power"),
    Count("cards_lost", "card_removed", "power"),
    Count("offensive_support", "offensive_placed", "power", of="count"),
    Count("naval_support", "naval_placed", "power", of="count"),
    Count("networks_placed", "network_placed", "power"),
    Count("alignments_placed", "alignment_placed", "power"),
)


def statistics(events: Iterable[Event]) -> list[Figure]:
    return counted(COUNTS, events, POWERS, str)
