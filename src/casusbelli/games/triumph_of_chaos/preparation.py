"""The bid for sides [6.4] and the preparation of a turn [4 A]."""

from __future__ import annotations

from casusbelli.kernel import Ask, Choice, together

from .board import politics_changed
from .content import RED, SIDE_IDS, SIDE_OF, SIDES, WHITE, enemy
from .endings import end_game_roll
from .hands import add_year, draw, hand_size, take_political_cards
from .in_fighting import draw_in_fighting
from .optional_setup import finish_optional_setup
from .scoring import gain_vp
from .state import Chaos, side_id
from .tables import CONSTANT, MUD, MUD_ROUNDS, by_max


async def bid(g: Chaos) -> None:
    """Both name a side and a price in secret; the higher bid for the same side gets it and pays the other [6.4]."""
    options: list[Choice] = [("bid", SIDE_IDS[side], n) for side in SIDES for n in range(CONSTANT["bid_max"] + 1)]
    answers = await together({g.seat(side): Ask(g.seat(side), "bid_sides", lambda: options, "6.4") for side in SIDES})
    g.reveal()
    wishes = {seat: (SIDE_OF[str(choice[1])], int(choice[2])) for seat, choice in answers.items()}
    (one, (first, first_bid)), (two, (second, second_bid)) = wishes.items()
    price = 0
    if first != second:
        winner = one
    else:
        tie = first_bid == second_bid
        winner = one if first_bid > second_bid or (tie and g.die() <= 3) else two
        price = wishes[winner][1]
    side = wishes[winner][0]
    loser = two if winner == one else one
    g.seats[side], g.seats[enemy(side)] = winner, loser
    g.report(
        "sides", rule="6.4", red=g.seats[RED], white=g.seats[WHITE], bids={s: [side_id(w), n] for s, (w, n) in wishes.items()}
    )
    if price:
        gain_vp(g, enemy(side), price, "bid", "6.4")
    g.phase = "preparation"


async def preparation(g: Chaos) -> None:
    """A1 to A6."""
    row = g.turn_row
    if g.fixed_bid and g.turn == g.rules.first_turn:
        gain_vp(g, WHITE, g.fixed_bid, "fixed_bid", "6.4")
    g.round, g.active = 0, 0
    g.last_action = ["", "", ""]
    g.specials = [0, 0, 0]
    g.report("turn", rule="4", turn=g.turn)
    if row.add_deck in g.rules.decks and g.turn != g.rules.first_turn:
        add_year(g, row.add_deck)
    for side in SIDES:
        missing = row.hand - hand_size(g, side)
        if missing > 0:
            draw(g, side, missing)
    if await end_game_roll(g):
        return
    g.mud_rounds = _mud(g) if row.mud else 0
    politics_changed(g)
    for side in SIDES:
        if g.in_fighting[side]:
            await draw_in_fighting(g, side)
    if row.political and not g.random_cards:
        take_political_cards(g)
    if g.optional_setup:
        await finish_optional_setup(g)
    if row.political:
        g.phase = "allocation"
    else:
        g.round, g.active = 1, WHITE
        g.phase = "round"


def _mud(g: Chaos) -> int:
    """A4: how many first rounds are mud."""
    roll = g.die()
    result = by_max(MUD, roll)
    g.report("mud", rule="A4", roll=roll, result=result)
    return MUD_ROUNDS[result]
