"""What is probably in the rivals' hands, and how worlds are told apart (``casus beliefs churchill``).

Hands are dealt from shuffled decks, and nobody chooses what he draws; but some cards are played early and others kept. How
readily each card is still held, by power and by how many are left, is a small table learnt from tournaments (``beliefs.json``).
Only what everybody sees enters: numbers of cards, and which have been played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from casusbelli.bots.beliefs import Habits, beliefs_file, few_or_many, read_beliefs, readily_first
from casusbelli.kernel import Dice, Seat

from .content import FOLDER, RIVALS, STAFF, Power
from .imagine import imagine
from .state import Churchill


@cache
def learnt() -> Habits:
    path = beliefs_file(FOLDER)
    return read_beliefs(path).habits if path.is_file() else {}


def suppose(g: Churchill, seat: Seat, dice: Dice, habits: Habits | None = None) -> None:
    """Re-deal in place, as it probably is: each card of a rival is held or not by how readily he holds it back."""
    known = learnt() if habits is None else habits
    imagine(g, seat, dice)
    for rival in hidden_hands(g, seat):
        cards = readily_first(g.hands[rival] + g.decks[rival], known.get(habit(g, rival), {}), dice)
        held = len(g.hands[rival])
        g.hands[rival] = sorted(cards[:held], key=lambda card: STAFF[card].number)
        g.decks[rival] = cards[held:]
        dice.shuffle(g.decks[rival])


def hidden_hands(g: Churchill, seat: Seat) -> list[Power]:
    return [rival for rival in RIVALS[seat] if rival not in g.options.open_hands]


def habit(g: Churchill, power: Power) -> str:
    """What the table is for: the power, and whether few, some or many of its cards are left."""
    return f"{power} {few_or_many(len(g.hands[power]))}"


def lie(g: Churchill, seat: Seat) -> Iterator[tuple[str, str]]:
    """Which cards are held, habit by habit."""
    for rival in hidden_hands(g, seat):
        yield from ((habit(g, rival), card) for card in g.hands[rival])


def traits(g: Churchill, seat: Seat) -> dict[str, float]:
    """Every card of the rivals' hands, and what they are worth."""
    found: dict[str, float] = {"conference": g.conference}
    for rival in RIVALS[seat]:
        hand = g.hands[rival]
        values = [STAFF[card].value for card in hand]
        found |= {f"{rival} cards": len(hand), f"{rival} values": sum(values), f"{rival} best": max(values, default=0)}
        found |= {f"{rival} {card}": float(card in hand) for card in STAFF}
    return found
