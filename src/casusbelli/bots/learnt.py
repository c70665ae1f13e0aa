"""Small files of what was learnt from self-play: data with the command that made them and a digest, which is checked."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec


class Learnt(msgspec.Struct, frozen=True, kw_only=True):
    """Something learnt about a game, with where it comes from."""

    game: str
    rules_version: str
    command: str
    """What made this file, and makes it again."""
    games: int
    """Games it was taught by."""
    digest: str = ""


L = TypeVar("L", bound=Learnt)


class BrokenFile(ValueError):
    """A file that is not what its digest says."""


def digest_of(learnt: Learnt) -> str:
    """The digest of everything else in the file."""
    return sha256(msgspec.json.encode(msgspec.structs.replace(learnt, digest=""))).hexdigest()[:16]


def sealed(learnt: L) -> L:
    """With its digest."""
    return msgspec.structs.replace(learnt, digest=digest_of(learnt))


def read_learnt(path: Path, kind: type[L]) -> L:
    """What lies in a file, as it was written."""
    try:
        learnt = msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise BrokenFile(f"{path.name}: {error}") from None
    if digest_of(learnt) != learnt.digest:
        raise BrokenFile(f"{path.name} was changed since it was learnt")
    return learnt


def write_learnt(path: Path, learnt: Learnt) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(learnt), indent=0) + b"\n")
