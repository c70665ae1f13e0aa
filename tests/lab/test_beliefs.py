"""Teaching beliefs: what lies somewhere oftener in truth becomes likelier there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.kernel.miniature import GAME as MINIATURE
from typer.testing import CliRunner

from casusbelli.bots.beliefs import Beliefs, Habits, Judgement, beliefs_file, believer_of, observer_of, read_beliefs
from casusbelli.bots.learnt import digest_of, read_learnt, sealed, write_learnt
from casusbelli.cli.app import app
from casusbelli.kernel import Dice, SetupError, seed_from
from casusbelli.lab import beliefs
from casusbelli.testkit import load_game


def test_a_round_makes_likelier_what_was_missing() -> None:
    habits: Habits = {}
    true = Counter({("garrison", "fort"): 50, ("garrison", "decoy"): 5})
    beliefs.adjust(habits, true, Counter({("garrison", "decoy"): 50}), 1.0)
    assert habits["garrison"]["fort"] > 1.0
    assert habits["garrison"]["decoy"] < -1.0


def test_a_game_that_supposes_nothing_says_so() -> None:
    with pytest.raises(SetupError, match="supposes nothing"):
        believer_of(load_game("wunderwaffen"))
    with pytest.raises(SetupError, match="nobody has said"):
        observer_of(MINIATURE)
    with pytest.raises(SetupError, match="at least"):
        beliefs.lessons("fog_of_war", "marshal", 2, "1")
    assert believer_of(load_game("fog_of_war"))


def test_the_command_teaches_judges_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games and rounds are enough to come nearer to the truth than a deal at random."""
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.STEPS", (1.0, 0.8))
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.SHARE", 1)
    monkeypatch.setattr(beliefs, "MOMENTS", 6)
    out = tmp_path / "beliefs.json"
    words = ["beliefs", "fog_of_war", "--games", "10", "--bot", "recruit", "--dir", str(tmp_path), "--out", str(out), "--json"]
    told = msgspec.json.decode(CliRunner().invoke(app, words, catch_exceptions=False).stdout)
    apart = told["told_apart"]
    assert sum(apart["supposed"].values()) < sum(apart["imagined"].values())
    written = msgspec.json.decode(out.read_bytes(), type=Beliefs)
    assert written.digest == digest_of(written) == told["digest"]
    assert written.habits["hand axis"]
    monkeypatch.setattr(beliefs, "FURTHER", (0.3,))
    CliRunner().invoke(app, [*words, "--further"], catch_exceptions=False)
    taught = msgspec.json.decode(out.read_bytes(), type=Beliefs)
    assert taught.command.endswith(f"--further (from {written.digest})") and taught.habits != written.habits


def test_beliefs_of_older_rules_note_how_they_are_judged_under_those_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they were taught by stays as it was; beliefs of today's rules are judged and left alone."""
    monkeypatch.setattr(beliefs, "MOMENTS", 6)
    out, game = tmp_path / "beliefs.json", load_game("fog_of_war")
    today = read_beliefs(beliefs_file(game.folder))
    words = ["beliefs", "fog_of_war", "--games", "10", "--bot", "recruit", "--dir", str(tmp_path), "--out", str(out), "--judge"]
    write_learnt(out, today)
    CliRunner().invoke(app, words, catch_exceptions=False)
    assert read_learnt(out, Beliefs) == today and today.judged_rules == today.rules_version
    write_learnt(out, sealed(msgspec.structs.replace(today, rules_version="0")))
    read_beliefs.cache_clear()
    CliRunner().invoke(app, words, catch_exceptions=False)
    noted = read_learnt(out, Beliefs)
    assert (noted.rules_version, noted.judged_rules) == ("0", game.info.rules_version)
    assert noted.told_apart == today.told_apart and noted.measured and noted.habits == today.habits
    assert isinstance(noted.judged, Judgement) and noted.judged.command.endswith("--seed 1 --judge")
    read_beliefs.cache_clear()


@pytest.mark.parametrize("game", ["churchill", "wunderwaffen", "triumph_of_chaos"])
def test_what_is_dealt_at_random_is_judged_by_the_same_traits_in_every_world(game: str) -> None:
    """A true world and an imagined one are described by the same names, and something that is hidden differs."""
    loaded = load_game(game)
    lesson = beliefs.lessons(game, "recruit", beliefs.SMALLEST, "traits")[0]
    school = beliefs.Class(loaded, beliefs.play_moments(lesson))
    differ = 0
    for number, moment in enumerate(school.held_out):
        for seat in school.seats:
            true, imagined = school.world(moment), school.world(moment)
            loaded.imagine(imagined, seat, Dice(seed_from(f"{number}/{seat}")))
            one, other = school.observer.traits(true, seat), school.observer.traits(imagined, seat)
            assert list(one) == list(other)
            differ += one != other
    assert differ > len(school.held_out)


def test_a_teaching_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """What was played is kept, game by game, and read again as it was; half a game is none."""
    lesson = beliefs.lessons("fog_of_war", "recruit", 10, "1")[3]
    folder = beliefs.school_folder(tmp_path, lesson)
    assert "fog_of_war" in folder.name and "recruit" in folder.name
    assert not beliefs.kept_moments(folder, lesson)
    moments = [beliefs.Moment(3, b"one"), beliefs.Moment(3, b"other")]
    beliefs.keep_moments(folder, moments)
    assert beliefs.kept_moments(folder, lesson) == moments
    assert [path.name for path in folder.iterdir()] == ["3.msgpack"]
