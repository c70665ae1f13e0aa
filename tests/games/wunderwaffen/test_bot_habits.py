"""What a person saw through after two games, each habit on a prepared position or counted over whole games."""

from __future__ import annotations

import pytest

from casusbelli.games.wunderwaffen import GAME
from casusbelli.kernel import SetupError
from casusbelli.lab.play import GamePlan, play_game
from casusbelli.lab.veterans import lab_bot

VETERAN = "marshal@41046de"


def test_the_marshal_of_earlier_days_plays_under_the_rules_of_today() -> None:
    """docs/bots.md measures against it: it must find what it imports, and its choices must be legal."""
    try:
        lab_bot(GAME, VETERAN)
    except SetupError as refused:
        if "needs the project's history" in str(refused):
            pytest.skip("a shallow checkout does not have that revision")
        raise
    record = play_game(GamePlan("wunderwaffen", "two_players", {}, "veteran", ("recruit", VETERAN)))
    assert record.error == ""
