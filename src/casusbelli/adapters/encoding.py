"""What a seat sees and may do, as numbers: vectors of a fixed size, made from its view and its options alone.

A view is a tree of facts. Every leaf becomes a feature by its path: a number counts under the path, a word under path and word,
and the words of a list are counted whatever their order. Features fall into the vector by a hash with a sign, so that nothing has
to be listed beforehand and a game that shows something new needs no change here; two features that meet in one place disturb each
other little. What a game names as its signs (``Game.signs``) stands before that, unhashed, a place for each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import copysign, log1p
from typing import Any

import msgspec
import numpy as np

from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, Params, Seat, SetupError, seed_from

BOUND = 8.0
"""No number of a vector is larger."""
_SCALE = log1p(100)

Feature = tuple[str, float]


class Encoder:
    """The numbers of one game and scenario: the layout is fixed when it is made."""

    def __init__(
        self, game: Game[Any], scenario: str | None = None, *, view_size: int = 1024, ask_size: int = 64, option_size: int = 64
    ) -> None:
        for name, size, least in (("view_size", view_size, 0), ("ask_size", ask_size, 0), ("option_size", option_size, 1)):
            if size < least:
                raise SetupError(f"{name} is at least {least}, not {size}")
        self.game = game
        self.seats = game.info.scenario(scenario).seats
        first = Match.new(game, scenario, seed=seed_from("layout"), record=False)
        self.signs: tuple[str, ...] = tuple(sorted(game.signs(first.view(self.seats[0]), self.seats[0])))
        self.view_size, self.ask_size, self.option_size = view_size, ask_size, option_size

    @property
    def size(self) -> int:
        """How long an observation is."""
        return len(self.signs) + len(self.seats) + self.ask_size + self.view_size

    @property
    def layout(self) -> dict[str, slice]:
        """Where in the vector what lies: the game's signs, who looks, what it is asked, what it sees."""
        parts = {"signs": len(self.signs), "seat": len(self.seats), "ask": self.ask_size, "view": self.view_size}
        places, at = {}, 0
        for name, length in parts.items():
            places[name] = slice(at, at + length)
            at += length
        return places

    def observation(self, view: Any, seat: Seat, decision: str = "", about: Params | None = None) -> Any:
        """The vector of a seat: its view and what it is asked, if anything."""
        signs = self.game.signs(view, seat)
        vector: Any = np.zeros(self.size, np.float32)
        layout = self.layout
        vector[layout["signs"]] = [squash(signs.get(name, 0.0)) for name in self.signs]
        vector[layout["seat"]] = [seat == each for each in self.seats]
        asked = [(f"decision={decision}", 1.0), *features(about or {}, "about")] if decision and self.ask_size else []
        hash_into(vector[layout["ask"]], asked)
        if self.view_size:
            hash_into(vector[layout["view"]], features(view))
        return np.clip(vector, -BOUND, BOUND, out=vector)

    def options(self, decision: str, options: Sequence[Choice], rows: int) -> Any:
        """A row for every option, and empty rows up to that number."""
        matrix: Any = np.zeros((rows, self.option_size), np.float32)
        for row, choice in zip(matrix, options, strict=False):
            row[:] = _option_row(decision, choice, self.option_size)
        return matrix


def name_of(choice: Choice) -> str:
    """The name of a choice, the same in every match and language: ``place_defence:panzer_1:paris``."""
    return ":".join(map(str, choice))


def squash(number: float) -> float:
    """A number of any size as one of moderate size: 100 becomes 1."""
    return copysign(log1p(abs(number)) / _SCALE, number)


def option_features(decision: str, choice: Choice) -> Iterator[Feature]:
    """The verb, each part under its place, and each part with the verb."""
    verb, *parts = choice
    yield f"verb={verb}", 1.0
    yield f"decision={decision} verb={verb}", 1.0
    for n, part in enumerate(parts):
        if isinstance(part, int):
            yield f"{verb}[{n}]", squash(part)
        yield f"part={part}", 1.0
        yield f"{verb}[{n}]={part}", 1.0


def features(tree: Any, path: str = "") -> Iterator[Feature]:
    """The leaves of a view as features."""
    return _leaves(msgspec.to_builtins(tree, str_keys=True), path)


def _leaves(tree: Any, path: str) -> Iterator[Feature]:
    if isinstance(tree, Mapping):
        for key, part in tree.items():
            yield from _leaves(part, f"{path}.{key}")
    elif isinstance(tree, list | tuple):
        for n, part in enumerate(tree):
            yield from _leaves(part, f"{path}[]" if isinstance(part, str) else f"{path}[{n}]")
    elif tree is None:
        yield f"{path}?", 1.0
    elif isinstance(tree, str):
        yield f"{path}={tree}", 1.0
    else:
        yield path, squash(float(tree))


def hash_into(place: Any, found: Iterable[Feature]) -> None:
    """Add every feature where its hash says, with the sign that its hash says."""
    size = len(place)
    for name, value in found:
        number = _hashed(name)
        place[(number >> 1) % size] += value if number & 1 else -value


@lru_cache(maxsize=1 << 14)
def _option_row(decision: str, choice: Choice, size: int) -> Any:
    """The features of one option: the same options come up again and again."""
    row: Any = np.zeros(size, np.float32)
    hash_into(row, option_features(decision, choice))
    return np.clip(row, -BOUND, BOUND, out=row)


@lru_cache(maxsize=1 << 17)
def _hashed(name: str) -> int:
    """The same on every machine and in every process, unlike Python's own hash."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8, person=b"casus-feature").digest(), "big")
