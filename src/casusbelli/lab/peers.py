"""Other people's engines, where they are installed, side by side with ours: random play in alternation, in processor time.

Nothing of theirs is in this project: a driver of ours asks them to play, in a process of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from casusbelli.kernel import SetupError

from .bench import bench_game

DRIVERS = Path(__file__).parent / "drivers"
ROUNDS = 3


class Peer(msgspec.Struct, frozen=True):
    """An engine that can be asked: its name and the command that makes it play."""

    name: str
    command: tuple[str, ...]
    paths: tuple[str, ...] = ()
    """Where its Python packages lie."""


class Played(msgspec.Struct, frozen=True):
    """What a peer says of one round."""

    decisions: int
    games: int
    seconds: float
    clone_us: float


def peer_at(path: Path) -> Peer:
    """The engine at a path: a Python environment or checkout with Catanatron, or a Rally-the-Troops module."""
    if not path.is_dir():
        raise SetupError(f"there is no folder {path} with a peer")
    if (path / "rules.js").is_file():
        node = shutil.which("node")
        if node is None:
            raise SetupError(f"{path} is a Rally-the-Troops module: it needs node, which is not installed")
        return Peer(path.resolve().name, (node, str(DRIVERS / "rally_driver.cjs"), str(path.resolve())))
    python = path / "bin" / "python"
    driver = str(DRIVERS / "catanatron_driver.py")
    if python.is_file() and any(path.glob("lib/python3*/site-packages/catanatron")):
        return Peer("catanatron", (str(python.absolute()), driver))
    for place in (path, path / "catanatron"):
        if (place / "catanatron" / "__init__.py").is_file():
            return Peer("catanatron", (sys.executable, driver), (str(place.resolve()),))
    raise SetupError(f"{path} holds no peer that is known: neither Catanatron nor the rules.js of Rally the Troops")


def ask(peer: Peer, seconds: float) -> Played:
    """One round of a peer, in a process of its own."""
    surroundings = os.environ | ({"PYTHONPATH": os.pathsep.join(peer.paths)} if peer.paths else {})
    try:
        done = subprocess.run(  # noqa: S603
            [*peer.command, str(seconds)], capture_output=True, check=True, env=surroundings, timeout=60 + 20 * seconds
        )
        return msgspec.json.decode(done.stdout.splitlines()[-1], type=Played)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines()
        raise SetupError(f"{peer.name} does not play: {said[-1] if said else error.returncode}") from None
    except (subprocess.TimeoutExpired, msgspec.DecodeError, IndexError) as error:
        raise SetupError(f"{peer.name} does not play: {type(error).__name__}") from None


def side_by_side(games: Sequence[str], peers: Sequence[Peer], seconds: float) -> dict[str, Any]:
    """Ours and theirs in turn, so that what else the machine does strikes both; medians, and ours over theirs."""
    ours: dict[str, list[dict[str, Any]]] = {game: [] for game in games}
    theirs: dict[str, list[Played]] = {peer.name: [] for peer in peers}
    for _ in range(ROUNDS):
        for game in games:
            ours[game].append(bench_game(game, seconds / ROUNDS))
            for peer in peers:
                theirs[peer.name].append(ask(peer, seconds / ROUNDS))
    told: dict[str, Any] = {"games": {}, "peers": {}}
    for name, rounds in theirs.items():
        rate = median(each.decisions / each.seconds for each in rounds)
        told["peers"][name] = {"decisions_per_second": round(rate, 1), "clone_us": round(median(r.clone_us for r in rounds), 2)}
    for game, figures in ours.items():
        rate = median(each["decisions_per_second"] for each in figures)
        clone = median(each["clone_us"] for each in figures)
        ratios = {
            name: {
                "speed": round(rate / peer["decisions_per_second"], 3),
                "clone": round(peer["clone_us"] / clone, 3),
            }
            for name, peer in told["peers"].items()
        }
        told["games"][game] = {"decisions_per_second": round(rate, 1), "clone_us": round(clone, 2), "against": ratios}
    return told
