"""What the strategist would do otherwise is judged in worlds that it did not think in."""

from __future__ import annotations

import msgspec
import pytest
from typer.testing import CliRunner

from casusbelli.bots import search
from casusbelli.cli.app import app
from casusbelli.game import Position
from casusbelli.kernel import Choice, SetupError
from casusbelli.lab import switches
from casusbelli.lab.switches import Plan, Thought, outcome, thoughts


def test_the_gain_is_what_fresh_worlds_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever searches finds the luck of his worlds; other worlds know nothing of it."""
    firsts: dict[str, Choice] = {}

    def lucky(position: Position, choice: Choice, world: bytes) -> float:
        return 0.5 if choice == firsts.setdefault(str(position.options), choice) else 0.6

    monkeypatch.setattr(search, "rehearse", lucky)
    monkeypatch.setattr(switches, "rehearse", lambda position, choice, world: 0.5)
    words = ["switches", "fog_of_war", "--positions", "4", "--worlds", "2", "--fresh", "2", "--json"]
    told = msgspec.json.decode(CliRunner().invoke(app, words, catch_exceptions=False).stdout)
    assert told["positions"] == 4 and told["switched"] >= 1
    assert told["claimed"] == pytest.approx(0.1) and told["gained"] == 0.0


def test_what_came_of_it_is_counted_where_the_choice_was_left() -> None:
    told = outcome([Thought(0.2), Thought(0.4, True, 0.1, 0.05), Thought(0.3, True, 0.2, -0.01)])
    assert (told.positions, told.switched, told.claimed, told.gained, told.seconds) == (3, 2, 0.15, 0.02, 0.3)
    assert told.doubt == pytest.approx(0.03)


def test_a_scenario_without_chances_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switches, "can_rehearse", lambda game, scenario: False)
    with pytest.raises(SetupError, match="no chances"):
        next(thoughts(Plan("churchill", "campaign", 1, 2, 1, 1, 1, "1")))
