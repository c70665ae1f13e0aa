"""Everything printed on the components, as typed tables."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casusbelli.game import Content

FOLDER = Path(__file__).parent
CONTENT = Content("the_game", FOLDER / "content")


class TownRow(msgspec.Struct, frozen=True):
    id: str
    worth: int
    guard: int
    x: float
    y: float


class LinkRow(msgspec.Struct, frozen=True):
    id: str
    ends: tuple[str, str]


class CardRow(msgspec.Struct, frozen=True):
    id: str
    strength: int
    copies: int


class SeatRow(msgspec.Struct, frozen=True):
    id: str


TOWNS = CONTENT.table("town", TownRow)
LINKS = CONTENT.table("link", LinkRow)
CARDS = CONTENT.table("card", CardRow)
SEATS = tuple(CONTENT.table("seat", SeatRow))
DECK = [card.id for card in CARDS.values() for _ in range(card.copies)]
HAND = 4
"""So many cards are dealt to each."""
GARRISON = 3
"""What walls and people add to the strength of those who took a town."""
