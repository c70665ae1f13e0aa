"""10: resources, production points and what they buy."""

from __future__ import annotations

from functools import lru_cache

from casusbelli.kernel import Choice, Refusal, ask

from . import piles, victory
from .content import ALLIED, AXIS, BIT, INDUSTRY, OFF_MAP, PROVINCES, PURCHASES, RESOURCES, VP, Purchase, Side, known
from .politics import forbidden_purchases
from .state import War
from .supply import front


@lru_cache(maxsize=4096)
def _yield(provinces: int) -> tuple[int, int]:
    """Resources and victory points of a set of provinces."""
    held = [p for p in PROVINCES if provinces & BIT[p]]
    return sum(RESOURCES[p] for p in held), sum(VP[p] for p in held)


def resource_points(g: War, side: Side) -> int:
    """10.1: the resources of own provinces in supply, and of the off-map spaces for the Allies."""
    points = _yield(front(g).supplied[side])[0]
    return points + _from_overseas(g.year, g.ussr_at_war) if side == ALLIED else points


@lru_cache(maxsize=64)
def _from_overseas(year: int, ussr_at_war: bool) -> int:
    """Resources of the off-map spaces."""
    points = 0
    for place in OFF_MAP.values():
        points += place.resources_by_year.get(str(year), 0)
        points += place.resources_when_ussr_at_war if ussr_at_war else 0
    return points


def production_points(g: War, side: Side) -> int:
    """10.1: resources, as far as industry can use them."""
    return min(resource_points(g, side), g.forces[side].industry)


def year_end_vp(g: War) -> int:
    """12: victory points the Axis would score at the end of the year as the map stands."""
    return _yield(front(g).supplied[AXIS])[1]


# -- purchases ---------------------------------------------------------------------------------------------------------


async def produce(g: War, side: Side, *, only_vp: bool = False) -> None:
    """10: spend production points, one purchase a choice. Points not spent are lost."""
    force = g.forces[side]
    force.points = production_points(g, side)
    points_allowed = side == AXIS and "buy_vp" not in forbidden_purchases(g, side)
    g.vp_left = force.points // 2 if points_allowed else 0
    g.report("production_began", "10.1", side=side, points=force.points, resources=resource_points(g, side))
    while buyable(g, side, only_vp=only_vp):
        choice = await ask(
            g.seats[side],
            "production_buy",
            lambda: [*purchase_options(g, side, only_vp=only_vp), ("stop",)],
            "10.1",
            about={"points": g.forces[side].points, "vp_left": g.vp_left},
            why_not=lambda choice: _why_not_buy(g, side, choice, only_vp=only_vp),
        )
        if choice == ("stop",):
            break
        buy(g, side, choice)
        if g.winner:
            return
    g.forces[side].points = g.vp_left = 0


def buyable(g: War, side: Side, *, only_vp: bool) -> list[str]:
    """10.1: the purchases that are possible now; all of it is public."""
    return [p for p in PURCHASES if _purchase_refusal(g, side, PURCHASES[p], only_vp=only_vp) is None]


def purchase_options(g: War, side: Side, *, only_vp: bool) -> list[Choice]:
    found: list[Choice] = []
    for purchase in buyable(g, side, only_vp=only_vp):
        if PURCHASES[purchase].effect.kind == "move_card":
            found += [(purchase, card) for card in sorted(set(g.forces[side].loss))]
        else:
            found.append((purchase,))
    return found


def _purchase_refusal(g: War, side: Side, purchase: Purchase, *, only_vp: bool) -> Refusal | None:
    force = g.forces[side]
    kind = purchase.effect.kind
    if only_vp and kind != "gain_vp":
        return Refusal("only_vp_in_last_year", "3.2")
    if purchase.side not in {"both", side}:
        return Refusal("not_for_your_side", "10.1")
    if force.points < purchase.cost:
        return Refusal("no_points_left", "10.1")
    if kind == "move_card" and not force.loss:
        return Refusal("loss_pile_empty", "10.1")
    if kind == "move_industry" and force.industry >= INDUSTRY[-1]:
        return Refusal("industry_at_end", "10.1")
    if kind == "gain_intel" and not g.intel_box:
        return Refusal("no_tokens_to_buy", "10.1")
    if kind == "gain_vp" and not g.vp_left:
        forbidden = purchase.id in forbidden_purchases(g, side)
        return Refusal("germany_invaded", "9.6") if forbidden else Refusal("half_for_vp", "10.1")
    return None


def _why_not_buy(g: War, side: Side, choice: Choice, *, only_vp: bool) -> Refusal | None:
    purchase = PURCHASES.get(str(choice[0]))
    if purchase is None or not known(choice):
        return None
    refusal = _purchase_refusal(g, side, purchase, only_vp=only_vp)
    if refusal or len(choice) != 2:
        return refusal
    return Refusal("card_not_in_loss", "10.1", {"card": choice[1]})


def buy(g: War, side: Side, choice: Choice) -> None:
    """10.1: carry out a purchase. Its kind is public; which card comes back is not."""
    purchase = PURCHASES[str(choice[0])]
    force = g.forces[side]
    force.points -= purchase.cost
    cards = []
    match purchase.effect.kind:
        case "move_card":
            card = str(choice[1])
            piles.take_from_loss(g, side, card)
            force.discard.append(card)
            cards = [card]
        case "move_industry":
            force.industry = INDUSTRY[min(INDUSTRY.index(force.industry) + purchase.effect.spaces, len(INDUSTRY) - 1)]
        case "gain_intel":
            tokens = min(purchase.effect.tokens, g.intel_box)
            g.intel_box -= tokens
            force.ready += tokens
        case "gain_vp":
            g.vp_left -= 1
            victory.gain_vp(g, purchase.effect.points, "bought")
    if cards:
        piles.report_cards(g, "bought", "10.1", side, cards, purchase=purchase.id, left=force.points)
    else:
        g.report("bought", "10.1", side=side, purchase=purchase.id, left=force.points)
    victory.won_by_points(g)
