"""Habits are counted as they happen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.counting import Watched

from casusbelli.game import Match
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.state import Played
from casusbelli.kernel import Event, Result, seed_from

from . import positions
from .positions import UK, US, USSR


def game() -> Watched:
    return Watched(Match.new(GAME, "tournament", seed=seed_from(1), record=True))


def told(counted: Watched, kind: str, **params: Any) -> None:
    counted.habits.happened(counted.match.state, Event(kind, params=params))


def test_the_eastern_front_is_counted_conference_by_conference() -> None:
    counted = game()
    told(counted, "front_rolled", front="eastern_front", support=3, success=True)
    told(counted, "front_stopped", front="eastern_front", support=0, why="strength")
    told(counted, "front_stopped", front="western_front", support=0, why="strength")
    assert [counted.of(key) for key in ("east_supplied", "east_advanced", "east_stopped")] == [(1, 2), (1, 2), (1, 2)]


def test_alignments_forfeited_of_those_won() -> None:
    counted = game()
    told(counted, "gained", power=UK, alignments=1, networks=0)
    told(counted, "pol_mil_activated", power=UK, alignments=3, networks=1)
    told(counted, "forfeited", power=UK, marker="alignment", count=2)
    told(counted, "forfeited", power=UK, marker="network", count=2)
    assert counted.of("forfeited") == (2, 4)


@pytest.mark.parametrize(("leading", "winner", "handed"), [(US, US, 1), (US, UK, 0), (USSR, US, 0)])
def test_a_debate_that_gives_the_issue_to_who_leads_the_speaker(leading: str, winner: str, handed: int) -> None:
    """The USSR speaks, the UK debates; the US win the issue, and lead the USSR or do not."""
    g = positions.Position("tournament").aligned(denmark=leading, greece=leading, persia=leading).g
    counted = Watched(Match.of(GAME, g, scenario="tournament"))
    counted.match.state.floor = [Played(USSR, "litvinov", "advance", "abomb_research", 3, [], ("", 0), (USSR, 3))]
    told(counted, "debated", power=UK, issue="abomb_research", discard="")
    told(counted, "issue_kept", power=winner, issue="abomb_research")
    told(counted, "conference_won", power=US, issues={})
    assert counted.of("handed_on") == (handed, 1)


def test_leaders_are_counted_by_what_they_are_used_for() -> None:
    counted = game()
    told(counted, "advanced", power=US, issue="abomb_research", discard="byrnes")
    told(counted, "advanced", power=US, issue="abomb_research", discard="")
    told(counted, "leader_committed", power=UK, tied=[UK, US])
    told(counted, "conference_won", power=US, issues={})
    told(counted, "conference_won", power=US, issues={})
    assert [counted.of("leaders", how) for how in ("speak", "debate", "break a tie")] == [(1, 2), (0, 2), (1, 2)]


def test_endings_and_wins() -> None:
    counted = game()
    counted.habits.over(counted.match.state, Result((UK,), "negotiated_peace"))
    assert counted.of("endings", "negotiated peace") == counted.of("wins", UK) == (1, 1)
    assert counted.of("endings", "allied victory") == counted.of("wins", US) == (0, 1)
