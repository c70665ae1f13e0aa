"""Every lesson, gone through by touching what is ringed and nothing else: at a desk and with a telephone.

First lessons at both, the others on the telephone, which is the harder; ``make soak`` goes through all of them at both.
"""

from __future__ import annotations

import os

import pytest
from tests.browser.guests import Guest
from tests.browser.lessons.learner import Learner
from tests.serving import RunningServer

from casusbelli.kernel.registry import find, installed
from casusbelli.learn import lessons_of

ALL = bool(os.environ.get("ALL_LESSONS"))
LESSONS = [(game, lesson.id, lesson.head.number) for game in installed() for lesson in lessons_of(find(game))]


@pytest.mark.parametrize(("game", "lesson"), [(game, lesson) for game, lesson, number in LESSONS if ALL or number == 1])
def test_at_a_desk(house: RunningServer, guest: Guest, game: str, lesson: str) -> None:
    learner = Learner(guest, touch=False)
    learner.learn(f"{house.url}/learn/{game}/{lesson}")
    assert learner.faults == []


@pytest.mark.parametrize(("game", "lesson"), [(game, lesson) for game, lesson, _ in LESSONS])
def test_with_a_telephone(house: RunningServer, walker: Guest, game: str, lesson: str) -> None:
    learner = Learner(walker, touch=True)
    learner.learn(f"{house.url}/learn/{game}/{lesson}")
    assert learner.faults == []
