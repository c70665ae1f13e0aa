"""Every lesson of every installed game: played through, with alternatives, careless learners, strays, to and fro, cut off."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from casusbelli.game import LANGUAGES, Match
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Illegal
from casusbelli.learn import Lesson, LessonRun, check_game, coach_of, lessons_of
from casusbelli.learn.positions import after
from casusbelli.learn.script import Expect, Free, Quiz, Reply
from casusbelli.learn.words import LessonWords
from casusbelli.testkit.mutants import illegal

COURSES = [(game, lesson.id) for game in installed() for lesson in lessons_of(find(game))]


def course(game_id: str, lesson_id: str) -> tuple[Any, Lesson]:
    game = find(game_id)
    return game, next(lesson for lesson in lessons_of(game) if lesson.id == lesson_id)


def go_on(run: LessonRun) -> None:
    """One step as the script wishes it."""
    at = run.at
    run.play_others()
    if run.at != at or run.over:
        return  # a free stretch in which nothing was asked of the learner
    step = run.step
    if isinstance(step, Expect):
        assert run.act(step.choice)
    elif isinstance(step, Free):
        run.skip() if run.lesson.steps[-1] is step else run.pass_step()
    else:
        if isinstance(step, Quiz):
            assert run.answer(step.right)
        assert run.next(), step.id


def seen(run: LessonRun) -> tuple[Any, ...]:
    return run.match.digest(), run.step.id, run.over, coach_of(run, "en")["say"]


@pytest.mark.parametrize("game_id", installed())
def test_all_lessons_of_a_game_can_be_taught(game_id: str) -> None:
    report = check_game(find(game_id))
    assert report.errors == []
    assert report.lessons >= 1 and report.minutes >= report.lessons


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_a_learner_decides_at_least_every_fifty_seconds_and_reads_little_at_a_time(game_id: str, lesson_id: str) -> None:
    _, lesson = course(game_id, lesson_id)
    own = sum(isinstance(step, Expect | Free | Quiz) for step in lesson.steps)
    assert own * 50 >= lesson.head.minutes * 60 * 0.9, "more choices, or fewer minutes"
    opening = lesson.steps[0].chapter
    reading = 0
    for step in lesson.steps:
        reading = 0 if isinstance(step, Expect | Free | Quiz) or step.chapter == opening else reading + 1
        assert reading <= 3, f"{step.id}: the third reading step in a row"


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_astray_another_legal_choice_is_nudged_and_an_illegal_one_refused(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run, rng = LessonRun(game, lesson), Random(lesson_id)
    while not run.over:
        run.play_others()
        if isinstance(run.step, Expect):
            before = run.match.digest()
            others = [choice for choice in run.match.options(run.seat) if choice not in run.wants]
            for n, other in enumerate(rng.sample(others, min(5, len(others))), 1):
                assert not run.act(other)
                nudge = coach_of(run, "it")["nudge"]
                assert nudge["times"] == n and nudge["text"] and nudge["what"] and nudge["tried"] == list(other)
            for bad in illegal(run.match.options(run.seat), [], rng)[:1]:
                with pytest.raises(Illegal):
                    run.act(bad)
            assert run.match.digest() == before
        go_on(run)


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_to_and_fro_every_step_is_the_same_again(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    as_met: list[tuple[Any, ...]] = []
    while not run.over:
        as_met.append(seen(run))
        go_on(run)
    assert len(as_met) == len(lesson.steps)
    rng = Random(lesson_id)
    for index in [*range(len(as_met) - 1, -1, -1), *rng.sample(range(len(as_met)), len(as_met))]:
        assert run.to(lesson.steps[index].id)
        assert seen(run) == as_met[index], lesson.steps[index].id


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_cut_off_at_every_step_it_resumes_with_the_same_frame(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    while True:
        for _ in range(2):
            again = LessonRun(game, lesson, run.progress())
            assert again.match.digest() == run.match.digest()
            assert coach_of(again, "es") == coach_of(run, "es")
            if not isinstance(run.step, Reply) or run.play_other() is None:
                break
        if run.over:
            return
        go_on(run)


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_progress_of_another_version_resumes_at_the_chapter(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    run.skip()
    go_on(run)
    old = run.progress()
    old.version = "another"
    again = LessonRun(game, lesson, old)
    assert again.step.chapter == lesson.chapters()[1] and again.step.id == next(
        step.id for step in lesson.steps if step.chapter == again.step.chapter
    )


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_undo_goes_back_within_the_step_and_then_to_the_one_before(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    while not isinstance(run.step, Expect):
        go_on(run)
    before, at = run.match.digest(), run.at
    go_on(run)
    while run.at > at:
        assert run.undo()
    assert (run.at, run.match.digest()) == (at, before)


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_skipping_every_chapter_reaches_the_end(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    for chapter in lesson.chapters():
        assert run.step.chapter == chapter
        run.skip()
    assert run.over and coach_of(run, "en")["do"] == "end" and coach_of(run, "en")["goals"]


@pytest.mark.parametrize(("game_id", "lesson_id"), COURSES)
def test_picks_leave_nothing_but_the_expected_choice(game_id: str, lesson_id: str) -> None:
    game, lesson = course(game_id, lesson_id)
    run = LessonRun(game, lesson)
    while not run.over:
        run.play_others()
        if isinstance(run.step, Expect):
            left = run.match.options(run.seat)
            for value in run.picks:
                left = [choice for choice in left if value in choice]
            assert left == [run.step.choice] or (len(left) > 1 and len({len(c) for c in left}) == 1 and left[0][0] == left[1][0])
            assert [pick["label"] for pick in coach_of(run, "it")["picks"]]
        go_on(run)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_made_while_reading_counts_when_it_is_the_expected_one(language: str) -> None:
    game, lesson = course("fog_of_war", "first_blow")
    run = LessonRun(game, lesson)
    assert run.step.id == "welcome"
    assert not run.act(("place_defence", "decoy", "italy"))
    assert coach_of(run, language)["nudge"]["reading"]
    assert run.act(("create_operation", "scandinavia", "army_2"))
    assert run.step.id == "bluff"


def test_what_a_step_has_no_use_for_changes_nothing() -> None:
    """Going on without the choice, answers to what is no quiz, undo at the beginning; at the end back is its last step."""
    game, lesson = course("fog_of_war", "first_blow")
    run = LessonRun(game, lesson)
    while not run.over:
        before = seen(run)
        if isinstance(run.step, Expect) and run.mover is None:
            assert not run.next() and not run.answer("a") and seen(run) == before
        if isinstance(run.step, Quiz):
            assert not run.answer("nonsense") and not run.next() and seen(run) == before
            assert not run.do_it(), "a quiz is the learner's own"
        go_on(run)
    assert run.wants == () and not run.answer("a")
    assert run.back() and not run.over and run.at == len(lesson.steps) - 1


def test_undo_in_a_free_stretch_takes_the_last_choice_alone() -> None:
    tried = 0
    for game_id, lesson_id in COURSES:
        game, lesson = course(game_id, lesson_id)
        run, rng = LessonRun(game, lesson), Random(lesson_id)
        while not run.over:
            step = run.at
            if isinstance(run.step, Free) and not tried:
                digests = []
                while run.at == step and not run.over and len(digests) < 3:
                    run.play_others()
                    if run.at != step or run.over:
                        break
                    digests.append(run.match.digest())
                    run.act(rng.choice(run.match.options(run.seat)))
                if run.at == step and not run.over and len(digests) == 3:
                    for digest in reversed(digests):
                        assert run.undo() and run.at == step
                        run.play_others()
                        assert run.match.digest() == digest
                    tried += 1
                if run.at != step or run.over:
                    break
            go_on(run)
        if tried:
            return
    pytest.fail("no free stretch lasts for three choices")


def test_a_position_by_its_line_is_the_same_every_time() -> None:
    game = find("fog_of_war")
    match = Match.new(game, None, None, b"a position")
    line = []
    for _ in range(5):
        seat, ask = next(iter(match.asked().items()))
        line.append((seat, ask.options[0]))
        match.act(*line[-1])
    build = after(lambda: game, match.scenario, "a position", line)
    assert build().digest() == build().digest() == match.digest() != after(lambda: game, match.scenario, "b", ())().digest()


def test_words_name_things_as_the_board_does() -> None:
    game, lesson = course("fog_of_war", "first_blow")
    assert "**Esercito/2**" in LessonWords(game, lesson, "it").text("step.plan")
    assert "**NUEVA OP**" in LessonWords(game, lesson, "es").text("step.plan")
