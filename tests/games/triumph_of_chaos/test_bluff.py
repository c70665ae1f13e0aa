"""The Bluff card: where the marshal stakes it, and how far that can be foreseen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.bot.lines import survey
from casusbelli.games.triumph_of_chaos.bot.politics import box_spread
from casusbelli.games.triumph_of_chaos.bot.situation import Situation
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.cards import BLUFF, BOXES, CARD_NUMBER, CARDS
from casusbelli.games.triumph_of_chaos.content import SIDE_OF
from casusbelli.games.triumph_of_chaos.state import Chaos
from casusbelli.kernel import seed_from

SIDES = ("white", "red")


def first_politics(barren: int | None = None) -> Match[Chaos]:
    """The first Political Phase of 1918; where a box is barren, all its political cards are out."""
    match = Match.new(GAME, "introductory_1918", {"bid_for_sides": False}, seed_from(1), record=False)
    if barren is not None:
        g = match.state
        g.pc_discard, g.pc_deck[barren] = [*g.pc_discard, *g.pc_deck[barren]], []
    return match


def staked(match: Match[Chaos], mine: str, seed: int) -> dict[str, str]:
    """By box the card that a marshal stakes; the other side stakes whatever comes first."""
    bot, rng, found = make_bot(GAME, "marshal"), Random(seed), {}
    while (asked := match.asked()) and next(iter(asked.values())).decision == "pol_allocate":
        for seat in list(asked):
            position = Position(match, seat)
            choice = bot.choose(position, rng) if seat == mine else position.options[0]
            if seat == mine and choice[0] == "allocate":
                found[str(choice[2])] = str(choice[1])
            match.act(seat, choice)
    return found


def where(cards: dict[str, str]) -> str:
    """The box in which the Bluff lies; nowhere where it was kept."""
    return next((box for box, card in cards.items() if CARD_NUMBER[card] == BLUFF), "nowhere")


@pytest.mark.parametrize("mine", SIDES)
def test_the_bluff_goes_where_a_high_bid_would_win_least(mine: str) -> None:
    """White's is the enemy's box, and so is Red's; a strong card lies nowhere else for it."""
    s = Situation(first_politics().view(mine), MARSHAL)
    survey(s)
    spreads = {name: box_spread(s, n) for n, name in enumerate(BOXES)}
    found = Counter(where(staked(first_politics(), mine, seed)) for seed in range(16))
    assert found[min(spreads, key=spreads.__getitem__)] >= 13, (spreads, found)


@pytest.mark.parametrize("mine", SIDES)
@pytest.mark.parametrize("barren", range(len(BOXES)))
def test_no_card_that_is_missed_lies_where_nothing_can_be_won(mine: str, barren: int) -> None:
    """The Bluff, Influence, or the least of the others, which costs two activations."""
    found = Counter(staked(first_politics(barren), mine, seed)[BOXES[barren]] for seed in range(8))
    assert all(CARD_NUMBER[card] >= BLUFF or CARDS[SIDE_OF[mine]][CARD_NUMBER[card]].ops <= 2 for card in found), found


def test_where_the_bluff_lies_is_mixed_over_the_turns_of_a_war() -> None:
    """Asked in every Political Phase of eight wars of officers: for each side in the one box, in another, and kept. Where it lies
    in the first turn alone can nearly be foreseen."""
    found: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for deal in range(8):
        match: Match[Chaos] = Match.new(
            GAME, "introductory_1918", {"bid_for_sides": False}, seed_from(f"bluff {deal}"), record=False
        )
        officer, rng, turns = make_bot(GAME, "officer"), Random(deal), set[int]()
        while not match.over:
            seat = next(iter(match.asked()))
            position = Position(match, seat)
            if position.decision == "pol_allocate" and match.state.turn not in turns:
                turns.add(match.state.turn)
                for mine in SIDES:
                    found[mine][where(staked(match.clone(), mine, deal))] += 1
            match.act(seat, officer.choose(position, rng))
    for mine, boxes in found.items():
        assert len(boxes) >= 3 and max(boxes.values()) <= 0.75 * boxes.total(), (mine, boxes)
