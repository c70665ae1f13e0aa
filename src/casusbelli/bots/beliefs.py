"""What is probably hidden where: habits learnt from self-play, kept as one small file a game (``beliefs.json``).

``Game.imagine`` deals what a seat cannot know so that every world is as likely as any other; ``Game.suppose`` deals it as it
probably is. A game that can do so has a module ``beliefs`` (a ``Believer``), and ``casus beliefs`` teaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import exp, log
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import msgspec

from casusbelli.game import Game
from casusbelli.kernel import Dice, Seat, SetupError

from .learnt import Learnt, read_learnt

T = TypeVar("T", int, str)

_FINE = 2**32

Habits = dict[str, dict[str, float]]
"""By habit and thing how much more readily than at random the thing lies there, as a logarithm."""


class Observer(Protocol):
    """What a game's module ``beliefs`` offers, also where what is hidden is dealt at random."""

    def traits(self, g: Any, seat: Seat) -> Mapping[str, float]:
        """Numbers by which somebody who sees everything could tell a true world from a supposed one."""


class Believer(Observer, Protocol):
    """What it offers besides, where habits are learnt."""

    def suppose(self, g: Any, seat: Seat, dice: Dice, habits: Habits | None = None) -> None:
        """Re-deal in place what the seat cannot know, as it probably is; without habits by those that were learnt."""

    def lie(self, g: Any, seat: Seat) -> Iterable[tuple[str, str]]:
        """What lies where that the seat cannot know, as habit and thing: of a true world or of a supposed one."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """How well beliefs fare under rules that came after them."""

    rules_version: str
    command: str
    told_apart: Mapping[Seat, float]
    """By seat, as in the beliefs; in the games that this command plays and holds out."""


class Beliefs(Learnt, frozen=True, kw_only=True):
    """The habits of a game."""

    told_apart: Mapping[Seat, float]
    """By seat how well a classifier tells worlds it supposes from true ones, in games it was not taught by: .5 is not at all."""
    habits: Habits
    judged: Judgement | msgspec.UnsetType = msgspec.UNSET
    """The latest judgement under other rules than those they were taught by, where there is one."""

    @property
    def judged_rules(self) -> str:
        """The rules under which it was last measured how well they pass for the truth."""
        return self.rules_version if self.judged is msgspec.UNSET else self.judged.rules_version

    @property
    def measured(self) -> Mapping[Seat, float]:
        """How well a classifier told them apart then."""
        return self.told_apart if self.judged is msgspec.UNSET else self.judged.told_apart


def beliefs_file(folder: Path) -> Path:
    return folder / "beliefs.json"


@lru_cache(maxsize=8)
def read_beliefs(path: Path) -> Beliefs:
    return read_learnt(path, Beliefs)


def observer_of(game: Game[Any]) -> Observer:
    """The module that knows what a game hides."""
    name = f"{type(game).__module__.rpartition('.')[0]}.beliefs"
    if find_spec(name) is None:
        raise SetupError(f"nobody has said what {game.info.id} hides")
    return cast(Observer, import_module(name))


def believer_of(game: Game[Any]) -> Believer:
    """The module by which a game supposes."""
    module = observer_of(game)
    if not hasattr(module, "suppose"):
        raise SetupError(f"{game.info.id} supposes nothing: what is hidden there is dealt at random")
    return cast(Believer, module)


def readily_first(things: Iterable[T], readily: Mapping[str, float], dice: Dice) -> list[T]:
    """The things in the order of a draw in which each comes the sooner, the more readily it lies there."""
    lots = {thing: -log((dice.random(_FINE) + 0.5) / _FINE) / exp(readily.get(str(thing), 0.0)) for thing in sorted(things)}
    return sorted(lots, key=lots.__getitem__)


def few_or_many(count: int) -> str:
    """How many are left, in a word: habits change as hands grow small."""
    return "few" if count <= 2 else "some" if count <= 4 else "many"
