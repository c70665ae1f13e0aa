"""Small steps that the kernel's tests share."""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.game import Match
from casusbelli.kernel import seed_from

from .miniature import GAME, Table


def new(seed: int | str = 1, scenario: str = "full", **options: bool) -> Match[Table]:
    return Match.new(GAME, scenario, options, seed_from(seed))


def step(match: Match[Any], rng: Random) -> str:
    """Any legal choice of anybody who is asked; says whose it was."""
    seat = rng.choice(sorted(match.asked()))
    match.act(seat, rng.choice(match.options(seat)))
    return seat


def walk(match: Match[Any], choices: int, rng: Random | None = None) -> Match[Any]:
    rng = rng or Random(7)
    for _ in range(choices):
        if match.over:
            break
        step(match, rng)
    return match


def finished(seed: int | str = 1, scenario: str = "full", **options: bool) -> Match[Table]:
    return walk(new(seed, scenario, **options), 10_000)


def through_agenda(match: Match[Table]) -> Match[Table]:
    """Play the first secret choices, so that the first speaker is asked for a card."""
    for seat in ("us", "uk", "ussr"):
        match.act(seat, match.options(seat)[0])
    return match


def everything(match: Match[Any]) -> tuple[object, ...]:
    """All that can be seen of a match from outside: equal before and after means that nothing has changed."""
    return (
        match.digest(),
        match.journal().to_json(),
        {seat: (q.decision, q.rule, list(q.options)) for seat, q in match.asked().items()},
        [match.told(viewer) for viewer in (None, *match.seats)],
        [match.can_undo(seat) for seat in match.seats],
        match.result(),
    )
