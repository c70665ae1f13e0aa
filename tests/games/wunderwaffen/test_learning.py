"""What the lessons and exercises of WunderWaffen promise beyond what every course is held to."""

from __future__ import annotations

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import CARDS, STRATEGY_BOXES, TERRITORY_IDS
from casusbelli.games.wunderwaffen.plays import USES
from casusbelli.learn import Lesson, lessons_of
from casusbelli.learn.script import Expect, Quiz
from casusbelli.words.texts import catalogue

LESSONS = lessons_of(GAME)
SEEN_ELSEWHERE = {"air_raid", "politics", "card_action"}
"""Uses that a learner meets in another's hands or as one of several ways: raids in lesson 3, Politics beside the Conference."""


def test_every_decision_of_the_game_is_made_in_some_lesson() -> None:
    decisions = {key.split(".")[1] for key in catalogue(GAME, "en") if key.startswith("decision.")}
    assert {step.decision for lesson in LESSONS for step in lesson.steps if isinstance(step, Expect)} == decisions


def test_every_use_of_a_token_is_played_in_some_lesson() -> None:
    played = {step.choice[0] for lesson in LESSONS for step in lesson.steps if isinstance(step, Expect)}
    assert set(USES) - played == SEEN_ELSEWHERE


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_ends_with_three_questions(lesson: Lesson) -> None:
    assert all(isinstance(step, Quiz) for step in lesson.steps[-3:])


def test_on_the_same_box_the_politics_marker_on_top_decides() -> None:
    """The answer of the exercise ``same_box``, which is a question and no move."""
    match = GAME.positions()["same_box"].build()
    match.act("german", ("place", "ready_1", "german", "soldier", "frankfurt_1"))
    (won,) = [event for event in match.events or () if event.kind == "territory_won"]
    assert won.params["faction"] == "british"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_weapon_operation_and_territory_has_its_history(language: str) -> None:
    wanted = {*CARDS, *TERRITORY_IDS, *(box.id for row in STRATEGY_BOXES.values() for box in row)}
    told = {key.removeprefix("history."): text for key, text in catalogue(GAME, language).items() if key.startswith("history.")}
    assert told.keys() == wanted
    assert all(text.endswith(".") and text.count(". ") >= 1 for text in told.values())
