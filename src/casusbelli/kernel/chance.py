"""Chance as a pure function of (seed, counter), with a commitment that can be checked after the game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
MAX_SEED_BYTES = hashlib.blake2b.MAX_KEY_SIZE


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(name: int | str) -> bytes:
    """The seed that belongs to a number or a name: the same on every machine."""
    return hashlib.blake2b(str(name).encode(), digest_size=SEED_BYTES, person=b"casus-seed").digest()


def commitment(seed: bytes) -> str:
    """What is published before play: it fixes the seed without telling it."""
    return hashlib.sha256(b"casus-belli commitment " + seed).hexdigest()


def fresh_seed(seed: bytes, n: int) -> bytes:
    """The chance of a match that goes back past a roll for the n-th time. It follows from the first seed: nobody chooses it."""
    return hashlib.sha256(f"casus-belli fresh chance\n{seed.hex()}\n{n}\n".encode()).digest()


@lru_cache(maxsize=64)
def _keyed(seed: bytes) -> hashlib.blake2b:
    """The hash with the seed worked in: a value takes a copy of it."""
    return hashlib.blake2b(key=seed, digest_size=8)


def value(seed: bytes, n: int) -> int:
    """The n-th 64-bit value of a seed."""
    hashed = _keyed(seed).copy()
    hashed.update(n.to_bytes(8, "big"))
    return int.from_bytes(hashed.digest(), "big")


class Chance:
    """The four ways to be in luck's hands, for whatever has a seed and counts its rolls."""

    __slots__ = ()
    seed: bytes
    rolls: int

    def random(self, n: int) -> int:
        """The next value in range(n): a pure function of (seed, number of rolls)."""
        self.rolls += 1  # type: ignore[misc] # a slot, or a field, of whoever inherits
        return value(self.seed, self.rolls) % n

    def shuffle(self, items: MutableSequence[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.random(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: Sequence[T]) -> T:
        return items[self.random(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k of the items, each as likely as any other, in the order drawn."""
        rest = list(items)
        return [rest.pop(self.random(len(rest))) for _ in range(k)]


class Dice(Chance):
    """A generator of its own, apart from any match: for imagining worlds and for the lab."""

    __slots__ = ("rolls", "seed")

    def __init__(self, seed: bytes, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls
