"""Nothing on the player's path needs POSIX when it is imported (docs/platforms.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "casusbelli"
POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop"}
FOR_HOSTS = ("table/siege", "table/loadpairs.py", "table/loadtest.py", "lab", "adapters")
"""Tools for those who test or study: they say so themselves."""

MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if not str(path.relative_to(SOURCE)).startswith(FOR_HOSTS)]


def asks_for_the_platform(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test)


def imported_at_once(body: list[ast.stmt]) -> set[str]:
    """The modules that are imported with this one, whatever the platform."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.If | ast.With | ast.ClassDef) and not asks_for_the_platform(node):
            found |= imported_at_once([*node.body, *getattr(node, "orelse", [])])
    return found


def test_no_module_of_the_players_path_imports_what_only_posix_has() -> None:
    assert len(MODULES) > 300
    assert {
        str(path.relative_to(SOURCE)): sorted(here)
        for path in MODULES
        if (here := imported_at_once(ast.parse(path.read_text("utf-8")).body) & POSIX)
    } == {}


def test_processes_are_spawned() -> None:
    """``fork`` only where several servers share a PostgreSQL database."""
    forking = [str(path.relative_to(SOURCE)) for path in MODULES if "os.fork(" in path.read_text("utf-8")]
    assert forking == ["table/processes.py"]
    pools = [path for path in MODULES if "ProcessPoolExecutor(" in path.read_text("utf-8")]
    assert pools
    assert all('get_context("spawn")' in path.read_text("utf-8") for path in pools)


@pytest.mark.parametrize(("text", "found"), [("import fcntl", {"fcntl"}), ("if sys.platform:\n    import fcntl", set())])
def test_the_eye_that_looks(text: str, found: set[str]) -> None:
    assert imported_at_once(ast.parse(text).body) == found
