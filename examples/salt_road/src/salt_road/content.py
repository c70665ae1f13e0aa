"""Everything printed on the components, as typed tables, and what follows from them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casusbelli.game import Content

FOLDER = Path(__file__).parent
CONTENT = Content("salt_road", FOLDER / "content")


class TownRow(msgspec.Struct, frozen=True):
    id: str
    toll: int
    townsmen: int
    x: float
    y: float


class LinkRow(msgspec.Struct, frozen=True):
    id: str
    ends: tuple[str, str]


class CardRow(msgspec.Struct, frozen=True):
    id: str
    value: int
    copies: int


class SeatRow(msgspec.Struct, frozen=True):
    id: str
    home: str


class ScenarioRow(msgspec.Struct, frozen=True):
    id: str
    seats: tuple[str, ...]


TOWNS = CONTENT.table("town", TownRow)
LINKS = CONTENT.table("link", LinkRow)
CARDS = CONTENT.table("card", CardRow)
SEATS = CONTENT.table("seat", SeatRow)
SCENARIOS = CONTENT.table("scenario", ScenarioRow)
DECK = sorted(card.id for card in CARDS.values() for _ in range(card.copies))
NEAR = {town: sorted({end for link in LINKS.values() if town in link.ends for end in link.ends if end != town}) for town in TOWNS}
"""The towns at the other end of a town's roads."""

HAND = 4
HOUSEHOLD = 4
"""The men a house begins with."""
WALLS = 1
"""What walls add to a defender."""
STRONG = 4
"""A card of this value or more musters two men."""
