"""Every reason that stands in a bot's program has its words in three languages, whether or not a game has come to it yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.testkit import load_game
from casusbelli.words.texts import catalogue

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")


def texts(node: ast.AST) -> set[str]:
    """What an expression may come to, where it is a text or a choice between texts; nothing where it is none of these."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=other):
            return texts(body) | texts(other)
        case ast.JoinedStr(values=[ast.Constant(value=str(beginning)), *_]):
            return {f"{beginning}*"}
        case ast.Dict(values=values):
            return {text for value in values for text in texts(value)}
    return set()


def assigned(module: ast.Module, name: str) -> set[str]:
    """What a name stands for, wherever in the module it is given a text or a table of texts."""
    found: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            found |= texts(node.value)
    return found


def keys(module: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """By line what the key of a reason may be."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
            key = node.args[0]
            name = key.value if isinstance(key, ast.Subscript) else key
            yield node.lineno, assigned(module, name.id) if isinstance(name, ast.Name) else texts(key)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_reason_in_the_program_has_its_words(game_id: str) -> None:
    game = load_game(game_id)
    words = {language: catalogue(game, language) for language in LANGUAGES}
    found: set[str] = set()
    for path in sorted((game.folder / "bot").glob("*.py")):
        for line, named in keys(ast.parse(path.read_text("utf-8"))):
            assert named, f"{path.name}:{line}: no key can be read off; say it so that it can"
            found |= named
    assert len(found) >= 10
    for key in sorted(found):
        for language, told in words.items():
            if key.endswith("*"):
                assert any(said.startswith(f"reason.{key[:-1]}") for said in told), (language, key)
            else:
                assert told.get(f"reason.{key}"), (language, key)


def test_a_reason_without_words_would_be_found() -> None:
    written = ast.parse(
        'key = "a" if x else "b"\nPLAIN = {"q": "c"}\nReason(key)\nReason(PLAIN[q])\nReason(f"d_{verb}")\nReason("e", {})'
    )
    assert [named for _, named in keys(written)] == [{"a", "b"}, {"c"}, {"d_*"}, {"e"}]
