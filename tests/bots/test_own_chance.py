"""A bot's chance is the generator that it is handed: the same generator, the same choice, on every machine."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import pytest

from casusbelli.bots import GRADES, make_bot
from casusbelli.game import Match, Position
from casusbelli.kernel import seed_from
from casusbelli.testkit import load_game

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")
GLOBAL = (
    "random",
    "choice",
    "choices",
    "shuffle",
    "sample",
    "randint",
    "randrange",
    "uniform",
    "gauss",
    "getrandbits",
    "randbytes",
)
CHOICES = {"recruit": 60, "officer": 60, "marshal": 25}


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("the global generator was asked")


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_never_asks_the_global_generator(game_id: str, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the opening on, and from the middle of a match that chance played so far."""
    game = load_game(game_id)
    bot, chance = make_bot(game, grade), make_bot(game, "random")
    for begun in (0, 80):
        match: Match[Any] = Match.new(game, None, {}, seed_from("own chance"), record=False)
        rng = Random(begun)
        while len(match.entries) < begun and not match.over:
            seat = next(iter(match.asked()))
            match.act(seat, chance.choose(Position(match, seat), rng))
        with monkeypatch.context() as patched:
            for name in GLOBAL:
                patched.setattr(random, name, refuse)
            for _ in range(CHOICES[grade] // 2):
                if match.over:
                    break
                seat = next(iter(match.asked()))
                choice = bot.choose(Position(match, seat), rng)
                assert choice in match.asked()[seat].options
                match.act(seat, choice)


def test_the_guard_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GLOBAL:
        monkeypatch.setattr(random, name, refuse)
    with pytest.raises(AssertionError):
        random.choice([1, 2])  # type: ignore[func-returns-value]
    assert Random(1).random() < 1
