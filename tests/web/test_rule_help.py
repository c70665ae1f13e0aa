"""Help for every rule: no number that a game's code cites is without a title and a text, in any language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import find, installed
from casusbelli.words.texts import catalogue

CITED = re.compile(r"(?<![\w.])(?:A\d+|\d{1,2}(?:\.\d{1,2})+)(?!\w| ?%|\.\d)")
"""Numbers with a dot and the advanced rules; chapters are cited by words of the log alone, which the trials look at."""


def cited(folder: Path) -> dict[str, str]:
    """Every rule that strings of a game's rules name, with one place where they do. Bots cite designs of their own."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
        if "bot" in path.relative_to(folder).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for number in CITED.findall(node.value):
                    found.setdefault(number, f"{path.name}:{node.lineno}")
    return found


@pytest.mark.parametrize("game_id", installed())
def test_every_rule_that_is_cited_has_its_help(game_id: str) -> None:
    game = find(game_id)
    rules = cited(game.folder)
    assert len(rules) > 20
    for language in LANGUAGES:
        words = catalogue(game, language)
        missing = {n: at for n, at in rules.items() if not (words.get(f"rule.{n}.title") and words.get(f"rule.{n}.text"))}
        assert not missing, f"{language}: no rule help for {missing}"


@pytest.mark.parametrize("game_id", installed())
def test_every_language_has_the_same_rules(game_id: str) -> None:
    rules = [{key for key in catalogue(find(game_id), language) if key.startswith("rule.")} for language in LANGUAGES]
    assert rules[0] == rules[1] == rules[2]
    assert all(key.removesuffix(".title") + ".text" in rules[0] for key in rules[0] if key.endswith(".title"))


def test_a_number_without_help_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text('"""7.31, A2: a rule."""\n\nRULE = "12.345"\nVERSION = "1"\nNOTE = "about 3.5 % (4.2)"\n')
    assert set(cited(tmp_path)) == {"7.31", "A2", "4.2"}
