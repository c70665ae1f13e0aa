"""2: set-up. Sides (A6), control, cards, the Axis' Victory cards, initial placement."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from casusbelli.kernel import Ask, Choice, OptionValue, Refusal, Seat, ask, together

from . import dossier, piles
from .content import (
    ALLIED,
    AXIS,
    CAMPAIGN,
    NEUTRAL_CARDS,
    NEUTRAL_PLACEMENTS,
    PROVINCE,
    PROVINCES,
    SCENARIOS,
    SET_CARDS,
    SIDE_ROWS,
    SIDES,
    VICTORY_CARDS,
    Side,
    known,
)
from .state import Force, War

SEATS: tuple[Seat, Seat] = (AXIS, ALLIED)
HIGHEST_BID = 30


def new_war(scenario_id: str, options: Mapping[str, OptionValue], seed: bytes) -> War:
    """The board before any card is shuffled."""
    scenario = SCENARIOS[scenario_id]
    bidding = bool(options["adv_faction_bid"])
    g = War(
        phase="bidding" if bidding else "victory_cards",
        seed=seed,
        options=[o for o, on in options.items() if on],
        seats={} if bidding else {side: side for side in SIDES},
        year=scenario.first_year,
        active=scenario.first_player,
        control={p: PROVINCE[p].start_control for p in PROVINCES},
        vp_threshold=scenario.axis_vp_threshold,
        intel_box=scenario.intel_tokens_total - sum(row.intel for row in SIDE_ROWS.values()),
    )
    for side, row in SIDE_ROWS.items():
        g.forces[side] = Force(
            draw=list(SET_CARDS[row.draw_set]),
            loss=list(SET_CARDS[row.loss_set]),
            loss_seen=list(SET_CARDS[row.loss_set]),
            reserve=list(row.reserve_sets),
            ready=row.intel,
            industry=row.industry,
        )
        g.vp += row.vp
        if row.advantage:
            g.advantage = side
    g.neutral_aside = list(NEUTRAL_CARDS)
    g.victory_board = list(VICTORY_CARDS)
    return g


# -- A6: bidding for sides ---------------------------------------------------------------------------------------------

_BIDS: list[Choice] = [("bid", side, n) for side in SIDES for n in range(HIGHEST_BID + 1)]


async def bidding(g: War) -> None:
    """A6: both players bid in secret for a side; the same side goes to the higher bid and moves the threshold."""
    given = await together({seat: Ask(seat, "bid_for_side", lambda: _BIDS, "A6", why_not=_no_such_bid) for seat in SEATS})
    g.reveal()
    g.bids = {seat: (str(choice[1]), int(choice[2])) for seat, choice in given.items()}
    (one, (side, bid)), (two, (other_side, other_bid)) = g.bids.items()
    if side != other_side:
        winner = one
    else:
        winner = g.pick([one, two]) if bid == other_bid else one if bid > other_bid else two
        paid = g.bids[winner][1]
        g.vp_threshold += paid if side == AXIS else -paid
    loser = two if winner == one else one
    won = g.bids[winner][0]
    g.seats = {s: winner if s == won else loser for s in SIDES}
    g.report(
        "sides_given",
        "A6",
        axis=g.seats[AXIS],
        allied=g.seats[ALLIED],
        threshold=g.vp_threshold,
        bids={seat: list(bid) for seat, bid in g.bids.items()},
    )
    g.phase = "victory_cards"


def _no_such_bid(choice: Choice) -> Refusal:
    return Refusal("no_such_bid", "A6", {"highest": HIGHEST_BID})


# -- the Axis' secret objectives ---------------------------------------------------------------------------------------


async def victory_cards(g: War) -> None:
    """2: deal the Neutral and the Victory cards; the Axis keeps two of three and boxes the third."""
    _deal_neutral_cards(g)
    g.shuffle(g.victory_board)
    g.victory_drawn = g.victory_board[: CAMPAIGN.victory_cards_drawn]
    del g.victory_board[: CAMPAIGN.victory_cards_drawn]
    g.reveal()
    axis = g.seats[AXIS]
    piles.report_cards(g, "victory_cards_drawn", "2", AXIS, g.victory_drawn)

    def pairs() -> list[Choice]:
        return [("keep_victory", *pair) for pair in combinations(sorted(g.victory_drawn), CAMPAIGN.victory_cards_kept)]

    choice = await ask(axis, "choose_victory_cards", pairs, "2", why_not=_not_drawn)
    g.victory_kept = [str(card) for card in choice[1:]]
    g.victory_boxed = [card for card in g.victory_drawn if card not in g.victory_kept]
    g.victory_drawn = []
    dossier.see(g, AXIS, dossier.BOARD, "setup", g.victory_board, len(g.victory_board), complete=True)
    piles.report_cards(g, "victory_cards_kept", "2", AXIS, g.victory_kept, secret={"boxed": list(g.victory_boxed)})
    g.phase = "placement"


def _not_drawn(choice: Choice) -> Refusal:
    return Refusal("victory_card_not_drawn", "2")


def _deal_neutral_cards(g: War) -> None:
    """2: Neutral cards face down on neutral provinces; the last one is set aside unseen."""
    cards = g.neutral_aside
    g.shuffle(cards)
    for row in NEUTRAL_PLACEMENTS.values():
        g.neutral[row.province] = [cards.pop() for _ in range(row.count)]


# -- initial placement -------------------------------------------------------------------------------------------------


async def placement(g: War) -> None:
    """2: first the Allies, then the Axis may lay up to three cards from Draw in three own provinces. Then both draw."""
    for side in CAMPAIGN.initial_placement_order:
        await _place(g, side, CAMPAIGN.initial_placements)
    for side in SIDES:
        g.shuffle(g.forces[side].draw)
        piles.draw_hand(g, side)
    g.active = CAMPAIGN.first_player
    g.report("year_began", "3", year=g.year, side=g.active)
    g.phase = "turn"


async def _place(g: War, side: Side, most: int) -> None:
    def options() -> list[Choice]:
        force = g.forces[side]
        free = [p for p in PROVINCES if g.control[p] == side and p not in force.defence]
        return [*(("place", card, p) for card in sorted(set(force.draw)) for p in free), ("done",)]

    for n in range(most):
        question = ask(
            g.seats[side],
            "initial_placement",
            options,
            "2",
            about={"left": most - n},
            why_not=lambda choice: _why_not_place(g, side, choice),
        )
        match await question:
            case ("place", str(card), str(province)):
                g.forces[side].draw.remove(card)
                piles.defend(g, side, province, [card])
                piles.report_cards(g, "placed", "2", side, [card], province=province)
            case _:
                break


def _why_not_place(g: War, side: Side, choice: Choice) -> Refusal | None:
    if not known(choice):
        return None
    match choice:
        case ("place", str(card), str(province)):
            if g.control.get(province) != side:
                return Refusal("not_your_province", "2", {"province": province})
            if province in g.forces[side].defence:
                return Refusal("one_card_a_province", "2", {"province": province})
            if card not in g.forces[side].draw:
                return Refusal("card_not_in_draw", "2", {"card": card})
    return None
