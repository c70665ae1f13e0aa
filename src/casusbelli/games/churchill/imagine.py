"""What a seat cannot know, dealt anew."""

from __future__ import annotations

from casusbelli.kernel import Dice, Seat

from .content import POWERS, STAFF, VERSIONS
from .state import Churchill


def imagine(g: Churchill, seat: Seat, dice: Dice) -> None:
    """Re-deal rival hands, the order of every deck, the conference cards to come and rival secret agendas."""
    for power in POWERS:
        if power == seat or power in g.options.open_hands:
            g.decks[power].sort()
            dice.shuffle(g.decks[power])
        else:
            deal_anew(g, power, dice)
    first = g.last_conference - len(g.conference_deck) + 1
    g.conference_deck = [dice.pick(VERSIONS[n]) for n in range(first, g.last_conference + 1)]
    if g.options.secret_agenda:
        tokens_anew(g, seat, dice)


def deal_anew(g: Churchill, power: Seat, dice: Dice) -> None:
    """A rival's hand is any part of the cards he has not shown since his deck was shuffled."""
    cards = sorted(g.hands[power] + g.decks[power])
    dice.shuffle(cards)
    held = len(g.hands[power])
    g.hands[power] = sorted(cards[:held], key=lambda card: STAFF[card].number)
    g.decks[power] = cards[held:]


def tokens_anew(g: Churchill, seat: Seat, dice: Dice) -> None:
    rivals = [p for p in POWERS if p != seat]
    tokens = g.unseen_tokens + [t for p in rivals for t in g.agenda_tokens[p]]
    tokens.sort()
    dice.shuffle(tokens)
    for power in rivals:
        held = len(g.agenda_tokens[power])
        g.agenda_tokens[power] = sorted(tokens[:held])
        tokens = tokens[held:]
    g.unseen_tokens = tokens
