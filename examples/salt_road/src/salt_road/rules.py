"""The rules, by their numbers. A rule is a story that pauses for a choice."""

from __future__ import annotations

from collections.abc import Mapping

from casusbelli.kernel import OVER, Ask, Choice, OptionValue, Refusal, Seat, ask, together

from .content import CARDS, DECK, HAND, HOUSEHOLD, NEAR, SCENARIOS, SEATS, STRONG, TOWNS, WALLS
from .state import Road, Town

ROUNDS, LONG_ROUNDS = 5, 7


def setup(scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Road:
    """1: townsmen guard every town but the homes, where the houses' men stand."""
    seats = SCENARIOS[scenario].seats
    towns = {town.id: Town(town.townsmen) for town in TOWNS.values()}
    towns |= {SEATS[seat].home: Town(HOUSEHOLD, seat) for seat in seats}
    return Road(
        phase="council",
        seed=seed,
        seats=seats,
        rounds=LONG_ROUNDS if options["long_road"] else ROUNDS,
        towns=towns,
        deck=list(DECK),
        hands={seat: [] for seat in seats},
        points=dict.fromkeys(seats, 0),
    )


# -- the council -------------------------------------------------------------------------------------------------------


async def council(g: Road) -> None:
    """2: hands are dealt; everybody bids a card in secret, and the higher plays first."""
    g.round += 1
    g.order = []
    deal(g)
    bids = await together({seat: bid_of(g, seat) for seat in g.seats})
    g.reveal()
    cards = {seat: str(choice[1]) for seat, choice in bids.items()}
    for seat, card in cards.items():
        spend(g, seat, card)
    g.order = sorted(g.seats, key=lambda seat: -CARDS[cards[seat]].value)
    g.report("bids_shown", "2.2", bids=[{"seat": seat, "card": cards[seat]} for seat in g.order], first=g.order[0])
    g.phase = "roads"


def bid_of(g: Road, seat: Seat) -> Ask:
    return Ask(seat, "bid", lambda: [("bid", card) for card in dict.fromkeys(g.hands[seat])], "2.2")


def deal(g: Road) -> None:
    """2.1: hands are filled up; when the deck is too small, what was played is shuffled into it."""
    wanted = sum(HAND - len(hand) for hand in g.hands.values())
    if g.round == 1 or len(g.deck) < wanted:
        g.deck, g.spent = sorted(g.deck + g.spent), []
        g.shuffle(g.deck)
    for seat in g.seats:
        drawn = [g.deck.pop() for _ in range(HAND - len(g.hands[seat]))]
        g.hands[seat] = sorted(g.hands[seat] + drawn)
        g.reveal()
        g.report("dealt", "2.1", seat=seat, count=len(drawn), round=g.round, private={seat: {"cards": sorted(drawn)}})


def spend(g: Road, seat: Seat, card: str) -> None:
    g.hands[seat].remove(card)
    g.spent.append(card)


# -- the roads ---------------------------------------------------------------------------------------------------------


async def roads(g: Road) -> None:
    """3: in the council's order each house plays its cards, one at a time; then tolls are taken."""
    while any(g.hands.values()):
        for seat in g.order:
            await play(g, seat)
    take_tolls(g)
    g.phase = "council" if g.round < g.rounds else OVER


async def play(g: Road, seat: Seat) -> None:
    match await ask(seat, "play", lambda: plays(g, seat), "3", why_not=lambda choice: why_not(g, seat, choice)):
        case ("muster", str(card), str(town)):
            muster(g, seat, card, town)
        case ("march", str(card), str(start), str(goal)):
            march(g, seat, card, start, goal)
        case ("rest", str(card)):
            spend(g, seat, card)
            g.report("rested", "3.3", seat=seat, card=card)


def plays(g: Road, seat: Seat) -> list[Choice]:
    own = [name for name, town in g.towns.items() if town.owner == seat]
    cards = list(dict.fromkeys(g.hands[seat]))
    musters: list[Choice] = [("muster", card, town) for card in cards for town in own]
    marches: list[Choice] = [
        ("march", card, start, goal) for card in cards for start in own if g.towns[start].men > 1 for goal in NEAR[start]
    ]
    return [*musters, *marches, *(("rest", card) for card in cards)]


def why_not(g: Road, seat: Seat, choice: Choice) -> Refusal | None:
    match choice:
        case (_, str(card), *_) if card in CARDS and card not in g.hands[seat]:
            return Refusal("not_in_hand", "3", {"card": card})
        case ("muster" | "march" as verb, _, str(town), *_) if town in g.towns and g.towns[town].owner != seat:
            return Refusal("not_own", "3.1" if verb == "muster" else "3.2", {"town": town})
        case ("march", _, str(start), str(goal)) if start in NEAR and goal in g.towns and goal not in NEAR[start]:
            return Refusal("no_road", "3.2", {"start": start, "goal": goal})
        case ("march", _, str(start), str(_)) if start in g.towns and g.towns[start].men < 2:
            return Refusal("last_man", "3.2", {"town": start})
    return None


def muster(g: Road, seat: Seat, card: str, town: str) -> None:
    """3.1: one new man in a town of one's own, two by a strong card."""
    men = 2 if CARDS[card].value >= STRONG else 1
    spend(g, seat, card)
    g.towns[town].men += men
    g.report("mustered", "3.1", seat=seat, card=card, town=town, men=men)


def march(g: Road, seat: Seat, card: str, start: str, goal: str) -> None:
    """3.2: as many men as the card's value take a road; one stays behind. A foreign town is fought for."""
    men = marching(g.towns[start].men, CARDS[card].value)
    spend(g, seat, card)
    g.towns[start].men -= men
    if g.towns[goal].owner == seat:
        g.towns[goal].men += men
        g.report("marched", "3.2", seat=seat, card=card, start=start, goal=goal, men=men)
    else:
        fight(g, seat, card, start, goal, men)


def marching(men: int, value: int) -> int:
    return min(value, men - 1)


def fight(g: Road, seat: Seat, card: str, start: str, goal: str, men: int) -> None:
    """3.4: men and a die on each side, walls for the defender. Who has more keeps the town; a conquest costs half the men."""
    defender = g.towns[goal]
    die, against = 1 + g.random(6), 1 + g.random(6)
    total, guard = men + die, defender.men + against + WALLS
    won = total > guard
    if won:
        g.towns[goal] = Town(max(1, men // 2), seat)
    else:
        defender.men = max(1, defender.men - men // 2)
    g.report(
        "fought",
        "3.4",
        seat=seat,
        card=card,
        start=start,
        goal=goal,
        men=men,
        dice=[die, against],
        total=total,
        guard=guard,
        won=won,
        left=g.towns[goal].men,
    )


def take_tolls(g: Road) -> None:
    """4: each house adds the tolls of its towns to its points."""
    for seat in g.seats:
        tolls = income(g, seat)
        g.points[seat] += tolls
        g.report("tolls_taken", "4", seat=seat, tolls=tolls, points=g.points[seat], round=g.round)


def income(g: Road, seat: Seat) -> int:
    return sum(TOWNS[name].toll for name, town in g.towns.items() if town.owner == seat)
