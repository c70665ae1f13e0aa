"""Bots that know no game: the random player, and the workings that games' own bots share."""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.game import Bot, Game, Position
from casusbelli.kernel import Choice, SetupError

GRADES = ("recruit", "officer", "marshal")
"""The grades every game offers, weakest first."""

STRATEGIST = "strategist"
"""A grade beyond, where a game offers it: it searches, and so thinks longer than all others (``strategist.py``)."""


class RandomBot:
    """Plays any legal choice, each as likely as any other."""

    def choose(self, position: Position, rng: Random) -> Choice:
        return rng.choice(position.options)


def make_bot(game: Game[Any], name: str) -> Bot:
    """The bot of that name for the game."""
    if name == "random":
        return RandomBot()
    bots = game.bots()
    if name not in bots:
        raise SetupError(f"{game.info.id} has no bot {name!r}; it has {', '.join(['random', *bots])}")
    return bots[name]()
