"""What is probably there: from a deal that is merely possible to one that is likely.

A uniform deal flatters attacks and hides threats, for nobody lays his cards at random. Here cards of which nothing is known
change places and plans change their targets (``exchange``), until all lie as players lay them, card by card and together. How
readily is a sum of habits (``habits``), each a small table learnt from wars between marshals (``beliefs.json``; ``casus beliefs
fog_of_war`` makes it anew). Only what the side may know enters: numbers, places, years, ages, and what its dossier makes certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import exp, prod
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
from .exchange import ROUNDS, Exchange, taste, weight
from .habits import count_habits, kept_habits, objective_habits, plans_habits, single_habits, target_habits, whole_habits
from .imagine import Pile, deal_anew, enemy_piles, plan_targets, seen_targets
from .state import War
from .supply import launch_mask

STEPS = (0.5, 0.5, 0.4, 0.4, 0.4, 0.4, 0.3, 0.3, 0.3, 0.3, 0.2, 0.2, 0.1, 0.1)
"""How much of what is off each round of the teaching puts right: several habits speak about the same card, so not all at once."""
SHARE = 10


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


def readiness(g: War, owner: Side, pile: str) -> dict[Card, float]:
    """How much more readily than at random each card is laid into a garrison, as a logarithm."""
    return taste(learnt(), single_habits(g, owner, pile, len(dossier.pile_cards(g, pile))))


def likely_rest(
    g: War, owner: Side, pile: str, sure: Sequence[Card], loose: Mapping[Card, float], many: int
) -> Iterator[tuple[tuple[Card, ...], float]]:
    """What else may lie in a garrison beside the cards that surely do, with weights: what is readily laid there weighs more."""
    habits, readily = learnt(), readiness(g, owner, pile)
    for rest in combinations_with_replacement(sorted(card for card in loose if loose[card] > 0), many):
        said = sum([readily.get(card, 0.0) for card in rest]) + weight(habits, whole_habits(g, owner, pile, [*sure, *rest]))
        yield rest, exp(said) * prod([_ways(loose[card], count) for card, count in Counter(rest).items()])


def _ways(of: float, many: int) -> float:
    """In how many ways so many cards are drawn of these; there may be parts of a card, where it is not sure to be there."""
    return prod([max(0.0, of - n) / (n + 1) for n in range(many)])


def _arrange(g: War, side: Side, piles: list[Pile], dice: Dice, habits: Habits) -> None:
    """Let what is likelier take the place of what is less likely."""
    enemy = OPPONENT[side]
    rng = Random(dice.random(2**62))
    _keep_objectives(g, side, habits, rng)
    fixed = seen_targets(g, side)
    plans = [dossier.operation_pile(enemy, space) for space in g.forces[enemy].operations if space not in fixed]
    Exchange(g, enemy, piles, habits, rng).run(plans, plan_targets(g, side))


def _keep_objectives(g: War, side: Side, habits: Habits, rng: Random) -> None:
    """The Allies suppose that the Axis kept what it readily keeps: cards it may have kept change places with others unseen."""
    if side == AXIS or not g.victory_kept:
        return
    seen = {card for sighting in g.forces[side].dossier.get(dossier.BOARD, ()) for card in sighting.seen}
    now = weight(habits, kept_habits(g, g.victory_kept))
    for _ in range(2 * ROUNDS):
        n = int(rng.random() * len(g.victory_kept))
        others = [pile for pile in (g.victory_boxed, g.victory_board) if pile]
        pile = others[int(rng.random() * len(others))]
        m = int(rng.random() * len(pile))
        if pile[m] in seen:
            continue
        kept = [*g.victory_kept[:n], pile[m], *g.victory_kept[n + 1 :]]
        then = weight(habits, kept_habits(g, kept))
        if then >= now or rng.random() < exp(then - now):
            g.victory_kept[n], pile[m], now = pile[m], g.victory_kept[n], then
    g.victory_kept.sort()


# -- learning ----------------------------------------------------------------------------------------------------------


def lie(g: War, seat: Seat) -> Iterator[tuple[str, str]]:
    """What lies where that a seat cannot know, habit by habit: of a true world or of a supposed one."""
    side = g.side_of(seat)
    if side is None:
        return
    enemy, fixed = OPPONENT[side], seen_targets(g, side)
    piles = enemy_piles(g, side)[0]
    for pile in piles:
        kind, *rest = pile.name.split(":")
        target = g.forces[enemy].operations[rest[1]].target if kind == "op" else ""
        for habit in single_habits(g, enemy, pile.name, pile.size, target):
            yield from ((habit, card) for card in (Counter(pile.cards) - Counter(pile.must)).elements())
        yield from whole_habits(g, enemy, pile.name, pile.cards, target)
        yield from objective_habits(g, enemy, pile.name, pile.cards)
        if kind == "op" and rest[1] not in fixed:
            yield from target_habits(g, enemy, target)
    yield from plans_habits(g, enemy, [(plan.target, tuple(plan.cards)) for plan in g.forces[enemy].operations.values()])
    yield from count_habits(g, enemy, [(pile.name, pile.cards) for pile in piles], list(SIDE_CARDS[enemy]))
    if side != AXIS:
        yield from kept_habits(g, g.victory_kept)


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
