"""Exercises: the engine has checked their answers, and bad ones are refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casusbelli.game.registry import find, installed
from casusbelli.learn import LessonError, LessonRun, coach_of
from casusbelli.learn.exercise import check_exercise, exercises_of, read_exercise
from casusbelli.words.texts import catalogue

GAME = find("wunderwaffen")
POSED = (GAME.folder / "exercises" / "01_two_of_three.toml").read_text("utf-8")
ALL = [(game, posed.id) for game in installed() for posed in exercises_of(find(game))]


def read(tmp_path: Path, old: str, new: str) -> Any:
    assert old in POSED
    path = tmp_path / "01_two_of_three.toml"
    path.write_text(POSED.replace(old, new, 1), "utf-8")
    return read_exercise(GAME, path)


@pytest.mark.parametrize(("game_id", "exercise"), ALL)
def test_it_is_solved_by_its_answer_which_is_not_shown_before(game_id: str, exercise: str) -> None:
    game = find(game_id)
    posed = next(one for one in exercises_of(game) if one.id == exercise)
    run = LessonRun(game, posed.lesson)
    told = coach_of(run, "en")
    assert told["wants"] == [] and told["picks"] == [] and told["say"] and not run.over
    if isinstance(posed.exercise.right, str):
        assert run.answer(posed.exercise.right) and run.next()
    else:
        other = next(choice for choice in run.match.options(run.seat) if choice not in posed.exercise.right)
        assert not run.act(other) and coach_of(run, "it")["nudge"]["text"]
        assert run.act(posed.exercise.right[0])
    assert run.over and coach_of(run, "es")["say"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("number = 1", "number = 1\ncolour = 3", "unknown field `colour`"),
        ('position = "lesson:two_for_me/fill"', 'position = "nowhere"', "no position 'nowhere'"),
        ('seat = "russian"', 'seat = "martian"', "unknown seat 'martian'"),
        ('"lublin_2"],', '"atlantis"],', "unknown id 'atlantis'"),
        ('decision = "choose_play"', 'decision = "choose_lunch"', "unknown decision 'choose_lunch'"),
        ('rules = ["7.1"]', 'rules = ["7.1"]\nanswers = ["a", "b"]', "right is one of the answers"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(LessonError) as refused:
        read(tmp_path, old, new)
    assert words in str(refused.value) and "01_two_of_three.toml" in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('territory = "lublin", ', 'territory = "lodz", ', "does not lead to territory_won"),
        ('  ["place", "ready_2", "russian", "tank", "lublin_2"],\n', "", "leads to territory_won"),
        ('position = "lesson:two_for_me/fill"', 'position = "lesson:two_for_me/marker"', "choose_play is not asked of russian"),
        ('position = "lesson:two_for_me/fill"', 'position = "lesson:two_for_me/tea"', "has no step 'tea'"),
        ('"lublin_2"],', '"lublin_1"],', "is not on offer"),
        ("fact = {", "#", "nothing shows that the answer is right"),
    ],
)
def test_a_wrong_answer_is_found_by_the_engine(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in "\n".join(check_exercise(GAME, read(tmp_path, old, new)))


@pytest.mark.parametrize(("margin", "told"), [(-1.0, ""), (1.1, "played out, the right choices win")])
def test_an_answer_may_be_shown_by_playing_it_out(tmp_path: Path, margin: float, told: str) -> None:
    """Games of recruits after every choice: the right ones win by the margin, or the exercise is wrong."""
    how = f'playouts = {{ bot = "random", games = 1, choices = 3, margin = {margin} }}\n#'
    wrong = list(check_exercise(GAME, read(tmp_path, "fact = {", how)))
    assert len(wrong) == bool(told) and told in "".join(wrong)


def test_words_of_an_exercise_that_are_too_long_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wordy(game: Any, language: str) -> dict[str, str]:
        words = dict(catalogue(game, language))
        if language == "it":
            words["exercise.two_of_three.question"] = "lungo " * 100
        return words

    monkeypatch.setattr("casusbelli.learn.exercise.catalogue", wordy)
    posed = next(one for one in exercises_of(GAME) if one.id == "two_of_three")
    (wrong,) = check_exercise(GAME, posed)
    assert wrong.startswith("exercise two_of_three: it: question is longer than")
