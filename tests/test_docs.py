"""The pages: every link leads somewhere, every picture is there, every command is one that works.

A command of ``casus`` on a line of its own is read by the program itself, with all its values. Those that play are also run: with
the random player and a game or two where the page says marshals and hundreds. What listens, trains or needs a server is read and
no more; it has tests of its own (``tests/cli``, ``tests/lab``, ``tests/table``).
``tests/cli/test_new_game.py`` runs the commands of docs/new-game.md.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tools.architecture import PICTURE, draw
from typer.testing import CliRunner

from casusbelli.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
COMMAND = re.compile(r"(?:^|[`\s(])casus ((?:[a-z]+(?:-[a-z]+)*)(?: [^`\n#|…]*)?)")
TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)
COMMANDS = typer.main.get_command(app)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    targets = {link.partition("#")[0] for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")}
    assert [target for target in sorted(targets) if target and not (path.parent / target).exists()] == []


def anchors(path: Path) -> set[str]:
    """The headings of a page as links name them."""
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", title) for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_link_into_a_page_finds_its_heading(path: Path) -> None:
    links = [link.partition("#") for link in LINK.findall(path.read_text("utf-8")) if "#" in link and "://" not in link]
    wrong = [f"{page}#{heading}" for page, _, heading in links if heading not in anchors(path.parent / page if page else path)]
    assert wrong == []


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


def test_every_test_that_the_checklist_names_exists() -> None:
    made = {name for file in (ROOT / "tests").rglob("test_*.py") for name in TEST.findall(file.read_text("utf-8"))}
    named = re.findall(r"`(test_\w+)`", (ROOT / "docs" / "asvs.md").read_text("utf-8"))
    assert len(named) > 30 and [name for name in named if name not in made] == []


def test_every_page_is_on_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    listed = set(re.findall(r"[\w/-]+\.md", site))
    assert pages - listed == set()
    assert {page for page in listed - pages if not (ROOT / page).exists()} == set()


def lines_of(path: Path) -> Iterator[str]:
    """The lines of code blocks, indented or fenced as shell, without their comments."""
    fence: str | None = None
    for line in path.read_text("utf-8").splitlines():
        if line.lstrip().startswith("```"):
            fence = line.strip().removeprefix("```") if fence is None else None
        elif fence in {"sh", "console", ""} or (fence is None and line.startswith("    ")):
            yield re.sub(r"\s+#.*", "", line.strip())


def as_ours(line: str) -> str:
    """``python -m … -m casusbelli simulate …`` is ``casus simulate …``."""
    return re.sub(r"^python .*-m casusbelli ([^|]*).*$", r"casus \1", line).strip()


COMMANDS_TO_TYPE = sorted({(line, name(path)) for path in PAGES for line in lines_of(path)})
OURS = [(as_ours(line), page) for line, page in COMMANDS_TO_TYPE if as_ours(line).startswith("casus ")]
ELSEWHERE = {"docs/new-game.md", "examples/salt_road/README.md"}
"""Pages about a game that is not installed here."""

RUN = ("simulate", "arena", "bench", "fuzz", "learn", "play", "packs new", "packs todo")


def read(words: list[str]) -> Any:
    """What the program understands, down to the last command; whatever is wrong is an exception."""
    command: Any = COMMANDS
    context = command.make_context("casus", list(words))
    while hasattr(command, "commands"):
        rest = [*context._protected_args, *context.args]
        if not rest:
            break
        called, found, rest = command.resolve_command(context, rest)
        assert found is not None, words
        command = found
        context = command.make_context(called, rest, parent=context)
    return context


@pytest.mark.parametrize("line", sorted({line for line, _ in OURS}))
def test_every_command_is_understood(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all its values: what must be a file or a folder is made first."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line.replace("…", "x"))[1:]
    for word in words:
        if re.fullmatch(r"[\w./~-]+", word) and ("/" in word or "." in word or word.startswith("my-") or word == "FILE"):
            there = Path(word).expanduser() if not word.startswith("~") else None
            if there is not None and not there.is_absolute():
                there.parent.mkdir(parents=True, exist_ok=True)
                there.touch() if there.suffix in {".sqlite", ".py"} or word == "FILE" else there.mkdir(exist_ok=True)
    read(words)


@pytest.mark.parametrize("line", ["simulate", "simulate fog_of_war --games none", "siege --loud", "lessons chek fog_of_war"])
def test_a_wrong_command_is_seen(line: str) -> None:
    with pytest.raises(Exception, match=r"Missing|should be a valid|No such (option|command)"):
        read(line.split())


def in_small(words: list[str]) -> list[str]:
    """The same command in a second: two games, the random player, no picture."""
    small: list[str] = []
    asked = iter(words)
    for word in asked:
        match word:
            case "--games":
                small += [word, next(asked) and "2"]
            case "--seconds":
                small += [word, next(asked) and "0.01"]
            case "--bots" | "--seats":
                small += [word, ",".join("random" for _ in next(asked).split(","))]
            case "--plot" | "--seed":
                next(asked)
            case _:
                small.append(word)
    if words[0] == "bench" and "--seconds" not in words:
        small += ["--seconds", "0.01"]
    return small


TYPED = [in_small(shlex.split(line)[1:]) for line, page in OURS if page not in ELSEWHERE]
SMALL = sorted({shlex.join(words) for words in TYPED if shlex.join(words).startswith(RUN) and "--against" not in words})


@pytest.mark.parametrize("line", SMALL)
def test_what_plays_is_played(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(line), input="q\n")
    assert done.exit_code == 0, done.output


def has_options(program: Path, words: list[str]) -> bool:
    """Whether a program of ours is there and knows the options it is given."""
    known = program.read_text("utf-8") if program.exists() else ""
    return bool(known) and all(f'"{word}"' in known for word in words if word.startswith("--"))


def test_every_other_command_has_what_it_names() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    scripts = json.loads((ROOT / "package.json").read_text("utf-8"))["scripts"]
    wrong = []
    for line, page in COMMANDS_TO_TYPE:
        words = line.split()
        match words:
            case ["make", target, *_]:
                wrong += [] if re.search(rf"^{target}:", makefile, re.MULTILINE) else [(page, line)]
            case ["pip", "install", what] if found := re.search(r"casus-belli\[(\w+)\]", what):
                wrong += [] if found[1] in extras else [(page, line)]
            case ["pytest" | ".venv/bin/pytest", path, *_] if page not in ELSEWHERE:
                wrong += [] if (ROOT / path).exists() else [(page, line)]
            case ["npm", "run", script, *_]:
                wrong += [] if script in scripts else [(page, line)]
            case ["python", "-m", module, *more] if module.startswith(("tests.", "tools.")):
                wrong += [] if has_options(ROOT / f"{module.replace('.', '/')}.py", more) else [(page, line)]
            case ["python", path, *more] if path.endswith(".py") and page not in ELSEWHERE:
                wrong += [] if has_options(ROOT / path, more) else [(page, line)]
    assert wrong == []


def test_the_picture_of_the_house_is_drawn_from_its_layers() -> None:
    """``python tools/architecture.py`` draws it anew."""
    assert PICTURE.read_text("utf-8") == draw()
