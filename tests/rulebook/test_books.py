"""The books that are written: whole, in three languages, with examples that are true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from casusbelli.game import LANGUAGES, Game
from casusbelli.game.registry import find, installed
from casusbelli.rulebook import book, check, has_book
from casusbelli.rulebook.check import decisions
from casusbelli.rulebook.index import index
from casusbelli.words.texts import catalogue

RULINGS = Path(__file__).parents[2] / "docs" / "rulings"
INDEX_BYTES = 150_000
PAGE_BYTES = 120_000
SHORT = 60

WRITTEN = [game_id for game_id in installed() if has_book(find(game_id))]


@pytest.fixture(params=WRITTEN)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return find(request.param)


def test_there_is_a_book() -> None:
    assert "fog_of_war" in WRITTEN


def test_nothing_is_missing(game: Game[Any]) -> None:
    """Every number that is cited has an entry, every language says the same, every question is explained."""
    report = check(game)
    assert report.problems == []
    assert report.missing == {language: [] for language in LANGUAGES}


def test_every_ruling_is_accounted_for(game: Game[Any]) -> None:
    told = tomllib.loads((game.folder / "rulebook" / "sources.toml").read_text("utf-8"))["rulings"]
    page = (RULINGS / f"{game.info.id}.md").read_text("utf-8")
    rulings = {r for row in page.splitlines() if row.startswith("| R") for r in re.findall(r"\bR-?\d+\b", row.split("|")[1])}
    assert rulings and rulings - told.keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_index_stay_small(game: Game[Any], language: str) -> None:
    from msgspec import json

    read = book(game, language)
    assert len(json.encode(index(game, read))) <= INDEX_BYTES
    assert all(sum(len(entry.html.encode()) for entry in chapter.entries) <= PAGE_BYTES for chapter in read.chapters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_cards_and_history_speak_every_language(game: Game[Any], language: str) -> None:
    words, english = catalogue(game, language), catalogue(game, "en")
    pieces = {piece.id for piece in game.reference(language).pieces}
    assert pieces == {piece.id for piece in game.reference("en").pieces}
    told = {key for key in english if key.startswith(("help.", "history.", "position."))}
    assert {key for key in words if key.startswith(("help.", "history.", "position."))} == told
    assert {key for key in told if key.startswith("history.")} <= {f"history.{piece}" for piece in pieces}
    same = [key for key in told if not key.endswith(".rules") and language != "en" and words[key] == english[key]]
    assert same == []
    for decision in decisions(game):
        text = words[f"help.{decision}.text"]
        assert len(text) >= SHORT and len(re.findall(r"[.!?](?:\s|$)", text)) <= 5, f"{decision}: help is two to four sentences"


def test_every_example_can_be_played_to_its_answer(game: Game[Any]) -> None:
    numbers = {entry.number for _, entry in book(game, "en").entries()}
    for name, position in game.positions().items():
        match = position.build()
        assert position.rule in numbers, name
        assert position.seat in match.seats, name
        for seat, choice in position.line:
            assert choice in match.options(seat), f"{name}: {choice} is not offered to {seat}"
            match.act(seat, choice)
        assert position.build().digest() == position.build().digest(), name
