"""Positions to show a rule in: a fresh map, edited, then a rule run by itself or the match played from it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import (
    changed,
    politics_changed,
    put,
    put_leader,
    send,
    set_control,
    set_faction_side,
)
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, NOBODY, RED, SPACE, SPACES, UNIT, UNITS, WHITE
from casusbelli.games.triumph_of_chaos.factions import controller
from casusbelli.games.triumph_of_chaos.setup import set_up
from casusbelli.games.triumph_of_chaos.state import EXCLUDED, OUT, WITHDRAWN, Chaos
from casusbelli.kernel import Ask, Choice, Match, Refusal, seed_from

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

NUMBER = {row.number: row.id for row in SPACES}
SIDES = {"red": RED, "white": WHITE, "none": NOBODY, "cp": 3}


def fresh(scenario: str = "introductory_1918", phase: str = "round", **options: bool | str) -> Chaos:
    """The set-up of a scenario without a bid and with strict camps, before White's first round unless another phase is named."""
    chosen = GAME.info.settle({"bid_for_sides": False, "camp_limit": "strict", **options}, scenario)
    g = set_up(scenario, chosen, seed_from("examples"))
    g.phase = phase
    if phase in ("round", "activation"):
        g.round, g.active = 1, WHITE
    return g


def without_cp(g: Chaos) -> Chaos:
    """The Central Powers have left."""
    cp = FACTION["central_powers"]
    for unit, row in enumerate(UNITS):
        if row.owner == "central_powers" and g.where[unit] != OUT:
            send(g, unit, OUT)
    g.fate[cp] = WITHDRAWN if g.fate[cp] != EXCLUDED else EXCLUDED
    for space, side in enumerate(g.control):
        if side == 3:
            set_control(g, space, NOBODY)
    politics_changed(g)
    return g


def s(place: int | str) -> int:
    """A space by its printed number or its id."""
    return SPACE[NUMBER[place]] if isinstance(place, int) else SPACE[place]


def at(g: Chaos, place: int | str, *units: str, reduced: bool = False, side: str = "") -> None:
    """Put units (and leaders) into a space; it becomes their side's."""
    for name in units:
        if name in LEADER:
            put_leader(g, LEADER[name], s(place))
            continue
        unit = UNIT[name]
        if side:
            g.side[unit] = SIDES[side]
        put(g, unit, s(place))
        g.reduced[unit] = int(reduced)
        if g.side[unit] in (RED, WHITE):
            set_control(g, s(place), g.side[unit])


def off(g: Chaos, *units: str, box: int = OUT) -> None:
    for name in units:
        if name in LEADER:
            put_leader(g, LEADER[name], box)
        else:
            send(g, UNIT[name], box)


def clear(g: Chaos, *places: int | str) -> None:
    """Take every unit and leader out of the spaces."""
    for place in places:
        for unit in list(g.board.at[s(place)]):
            send(g, unit, OUT)
        for leader in list(g.board.leaders.get(s(place), ())):
            put_leader(g, leader, OUT)


def control(g: Chaos, side: str, *places: int | str) -> None:
    for place in places:
        set_control(g, s(place), SIDES[side])


def marker(g: Chaos, **positions: int) -> None:
    """Faction markers; a marker in a control box has its forces serve that side."""
    for faction, position in positions.items():
        g.fcm[FACTION[faction]] = position
        set_faction_side(g, FACTION[faction], controller(g, FACTION[faction]))
    politics_changed(g)


def flag(g: Chaos, name: str) -> None:
    """An event has set this flag."""
    g.flags.append(name)
    politics_changed(g)


def hand(g: Chaos, side: str, *numbers: int) -> None:
    """Exactly these cards in a hand; what was there goes back to the deck."""
    one = SIDES[side]
    g.decks[one] += g.hands[one]
    g.hands[one] = []
    for number in numbers:
        for pile in (g.decks[one], g.discards[one], g.aside[one]):
            if number in pile:
                pile.remove(number)
        g.hands[one].append(number)


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
