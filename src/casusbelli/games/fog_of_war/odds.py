"""What a side can foresee of a battle from what it knows: bounds and odds. Nothing hidden enters here."""

from __future__ import annotations

from . import dossier
from .content import ATTACK, DEFENCE, NEUTRAL, NEUTRAL_CARDS, PROVINCE, SIDE_CARDS, SIDES, Card, Side
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


__all__ = ["SIDES", "bounds", "pile_table"]
