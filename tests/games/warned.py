"""What a choice is warned of, in words that every language has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casusbelli.game import LANGUAGES, Caution, Game
from casusbelli.words.texts import catalogue, say


def warned(game: Game[Any], g: Any, seat: str, decision: str, *choice: str | int) -> dict[str, Caution]:
    """The warnings of a choice by their keys. Each must make a whole sentence of its parameters, and name a rule."""
    preview: Mapping[str, Any] = game.preview(g, seat, decision, choice) or {}
    found: dict[str, Caution] = {}
    for one in preview.get("warnings", ()):
        assert one.key not in found, f"{one.key} is said twice of {choice}"
        found[one.key] = one
        assert one.rule
        for language in LANGUAGES:
            words = catalogue(game, language)
            assert f"warning.{one.key}" in words, (one.key, language)
            told = say(words, f"warning.{one.key}", one.params)
            assert told.endswith(".") and "{" not in told, (told, language)
    return found


def figures(found: Mapping[str, Caution], key: str) -> tuple[str, Mapping[str, Any]]:
    """Grade and parameters of a warning that must be there."""
    assert key in found, sorted(found)
    return found[key].grade, found[key].params
