"""Random play to the end, silent and fast: a wide net beside the trials."""

from random import Random

import pytest

from casusbelli.game import Match
from casusbelli.games.fog_of_war import GAME
from casusbelli.kernel import OptionValue, seed_from


def play(seed: int, options: dict[str, OptionValue]) -> Match:
    rng = Random(seed)
    match = Match.new(GAME, options=options, seed=seed_from(seed), record=False)
    census = GAME.census(match.state)
    while not match.over:
        for seat, question in list(match.asked().items()):
            assert question.options, f"nothing to choose in {question.decision}"
            match.act(seat, rng.choice(question.options))
            assert GAME.census(match.state) == census
            if match.ask_of(seat) is not question:
                break
    return match


@pytest.mark.parametrize("block", range(4))
def test_basic_games_end(block: int) -> None:
    for seed in range(block * 25, block * 25 + 25):
        result = play(seed, {}).result()
        assert result is not None and len(result.winners) == 1


@pytest.mark.parametrize("block", range(4))
def test_games_with_any_options_end(block: int) -> None:
    for seed in range(1000 + block * 25, 1000 + block * 25 + 25):
        options = {option.id: Random(f"{seed}/{option.id}").random() < 0.5 for option in GAME.info.options}
        result = play(seed, options).result()
        assert result is not None and result.ending in {"axis_points", "axis_cards", "allied_germany", "allied_default"}


def test_the_same_choices_lead_to_the_same_state() -> None:
    assert play(7, {}).digest() == play(7, {}).digest()
