"""Habits over many games: the same figures however they are played, and intervals over games, not occasions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.kernel.miniature import GAME
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.cli.habits import everywhere, figure
from casusbelli.game import Habit, Habits
from casusbelli.game.registry import installed
from casusbelli.kernel import SetupError
from casusbelli.lab.habits import Counted, count_game, count_through, habits_of, table
from casusbelli.lab.play import GamePlan
from casusbelli.lab.simulate import series_of
from casusbelli.lab.stats import ratio, wilson
from casusbelli.testkit import load_game

MINIATURE = "tests.kernel.miniature:GAME"
PLAN = GamePlan(MINIATURE, "short", {}, "1", ("random",) * 3)


def played(n: int, **told: object) -> Counted:
    """A game in which so much was counted."""
    return msgspec.convert({"plan": {**msgspec.to_builtins(PLAN), "seed": str(n)}, **told}, Counted)


def test_a_share_is_of_all_occasions_and_its_interval_of_games() -> None:
    alike, apart = [(5.0, 10.0)] * 20, [(10.0, 10.0), (0.0, 10.0)] * 10
    assert ratio(alike) == (0.5, 0.5, 0.5)
    value, low, high = ratio(apart)
    assert value == 0.5
    assert low < 0.3 and high > 0.7, "two hundred occasions, but twenty games"
    assert ratio([(1.0, 1.0), (3.0, 1.0)])[0] == 2.0
    assert ratio([]) == (0.0, 0.0, 0.0)


def test_what_was_never_seen_may_still_happen() -> None:
    assert ratio([(0.0, 30.0)] * 100)[:2] == (0.0, 0.0)
    assert 0.03 < ratio([(0.0, 30.0)] * 100)[2] < 0.04
    assert ratio([(2.0, 2.0)] * 100) == (1.0, wilson(100, 100)[0], 1.0)


def test_the_table_has_a_row_for_every_habit_and_whom_it_concerns() -> None:
    habits = (Habit("late", "late"), Habit("plays", "plays", "mean"), Habit("opening", "openings", "different"))
    games = [
        played(0, counts={"late": {"a": [1, 4], "b": [0, 1]}, "plays": {"": [3, 1]}}, words={"opening": {"a": "x"}}),
        played(1, counts={"late": {"a": [1, 4]}, "plays": {"": [5, 1]}}, words={"opening": {"a": "x"}}),
        played(2, counts={"late": {"a": [2, 2]}}, words={"opening": {"a": "y"}}),
        played(3, counts={"late": {"a": [9, 9]}}, error="KeyError: 'nothing'"),
    ]
    late, other, plays, openings = table(habits, games)
    assert (late["who"], late["value"], late["hits"], late["of"], late["games"]) == ("a", 0.4, 4, 10, 3)
    assert (other["who"], other["value"], other["games"]) == ("b", 0, 1)
    assert (other["low"], other["high"]) == pytest.approx(wilson(0, 1), abs=1e-4)
    assert plays["value"] == 4 and plays["low"] < 4 < plays["high"]
    assert (openings["value"], openings["most"], openings["games"], openings["low"]) == (2, 2, 3, None)
    assert [figure(row) for row in (late, openings, None)] == [
        f"40.0 % ({100 * late['low']:.1f}–{100 * late['high']:.1f}) of 10",
        "2 of 3",
        "–",
    ]
    assert figure(plays).startswith("4.00 (")


def test_every_game_counts_habits_and_says_what_they_are() -> None:
    for game in installed():
        habits = habits_of(game)
        assert len({habit.key for habit in habits}) == len(habits) >= 5
        assert all(habit.label for habit in habits)


def test_a_game_that_counts_none_says_so() -> None:
    assert Habits[object].habits == () and GAME.habits().counts == {}  # type: ignore[type-var]
    with pytest.raises(SetupError, match="counts no habits"):
        habits_of(MINIATURE)


def test_counting_changes_no_game_and_a_ledger_goes_on(tmp_path: Path) -> None:
    plans = series_of("fog_of_war", None, {}, ["recruit", "recruit"], 3, "habits").plans()
    whole = list(count_through(plans, 1))
    ledger = tmp_path / "ledger.jsonl"
    first = list(count_through(plans[:2], 1, ledger))
    again = list(count_through(plans, 1, ledger))
    assert first == whole[:2] and again == whole
    assert len(ledger.read_bytes().splitlines()) == 3
    assert all(game.counts and set(game.words["set_ups"]) == {"axis", "allied"} for game in whole)


@pytest.mark.parametrize("game", ["churchill", "wunderwaffen", "triumph_of_chaos"])
def test_whole_games_count_only_what_is_declared(game: str) -> None:
    scenario = load_game(game).info.scenario({"churchill": "training"}.get(game))
    counted = count_game(GamePlan(game, scenario.id, {}, "habits", ("recruit",) * len(scenario.seats)))
    declared = {habit.key: habit.kind for habit in habits_of(game)}
    assert not counted.error
    assert set(counted.counts) <= set(declared) and set(counted.words) <= set(declared)
    assert all(declared[key] == "different" for key in counted.words)
    for key, row in counted.counts.items():
        if declared[key] == "share":
            assert all(0 <= hits <= of for hits, of in row.values()), key


def test_the_command_tells_two_lots_on_the_same_deals(tmp_path: Path) -> None:
    picture = tmp_path / "habits.png"
    words = ["habits", "fog_of_war", "--bots", "recruit", "--beside", "officer,recruit", "--games", "2", "--plot", str(picture)]
    told = msgspec.json.decode(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    assert told["lots"] == [["recruit", "recruit"], ["officer", "recruit"]]
    assert told["games"] == 2 and told["errors"] == 0
    assert {(row["lot"], row["habit"]) for row in told["rows"]} >= {(n, "expired") for n in (0, 1)}
    assert picture.read_bytes().startswith(b"\x89PNG")
    shown = CliRunner().invoke(app, [*words[:4], "--games", "2"], catch_exceptions=False).stdout
    assert "operations that expire" in shown and "different set-ups (axis)" in shown
    assert everywhere(["a"], 3) == ["a", "a", "a"] and everywhere(["a", "b"], 2) == ["a", "b"]


def test_the_same_bots_are_not_told_beside_themselves() -> None:
    done = CliRunner().invoke(app, ["habits", "fog_of_war", "--bots", "recruit", "--beside", "recruit,recruit", "--games", "1"])
    assert isinstance(done.exception, SetupError) and "the same bots again" in str(done.exception)
