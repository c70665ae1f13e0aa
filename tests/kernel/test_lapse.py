"""Questions with a time limit: what happens when the time is up."""

from __future__ import annotations

import pytest

from casusbelli.game import Match, verify
from casusbelli.kernel import LAPSE, Illegal

from .miniature import GAME, Table
from .playing import everything, new, through_agenda, walk


def at_a_debate() -> Match[Table]:
    """A match in which the second seat may debate for a second."""
    match = through_agenda(new(1, hurry=True))
    match.act("uk", match.options("uk")[0])
    match.act("uk", match.options("uk")[0])
    assert match.asked()["ussr"].decision == "debate"
    return match


def test_a_lapsed_question_is_answered_and_the_rule_goes_on() -> None:
    match = at_a_debate()
    hand = list(match.state.hands["ussr"])
    match.lapse("ussr")
    assert match.entries[-1] == ("ussr", LAPSE)
    assert match.state.hands["ussr"] == hand
    assert match.asked()["us"].decision == "debate"


def test_nobody_can_choose_to_lapse() -> None:
    match = at_a_debate()
    before = everything(match)
    with pytest.raises(Illegal, match="not on offer"):
        match.act("ussr", LAPSE)
    assert everything(match) == before


def test_what_has_no_limit_never_lapses() -> None:
    match = through_agenda(new(1, hurry=True))
    before = everything(match)
    for seat in ("uk", "us"):
        with pytest.raises(Illegal, match="could lapse"):
            match.lapse(seat)
    assert everything(match) == before
    assert through_agenda(new(1)).asked()["uk"].limit is None


def test_a_lapse_cannot_be_taken_back() -> None:
    match = at_a_debate()
    match.lapse("ussr")
    assert not match.can_undo("ussr")
    assert not match.undo("uk")


def test_journals_copies_and_restored_matches_know_of_it() -> None:
    match = at_a_debate()
    match.lapse("ussr")
    walk(match, 10_000)
    assert match.over
    journal = match.journal(marks=True)
    assert verify(GAME, journal).ok
    assert Match.restore(GAME, journal).digest() == match.digest()
    again = at_a_debate()
    again.lapse("ussr")
    assert again.clone().digest() == again.digest()
