"""What is probably hidden where: habits learnt from self-play, kept as one small file a game (``beliefs.json``).

``Game.imagine`` deals what a seat cannot know so that every world is as likely as any other; ``Game.suppose`` deals it as it
probably is. A game that can do so has a module ``beliefs`` (a ``Believer``), and ``casus beliefs`` teaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from casusbelli.kernel import Dice, Game, Seat, SetupError

Habits = dict[str, dict[str, float]]
"""By habit and thing how much more readily than at random the thing lies there, as a logarithm."""


class Believer(Protocol):
    """What a game's module ``beliefs`` offers."""

    def suppose(self, g: Any, seat: Seat, dice: Dice, habits: Habits | None = None) -> None:
        """Re-deal in place what the seat cannot know, as it probably is; without habits by those that were learnt."""

    def lie(self, g: Any, seat: Seat) -> Iterable[tuple[str, str]]:
        """What lies where that the seat cannot know, as habit and thing: of a true world or of a supposed one."""

    def traits(self, g: Any, seat: Seat) -> Mapping[str, float]:
        """Numbers by which somebody who sees everything could tell a true world from a supposed one."""


class Beliefs(msgspec.Struct, frozen=True):
    """The habits of a game, with where they come from."""

    game: str
    rules_version: str
    command: str
    """What made this file, and makes it again."""
    games: int
    """Games it was taught by."""
    told_apart: Mapping[Seat, float]
    """By seat how well a classifier tells worlds it supposes from true ones, in games it was not taught by: .5 is not at all."""
    habits: Habits
    digest: str = ""


class BrokenBeliefs(ValueError):
    """A file of beliefs that is not what its digest says."""


def beliefs_file(folder: Path) -> Path:
    return folder / "beliefs.json"


def digest_of(beliefs: Beliefs) -> str:
    """The digest of everything else in the file."""
    return sha256(msgspec.json.encode(msgspec.structs.replace(beliefs, digest=""))).hexdigest()[:16]


@lru_cache(maxsize=8)
def read_beliefs(path: Path) -> Beliefs:
    """The beliefs in a file, as they were written."""
    try:
        beliefs = msgspec.json.decode(path.read_bytes(), type=Beliefs)
    except msgspec.DecodeError as error:
        raise BrokenBeliefs(f"{path.name}: {error}") from None
    if digest_of(beliefs) != beliefs.digest:
        raise BrokenBeliefs(f"{path.name} was changed since it was taught")
    return beliefs


def believer_of(game: Game[Any]) -> Believer:
    """The module by which a game supposes."""
    name = f"{type(game).__module__.rpartition('.')[0]}.beliefs"
    if find_spec(name) is None:
        raise SetupError(f"{game.info.id} supposes nothing: what is hidden there is dealt at random")
    return cast(Believer, import_module(name))
