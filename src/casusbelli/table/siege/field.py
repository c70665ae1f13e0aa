"""What every attack is handed, and the list of attacks."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from .ground import Figures, Person, Server, Table


class Field:
    """The server under attack, how long an attack may take, and how large it may be: all of it, or a small part."""

    def __init__(self, server: Server, folder: Path, stack: ExitStack, seconds: float, scale: float) -> None:
        self.server = server
        self.folder = folder
        self.stack = stack
        self.seconds = seconds
        self.scale = scale
        self._numbers = itertools.count(1)
        self._finished: tuple[Person, str] | None = None

    def number(self, whole: int, least: int = 1) -> int:
        """So many where there is time for all, fewer where there is not."""
        return max(least, round(whole * self.scale))

    def until(self) -> Callable[[], bool]:
        """Asked in a loop: whether there is still time."""
        end = time.monotonic() + self.seconds
        return lambda: time.monotonic() < end

    def person(self, name: str = "Somebody", server: Server | None = None) -> Person:
        """Somebody new, at an address of his own."""
        n = next(self._numbers)
        return Person(server or self.server, f"198.{18 + n // 65536 % 2}.{n // 256 % 256}.{n % 256}", name)

    def folder_of(self, name: str) -> Path:
        own = self.folder / name
        own.mkdir()
        return own

    def finished(self) -> tuple[Person, str]:
        """Somebody and a match that he has played to its end."""
        if self._finished is None:
            person = self.person("Finisher")
            with Table(person) as table:
                table.play_out()
                self._finished = person, table.match
        return self._finished


Attack = Callable[[Field], tuple[bool, Figures]]


class Known(NamedTuple):
    """An attack: its name, what it is about, and how it is done."""

    name: str
    about: str
    attack: Attack


ATTACKS: list[Known] = []


def attack(about: str) -> Callable[[Attack], Attack]:
    """Enter a function in the list of attacks; its first line of documentation is what is told of it."""

    def enter(function: Attack) -> Attack:
        ATTACKS.append(Known(function.__name__, about, function))
        return function

    return enter
