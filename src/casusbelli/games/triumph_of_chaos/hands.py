"""Action cards in hands, decks and piles [4, 10.1, 17.6]."""

from __future__ import annotations

from .cards import BLUFF, CARDS, INFLUENCE, INITIATIVE, card_id, deck_of
from .state import Chaos, side_id
from .tables import TURNS


def discard(g: Chaos, side: int, number: int) -> None:
    """A card leaves the hand for the discard pile."""
    _leave_hand(g, side, number)
    g.discards[side].append(number)


def _leave_hand(g: Chaos, side: int, number: int) -> None:
    g.hands[side].remove(number)
    forget(g, side, number)


def forget(g: Chaos, side: int, number: int) -> None:
    """A card that has come to light is no longer something the enemy remembers of the hand."""
    seen = g.seen[3 - side]
    if number in seen:
        seen.remove(number)


def play_as_event(g: Chaos, side: int, number: int, use: str = "") -> None:
    """Event play: the asterisk takes the card out of the game [10.1]."""
    _leave_hand(g, side, number)
    card = CARDS[side][number]
    if card.id not in g.played:
        g.played.append(card.id)
    (g.removed if card.remove_after_event else g.discards)[side].append(number)
    g.reveal()
    g.report("event_played", rule="10.6", side=side_id(side), card=card.id, use=use, removed=card.remove_after_event)


def draw(g: Chaos, side: int, count: int) -> None:
    """Draw cards; an empty deck is made of the discards [A2]."""
    g.reveal()
    drawn = []
    for _ in range(count):
        deck = g.decks[side]
        if not deck:
            if not g.discards[side]:
                break
            deck.extend(sorted(g.discards[side]))
            g.discards[side].clear()
            g.shuffle(deck)
            g.report("reshuffled", rule="A2", side=side_id(side))
        card = deck.pop()
        g.hands[side].append(card)
        drawn.append(card)
    g.hands[side].sort()
    g.report(
        "drawn",
        rule="A2",
        side=side_id(side),
        count=len(drawn),
        private={g.seat(side): {"cards": [card_id(side, n) for n in sorted(drawn)]}},
    )


def hand_size(g: Chaos, side: int) -> int:
    """Cards in hand without Bluff and Influence."""
    return sum(n < BLUFF for n in g.hands[side])


def could_hold_initiative(g: Chaos, side: int) -> bool:
    """Whether, for all the table knows, the side may hold an initiative card: only then is it asked for one.

    The question is put whether or not the card is there, so that being asked tells nothing.
    """
    if not g.hands[side]:
        return False
    gone = g.discards[side] + g.removed[side]
    years = TURNS[g.turn].year
    return any(n not in gone and CARDS[side][n].year <= years and CARDS[side][n].year in g.rules.decks for n in INITIATIVE[side])


def starting_years(g: Chaos) -> tuple[int, ...]:
    """Years of the deck built at set-up [3]."""
    first = TURNS[g.rules.first_turn].year
    return tuple(y for y in g.rules.decks if y <= first)


def add_year(g: Chaos, year: int) -> None:
    """A1: shuffle a new year's cards together with deck and discards."""
    for side in (2, 1):
        deck = g.decks[side]
        deck.extend(g.discards[side])
        deck.extend(deck_of(side, (year,)))
        deck.sort()
        g.discards[side].clear()
        g.shuffle(deck)
    g.report("year_added", rule="A1", year=year)


def take_political_cards(g: Chaos) -> None:
    """A6: Bluff and Influence join the hand."""
    for side in (2, 1):
        g.hands[side].extend((BLUFF, INFLUENCE))
        g.aside[side].clear()
