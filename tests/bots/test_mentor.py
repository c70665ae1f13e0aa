"""The mentor finds fault with what is clearly worse, with nothing a marshal might choose, and by nothing a seat cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.kernel.miniature import GAME as MINIATURE

from casusbelli.bots import make_bot, mentor, rehearsal
from casusbelli.bots.mentor import verdict
from casusbelli.game import Match, Position
from casusbelli.kernel import Choice, seed_from
from casusbelli.testkit import load_game


def war_at(seed: str, choices: int) -> tuple[Match[Any], Position]:
    """A war between officers after so many choices, at the next choice about cards of which more than one is judged."""
    game = load_game("fog_of_war")
    mind = rehearsal.mind_of(game)
    assert mind is not None
    match: Match[Any] = Match.new(game, None, {}, seed_from(seed), record=False)
    bot, rng = make_bot(game, "officer"), Random(seed)
    while True:
        seat = next(iter(match.asked()))
        position = Position(match, seat)
        judged = sum(mind.tells(position.decision, choice) for choice in position.options)
        if len(match.entries) >= choices and position.decision == "choose_action" and len(position.options) > 5 and judged > 1:
            return match, position
        match.act(seat, bot.choose(position, rng))


def test_what_a_marshal_would_choose_is_never_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mentor, "rehearse", lambda position, choice, world: 0.5)
    _, position = war_at("mentor", 60)
    assert verdict(position, make_bot(position.game, "marshal").choose(position, Random(0)), Random(1)) is None


def unlike(position: Position) -> tuple[Choice, Choice]:
    """A marshal's choice, and one that is judged and not his."""
    mind = rehearsal.mind_of(position.game)
    assert mind is not None
    best = make_bot(position.game, "marshal").choose(position, Random(0))
    return best, next(each for each in position.options if each != best and mind.tells(position.decision, each))


@pytest.mark.parametrize(("gain", "marked"), [(0.2, True), (0.01, False), (-0.2, False)])
def test_only_a_clear_gain_is_marked(monkeypatch: pytest.MonkeyPatch, gain: float, marked: bool) -> None:
    _, position = war_at("mentor", 60)
    best, other = unlike(position)
    worth = {best: 0.5 + gain, other: 0.5}
    monkeypatch.setattr(mentor, "rehearse", lambda position, choice, world: worth[choice])
    found = verdict(position, other, Random(1))
    assert (found is not None) == marked
    if found is not None:
        assert found.better == best and found.gain == pytest.approx(gain) and found.why


def test_a_gain_by_luck_is_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same mean gain, once in every world and once in one of eight: only the first is sure."""
    _, position = war_at("mentor", 60)
    best, other = unlike(position)
    monkeypatch.setattr(mentor, "rehearse", lambda position, choice, world: float(choice == best and world[0] < 32) / 2)
    assert verdict(position, other, Random(1)) is None


def test_looks_and_bluffs_are_not_judged() -> None:
    mind = rehearsal.mind_of(load_game("fog_of_war"))
    assert mind is not None
    assert not mind.tells("intel_step", ("look", "board"))
    assert not mind.tells("choose_action", ("create_operation", "paris", "decoy"))
    assert mind.tells("choose_action", ("create_operation", "paris", "army_2"))


def test_stakes_in_political_boxes_are_not_judged() -> None:
    game = load_game("triumph_of_chaos")
    mind = rehearsal.mind_of(game)
    assert mind is not None and rehearsal.can_rehearse(game, "introductory_1918")
    assert not mind.tells("pol_allocate", ("allocate", "white_54", "red"))
    assert mind.tells("choose_action", ("ops", "white_05"))


def test_a_game_without_a_mind_is_not_judged() -> None:
    match: Match[Any] = Match.new(MINIATURE, None, {}, seed_from(1), record=False)
    seat = next(iter(match.asked()))
    position = Position(match, seat)
    assert rehearsal.mind_of(MINIATURE) is None
    assert verdict(position, position.options[0], Random(1)) is None


def test_the_mentor_knows_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a twin world, where all that the seat cannot know is different, it says the same to the last figure."""
    monkeypatch.setattr(mentor, "WORLDS", 4)
    monkeypatch.setattr(mentor, "AT_LEAST", 2)
    monkeypatch.setattr(mentor, "CLEAR", -1.0)  # it has something to say of everything
    monkeypatch.setattr(mentor, "SURE", -100.0)
    for choices in (40, 90, 140):
        match, position = war_at(f"twin {choices}", choices)
        _, other = unlike(position)
        twin = match.fork(position.seat, seed_from("another world"))
        told = verdict(position, other, Random(2), seconds=60)
        assert told is not None
        assert verdict(Position(twin, position.seat), other, Random(2), seconds=60) == told
