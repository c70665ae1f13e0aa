"""A bot's position: what its seat knows, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import RandomBot, make_bot
from casusbelli.game import Position
from casusbelli.kernel import SetupError, seed_from

from .miniature import GAME
from .playing import new, through_agenda, walk


def test_a_position_is_the_seats_knowledge() -> None:
    match = through_agenda(new())
    position = Position(match, "uk")
    assert (position.seat, position.decision, position.rule, position.about) == ("uk", "advance_card", "5.22", {})
    assert position.options == match.options("uk") and position.view == match.view("uk")
    assert position.events == match.told("uk") != match.told("us")
    assert position.preview(position.options[0]) is None


def test_worlds_imagined_from_a_position_are_the_same_for_the_same_seed() -> None:
    match = through_agenda(new())
    position = Position(match, "uk")
    first, second = position.imagine(seed_from(1)), position.imagine(seed_from(2))
    assert first.digest() == position.imagine(seed_from(1)).digest() != second.digest()
    assert walk(first, 10_000).over


def test_a_seat_that_is_not_asked_has_no_position() -> None:
    with pytest.raises(KeyError):
        Position(through_agenda(new()), "us")


def test_the_random_bot_plays_every_option() -> None:
    position = Position(new(), "uk")
    rng = Random(1)
    assert {RandomBot().choose(position, rng) for _ in range(200)} == set(position.options)


def test_bots_by_name() -> None:
    assert isinstance(make_bot(GAME, "random"), RandomBot)
    with pytest.raises(SetupError, match="miniature has no bot 'marshal'; it has random"):
        make_bot(GAME, "marshal")
