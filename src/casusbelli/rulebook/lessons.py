"""Which lessons teach a rule or a decision: what the rulebook and the help at the question point at."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from casusbelli.game import Game
from casusbelli.learn import Lesson, LessonWords, lessons_of


class Taught(msgspec.Struct, frozen=True):
    """A lesson as a link."""

    title: str
    address: str
    minutes: int


@lru_cache(maxsize=32)
def lessons(game: Game[Any], language: str) -> tuple[tuple[Lesson, Taught], ...]:
    """The lessons of a game with their links."""
    return tuple((lesson, _link(game, lesson, language)) for lesson in lessons_of(game))


def _link(game: Game[Any], lesson: Lesson, language: str) -> Taught:
    title = LessonWords(game, lesson, language).title
    return Taught(title, f"/learn/{game.info.id}/{lesson.id}", lesson.head.minutes)


def teaching(game: Game[Any], language: str, numbers: set[str]) -> list[Taught]:
    """The lessons that cite one of these rules."""
    return [link for lesson, link in lessons(game, language) if any(numbers & set(step.rules) for step in lesson.steps)]


def taught_decisions(game: Game[Any], language: str) -> dict[str, Taught]:
    """The first lesson in which each decision is made."""
    found: dict[str, Taught] = {}
    for lesson, link in lessons(game, language):
        for step in lesson.steps:
            decision = getattr(step, "decision", "")
            if decision:
                found.setdefault(decision, link)
    return found
