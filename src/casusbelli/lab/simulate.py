"""Many games between the same bots in the same seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec

from casusbelli.kernel import OptionValue, Seat, SetupError
from casusbelli.testkit import load_game

from .play import GamePlan, Record, wins_by_ending
from .veterans import lab_bot


class Series(msgspec.Struct, frozen=True):
    """A series of games, each with a seed of its own that follows from the seed of the series."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    games: int
    seed: str

    def plans(self, journals: Path | None = None) -> list[GamePlan]:
        width = len(str(self.games))

        def file(n: int) -> str:
            return str(journals / f"{self.game}-{self.seed}-{n:0{width}}.json") if journals else ""

        return [
            GamePlan(self.game, self.scenario, self.options, f"{self.seed}/{n}", self.bots, journal=file(n))
            for n in range(self.games)
        ]


def series_of(
    game: str, scenario: str | None, options: dict[str, OptionValue], bots: Sequence[str] | None, games: int, seed: str
) -> Series:
    """A series with everything checked; the random bot sits where none is named."""
    info = load_game(game).info
    chosen = info.scenario(scenario)
    seated = tuple(bots) if bots else ("random",) * len(chosen.seats)
    if len(seated) != len(chosen.seats):
        seats = ", ".join(chosen.seats)
        raise SetupError(f"{info.id} ({chosen.id}) needs {len(chosen.seats)} bots, for {seats}; {len(seated)} are named")
    for bot in dict.fromkeys(seated):
        lab_bot(load_game(game), bot)
    return Series(game, chosen.id, info.settle(options, chosen.id), chosen.seats, seated, games, seed)


def summary(series: Series, records: Iterable[Record], seconds: float) -> dict[str, Any]:
    """The figures of a series, ready for JSON."""
    played = list(records)
    good = [record for record in played if not record.error]
    decisions = sum(record.decisions for record in good)
    endings: dict[str, int] = {}
    for record in good:
        endings[record.ending] = endings.get(record.ending, 0) + 1
    return {
        "game": series.game,
        "scenario": series.scenario,
        "options": series.options,
        "bots": list(series.bots),
        "seed": series.seed,
        "games": len(played),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds, 1) if seconds else 0.0,
        "mean_decisions_per_game": round(mean(r.decisions for r in good), 1) if good else 0.0,
        "wins": {seat: sum(record.winner == seat for record in good) for seat in series.seats},
        "draws": sum(record.winner is None for record in good),
        "mean_score": {
            seat: round(mean(record.scores[seat] for record in good), 3)
            for seat in series.seats
            if good and all(seat in record.scores for record in good)
        },
        "endings": dict(sorted(endings.items())),
        "wins_by_ending": wins_by_ending(series.seats, good),
        "errors": len(played) - len(good),
        "failures": [{"seed": r.plan.seed, "error": r.error} for r in played if r.error][:20],
    }
