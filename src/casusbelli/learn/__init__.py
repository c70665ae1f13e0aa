"""Learning a game by playing it: lessons, their words, and a run through them. No page and no terminal in it."""

from .check import Report, check_game
from .coach import coach_of
from .exercise import Posed, exercises_of
from .run import LessonRun, Nudge, Progress
from .sandbox import Origin, Recipe, Sandbox
from .script import Lesson, LessonError, lesson_of, lessons_of
from .words import LessonWords, check_words

__all__ = [
    "Lesson",
    "LessonError",
    "LessonRun",
    "LessonWords",
    "Nudge",
    "Origin",
    "Posed",
    "Progress",
    "Recipe",
    "Report",
    "Sandbox",
    "check_game",
    "check_words",
    "coach_of",
    "exercises_of",
    "lesson_of",
    "lessons_of",
]
