"""What a module of the browser takes from others and gives to them, read so that it can be bound with them (``volumes.py``).

What cannot be read beyond doubt is not bound: ``let`` that is given away, for others see it change; two things declared at
once; a module that waits for something while it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .lean import Doubt, Script

NAME = r"[\w$]+"
IMPORT = re.compile(
    rf"""import \s* (?:(?P<main>{NAME})\s*,?\s*)? (?:\*\s*as\s+(?P<all>{NAME})|\{{(?P<some>[^}}]*)\}})?
    \s* (?:from\s*)? "(?P<path>[^"]+)" \s* ;?""",
    re.VERBOSE,
)
EXPORT_FROM = re.compile(r"""export \s* (?:\*|\{(?P<some>[^}]*)\}) \s* from \s* "(?P<path>[^"]+)" \s* ;?""", re.VERBOSE)
EXPORT_LIST = re.compile(r"export\s*\{(?P<some>[^}]*)\}\s*;?")
EXPORT_MAIN = re.compile(
    rf"export\s+default\s* (?P<kept>(?:async\s+)?(?:class|function\s*\*?)(?!\s+extends\b)\s+(?P<name>{NAME}))?", re.VERBOSE
)
EXPORT_MADE = re.compile(
    rf"""export\s+ (?P<kept>(?:const|class|(?:async\s+)?function\s*\*?) \s*
    (?:(?P<name>{NAME})|\{{(?P<some>[^}}=]*)\}}))""",
    re.VERBOSE,
)
LOOKS_UP = re.compile(r"import\s*[.(]")
NAMELESS = re.compile(r"(?:async|class|function)\b")
OURS = "$$"
"""How the names begin that a volume adds."""


class Leaf(NamedTuple):
    """A module as it is bound: its text between the places where it takes something from others, and what it gives them."""

    body: tuple[str | Taken, ...]
    given: tuple[tuple[str, str], ...]
    """Names for others, and what they stand for inside."""
    passed_on: tuple[Taken, ...]
    """What is given on from another module; everything where no names are told."""

    @property
    def sources(self) -> list[str]:
        """Where it takes from, in the order in which that must have run."""
        return [part.path for part in (*self.body, *self.passed_on) if isinstance(part, Taken)]


class Taken(NamedTuple):
    """What a module takes from another: the names there and here; ``*`` is all of it."""

    path: str
    names: tuple[tuple[str, str], ...]


READ: dict[str, Leaf | None] = {}
"""What has been read so far; None: it is in doubt."""
MOST_READ = 1024


def leaf(text: str) -> Leaf:
    """A module, ready to be bound."""
    if text not in READ:
        learn({text: read(text)})
    found = READ[text]
    if found is None:
        raise Doubt
    return found


def learn(leaves: Mapping[str, Leaf | None]) -> None:
    """Somebody has read these modules, here or elsewhere."""
    if len(READ) + len(leaves) > MOST_READ:
        READ.clear()
    READ.update(leaves)


def read(text: str) -> Leaf | None:
    """A module, read; None where it is in doubt. By far the longest part of the binder's work."""
    try:
        return _leaf(text)
    except Doubt:
        return None


def read_all(texts: Sequence[str]) -> list[Leaf | None]:
    """Several modules: for a process that does nothing else."""
    return [read(text) for text in texts]


def _leaf(text: str) -> Leaf:
    script = Script(text)
    lean = script.lean()
    if not text or script.waits or OURS in lean:
        raise Doubt
    body: list[str | Taken] = []
    given: list[tuple[str, str]] = []
    passed_on: list[Taken] = []
    at = 0
    for start, comma in _statements(script, lean):
        if start < at:
            raise Doubt
        body.append(lean[at:start])
        at = _read(lean, start, comma, body, given, passed_on)
    body.append(lean[at:])
    return Leaf(tuple(body), tuple(given), tuple(passed_on))


def _statements(script: Script, lean: str) -> Iterator[tuple[int, int]]:
    """Where a module's imports and exports begin, and where a comma comes before anything else that is marked; else -1."""
    places, length = [], 0
    for piece in script.out:
        places.append(length)
        length += len(piece)
    marks = [(places[index], piece) for index, piece in script.marks]
    for (start, piece), (stop, after) in pairwise([*marks, (len(lean), "")]):
        if piece in {"import", "export"} and not LOOKS_UP.match(lean, start):
            yield start, stop if after == "," else -1


def _read(
    lean: str, start: int, comma: int, body: list[str | Taken], given: list[tuple[str, str]], passed_on: list[Taken]
) -> int:
    """Read one import or export; where the text goes on after it."""
    if found := IMPORT.match(lean, start):
        body.append(Taken(found["path"], _taken(found)))
    elif found := EXPORT_FROM.match(lean, start):
        passed_on.append(Taken(found["path"], _names(found["some"]) if found["some"] is not None else ()))
    elif found := EXPORT_LIST.match(lean, start):
        given.extend((there, here) for here, there in _names(found["some"]))
    elif found := EXPORT_MAIN.match(lean, start):
        if not found["name"] and NAMELESS.match(lean, found.end()):
            raise Doubt
        given.append(("default", found["name"] or f"{OURS}main"))
        body.append(found["kept"] or f"const {OURS}main=")
    elif (found := EXPORT_MADE.match(lean, start)) and not (comma > 0 and found["kept"].startswith("const")):
        made = [here for _, here in _names(found["some"], ":")] if found["name"] is None else [found["name"]]
        given.extend((name, name) for name in made)
        body.append(found["kept"])
    else:
        raise Doubt
    return found.end()


def _taken(found: re.Match[str]) -> tuple[tuple[str, str], ...]:
    main = [("default", found["main"])] if found["main"] else []
    whole = [("*", found["all"])] if found["all"] else []
    return (*main, *whole, *_names(found["some"] or ""))


def _names(listed: str, renamed: str = r"\s+as\s+") -> tuple[tuple[str, str], ...]:
    """``a, b as c``: the names there and here."""
    parts = [re.split(renamed, part.strip()) for part in listed.split(",") if part.strip()]
    if not all(re.fullmatch(NAME, name.strip()) for part in parts for name in part):
        raise Doubt
    return tuple((part[0].strip(), part[-1].strip()) for part in parts)
