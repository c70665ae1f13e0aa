"""How a war will probably end: every seat's chance to win, judged from what one seat may know.

A game names the signs of a position (``Game.signs``). ``casus train`` plays bots against each other, weighs the signs by how
those wars ended, and writes one small file a scenario into the game's folder (``chances/<scenario>.json``). A file is several
voices, each taught by other wars: their mean is the chance, their disagreement its band.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Game
from casusbelli.kernel import Seat

from .learnt import Learnt, read_learnt

PROGRESS = "progress"
"""The sign every game has: how much of the war is over, from 0 to 1. The others weigh more or less as it grows."""
FAR = 4.0
"""A sign this many deviations from its mean counts no more than that: nothing like it was ever seen."""
BAND = 1.645
"""Nine times of ten the voices are within this many deviations of their mean."""

Voice = tuple[tuple[float, ...], ...]
"""For every seat its weights: one that is always there, one for each sign, one for each sign times the progress."""


class Chance(msgspec.Struct, frozen=True):
    """A seat's chance to win, with the band in which the voices differ."""

    value: float
    low: float
    high: float


class Judge(msgspec.Struct, frozen=True):
    """What one seat makes of its view."""

    means: tuple[float, ...]
    scales: tuple[float, ...]
    voices: tuple[Voice, ...]


class Weighing(Learnt, frozen=True, kw_only=True):
    """The weights of a scenario."""

    scenario: str
    held_out: int
    """Wars it was tried on."""
    error: float
    """Its calibration error there: how far the chances it gave are from how often it came so."""
    seats: tuple[Seat, ...]
    signs: tuple[str, ...]
    judges: Mapping[Seat, Judge]


def weights_file(game: Game[Any], scenario: str) -> Path:
    """Where the weights of a scenario lie."""
    return game.folder / "chances" / f"{scenario}.json"


@lru_cache(maxsize=32)
def weights_of(game: Game[Any], scenario: str) -> Weighing | None:
    """The weights of a scenario; None where nobody trained it under these signs."""
    path = weights_file(game, scenario)
    return read_learnt(path, Weighing) if path.is_file() else None


def chances(game: Game[Any], scenario: str, view: Any, seat: Seat) -> dict[Seat, Chance] | None:
    """Every seat's chance as this seat sees it; None where the scenario has no weights or the view no signs."""
    weighing, part = weights_of(game, scenario), game.part(view, seat)
    if weighing is None or part is None or not (signs := game.signs(view, seat)):
        return None
    exchanged = {part: seat, seat: part}  # sides are bid for by two
    return {exchanged.get(each, each): chance for each, chance in judged(weighing, part, signs).items()}


def judged(weighing: Weighing, seat: Seat, signs: Mapping[str, float]) -> dict[Seat, Chance]:
    """Every seat's chance by these signs. A sign that was not known at the training counts for nothing."""
    judge = weighing.judges[seat]
    inputs = inputs_of([signs.get(name, mean) for name, mean in zip(weighing.signs, judge.means, strict=True)], judge, weighing)
    said = [shares([sum(map(_times, weights, inputs)) for weights in voice]) for voice in judge.voices]
    return {seat: _chance([voice[n] for voice in said]) for n, seat in enumerate(weighing.seats)}


def inputs_of(values: Sequence[float], judge: Judge, weighing: Weighing) -> list[float]:
    """What the weights are for: 1, every sign in deviations from its mean, and the same times the progress."""
    known = [
        max(-FAR, min(FAR, (value - mean) / scale)) for value, mean, scale in zip(values, judge.means, judge.scales, strict=True)
    ]
    progress = values[weighing.signs.index(PROGRESS)]
    return [1.0, *known, *(progress * value for value in known)]


def shares(strengths: Sequence[float]) -> list[float]:
    """Strengths as shares of one."""
    top = max(strengths)
    powers = [exp(strength - top) for strength in strengths]
    whole = sum(powers)
    return [power / whole for power in powers]


def _times(one: float, other: float) -> float:
    return one * other


def _chance(said: Sequence[float]) -> Chance:
    mean = sum(said) / len(said)
    spread = BAND * sqrt(sum((value - mean) ** 2 for value in said) / max(1, len(said) - 1))
    return Chance(mean, max(0.0, mean - spread), min(1.0, mean + spread))
