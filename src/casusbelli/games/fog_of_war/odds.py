"""What a side can foresee of a battle from what it knows: bounds and odds. Nothing hidden enters here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp

from . import beliefs, dossier
from .content import ATTACK, DEFENCE, NEUTRAL, NEUTRAL_CARDS, OPPONENT, PROVINCE, SET_CARDS, SIDE_CARDS, Card, Side
from .state import Sighting, War

_VALUES = {**{side: list(cards) for side, cards in SIDE_CARDS.items()}, NEUTRAL: sorted(set(NEUTRAL_CARDS))}
_EXTREMES: dict[tuple[str, str, str], tuple[int, int]] = {
    (owner, role, kind): (min(table[kind][c] for c in cards), max(table[kind][c] for c in cards))
    for owner, cards in _VALUES.items()
    for role, table in (("attack", ATTACK), ("defence", DEFENCE))
    for kind in ("land", "sea")
}
"""The weakest and the strongest card of an owner by role and kind of battle."""


def bounds(g: War, side: Side, pile: str) -> tuple[int | None, int | None]:
    """The least and the greatest strength a pile can have, from this side's sightings of it."""
    kind, first, *_ = pile.split(":")
    if kind == "vic":
        return None, None
    sightings = g.forces[side].dossier.get(pile, ())
    sure = dossier.certain(sightings)
    count = len(dossier.pile_cards(g, pile))
    shown = shown_now(g, pile)
    if shown is not None:
        return extremes(shown, count)
    province = first
    if kind == "op":
        seen = [card for card in sure if card in PROVINCE]
        if not seen:
            return None, None
        province = seen[0]
        sure.remove(province)
        count -= 1
    role = "defence" if kind == "def" else "attack"
    where = PROVINCE[province].kind
    table = (DEFENCE if kind == "def" else ATTACK)[where]
    least, most = _EXTREMES[dossier.pile_owner(pile), role, where]
    base, rest = sum([table[card] for card in sure]), count - len(sure)
    others, more = also_from_shown(sightings, count, sure)
    if not others and not more:
        return base + rest * least, base + rest * most
    fewest, best = extremes(sorted([table[card] for card in others]), more)
    return base + fewest + (rest - more) * least, base + best + (rest - more) * most


def shown_now(g: War, pile: str) -> list[int] | None:
    """The strengths of the cards of a garrison that takes part in the battle on the table, once they lie open."""
    kind, province, *rest = pile.split(":")
    b = g.battle
    if b is None or not b.shown or kind != "def" or province != b.province or rest[0] not in (b.defender, NEUTRAL):
        return None
    role = NEUTRAL if rest[0] == NEUTRAL else "defence"
    fighting = Counter(b.shown[role]) - Counter(b.misfits.get(role, ()))
    table = DEFENCE[PROVINCE[province].kind]
    return sorted(table[card] for card in fighting.elements())


def extremes(values: list[int], count: int) -> tuple[int, int]:
    """The least and the greatest sum of so many of the values, which are in order."""
    return sum(values[:count]), sum(values[len(values) - count :])


def also_from_shown(sightings: Sequence[Sighting], count: int, sure: list[Card]) -> tuple[list[Card], int]:
    """Cards of a complete sighting beyond those surely there, and how many of them, at least, must still lie in the pile."""
    shown, share = dossier.drawn_from(sightings, count)
    if not shown:
        return [], min(0, count - len(sure))
    others = sorted([card for card in shown if card not in PROVINCE])
    cards = len(others)
    for card in sure:
        if card in others:
            others.remove(card)
    return others, min(max(0, share - (cards - len(others))), len(others), count - len(sure))


_TOGETHER = 4
"""Of so many unknown cards all ways are looked at."""

# -- what a garrison may be worth --------------------------------------------------------------------------------------

Spread = dict[int, float]
"""Strengths and their chances."""


def garrison(g: War, side: Side, province: str) -> Spread:
    """What would defend a province against this side: the enemy's cards and the Neutral ones, as far as it knows them."""
    own = unknown_garrison(g, side, province, OPPONENT[side])
    if dossier.may_see_neutral(g, side, province):
        table = DEFENCE[PROVINCE[province].kind]
        return add(own, {sum(table[c] for c in g.neutral.get(province, ())): 1.0})
    return add(own, unknown_garrison(g, side, province, NEUTRAL))


def unknown_garrison(g: War, side: Side, province: str, owner: str) -> Spread:
    """The strength of a face-down pile: cards surely there, a share of cards shown in battle, and unknown ones.

    What is unknown is likelier to be what is readily laid there than anything else that may lie there.
    """
    pile = dossier.defence_pile(province, owner)
    sightings = g.forces[side].dossier.get(pile, ())
    count = len(dossier.pile_cards(g, pile))
    table = DEFENCE[PROVINCE[province].kind]
    sure = dossier.certain(sightings)
    others, more = also_from_shown(sightings, count, sure)
    known = len(sure) + more
    base = sum(table[c] for c in sure)
    spread = {base + total: chance for total, chance in subset_sums([table[c] for c in others], more).items()}
    if count > known:
        spread = add(spread, _rest(g, side, owner, pile, [*sure, *others[:more]], count - known))
    return spread


def _rest(g: War, side: Side, owner: str, pile: str, sure: list[Card], many: int) -> Spread:
    """The strength of so many cards of which nothing is known; of few what is said of them together counts, too."""
    table = DEFENCE[PROVINCE[pile.split(":")[1]].kind]
    loose = loose_cards(g, side, owner, pile)
    if owner != NEUTRAL and many <= _TOGETHER:
        ways = beliefs.likely_rest(g, owner, pile, sure, loose, many)
        return _chances((sum([table[card] for card in cards]), weight) for cards, weight in ways)
    readily = {} if owner == NEUTRAL else beliefs.readiness(g, owner, pile)
    single = _chances((table[card], there * exp(readily.get(card, 0.0))) for card, there in loose.items())
    spread = {0: 1.0}
    for _ in range(many):
        spread = add(spread, single)
    return spread


def _chances(weighed: Iterable[tuple[int, float]]) -> Spread:
    """Strengths with weights as strengths with chances."""
    weights: Spread = {}
    for strength, weight in weighed:
        weights[strength] = weights.get(strength, 0.0) + weight
    whole = sum(weights.values())
    return {strength: weight / whole for strength, weight in weights.items()} if whole else {0: 1.0}


def loose_cards(g: War, side: Side, owner: str, pile: str) -> dict[Card, float]:
    """How many of each of the owner's cards may lie in the pile: all in the game but those known to be elsewhere."""
    if owner == NEUTRAL:
        weights = {c: float(n) for c, n in (Counter(NEUTRAL_CARDS) - Counter(g.neutral_buried)).items()}
        seen = Counter(c for p, cards in g.neutral.items() if dossier.may_see_neutral(g, side, p) for c in cards)
    else:
        force = g.forces[owner]
        weights = {c: float(n) for c, n in SIDE_CARDS[owner].items()}
        seen = Counter(card for set_id in force.reserve for card in SET_CARDS[set_id])
        if force.loss_seen:
            still_there = 1 - force.loss_taken / len(force.loss_seen)
            for card in force.loss_seen:
                weights[card] -= still_there
    for other, sightings in g.forces[side].dossier.items():
        if other != pile and dossier.pile_owner(other) == owner:
            seen.update(dossier.certain(sightings))
    return {c: max(0.0, w - seen[c]) for c, w in weights.items()}


def add(one: Spread, other: Spread) -> Spread:
    """The sum of two independent strengths."""
    spread: Spread = {}
    for a, p in one.items():
        for b, q in other.items():
            spread[a + b] = spread.get(a + b, 0.0) + p * q
    return spread


def subset_sums(values: list[int], count: int) -> Spread:
    """The sum of so many of the values, every choice of them equally likely."""
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(count)]
    for value in values:
        for k in range(count, 0, -1):
            for total, n in ways[k - 1].items():
                ways[k][total + value] = ways[k].get(total + value, 0) + n
    whole = sum(ways[count].values())
    return {total: n / whole for total, n in sorted(ways[count].items())}
