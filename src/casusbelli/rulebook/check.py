"""Whether a rulebook is whole: every number that is cited, every language, every question, option and ending."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from casusbelli.game import LANGUAGES, Game
from casusbelli.words.texts import catalogue

from .book import FOLDER, Book, Entry, book, has_book
from .cited import cited

NOT_FOR_PLAYERS = "not for players"
LEAST_EXAMPLES = 15
GLOSSARY = range(40, 81)
LONG_ENOUGH = 40
"""From so many letters on equal words in two languages are words that nobody translated."""


class Report(msgspec.Struct):
    """What a check of one game found. ``missing`` is by language: numbers that are cited and have no entry."""

    game: str
    written: bool
    entries: int = 0
    cited: int = 0
    missing: dict[str, list[str]] = {}
    examples: int = 0
    glossary: int = 0
    figures: int = 0
    words: dict[str, int] = {}
    problems: list[str] = []

    @property
    def sound(self) -> bool:
        return not self.problems and not any(self.missing.values())


def check(game: Game[Any]) -> Report:
    """Everything that is wrong with the rulebook of a game. A game without one is not wrong, but not written."""
    numbers = cited(game)
    if not has_book(game):
        return Report(game.info.id, written=False, cited=len(numbers))
    books = {language: book(game, language) for language in LANGUAGES}
    english = books[LANGUAGES[0]]
    told = {language: {entry.number for _, entry in b.entries()} for language, b in books.items()}
    directives = [d for _, entry in english.entries() for d in entry.directives]
    return Report(
        game.info.id,
        written=True,
        entries=len([n for n in told[LANGUAGES[0]] if n]),
        cited=len(numbers),
        missing={language: sorted(set(numbers) - told[language], key=by_number) for language in LANGUAGES},
        examples=len({d.argument for d in directives if d.name == "try"}),
        glossary=len(english.terms),
        figures=len([d for d in directives if d.name == "figure"]),
        words={language: sum(len(entry.text.split()) for _, entry in b.entries()) for language, b in books.items()},
        problems=list(_problems(game, books)),
    )


def by_number(number: str) -> list[tuple[int, int, str]]:
    """5.10 comes after 5.9; letters after figures."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|[^\d.]+", number)]


def _problems(game: Game[Any], books: dict[str, Book]) -> Iterator[str]:
    for one in books.values():
        yield from one.problems
    yield from _same_everywhere(books)
    yield from _first_pages(books)
    yield from _named(game, books)
    yield from _helped(game)
    yield from _sources(game, books[LANGUAGES[0]])
    yield from _examples(game, books[LANGUAGES[0]])
    yield from _drawn(game, books[LANGUAGES[0]])
    yield from _glossary(books)


def _same_everywhere(books: dict[str, Book]) -> Iterator[str]:
    """Every entry exists in every language with the same figures, examples and links, and is not left in English."""
    english = {(c.number, i): e for c, e in books[LANGUAGES[0]].entries() for i in [c.entries.index(e)]}
    for language in LANGUAGES[1:]:
        other = {(c.number, i): e for c, e in books[language].entries() for i in [c.entries.index(e)]}
        for key in english.keys() ^ other.keys():
            number = (english.get(key) or other[key]).number or f"{key[0]} #{key[1]}"
            yield f"{language}: the entry {number} is {'missing' if key in english else 'not in English'}"
        for key in english.keys() & other.keys():
            yield from (f"{language}: {problem}" for problem in _unlike(english[key], other[key]))


def _unlike(one: Entry, other: Entry) -> Iterator[str]:
    where = one.number or one.title
    if one.number != other.number:
        yield f"{where} has the number {other.number}"
    shapes = [[(d.name, d.argument) for d in entry.directives] for entry in (one, other)]
    if shapes[0] != shapes[1]:
        yield f"{where} has other figures, examples or rulings: {shapes[0]} and {shapes[1]}"
    if set(one.chips) != set(other.chips):
        yield f"{where} cites other rules: {sorted(set(one.chips) ^ set(other.chips))}"
    if set(one.terms) != set(other.terms):
        yield f"{where} explains other terms: {sorted(set(one.terms) ^ set(other.terms))}"
    left = set(one.source.splitlines()) & set(other.source.splitlines())
    if any(len(line) >= LONG_ENOUGH and any(map(str.isalpha, line)) and not line.startswith("::") for line in left):
        yield f"{where} is left in English"


def _first_pages(books: dict[str, Book]) -> Iterator[str]:
    for language, one in books.items():
        if one.first is None:
            yield f"{language}: there is no first page (a chapter without a number)"
        if one.aid is None:
            yield f"{language}: there is no player aid (aid.{language}.md)"
    shapes = {language: [len(column) for column in one.aid.columns] for language, one in books.items() if one.aid}
    if len({str(shape) for shape in shapes.values()}) > 1:
        yield f"the player aids have other boxes: {shapes}"


def _named(game: Game[Any], books: dict[str, Book]) -> Iterator[str]:
    """Every option of a new match and every ending is told somewhere."""
    for language, one in books.items():
        text = "\n".join(path.read_text("utf-8") for path in sorted((game.folder / FOLDER).glob(f"*.{language}.md")))
        words = catalogue(game, language)
        wanted = [f"option_{option.id}" for option in game.info.options]
        wanted += [f"ending_{key.removeprefix('ending.')}" for key in words if key.startswith("ending.")]
        for name in wanted:
            if f"{{{name}}}" not in text:
                yield f"{one.language}: no entry names {{{name}}}"


def decisions(game: Game[Any]) -> list[str]:
    """Everything a player can be asked."""
    return [key.removeprefix("decision.") for key in catalogue(game, LANGUAGES[0]) if key.startswith("decision.")]


def _helped(game: Game[Any]) -> Iterator[str]:
    """Every question explains itself."""
    for language in LANGUAGES:
        words = catalogue(game, language)
        for decision in decisions(game):
            for part in ("title", "text", "rules"):
                if not words.get(f"help.{decision}.{part}", "").strip():
                    yield f"{language}: there is no help.{decision}.{part}"


def _sources(game: Game[Any], english: Book) -> Iterator[str]:
    """sources.toml names entries that exist, and every ruling that the book shows."""
    path = game.folder / FOLDER / "sources.toml"
    if not path.is_file():
        yield "there is no sources.toml"
        return
    told = {entry.number for _, entry in english.entries()}
    tables = tomllib.loads(path.read_text("utf-8"))
    for kind in ("sections", "rulings"):
        for name, entries in tables.get(kind, {}).items():
            if entries == NOT_FOR_PLAYERS:
                continue
            for number in entries if isinstance(entries, list) else [entries]:
                if number not in told:
                    yield f"sources.toml: {kind}.{name} is told by {number}, which has no entry"
    shown = {d.argument for _, entry in english.entries() for d in entry.directives if d.name == "ruling"}
    for ruling in sorted(shown - tables.get("rulings", {}).keys()):
        yield f"sources.toml: the ruling {ruling} is shown and not listed"


def _examples(game: Game[Any], english: Book) -> Iterator[str]:
    names = {d.argument for _, entry in english.entries() for d in entry.directives if d.name == "try"}
    if len(names) < LEAST_EXAMPLES:
        yield f"there are {len(names)} examples to try; there shall be {LEAST_EXAMPLES}"
    for name in sorted(names - game.positions().keys()):
        yield f"::try {name}: positions.py has no such position"


def _drawn(game: Game[Any], english: Book) -> Iterator[str]:
    """Every kind of figure is drawn by the board."""
    path = game.folder / "board" / "figures.js"
    source = path.read_text("utf-8") if path.is_file() else ""
    kinds = {d.argument.split()[0] for _, e in english.entries() for d in e.directives if d.name == "figure" and d.argument}
    for kind in sorted(kinds):
        if not re.search(rf"export (?:async )?(?:function|const) {re.escape(kind)}\b", source):
            yield f"::figure {kind}: board/figures.js exports no such drawing"


def _glossary(books: dict[str, Book]) -> Iterator[str]:
    english = books[LANGUAGES[0]]
    if len(english.terms) not in GLOSSARY:
        yield f"the glossary has {len(english.terms)} terms; there shall be {GLOSSARY.start} to {GLOSSARY.stop - 1}"
    for language in LANGUAGES[1:]:
        for term in sorted(english.terms.keys() ^ books[language].terms.keys()):
            yield f"{language}: the term {term} is {'missing' if term in english.terms else 'not in English'}"
        for term in english.terms.keys() & books[language].terms.keys():
            if english.terms[term].text == books[language].terms[term].text:
                yield f"{language}: the term {term} is left in English"
