"""What is probably there: from a deal that is merely possible to one that is likely.

A uniform deal flatters attacks and hides threats, for nobody lays his cards at random. Here cards of which nothing is known
change places, two at a time, and plans change their targets, until all lie as players lay them. How readily a card lies in a
place is the product of a few habits, each a small table learnt from wars between marshals (``beliefs.json``; ``casus beliefs
fog_of_war`` makes it anew). Only what the side may know enters: numbers, places, years, ages, and what its dossier makes certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import exp
from random import Random

from casusbelli.bots.beliefs import Habits, beliefs_file, read_beliefs
from casusbelli.kernel import Dice, Seat

from . import dossier
from .content import (
    ATTACK,
    AXIS,
    DEFENCE,
    FOLDER,
    OPPONENT,
    PROVINCE,
    PROVINCES,
    SIDE_CARDS,
    VICTORY_CARDS,
    Card,
    Side,
)
from .imagine import Pile, deal_anew, enemy_piles, plan_targets, seen_targets
from .state import War
from .supply import launch_mask
from .wheel import age

_ROUNDS = 14
"""How often each card may change its place."""
_KEPT = "kept"


@cache
def learnt() -> Habits:
    path = beliefs_file(FOLDER)
    return read_beliefs(path).habits if path.is_file() else {}


def suppose(g: War, seat: Seat, dice: Dice, habits: Habits | None = None) -> None:
    """Re-deal in place, as it probably is."""
    side = g.side_of(seat)
    if side is not None:
        known = learnt() if habits is None else habits
        deal_anew(g, side, dice, lambda g, side, piles, dice: _arrange(g, side, piles, dice, known))


def pile_habits(g: War, owner: Side, name: str, size: int, target: str = "") -> list[str]:
    """The habits that speak about the cards of a pile; an operation's by the target it is supposed to have."""
    kind, *rest = name.split(":")
    many = min(size, 5)
    match kind:
        case "def":
            where = PROVINCE[rest[0]].kind
            return [f"def {owner} {rest[0]}", f"def {owner} {where} {g.year}", f"def {owner} {where} {many} cards"]
        case "op":
            where = PROVINCE[target].kind
            turns = age(g.forces[owner].dial, rest[1])
            return [f"op {owner} {where} {many} cards", f"op {owner} {where} age {turns}", f"op {owner} {g.year}"]
        case "quag":
            return [f"quag {owner} {PROVINCE[rest[0]].kind}"]
        case "attack":
            return [f"attack {owner} {PROVINCE[g.on_table.province].kind}"]
    return [f"{kind} {owner}", f"{kind} {owner} {g.year}"]


def readiness(g: War, owner: Side, pile: str) -> dict[Card, float]:
    """How much more readily than at random each card is laid into a garrison, as a logarithm."""
    return _taste(learnt(), pile_habits(g, owner, pile, len(dossier.pile_cards(g, pile))))


def target_habits(g: War, owner: Side, target: str) -> list[tuple[str, str]]:
    """The habits that speak about what a plan aims at, each with what it says it of."""
    way = "open" if launch_mask(g, owner, target) else "closed"
    cards = len(g.forces[OPPONENT[owner]].defence.get(target, ())) + len(g.neutral.get(target, ()))
    holder = g.control[target]
    return [
        (f"target {owner} {g.year}", target),
        (f"target {owner} {holder}", way),
        (f"target {owner} guarded by", f"{holder} {min(cards, 5)}"),
    ]


class _Place:
    """A pile with what speaks for each card in it."""

    __slots__ = ("bound", "cards", "pile", "taste")

    def __init__(self, pile: Pile, taste: dict[Card, float]) -> None:
        self.pile, self.cards, self.taste = pile, pile.cards, taste
        self.bound = bool(pile.must or pile.share or pile.real)
        """Whether something is known of its cards."""

    def allows(self, n: int, card: Card) -> bool:
        """Whether the n-th card may be another one."""
        return not self.bound or self.pile.may_hold([*self.cards[:n], card, *self.cards[n + 1 :]])


def _taste(habits: Habits, about: list[str]) -> dict[Card, float]:
    total: dict[Card, float] = {}
    for habit in about:
        for card, weight in habits.get(habit, {}).items():
            total[card] = total.get(card, 0.0) + weight
    return total


def _arrange(g: War, side: Side, piles: list[Pile], dice: Dice, habits: Habits) -> None:
    """Let cards change places and plans change targets: what is likelier stays, what is less likely seldom."""
    enemy = OPPONENT[side]
    rng = Random(dice.random(2**62))
    _keep_objectives(g, side, habits, rng)
    spaces = {dossier.operation_pile(enemy, space): space for space in g.forces[enemy].operations}
    places: list[_Place] = []
    plans: dict[int, str] = {}
    fixed = seen_targets(g, side)
    for pile in piles:
        space = spaces.get(pile.name)
        target = g.forces[enemy].operations[space].target if space else ""
        if space and space not in fixed:
            plans[len(places)] = pile.name
        places.append(_Place(pile, _taste(habits, pile_habits(g, enemy, pile.name, pile.size, target))))
    slots = [(place, n) for place in places for n in range(len(place.cards))]
    if len(slots) < 2:
        return
    free = plan_targets(g, side)
    for _ in range(_ROUNDS):
        for number, name in plans.items():
            _retarget(g, enemy, places[number], name, free, habits, rng)
        for _ in slots:
            _swap(slots[int(rng.random() * len(slots))], slots[int(rng.random() * len(slots))], rng)


def _swap(one: tuple[_Place, int], other: tuple[_Place, int], rng: Random) -> None:
    (here, n), (there, m) = one, other
    a, b = here.cards[n], there.cards[m]
    if a == b or here is there:
        return
    gain = here.taste.get(b, 0.0) - here.taste.get(a, 0.0) + there.taste.get(a, 0.0) - there.taste.get(b, 0.0)
    if (gain >= 0 or rng.random() < exp(gain)) and here.allows(n, b) and there.allows(m, a):
        here.cards[n], there.cards[m] = b, a


def _retarget(g: War, enemy: Side, place: _Place, name: str, free: list[str], habits: Habits, rng: Random) -> None:
    """Let a plan aim elsewhere, or not: what its cards are good for counts as well."""
    operation = g.forces[enemy].operations[name.split(":")[2]]
    taken = {other.target for other in g.forces[enemy].operations.values()}
    target = free[int(rng.random() * len(free))]
    if target in taken:
        return
    taste = _taste(habits, pile_habits(g, enemy, name, len(place.cards), target))
    gain = _aim(g, enemy, target, habits) - _aim(g, enemy, operation.target, habits)
    gain += sum(taste.get(c, 0.0) - place.taste.get(c, 0.0) for c in place.cards)
    if gain >= 0 or rng.random() < exp(gain):
        operation.target, place.taste = target, taste


def _aim(g: War, enemy: Side, target: str, habits: Habits) -> float:
    return sum(habits.get(habit, {}).get(thing, 0.0) for habit, thing in target_habits(g, enemy, target))


def _keep_objectives(g: War, side: Side, habits: Habits, rng: Random) -> None:
    """The Allies suppose that the Axis kept what it readily keeps: cards it may have kept change places with others unseen."""
    if side == AXIS or not g.victory_kept:
        return
    taste = habits.get(_KEPT, {})
    seen = {card for sighting in g.forces[side].dossier.get(dossier.BOARD, ()) for card in sighting.seen}
    for _ in range(_ROUNDS):
        n = int(rng.random() * len(g.victory_kept))
        others = [pile for pile in (g.victory_boxed, g.victory_board) if pile]
        pile = others[int(rng.random() * len(others))]
        m = int(rng.random() * len(pile))
        one, other = g.victory_kept[n], pile[m]
        if other not in seen and rng.random() < exp(min(0.0, taste.get(other, 0.0) - taste.get(one, 0.0))):
            g.victory_kept[n], pile[m] = other, one
    g.victory_kept.sort()


# -- learning ----------------------------------------------------------------------------------------------------------


def lie(g: War, seat: Seat) -> Iterator[tuple[str, str]]:
    """What lies where that a seat cannot know, habit by habit: of a true world or of a supposed one."""
    side = g.side_of(seat)
    if side is None:
        return
    enemy, fixed = OPPONENT[side], seen_targets(g, side)
    for pile in enemy_piles(g, side)[0]:
        kind, *rest = pile.name.split(":")
        target = g.forces[enemy].operations[rest[1]].target if kind == "op" else ""
        for habit in pile_habits(g, enemy, pile.name, pile.size, target):
            yield from ((habit, card) for card in (Counter(pile.cards) - Counter(pile.must)).elements())
        if kind == "op" and rest[1] not in fixed:
            yield from target_habits(g, enemy, target)
    if side != AXIS:
        yield from ((_KEPT, card) for card in g.victory_kept)


def traits(g: War, seat: Seat) -> dict[str, float]:
    """Strengths, Decoys and cards of every hidden pile, and what the plans are good for."""
    side = g.side_of(seat)
    assert side is not None
    enemy = OPPONENT[side]
    force = g.forces[enemy]
    found: dict[str, float] = {"year": g.year, "winter": g.winter, "plans": len(force.operations)}
    for province in PROVINCES:
        cards, table = force.defence.get(province, ()), DEFENCE[PROVINCE[province].kind]
        found[f"strength {province}"] = sum(table[c] for c in cards)
        found[f"decoys {province}"] = sum(c == "decoy" for c in cards)
        found[f"attack {province}"] = 0.0
    found |= dict.fromkeys(("attack", "strongest", "ready", "open", "gain", "empty"), 0.0)
    for operation in force.operations.values():
        target, kind = operation.target, PROVINCE[operation.target].kind
        strength = sum(ATTACK[kind][c] for c in operation.cards)
        defence = sum(DEFENCE[kind][c] for c in g.forces[side].defence.get(target, ()))
        found[f"attack {target}"] = 1.0 + strength
        found["attack"] += strength
        found["strongest"] = max(found["strongest"], strength)
        found["ready"] += strength >= 2 * defence
        found["open"] += bool(launch_mask(g, enemy, target))
        found["gain"] += PROVINCE[target].resources + PROVINCE[target].vp
        found["empty"] += not strength
    piles = {
        "hand": force.hand,
        "draw": force.draw,
        "discard": force.discard,
        "win": force.win,
        "loss": force.loss,
        "quagmires": [c for q in g.quagmires.values() if q.attacker == enemy for c in q.cards],
        "operations": [c for operation in force.operations.values() for c in operation.cards],
        "garrisons": [c for cards in force.defence.values() for c in cards],
    }
    for name, pile in piles.items():
        for card in SIDE_CARDS[enemy]:
            found[f"{name} {card}"] = pile.count(card)
    return found | {f"kept {card}": card in g.victory_kept for card in VICTORY_CARDS}
