"""Every lesson, gone through by touching what is ringed and nothing else: at a desk and with a telephone.

First lessons at both, at the desk in Italian or Spanish. ``make soak`` goes through all of them at both, at the desk in every
language.
"""

from __future__ import annotations

import os
from itertools import cycle

import pytest
from tests.browser.guests import Guest
from tests.browser.lessons.learner import Learner
from tests.serving import RunningServer

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import find, installed
from casusbelli.learn import lessons_of

ALL = bool(os.environ.get("ALL_LESSONS"))
"""All lessons, at a desk in all languages."""
LESSONS = [(game, lesson.id, lesson.head.number) for game in installed() for lesson in lessons_of(find(game))]
FIRST = [(game, lesson) for game, lesson, number in LESSONS if number == 1]
AT_A_DESK = (
    [(game, lesson, language) for game, lesson, _ in LESSONS for language in LANGUAGES]
    if ALL
    else [(game, lesson, language) for (game, lesson), language in zip(FIRST, cycle(("it", "es")), strict=False)]
)


@pytest.mark.parametrize(("game", "lesson", "language"), AT_A_DESK)
def test_at_a_desk(house: RunningServer, guest: Guest, game: str, lesson: str, language: str) -> None:
    learner = Learner(guest, touch=False)
    learner.learn(f"{house.url}/learn/{game}/{lesson}", language)
    assert learner.faults == []


@pytest.mark.parametrize(("game", "lesson"), [(game, lesson) for game, lesson, _ in LESSONS] if ALL else FIRST)
def test_with_a_telephone(house: RunningServer, walker: Guest, game: str, lesson: str) -> None:
    learner = Learner(walker, touch=True)
    learner.learn(f"{house.url}/learn/{game}/{lesson}")
    assert learner.faults == []
