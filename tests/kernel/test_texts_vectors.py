"""Python fills templates as tests/texts_vectors.json says; tests/web/texts.test.mjs holds the browser to the same file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from casusbelli.words.texts import TextError, choice_text, fill

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "texts_vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["fill"], ids=lambda v: v["template"])
def test_fills(vector: dict[str, Any]) -> None:
    assert fill(VECTORS["words"], vector["template"], vector["params"]) == vector["text"]


@pytest.mark.parametrize("vector", VECTORS["wrong"], ids=lambda v: v["template"])
def test_refuses(vector: dict[str, Any]) -> None:
    with pytest.raises(TextError):
        fill(VECTORS["words"], vector["template"], vector["params"])


@pytest.mark.parametrize("vector", VECTORS["choices"], ids=lambda v: v["text"])
def test_says_choices(vector: dict[str, Any]) -> None:
    game: Any = SimpleNamespace(verbs=VECTORS["verbs"])
    assert choice_text(game, VECTORS["words"], vector["decision"], tuple(vector["choice"])) == vector["text"]
