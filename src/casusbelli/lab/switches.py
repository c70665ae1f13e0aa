"""What the strategist would do otherwise than the marshal, and whether it is better in worlds that it did not think in.

Searching finds what is good in the worlds it looked at. Only fresh worlds tell how much of the gain is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

import msgspec

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.mentor import mean_and_doubt
from casusbelli.bots.rehearsal import can_rehearse, mind_of, rehearse
from casusbelli.bots.search import Depth
from casusbelli.bots.strategist import Strategist
from casusbelli.game import Match, Position
from casusbelli.kernel import SetupError, seed_from
from casusbelli.testkit import load_game

EVERY = 5
"""One position of so many is looked at: neighbours are alike."""


class Plan(msgspec.Struct, frozen=True):
    """A trial, with its size fixed beforehand."""

    game: str
    scenario: str
    positions: int
    candidates: int
    first: int
    worlds: int
    fresh: int
    seed: str


class Thought(msgspec.Struct, frozen=True):
    """One position: how long the strategist thought; where it left the marshal's choice, what it claimed and what came of it."""

    seconds: float
    switched: bool = False
    claimed: float = 0.0
    gained: float = 0.0


class Outcome(msgspec.Struct, frozen=True):
    """All of a trial."""

    positions: int
    switched: int
    claimed: float
    gained: float
    doubt: float
    """The standard error of what was gained."""
    seconds: float


def thoughts(plan: Plan) -> Iterator[Thought]:
    """Position by position of games between officers, who come there quickly."""
    rng = Random(plan.seed)
    game = load_game(plan.game)
    if not can_rehearse(game, plan.scenario):
        raise SetupError(f"{plan.game} ({plan.scenario}) has no mind or no chances to judge by")
    strategist = Strategist(make_bot(game, GRADES[-1]), Depth(plan.candidates, plan.first, plan.worlds))
    for position in _positions(plan):
        begun = process_time()
        found = strategist.weigh(position, rng)
        seconds = process_time() - begun
        if found.best == found.usual:
            yield Thought(seconds)
            continue
        worlds = [rng.randbytes(32) for _ in range(plan.fresh)]
        gains = [rehearse(position, found.best, world) - rehearse(position, found.usual, world) for world in worlds]
        yield Thought(seconds, True, found.gain, sum(gains) / len(gains))


def _positions(plan: Plan) -> Iterator[Position]:
    game = load_game(plan.game)
    mind = mind_of(game)
    assert mind is not None
    found = number = seen = 0
    while found < plan.positions:
        name = f"{plan.seed}/{number}"
        match: Match[Any] = Match.new(game, plan.scenario, {}, seed_from(name), record=False)
        bot, chance, number = make_bot(game, "officer"), Random(name), number + 1
        while (asked := match.asked()) and found < plan.positions:
            for seat in asked:
                position = Position(match, seat)
                choice = bot.choose(position, chance)
                if len(position.options) > 1 and mind.tells(position.decision, choice):
                    seen += 1
                    if seen % EVERY == 0 and found < plan.positions:
                        found += 1
                        yield position
                match.act(seat, choice)


def outcome(all_thoughts: list[Thought]) -> Outcome:
    """What came of it."""
    switched = [thought for thought in all_thoughts if thought.switched]
    gained, doubt = mean_and_doubt([thought.gained for thought in switched])
    claimed = sum(thought.claimed for thought in switched) / max(1, len(switched))
    seconds = sum(thought.seconds for thought in all_thoughts) / max(1, len(all_thoughts))
    return Outcome(len(all_thoughts), len(switched), round(claimed, 4), round(gained, 4), round(doubt, 4), round(seconds, 3))
