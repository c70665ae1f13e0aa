"""Everything a seat cannot know, dealt anew: the others' hands and the deck."""

from __future__ import annotations

from casusbelli.kernel import Dice, Seat

from .state import Land


def imagine(g: Land, seat: Seat, dice: Dice) -> None:
    others = [other for other in g.hands if other != seat]
    unknown = sorted(g.deck + [card for other in others for card in g.hands[other]])
    dice.shuffle(unknown)
    for other in others:
        count = len(g.hands[other])
        g.hands[other] = sorted(unknown[:count])
        del unknown[:count]
    g.deck = unknown
