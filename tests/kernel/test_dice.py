"""Chance: fair, a pure function of (seed, counter), and committed to before play."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from casusbelli.kernel import Dice, commitment, new_seed, seed_from
from casusbelli.kernel.chance import SEED_BYTES, value

from .miniature import Table


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize(("sides", "limit"), [(2, 10.8), (6, 20.5), (10, 27.9), (52, 87.0)])
def test_every_side_is_as_likely_as_any_other(sides: int, limit: float) -> None:
    """The limits are those of p = 0.001; the seed is fixed, so the test says the same every day."""
    dice = Dice(seed_from("fair"))
    counts = Counter(dice.random(sides) for _ in range(60_000))
    assert chi_square([counts[side] for side in range(sides)]) < limit


def test_every_card_comes_as_often_to_every_place() -> None:
    dice = Dice(seed_from("shuffle"))
    places = [[0] * 8 for _ in range(8)]
    for _ in range(8_000):
        cards = list(range(8))
        dice.shuffle(cards)
        for place, card in enumerate(cards):
            places[card][place] += 1
    assert chi_square([n for row in places for n in row]) < 85.4  # 49 degrees of freedom, p = 0.001


def test_every_pair_of_neighbours_is_as_likely_as_any_other() -> None:
    dice = Dice(seed_from("neighbours"))
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(6_000):
        cards = list(range(5))
        dice.shuffle(cards)
        pairs.update(pairwise(cards))
    assert len(pairs) == 20 and chi_square(list(pairs.values())) < 43.8


def test_the_dice_of_a_state_and_dice_apart_agree() -> None:
    seed = seed_from(1)
    state, dice = Table(phase="x", seed=seed), Dice(seed)
    mine, yours = list(range(30)), list(range(30))
    state.shuffle(mine)
    dice.shuffle(yours)
    assert mine == yours
    assert state.sample(mine, 7) == dice.sample(yours, 7)
    assert [state.pick(mine) for _ in range(9)] == [dice.pick(yours) for _ in range(9)]
    assert state.rolls == dice.rolls == 29 + 7 + 9
    assert state.random(6) == value(seed, state.rolls) % 6


def test_a_sample_has_no_card_twice_and_leaves_the_source_alone() -> None:
    cards = list(range(20))
    drawn = Dice(seed_from(2)).sample(cards, 20)
    assert sorted(drawn) == cards == list(range(20)) and drawn != cards


def test_the_tide_rises_with_rolls_and_reveals() -> None:
    state = Table(phase="x", seed=seed_from(1))
    state.random(6)
    state.reveal()
    assert (state.rolls, state.revealed, state.tide) == (1, 1, 2)


def test_seeds_and_commitments_are_the_same_on_every_machine() -> None:
    assert seed_from(1) == seed_from("1") != seed_from(2)
    assert seed_from(1).hex() == "0ce35ed3bb99ff1e932b59deab092d908d92826c40ff764c51e59e98e787b751"
    assert commitment(bytes(SEED_BYTES)) == "2ca3051cbe583d4f3635811bdf5e56931e7034ad3bbd3287ea31590141178670"
    assert value(bytes(SEED_BYTES), 1) == 15870624886523963945


def test_new_seeds_differ() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
