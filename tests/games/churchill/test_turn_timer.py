"""4.6, option turn_timer: who takes too long over a placement leaves it to the power on the left."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.game import Match, Position, verify
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.content import LEFT_OF
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import Illegal, seed_from

PLACEMENTS = {"place_directed_offensive", "alloc_free", "alloc_card", "network_place", "alignment_place"}


def until(match: Match[Churchill], decision: str, rng: Random) -> str:
    """Play at random until somebody is asked this; who."""
    while not match.over:
        seat, question = rng.choice(sorted(match.asked().items()))
        if question.decision == decision:
            return seat
        match.act(seat, rng.choice(question.options))
    raise AssertionError(f"nobody is ever asked {decision}")


def begun(*, timer: bool = True) -> Match[Churchill]:
    return Match.new(GAME, "training", {"turn_timer": timer}, seed_from(5))


@pytest.mark.parametrize("decision", ["alloc_free", "network_place", "place_directed_offensive"])
def test_the_power_on_the_left_makes_that_single_placement(decision: str) -> None:
    match, rng = begun(), Random(4)
    late = until(match, decision, rng)
    limit = match.asked()[late].limit
    assert limit is not None and limit.seconds == 60
    options = list(match.options(late))
    match.lapse(late)
    neighbour = LEFT_OF[late]
    question = match.asked()[neighbour]
    assert question.decision == decision and question.options == options
    assert question.about is not None and question.about["owner"] == late
    assert match.view(None)["handed"] == late
    assert question.limit is None
    match.preview(neighbour, options[0])
    match.act(neighbour, options[0])
    assert match.state.handed is None


def test_a_network_placed_by_the_neighbour_is_the_owners() -> None:
    match, rng = begun(), Random(4)
    late = until(match, "network_place", rng)
    place = next(option for option in match.options(late) if option[0] == "place")
    match.lapse(late)
    match.act(LEFT_OF[late], place)
    assert match.state.networks[str(place[1])][0] == late


def test_hidden_cards_are_never_handed_over() -> None:
    match, rng = begun(), Random(2)
    limited = set()
    for _ in range(400):
        if match.over:
            break
        seat, question = rng.choice(sorted(match.asked().items()))
        if question.limit is not None:
            limited.add(question.decision)
        match.act(seat, rng.choice(question.options))
    assert limited
    assert limited <= {*PLACEMENTS, "alloc_bonus", "alloc_directed", "directed_order"}


def test_every_placement_has_a_clock_of_its_own() -> None:
    match, rng = begun(), Random(4)
    late = until(match, "alloc_free", rng)
    first = match.asked()[late].limit
    match.act(late, match.options(late)[0])
    assert next(iter(match.asked().values())).limit != first


def test_without_the_option_nothing_lapses() -> None:
    match = begun(timer=False)
    late = until(match, "alloc_free", Random(4))
    with pytest.raises(Illegal):
        match.lapse(late)


@pytest.mark.parametrize("grade", ["recruit", "officer", "marshal"])
@pytest.mark.parametrize("decision", ["alloc_free", "network_place"])
def test_a_bot_places_for_a_late_neighbour(grade: str, decision: str) -> None:
    match, rng = begun(), Random(4)
    late = until(match, decision, rng)
    match.lapse(late)
    neighbour = LEFT_OF[late]
    choice = GAME.bots()[grade]().choose(Position(match, neighbour), Random(1))
    assert choice in match.options(neighbour)


def test_a_match_with_lapses_replays() -> None:
    match, rng = begun(), Random(9)
    lapses = 0
    while not match.over:
        seat, question = rng.choice(sorted(match.asked().items()))
        if question.limit is not None and rng.random() < 0.2:
            match.lapse(seat)
            lapses += 1
        else:
            match.act(seat, rng.choice(question.options))
    assert lapses > 3
    assert verify(GAME, match.journal(marks=True)).ok
