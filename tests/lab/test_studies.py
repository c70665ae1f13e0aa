"""Studies: intervals that hold whenever one looks, games that are neither lost nor doubled, tables that say what was played."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.kernel import SetupError
from casusbelli.lab import ratings, runs, studies
from casusbelli.lab.parallel import Hands
from casusbelli.lab.stats import always_about, always_within, wilson
from casusbelli.lab.stories import Story

MINIATURE = "tests.kernel.miniature:GAME"
ROOT = Path(__file__).parent.parent.parent


def setup(kind: str = "balance", most: int = 24, **given: Any) -> studies.Setup:
    return studies.setup_of(kind, MINIATURE, "short", {}, ["random"], most, "1", given.pop("margin", 0.05), **given)


def carried_out(wanted: studies.Setup, folder: Path, where: int = 1) -> tuple[runs.Run, list[studies.Finding]]:
    run = runs.Run(folder, msgspec.to_builtins(wanted))
    with Hands(where) as hands:
        found = studies.carry_out(wanted, run, hands.in_order)
    run.close()
    return run, found


# -- intervals -------------------------------------------------------------------------------------------------------------


def test_an_interval_that_always_holds_is_wrong_in_few_courses_however_often_one_looks() -> None:
    lots, wrong, fixed_wrong = Random(5), 0, 0
    for _ in range(200):
        total, out, fixed_out = 0, False, False
        for n in range(1, 301):
            total += lots.random() < 0.4
            low, high = always_within(total, n) if n % 3 == 0 else (0.0, 1.0)
            out = out or not low <= 0.4 <= high
            low, high = wilson(total, n)
            fixed_out = fixed_out or (n >= 10 and not low <= 0.4 <= high)
        wrong += out
        fixed_wrong += fixed_out
    assert wrong <= 10 < 40 < fixed_wrong  # at most 5 %; looking again and again at a fixed interval deceives


def test_intervals_shrink_around_what_was_seen() -> None:
    assert always_within(0, 0) == (0.0, 1.0)
    wide, narrow = always_within(5, 10), always_within(500, 1000)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1] and narrow[1] - narrow[0] < 0.13
    assert always_within(0, 50)[0] == pytest.approx(0, abs=1e-6) and always_within(50, 50)[1] == pytest.approx(1, abs=1e-6)
    low, high = always_about([9.0, 11.0] * 200)
    assert 9.7 < low < 10 < high < 10.3
    assert always_about([1.0])[1] == float("inf")


# -- runs ------------------------------------------------------------------------------------------------------------------


def test_a_study_stops_when_it_is_decided_and_is_the_same_by_any_number_of_hands(tmp_path: Path) -> None:
    lopsided = studies.setup_of("balance", "fog_of_war", None, {}, ["random"], 200, "1", 0.05)  # at random the Allies win
    run, found = carried_out(lopsided, tmp_path / "one")
    assert all(each.decided == "yes" for each in found) and len(run.stories) < 100 and len(run.stories) % studies.ROUND == 0
    carried_out(lopsided, tmp_path / "two", where=2)
    assert (tmp_path / "one" / runs.GAMES).read_bytes() == (tmp_path / "two" / runs.GAMES).read_bytes()


def test_a_run_that_was_cut_off_goes_on_without_a_lost_or_doubled_game(tmp_path: Path) -> None:
    wanted = setup(most=16, margin=0.001)
    carried_out(wanted, tmp_path / "whole")
    whole = (tmp_path / "whole" / runs.GAMES).read_bytes()
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / runs.SETUP).write_bytes((tmp_path / "whole" / runs.SETUP).read_bytes())
    for at in (len(whole) // 3, len(whole) // 2 + 1, len(whole) - 1):
        (tmp_path / "cut" / runs.GAMES).write_bytes(whole[:at])
        carried_out(wanted, tmp_path / "cut")
        assert (tmp_path / "cut" / runs.GAMES).read_bytes() == whole


def test_a_study_that_was_killed_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "casusbelli", "study", "balance", MINIATURE, "--scenario", "short", "--bots", "random"]
    command += ["--games", "3000", "--margin", "0.001", "--json", "--dir"]
    killed = subprocess.Popen([*command, str(tmp_path / "k")], cwd=ROOT, stdout=subprocess.DEVNULL)
    games = tmp_path / "k" / runs.GAMES
    while killed.poll() is None and not (games.is_file() and games.stat().st_size > 20_000):
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    written = games.read_bytes()
    assert written.count(b"\n") < 3000
    wanted, _ = runs.read_run(tmp_path / "k")
    assert wanted["kind"] == "balance"
    again = subprocess.run([*command, str(tmp_path / "k")], cwd=ROOT, capture_output=True, check=True)
    told = msgspec.json.decode(again.stdout)
    stories = [msgspec.json.decode(line, type=Story) for line in games.read_bytes().splitlines()]
    assert games.read_bytes().startswith(written[: written.rfind(b"\n") + 1])
    assert len({story.key for story in stories}) == len(stories) == told["games"]
    assert [story.deal for story in stories] == list(range(len(stories)))


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    carried_out(setup(most=4), tmp_path / "a")
    with pytest.raises(SetupError, match="holds another study"):
        runs.Run(tmp_path / "a", msgspec.to_builtins(setup(most=5)))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("dear")
    with pytest.raises(SetupError, match="is not empty and holds no study"):
        runs.Run(tmp_path / "b", {})
    with pytest.raises(SetupError, match="holds no study"):
        runs.read_run(tmp_path / "b")
    (tmp_path / "b" / runs.SETUP).write_text("{")
    with pytest.raises(SetupError, match="cannot be read"):
        runs.read_run(tmp_path / "b")


def test_tables_say_what_was_played(tmp_path: Path) -> None:
    run, _ = carried_out(setup(most=4), tmp_path / "r")
    stories = list(run.stories.values())
    runs.write_tables(tmp_path / "r", stories, ("uk", "ussr", "us"))
    games = runs.read_table(tmp_path / "r" / "games.parquet")
    assert [row["decisions"] for row in games] == [story.decisions for story in stories]
    seats = runs.read_table(tmp_path / "r" / "seats.parquet")
    assert len(seats) == 12 and sum(row["share"] for row in seats) == pytest.approx(4)
    assert sum(row["choices"] for row in seats) == sum(row["decisions"] for row in games)
    (tmp_path / "r" / "games.parquet").write_bytes((tmp_path / "r" / "games.parquet").read_bytes()[:50])
    with pytest.raises(SetupError, match="is not a whole Parquet file"):
        runs.read_table(tmp_path / "r" / "games.parquet")


# -- findings --------------------------------------------------------------------------------------------------------------


def story(deal: int, winner: str, arm: str = studies.USUAL, opening: str = "") -> Story:
    openings = {"uk": (opening,)} if opening else {}
    return Story(
        arm=arm, deal=deal, turn=0, scenario="short", options={}, seed="", bots=("random",) * 3, winners=(winner,),
        decisions=10, choices=(4, 3, 3), width=(30, 9), openings=openings,
    )  # fmt: skip


def test_a_seat_that_always_wins_is_found_out_and_a_fair_game_is_called_fair() -> None:
    wanted = setup()
    found = studies.findings(wanted, [story(n, "uk") for n in range(30)])
    assert [each.decided for each in found] == ["yes"] * 3 and found[0].low > 1 / 3 > found[1].high
    fair = studies.findings(wanted, [story(n, ("uk", "ussr", "us")[n % 3]) for n in range(3000)])
    assert [each.decided for each in fair] == ["no"] * 3
    assert [each.decided for each in studies.findings(wanted, [story(0, "uk")])] == [""] * 3


def test_an_options_effect_is_what_it_changes_on_the_same_deals() -> None:
    wanted = msgspec.structs.replace(setup(), kind="options", arms={studies.USUAL: {}, "fog=True": {"fog": True}})
    told = [story(n, "uk") for n in range(40)] + [story(n, "us", "fog=True") for n in range(40)]
    found = {each.seat: each for each in studies.findings(wanted, told)}
    assert found["uk"].estimate == -1 and found["uk"].decided == "yes" and found["us"].low > 0
    assert found["ussr"].estimate == 0 and found["ussr"].low < 0 < found["ussr"].high
    with pytest.raises(SetupError, match="no option 'mist'"):
        setup("options", only=["mist"])


def test_an_opening_is_compared_with_the_seats_other_games() -> None:
    told = [story(n, "uk" if n % 2 else "us", opening="attack" if n % 2 else "wait") for n in range(80)]
    found = {each.about: each for each in studies.findings(setup("openings"), told)}
    assert found["attack"].estimate == 1 and found["wait"].estimate == 0
    assert found["attack"].decided == found["wait"].decided == "yes" and found["attack"].games == 40


def test_a_study_needs_what_there_is() -> None:
    for given, line in [
        ({"kind": "weather"}, "no study 'weather'; there are balance, options, openings, length"),
        ({"margin": 0.7}, "between 0 and 0.5"),
    ]:
        with pytest.raises(SetupError, match=line):
            setup(**given)
    with pytest.raises(SetupError, match="needs one bot, or 3; 2 are named"):
        studies.setup_of("balance", MINIATURE, None, {}, ["random", "random"], 1, "1", 0.1)


# -- the ladder ------------------------------------------------------------------------------------------------------------


def test_a_ladder_plays_every_table_in_every_turn_and_orders_the_bots() -> None:
    wanted = studies.ladder_of("fog_of_war", None, {}, ["recruit", "random", "officer"], 2, "1")
    plans = [errand.plan.bots for errand in studies.errands(wanted, 0, [])]
    assert len(plans) == 6 and len(set(plans)) == 6
    strength = {"recruit": 1, "random": 0, "officer": 2}
    played = []
    for deal in range(20):
        for errand in studies.errands(wanted, deal, []):
            best = max(range(2), key=lambda n, bots=errand.plan.bots: strength[bots[n]])
            base = story(deal, wanted.seats[best], errand.arm)
            played.append(msgspec.structs.replace(base, bots=errand.plan.bots, turn=errand.turn))
    table = ratings.ladder(wanted.bots, wanted.seats, played, draws=30)
    assert [each.bot for each in table] == ["officer", "recruit", "random"]
    assert table[0].low <= table[0].rating <= table[0].high and table[0].low > table[2].high
    assert table[0].wins == table[0].games == 80
    with pytest.raises(SetupError, match="at least 2 bots"):
        studies.ladder_of("fog_of_war", None, {}, ["random", "random"], 2, "1")


def test_few_bots_sit_at_a_large_table_several_times() -> None:
    wanted = studies.ladder_of("wunderwaffen", "four_players", {}, ["random", "recruit"], 1, "1")
    plans = [errand.plan.bots for errand in studies.errands(wanted, 0, [])]
    assert all(len(set(bots)) == 2 for bots in plans) and len(set(plans)) == len(plans) == 4 + 4 + 4


def test_a_ladder_is_drawn(tmp_path: Path) -> None:
    call = ["ladder", "fog_of_war", "--bots", "random,recruit", "--games", "1", "--dir", str(tmp_path / "games")]
    done = CliRunner().invoke(app, [*call, "--plot", str(tmp_path / "ladder.png")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "ladder.png").stat().st_size > 1000
    refused = CliRunner().invoke(app, [*call, "--plot", str(tmp_path / "ladder.gif")])
    assert ".png or .svg" in str(refused.exception)
