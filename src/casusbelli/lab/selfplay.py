"""One bot on all seats, and moments of its games: what chances and beliefs are learnt from."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import msgspec

from casusbelli.game import Match, Position
from casusbelli.kernel import Result, seed_from
from casusbelli.testkit import load_game

from .play import CAP, keep_what_is_loaded
from .veterans import lab_bot

K = TypeVar("K")


class Lesson(msgspec.Struct, frozen=True):
    """What a game is played by: the same lesson gives the same game on every machine."""

    game: str
    scenario: str
    bot: str
    seed: str
    n: int


def play_lesson(lesson: Lesson, most: int, keep: Callable[[Match[Any]], K]) -> tuple[list[tuple[int, K]], Result]:
    """Play a game to its end. What is kept of up to so many moments, with their numbers of choices, and how it ended.

    Algorithm R: after any number of moments each of them is among the kept ones with the same chance.
    """
    game = load_game(lesson.game)
    keep_what_is_loaded()
    name = f"{lesson.seed}/{lesson.n}"
    match = Match.new(game, lesson.scenario, {}, seed_from(name), record=False)
    bots = {seat: lab_bot(game, lesson.bot) for seat in match.seats}
    chance = {seat: Random(f"{name}/{seat}") for seat in match.seats}
    lots, kept = Random(f"{name}/moments"), list[tuple[int, K]]()
    while asked := match.asked():
        at = len(match.entries)
        place = len(kept) if len(kept) < most else lots.randrange(at + 1)
        if place < most:
            kept[place : place + 1] = [(at, keep(match))]
        for seat in asked:
            match.act(seat, bots[seat].choose(Position(match, seat), chance[seat]))
        if len(match.entries) > CAP:
            raise RuntimeError(f"{name} does not end within {CAP} choices")
    result = match.result()
    if result is None:
        raise RuntimeError(f"{name} is over and has no result")
    return kept, result
