"""How lucky the seats of a finished match were: told before what costs more, and roll by roll."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from casusbelli.bots import evaluate, make_bot
from casusbelli.bots.evaluate import Analysis, Course, begin, go_on
from casusbelli.game import Match, Position, registry

SLICE = 0.002
"""Of a second: a step or a few."""

TAUGHT = {
    "churchill": "tournament",
    "fog_of_war": "campaign_1940",
    "wunderwaffen": "two_players",
    "triumph_of_chaos": "introductory_1918",
}


def course_of_recruits(name: str, scenario: str) -> Course:
    """A whole match of recruits, which can be turned to any moment."""
    game, seed = registry.find(name), b"m" * 32
    whole: Match[Any] = Match.new(game, scenario=scenario, seed=seed)
    bots, luck = {seat: make_bot(game, "recruit") for seat in whole.seats}, random.Random(5)
    while asked := whole.asked():
        seat = next(iter(asked))
        whole.act(seat, bots[seat].choose(Position(whole, seat), luck))
    entries = list(whole.entries)
    turned: list[Match[Any]] = [Match.new(game, scenario=scenario, seed=seed)]

    def turn_to(n: int) -> Match[Any]:
        if n < len(turned[0].entries):
            turned[0] = Match.new(game, scenario=scenario, seed=seed)
        for seat, choice in entries[len(turned[0].entries) : n]:
            turned[0].follow(seat, choice)
        return turned[0]

    return Course(turn_to, entries, 0, "x")


@pytest.mark.parametrize(("name", "scenario"), TAUGHT.items())
def test_luck_comes_before_the_turning_points_and_grows_roll_by_roll(
    name: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is cheap and turning points are not: who waits on a crowded machine sees it early."""
    course = course_of_recruits(name, scenario)
    before_turns: list[Analysis] = []

    def no_turns(_: Course, found: Analysis) -> Analysis:
        before_turns.append(found)
        return msgspec.structs.replace(found, stage="done")

    monkeypatch.setitem(evaluate._STEPS, "turns", no_turns)
    found, counted = begin(course), [0]
    while found.stage != "done":
        found = msgspec.msgpack.decode(msgspec.msgpack.encode(go_on(course, found, SLICE)), type=Analysis)
        counted.append(found.rolls)
    (told,) = before_turns
    assert set(told.luck) == set(course.turn_to(0).seats) and told.rolls == counted[-1] > 0
    assert counted == sorted(counted) and len(set(counted)) > 2, "it was shown while it grew"
    assert abs(sum(value for value, _ in told.luck.values())) < 1e-3, "what one gains the others lose"
    at_once = go_on(course, begin(course), 1e9)
    assert (at_once.luck, at_once.rolls) == (told.luck, told.rolls), "in one slice it is the same"
