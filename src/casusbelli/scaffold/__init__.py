"""A new game as a package of its own: ``casus new-game``. What it copies lies in ``tree/`` and is itself a game that works."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from casusbelli import __version__
from casusbelli.kernel import SetupError

TREE = Path(__file__).parent / "tree"
PLACEHOLDER, CLASS, TITLE = "the_game", "TheGame", "The Game"
TEMPLATE = ".txt"
"""What the tree's pyproject.toml is called, so that no tool takes it for this project's."""


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the package of a game with this name into a new or empty folder; the files written, in order."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise SetupError(f"{name!r} cannot name a game: small letters, digits and _, beginning with a letter")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SetupError(f"{folder} is not empty: nothing was written")
    written = []
    for source in sorted(path for path in TREE.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        target = folder / _named(str(source.relative_to(TREE)), name).removesuffix(TEMPLATE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_named(source.read_text("utf-8"), name), "utf-8")
        written.append(target)
    return written


def _named(text: str, name: str) -> str:
    words = name.split("_")
    text = text.replace(PLACEHOLDER, name).replace(CLASS, "".join(word.capitalize() for word in words))
    return text.replace(TITLE, " ".join(word.capitalize() for word in words)).replace("@VERSION@", __version__)
