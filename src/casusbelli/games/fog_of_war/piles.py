"""1.6: where cards lie and how they move. Sightings are kept up to date here, so that no rule can forget them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from casusbelli.kernel import Params

from . import dossier
from .content import CAMPAIGN, NEVER_LOST, Card, Side, Space
from .state import Operation, War


def take(cards: list[Card], wanted: Iterable[Card]) -> None:
    """Take single cards out of a list."""
    for card in wanted:
        cards.remove(card)


def defend(g: War, side: Side, province: str, cards: list[Card]) -> None:
    """Lay cards in a Defence space."""
    if cards:
        g.forces[side].defence.setdefault(province, []).extend(cards)
        dossier.cards_added(g, dossier.defence_pile(province, side), len(cards))


def remove_defender(g: War, side: Side, province: str, card: Card) -> None:
    defenders = g.forces[side].defence[province]
    defenders.remove(card)
    dossier.cards_removed(g, dossier.defence_pile(province, side), 1, len(defenders))
    if not defenders:
        del g.forces[side].defence[province]


def clear_defence(g: War, side: Side, province: str) -> list[Card]:
    """Take all of a side's cards out of a Defence space."""
    dossier.pile_gone(g, dossier.defence_pile(province, side))
    return g.forces[side].defence.pop(province, [])


def clear_neutral(g: War, province: str) -> list[Card]:
    dossier.pile_gone(g, dossier.defence_pile(province, "neutral"))
    return g.neutral.pop(province, [])


def take_operation(g: War, side: Side, space: Space) -> Operation:
    """Take an operation off the wheel."""
    dossier.pile_gone(g, dossier.operation_pile(side, space))
    return g.forces[side].operations.pop(space)


def discard(g: War, side: Side, cards: Iterable[Card]) -> None:
    g.forces[side].discard.extend(cards)


def lose(g: War, side: Side, cards: Iterable[Card], *, seen: bool) -> None:
    """To the Loss pile; ``seen``: both players know which cards go."""
    force = g.forces[side]
    for card in cards:
        if card in NEVER_LOST:
            force.discard.append(card)
        else:
            force.loss.append(card)
            if seen:
                force.loss_seen.append(card)


def take_from_loss(g: War, side: Side, card: Card) -> None:
    """Buy a card back: the other player sees only that one has gone."""
    force = g.forces[side]
    force.loss.remove(card)
    force.loss_taken += 1
    if force.loss_taken >= len(force.loss_seen) or not force.loss:
        force.loss_seen, force.loss_taken = [], 0


def draw_hand(g: War, side: Side) -> None:
    """3.1.4: draw up to three cards; winter comes when the Draw pile is empty afterwards."""
    force = g.forces[side]
    count = min(CAMPAIGN.hand_size - len(force.hand), len(force.draw))
    if count > 0:
        drawn = force.draw[-count:]
        del force.draw[-count:]
        force.hand.extend(drawn)
        g.reveal()
        report_cards(g, "drew", "3.1.4", side, drawn)
    if not force.draw and not g.winter:
        g.winter = True
        g.report("winter_came", "3.1.4", year=g.year)


def hidden_discard(g: War, kind: str, rule: str, side: Side, cards: list[Card], **public: Any) -> None:
    """Cards go to their owner's Discard face down: he knows them, the other player their number."""
    discard(g, side, cards)
    report_cards(g, kind, rule, side, cards, **public)


def report_cards(
    g: War,
    kind: str,
    rule: str,
    side: Side,
    cards: list[Card],
    *,
    shown: bool = False,
    secret: Params | None = None,
    **public: Any,
) -> None:
    """Report something that happened to a side's cards: their number to all, which ones to the side, or to all if shown."""
    if g.recording:
        details: Params = {"cards": sorted(cards), "known": True, **(secret or {})}
        if shown:
            g.report(kind, rule, side=side, count=len(cards), **public, **details)
        else:
            g.report(kind, rule, side=side, count=len(cards), private={g.seats[side]: details}, **public)
