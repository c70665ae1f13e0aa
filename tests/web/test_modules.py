"""The client's pure modules, tested by Node: run as one test so that ``pytest`` alone shows everything."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_modules() -> None:
    files = sorted(str(p) for p in HERE.glob("*.test.mjs"))
    run = subprocess.run(["node", "--test", *files], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
