"""Phrase cards: something said by its id, with typed gaps, told to every reader in the reader's own language.

A card can name what is printed in the game and who sits at the table, nothing else: what is hidden has no place in it. Promises
are cards like the others; the page pins them under the seat that made them, and they bind nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from casusbelli.game import Game, Phrase
from casusbelli.kernel import Seat

from .records import Card, ChatLine

HOUSE = {
    "hello": Phrase("greet"),
    "thanks": Phrase("greet"),
    "sorry": Phrase("greet"),
    "thinking": Phrase("greet"),
    "back_in": Phrase("greet", {"minutes": "minutes"}),
    "good_game": Phrase("greet"),
    "kept": Phrase("answer", {"promise": "promise"}),
    "broken": Phrase("answer", {"promise": "promise"}),
}
"""What can be said in every game."""

MINUTES = (5, 10, 15, 30, 60)
VERDICTS = frozenset({"kept", "broken"})
"""What others say of a promise; its maker does not."""
NUMBERS = tuple(range(1, 10))
PROMISE = "promise"
"""The kind of a card that promises; and the kind of a gap in which one's promise stands, by the number of its line."""


def phrases(game: Game[Any]) -> dict[str, Phrase]:
    return {**game.phrases, **HOUSE}


def values(game: Game[Any], seats: Iterable[Seat], kind: str) -> Sequence[str | int]:
    """All that may stand in a gap of this kind, promises apart."""
    match kind:
        case "seat":
            return tuple(seats)
        case "minutes":
            return MINUTES
        case "number":
            return NUMBERS
    return game.phrase_values(kind)


def checked(game: Game[Any], seats: Iterable[Seat], said: Sequence[ChatLine], by: Seat, card: Card) -> bool:
    """Whether this can be said: the card is one of the game's or the house's, and every gap is filled with what fits it."""
    phrase = phrases(game).get(card.id)
    if phrase is None or set(card.slots) != set(phrase.slots):
        return False
    for name, kind in phrase.slots.items():
        value = card.slots[name]
        if kind == PROMISE:
            made = next((line for line in said if line.n == value and line.card is not None), None)
            if made is None or made.card is None or phrases(game)[made.card.id].kind != PROMISE:
                return False
            if (card.id == "withdraw" and made.seat != by) or (card.id in VERDICTS and made.seat == by):
                return False
        elif value not in values(game, seats, kind) or isinstance(value, bool):
            return False
    return True


def offered(game: Game[Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """The cards as the page needs them: kind, and for every gap its kind and what may stand in it."""
    return {
        name: {
            "kind": phrase.kind,
            "slots": {gap: {"kind": kind, "values": list(values(game, seats, kind))} for gap, kind in phrase.slots.items()},
        }
        for name, phrase in phrases(game).items()
    }
