"""What is usual: how much of everything that a game counts (``Game.statistics``) each seat does in bots' games.

A table lies in ``games/<game>/usual/<scenario>.json`` with the command that made it; a figure of a finished match is then told
with how many of those games had less. A scenario without a table has none of this.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Figure, Game, Journal, Match
from casusbelli.kernel import Seat

from .learnt import Learnt, read_learnt, sealed

STEPS = 20
"""A figure is kept as so many steps from its least to its most: every twentieth game."""


class Usual(Learnt, frozen=True, kw_only=True):
    """By figure and seat: the values at every twentieth of the games, from the least to the most."""

    scenario: str
    bot: str
    figures: dict[str, dict[Seat, tuple[float, ...]]]


class Place(msgspec.Struct, frozen=True):
    """Where a figure stands among those games: how many of a hundred had less."""

    key: str
    seats: dict[Seat, int]


class Places(msgspec.Struct, frozen=True):
    """All figures of a match, beside so many games of these bots."""

    games: int
    bot: str
    places: list[Place]


def usual_file(game: Game[Any], scenario: str) -> Path:
    return game.folder / "usual" / f"{scenario}.json"


@lru_cache(maxsize=32)
def usual_of(game: Game[Any], scenario: str) -> Usual | None:
    """The table of a scenario; None where there is none."""
    path = usual_file(game, scenario)
    return read_learnt(path, Usual) if path.is_file() else None


def places_of(game: Game[Any], scenario: str, figures: Iterable[Figure]) -> Places | None:
    """Where the figures of a match stand, as far as they are known."""
    usual = usual_of(game, scenario)
    if usual is None:
        return None
    found = [
        Place(one.key, {seat: share(usual.figures[one.key][seat], value) for seat, value in one.values.items()})
        for one in figures
        if one.key in usual.figures and set(one.values) <= set(usual.figures[one.key])
    ]
    return Places(usual.games, usual.bot, found)


def share(steps: Sequence[float], value: float) -> int:
    """How many of a hundred had less; of those that had as much, half."""
    below, same = bisect_left(steps, value), bisect_right(steps, value)
    return round(100 * (below + same) / 2 / len(steps))


def counted_in(game: Game[Any], journals: Iterable[Path], command: str, bot: str) -> Usual:
    """The table of journals of one scenario, all whole."""
    values: dict[str, dict[Seat, list[float]]] = {}
    scenario, count = "", 0
    for path in journals:
        journal = Journal.load(path)
        match = Match.restore(game, journal, record=True)
        if not match.over or (scenario and scenario != journal.scenario):
            raise ValueError(f"{path.name} is of another scenario, or not over")
        scenario, count = journal.scenario, count + 1
        for figure in game.statistics(match.state, match.events or ()):
            row = values.setdefault(figure.key, {seat: [0.0] * (count - 1) for seat in match.seats})
            for seat in match.seats:
                row[seat].append(float(figure.values.get(seat, 0)))
        for row in values.values():
            for had in row.values():
                had.extend([0.0] * (count - len(had)))
    figures = {key: {seat: steps_of(had) for seat, had in row.items()} for key, row in sorted(values.items())}
    about = {"game": game.info.id, "rules_version": game.info.rules_version, "scenario": scenario}
    return sealed(Usual(**about, command=command, games=count, bot=bot, figures=figures))


def steps_of(had: Sequence[float]) -> tuple[float, ...]:
    """The values at every twentieth, least and most included."""
    ordered = sorted(had)
    return tuple(ordered[round(n * (len(ordered) - 1) / STEPS)] for n in range(STEPS + 1))
