"""8.3 and 8.5: Research cards, the air raids against them, and the planes that meet the raids."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .content import CARDS, FRONTS, GERMAN, GROUPS, RESEARCH, RESEARCH_STEPS, Faction, Piece, Token
from .effects import AIR_RAID, Cause, apply_effects, gain_by_card, move_research
from .powers import powers_of
from .state import NOTHING, WunderWaffen
from .tokens import different, fronts_of, named_token

# -- the cards on offer ------------------------------------------------------------------------------------------------


def refill(g: WunderWaffen, group: str) -> None:
    """8.3: turn up cards of a group from its bag, at random, until the row is full."""
    row, bag = g.cards_face_up[group], g.cards_bag[group]
    turned = []
    while bag and len(row) < GROUPS[group].face_up:
        turned.append(bag.pop(g.random(len(bag))))
        row.append(turned[-1])
    if turned:
        g.report("cards_turned", "8.3", group=group, cards=turned)


def face_up(g: WunderWaffen) -> list[str]:
    return [card for row in g.cards_face_up.values() for card in row]


def take_card(g: WunderWaffen, card: str) -> None:
    """The card changes from the row to the German; its lasting rules hold from now on."""
    g.cards_face_up[CARDS[card].group].remove(card)
    g.cards_owned.append(card)


# -- 3 the cards of the set-up ---------------------------------------------------------------------------------------


def setup_cards(g: WunderWaffen, chosen: list[str]) -> list[str]:
    """3: one card of value 2, or two of value 1 where two are face up."""
    others = [card for card in face_up(g) if card not in chosen]
    ones = [card for card in others if CARDS[card].value == 1]
    if chosen:
        return ones
    return [card for card in others if CARDS[card].value == 2 or (CARDS[card].value == 1 and len(ones) > 1)]


async def choose_setup_cards(g: WunderWaffen) -> None:
    """3: the German's first cards, one at a time; bonuses come after the last choice (R34)."""
    chosen: list[str] = []

    def menu() -> list[Choice]:
        return [("take_card", card) for card in setup_cards(g, chosen)]

    while not chosen or (CARDS[chosen[0]].value == 1 and len(chosen) == 1):
        if chosen and len(setup_cards(g, chosen)) == 1:
            chosen += setup_cards(g, chosen)
            break
        _, card = await ask(
            g.seat_of[GERMAN],
            "setup_research",
            menu,
            rule="3",
            about={"chosen": list(chosen)},
            why_not=lambda choice: Refusal("not_a_setup_card", "3", {"card": choice[-1]}),
        )
        chosen.append(str(card))
    for card in chosen:
        take_card(g, card)
        g.report("card_taken", "3", faction=GERMAN, card=card)
    for group in GROUPS:
        refill(g, group)
    for card in chosen:
        await apply_effects(g, CARDS[card].bonus, GERMAN, Cause("card", "3", (card,)))


# -- 8.3 buying --------------------------------------------------------------------------------------------------------


def research_points(g: WunderWaffen) -> int:
    return RESEARCH_STEPS[g.research].research_points


def affordable_cards(g: WunderWaffen) -> list[str]:
    """8.3: the German may buy one card in each of his turns, of a value within his research points."""
    if g.active != GERMAN or g.card_bought_this_turn:
        return []
    points = research_points(g)
    return [card for card in face_up(g) if CARDS[card].value <= points] if points else []


def why_not_buy(g: WunderWaffen, card: str) -> Refusal:
    if g.active != GERMAN:
        return Refusal("german_only", "8.3")
    if g.card_bought_this_turn:
        return Refusal("one_card_a_turn", "8.3")
    if card not in face_up(g):
        return Refusal("card_not_face_up", "8.3", {"card": card})
    return Refusal("too_few_research_points", "8.3", {"card": card, "points": research_points(g)})


async def buy_card(g: WunderWaffen, card: str) -> None:
    """8.3: own the card, go back to the start without effects, refill the row, receive the bonus."""
    take_card(g, card)
    g.card_bought_this_turn = True
    g.report("card_bought", "8.3", faction=GERMAN, card=card, value=CARDS[card].value, points=research_points(g))
    origin, g.research = g.research, RESEARCH.start_step
    g.report("research_reset", "8.3", faction=GERMAN, origin=origin, step=g.research)
    refill(g, CARDS[card].group)
    await apply_effects(g, CARDS[card].bonus, GERMAN, Cause("card", "8.3", (card,)))


# -- 5.3 and 8.5: raids ------------------------------------------------------------------------------------------------


def interceptors(g: WunderWaffen) -> list[Piece]:
    """8.5: the German's ready fronts that can meet a raid."""
    return fronts_of(interceptor_tokens(g))


def interceptor_tokens(g: WunderWaffen) -> list[Token]:
    fronts = powers_of(g).interceptors
    return [token for token in g.ready_tokens(GERMAN) if FRONTS[token] in fronts]


async def air_raid(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.3: the token is spent, the German may intercept, otherwise research falls by one. His own raid pays him nothing (W7)."""
    g.discard_token(token)
    if g.active != GERMAN:
        gain_by_card(g, powers_of(g).air_raid_vp, "vp_on_air_raid", "5.3")
    if not await intercepted(g, faction):
        await move_research(g, -1, AIR_RAID)


async def intercepted(g: WunderWaffen, raider: Faction) -> bool:
    """8.5 `intercept_air_raid`: in an Ally's turn the German may spend a ready token to cancel the raid, its back unseen."""
    tokens = interceptor_tokens(g) if g.active != GERMAN else []
    if not tokens:
        return False

    def menu() -> list[Choice]:
        return [("pass",), *different(g, tokens, "intercept", backs_seen=g.variants.open_backs)]

    choice = await ask(
        g.seat_of[GERMAN],
        "intercept_air_raid",
        menu,
        rule="8.5",
        about={"faction": raider, "active": g.active},
        why_not=lambda choice: Refusal("cannot_intercept", "8.5", {"front": choice[-1]}),
    )
    g.decided_by(GERMAN)
    if choice == ("pass",):
        g.report("raid_let_pass", "8.5", by=GERMAN, faction=raider)
        return False
    spent = named_token(g, tokens, choice)
    g.ready[GERMAN][g.ready[GERMAN].index(spent)] = NOTHING
    g.discard_token(spent)
    g.intercepts_used += 1
    g.report("intercepted", "8.5", by=GERMAN, piece=FRONTS[spent], faction=raider)
    gain_by_card(g, powers_of(g).interrupt_vp, "interrupt_vp", "8.5")
    return True
