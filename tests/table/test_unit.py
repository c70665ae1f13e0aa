"""``deploy/casus-belli.service``: every word in it is known to the program, and to systemd where that is installed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.table.settings import Settings
from casusbelli.table.store import Store

UNIT = Path(__file__).parents[2] / "deploy" / "casus-belli.service"
ANALYZE = shutil.which("systemd-analyze")


def told(key: str) -> list[str]:
    """All that the unit says under this key."""
    return re.findall(rf"^{key}=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)


def test_its_variables_are_settings_and_its_command_exists() -> None:
    environment = dict(one.split("=", 1) for one in told("Environment"))
    assert {name.removeprefix("CASUS_").lower() for name in environment} <= {*Settings.__struct_fields__, "database"}
    (command,) = told("ExecStart")
    _, *words = shlex.split(command)
    helped = CliRunner().invoke(app, [words[0], "--help"])
    assert helped.exit_code == 0 and all(word in helped.output for word in words[1:] if word.startswith("--"))
    (folder,) = told("StateDirectory")
    assert Path(environment["CASUS_DATABASE"]).parent == Path("/var/lib") / folder, "nothing else can be written"


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_understands_it(tmp_path: Path) -> None:
    """With a program that is there in place of the one that is not."""
    installed = tmp_path / UNIT.name
    installed.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={sys.executable}", UNIT.read_text("utf-8")), "utf-8")
    assert ANALYZE is not None
    looked = subprocess.run([ANALYZE, "verify", "--man=no", str(installed)], capture_output=True, text=True, check=False)
    assert looked.returncode == 0 and UNIT.name not in looked.stderr, looked.stderr


def test_the_backup_is_one_of_this_program_of_the_same_database_and_is_begun_every_night(tmp_path: Path) -> None:
    """Its command, with another folder and this program, makes a backup that can be read."""
    unit, timer = (UNIT.with_name(f"casus-backup.{kind}").read_text("utf-8") for kind in ("service", "timer"))
    (database,) = re.findall(r"^Environment=CASUS_DATABASE=(.*)$", unit, re.MULTILINE)
    assert f"CASUS_DATABASE={database}" in told("Environment") and re.search(r"^OnCalendar=\*-\*-\* ", timer, re.MULTILINE)
    for key in ("DynamicUser", "User", "StateDirectory"):
        assert re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE) == told(key), "as somebody who may read the database"
    Store(tmp_path / "matches.sqlite").close()
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    here = command.replace("%%", "%").replace("$$", "$").replace("/var/lib/casus-belli", str(tmp_path))
    program = f"{sys.executable} -m casusbelli"
    words = shlex.split(here.replace("/opt/casus-belli/.venv/bin/casus", program))
    subprocess.run(words, check=True, capture_output=True, env={**os.environ, "CASUS_DATABASE": str(tmp_path / "matches.sqlite")})
    (made,) = tmp_path.glob("backup-*.sqlite")
    Store(made).close()
