"""Under which addresses the browser finds its files: they carry a digest of all of them, so that it may keep each for good.

``/static/~3f2a…/shell.js`` is ``/static/shell.js``. A module finds its neighbours by relative addresses and so stays in its
edition; a board's ``"/static/markup.js"`` is given the edition when it is sent. A page names all modules it will need beforehand.
``/static/~3f2a…v/shell.js`` is the same in the bound edition (``volumes.py``): one file with all that it needs.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path

LOOK_AGAIN = 1.0
"""Seconds after which the folders are looked at again: whoever works on the files sees his change."""

IMPORTED = re.compile(r"""(?:^|[;\s])(?:import|export)\s(?:[\w*$\s{},]+?\sfrom\s)?\s*"([./][^"]+)";""")
SHARED = re.compile(rb"""(\bfrom\s*"|\bimport\s*\(?\s*["`])/static/(?!~)""")
STYLES = re.compile(r"^export const styles = \[([^\]]*)\];", re.MULTILINE)
DATA = re.compile(r'"(\w+\.json)"')
QUOTED = re.compile(r'"([^"]+)"')
NAMED = re.compile(r"^/?~([0-9a-f]{16}v?)/(.*)$", re.DOTALL)
BOUND = "v"
"""What marks the bound edition, behind the digest."""

Folders = Callable[[], Mapping[str, Path]]
Printed = Callable[[], Mapping[str, bytes]]


def split(path: str) -> tuple[str, str]:
    """The edition that an address asks for (none: the empty one), and the path without it."""
    found = NAMED.match(path)
    return (found[1], found[2]) if found else ("", path)


def beside(module: str, name: str) -> str:
    """What a module means by a relative address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), name))


def together(names: list[str]) -> list[str]:
    """Style sheets of one folder are fetched as one (``web/dom.js`` does the same)."""
    return [",".join(names)] if names and not any("/" in name for name in names) else names


class Edition:
    """All files of some folders, each under an address of its own (``/static``, ``/boards/churchill``), as they are now.

    ``printed`` is what stands beside them without being a file; it stays as it is while the server runs."""

    def __init__(self, folders: Folders, printed: Printed = dict) -> None:
        self._folders = folders
        self._printed = printed
        self._places: Mapping[str, Path] = {}
        self._files: dict[str, Path] = {}
        self._looked = float("-inf")
        self._seen: list[tuple[str, int, int]] = []
        self._digest = ""
        self._needed: dict[tuple[str, ...], list[str]] = {}

    @property
    def digest(self) -> str:
        """What changes when any of the files does."""
        self._look_again()
        return self._digest

    def address(self, path: str, mark: str = "") -> str:
        """Where ``/static/shell.js`` is in this edition; ``mark``: in the bound one."""
        digest = self.digest
        for prefix in self._places:
            if path.startswith(f"{prefix}/"):
                return f"{prefix}/~{digest}{mark}/{path[len(prefix) + 1 :]}"
        return path

    def fitted(self, script: bytes, mark: str = "") -> bytes:
        """A module whose imports from the shared folder stay within the edition."""
        return SHARED.sub(rb"\1/static/~" + f"{self.digest}{mark}".encode() + rb"/", script)

    def modules(self, *entries: str) -> list[str]:
        """These modules and all that they import, the nearest first."""
        if self.digest and entries not in self._needed:
            found = dict.fromkeys(entries)
            waiting = list(entries)
            for module in waiting:
                fresh = [path for path in self.imports(module) if path not in found]
                found.update(dict.fromkeys(fresh))
                waiting.extend(fresh)
            self._needed[entries] = list(found)
        return self._needed[entries]

    def styles(self, module: str) -> list[str]:
        """The style sheets that a board wants when it is there."""
        listed = STYLES.search(self.text(module))
        names = QUOTED.findall(listed[1] if listed else "")
        return [beside(module, name) for name in together(names)]

    def data(self, module: str) -> list[str]:
        """The data that a board fetches when it is there."""
        return [beside(module, name) for name in dict.fromkeys(DATA.findall(self.text(module)))]

    def scripts(self) -> list[str]:
        """All modules there are, as text."""
        self._look_again()
        return [self.text(path) for path in self._files if path.endswith(".js")]

    def boards(self) -> list[str]:
        """The boards of all games."""
        self._look_again()
        return [f"{prefix}/board.js" for prefix in sorted(self._places) if prefix.startswith("/boards/")]

    def imports(self, module: str) -> list[str]:
        """The modules that it takes from."""
        return [beside(module, name) for name in dict.fromkeys(IMPORTED.findall(self.text(module)))]

    def text(self, path: str) -> str:
        """What stands in a file of the edition; nothing where there is none."""
        self._look_again()
        return self._files[path].read_text(encoding="utf-8") if path in self._files else ""

    def holds(self, path: str) -> bool:
        """Whether there is such a file."""
        self._look_again()
        return path in self._files

    def _look_again(self) -> None:
        if time.monotonic() - self._looked > LOOK_AGAIN:
            self._look()

    def _look(self) -> None:
        self._places = self._folders()
        self._files = files = {
            f"{prefix}/{file.relative_to(folder).as_posix()}": file
            for prefix, folder in sorted(self._places.items())
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        seen = [(path, status.st_mtime_ns, status.st_size) for path, file in files.items() for status in [file.stat()]]
        if seen != self._seen:
            told = hashlib.sha256()
            for name, body in sorted(self._printed().items()):
                told.update(f"{name}\0".encode() + hashlib.sha256(body).digest())
            for path, file in files.items():
                told.update(f"{path}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
            self._seen, self._digest, self._needed = seen, told.hexdigest()[:16], {}
        self._looked = time.monotonic()
