"""The lab: the same seed gives the same figures, whoever does the counting."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.kernel.miniature import GAME, SEATS

from casusbelli.game import Journal, verify
from casusbelli.kernel import SetupError
from casusbelli.lab.arena import arena_of, standings
from casusbelli.lab.bench import bench_game
from casusbelli.lab.cluster import Cluster
from casusbelli.lab.ledger import play_through
from casusbelli.lab.parallel import in_order
from casusbelli.lab.play import GamePlan, Record, play_game
from casusbelli.lab.plots import check_plot, plot_arena, plot_balance
from casusbelli.lab.simulate import Series, series_of, summary
from casusbelli.lab.stats import wilson

MINIATURE = "tests.kernel.miniature:GAME"


def series(games: int = 6, seed: str = "1", scenario: str | None = "short") -> Series:
    return series_of(MINIATURE, scenario, {}, None, games, seed)


def simulated(wanted: Series, jobs: int = 1) -> dict[str, Any]:
    return summary(wanted, in_order(play_game, wanted.plans(), jobs), 2.0)


def test_a_series_counts_games_decisions_wins_and_scores() -> None:
    told = simulated(series())
    assert told["games"] == 6 and told["errors"] == 0 and told["bots"] == ["random"] * 3
    assert sum(told["wins"].values()) + told["draws"] == 6 and set(told["wins"]) == set(SEATS)
    assert set(told["mean_score"]) == set(SEATS) and told["endings"] == {"points": 6}
    assert told["wins_by_ending"] == {"points": told["wins"]}
    assert told["decisions_per_second"] == told["decisions"] / 2
    assert told["mean_decisions_per_game"] == round(told["decisions"] / 6, 1)


def test_the_same_seed_gives_the_same_figures_with_any_number_of_processes() -> None:
    assert simulated(series()) == simulated(series(), jobs=2)
    assert simulated(series())["decisions"] != simulated(series(seed="2"))["decisions"]


def test_an_error_in_a_rule_is_counted_and_named() -> None:
    wanted = series_of("tests.testkit.broken:GAME_Raises", None, {}, None, 3, "1")
    told = summary(wanted, in_order(play_game, wanted.plans(), 1), 1.0)
    assert told["errors"] == 3 and told["decisions"] == 0
    assert told["failures"][0] == {"seed": "1/0", "error": "KeyError: 'nothing'"}


def test_journals_of_a_series_verify(tmp_path: Path) -> None:
    for plan in series(2).plans(tmp_path):
        play_game(plan)
        assert verify(GAME, Journal.load(Path(plan.journal))).ok
    assert len(list(tmp_path.iterdir())) == 2


def test_wrong_bots_are_refused() -> None:
    with pytest.raises(SetupError, match="needs 3 bots, for uk, ussr, us; 2 are named"):
        series_of(MINIATURE, None, {}, ["random", "random"], 1, "1")
    with pytest.raises(SetupError, match="no bot 'marshal'"):
        series_of(MINIATURE, None, {}, ["random", "random", "marshal"], 1, "1")
    with pytest.raises(SetupError, match="needs at least 3 bots; 1 are named"):
        arena_of(MINIATURE, None, {}, ["random"], 1, "1")


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (388, 400, 0.9483, 0.9828)],
)
def test_wilsons_interval(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


# -- the arena -------------------------------------------------------------------------------------------------------


def test_every_table_plays_every_seed_in_every_rotation_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    from casusbelli.bots import RandomBot

    monkeypatch.setattr(type(GAME), "bots", lambda self: {"officer": RandomBot})
    arena = arena_of(MINIATURE, "short", {}, ["officer", "random", "random"], 7, "5")
    plans = arena.plans()
    assert arena.games == len(plans) == 9
    assert [plan.seed for plan in plans] == ["5/0"] * 3 + ["5/1"] * 3 + ["5/2"] * 3
    assert {plan.bots.index("officer") for plan in plans[:3]} == {0, 1, 2}
    equals = arena_of(MINIATURE, "short", {}, ["random"] * 3, 3, "5").plans()
    assert [plan.seed for plan in equals] == ["5/0", "5/1", "5/2"]  # else the same game would be counted three times


def test_more_bots_than_seats_meet_in_every_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    from casusbelli.bots import RandomBot

    monkeypatch.setattr(type(GAME), "bots", lambda self: dict.fromkeys(("recruit", "officer", "marshal"), RandomBot))
    arena = arena_of(MINIATURE, "short", {}, ["recruit", "officer", "marshal", "random"], 3, "5")
    tables = arena.plans()
    assert len(arena.tables()) == 4 and len(tables) == 12
    assert [plan.bots for plan in tables[:3]] == [
        ("recruit", "officer", "marshal"),
        ("officer", "marshal", "recruit"),
        ("marshal", "recruit", "officer"),
    ]


def test_games_that_were_stopped_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a ledger has is not played again, a line that was cut off is; the end is the same."""
    plans = arena_of(MINIATURE, "short", {}, ["random"] * 3, 4, "5").plans()
    ledger = tmp_path / "deep" / "games.jsonl"
    whole = [game.winners for game in play_through(plans, 1, ledger)]
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    played: list[GamePlan] = []

    def play(plan: GamePlan) -> Record:
        played.append(plan)
        return play_game(plan)

    monkeypatch.setattr("casusbelli.lab.ledger.play_game", play)
    assert [game.winners for game in play_through(plans, 1, ledger)] == whole == [play_game(plan).winners for plan in plans]
    assert played == plans[2:]
    assert len(ledger.read_bytes().splitlines()) == len(plans)


def record(bots: tuple[str, str], *winners: str, ending: str = "end") -> Record:
    plan = GamePlan("duel", "s", {}, "1/0", bots)
    return Record(plan, 10, tuple(winners), ending, {}, [4, 6], [0.4, 0.3])


def test_standings_by_bot_by_seat_and_against_each_other() -> None:
    arena = arena_of(MINIATURE, "short", {}, ["random"] * 3, 3, "5")
    duel = type(arena)("duel", "s", {}, ("axis", "allied"), ("strong", "weak"), 4, "1")
    games = [
        record(("strong", "weak"), "axis"),
        record(("weak", "strong"), "allied"),
        record(("strong", "weak"), "allied"),
        record(("weak", "strong"), ending="draw"),
    ]
    told = standings(duel, games, 1.0)
    strong, weak = told["bots"]["strong"], told["bots"]["weak"]
    assert (strong["games"], strong["wins"], strong["draws"], strong["losses"]) == (4, 2, 1, 1)
    assert (weak["wins"], weak["draws"], weak["losses"]) == (1, 1, 2)
    assert (strong["low"], strong["high"]) == pytest.approx(wilson(2, 4), abs=1e-4)
    assert (told["seats"]["axis"]["wins"], told["seats"]["allied"]["wins"]) == (1, 2)
    assert told["against"]["strong"]["weak"]["wins"] == 2 and told["against"]["weak"]["strong"]["wins"] == 1
    assert told["wins_by_ending"] == {"draw": {"axis": 0, "allied": 0}, "end": {"axis": 1, "allied": 2}}
    assert strong["choices"] == 4 + 6 + 4 + 6 and strong["mean_ms_per_choice"] == pytest.approx(1000 * 1.4 / 20)


def test_an_arena_is_the_same_with_any_number_of_processes() -> None:
    arena = arena_of(MINIATURE, "short", {}, ["random"] * 3, 6, "5")

    def wins(jobs: int) -> list[tuple[str, ...]]:
        return [record.winners for record in in_order(play_game, arena.plans(), jobs)]

    assert wins(1) == wins(2)


# -- measuring and drawing -------------------------------------------------------------------------------------------


def test_a_bench_has_every_figure() -> None:
    told = bench_game(MINIATURE, 0.05)
    expected = {"decisions_per_second", "games_per_second", "clone_us", "view_us", "encode_us", "decode_us", "state_bytes"}
    assert expected | {"replay_ms", "imagine_us"} <= told.keys()
    assert all(value > 0 for key, value in told.items() if key != "game")


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_pictures(tmp_path: Path, suffix: str, magic: bytes) -> None:
    arena = arena_of(MINIATURE, "short", {}, ["random"] * 3, 3, "5")
    plot_arena(standings(arena, in_order(play_game, arena.plans(), 1), 1.0), tmp_path / f"arena.{suffix}")
    plot_balance(simulated(series()), tmp_path / f"balance.{suffix}")
    assert all(path.read_bytes().startswith(magic) for path in tmp_path.iterdir())
    assert len(list(tmp_path.iterdir())) == 2


def test_a_picture_that_cannot_be_drawn_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"a \.png or \.svg file, not plot.bmp"):
        check_plot(tmp_path / "plot.bmp")
    with pytest.raises(SetupError, match="there is no folder"):
        check_plot(tmp_path / "nowhere" / "plot.png")


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("nowhere", "HOST:PORT or ray://HOST:PORT, not 'nowhere'"),
        ("127.0.0.1:1", "no Ray cluster at 127.0.0.1:1"),
        ("ray://:x", "not"),
    ],
)
def test_a_cluster_that_is_not_there_is_told_at_once(address: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))  # Ray itself is not needed to see that nobody answers
    with pytest.raises(SetupError, match=line):
        Cluster(address)


def test_without_ray_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match=r"pip install 'casus-belli\[ray\]'"):
        Cluster("local")
