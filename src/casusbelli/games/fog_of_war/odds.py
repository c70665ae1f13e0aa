"""What a side can foresee of a battle from what it knows: bounds and odds. Nothing hidden enters here."""

from __future__ import annotations

from collections import Counter

from . import dossier
from .content import ATTACK, DEFENCE, NEUTRAL, NEUTRAL_CARDS, OPPONENT, PROVINCE, SET_CARDS, SIDE_CARDS, Card, Side
from .state import War

_VALUES = {**{side: list(cards) for side, cards in SIDE_CARDS.items()}, NEUTRAL: sorted(set(NEUTRAL_CARDS))}
_EXTREMES: dict[tuple[str, str, str], tuple[int, int]] = {
    (owner, role, kind): (min(table[kind][c] for c in cards), max(table[kind][c] for c in cards))
    for owner, cards in _VALUES.items()
    for role, table in (("attack", ATTACK), ("defence", DEFENCE))
    for kind in ("land", "sea")
}
"""The weakest and the strongest card of an owner by role and kind of battle."""


def pile_table(g: War, side: Side, pile: str) -> tuple[str, dict[Card, int], tuple[int, int]] | None:
    """Owner, strength table and extremes that belong to a pile, where its battle is known."""
    kind, first, *_ = pile.split(":")
    if kind == "vic":
        return None
    owner = dossier.pile_owner(pile)
    role = "defence" if kind == "def" else "attack"
    province: str | None = first
    if kind == "op":
        sure = dossier.certain(g.forces[side].dossier.get(pile, ()))
        province = next((card for card in sure if card in PROVINCE), None)
    if province is None:
        return None
    where = PROVINCE[province].kind
    return owner, (DEFENCE if role == "defence" else ATTACK)[where], _EXTREMES[owner, role, where]


def bounds(g: War, side: Side, pile: str) -> tuple[int | None, int | None]:
    """17.3: the least and the greatest strength a pile can have, from this side's sightings of it."""
    known = pile_table(g, side, pile)
    if known is None:
        return None, None
    _, table, (least, most) = known
    sightings = g.forces[side].dossier.get(pile, ())
    count = len(dossier.pile_cards(g, pile))
    sure = [card for card in dossier.certain(sightings).elements() if card not in PROVINCE]
    if pile.startswith("op:"):
        count -= 1
    base = sum(table[card] for card in sure)
    rest = count - len(sure)
    low, high = base + rest * least, base + rest * most
    shown = dossier.drawn_from(sightings, count)
    if shown:
        values = sorted(table[card] for card in shown[0].elements())
        kept = min(shown[1], len(values))
        low = max(low, sum(values[:kept]) + (count - kept) * least)
        high = min(high, sum(values[len(values) - kept :]) + (count - kept) * most)
    return low, high


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
    """The strength of a face-down pile: cards surely there, a share of cards shown in battle, and unknown ones."""
    pile = dossier.defence_pile(province, owner)
    sightings = g.forces[side].dossier.get(pile, ())
    count = len(dossier.pile_cards(g, pile))
    table = DEFENCE[PROVINCE[province].kind]
    shown = dossier.drawn_from(sightings, count)
    if shown:
        values = [table[c] for c in shown[0].elements()]
        known = min(shown[1], len(values))
        spread = subset_sums(values, known)
    else:
        sure = dossier.certain(sightings)
        known = sure.total()
        spread = {sum(table[c] * n for c, n in sure.items()): 1.0}
    if count > known:
        weights: dict[int, float] = {}
        for card, weight in loose_cards(g, side, owner, pile).items():
            weights[table[card]] = weights.get(table[card], 0.0) + weight
        whole = sum(weights.values())
        single = {value: weight / whole for value, weight in weights.items()} if whole else {0: 1.0}
        for _ in range(count - known):
            spread = add(spread, single)
    return spread


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
            seen += dossier.certain(sightings)
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
