"""Factions: what their markers are worth, which cards to bid, which political cards to choose [8, 18, 19]."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from math import exp
from random import Random

from casusbelli.kernel import Choice

from ..cards import BLUFF, BOXES, CARD_NUMBER, CARDS, PC_IP, PC_NUMBER, POLITICAL
from ..content import CP, FACTION, FACTIONS, FIRST_OWNER, RED, SIGN, WHITE
from ..factions import controller, in_play
from ..political import bonus_for, bonus_pool, net_influence, selection
from ..prospects import stake
from ..replacements import FACTION_POOL
from ..state import Chaos
from ..tables import TURNS
from .events import keep_value
from .markers import Outlook, box_value, influence_value, net_value
from .situation import Situation

_ENEMY_BID = {1: 0.36, 2: 0.3, 3: 0.12, 4: 0.1, 5: 0.12}
"""How often the enemy is expected to bid what, for one who does not think in his place."""
_BIDS = range(1, 6)
_PRICE_OF_BID = {1: 0.0, 2: 0.6, 3: 1.6, 4: 2.6, 5: 3.6}
"""What a bid costs on the average: Bluff and Influence are free, strong cards are missed in the rounds."""
_ROUNDS_OF_THOUGHT = 12
_COOLNESS = 1.5
"""Worth that makes a bid nearly three times as likely."""
_THEIR_STEP = 1.3
"""What a replacement step of the enemy costs us."""


def card_values(s: Situation, box: int, known: list[int]) -> dict[int, float]:
    """What each political card still available in a box would bring us beside those known to lie."""
    net = net_influence(s.g, known)
    base: dict[int, float] = {}
    values = {}
    worth: Callable[[int, int], float] = Outlook(s, _unknown(s, box)).value if s.weights.foresees else partial(net_value, s)
    for number in s.g.pc_deck[box]:
        if POLITICAL[number].special:
            continue
        value = 0.0
        for faction, points in PC_IP[number]:
            if not in_play(s.g, faction):
                continue
            if faction not in base:
                base[faction] = worth(faction, net[faction])
            value += worth(faction, net[faction] + points) - base[faction]
        values[number] = value
    return values


def _unknown(s: Situation, box: int) -> list[int]:
    """Boxes beside this one in which cards lie, or will lie, that we do not know."""
    cards = s.view["politics"]["boxes"]
    return [b for b, name in enumerate(BOXES) if b != box and (b >= s.g.opened or not all(cards[name]))]


def known_cards(g: Chaos) -> list[int]:
    return [n for cards in g.pc_box for n in cards]


def bonus_value(s: Situation, number: int) -> float:
    """Steps that a card of ours brings; those for factions are worth something where we have hurt ones to mend."""
    steps = bonus_for(s.me, number)
    if steps and bonus_pool(number) == FACTION_POOL:
        hurt = sum(
            p >= 0 and s.g.reduced[u] and s.g.side[u] == s.me and s.g.owner[u] >= FIRST_OWNER for u, p in enumerate(s.g.where)
        )
        return 1.3 * min(steps, hurt)
    return 1.3 * steps


def political_card(s: Situation, options: list[Choice], box: str) -> Choice:
    """pol_choose_pc: what moves the markers that matter, and steps for us."""
    values = card_values(s, BOXES.index(box), known_cards(s.g))

    def worth(choice: Choice) -> float:
        number = PC_NUMBER[str(choice[1])]
        return values.get(number, 0.0) + bonus_value(s, number)

    return max(options, key=worth)


# -- the bids [8.1, 8.2] -----------------------------------------------------------------------------------------------


def _bids(s: Situation, number: int) -> dict[int, float]:
    return {row["value"]: row["chance"] / 6 for row in stake(s.g, s.me, number)}


def _box_worth(s: Situation, box: int) -> dict[int, float]:
    """For every bid the expected gain in a box."""
    if s.weights.foresees:
        return box_gains(s, box)
    ranked = sorted(card_values(s, box, known_cards(s.g)).values(), reverse=True)
    if not ranked:
        return dict.fromkeys(range(6), 0.0)
    mean = sum(ranked) / len(ranked)
    worth = {}
    for bid in range(6):
        total = 0.0
        for other, chance in _ENEMY_BID.items():
            chosen, drawn = selection(bid + other, abs(bid - other))
            if bid > other:
                gain = sum(ranked[:chosen])
            elif bid < other and chosen:
                gain = sum(ranked[-chosen:])
            else:
                gain = 0.0
            total += chance * (gain + mean * drawn)
        worth[bid] = total
    return worth


def box_spread(s: Situation, box: int) -> float:
    """How much more a high bid brings in a box than a low one."""
    worth = _box_worth(s, box)
    return worth[5] - worth[1]


def box_gains(s: Situation, box: int) -> dict[int, float]:
    """For every bid the gain in a box against an enemy who knows as well as we do what the box is worth."""
    values = card_values(s, box, known_cards(s.g))
    if not values:
        return dict.fromkeys(range(6), 0.0)
    ours = sorted((value + bonus_value(s, n) for n, value in values.items()), reverse=True)
    theirs = sorted(values[n] - _THEIR_STEP * bonus_for(s.foe, n) for n in values)
    mean = sum(values.values()) / len(values)
    game = {(bid, other): _outcome(ours, theirs, mean, bid, other) for bid in range(6) for other in _BIDS}
    mine = dict.fromkeys(_BIDS, 1 / len(_BIDS))
    foe = dict.fromkeys(_BIDS, 1 / len(_BIDS))
    for turn in range(_ROUNDS_OF_THOUGHT):
        weight = 2.0 / (turn + 2)
        answer = _softly({b: -sum(mine[a] * game[a, b] for a in _BIDS) - _PRICE_OF_BID[b] for b in _BIDS})
        mine_now = _softly({a: sum(foe[b] * game[a, b] for b in _BIDS) - _PRICE_OF_BID[a] for a in _BIDS})
        foe = {b: foe[b] + weight * (answer[b] - foe[b]) for b in _BIDS}
        mine = {a: mine[a] + weight * (mine_now[a] - mine[a]) for a in _BIDS}
    return {bid: sum(foe[b] * game[bid, b] for b in _BIDS) for bid in range(6)}


def _outcome(ours: list[float], theirs: list[float], mean: float, bid: int, other: int) -> float:
    """What a box brings us when these bids meet: the higher takes the cards that he likes best, the rest is drawn."""
    chosen, drawn = selection(bid + other, abs(bid - other))
    picked = sum((ours if bid > other else theirs)[:chosen])
    return picked + mean * drawn


def _softly(worth: dict[int, float]) -> dict[int, float]:
    """Bids by their worth: the better the likelier."""
    best = max(worth.values())
    parts = {bid: exp((value - best) / _COOLNESS) for bid, value in worth.items()}
    total = sum(parts.values())
    return {bid: part / total for bid, part in parts.items()}


def allocation(s: Situation, options: list[Choice], box: str, rng: Random) -> Choice:
    """pol_allocate: the card for this box in the best distribution over the boxes still open; chance decides near ties."""
    first = BOXES.index(box)
    boxes = range(first, len(BOXES))
    tables = {b: _box_worth(s, b) for b in boxes}
    hand = s.g.hands[s.me]
    if len(hand) < len(boxes):
        return options[0]
    gains = {(b, n): sum(p * tables[b][bid] for bid, p in _bids(s, n).items()) for b in boxes for n in hand}
    prices = {n: _price(s, n) for n in hand}
    real = sum(n < BLUFF for n in hand)
    spare = real - TURNS[s.g.turn].rounds
    best: tuple[float, int] = (-1e9, hand[0])
    for cards in permutations(hand, len(boxes)):
        used = sum(n < BLUFF for n in cards)
        value = sum(gains[b, n] for b, n in zip(boxes, cards, strict=True)) - sum(prices[n] for n in cards)
        value -= s.weights.round * max(0, used - spare)
        if s.weights.mixed:
            value += rng.gauss(0.0, s.weights.mixed)
        if value > best[0]:
            best = (value, cards[0])
    return next((c for c in options if c[0] == "allocate" and CARD_NUMBER[str(c[1])] == best[1]), options[0])


def _price(s: Situation, number: int) -> float:
    """What is given up with a card."""
    if number >= BLUFF:
        return 0.0
    card = CARDS[s.me][number]
    price = s.weights.bid_price * card.ops + keep_value(s, card)
    if s.me == RED and card.value == 5 and (s.g.turn == 1 or s.view["vc"]["white"] >= s.view["vc"]["red"]):
        price += 2.5
    return price


# -- other choices -----------------------------------------------------------------------------------------------------


def spies(s: Situation, options: list[Choice]) -> Choice:
    """pol_spies_choice: replace a box that speaks against us."""

    def worth(choice: Choice) -> float:
        if choice[0] != "replace_box":
            return 0.0
        lying = s.g.pc_box[BOXES.index(str(choice[1]))]
        others = [n for n in known_cards(s.g) if n not in lying]
        with_them, without = net_influence(s.g, lying + others), net_influence(s.g, others)
        return -sum(net_value(s, f, with_them[f]) - net_value(s, f, without[f]) for f in range(len(FACTIONS)))

    return max(options, key=worth)


def influence_target(s: Situation, options: list[Choice], points: int = 1) -> Choice:
    """Where a point of influence does most."""
    named = [c for c in options if len(c) > 1 and c[1] in FACTION]
    return max(named, key=lambda c: influence_value(s, FACTION[str(c[1])], points))


def diplomacy_target(s: Situation, options: list[Choice]) -> Choice:
    """The marker that gains most by one box."""

    def worth(choice: Choice) -> float:
        faction = FACTION[str(choice[1])]
        here = s.g.fcm[faction]
        return box_value(s, faction, here + SIGN[s.me]) - box_value(s, faction, here)

    return max(options, key=worth)


def withdrawal(s: Situation, options: list[Choice], faction: str) -> Choice:
    """withdrawal_modifier: White keeps the powers that help him; the Central Powers go when that opens more to us."""
    power = FACTION[faction]
    stays = box_value(s, power, s.g.fcm[power]) > 0
    if power == CP:
        gain = sum(box_value(s, f, s.g.fcm[f]) for f, row in enumerate(FACTIONS) if row.cp_restricted and controller(s.g, f))
        stays = box_value(s, power, s.g.fcm[power]) > gain
    numbers = [int(c[1]) for c in options]
    return ("modifier", max(numbers) if stays or (s.me == WHITE and power != CP) else min(numbers))
