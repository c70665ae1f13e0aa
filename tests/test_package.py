"""What others install: a wheel with everything in it, and ``casus`` that opens the table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_everything_is_in_the_wheel(wheel: Path) -> None:
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {path.removeprefix("src/") for path in tracked} - inside == set()


def test_what_is_installed_opens_the_table(wheel: Path, tmp_path: Path) -> None:
    """``casus`` with no argument, from the wheel and from nowhere else."""
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    environment = dict(os.environ, PYTHONPATH=str(site), HOME=str(tmp_path), BROWSER="true", CASUS_PORT="0")
    where = "import casusbelli; print(casusbelli.__file__)"
    assert str(site) in subprocess.run([sys.executable, "-c", where], env=environment, capture_output=True, text=True).stdout
    served = subprocess.Popen(
        [sys.executable, "-m", "casusbelli"], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        assert served.stdout is not None
        assert re.search(r"http://[^\s/]+:\d+", served.stdout.readline())
    finally:
        served.terminate()
        served.wait()
