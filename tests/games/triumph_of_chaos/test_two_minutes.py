"""Option two_minute_rule: who takes too long over a box has its cards chosen by chance."""

from __future__ import annotations

import pytest

from casusbelli.game import Match, verify
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.state import Chaos
from casusbelli.kernel import Illegal, seed_from


def at_a_choice(*, limited: bool, least: int = 2, seed: int = 0) -> tuple[Match[Chaos], str]:
    """A match whose first open box gives somebody at least so many cards to choose."""
    for n in range(seed, seed + 200):
        options = {"two_minute_rule": limited, "bid_for_sides": False}
        match = Match.new(GAME, "introductory_1918", options, seed_from(n))
        while not match.over:
            seat, question = next(iter(match.asked().items()))
            if question.decision == "pol_choose_pc":
                revealed = [event for event in match.told(None) if event.kind == "box_revealed"][-1]
                if revealed.params["choose"] >= least:
                    return match, seat
                break
            choice = question.options[n % len(question.options)]
            match.act(seat, choice)
    raise AssertionError("nobody may choose so many cards")


def test_all_choices_of_a_box_share_two_minutes() -> None:
    match, seat = at_a_choice(limited=True)
    first = match.asked()[seat].limit
    assert first is not None and first.seconds == 120
    match.act(seat, match.options(seat)[0])
    assert match.asked()[seat].limit == first


def test_too_late_means_that_all_cards_of_the_box_are_drawn() -> None:
    match, seat = at_a_choice(limited=True)
    first = match.options(seat)[0]
    match.act(seat, first)
    if match.asked()[seat].decision == "pol_declare_bonus":
        match.act(seat, ("keep_silent",))
    revealed = [event for event in match.told(None) if event.kind == "box_revealed"][-1]
    match.lapse(seat)
    told = [event.kind for event in match.told(seat)]
    assert "time_is_up" in told
    g = match.state
    box = ("red", "white", "other").index(str(revealed.params["box"]))
    assert len(g.pc_box[box]) == revealed.params["choose"] + revealed.params["draw"]
    assert set(g.pc_by[box]) == {0}
    assert len(set(g.pc_deck[box]) | set(g.pc_box[box])) == len(g.pc_deck[box]) + len(g.pc_box[box])


def test_without_the_option_nothing_lapses() -> None:
    match, seat = at_a_choice(limited=False)
    with pytest.raises(Illegal):
        match.lapse(seat)


def test_a_match_with_a_lapse_replays() -> None:
    match, seat = at_a_choice(limited=True)
    match.lapse(seat)
    while not match.over:
        asked, question = next(iter(match.asked().items()))
        match.act(asked, question.options[len(match.entries) % len(question.options)])
    assert verify(GAME, match.journal(marks=True)).ok
