"""Every warning that a game can give has words, is met by a test, and says which rule it stands on."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from casusbelli.game import LANGUAGES, registry
from casusbelli.words.texts import catalogue

HERE = Path(__file__).parent
GAMES = [name for name in sorted(registry.installed()) if (HERE / name).is_dir()]


def folder_of(game: str) -> Path:
    found = find_spec(type(registry.find(game)).__module__)
    assert found is not None and found.origin is not None
    return Path(found.origin).parent


@lru_cache
def cautions_of(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """Keys written out in ``Caution(grade, key, …)`` in the game's code, and patterns of those put together there."""
    keys: set[str] = set()
    patterns: set[str] = set()
    for path in sorted(folder_of(game).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        values = assigned(tree)
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Caution":
                for part in (one for source in call.args[1:2] for one in branches(source, values)):
                    if isinstance(part, ast.Constant):
                        keys.add(str(part.value))
                    elif isinstance(part, ast.JoinedStr):
                        texts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[a-z_]+" for p in part.values)
                        patterns.add("".join(texts))
    return frozenset(keys), frozenset(patterns)


def assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What is given to the names of a module, whatever their scope; of a table that is asked by a name, its keys."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
        test = node.test if isinstance(node, ast.If) else None
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and isinstance(test.comparators[0], ast.Name):
            for table in found.get(test.comparators[0].id, ()):
                if isinstance(table, ast.Dict):
                    found.setdefault(test.left.id, []).extend(key for key in table.keys if key is not None)
    return found


def branches(source: ast.expr, values: dict[str, list[ast.expr]], depth: int = 3) -> list[ast.expr]:
    """The expressions that a key may come from."""
    if isinstance(source, ast.IfExp):
        return [*branches(source.body, values, depth), *branches(source.orelse, values, depth)]
    if isinstance(source, ast.Name) and depth:
        return [one for value in values.get(source.id, ()) for one in branches(value, values, depth - 1)]
    return [source]


def worded(game: str) -> set[str]:
    words = catalogue(registry.find(game), "en")
    return {key.removeprefix("warning.") for key in words if key.startswith("warning.")}


@pytest.mark.parametrize("game", GAMES)
def test_every_warning_has_words_in_every_language(game: str) -> None:
    keys, patterns = cautions_of(game)
    assert keys or patterns
    assert worded(game) >= keys, keys - worded(game)
    for pattern in patterns:
        assert any(re.fullmatch(pattern, key) for key in worded(game)), pattern
    for language in LANGUAGES:
        words = catalogue(registry.find(game), language)
        assert {key for key in worded(game) if f"warning.{key}" not in words} == set(), language


@pytest.mark.parametrize("game", GAMES)
def test_no_words_are_left_of_a_warning_that_nothing_gives(game: str) -> None:
    keys, patterns = cautions_of(game)
    dead = {key for key in worded(game) - keys if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    assert dead == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_warning_is_met_by_a_test(game: str) -> None:
    """Its key stands as a text of its own in the game's tests."""
    named: set[str] = set()
    for path in sorted((HERE / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.add(node.value)
    assert worded(game) - named == set()
