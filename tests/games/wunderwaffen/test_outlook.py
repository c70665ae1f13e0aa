"""What the folded panel says of a match that ended now is what the final count would make of it; nothing is counted by asking."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from casusbelli.game import Match
from casusbelli.games.wunderwaffen.ending import final_scoring, outlook, victory
from casusbelli.games.wunderwaffen.game import GAME
from casusbelli.games.wunderwaffen.preview import copy_of


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.info.scenarios])
def test_the_outlook_is_the_final_count_of_now(scenario: str) -> None:
    match, rng = Match.new(GAME, scenario, {}, bytes(32)), Random(1)
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        before = msgspec.msgpack.encode(match.state)
        told = match.view(None)["if_ended"]
        assert msgspec.msgpack.encode(match.state) == before
        ended = copy_of(match.state)
        final_scoring(ended)
        assert told == {"score": ended.score, "winner": victory(ended).winners[0]} == match.view(seat)["if_ended"]
        assert outlook(match.state) == (told["score"], told["winner"])
        match.act(seat, rng.choice(question.options))
    assert match.view(None)["if_ended"] is None, "at the end the points are the final ones"
