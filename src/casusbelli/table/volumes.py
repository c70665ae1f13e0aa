"""Modules bound in volumes: a table's page fetches two scripts where there were a hundred, and finds them in its cache at once.

In the bound edition (``/static/~3f2a…v/``) ``shell.js`` holds all shared modules that the shell or a board needs, ``board.js``
those of its folder, and any other module what it needs beside them. Each module is a function of its own and runs once, in the
order in which a browser would run it; whoever asks for one that lies in a volume is sent on to it. What cannot be bound beyond
doubt is left as it is, and so is every page that needs it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from threading import Lock

from .edition import BOUND, Edition, beside
from .lean import Doubt
from .leaves import OURS, Taken, leaf

SHELL = "/static/shell.js"
APART = frozenset({"/static/early.js"})
"""Modules that run before the volumes are there."""
LATER = re.compile(r"""\bimport\(\s*"(\./[^"]+\.js)"\s*\)""")
"""How a module asks for another when it is there."""
HERE = re.compile(r"\bimport\s*(?:\.\s*meta|\()")
"""What means something else in another folder."""


class Volumes:
    """The bound edition: which volume holds a module, and what is sent for it."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._digest = ""
        self._shelf: dict[str, str] = {}
        """The volume of every module that lies in one."""
        self._bindable: dict[str, bool] = {}
        self._scripts: dict[str, str | None] = {}
        self._lock = Lock()
        """A thread binds while the server answers."""

    def binds(self, board: str) -> bool:
        """Whether the page of that board may use the bound edition: all that it needs can be bound."""
        with self._lock:
            self._look()
            if board not in self._bindable:
                needed = (*self._closure(SHELL), *self._closure(board))
                self._bindable[board] = all(path in self._shelf and self._fits(path, self._shelf[path]) for path in needed)
            return self._bindable[board]

    def script(self, path: str) -> str | None:
        """What is sent for a module in the bound edition; nothing where it cannot be bound and is sent as it is."""
        with self._lock:
            self._look()
            if path not in self._scripts:
                try:
                    self._scripts[path] = None if path in APART else self._bound(path)
                except Doubt:
                    self._scripts[path] = None
            return self._scripts[path]

    def _look(self) -> None:
        digest = self._edition.digest
        if digest != self._digest:
            self._digest, self._bindable, self._scripts = digest, {}, {}
            self._shelf = self._placed()

    def _placed(self) -> dict[str, str]:
        """Where every module lies: shared ones in the shell's volume, those of a board in the board's."""
        placed = dict.fromkeys(self._closure(SHELL), SHELL)
        for board in self._edition.boards():
            for path in self._edition.modules(board):  # a first look, for all boards: each is read when its page is asked for
                home = SHELL if path.startswith("/static/") else board
                if home == board or self._fits(path, home):
                    placed.setdefault(path, home)
        for path, users in Counter(path for later in self._later(placed) for path in self._closure(later)).items():
            if users > 1 and self._fits(path, SHELL):
                placed.setdefault(path, SHELL)  # two of them share what it remembers
        return placed

    def _later(self, modules: Iterable[str]) -> set[str]:
        """What these modules ask for when they are there."""
        return {beside(path, name) for path in modules for name in LATER.findall(self._edition.text(path))}

    def _fits(self, path: str, volume: str) -> bool:
        """Whether a module can be bound there."""
        try:
            leaf(self._edition.text(path))
        except Doubt:
            return False
        return posixpath.dirname(path) == posixpath.dirname(volume) or not HERE.search(self._edition.text(path))

    def _closure(self, entry: str) -> list[str]:
        """A module and all that it needs, in the order in which a browser runs them; those that stand apart left out."""
        done: dict[str, None] = {}

        def walk(path: str, way: tuple[str, ...]) -> None:
            if path in done or path in APART or path in way:
                return
            for source in self._sources(path):
                walk(source, (*way, path))
            done[path] = None

        walk(entry, ())
        return list(done)

    def _bound(self, path: str) -> str:
        """A volume, or a module that sends on to the volume in which it lies."""
        home = self._shelf.get(path)
        if home is not None and home != path:
            return "".join(self._head([path])) + self._exports(path)
        held = [name for name, volume in self._shelf.items() if volume == path] if home else []
        members = [name for entry in (path, *sorted(held)) for name in self._closure(entry)]
        members = [name for name in dict.fromkeys(members) if self._shelf.get(name) == home]
        if not all(self._fits(name, path) for name in members):
            raise Doubt
        outside = {source for name in members for source in self._sources(name)} - set(members)
        leaves = "".join(self._page(name) for name in members)
        shared = f"export{{{','.join(map(_variable, members))}}};" if home else ""
        return "".join(self._head(sorted(outside))) + leaves + shared + self._exports(path)

    def _head(self, outside: Iterable[str]) -> Iterator[str]:
        """The imports of a volume from others, by the whole address."""
        for path in outside:
            variable, home = _variable(path), self._shelf.get(path)
            if home:
                yield f'import{{{variable}}}from"{self._edition.address(home, BOUND)}";'
            elif path in APART:
                yield f'import*as {variable} from"{self._edition.address(path, BOUND)}";'
            else:
                raise Doubt

    def _page(self, path: str) -> str:
        """A module as a function that has run once. Its lines stay lines."""
        held = leaf(self._edition.text(path))
        sources = iter(self._sources(path))
        parts = [part if isinstance(part, str) else _opened(part, _variable(next(sources))) for part in held.body]
        given = [f"{there}:{here}" for there, here in held.given]
        for part in held.passed_on:
            variable = _variable(next(sources))
            own = [f"{there}:{variable}.{here}" for here, there in part.names]
            given = [*given, *own] if own else [f"...{variable}", *given]  # what a module gives itself comes first
        return f"const {_variable(path)}=(()=>{{{''.join(parts)}\nreturn{{{','.join(given)}}};}})();\n"

    def _exports(self, path: str) -> str:
        """What a volume gives to those who ask for its module."""
        names = self._given(path)
        variable = _variable(path)
        listed = ",".join(sorted(names - {"default"}))
        return f"export const{{{listed}}}={variable};" * bool(listed) + f"export default {variable}.default;" * (
            "default" in names
        )

    def _given(self, path: str) -> set[str]:
        """The names that a module gives to others."""
        if path in APART:
            raise Doubt
        held = leaf(self._edition.text(path))
        names = {there for there, _ in held.given}
        everything = [part for part in held.passed_on if not part.names]
        names |= {there for part in held.passed_on for _, there in part.names}
        sources = dict(zip([*(p for p in held.body if isinstance(p, Taken)), *held.passed_on], self._sources(path), strict=True))
        return names.union(*(self._given(sources[part]) - {"default"} for part in everything))

    def _sources(self, path: str) -> list[str]:
        """The modules from which it takes, one for every place where it does; of one in doubt, what it seems to take from."""
        try:
            return [beside(path, name) for name in leaf(self._edition.text(path)).sources]
        except Doubt:
            return self._edition.imports(path)


def _variable(path: str) -> str:
    """The name of a module within all volumes."""
    return OURS + re.sub(r"\W", lambda sign: f"${ord(sign[0]):x}", path.removesuffix(".js").removeprefix("/"))


def _opened(taken: Taken, variable: str) -> str:
    """The names that a module takes, out of the one that gives them."""
    whole = [f"const {here}={variable};" for there, here in taken.names if there == "*"]
    some = [there if there == here else f"{there}:{here}" for there, here in taken.names if there != "*"]
    return "".join(whole) + f"const{{{','.join(some)}}}={variable};" * bool(some)
