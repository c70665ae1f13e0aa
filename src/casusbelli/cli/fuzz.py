"""``casus fuzz``."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import typer

from casusbelli.lab.parallel import in_order
from casusbelli.testkit import TRIALS, load_game, plan_for
from casusbelli.testkit.fuzz import Fuzzing, fuzz_game, save
from casusbelli.testkit.hashes import differences

from .common import Trouble, console, progress, read_options, say_json, warn

HASH_SEEDS = "hash_seeds"


def run_fuzz(
    game: str,
    games: int,
    seed: str,
    first: int,
    scenario: str | None,
    options: str,
    only: list[str],
    without: list[str],
    failures: Path,
    cap: int,
    jobs: int | str,
    as_json: bool,
) -> None:
    info = load_game(game).info
    info.scenario(scenario)
    chosen = None if options == "random" else read_options(info, options)
    check_trials([*only, *without])
    trials = tuple(name for name in only or [kind.name for kind in TRIALS] if name not in without)
    work = [Fuzzing(plan_for(game, f"{seed}/{n}", scenario, chosen, cap), trials) for n in range(first, first + games)]
    began, played, choices = perf_counter(), 0, 0
    found: Counter[str] = Counter()
    written = []
    with progress(f"fuzz {game}", games, "games") as advance, suppress(KeyboardInterrupt):  # Ctrl-C ends it with what there is
        for outcome in in_order(fuzz_game, work, jobs):
            played += 1
            choices += outcome.choices
            advance()
            if outcome.failure is not None:
                found[outcome.failure.trial] += 1
                written.append(str(save(outcome.failure, failures)))
                if found[outcome.failure.trial] == 1:
                    warn(f"{outcome.failure.trial}: {outcome.failure.headline}\n  again: {outcome.failure.command()}")
    if not only:
        different = differences(game, seed, 2)
        found.update([HASH_SEEDS] * len(different))
        for line in different:
            warn(f"{HASH_SEEDS}: {line}")
    tried = [*trials, *([] if only else [HASH_SEEDS])]
    told = {
        "game": game,
        "games": played,
        "seed": seed,
        "trials": tried,
        "choices": choices,
        "seconds": round(perf_counter() - began, 3),
        "failures": dict(found),
        "written": written,
    }
    if as_json:
        say_json(told)
    elif found:
        names = ", ".join(f"{trial} {n}" for trial, n in found.most_common())
        console().print(f"{sum(found.values())} failures in {played} games ({names}); journals in {failures}", soft_wrap=True)
    else:
        console().print(f"{played} games, {choices:,} choices under {len(tried)} trials: nothing found", soft_wrap=True)
    if found:
        raise typer.Exit(1)


def check_trials(names: list[str]) -> None:
    """Trial names, and those of what the playthrough itself watches, which always runs."""
    known = {kind.name for kind in TRIALS} | {"rules", "dead_end", "termination"}
    for name in names:
        if name not in known:
            raise Trouble(f"there is no trial {name!r}; there are {', '.join(sorted(known))}")
