"""How fast a game is, on one core. The figures of one run can be compared with each other and with its reference loop.

Time is the processor's, so that what else the machine does matters little.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from casusbelli.game import Game, Match
from casusbelli.kernel import seed_from
from casusbelli.testkit import load_game


def reference(budget: float) -> float:
    """Millions of turns a second of an empty Python loop: tells a slow machine from a slow game."""

    def loop() -> None:
        for _ in range(100_000):
            pass

    return 100_000 / seconds_of(loop, budget) / 1e6


def seconds_of(work: Callable[[], object], budget: float) -> float:
    """The median time of the work over as many runs as the budget allows, and at least five."""
    times: list[float] = []
    end = process_time() + budget
    while len(times) < 5 or (process_time() < end and len(times) < 10_000):
        began = process_time()
        work()
        times.append(process_time() - began)
    return median(times)


def random_play(match: Match[Any], rng: Random) -> int:
    """Play to the end, every legal choice as likely as any other; how many choices it took."""
    choose = rng.random
    while asked := match.asked():
        for seat, question in asked.items():
            options = question.options
            match.act(seat, options[int(choose() * len(options))])
    return len(match.entries)


def bench_game(spec: str, seconds: float = 3.0, seed: str = "bench") -> dict[str, Any]:
    """The figures of one game, ready for JSON."""
    game = load_game(spec)
    budget = seconds / 10
    gc.collect()
    gc.freeze()  # as simulations and the server do with what is loaded
    decisions = games = 0
    began = process_time()
    while (spent := process_time() - began) < seconds or games == 0:
        match = Match.new(game, seed=seed_from(f"{seed}/{games}"), record=False)
        decisions += random_play(match, Random(f"{seed}/{games}"))
        games += 1
    speed = reference(budget)
    return {
        "game": spec,
        "games": games,
        "decisions": decisions,
        "decisions_per_second": round(decisions / spent, 1),
        "games_per_second": round(games / spent, 2),
        "mean_decisions_per_game": round(decisions / games, 1),
        **middle_of_the_game(game, seed, budget),
        "reference_mloops_per_second": round(speed, 1),
        "decisions_per_mloop": round(decisions / spent / speed, 1),
    }


def middle_of_the_game(game: Game[Any], seed: str, budget: float) -> dict[str, float]:
    """What copying, looking and saving cost in the middle of a match, and replaying at its end."""
    finished = Match.new(game, seed=seed_from(f"{seed}/0"), record=False)
    random_play(finished, Random(f"{seed}/0"))
    journal = finished.journal()
    half = finished.journal()
    del half.entries[len(half.entries) // 2 :]
    half.checkpoint = None
    match = Match.restore(game, half)
    seats = (*match.seats, None)
    encoded = msgspec.msgpack.encode(match.state)
    state_type = game.state_type
    timed: dict[str, Callable[[], object]] = {
        "clone_us": match.clone,
        "imagine_us": lambda: match.imagine(match.seats[0], seed_from(seed)),
        "view_us": lambda: [match.view(seat) for seat in seats],
        "view_json_us": lambda: [msgspec.json.encode(match.view(seat)) for seat in seats],
        "encode_us": lambda: msgspec.msgpack.encode(match.state),
        "decode_us": lambda: msgspec.msgpack.decode(encoded, type=state_type),
    }
    figures = {
        name: seconds_of(work, budget) * 1e6 / (len(seats) if name.startswith("view") else 1) for name, work in timed.items()
    }
    figures["state_bytes"] = len(encoded)
    figures["replay_ms"] = seconds_of(lambda: Match.restore(game, journal), budget) * 1e3
    return {name: round(figure, 2) for name, figure in figures.items()}
