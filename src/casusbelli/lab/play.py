"""One game between bots, as a record."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec

from casusbelli.game import Match, Position
from casusbelli.kernel import Choice, Event, OptionValue, Seat, seed_from
from casusbelli.testkit import load_game

from .veterans import lab_bot

CAP = 100_000


class GamePlan(msgspec.Struct, frozen=True):
    """What a game follows from: the same plan gives the same game on every machine."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    seed: str
    bots: tuple[str, ...]
    """By seat, in the order of the scenario."""
    timed: bool = False
    journal: str = ""
    """Where to write the journal; nowhere when empty."""
    explore: int = 0
    """So many first choices of every seat are drawn by lot, all options alike: for questions about openings."""


class Watcher:
    """Somebody who looks on while a game is played."""

    listens = False
    """Whether events are wanted, too: telling of them takes time."""

    def before(self, match: Match[Any], seat: Seat, choice: Choice) -> None:
        """A seat has chosen; nothing has happened yet."""

    def after(self, match: Match[Any]) -> None:
        """It has happened."""

    def heard(self, match: Match[Any], event: Event) -> None:
        """A rule has reported something, on the way from the one to the other."""


class Record(msgspec.Struct):
    """What came of a game."""

    plan: GamePlan
    decisions: int = 0
    winners: tuple[Seat, ...] = ()
    ending: str = ""
    scores: dict[Seat, float] = {}
    choices: list[int] = []
    """Choices by seat."""
    thinking: list[float] = []
    """Seconds of thought by seat, where the plan wants them."""
    error: str = ""

    @property
    def winner(self) -> Seat | None:
        """The one winner; None in a draw."""
        return self.winners[0] if len(self.winners) == 1 else None


def wins_by_ending(seats: Sequence[Seat], records: Iterable[Record]) -> dict[str, dict[Seat, int]]:
    """How often each seat won alone in each ending; an ending in which everything was drawn has only zeros."""
    wins: dict[str, dict[Seat, int]] = {}
    for record in records:
        row = wins.setdefault(record.ending, dict.fromkeys(seats, 0))
        if record.winner is not None:
            row[record.winner] += 1
    return dict(sorted(wins.items()))


def play_game(plan: GamePlan, watcher: Watcher | None = None) -> Record:
    """Play a plan to its end. An error in a rule or a bot is part of the record."""
    record = Record(plan)
    try:
        _play(plan, record, watcher)
    except Exception as error:
        record.error = f"{type(error).__name__}: {error}"
    return record


@cache
def keep_what_is_loaded() -> None:
    """Before long work, once in a process: code and content stay, so the collector of garbage need not look at them again."""
    gc.collect()
    gc.freeze()


def _play(plan: GamePlan, record: Record, watcher: Watcher | None) -> None:
    game = load_game(plan.game)
    keep_what_is_loaded()
    listens = watcher is not None and watcher.listens
    match = Match.new(game, plan.scenario, plan.options, seed_from(plan.seed), record=listens)
    numbers = {seat: n for n, seat in enumerate(match.seats)}
    bots = {seat: lab_bot(game, plan.bots[n]) for seat, n in numbers.items()}
    chance = {seat: Random(f"{plan.seed}/{seat}") for seat in match.seats}
    choices, thinking = [0] * len(numbers), [0.0] * len(numbers)
    while asked := match.asked():
        for seat in asked:
            began = process_time() if plan.timed else 0.0
            choice = bots[seat].choose(Position(match, seat), chance[seat])
            if plan.timed:
                thinking[numbers[seat]] += process_time() - began
            if choices[numbers[seat]] < plan.explore:
                choice = chance[seat].choice(asked[seat].options)
            choices[numbers[seat]] += 1
            if watcher is not None:
                watcher.before(match, seat, choice)
            with match.heard_by(partial(watcher.heard, match)) if watcher is not None and listens else nullcontext():
                match.act(seat, choice)
            if watcher is not None:
                watcher.after(match)
        if len(match.entries) > CAP:
            raise RuntimeError(f"the game does not end within {CAP} choices")
    result = match.result()
    if result is None:
        raise RuntimeError("the game is over and has no result")
    record.decisions, record.choices, record.thinking = len(match.entries), choices, thinking
    record.winners, record.ending, record.scores = result.winners, result.ending, result.scores
    if plan.journal:
        match.journal(marks=True).save(Path(plan.journal))
