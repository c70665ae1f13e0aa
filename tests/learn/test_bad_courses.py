"""A course that cannot be taught is refused in one line that names the file and the step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casusbelli.game.registry import find
from casusbelli.learn import LessonError, check_words, lesson_of
from casusbelli.learn import script as script_module
from casusbelli.learn.check import check_lesson
from casusbelli.learn.exercise import exercises_of
from casusbelli.learn.script import read_lesson
from casusbelli.words import texts

GAME = find("fog_of_war")
COURSE = (GAME.folder / "lessons" / "01_first_blow.toml").read_text("utf-8")


def read(tmp_path: Path, old: str, new: str) -> Any:
    assert old in COURSE
    path = tmp_path / "01_first_blow.toml"
    path.write_text(COURSE.replace(old, new, 1), "utf-8")
    return read_lesson(GAME, path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("minutes = 9", 'minutes = 9\ncolour = "red"', "[lesson]: object contains unknown field `colour`"),
        ('scenario = "campaign_1940"', 'scenario = "campaign_1840"', "no scenario 'campaign_1840'"),
        ('seat = "axis"', 'seat = "entente"', "unknown seat 'entente'"),
        ('opponents = "recruit"', 'opponents = "general"', "no bot 'general'"),
        ('["allied", "place", "fort_2", "paris"]', '["allied", "place", "fort_9", "paris"]', "unknown id 'fort_9'"),
        ('id = "plan"\n', 'id = "plan"\nhint = "x"\n', "step plan: object contains unknown field `hint`"),
        ('do = "expect"', 'do = "wish"', "step plan: invalid value 'wish' - at `$.do`"),
        ('decision = "choose_action"', 'decision = "choose_lunch"', "step plan: unknown decision 'choose_lunch'"),
        ('choice = ["create_operation",', 'choice = ["create_picnic",', "step plan: unknown verb 'create_picnic'"),
        (
            'choice = ["create_operation", "scandinavia"',
            'choice = ["create_operation", "atlantis"',
            "step plan: unknown id 'atlantis'",
        ),
        ('picks = ["create_operation", "scandinavia"', 'picks = ["create_operation", "italy"', "step plan: 'italy' in picks"),
        ('at = ["part:hand"]', 'at = ["part:foot"]', "step hand: unknown target 'part:foot'"),
        ('at = ["part:hand"]', "", "step hand: it points at nothing"),
        ('at = ["part:hand"]', 'at = ["balloon:hand"]', "step hand: unknown kind of target 'balloon:hand'"),
        ('choices = [["allied", "decline"]]', 'choices = [["axis", "decline"]]', "step seen: a reply is never the learner's own"),
        ('right = "c"', 'right = "d"', "step how_much: a quiz has"),
        ('rules = ["1.4"]', 'rules = ["77"]', "step hand: unknown rule '77'"),
        ('until = { asked = "allied" }', 'until = { asked = "axis" }', "step on_your_own: until asked 'axis'"),
        ('until = { asked = "allied" }', 'until = { phase = "teatime" }', "step on_your_own: unknown phase 'teatime'"),
        ('until = { asked = "allied" }', "until = { }", "step on_your_own: until is one of"),
        ('until = { asked = "allied" }', 'until = { day = "x" }', "step on_your_own: object contains unknown field `day`"),
        ("minutes = 9", "minutes = 0", "[lesson]: minutes and at least one goal are needed"),
        ('seed = "fog-lesson-1487"', "", "[lesson]: scenario and seed are missing"),
        ("minutes = 9", 'minutes = 9\nposition = "last_point"', "[lesson]: a prepared position takes the place of scenario"),
        ("minutes = 9", "minutes = 9\n[course]", "unknown table 'course'; a lesson has [lesson] and [[step]]"),
        ('["allied", "place", "fort_2", "paris"]', '["fort_2", "paris"]', "['fort_2', 'paris'] should begin with a seat"),
        ('choice = ["create_operation",', 'choice = [1, "create_operation",', "step plan: [1, 'create_operation', 'scandinavia'"),
        ('choice = ["block"]', 'choice = ["block", "here"]', "step block: unknown id 'here'"),
        ('id = "plan"\n', 'id = "plan"\nteaches = "greed"\n', "step plan: unknown teaches 'greed'"),
        ('choices = [["allied", "decline"]]', "choices = []", "step seen: a reply needs choices"),
        ('until = { asked = "allied" }', 'until = { event = "teatime" }', "step on_your_own: unknown event 'teatime'"),
        (
            'until = { asked = "allied" }',
            'until = { asked = "allied" }\nopponents = "general"',
            "step on_your_own: fog_of_war has no bot 'general'",
        ),
        ('id = "target"', 'id = "welcome"', "step welcome: two steps have this id"),
        (
            'id = "quagmire"\nchapter = "the_blow"',
            'id = "quagmire"\nchapter = "feeding"',
            "step quagmire: the chapter 'feeding' was left",
        ),
    ],
)
def test_it_is_refused_with_its_step(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(LessonError) as refused:
        read(tmp_path, old, new)
    line = str(refused.value)
    assert words in line and "\n" not in line and "fog_of_war, 01_first_blow.toml" in line


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('seed = "fog-lesson-1487"', 'seed = "fog-lesson-1"', "[lesson]: the prefix does not play"),
        ('["axis", "place", "decoy", "libya"],', '["allied", "place", "decoy", "libya"],', "[lesson]: the prefix does not play"),
        ('choice = ["block"]', 'choice = ["raise"]', "step block: ['raise'] is not on offer"),
        ('choices = [["allied", "decline"]]', 'choices = [["allied", "pass"]]', "step seen: allied"),
        ('also = [["place_defence", "decoy", "berlin"]', 'also = [["end_actions"]', "step "),
    ],
)
def test_a_course_that_does_not_play_is_told_by_its_step(tmp_path: Path, old: str, new: str, words: str) -> None:
    errors = list(check_lesson(GAME, read(tmp_path, old, new), careless=1))
    assert errors and all("\n" not in error for error in errors)
    assert words in errors[0] and errors[0].startswith("lesson first_blow, ")


class Elsewhere(type(GAME)):  # type: ignore[misc]
    """The game with lessons and exercises from another folder."""

    def __init__(self, folder: Path) -> None:
        for part in ("texts", "board"):
            (folder / part).symlink_to(GAME.folder / part)
        (folder / "lessons").mkdir()
        (folder / "exercises").mkdir()
        self.folder = folder


def test_a_course_without_steps_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "01_first_blow.toml"
    path.write_text(COURSE[: COURSE.index("[[step]]")], "utf-8")
    with pytest.raises(LessonError, match=r"fog_of_war, 01_first_blow.toml: it has no step"):
        read_lesson(GAME, path)


def test_lessons_have_ids_of_their_own_and_need_lessons_that_there_are(tmp_path: Path) -> None:
    for folder, files, words in (
        ("none", {}, "fog_of_war has no lessons"),
        ("twice", {"1": COURSE, "2": COURSE}, "two lessons have the id 'first_blow'"),
        ("needs", {"1": COURSE.replace("minutes = 9", 'minutes = 9\nneeds = ["tea"]')}, "lesson first_blow: it needs 'tea'"),
    ):
        (tmp_path / folder).mkdir()
        game = Elsewhere(tmp_path / folder)
        for name, text in files.items():
            (game.folder / "lessons" / f"{name}.toml").write_text(text, "utf-8")
        with pytest.raises(LessonError, match=words):
            lesson_of(game, None)


def test_exercises_have_ids_of_their_own(tmp_path: Path) -> None:
    game = Elsewhere(tmp_path)
    text = (GAME.folder / "exercises" / "01_last_point.toml").read_text("utf-8")
    for name in ("1", "2"):
        (game.folder / "exercises" / f"{name}.toml").write_text(text, "utf-8")
    with pytest.raises(LessonError, match="fog_of_war: two exercises have the id 'last_point'"):
        exercises_of(game)


def test_missing_unknown_and_overlong_words_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(game: Any, language: str) -> dict[str, str]:
        words = dict(texts.catalogue(game, language))
        if language == "es":
            del words["lesson.first_blow.step.plan"]
            words["lesson.first_blow.step.nowhere"] = "?"
            words["lesson.first_blow.step.hold"] = "largo " * 80
            words["lesson.first_blow.nudge.hold"] = "{atlantis, name}"
            words["lesson.first_blow.nudge.feed"] = "{=ui.nowhere}"
            words["lesson.second_blow.title"] = "?"
            del words["lesson.first_blow.done.plan"]
            words["lesson.first_blow.nudge.bluff"] = " "
            words["lesson.first_blow.nudge.look"] = "**half a mark*"
        return words

    monkeypatch.setattr("casusbelli.learn.words.catalogue", spoilt)
    wrong = "\n".join(check_words(GAME, script_module.lessons_of(GAME)))
    for part in (
        "es: lesson first_blow: no text step.plan",
        "es: lesson first_blow: step.nowhere is asked for by no step",
        "es: lesson first_blow, step.hold: 480 characters",
        "es: lesson first_blow, nudge.hold: unknown id 'atlantis'",
        "es: lesson first_blow, nudge.feed: unknown text 'ui.nowhere'",
        "es: lesson.second_blow.title belongs to no lesson",
        "es: lesson first_blow: no text done.plan, which English has",
        "es: lesson first_blow, nudge.bluff: it is empty",
        "es: lesson first_blow, nudge.look: a mark is not closed",
    ):
        assert part in wrong
    assert "en:" not in wrong and "it:" not in wrong


def test_an_unknown_lesson_is_told() -> None:
    with pytest.raises(LessonError, match="no lesson 'tea'; it has first_blow"):
        lesson_of(GAME, "tea")
    assert lesson_of(GAME, "1") is lesson_of(GAME, None)
