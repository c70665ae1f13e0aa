"""The rules, by their numbers. A rule is a story that pauses for a choice."""

from __future__ import annotations

from collections.abc import Mapping

from casusbelli.kernel import Choice, OVER, OptionValue, Refusal, Seat, ask

from .content import CARDS, DECK, GARRISON, HAND, SEATS, TOWNS
from .state import Land, Town


def setup(scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Land:
    """1: the towns belong to nobody, all cards are in the deck."""
    towns = {town.id: Town(town.guard) for town in TOWNS.values()}
    return Land(phase="muster", seed=seed, towns=towns, deck=sorted(DECK), hands={seat: [] for seat in SEATS})


async def muster(g: Land) -> None:
    """1.1: the deck is shuffled and each seat is dealt its hand."""
    g.shuffle(g.deck)
    for seat in SEATS:
        g.hands[seat] = sorted(g.deck[:HAND])
        del g.deck[:HAND]
        g.reveal()
        g.report("dealt", "1.1", seat=seat, count=HAND, private={seat: {"cards": list(g.hands[seat])}})
    g.phase = "campaign"


async def campaign(g: Land) -> None:
    """2: in turn, until all hands are played, each seat plays a card on a town."""
    while any(g.hands.values()):
        for seat in SEATS:
            await march(g, seat)
    g.phase = OVER


async def march(g: Land, seat: Seat) -> None:
    match await ask(seat, "march", lambda: marches(g, seat), "2", why_not=lambda choice: why_not(g, seat, choice)):
        case ("attack", str(card), str(town)):
            attack(g, seat, card, town)
        case ("reinforce", str(card), str(town)):
            reinforce(g, seat, card, town)


def marches(g: Land, seat: Seat) -> list[Choice]:
    """2: each card on each town: an attack on it (2.1), or a reinforcement of one's own (2.2)."""
    return [
        ("reinforce" if town.owner == seat else "attack", card, name)
        for card in dict.fromkeys(g.hands[seat])
        for name, town in g.towns.items()
    ]


def why_not(g: Land, seat: Seat, choice: Choice) -> Refusal | None:
    match choice:
        case (_, str(card), str(town)) if card in CARDS and town in g.towns:
            if card not in g.hands[seat]:
                return Refusal("not_in_hand", "2", {"card": card})
            return Refusal("own_town" if g.towns[town].owner == seat else "not_own_town", "2", {"town": town})
    return None


def attack(g: Land, seat: Seat, card: str, town: str) -> None:
    """2.1: a die and the card's strength together take a town whose guard they reach."""
    die = 1 + g.random(6)
    strength, guard = CARDS[card].strength, g.towns[town].guard
    won = die + strength >= guard
    spend(g, seat, card)
    if won:
        g.towns[town] = Town(strength + GARRISON, seat)
    g.report("attacked", "2.1", seat=seat, card=card, town=town, die=die, strength=strength, guard=guard, won=won)


def reinforce(g: Land, seat: Seat, card: str, town: str) -> None:
    """2.2: the card's strength is added to the guard of one's own town."""
    spend(g, seat, card)
    g.towns[town].guard += CARDS[card].strength
    g.report("reinforced", "2.2", seat=seat, card=card, town=town, guard=g.towns[town].guard)


def spend(g: Land, seat: Seat, card: str) -> None:
    g.hands[seat].remove(card)
    g.spent.append(card)


def points(g: Land) -> dict[str, float]:
    """3: a seat has the worth of its towns."""
    return {seat: float(sum(TOWNS[name].worth for name, town in g.towns.items() if town.owner == seat)) for seat in SEATS}
