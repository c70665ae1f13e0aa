"""The words of a lesson: ``lesson.<id>.*`` of the game's catalogue, filled in for one language.

Beside the catalogue's own placeholders two things may be written: ``{paris, name}`` names any id as the board names it, and
``{=choice.end_actions}`` is another text of the catalogue, so that the coach calls a button what the button calls itself.
Marks are ``**bold**`` for what stands on the screen and ``*italic*`` for stress; nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from casusbelli.game import LANGUAGES, Game
from casusbelli.kernel import Params
from casusbelli.words.texts import Catalogue, TextError, catalogue, fill

from .script import Expect, Lesson, Quiz

LONGEST = {"en": 330, "it": 430, "es": 430}
"""Characters of a step's words; longer than that nobody reads."""

EXERCISE_KEYS = {"step.solve": "question", "lead": "question", "end": "reason", "nudge.solve": "nudge", "chapter.solve": "title"}
"""An exercise has fewer words than a lesson: what stands for what."""

_OTHER_TEXT = re.compile(r"\{=([\w.]+)\}")
_NAMED = re.compile(r"\{([^{},=]+), name\}")
BOLD = re.compile(r"\*\*(.+?)\*\*")
LABELS = ("name.", "ui.", "choice.", "verb.", "decision.", "seat.", "scenario.")
"""Texts that stand on the screen as they are: what a bold word may be a part of."""


class _Everything(dict[str, Any]):
    """Parameters in which every id stands for itself."""

    def get(self, key: str, default: Any = None) -> Any:
        return key


class LessonWords:
    """One lesson in one language."""

    def __init__(self, game: Game[Any], lesson: Lesson, language: str) -> None:
        self.game = game
        self.lesson = lesson
        self.language = language
        self.catalogue: Catalogue = catalogue(game, language)

    def text(self, key: str) -> str:
        """The text ``lesson.<id>.<key>``, filled in; empty where there is none."""
        room = self.lesson.words
        if room == "exercise":
            key = EXERCISE_KEYS.get(key, key.replace("quiz.solve.", "answer.").replace("because.solve.", "because."))
        template = self.catalogue.get(f"{room}.{self.lesson.id}.{key}", "")
        return spoken(self.catalogue, template)

    @property
    def title(self) -> str:
        return self.text("title")

    @property
    def lead(self) -> str:
        return self.text("lead")

    @property
    def end(self) -> str:
        return self.text("end")

    @property
    def goals(self) -> list[str]:
        return [self.text(f"goal.{key}") for key in self.lesson.head.goals]


def spoken(words: Catalogue, template: str, params: Params | None = None) -> str:
    """A template of the coach, filled in."""
    template = _OTHER_TEXT.sub(lambda found: words.get(found[1], found[0]), template)
    return fill(words, template, _Everything() if params is None else params)


def needed_keys(lesson: Lesson) -> Iterator[str]:
    """What must be there in every language."""
    yield from ("title", "lead", "end")
    yield from (f"goal.{key}" for key in lesson.head.goals)
    yield from (f"chapter.{chapter}" for chapter in lesson.chapters())
    for step in lesson.steps:
        yield f"step.{step.id}"
        if isinstance(step, Expect):
            yield f"nudge.{step.id}"
        if isinstance(step, Quiz):
            for key in step.answers:
                yield f"quiz.{step.id}.{key}"
                yield f"because.{step.id}.{key}"


def _optional_keys(lesson: Lesson) -> Iterator[str]:
    """What a choice has done, and other words for a line of the to-do list; in all languages or in none."""
    for step in lesson.steps:
        if isinstance(step, Expect):
            yield f"done.{step.id}"
            yield from (f"label.{step.id}.{value}" for choice in step.wants for value in choice)


def check_words(game: Game[Any], lessons: Iterable[Lesson]) -> list[str]:
    """What is wrong with the words of these lessons, in all languages; one line each."""
    wrong: list[str] = []
    lessons = list(lessons)
    for language in LANGUAGES:
        words = catalogue(game, language)
        there = [key for key in words if key.startswith("lesson.")]
        ids = {lesson.id for lesson in lessons}
        strange = [key for key in there if key.split(".")[1] not in ids]
        wrong.extend(f"{language}: {key} belongs to no lesson of {game.info.id}" for key in strange)
        for lesson in lessons:
            wrong.extend(f"{language}: {what}" for what in _lesson_words(game, lesson, language, there))
    return wrong


def _lesson_words(game: Game[Any], lesson: Lesson, language: str, there: list[str]) -> Iterator[str]:
    words, prefix = catalogue(game, language), f"lesson.{lesson.id}."
    needed = set(needed_keys(lesson))
    optional = set(_optional_keys(lesson))
    given = {key.removeprefix(prefix) for key in there if key.startswith(prefix)}
    where = f"lesson {lesson.id}"
    for key in sorted(needed - given):
        yield f"{where}: no text {key}"
    for key in sorted(given - needed - optional):
        yield f"{where}: {key} is asked for by no step"
    elsewhere = {key.removeprefix(prefix) for key in catalogue(game, "en") if key.startswith(prefix)}
    for key in sorted(optional & elsewhere - given):
        yield f"{where}: no text {key}, which English has"
    for key in sorted(given):
        yield from (f"{where}, {key}: {what}" for what in template_faults(words, words[prefix + key]))
        if key.startswith("step.") and len(plain(words, words[prefix + key])) > LONGEST[language]:
            yield f"{where}, {key}: {len(plain(words, words[prefix + key]))} characters, at most {LONGEST[language]}"


def template_faults(words: Catalogue, template: str) -> Iterator[str]:
    """What is wrong with one template of the coach."""
    for name in _NAMED.findall(template):
        if f"name.{name}" not in words:
            yield f"unknown id {name!r}"
    for key in _OTHER_TEXT.findall(template):
        if key not in words:
            yield f"unknown text {key!r}"
    try:
        text = spoken(words, template)
    except TextError as error:
        yield str(error)
        return
    if not text.strip():
        yield "it is empty"
    if text.count("*") % 2 or "{" in text or "}" in text:
        yield "a mark is not closed"


def plain(words: Catalogue, template: str) -> str:
    """The words without their marks."""
    try:
        return spoken(words, template).replace("*", "")
    except TextError:
        return template


@lru_cache(maxsize=16)
def labels(game: Game[Any], language: str) -> str:
    """All that can stand on the screen, as one text to search in."""
    words = catalogue(game, language)
    return "\n".join(_folded(text) for key, text in words.items() if key.startswith(LABELS))


def strange_bold(game: Game[Any], language: str, text: str, shown: Iterable[str]) -> list[str]:
    """The bold words that are neither a label of this language nor among the texts shown at the moment."""
    here = "\n".join(_folded(each) for each in shown)
    known = labels(game, language)
    return [bold for bold in BOLD.findall(text) if (word := _folded(bold)) not in known and word not in here]


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'").strip(" .,:;!?¡¿")
