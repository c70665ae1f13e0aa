"""Where bots think: in processes of their own, so that a slow one holds up nobody at the table.

A bot is handed a ``Position`` and nothing else. The problem that travels to its process is a checkpoint with the choices
since, from which the position is rebuilt, and the events as the bot's seat was told them.
"""

from __future__ import annotations

import os
import secrets
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from casusbelli.bots import STRATEGIST, make_bot
from casusbelli.bots.accounts import Account, account_of
from casusbelli.bots.strategist import Strategist
from casusbelli.game import Bot, Match, Position
from casusbelli.game.registry import find
from casusbelli.kernel import Choice, Event, OptionValue, Seat, Told
from casusbelli.learn.sandbox import Kept, World, play_line

from .turns import Turns, Whereabouts
from .workers import YIELDING, Workers

PER_PERSON, PER_ADDRESS, IN_ALL = 24, 72, 600
"""How many thoughts may wait for one person, for one address and in all. A match has one at a time, and one for advice."""

SEARCHING = 5.0
"""Seconds of processor time after which who searches decides by what has been seen: many times what a choice usually takes."""

SEARCHERS = 2
"""So many search at once, where there are processors for it."""

ALTERNATIVES = 1
"""So many others are told beside what is advised."""


class Problem(msgspec.Struct, frozen=True):
    """A question to a bot, with all that is needed to put it in another process."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    checkpoint: bytes
    since: list[tuple[Seat, Choice]]
    told: list[Told]
    seat: Seat
    bot: str
    world: World | None = None
    line: Kept | None = None
    """In a sandbox: the world made of the position, and what was played in it."""
    seeds: list[tuple[int, bytes]] = []
    """After how many of the choices since other chance took over."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Problem).decode


def problem_of(match: Match[Any], seat: Seat, bot: str) -> bytes:
    """The seat's present question, packed."""
    checkpoint = match.checkpoint()
    since = match.entries[checkpoint.at :]
    options = dict(match.options_chosen)
    asked = (match.game.info.id, match.scenario, options, checkpoint.state, since, match.told(seat), seat, bot)
    return _encode(Problem(*asked, seeds=match.seeds_since(checkpoint.at)))


def pack(problem: Problem) -> bytes:
    return _encode(problem)


@lru_cache(maxsize=64)
def _bot(game: str, name: str) -> Bot:
    bot = make_bot(find(game), name)
    return bot.within(SEARCHING) if isinstance(bot, Strategist) else bot


def think(packed: bytes) -> Choice:
    """Answer a problem."""
    position, bot = _position(packed)
    return bot.choose(position, Random(secrets.randbits(64)))


def _position(packed: bytes) -> tuple[Position, Bot]:
    """What the bot is asked, and the bot."""
    problem = _decode(packed)
    return _rebuilt(problem), _bot(problem.game, problem.bot)


def position_of(packed: bytes) -> Position:
    """What a problem asks."""
    return _rebuilt(_decode(packed))


def _rebuilt(problem: Problem) -> Position:
    game = find(problem.game)
    state = msgspec.msgpack.decode(problem.checkpoint, type=game.state_type)
    match: Match[Any] = Match.of(game, state, scenario=problem.scenario, options=problem.options, record=False)
    match.renew(problem.seeds)
    for seat, choice in problem.since:
        match.follow(seat, choice)
    match.renew(problem.seeds)
    if problem.world is not None and problem.line is not None:
        match = play_line(problem.world.of(match), problem.line)
    match.events = [Event(told.kind, told.rule, told.params) for told in problem.told]
    return Position(match, problem.seat)


def advise(packed: bytes) -> Account:
    """Answer a problem and say why, and what would have come next."""
    position, bot = _position(packed)
    choice = bot.choose(position, Random(secrets.randbits(64)))
    return account_of(bot, position, choice, Random(secrets.randbits(64)), ALTERNATIVES)


class Thinkers(Workers):
    """Bots at work for all matches of a server. Everybody's bots have their turn, whoever else has how many.

    Who searches does so in a process apart that yields to all others, in one of two where bots have two processes or more (a
    machine of three cores): nobody's usual bot waits for it, and those who search wait for one another where there are more.
    """

    def __init__(self, processes: int, whereabouts: Whereabouts | None = None) -> None:
        super().__init__("casus-bot", processes if processes >= 0 else max(1, (os.cpu_count() or 1) - 1))
        self._whereabouts = whereabouts or Whereabouts()
        self._turns = Turns(max(1, self.processes), per_person=PER_PERSON, per_address=PER_ADDRESS, in_all=IN_ALL)
        self._searchers = Workers("casus-strategist", min(SEARCHERS, self.processes), YIELDING)
        self._their_turns = Turns(
            max(1, self._searchers.processes), per_person=PER_PERSON, per_address=PER_ADDRESS, in_all=IN_ALL
        )

    @property
    def waiting(self) -> int:
        """Thoughts that wait for their turn."""
        return self._turns.waiting + self._their_turns.waiting

    async def choose(self, problem: bytes, person: str = "", bot: str = "") -> Choice:
        """The bot's answer, thought on behalf of a person; Crowded where too many of his bots wait already."""
        workers, turns = (self._searchers, self._their_turns) if bot == STRATEGIST else (self, self._turns)
        async with turns.turn(self._whereabouts.of(person)):
            return await workers.run(think, problem)

    async def advise(self, problem: bytes, person: str = "") -> Account:
        """The bot's answer with its account of it, as one of the person's thoughts."""
        async with self._turns.turn(self._whereabouts.of(person)):
            return await self.run(advise, problem)

    def close(self) -> None:
        super().close()
        self._searchers.close()
