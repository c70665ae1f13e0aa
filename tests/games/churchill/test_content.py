"""The content hangs together, the words exist alike in three languages, and every effect has its rule."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.conference import EFFECTS
from casusbelli.games.churchill.content import (
    AGENDA_TOKENS,
    CONFERENCES,
    COUNTRIES,
    DECKS,
    FRONTS,
    ISSUES,
    LINES,
    POL_MIL,
    RESERVES,
    SPACES,
    STAFF,
    THEATERS,
)
from casusbelli.games.churchill.scoring import COUNTERS
from casusbelli.words.texts import catalogue

PLACEHOLDER = re.compile(r"\{\s*(\w+)\s*,")


def test_decks_and_chiefs() -> None:
    for deck in DECKS.values():
        assert len(deck) == 21
        assert sum(STAFF[card].chief_of_staff for card in deck) == 1


def test_every_conference_has_three_versions_of_five_bands() -> None:
    assert Counter(card.conference for card in CONFERENCES.values()) == dict.fromkeys(range(1, 11), 3)
    for card in CONFERENCES.values():
        assert [band.band for band in card.bands] == ["uk", "ussr", "us", "military", "pol_mil"]


def test_every_conference_effect_has_a_rule() -> None:
    used = {type(effect) for card in CONFERENCES.values() for band in card.bands for effect in band.effects}
    assert used == set(EFFECTS)


def test_board_is_consistent() -> None:
    assert sum(reserve.count for reserve in RESERVES.values()) == 14
    for front, row in FRONTS.items():
        assert THEATERS[row.theater].front == front
        assert all(space in SPACES for space in row.path)
    linked = [country for space in SPACES.values() for country in space.countries]
    assert all(COUNTRIES[country].space in SPACES for country in linked)
    assert len(linked) == len(set(linked)) == 19
    assert len(ISSUES) == 19


def test_agenda_tokens_mirror_the_pol_mil_table() -> None:
    cells = Counter(country for row in POL_MIL for country in row)
    assert Counter(token.country for token in AGENDA_TOKENS.values()) == cells
    assert sum(cells.values()) == 36


def test_every_line_of_the_sheet_is_counted() -> None:
    assert set(COUNTERS) == set(LINES)


def written(language: str) -> dict[str, str]:
    """All words but the forms of names with an article, which each language has in its own way."""
    words = catalogue(GAME, language)
    formed = tuple(f"name.{key.removeprefix('article.')}." for key in words if key.startswith("article."))
    return {key: text for key, text in words.items() if not key.startswith(formed)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_the_same_in_every_language(language: str) -> None:
    """The same keys, filled with the same parameters."""
    english, other = written("en"), written(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        if not key.startswith("name."):
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(other[key])), key
