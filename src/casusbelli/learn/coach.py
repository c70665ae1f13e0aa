"""What the coach says now: the part of a frame that the screen, the text board and the terminal all read."""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import Choice
from casusbelli.words.texts import choice_text

from .run import LessonRun
from .script import Expect, Quiz
from .words import LessonWords

_NAME_LENGTH = 64


def coach_of(run: LessonRun, language: str) -> dict[str, Any]:
    """``frame.coach`` (see docs/protocol.md), in the learner's words."""
    lesson, step = run.lesson, run.step
    words = LessonWords(run.game, lesson, language)
    of = len(lesson.steps)
    left = max(1, round(lesson.head.minutes * (of - run.at) / of))
    told: dict[str, Any] = {
        "game": lesson.game,
        "lesson": lesson.id,
        "number": lesson.head.number,
        "title": words.title,
        "id": step.id,
        "step": run.at + 1,
        "of": of,
        "chapter": step.chapter,
        "chapter_title": words.text(f"chapter.{step.chapter}"),
        "do": "end" if run.over else _kind(run),
        "say": words.end if run.over else words.text(f"step.{step.id}"),
        "done": _done_before(run, words),
        "at": list(step.at),
        "wants": [] if _hidden(run) else [list(choice) for choice in run.wants],
        "picks": _picks(run, words),
        "rules": list(step.rules),
        "answers": _answers(run, words),
        "answered": run.answered,
        "nudge": _nudge(run, words),
        "back": run.at > 0 or run.over,
        "next": run.may_next,
        "busy": run.mover is not None,
        "minutes": left,
        "trail": _trail(run, words),
        "goals": words.goals if run.over else [],
    }
    return told


def _hidden(run: LessonRun) -> bool:
    """An exercise does not show what it wants."""
    return run.lesson.words == "exercise"


def _kind(run: LessonRun) -> str:
    return "solve" if _hidden(run) and isinstance(run.step, Expect) else step_kind(run.step)


def step_kind(step: Any) -> str:
    """The step's ``do``."""
    return str(type(step).__struct_config__.tag)


def _done_before(run: LessonRun, words: LessonWords) -> str | None:
    """What the choice just made has done: said before the next step's words."""
    if run.over or run.at == 0 or run.played:
        return None
    before = run.lesson.steps[run.at - 1]
    return words.text(f"done.{before.id}") or None if isinstance(before, Expect) else None


def _picks(run: LessonRun, words: LessonWords) -> list[dict[str, Any]]:
    """The to-do list: what to pick, and how it is called."""
    step = run.step
    if not isinstance(step, Expect) or run.over or _hidden(run):
        return []
    return [
        {"value": value, "verb": value == step.choice[0], "label": pick_label(run, words, step, value)} for value in run.picks
    ]


def pick_label(run: LessonRun, words: LessonWords, step: Expect, value: str | int) -> str:
    if label := words.text(f"label.{step.id}.{value}"):
        return label
    if value == step.choice[0]:
        if run.picks == (value,) or len(step.choice) == 1:
            return choice_text(run.game, words.catalogue, step.decision, step.choice)
        return words.catalogue.get(f"verb.{value}") or choice_text(run.game, words.catalogue, step.decision, step.choice)
    return words.catalogue.get(f"name.{value}", str(value))


def choice_words(run: LessonRun, words: LessonWords, choice: Choice) -> str:
    """A choice the learner tried, in the engine's own words."""
    question = run.match.ask_of(run.seat)
    return choice_text(run.game, words.catalogue, question.decision if question else "", choice)


def _nudge(run: LessonRun, words: LessonWords) -> dict[str, Any] | None:
    nudge = run.nudge
    if nudge is None:
        return None
    return {
        "tried": list(nudge.tried),
        "what": choice_words(run, words, nudge.tried),
        "text": "" if nudge.reading else words.text(f"nudge.{run.step.id}"),
        "reading": nudge.reading,
        "times": nudge.times,
    }


def _answers(run: LessonRun, words: LessonWords) -> list[dict[str, Any]]:
    step = run.step
    if not isinstance(step, Quiz) or run.over:
        return []
    return [
        {
            "key": key,
            "text": words.text(f"quiz.{step.id}.{key}"),
            "because": words.text(f"because.{step.id}.{key}") if key == run.answered else None,
            "right": (key == step.right) if key == run.answered else None,
        }
        for key in step.answers
    ]


def _trail(run: LessonRun, words: LessonWords) -> list[dict[str, Any]]:
    """One mark a step, with a short name for the list of all steps."""
    return [
        {
            "id": step.id,
            "chapter": step.chapter,
            "name": short_name(words.text(f"step.{step.id}")),
            "done": i < run.at or run.over,
            "reached": i <= run.furthest,
        }
        for i, step in enumerate(run.lesson.steps)
    ]


def short_name(text: str) -> str:
    """The first sentence of a step, or as much of it as fits a line."""
    first = text.replace("*", "").split(". ")[0].split(": ")[0].rstrip(".")
    return first if len(first) <= _NAME_LENGTH else f"{first[:_NAME_LENGTH].rsplit(' ', 1)[0]} …"
