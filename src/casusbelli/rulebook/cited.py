"""Which rule numbers a game cites: in its code, its texts, its lessons."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from casusbelli.game import Game
from casusbelli.words.texts import catalogue

_NUMBER = re.compile(r"[A-Z]?\d+(?:\.\d+)*")
CITING = frozenset({"report", "Refusal", "refuse", "ask", "Ask", "together", "Together"})
"""The calls of which a text that looks like a rule number is one."""


def cited(game: Game[Any]) -> dict[str, set[str]]:
    """Every number with the places that cite it."""
    found: dict[str, set[str]] = {}
    for number, where in (*_in_code(game), *_in_texts(game), *_in_lessons(game)):
        found.setdefault(number, set()).add(where)
    return found


def _in_code(game: Game[Any]) -> Iterator[tuple[str, str]]:
    for path in sorted(game.folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                citing = _name(node.func) in CITING
                given = [*(node.args if citing else ()), *(k.value for k in node.keywords if citing or k.arg == "rule")]
                for value in given:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str) and _NUMBER.fullmatch(value.value):
                        yield value.value, path.name


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _in_texts(game: Game[Any]) -> Iterator[tuple[str, str]]:
    words = catalogue(game, "en")
    for key, text in words.items():
        if key.startswith("rule.") and key.endswith(".title"):
            yield key.removeprefix("rule.").removesuffix(".title"), "texts: rule"
        elif key.startswith("help.") and key.endswith(".rules"):
            for number in text.replace(",", " ").split():
                yield number, f"texts: {key}"


def _in_lessons(game: Game[Any]) -> Iterator[tuple[str, str]]:
    for path in sorted((game.folder / "lessons").glob("*.toml")):
        yield from ((number, f"lessons/{path.name}") for number in _rules(tomllib.loads(path.read_text("utf-8"))))


def _rules(tree: Any) -> Iterator[str]:
    """Whatever stands under ``rule`` or ``rules``, at any depth."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key in {"rule", "rules"}:
                yield from (str(each) for each in (value if isinstance(value, list) else [value]) if _NUMBER.fullmatch(str(each)))
            else:
                yield from _rules(value)
    elif isinstance(tree, list):
        for each in tree:
            yield from _rules(each)
