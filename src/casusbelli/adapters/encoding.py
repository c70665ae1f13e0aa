"""What a seat sees and may do, as numbers: vectors of a fixed size, made from its view and its options alone.

A view is a tree of facts. Every leaf becomes a feature by its path: a number counts under the path, a word under path and word,
and the words of a list are counted whatever their order. Features fall into the vector by a hash with a sign, so that nothing has
to be listed beforehand and a game that shows something new needs no change here; two features that meet in one place disturb each
other little. What a game names as its signs (``Game.signs``) stands before that, unhashed, a place for each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
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
_MIX = np.uint64(0x9E3779B97F4A7C15)
"""An odd number without a pattern: spreads two hashes that were joined."""

Feature = tuple[str, float]


class Encoder:
    """The numbers of one game and scenario: the layout is fixed when it is made."""

    def __init__(
        self,
        game: Game[Any],
        scenario: str | None = None,
        *,
        view_size: int = 1024,
        ask_size: int = 64,
        option_size: int = 64,
        option_view: bool = False,
    ) -> None:
        """With ``option_view`` the row of an option also has what the view says of the things that the option names."""
        for name, size, least in (("view_size", view_size, 0), ("ask_size", ask_size, 0), ("option_size", option_size, 1)):
            if size < least:
                raise SetupError(f"{name} is at least {least}, not {size}")
        self.game = game
        self.seats = game.info.scenario(scenario).seats
        first = Match.new(game, scenario, seed=seed_from("layout"), record=False)
        self.signs: tuple[str, ...] = tuple(sorted(game.signs(first.view(self.seats[0]), self.seats[0])))
        self.view_size, self.ask_size, self.option_size = view_size, ask_size, option_size
        self.option_view = option_view

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

    def options(self, decision: str, options: Sequence[Choice], rows: int, view: Any = None) -> Any:
        """A row for every option, and empty rows up to that number."""
        matrix: Any = np.zeros((rows, self.option_size), np.float32)
        named = Named(view, self.seats, self.option_size) if self.option_view else None
        for row, choice in zip(matrix, options, strict=False):
            row[:] = _option_row(decision, choice, self.option_size)
            if named is not None:
                for n, part in enumerate(choice[1:]):
                    row += named.about(str(choice[0]), n, str(part))
        return np.clip(matrix, -BOUND, BOUND, out=matrix) if named is not None else matrix


class Named:
    """What a view says of the things that have names in it: a province, a plan, a card that somebody keeps.

    A thing is a key of a mapping; what stands under it is said of it, and what stands under the things named there (seats
    aside). A word of a list says that the thing is in the list, also where the word is longer than the name
    (``victory_paris`` in a list of cards).
    """

    def __init__(self, view: Any, seats: Sequence[Seat], size: int) -> None:
        self.seats = seats
        self.size = size
        self.under: dict[str, list[tuple[str, Any]]] = {}
        self.listed: dict[str, list[str]] = {}
        self._rows: dict[tuple[str, int, str], Any] = {}
        self._said: dict[str, tuple[Any, Any]] = {}
        self._walk(msgspec.to_builtins(view, str_keys=True), "")

    def _walk(self, tree: Any, path: str) -> None:
        if isinstance(tree, dict):
            for key, part in tree.items():
                self.under.setdefault(key, []).append((path, part))
                if isinstance(part, dict | list):
                    self._walk(part, f"{path}.{key}")
        elif isinstance(tree, list):
            for part in tree:
                if isinstance(part, str):
                    self.listed.setdefault(part, []).append(path)
                    self.listed.setdefault(part.partition("_")[2], []).append(f"{path}_")
                elif isinstance(part, dict):
                    self._walk(part, path)

    def about(self, verb: str, n: int, part: str) -> Any:
        """The features of one part of an option: what is said of the thing, by what is to be done with it."""
        row = self._rows.get((verb, n, part))
        if row is None:
            row = self._rows[verb, n, part] = np.zeros(self.size, np.float32)
            said = self._said.get(part)
            if said is None:
                found = list(self._features("", part, further=True))
                numbers = np.array([_hashed(name) for name, _ in found], np.uint64)
                said = self._said[part] = numbers, np.array([value for _, value in found], np.float32)
            mixed = (said[0] ^ np.uint64(_hashed(f"{verb}[{n}]"))) * _MIX >> np.uint64(16)
            np.add.at(row, mixed // 2 % self.size, np.where(mixed % 2, said[1], -said[1]))
        return row

    def _features(self, path: str, name: str, *, further: bool) -> Iterator[Feature]:
        for listed in self.listed.get(name, ()):
            yield f"{path} in {listed}", 1.0
        for place, tree in self.under.get(name, ()):
            yield from _leaves(tree, f"{path}@{place}")
            if further and isinstance(tree, dict):
                for key, value in tree.items():
                    if isinstance(value, str) and value in self.under and value not in self.seats:
                        yield from self._features(f"{path}@{place}.{key}", value, further=False)


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
    if isinstance(tree, dict):
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
    places, values = [], []
    for name, value in found:
        number = _hashed(name)
        places.append((number >> 1) % size)
        values.append(value if number & 1 else -value)
    if places:
        np.add.at(place, places, np.array(values, np.float32))


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
