"""Installed games: ours and other people's."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from casusbelli.game import registry
from casusbelli.kernel import SetupError

PACKAGE = """
from tests.kernel.miniature import Miniature
GAME = Miniature()
NOT_A_GAME = "chess"
"""

ENTRY_POINTS = """
[casusbelli.games]
someone_elses = someone_elses_game:GAME
impostor = someone_elses_game:NOT_A_GAME
"""


@pytest.fixture
def third_party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package, installed the way pip leaves it: a module and its dist-info."""
    (tmp_path / "someone_elses_game.py").write_text(PACKAGE)
    info = tmp_path / "someone_elses_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: someone-elses-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    registry.installed.cache_clear()
    registry.find.cache_clear()
    yield
    sys.modules.pop("someone_elses_game", None)
    registry.installed.cache_clear()
    registry.find.cache_clear()


def test_our_games_are_installed() -> None:
    assert "fog_of_war" in registry.installed()


@pytest.mark.usefixtures("third_party")
def test_a_third_partys_game_is_found_and_loaded() -> None:
    assert "someone_elses" in registry.installed() and "fog_of_war" in registry.installed()
    game = registry.find("someone_elses")
    assert game.info.id == "miniature" and registry.find("someone_elses") is game


@pytest.mark.usefixtures("third_party")
def test_an_entry_point_that_is_no_game_is_refused() -> None:
    with pytest.raises(SetupError, match="impostor does not give a game"):
        registry.find("impostor")


def test_a_game_that_is_not_installed_is_refused_with_those_that_are() -> None:
    with pytest.raises(SetupError, match=r"no game 'chess'; installed are .*fog_of_war"):
        registry.find("chess")
