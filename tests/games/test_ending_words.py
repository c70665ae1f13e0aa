"""How a match ended is a sentence of its own on the last screen and in the log: it begins with a capital and ends with a stop."""

from __future__ import annotations

import pytest

from casusbelli.game import LANGUAGES, registry
from casusbelli.words.texts import catalogue


@pytest.mark.parametrize("game", sorted(registry.installed()))
def test_endings_are_sentences(game: str) -> None:
    for language in LANGUAGES:
        told = {key: text for key, text in catalogue(registry.find(game), language).items() if key.startswith("ending.")}
        assert told
        assert {key: text for key, text in told.items() if not text[0].isupper() or not text.endswith(".")} == {}
