"""What lies hidden can be told at any moment of a match, not at its end alone: in words, and with names of what there is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from casusbelli.game import LANGUAGES, Match
from casusbelli.game.registry import find
from casusbelli.words.texts import catalogue, say

CHOICES = 45


@pytest.mark.parametrize("name", ["churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen"])
def test_all_hands_are_open_at_any_moment(name: str) -> None:
    game, rng = find(name), Random(4)
    match: Match[Any] = Match.new(game, seed=b"h" * 32)
    words = {language: catalogue(game, language) for language in LANGUAGES}
    told = 0
    for n in range(CHOICES):
        asked = match.asked()
        seat = rng.choice(list(asked))
        match.act(seat, rng.choice(match.options(seat)))
        for shown in game.hidden(match.state) if n % 3 == 0 else ():
            told += 1
            assert shown.seat is None or shown.seat in match.seats
            for known in words.values():
                assert say(known, f"hidden.{shown.key}", shown.params)
                assert all(f"name.{one}" in known for one in shown.ids), shown
    assert told > 10
