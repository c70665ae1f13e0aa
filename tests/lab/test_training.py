"""Teaching the chances: resumable, the same every time, and no better than what a seat may know."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from casusbelli.bots.chances import Weighing, chances, judged, weights_of
from casusbelli.bots.learnt import BrokenFile, read_learnt
from casusbelli.cli.app import app
from casusbelli.game import Match
from casusbelli.kernel import SetupError, seed_from
from casusbelli.lab.selfplay import Lesson
from casusbelli.lab.training import Archive, War, calibration, kept_wars, lessons, play_war, taught
from casusbelli.testkit import load_game

HEADER = {"game": "made up"}


def war(n: int, lead: float, winner: str) -> War:
    """A war that was decided by its lead."""
    moments = tuple({"axis": {"progress": t / 4, "lead": lead}, "allied": {"progress": t / 4, "lead": -lead}} for t in range(4))
    return War(n, (winner,), moments)


def wars(count: int) -> list[War]:
    return [war(n, (n % 7) - 3, "axis" if (n % 7) * 2 + n % 3 > 6 else "allied") for n in range(count)]


def test_chances_follow_the_signs_and_add_up_to_one() -> None:
    weighing, tried = taught("fog_of_war", "campaign_1940", wars(200), "made up")
    ahead = judged(weighing, "axis", {"progress": 0.5, "lead": 3})
    behind = judged(weighing, "axis", {"progress": 0.5, "lead": -3})
    assert ahead["axis"].value > 0.9 > 0.1 > behind["axis"].value
    assert sum(chance.value for chance in ahead.values()) == pytest.approx(1)
    assert all(chance.low <= chance.value <= chance.high for chance in ahead.values())
    assert tried.error < 0.2


def test_a_sign_that_tells_nothing_gives_everybody_the_usual_share() -> None:
    told = [war(n, 0, "axis" if n % 4 else "allied") for n in range(200)]
    weighing, _ = taught("fog_of_war", "campaign_1940", told, "made up")
    assert judged(weighing, "axis", {"progress": 0.5, "lead": 0})["axis"].value == pytest.approx(0.75, abs=0.05)


def test_the_same_wars_teach_the_same_weights() -> None:
    first, _ = taught("fog_of_war", "campaign_1940", wars(80), "made up")
    again, _ = taught("fog_of_war", "campaign_1940", wars(80)[::-1], "made up")
    assert first == again


def test_weights_that_were_changed_are_refused(tmp_path: Path) -> None:
    weighing, _ = taught("fog_of_war", "campaign_1940", wars(80), "made up")
    path = tmp_path / "weights.json"
    path.write_bytes(msgspec.json.encode(weighing))
    assert read_learnt(path, Weighing) == weighing
    path.write_bytes(path.read_bytes().replace(b'"games":64', b'"games":65'))
    with pytest.raises(BrokenFile, match="changed"):
        read_learnt(path, Weighing)


def test_chances_that_never_come_true_are_found_out() -> None:
    weighing, tried = taught("fog_of_war", "campaign_1940", wars(200), "made up")
    upside_down = [msgspec.structs.replace(each, winners=("allied" if "axis" in each.winners else "axis",)) for each in wars(200)]
    assert calibration([(weighing, upside_down)]).error > 0.5 > tried.error


def test_a_training_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "wars.jsonl"
    archive = Archive(path, HEADER)
    for each in wars(3):
        archive.add(each)
    archive.close()
    path.write_bytes(path.read_bytes()[:-20])
    again = Archive(path, HEADER)
    assert [each.n for each in again.wars] == [0, 1]
    again.add(wars(3)[2])
    again.close()
    assert kept_wars(path, HEADER) == wars(3)
    with pytest.raises(SetupError, match="another training"):
        kept_wars(path, {"game": "another"})


def test_a_war_is_kept_alike_every_time() -> None:
    lesson = Lesson("fog_of_war", "campaign_1940", "random", "a", 1)
    first = play_war(lesson)
    assert first == play_war(lesson)
    assert first.winners or first.error == ""
    assert len(first.moments) == 24


@pytest.mark.parametrize("game_id", ["churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen"])
def test_signs_are_the_same_in_every_scenario_and_know_no_more_than_the_seat(game_id: str) -> None:
    game = load_game(game_id)
    for scenario in game.info.scenarios:
        match = Match.new(game, scenario.id, {}, seed_from("signs"))
        for seat in match.seats:
            signs = game.signs(match.view(seat), seat)
            assert 0 <= signs["progress"] <= 1
            imagined = match.imagine(seat, seed_from("other"))
            assert game.signs(imagined.view(seat), seat) == signs


def test_a_hidden_score_tells_no_chances() -> None:
    game = load_game("churchill")
    match = Match.new(game, "tournament", {"hidden_score": True}, seed_from("hidden"))
    assert chances(game, match.scenario, match.view("uk"), "uk") is None


def test_who_plays_the_other_side_is_judged_as_that_side() -> None:
    game = load_game("fog_of_war")
    match = Match.new(game, options={"adv_faction_bid": True}, seed=seed_from("bids"))
    assert chances(game, match.scenario, match.view("axis"), "axis") is None, "nobody knows yet who plays what"
    match.act("axis", ("bid", "axis", 0))
    match.act("allied", ("bid", "axis", 1))
    view = match.view("allied")
    weighing = weights_of(game, match.scenario)
    assert weighing is not None and game.part(view, "allied") == "axis"
    said, told = judged(weighing, "axis", game.signs(view, "allied")), chances(game, match.scenario, view, "allied")
    assert told == {"allied": said["axis"], "axis": said["allied"]}


def test_wars_whose_sides_were_bid_for_are_kept_by_side() -> None:
    wars = [play_war(Lesson("triumph_of_chaos", "tournament_1919", "random", "bids", n)) for n in range(6)]
    assert all(set(moment) == {"white", "red"} and moment["red"]["progress"] >= 0 for war in wars for moment in war.moments)
    assert all(len(war.moments) == 24 and not war.error for war in wars)


def test_refusals() -> None:
    with pytest.raises(SetupError, match="at least 40"):
        lessons("fog_of_war", None, "random", 3, "a")
    with pytest.raises(SetupError, match="no bot"):
        lessons("fog_of_war", None, "admiral", 50, "a")


def test_the_command_writes_weights_and_goes_on(tmp_path: Path) -> None:
    call = ["train", "fog_of_war", "--games", "40", "--bot", "random", "--dir", str(tmp_path), "--out", str(tmp_path / "w.json")]
    done = CliRunner().invoke(app, [*call, "--plot", str(tmp_path / "p.png")])
    assert done.exit_code == 0, done.output
    assert "calibration error" in done.output
    first = (tmp_path / "w.json").read_bytes()
    assert CliRunner().invoke(app, call).exit_code == 0
    assert (tmp_path / "w.json").read_bytes() == first
    assert read_learnt(tmp_path / "w.json", Weighing).command.startswith("casus train fog_of_war")
    assert (tmp_path / "p.png").stat().st_size > 1000
