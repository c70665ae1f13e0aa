"""Bots against each other on fair terms: every table plays every seed once in each rotation of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from casusbelli.kernel import OptionValue, Seat, SetupError
from casusbelli.testkit import load_game

from .play import GamePlan, Record, wins_by_ending
from .stats import wilson
from .veterans import lab_bot


class Arena(msgspec.Struct, frozen=True):
    """Who plays whom, and how often."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    games: int
    """At every table."""
    seed: str

    def tables(self) -> list[tuple[str, ...]]:
        """As many bots as there are seats, in every combination."""
        return list(combinations(self.bots, len(self.seats)))

    def plans(self) -> list[GamePlan]:
        """Paired seeds: every deal is played once in each rotation, so that nobody has the better cards in the end."""
        plans = []
        for table in self.tables():
            seatings = rotations(table)
            for n in range(self.games):
                deal, turn = divmod(n, len(seatings))
                seed = f"{self.seed}/{deal}"
                plans.append(GamePlan(self.game, self.scenario, self.options, seed, seatings[turn], timed=True))
        return plans


def rotations(table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The ways to go round the table that differ: equal bots on a deal would only play the same game again."""
    return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))


def arena_of(
    game: str, scenario: str | None, options: dict[str, OptionValue], bots: Sequence[str], games: int, seed: str
) -> Arena:
    """An arena with everything checked. The number of games is rounded up to whole rotations."""
    info = load_game(game).info
    chosen = info.scenario(scenario)
    places = len(chosen.seats)
    if len(bots) < places:
        raise SetupError(f"an arena of {info.id} needs at least {places} bots; {len(bots)} are named")
    for bot in dict.fromkeys(bots):
        lab_bot(load_game(game), bot)
    return Arena(game, chosen.id, info.settle(options, chosen.id), chosen.seats, tuple(bots), -(-games // places) * places, seed)


class Tally(msgspec.Struct):
    """Wins, draws and losses."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    choices: int = 0
    thinking: float = 0.0

    def count(self, won: bool, drawn: bool) -> None:
        self.games += 1
        self.wins += won
        self.draws += drawn

    def told(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.games)
        told = {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.games - self.wins - self.draws,
            "win_rate": round(self.wins / self.games, 4) if self.games else 0.0,
            "low": round(low, 4),
            "high": round(high, 4),
        }
        if self.choices:
            told["choices"] = self.choices
            told["mean_ms_per_choice"] = round(1000 * self.thinking / self.choices, 3)
        return told


def standings(arena: Arena, records: Iterable[Record], seconds: float) -> dict[str, Any]:
    """The figures of an arena, ready for JSON: by bot, by seat, and of every bot against every other."""
    played = list(records)
    good = [record for record in played if not record.error]
    by_bot = {bot: Tally() for bot in arena.bots}
    by_seat = {seat: Tally() for seat in arena.seats}
    against = {(one, other): Tally() for one in arena.bots for other in arena.bots}
    for record in good:
        drawn = record.winner is None
        for n, (seat, bot) in enumerate(zip(arena.seats, record.plan.bots, strict=True)):
            won = record.winner == seat
            by_bot[bot].count(won, drawn)
            by_bot[bot].choices += record.choices[n]
            by_bot[bot].thinking += record.thinking[n]
            by_seat[seat].count(won, drawn)
            for other in dict.fromkeys(record.plan.bots[:n] + record.plan.bots[n + 1 :]):
                against[bot, other].count(won, drawn)
    return {
        "game": arena.game,
        "scenario": arena.scenario,
        "options": arena.options,
        "seed": arena.seed,
        "games": len(played),
        "seconds": round(seconds, 3),
        "bots": {bot: tally.told() for bot, tally in by_bot.items()},
        "seats": {seat: tally.told() for seat, tally in by_seat.items()},
        "against": {bot: {other: against[bot, other].told() for other in by_bot if against[bot, other].games} for bot in by_bot},
        "wins_by_ending": wins_by_ending(arena.seats, good),
        "errors": len(played) - len(good),
        "failures": [{"seed": r.plan.seed, "bots": list(r.plan.bots), "error": r.error} for r in played if r.error][:20],
    }
