"""The log: every line names its actor, in three languages."""

from __future__ import annotations

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.fog_of_war.game import GAME
from casusbelli.words.texts import catalogue

NOBODYS = {
    "offmap_active": "the place is named",
    "political_event": "a heading",
    "scored": "the Axis is named",
    "victory_cards_drawn": "the Axis is named",
    "victory_cards_kept": "the Axis is named",
    "victory_cards_shown": "the Axis is named",
    "winter_came": "the weather",
}
"""Lines without a side that acts, and why."""

AXIS = {"en": "Axis", "it": "Asse", "es": "Eje"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_names_its_actor(language: str) -> None:
    words = catalogue(GAME, language)
    lines = {key.removeprefix("event."): text for key, text in words.items() if key.startswith("event.")}
    silent = {kind for kind, text in lines.items() if "{side," not in text and "{axis," not in text}
    assert silent - NOBODYS.keys() == set(), "a line that says not who acts"
    assert NOBODYS.keys() - lines.keys() == set(), "lines that are not told any more"
    for kind in (kind for kind, why in NOBODYS.items() if why == "the Axis is named"):
        assert AXIS[language] in lines[kind], kind
