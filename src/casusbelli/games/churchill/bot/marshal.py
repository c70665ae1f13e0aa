"""The marshal: the tables name a few candidates, and each is played out to the end of the conference in imagined worlds."""

from __future__ import annotations

from random import Random

from casusbelli.kernel import Choice, Match, Position

from ..state import Churchill
from .officer import WORLD, best, rate
from .prospect import prospects
from .speech import NEVER
from .worth import Desks

CANDIDATES: dict[str, int] = {
    "meeting_action": 5,
    "debate_response": 4,
    "conference_tie_leader": 2,
    "tie_choice": 2,
    "tie_choice_us": 2,
    "place_directed_offensive": 4,
    "leadership_command": 2,
    "alloc_free": 5,
    "alloc_bonus": 4,
    "global_move": 2,
    "network_place": 4,
    "alignment_place": 4,
}
"""How many of the best options are played out, by decision; the other decisions are left to the tables."""

WORLDS = 4
"""In how many imagined worlds each candidate is tried."""

ALWAYS = {"decline", "pass"}
"""Choices that are tried whatever the tables say of them."""


class Marshal:
    """Looks ahead to the end of the conference."""

    def choose(self, position: Position, rng: Random) -> Choice:
        options = position.options
        if len(options) == 1:
            return options[0]
        g: Churchill = position.imagine(WORLD).state
        ratings = rate(Desks(g), position.seat, position.decision, position.about, options)
        wanted = CANDIDATES.get(position.decision, 0)
        candidates = shortlist(options, ratings, wanted)
        if len(candidates) < 2:
            return best(options, ratings, rng)
        worlds = [rng.randbytes(32) for _ in range(WORLDS)]
        value = {c: sum(play_out(position, c, world) for world in worlds) for c in candidates}
        return max(candidates, key=lambda c: value[c])


def shortlist(options: list[Choice], ratings: list[float], wanted: int) -> list[Choice]:
    """The best options by the tables, best first."""
    order = sorted(range(len(options)), key=lambda n: -ratings[n])
    chosen = [n for n in order[:wanted] if ratings[n] > NEVER]
    chosen += [n for n in order if wanted and options[n][0] in ALWAYS and n not in chosen]
    return [options[n] for n in chosen]


def play_out(position: Position, choice: Choice, world: bytes) -> float:
    """The prospects after this choice, everybody following the tables to the end of the conference."""
    match: Match[Churchill] = position.imagine(world)
    conference, phase = match.state.conference, ""
    rng = Random(world)
    match.act(position.seat, choice)
    desks = Desks(match.state)
    while not match.over and match.state.conference == conference:
        seat, question = next(iter(match.asked().items()))
        g = match.state
        if g.phase != phase:
            desks, phase = Desks(g), g.phase
        options = question.options
        ratings = rate(desks, seat, question.decision, question.about or {}, options)
        match.act(seat, best(options, ratings, rng))
    return prospects(match.state, position.seat)
