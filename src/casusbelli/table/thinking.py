"""Where bots think: in processes of their own, so that a slow one holds up nobody at the table.

A bot is handed a ``Position`` and nothing else. The problem that travels to its process is a checkpoint with the choices
since, from which the position is rebuilt, and the events as the bot's seat was told them.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from random import Random
from threading import Thread
from typing import Any

import msgspec

from casusbelli.bots import make_bot
from casusbelli.kernel import Bot, Choice, Event, Match, OptionValue, Position, Seat, Told
from casusbelli.kernel.registry import find

log = logging.getLogger("casusbelli.table.bots")


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


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Problem).decode


def problem_of(match: Match[Any], seat: Seat, bot: str) -> bytes:
    """The seat's present question, packed."""
    checkpoint = match.checkpoint()
    since = match.entries[checkpoint.at :]
    options = dict(match.options_chosen)
    return _encode(Problem(match.game.info.id, match.scenario, options, checkpoint.state, since, match.told(seat), seat, bot))


@lru_cache(maxsize=64)
def _bot(game: str, name: str) -> Bot:
    return make_bot(find(game), name)


def think(packed: bytes) -> Choice:
    """Answer a problem."""
    problem = _decode(packed)
    game = find(problem.game)
    state = msgspec.msgpack.decode(problem.checkpoint, type=game.state_type)
    match: Match[Any] = Match.of(game, state, scenario=problem.scenario, options=problem.options, record=False)
    for seat, choice in problem.since:
        match.follow(seat, choice)
    match.events = [Event(told.kind, told.rule, told.params) for told in problem.told]
    return _bot(problem.game, problem.bot).choose(Position(match, problem.seat), Random(secrets.randbits(64)))


def _begin_process() -> None:
    """A bot's process leaves Ctrl-C to the server and ends when the server does, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def end_with_parent() -> None:
            parent.join()
            os._exit(0)

        Thread(target=end_with_parent, daemon=True).start()


class Thinkers:
    """Bots at work for all matches of a server. Started when first needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes if processes >= 0 else max(1, (os.cpu_count() or 1) - 1)
        self._executor: Executor | None = None

    def _ready(self) -> Executor:
        if self._executor is None:
            if self._processes:
                context = multiprocessing.get_context("spawn")
                self._executor = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_begin_process)
            else:
                self._executor = ThreadPoolExecutor(1, thread_name_prefix="casus-bot")
        return self._executor

    async def choose(self, problem: bytes) -> Choice:
        """The bot's answer; if its process dies, one more try in a fresh one."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._ready(), think, problem)
        except BrokenProcessPool:
            log.warning("a bot's process has died; it is started anew")
            self.close()
            return await loop.run_in_executor(self._ready(), think, problem)

    def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)
