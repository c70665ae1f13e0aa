"""The lab's pupil plays like a recruit and takes back what the mentor marks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from casusbelli.bots.mentor import Verdict
from casusbelli.game import Match, Position
from casusbelli.kernel import Choice, seed_from
from casusbelli.lab import pupil
from casusbelli.lab.veterans import lab_bot
from casusbelli.testkit import load_game


@pytest.fixture
def position() -> Position:
    match: Match[Any] = Match.new(load_game("fog_of_war"), None, {}, seed_from("pupil"), record=False)
    return Position(match, next(iter(match.asked())))


@pytest.mark.parametrize("marked", [True, False])
def test_it_takes_back_what_is_marked_and_nothing_else(monkeypatch: pytest.MonkeyPatch, position: Position, marked: bool) -> None:
    judged: list[Choice] = []

    def verdict(position: Position, choice: Choice, rng: Random) -> Verdict | None:
        judged.append(choice)
        better = next(option for option in position.options if option != choice)
        return Verdict(better, 0.1, 0.01, 24, []) if marked else None

    monkeypatch.setattr(pupil, "verdict", verdict)
    chosen = lab_bot(position.game, "pupil").choose(position, Random(5))
    assert len(judged) == 1 and chosen in position.options and (chosen != judged[0]) == marked
