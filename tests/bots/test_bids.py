"""Bids for sides: near what a side is worth, and never the same twice for sure."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.bids import bid_for
from casusbelli.game import Match, Position
from casusbelli.game.registry import find
from casusbelli.kernel import seed_from

BIDDEN = {"fog_of_war": "adv_faction_bid", "triumph_of_chaos": "bid_for_sides"}


def test_a_bid_is_the_worth_of_the_side_give_or_take_a_point() -> None:
    bids = Counter(bid_for("red", "white", 2, Random(n)) for n in range(400))
    assert set(bids) == {("bid", "red", 1), ("bid", "red", 2), ("bid", "red", 3)}
    assert max(bids, key=lambda bid: bids[bid]) == ("bid", "red", 2)


def test_a_side_that_seems_worth_less_than_nothing_is_left_to_the_other() -> None:
    assert {bid_for("red", "white", 0, Random(n)) for n in range(40)} == {
        ("bid", "red", 0),
        ("bid", "red", 1),
        ("bid", "white", 0),
    }


@pytest.mark.parametrize("game_id", BIDDEN)
@pytest.mark.parametrize("grade", GRADES)
def test_every_grade_mixes_its_bids_for_sides(game_id: str, grade: str) -> None:
    game = find(game_id)
    match = Match.new(game, options={BIDDEN[game_id]: True}, seed=seed_from("bids"))
    position = Position(match, next(iter(match.asked())))
    bids = {make_bot(game, grade).choose(position, Random(n)) for n in range(40)}
    assert len(bids) == 3 and bids <= set(position.options)
