"""Playing on in worlds that may well be the true one, to see what a choice leads to.

A choice is played in a plausible world, bots play on for a while, and the seat's chance where that leads says what the choice was
worth. Choices that are compared meet the same worlds, the same dice and the same bots, so that only the choice differs. Inside
such a world nothing is hidden from whoever compares, so looks, bluffs and secret bids cannot be judged like this: a game's
``bot/mind.py`` says which choices can.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol, cast

from casusbelli.game import Bot, Game, Match, Position
from casusbelli.kernel import Choice, Seat

from . import make_bot
from .chances import chances, weights_of


class Mind(Protocol):
    """What a game's module ``bot.mind`` offers."""

    HORIZON: int
    """After so many choices of whoever the seat's chance is read."""
    POLICY: str
    """The grade that plays on: the best that is quick."""
    SETTLED: Collection[str]
    """Decisions in which playing on found next to nothing better than a marshal's choice: search spends its time elsewhere."""

    def tells(self, decision: str, choice: Choice) -> bool:
        """Whether playing on tells what this choice is worth."""


@lru_cache(maxsize=16)
def mind_of(game: Game[Any]) -> Mind | None:
    """The module by which a game judges choices; None where it has none."""
    name = f"{type(game).__module__.rpartition('.')[0]}.bot.mind"
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        found = None
    return cast(Mind, import_module(name)) if found is not None else None


def can_rehearse(game: Game[Any], scenario: str) -> bool:
    """Whether there is a mind to judge by, and chances to read."""
    return mind_of(game) is not None and weights_of(game, scenario) is not None


def rehearse(position: Position, choice: Choice, world: bytes) -> float:
    """The seat's chance after the choice and what bots make of it, in one world."""
    return outlook(rehearsed(position, choice, world), position.seat)


def rehearsed(position: Position, choice: Choice, world: bytes) -> Match[Any]:
    """Where the choice and what bots make of it lead, in one world."""
    mind = mind_of(position.game)
    assert mind is not None, "a game without a mind rehearses nothing"
    match = position.fork(world)
    match.events = None
    match.act(position.seat, choice)
    bots = {seat: make_bot(position.game, mind.POLICY) for seat in match.seats}
    play_on(match, bots, mind.HORIZON, world)
    return match


def play_on(match: Match[Any], bots: Mapping[Seat, Bot], choices: int, chance: bytes) -> None:
    """Let bots play, for so many choices or to the end."""
    luck = {seat: Random(chance + seat.encode()) for seat in match.seats}
    played = 0
    while played < choices and (asked := match.asked()):
        for seat in asked:
            match.act(seat, bots[seat].choose(Position(match, seat), luck[seat]))
            played += 1


def outlook(match: Match[Any], seat: Seat) -> float:
    """The seat's chance as it sees it; when all is over, what came of it."""
    if match.over:
        result = match.result()
        winners = result.winners if result is not None and result.winners else match.seats
        return (seat in winners) / len(winners)
    told = chances(match.game, match.scenario, match.view(seat), seat)
    return 1 / len(match.seats) if told is None else told[seat].value
