"""Positions to show a rule in: a fresh map, edited, then a rule run by itself or the match played from it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import changed
from casusbelli.games.triumph_of_chaos.positions import (
    NUMBER,
    at,
    clear,
    control,
    flag,
    fresh,
    hand,
    marker,
    off,
    s,
    without_cp,
)
from casusbelli.games.triumph_of_chaos.state import Chaos
from casusbelli.kernel import Ask, Choice, Refusal

__all__ = [
    "NUMBER",
    "Table",
    "Trace",
    "at",
    "changed",
    "clear",
    "control",
    "flag",
    "fresh",
    "hand",
    "marker",
    "off",
    "play_out",
    "run",
    "s",
    "without_cp",
]


class Trace:
    """What a rule asked while it ran, and the question it still waits for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.pending: Ask | None = None

    @property
    def options(self) -> list[Choice]:
        assert self.pending is not None, f"nothing is asked; asked so far: {self.asked}"
        return self.pending.options

    def refusal(self, *choice: str | int) -> Refusal | None:
        assert self.pending is not None
        return self.pending.refusal(choice)


def run(rule: Coroutine[Any, Any, Any], *answers: tuple[str | int, ...]) -> Trace:
    """Run one rule with these answers; forced public questions answer themselves."""
    trace = Trace()
    left = list(answers)
    answer: Any = None
    while True:
        try:
            question = rule.send(answer)
        except StopIteration:
            assert not left, f"answers left over: {left}; asked {trace.asked}"
            return trace
        if question.auto and len(question.options) == 1:
            answer = question.options[0]
            continue
        trace.asked.append(question.decision)
        if not left:
            trace.pending = question
            rule.close()
            return trace
        answer = left.pop(0)
        assert answer in question.options, f"{answer} is not offered for {question.decision}: {question.options}"


def play_out(rule: Coroutine[Any, Any, Any]) -> list[str]:
    """Run a rule to its end, every question answered with its first option; what was asked."""
    asked: list[str] = []
    answer: Any = None
    while True:
        try:
            question = rule.send(answer)
        except StopIteration:
            return asked
        asked.append(question.decision)
        answer = question.options[0]


class Table:
    """A match played from a prepared position."""

    def __init__(self, g: Chaos) -> None:
        self.match = Match.of(GAME, g, scenario=g.scenario)

    @property
    def g(self) -> Chaos:
        return self.match.state

    @property
    def ask(self) -> Ask:
        (question,) = self.match.asked().values()
        return question

    @property
    def options(self) -> list[Choice]:
        return self.ask.options

    def do(self, decision: str, *choice: str | int) -> Table:
        """Answer the open question, which must be the one named."""
        question = self.ask
        assert question.decision == decision, f"asked {question.decision}: {question.options[:8]}"
        self.match.act(question.seat, choice)
        return self

    def both(self, decision: str, white: Choice, red: Choice) -> Table:
        for seat, choice in (("white", white), ("red", red)):
            assert self.match.asked()[seat].decision == decision
            self.match.act(seat, choice)
        return self

    def kinds(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind, as a spectator was told them."""
        return [told.params for told in self.match.told(None) if told.kind == kind]
