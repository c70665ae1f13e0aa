"""Bots of earlier days: ``marshal@41046de`` is the marshal as that commit had it, playing under the rules of today.

A new mind is measured against the one it replaces. The old one is not kept in the package: its ``bot`` folder is taken out of
the project's history and loaded beside the present one, as a package of the same parent, so that it reads the same rules.
"""

from __future__ import annotations

import importlib.util
import io
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, cast

from casusbelli.bots import GRADES, STRATEGIST, make_bot
from casusbelli.bots.search import Depth
from casusbelli.bots.strategist import Strategist
from casusbelli.game import Bot, Game
from casusbelli.kernel import SetupError
from casusbelli.testkit import load_game

from .pupil import PUPIL, Pupil

_REVISION = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/-]{0,99}")
_OLD_KERNEL, _FORMER = re.compile(r"\bcasusbelli\.kernel(?= import)"), "casusbelli.lab.former"
"""Games and matches were once the kernel's."""
_unpacked: list[TemporaryDirectory[str]] = []
"""Kept until the process ends: weights may be read late."""


def lab_bot(game: Game[Any], name: str) -> Bot:
    """The bot of that name; ``grade@revision`` is one of earlier days, ``pupil`` and, in any game, ``strategist`` are tried out.

    ``strategist:4.2.10`` thinks of four candidates in two worlds, and of the best in ten.
    """
    if name == PUPIL:
        return Pupil(game)
    if name.partition(":")[0] == STRATEGIST and name not in game.bots():
        return Strategist(make_bot(game, GRADES[-1]), _depth(name))
    grade, at, revision = name.partition("@")
    if not at:
        return make_bot(game, name)
    grades = _veterans(game.info.id, revision)
    if grade not in grades:
        raise SetupError(f"{game.info.id} had no bot {grade!r} at {revision}; it had {', '.join(grades)}")
    return grades[grade]()


def _depth(name: str) -> Depth:
    """What follows the name of a strategist; the usual depth where nothing does."""
    _, _, told = name.partition(":")
    if not told:
        return Depth()
    found = re.fullmatch(r"(\d{1,2})\.(\d{1,3})\.(\d{1,3})", told)
    if found is None:
        raise SetupError(f"{name!r}: a depth is candidates, first worlds and worlds in all, as in {STRATEGIST}:4.2.10")
    candidates, first, worlds = map(int, found.groups())
    return Depth(candidates, first, worlds)


@lru_cache(maxsize=16)
def _veterans(game_id: str, revision: str) -> Mapping[str, Callable[[], Bot]]:
    game = load_game(game_id)
    package = type(game).__module__.rpartition(".")[0]
    module = _load(f"{package}.bot_at_{re.sub('[^0-9A-Za-z]', '_', revision)}", _unpack(game.folder, revision))
    return _grades(module)


def _unpack(folder: Path, revision: str) -> Path:
    """The ``bot`` folder of the game as the revision had it, in a place of its own."""
    if not _REVISION.fullmatch(revision):
        raise SetupError(f"{revision!r} is not the name of a revision")
    git = ["git", "-C", str(folder), "archive", "--format=tar", revision, "bot"]
    try:
        archive = subprocess.run(git, capture_output=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"") or str(error).encode()
        line = said.decode(errors="replace").strip().splitlines()[-1]
        raise SetupError(f"a bot of {revision} needs the project's history (a git checkout): {line}") from None
    place = TemporaryDirectory(prefix="casus-veteran-")
    _unpacked.append(place)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
        tar.extractall(place.name)  # noqa: S202
    bot = Path(place.name) / "bot"
    for module in bot.rglob("*.py"):
        module.write_text(_OLD_KERNEL.sub(_FORMER, module.read_text("utf-8")), "utf-8")
    return bot


def _load(name: str, folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise SetupError(f"{name.rpartition('.')[2]} does not fit the rules of today: {type(error).__name__}: {error}") from None
    return module


def _grades(module: ModuleType) -> Mapping[str, Callable[[], Bot]]:
    """A bot package offers its grades as ``BOTS``, from ``bots()``, or as classes of their names."""
    if hasattr(module, "BOTS"):
        return cast(Mapping[str, Callable[[], Bot]], module.BOTS)
    if callable(getattr(module, "bots", None)):
        return cast(Mapping[str, Callable[[], Bot]], module.bots())
    return {name.lower(): getattr(module, name) for name in module.__all__}
