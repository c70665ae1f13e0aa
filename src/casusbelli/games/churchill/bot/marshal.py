"""The marshal: the tables name a few candidates, and each is played out to the end of the conference in imagined worlds."""

from __future__ import annotations

from random import Random

from casusbelli.kernel import Choice, Match, Position

from ..state import Churchill
from .officer import Officer, Ratings, rate
from .prospect import prospects
from .speech import NEVER
from .worth import Desks

PLAYED_OUT = {
    "meeting_action",
    "debate_response",
    "conference_tie_leader",
    "tie_choice",
    "tie_choice_us",
    "place_directed_offensive",
    "leadership_command",
    "alloc_free",
    "alloc_bonus",
    "global_move",
    "network_place",
    "alignment_place",
}
"""The decisions that are looked at closely; the others are left to the tables."""

CANDIDATES = 3
"""How many of the best options are played out."""

WORLDS = 1
"""In how many imagined worlds each candidate is tried: more of them play a little better and take as much longer."""

ALWAYS = {"decline", "pass"}
"""Choices that are tried whatever the tables say of them."""


class Marshal(Officer):
    """Looks ahead to the end of the conference."""

    def decide(self, position: Position, ratings: Ratings, rng: Random) -> Choice:
        candidates = shortlist(position.options, ratings) if position.decision in PLAYED_OUT else []
        if len(candidates) < 2:
            return self.pick(position.options, ratings, rng)
        worlds = [rng.randbytes(32) for _ in range(WORLDS)]
        return max(candidates, key=lambda choice: sum(play_out(position, choice, world) for world in worlds))


def shortlist(options: list[Choice], ratings: Ratings) -> list[Choice]:
    """The best options by the tables, best first."""
    order = sorted(range(len(options)), key=lambda n: -ratings[n])
    chosen = [n for n in order[:CANDIDATES] if ratings[n] > NEVER]
    chosen += [n for n in order if options[n][0] in ALWAYS and n not in chosen]
    return [options[n] for n in chosen]


def play_out(position: Position, choice: Choice, world: bytes) -> float:
    """The prospects after this choice, everybody following the tables to the end of the conference."""
    match: Match[Churchill] = position.imagine(world)
    conference, phase = match.state.conference, ""
    rng, table = Random(world), Officer()
    match.act(position.seat, choice)
    desks = Desks(match.state)
    while not match.over and match.state.conference == conference:
        seat, question = next(iter(match.asked().items()))
        if match.state.phase != phase:
            desks, phase = Desks(match.state), match.state.phase
        options = question.options
        match.act(seat, table.pick(options, rate(desks, seat, question.decision, question.about or {}, options), rng))
    return prospects(match.state, position.seat)
