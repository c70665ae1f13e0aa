"""Two servers under the same load, this tree's and another's, in turn: which one takes more choices a second, at what price?

A machine that is shared, or a guest itself, changes its pace from one minute to the next. Both servers stand side by side and
play bursts of a second in turn, so that whatever strikes one strikes the other; each pair gives a ratio, many pairs an interval.
"""

from __future__ import annotations

import asyncio
from math import comb
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from casusbelli.game.registry import find

from .loadtest import BusyTable, LoadError, cpu_seconds, serving

BURST_SECONDS = 1.0
LULL_SECONDS = 0.1
"""What is under way when a burst ends arrives before the next one begins."""


class Burst(NamedTuple):
    """What one server did in one burst."""

    choices_per_second: float
    us_per_choice: float


class _Patient(BusyTable):
    """A table that plays while its gate is open."""

    gate: asyncio.Event

    async def _all_have(self, seq: int) -> None:
        await super()._all_have(seq)
        await self.gate.wait()


class _Side:
    """One of the two servers and its tables."""

    def __init__(self, server: int, tables: list[_Patient]) -> None:
        self._server, self._tables = server, tables
        self._gate = asyncio.Event()
        for table in tables:
            table.gate = self._gate
        self._playing = [asyncio.create_task(table.play(lambda: 1.0, 0.0)) for table in tables]

    async def burst(self) -> Burst:
        """Let the tables play for a while."""
        loop = asyncio.get_running_loop()
        for table in self._tables:
            table.choices = 0
        begun, computed = loop.time(), cpu_seconds(self._server) or 0.0
        self._gate.set()
        await asyncio.sleep(BURST_SECONDS)
        self._gate.clear()
        choices, elapsed = sum(table.choices for table in self._tables), loop.time() - begun
        await asyncio.sleep(LULL_SECONDS)
        for task in self._playing:
            if task.done():
                task.result()
        if not choices:
            raise LoadError("no choice arrived anywhere")
        return Burst(choices / elapsed, ((cpu_seconds(self._server) or 0.0) - computed) / choices * 1e6)

    async def leave(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


def run_pairs(
    tree: Path,
    tables: int = 20,
    rounds: int = 20,
    game: str = "fog_of_war",
    scenario: str | None = None,
    *,
    beats: bool = True,
    seed: int = 1,
) -> dict[str, Any]:
    """Let this tree's server and another's play so many bursts each; medians, and ours over theirs with a 95 % interval."""
    if not (tree / "src" / "casusbelli" / "table" / "loadtest.py").is_file():
        raise LoadError(f"{tree} is no checkout of Casus Belli with a load test")
    chosen = find(game).info.scenario(scenario)

    def busy(host: str) -> list[_Patient]:
        return [_Patient(host, game, chosen.id, chosen.seats, Random(seed + n), beats=beats) for n in range(tables)]

    with serving() as (ours, here), serving(tree.resolve()) as (theirs, there):
        pairs = asyncio.run(_alternate((ours, busy(here)), (theirs, busy(there)), rounds))
    mine, other = zip(*pairs, strict=True)
    speed = [one.choices_per_second / two.choices_per_second for one, two in pairs]
    effort = [one.us_per_choice / two.us_per_choice for one, two in pairs if two.us_per_choice]
    return {
        "game": game,
        "tables": tables,
        "beats": beats,
        "rounds": rounds,
        "choices_per_second": [round(median(burst.choices_per_second for burst in side), 1) for side in (mine, other)],
        "us_per_choice": [round(median(burst.us_per_choice for burst in side)) for side in (mine, other)],
        "speed": _told(speed),
        "effort": _told(effort),
    }


async def _alternate(
    ours: tuple[int, list[_Patient]], theirs: tuple[int, list[_Patient]], rounds: int
) -> list[tuple[Burst, Burst]]:
    sides = _Side(*ours), _Side(*theirs)
    pairs: list[tuple[Burst, Burst]] = []
    try:
        for n in range(-1, rounds):  # the first pair warms both up
            first = n % 2
            bursts = {first: await sides[first].burst()}
            bursts[1 - first] = await sides[1 - first].burst()
            if n >= 0:
                pairs.append((bursts[0], bursts[1]))
    finally:
        for side in sides:
            await side.leave()
    return pairs


def _told(ratios: list[float]) -> dict[str, float | list[float]]:
    low, high = median_within(ratios)
    return {"median": round(median(ratios), 3), "within": [round(low, 3), round(high, 3)]}


def median_within(values: list[float], error: float = 0.05) -> tuple[float, float]:
    """Between which of the values the true median lies, however they are spread: each lies below it by the toss of a coin."""
    ordered, count = sorted(values), len(values)
    below, tail = 0, comb(count, 0) / 2**count
    while 2 * tail <= error and below < (count - 1) // 2:
        below += 1
        tail += comb(count, below) / 2**count
    outermost = max(0, below - 1)
    return ordered[outermost], ordered[count - 1 - outermost]
