"""What we build on: every package locked with its hashes, the lock as pyproject.toml wants it, and all that is bundled named."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import audit, bom, locked

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OURS = PROJECT["project"]["name"]
LOCKS = {"play": (), "postgres": ("postgres",), "dev": ("dev", "postgres")}
"""The lock files and the extras in them, as in scripts/lock."""

BUNDLED = {".woff", ".woff2", ".ttf", ".otf", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".mp3", ".ogg", ".wav", ".wasm"}


def wanted(extras: tuple[str, ...]) -> dict[str, Requirement]:
    """What pyproject.toml asks for by name."""
    asked = list(PROJECT["project"]["dependencies"])
    for extra in extras:
        asked += PROJECT["project"]["optional-dependencies"][extra]
    found: dict[str, Requirement] = {}
    for requirement in map(Requirement, asked):
        if canonicalize_name(requirement.name) == OURS:
            found |= wanted(tuple(requirement.extras))
        else:
            found[canonicalize_name(requirement.name)] = requirement
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_is_what_the_project_asks_for(name: str) -> None:
    asked = wanted(LOCKS[name])
    lock = locked.read_lock(name)
    told = [f"{one} is not locked" for one in sorted(asked.keys() - {package.name for package in lock})]
    told += [
        f"{package.name} is locked at {package.version}, asked for is {asked[package.name].specifier}"
        for package in lock
        if package.name in asked and not asked[package.name].specifier.contains(package.version, prereleases=True)
    ]
    named = {package.name for package in lock if any(who.startswith(f"{OURS} (") for who in package.via)}
    told += [f"{one} is locked but no longer asked for" for one in sorted(named - asked.keys())]
    assert not told, (
        f"pyproject.toml and requirements/{name}.txt disagree ({'; '.join(told)}): run `make lock` and commit requirements/"
    )


@pytest.mark.parametrize("name", [*LOCKS, "tools"])
def test_every_package_has_its_hashes_and_no_index_is_named(name: str) -> None:
    lock = locked.read_lock(name)
    assert len(lock) > 10 and all(package.hashes for package in lock)
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert "://" not in text and not re.search(r"^\s*-(?!-hash)", text, re.MULTILINE)


def test_what_is_developed_with_is_what_is_played_with() -> None:
    """One version of everything: tests run with the very packages that players get."""
    dev = {(package.name, package.version) for package in locked.read_lock("dev")}
    for name in ("play", "postgres"):
        assert {(package.name, package.version) for package in locked.read_lock(name)} <= dev


def test_the_build_backend_is_locked_too() -> None:
    built_with = [Requirement(one) for one in PROJECT["build-system"]["requires"]]
    for name in LOCKS:
        versions = {package.name: package.version for package in locked.read_lock(name)}
        assert all(versions[one.name] in one.specifier for one in built_with)


def test_a_line_that_is_no_pin_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("rich>=13\n", "utf-8")
    with pytest.raises(ValueError, match="line 1"):
        locked.read_lock("odd", tmp_path)


def test_the_bill_of_materials_names_everything_that_is_installed() -> None:
    made: dict[str, Any] = bom.bill()
    assert made == bom.bill() and made["bomFormat"] == "CycloneDX"
    listed = {(part["name"], part.get("version")) for part in made["components"]}
    assert {(package.name, package.version) for package in locked.read_lock("play")} <= listed
    assert ("Natural Earth", None) in listed
    references = [part["bom-ref"] for part in made["components"]]
    assert len(references) == len(set(references)) == len(made["dependencies"][0]["dependsOn"])
    licences = {part["name"]: part.get("licenses") for part in made["components"]}
    assert all(licences[name] for name in ("litestar", "msgspec", "sqlalchemy", "uvicorn", "Natural Earth", "world-atlas"))


def test_whatever_is_bundled_is_named_in_the_notice() -> None:
    listed = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    files = listed or [str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*")]
    notice = (ROOT / "NOTICE").read_text("utf-8")
    foreign = [file for file in files if Path(file).suffix in BUNDLED and Path(file).name not in notice]
    foreign += [file for file in files if file.endswith((".min.js", ".min.css")) and Path(file).name not in notice]
    assert not foreign, f"name them, and under which licence they come, in NOTICE: {foreign}"
    assert "Natural Earth" in notice and "Michael Bostock" in notice
    assert PROJECT["project"]["license-files"] == ["LICENSE", "NOTICE"]


def test_an_audit_that_could_ask_nobody_does_not_say_that_all_is_well(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    quiet = subprocess.CompletedProcess([], 0, stdout='{"dependencies": [{"name": "rich", "skip_reason": "not found"}]}')
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: quiet)
    assert audit.main() == 3 and "nobody was asked" in capsys.readouterr().err


def test_an_audit_names_the_faults(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    found = '{"dependencies": [{"name": "rich", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}]}'
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=found))
    assert audit.main() == 1 and "rich 1: X-1, mended in 2" in capsys.readouterr().out
    clean = found.replace('{"id": "X-1", "fix_versions": ["2"]}', "")
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=clean))
    assert audit.main() == 0 and "no known faults in 1 packages" in capsys.readouterr().out
