"""The staff bot: legal under every variant, blind to what its seat may not know, and stronger by grade."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Bot, Match, Position
from casusbelli.games.fog_of_war import GAME
from casusbelli.kernel import OptionValue, Seat, SetupError, seed_from

BASIC: dict[str, OptionValue] = {}
EVERYTHING: dict[str, OptionValue] = {option.id: True for option in GAME.info.options}


def play(bots: dict[Seat, Bot], seed: int, options: dict[str, OptionValue] = BASIC, choices: int | None = None) -> Match:
    match = Match.new(GAME, options=options, seed=seed_from(seed), record=False)
    rng = Random(seed)
    while not match.over and (choices is None or len(match.entries) < choices):
        seat = next(iter(match.asked()))
        match.act(seat, bots[seat].choose(Position(match, seat), rng))
    return match


@pytest.mark.parametrize("grade", ["recruit", "officer", "marshal"])
@pytest.mark.parametrize("options", [BASIC, EVERYTHING], ids=["basic", "everything"])
def test_every_grade_finishes_a_war(grade: str, options: dict[str, OptionValue]) -> None:
    bot = make_bot(GAME, grade)
    match = play({"axis": bot, "allied": bot}, 3, options)
    result = match.result()
    assert result is not None
    assert len(result.winners) == 1


def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot() -> None:
    """The same generator in a twin world gives the same choice: nothing hidden reaches the bot."""
    bot, compared = make_bot(GAME, "officer"), 0
    for seed in range(3):
        match = play({"axis": bot, "allied": bot}, seed, choices=60 + 40 * seed)
        for n in range(40):
            if match.over:
                break
            seat = next(iter(match.asked()))
            twin = match.imagine(seat, seed_from(f"twin {seed} {n}"))
            choice = bot.choose(Position(match, seat), Random(n))
            assert bot.choose(Position(twin, seat), Random(n)) == choice
            compared += 1
            match.act(seat, choice)
    assert compared > 60


def test_the_same_seed_gives_the_same_war() -> None:
    bot = make_bot(GAME, "marshal")
    first, second = (play({"axis": bot, "allied": bot}, 11, choices=150) for _ in range(2))
    assert first.entries == second.entries
    assert first.digest() == second.digest()


def test_the_officer_beats_the_random_player_on_both_sides() -> None:
    officer, chance = make_bot(GAME, "officer"), make_bot(GAME, "random")
    for seed in range(4):
        assert play({"axis": officer, "allied": chance}, seed).result().winners == ("axis",)
        assert play({"axis": chance, "allied": officer}, seed).result().winners == ("allied",)


def test_an_unknown_bot_is_refused_in_one_line() -> None:
    with pytest.raises(SetupError, match="has no bot 'general'"):
        make_bot(GAME, "general")
