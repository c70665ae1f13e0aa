"""The pages: every link leads somewhere, every picture is there, every command exists with the options it is given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from casusbelli.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
COMMAND = re.compile(r"(?:^|[`\s(])casus ((?:[a-z]+(?:-[a-z]+)*)(?: [^`\n#|…]*)?)")
COMMANDS = typer.main.get_command(app)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    targets = {link.partition("#")[0] for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")}
    assert [target for target in sorted(targets) if target and not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_command_exists_with_its_options(path: Path) -> None:
    unknown = []
    for words in COMMAND.findall(path.read_text("utf-8")):
        told = words.split()
        command: Any = COMMANDS
        while command is not None and hasattr(command, "commands") and told and not told[0].startswith("-"):
            command = command.commands.get(told.pop(0))
        if command is None:
            unknown.append(words)
            continue
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        unknown += [f"{words}: {word}" for word in told if re.fullmatch(r"--[a-z-]+", word) and word not in known | {"--help"}]
    assert unknown == []


def test_every_page_is_on_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    listed = set(re.findall(r"[\w/-]+\.md", site))
    assert pages - listed == set()
    assert {page for page in listed - pages if not (ROOT / page).exists()} == set()
