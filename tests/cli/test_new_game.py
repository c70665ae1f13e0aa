"""``casus new-game``: a package that installs, plays and passes its own tests before a line of it is changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casusbelli.kernel import SetupError
from casusbelli.scaffold import write_package

EXAMPLE = Path(__file__).parents[2] / "examples" / "salt_road"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "two_rivers"
    casus("new-game", "two_rivers", str(folder))
    return folder


def casus(*words: str, path: Path | None = None, entered: str = "") -> str:
    """What the command prints."""
    environment = dict(os.environ, **({"PYTHONPATH": str(path)} if path else {}))
    done = subprocess.run(
        [sys.executable, "-m", "casusbelli", *words], env=environment, input=entered, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and the example that grew from one, installed by pip into a folder of their own."""
    site = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(package), str(EXAMPLE)]
    subprocess.run(pip, check=True, capture_output=True)
    return site


def test_it_is_named_throughout(package: Path) -> None:
    texts = [path.read_text("utf-8") for path in package.rglob("*") if path.is_file()]
    assert not any(word in text for text in texts for word in ("the_game", "TheGame", "The Game"))
    assert 'two_rivers = "two_rivers:GAME"' in (package / "pyproject.toml").read_text("utf-8")
    own = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    for made in (package, EXAMPLE):
        project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))["project"]
        assert project["dependencies"] == [f"{own['name']}>={own['version']}"]
    assert "Two Rivers" in (package / "README.md").read_text("utf-8")


@pytest.mark.parametrize("which", ["new", "example"])
def test_its_own_tests_pass(installed: Path, package: Path, which: str, tmp_path: Path) -> None:
    environment = dict(os.environ, PYTHONPATH=str(installed))
    tests = (package if which == "new" else EXAMPLE) / "tests"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(tests)]
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_is_installed_taught_and_played_in_the_terminal(installed: Path) -> None:
    assert "two_rivers" in casus("games", path=installed)
    assert "error" not in casus("lessons", "check", "two_rivers", path=installed).lower().replace("0 errors", "")
    assert "Two Rivers" in casus("play", "two_rivers", "--seats", "recruit,marshal", path=installed)


def test_the_commands_of_the_page_are_these_and_run(installed: Path, package: Path) -> None:
    """docs/new-game.md tells nothing that is not tried here: making, installing, playing, testing and serving above and in the
    browser's tests, the rest now, with fewer games."""
    page = (Path(__file__).parents[2] / "docs" / "new-game.md").read_text("utf-8")
    told = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    tried_elsewhere = ("casus new-game", "pip install", "casus play", "pytest", "casus serve", "casus lessons check")
    left = [line for line in told if not line.startswith(tried_elsewhere)]
    assert [line.split()[1] for line in left] == ["arena", "fuzz"]
    for line in left:
        words = re.sub(r"--games \d+", "--games 2", line.replace("salt_road", "two_rivers")).split()
        casus(*words[1:], path=installed)


def test_nothing_is_overwritten_and_bad_names_are_refused(package: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="not empty"):
        write_package("other", package)
    for name in ("Bad", "1st", "with space", "class", "../up", ""):
        with pytest.raises(SetupError, match="cannot name a game"):
            write_package(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()
