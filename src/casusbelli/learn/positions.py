"""Positions with a name: what a game's ``positions.py`` is made of.

A position is always the same match, built by the engine's own moves: from the beginning, or from a step of a lesson. So nothing
unreal is ever shown, and a position that a change of the rules breaks is found by ``casus lessons check``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, OptionValue, Seat

from .run import LessonRun
from .script import LessonError, lesson_of

END = "end"

Build = Callable[[], Match[Any]]


def after(
    game: Callable[[], Game[Any]],
    scenario: str,
    seed: str,
    line: Iterable[tuple[Seat, Choice]],
    options: dict[str, OptionValue] | None = None,
) -> Build:
    """The match of that seed after these choices."""
    played = tuple(line)

    def build() -> Match[Any]:
        match = Match.new(game(), scenario, options, seed.encode())
        for seat, choice in played:
            match.act(seat, choice)
        return match

    return build


def at_step(game: Callable[[], Game[Any]], lesson: str, step: str) -> Build:
    """The match of a lesson at the beginning of one of its steps, or at its ``end``."""

    def build() -> Match[Any]:
        taught = lesson_of(game(), lesson)
        if step != END and taught.index(step) is None:
            raise LessonError(f"lesson {taught.id} has no step {step!r}")
        run = LessonRun(game(), taught)
        while not run.over and (step == END or run.step.id != step):
            run.pass_step()
        return run.match

    return build
