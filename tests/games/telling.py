"""Tell after you change: while something is told the view already shows it, or the stage lags behind its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from casusbelli.game import Game, Match
from casusbelli.kernel import Event, seed_from

Shows = Callable[[Any, Any], bool]
"""Whether a view shows what the parameters of an event tell."""


def lagging(game: Game[Any], checks: Mapping[str, Shows], matches: int) -> tuple[set[str], list[str]]:
    """Kinds of events that were met in random matches, and those whose view did not show what they told."""
    met: set[str] = set()
    late: list[str] = []
    for n in range(matches):
        match = Match.new(game, seed=seed_from(f"telling/{n}"))

        def look(event: Event, match: Match[Any] = match) -> None:
            if event.kind in checks:
                met.add(event.kind)
                if not checks[event.kind](match.view(None), event.params):
                    late.append(f"{event.kind} {event.params}")

        rng = Random(n)
        with match.heard_by(look):
            while asked := match.asked():
                for seat, question in asked.items():
                    match.act(seat, rng.choice(question.options))
    return met, late
