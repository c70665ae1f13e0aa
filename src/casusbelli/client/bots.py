"""Let a bot as the games have them play at a server: one whose ``choose`` needs view, options and events alone."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import logging
import sys
from pathlib import Path
from random import Random
from typing import Any

from casusbelli.game import Bot, Match, Position
from casusbelli.kernel import Told

from .table import Choice, Table, Turn

log = logging.getLogger("casusbelli.client")


class NotHere(RuntimeError):
    """A bot wants something that a server does not give away."""


class RemotePosition(Position):
    """A seat's knowledge as a frame tells it. No worlds are dealt at a server: a bot imagines by itself."""

    __slots__ = ("_turn",)

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self.seat = turn.seat
        self.decision = turn.decision
        self.rule = turn.rule
        self.about = turn.about
        self.options = list(turn.options)
        self.notes = {}

    @property
    def view(self) -> Any:
        return self._turn.view

    @property
    def events(self) -> list[Told]:
        return [Told(event["kind"], event["rule"], event["params"]) for event in self._turn.events]

    def preview(self, choice: Choice) -> None:
        return None

    def imagine(self, seed: bytes, *, plausible: bool = False) -> Match[Any]:
        raise NotHere("a server deals no worlds: this bot has to imagine by itself")


def load_bot(name: str) -> Any:
    """What ``module:Name`` or ``file.py:Name`` names, made if it is a class. It has ``choose(position, rng)``, or it is an
    async function of a turn."""
    module_name, colon, thing = name.partition(":")
    if not colon:
        raise ValueError(f"{name!r} is not module:Name")
    if module_name.endswith(".py"):
        sys.path.insert(0, str(Path(module_name).resolve().parent))
        module_name = Path(module_name).stem
    else:
        sys.path.insert(0, str(Path.cwd()))
    found = getattr(importlib.import_module(module_name), thing)
    return found() if inspect.isclass(found) else found


async def run_bot(bot: Any, table: Table, *, matches: int | None = None, rng: Random | None = None) -> int:
    """Answer every question with the bot, several matches at a time; ends after so many matches, or never."""
    chance = rng or Random()
    seen: set[str] = set()
    at_work: set[asyncio.Task[None]] = set()
    async with asyncio.TaskGroup() as group:
        ended = group.create_task(_stop_after(table, seen, matches)) if matches is not None else None
        async for turn in table.turns():
            seen.add(turn.match)
            answering = group.create_task(_answer(bot, turn, chance))
            at_work.add(answering)
            answering.add_done_callback(at_work.discard)
        if ended is not None:
            await ended
    return len(seen)


async def _stop_after(table: Table, seen: set[str], matches: int) -> None:
    while sum(table.result(match) is not None for match in seen) < matches:
        await asyncio.sleep(0.1)
    table.stop()


async def _answer(bot: Any, turn: Turn, rng: Random) -> None:
    if not hasattr(bot, "choose"):
        await bot(turn)
        return
    player: Bot = bot
    choice = await asyncio.to_thread(player.choose, RemotePosition(turn), rng)
    if not await turn.play(tuple(choice)):
        log.info("%s has moved on before %s was played", turn.match, choice)
