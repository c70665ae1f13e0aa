"""``casus switches``."""

from __future__ import annotations

import msgspec

from casusbelli.bots.search import Depth
from casusbelli.lab.switches import Plan, outcome, thoughts
from casusbelli.testkit import load_game

from .common import console, progress, say_json


def run_switches(game: str, scenario: str | None, positions: int, depth: Depth, fresh: int, seed: str, as_json: bool) -> None:
    plan = Plan(
        game, load_game(game).info.scenario(scenario).id, positions, depth.candidates, depth.first, depth.worlds, fresh, seed
    )
    found = []
    with progress(f"{game} ({plan.scenario})", positions, "positions") as advance:
        for thought in thoughts(plan):
            found.append(thought)
            advance()
    told = outcome(found)
    if as_json:
        say_json(msgspec.to_builtins(plan) | msgspec.to_builtins(told))
        return
    console().print(
        f"{told.switched} of {told.positions} choices switched, {told.seconds:.2f} s each: claimed {told.claimed:+.3f}, "
        f"in fresh worlds {told.gained:+.3f} ± {told.doubt:.3f}"
    )
