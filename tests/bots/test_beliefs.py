"""Supposed worlds where hands are habits: nothing that is known changes, and the learnt tables are as they were written."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.bots.beliefs import beliefs_file, believer_of, read_beliefs, readily_first
from casusbelli.game import Match, Position
from casusbelli.kernel import Dice, seed_from
from casusbelli.testkit import load_game

GAMES = ("churchill", "triumph_of_chaos")
GOAL = 0.65
"""So well, at most, may a classifier tell supposed worlds from true ones (issue: beliefs)."""


@pytest.mark.parametrize("game_id", GAMES)
def test_a_supposed_world_looks_the_same_and_holds_the_same_things(game_id: str) -> None:
    game = load_game(game_id)
    match: Match[Any] = Match.new(game, None, {}, seed_from("supposed"), record=False)
    bot, rng, tried = make_bot(game, "recruit"), Random(2), 0
    while (asked := match.asked()) and tried < 40:
        for seat in asked:
            match.act(seat, bot.choose(Position(match, seat), rng))
        if rng.random() < 0.1 and not match.over:
            for viewer in match.seats:
                g = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=game.state_type)
                game.suppose(g, viewer, Dice(seed_from(tried)))
                assert game.view(g, viewer) == match.view(viewer)
                assert game.census(g) == game.census(match.state)
                tried += 1
    assert tried >= 20


@pytest.mark.parametrize("game_id", [*GAMES, "fog_of_war"])
def test_what_was_learnt_passes_for_the_truth(game_id: str) -> None:
    """The file is as it was written, and what was measured under the rules of today is within the goal."""
    game = load_game(game_id)
    learnt = read_beliefs(beliefs_file(game.folder))
    assert learnt.habits and max(learnt.told_apart.values()) <= GOAL
    again = f"casus beliefs {game_id} --games 80 --bot officer --seed hands --judge"
    assert learnt.judged_rules == game.info.rules_version, f"the rules have changed since: {again}"
    assert max(learnt.measured.values()) <= GOAL
    assert believer_of(game)


def test_what_lies_there_readily_comes_first() -> None:
    dice, readily = Dice(seed_from("readily")), {"a": 2.0, "b": -2.0}
    first = [readily_first(["c", "b", "a"], readily, dice)[0] for _ in range(400)]
    assert first.count("a") > 300 > 100 > first.count("c") > first.count("b")
    assert sorted(readily_first([3, 1, 2], {}, dice)) == [1, 2, 3]
