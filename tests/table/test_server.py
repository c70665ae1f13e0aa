"""Starting: settings from the environment, errors in one line, and the load generator against a real process."""

from __future__ import annotations

import socket
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from casusbelli.game import registry
from casusbelli.table import ServeError, SettingsError, StoreError, serve
from casusbelli.table.guard import LOOPBACK
from casusbelli.table.loadpairs import median_within, run_pairs
from casusbelli.table.loadtest import LoadError, run
from casusbelli.table.schema import metadata
from casusbelli.table.server import settings_for
from casusbelli.table.settings import Rate, Settings, default_database, from_environment

from .tablekit import forget_games


def test_every_setting_can_come_from_the_environment() -> None:
    assert from_environment({}) == Settings()
    found = from_environment(
        {
            "CASUS_DATABASE": "here.sqlite",
            "CASUS_HOSTS": "play.example, www.play.example",
            "CASUS_BOT_PAUSE": "0.1",
            "CASUS_BOT_PROCESSES": "0",
            "CASUS_LINE_RATE": "5/10",
            "CASUS_POST_RATE": "3",
            "CASUS_OTHER": "ignored",
        }
    )
    assert found == Settings(
        database="here.sqlite",
        hosts=("play.example", "www.play.example"),
        bot_pause=0.1,
        bot_processes=0,
        line_rate=Rate(5, 10),
        post_rate=Rate(3, 3),
    )


@pytest.mark.parametrize(
    ("name", "value"), [("CASUS_BOT_PAUSE", "soon"), ("CASUS_LINE_RATE", "fast/slow"), ("CASUS_BOT_PROCESSES", "1.5")]
)
def test_a_wrong_setting_is_said_in_one_line(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        from_environment({name: value})
    assert "\n" not in str(refused.value)


def test_a_server_for_this_machine_answers_to_its_names_alone() -> None:
    assert settings_for("127.0.0.1", Settings()).hosts == LOOPBACK
    assert settings_for("0.0.0.0", Settings()).hosts == ()
    assert settings_for("127.0.0.1", Settings(hosts=("play.example",))).hosts == ("play.example",)


def test_matches_are_kept_in_the_players_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "casus-belli" / "matches.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_database().is_relative_to(Path.home())


def test_a_port_that_is_taken_and_a_database_that_is_none_are_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ServeError, match="cannot listen"):
            serve("127.0.0.1", taken.getsockname()[1], str(tmp_path / "matches.sqlite"))
    with pytest.raises(StoreError, match="cannot open"):
        serve("127.0.0.1", 0, str(tmp_path))


def test_the_schema_speaks_postgresql() -> None:
    told = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in metadata.sorted_tables]
    assert len(told) == len(metadata.tables) and all("CREATE TABLE" in one for one in told)


def test_the_load_generator_measures_a_real_server() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", entry_points)
        forget_games()
        report = run(tables=2, seconds=1.0, rate=100)
    forget_games()
    assert report["choices"] > 0 and report["p50_ms"] <= report["p95_ms"] <= report["p99_ms"] <= report["max_ms"]
    assert report["tables"] == 2 and report["game"] == "fog_of_war" and report["matches"] >= 2


def test_two_trees_are_measured_in_turn() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", entry_points)
        forget_games()
        report = run_pairs(Path(__file__).parents[2], tables=2, rounds=2)
    forget_games()
    low, high = report["speed"]["within"]
    assert report["rounds"] == 2 and 0 < low <= report["speed"]["median"] <= high
    assert all(rate > 0 for rate in report["choices_per_second"])


def test_what_is_no_checkout_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no checkout"):
        run_pairs(tmp_path)


def test_the_interval_of_a_median_is_that_of_the_sign_test() -> None:
    """As in the usual tables: of 6 values the outermost, of 20 the sixth from either end, of 40 the fourteenth."""
    for count, nth in ((6, 1), (20, 6), (40, 14)):
        values = [float(n) for n in range(1, count + 1)]
        assert median_within(values[::-1]) == (nth, count + 1 - nth)
