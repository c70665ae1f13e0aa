"""Are a game's lessons right? Every course is played through the engine, with every alternative, and its words are read.

``casus lessons check`` and the tests stand on this. Every error is one line that names the lesson and the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from casusbelli.game import LANGUAGES, Game
from casusbelli.kernel import Choice, Illegal
from casusbelli.words.texts import choice_text

from .exercise import check_exercise, exercises_of
from .run import LessonRun
from .script import Expect, Free, Lesson, LessonError, Reply, lessons_of
from .words import LessonWords, check_words, strange_bold

CARELESS = 20
"""How many careless learners must find the end of a free stretch."""
CARELESS_CHOICES = 200


class Report(msgspec.Struct):
    """What the check of one game found."""

    game: str
    lessons: int = 0
    steps: int = 0
    choices: int = 0
    """Choices and answers of the learner's own that the courses ask for."""
    minutes: int = 0
    exercises: int = 0
    errors: list[str] = []


def check_game(game: Game[Any], *, careless: int = CARELESS) -> Report:
    """All lessons and exercises of a game."""
    report = Report(game.info.id, errors=[])
    try:
        _lessons(game, report, careless)
        _exercises(game, report)
    except LessonError as error:  # a file that cannot be read: what comes after it builds on it
        report.errors.append(str(error))
    return report


def _lessons(game: Game[Any], report: Report, careless: int) -> None:
    lessons = lessons_of(game)
    report.lessons = len(lessons)
    report.errors.extend(check_words(game, lessons))
    report.errors.extend(_positions(game))
    for lesson in lessons:
        report.steps += len(lesson.steps)
        report.minutes += lesson.head.minutes
        report.choices += sum(isinstance(step, Expect | Free) for step in lesson.steps)
        report.errors.extend(check_lesson(game, lesson, careless=careless))


def _exercises(game: Game[Any], report: Report) -> None:
    exercises = exercises_of(game)
    report.exercises = len(exercises)
    for posed in exercises:
        report.errors.extend(check_exercise(game, posed))


def _positions(game: Game[Any]) -> Iterator[str]:
    """Every named position can be built, the same every time, and its example plays."""
    for name, position in game.positions().items():
        try:
            match, again = position.build(), position.build()
            if match.digest() != again.digest():
                yield f"position {name}: it is not the same every time"
            for seat, choice in position.line:
                match.act(seat, choice)
        except (Illegal, LessonError) as error:
            yield f"position {name}: {error}"


def check_lesson(game: Game[Any], lesson: Lesson, *, careless: int = CARELESS) -> Iterator[str]:
    """Play the course, then each alternative with the whole rest after it."""
    where = f"lesson {lesson.id}"
    try:
        yield from (f"{where}, {fault}" for fault in _course(game, lesson, careless))
        for step in lesson.steps:
            if isinstance(step, Expect):
                for other in step.also:
                    _course_with(game, lesson, step, other)
    except _Broken as broken:
        yield f"{where}, {broken}"


class _Broken(Exception):
    """The course cannot go on."""


def _begin(game: Game[Any], lesson: Lesson) -> LessonRun:
    try:
        return LessonRun(game, lesson)
    except Illegal as refused:
        raise _Broken(f"[lesson]: the prefix does not play: {refused}") from None


def _course(game: Game[Any], lesson: Lesson, careless: int) -> Iterator[str]:
    run = _begin(game, lesson)
    words = {language: LessonWords(game, lesson, language) for language in LANGUAGES}
    for step in lesson.steps:
        if run.over or run.step.id != step.id:
            raise _Broken(f"step {step.id}: it is never met; the run is at {run.step.id}")
        _asked_as_told(run)
        if isinstance(step, Free):
            for chance in range(careless):
                if fault := _careless(game, lesson, run, chance):
                    yield f"step {step.id}: {fault}"
                    break
        for language, said in words.items():
            shown = list(_shown(run, said))
            _pass_reply(run)
            for bold in strange_bold(game, language, said.text(f"step.{step.id}"), [*shown, *_shown(run, said)]):
                yield f"step {step.id}: {language}: **{bold}** is no name or label on the screen"
        _do_step(run)
    if not run.over:
        raise _Broken("the lesson does not end")


def _course_with(game: Game[Any], lesson: Lesson, at: Expect, other: Choice) -> None:
    """The whole course with another choice at that step."""
    run = _begin(game, lesson)
    while not run.over:
        _asked_as_told(run)
        if run.step.id == at.id:
            run.act(other)
        else:
            _pass_reply(run)
            _do_step(run)


def _asked_as_told(run: LessonRun) -> None:
    """The question of the step is the one asked, and its choices are on offer."""
    step, asked = run.step, run.match.ask_of(run.seat)
    decision = step.decision if isinstance(step, Expect | Free) else ""
    if decision and (asked is None or asked.decision != decision):
        others = ", ".join(f"{seat} {ask.decision}" for seat, ask in run.match.asked().items()) or "nothing"
        raise _Broken(f"step {step.id}: {decision} is not asked of {run.seat}; asked is {others}")
    for choice in run.wants:
        if choice not in run.match.options(run.seat):
            raise _Broken(f"step {step.id}: {list(choice)} is not on offer")


def _pass_reply(run: LessonRun) -> None:
    step = run.step
    if isinstance(step, Reply):
        try:
            run.play_others()
        except Illegal as refused:
            raise _Broken(f"step {step.id}: {run.mover}: {refused}") from None


def _do_step(run: LessonRun) -> None:
    """What a good learner does."""
    step = run.step
    try:
        match step:
            case Expect():
                run.act(step.choice)
            case Free():
                run.pass_step()
            case _:
                if hasattr(step, "right"):
                    run.answer(step.right)
                if not run.next():
                    raise _Broken(f"step {step.id}: it does not go on")
    except (Illegal, LessonError) as refused:
        raise _Broken(f"step {step.id}: {refused}") from None


def _shown(run: LessonRun, words: LessonWords) -> Iterator[str]:
    """What stands on the screen beside the labels: the options in words."""
    for seat, ask in run.match.asked().items():
        if seat == run.seat:
            for choice in ask.options[:600]:
                yield choice_text(run.game, words.catalogue, ask.decision, choice)


def _careless(game: Game[Any], lesson: Lesson, run: LessonRun, chance: int) -> str | None:
    """A learner who chooses at random comes to the end of the free stretch too."""
    again = LessonRun(game, lesson, run.progress())
    at, rng = again.at, Random(f"{lesson.id}/careless/{chance}")
    for _ in range(CARELESS_CHOICES):
        if again.over or again.at != at:
            return None
        if again.mover is not None:
            again.play_other()
        elif options := again.match.options(again.seat):
            again.act(rng.choice(options))
        else:
            return "nobody is asked, and the end is not reached"
    return f"a careless learner does not reach its end within {CARELESS_CHOICES} choices"
