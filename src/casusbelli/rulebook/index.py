"""What the browser searches and the term cards show: one file a game and language, made once."""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.game import Game
from casusbelli.words.texts import catalogue

from .book import Book, wording
from .lessons import taught_decisions
from .markdown import plain


def index(game: Game[Any], book: Book) -> dict[str, Any]:
    """What is searched: entries with their words, terms, cards."""
    return {
        "words": _words(book),
        "entries": [
            {"n": entry.number, "title": entry.title, "chapter": chapter.place, "text": entry.text}
            for chapter, entry in book.entries()
        ],
        "terms": [
            {"id": t.id, "term": t.term, "forms": list(t.forms), "rule": t.rule, "text": plain(book.term_html[t.id])}
            for t in book.terms.values()
        ],
        "cards": [{"id": piece.id, "name": piece.name, "group": piece.group} for piece in game.reference(book.language).pieces],
    }


def glossary(game: Game[Any], book: Book) -> dict[str, Any]:
    """What term cards show, the forms by which terms are found in a sentence, and the lesson that teaches a decision."""
    return {
        "words": _words(book),
        "terms": [
            {"id": t.id, "term": t.term, "forms": list(t.forms), "rule": t.rule, "html": book.term_html[t.id]}
            for t in book.terms.values()
        ],
        "taught": {decision: msgspec.structs.asdict(link) for decision, link in taught_decisions(game, book.language).items()},
    }


def _words(book: Book) -> dict[str, str]:
    told: dict[str, str] = msgspec.structs.asdict(wording(book.language))
    return told


def asked_by(game: Game[Any], language: str) -> dict[str, list[tuple[str, str]]]:
    """The questions (id and title) that each rule answers, as the help texts name them."""
    words = catalogue(game, language)
    asked: dict[str, list[tuple[str, str]]] = {}
    for key, rules in words.items():
        if key.startswith("help.") and key.endswith(".rules"):
            decision = key.removeprefix("help.").removesuffix(".rules")
            for rule in rules.replace(",", " ").split():
                asked.setdefault(rule, []).append((decision, words.get(f"help.{decision}.title", decision)))
    return asked
