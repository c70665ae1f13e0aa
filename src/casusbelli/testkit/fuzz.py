"""The trials at scale: many games, and a replayable journal of every failure."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

import casusbelli

from .playthrough import Failure, Plan, Playthrough
from .suite import TRIALS


class Fuzzing(msgspec.Struct, frozen=True):
    """One game to fuzz, under the trials of these names."""

    plan: Plan
    trials: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What came of it."""

    choices: int
    failure: Failure | None = None


def fuzz_game(fuzzing: Fuzzing) -> Outcome:
    """Play one game under trials."""
    playthrough = Playthrough(fuzzing.plan, [kind for kind in TRIALS if kind.name in fuzzing.trials])
    failure = playthrough.run()
    return Outcome(len(playthrough.match.entries) if playthrough.match else 0, failure)


def save(failure: Failure, folder: Path) -> Path:
    """Write a failure down: ``journal.json`` for ``casus replay``, ``failure.json`` with what happened and how to repeat it."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{failure.plan.game}-{failure.plan.seed}-{failure.trial}")
    where = folder / name
    where.mkdir(parents=True, exist_ok=True)
    failure.journal.save(where / "journal.json")
    report = {
        "trial": failure.trial,
        "message": failure.message,
        "at": failure.at,
        "playing": failure.playing,
        "plan": failure.plan,
        "again": failure.command(),
        "version": casusbelli.__version__,
        "rules_version": failure.journal.rules_version,
        "trace": failure.trace.splitlines(),
    }
    (where / "failure.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1))
    return where
