"""A game's rulebook, read from its folder and rendered once.

rulebook/05_operations.en.md     a chapter; ``# 5 Operations``, ``> in short``, then entries ``## 5.1 A new operation``
rulebook/00_first.en.md          the first page: ``# What it is about`` without a number
rulebook/terms.en.toml           the glossary
rulebook/aid.en.md               the player aid, one page
rulebook/sources.toml            which entry tells what
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Game, Reference
from casusbelli.words.texts import TextError, catalogue, fill, read_texts

from .markdown import Directive, Rendering, Wording, chip, plain, to_html, to_inline

HERE = Path(__file__).parent
FOLDER = "rulebook"
FIRST = ""
"""The number of the first page: it has none."""
_FILE = re.compile(r"(\d\d)_[a-z0-9_]+\.([a-z]{2})\.md")
_HEADING = re.compile(r"(#{1,4})[ \t]+(.*?)[ \t]*")
_NUMBERED = re.compile(r"([A-Z]?\d+(?:\.\d+)*|[A-Z])[ \t]+(.+)")


class Term(msgspec.Struct, frozen=True):
    """A word of the glossary."""

    id: str
    term: str
    text: str
    rule: str = ""
    forms: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """A rule: number, title, and all that is said about it."""

    number: str
    title: str
    level: int
    html: str
    text: str
    source: str
    directives: tuple[Directive, ...] = ()
    chips: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """A chapter. What stands before its first entry is the entry of its own number."""

    number: str
    title: str
    short: str
    entries: tuple[Entry, ...]

    @property
    def place(self) -> str:
        """The chapter in addresses."""
        return self.number or "first"


class Aid(msgspec.Struct, frozen=True):
    """The player aid: boxes in columns."""

    columns: tuple[tuple[Box, ...], ...]
    source: str = ""


class Box(msgspec.Struct, frozen=True):
    """A box of the aid: heading with its chip, the decisions at which it comes first, content."""

    title: str
    rule: str
    decisions: tuple[str, ...]
    html: str
    source: str


class Book(msgspec.Struct, frozen=True):
    """A rulebook in one language, ready to be shown."""

    game: str
    language: str
    chapters: tuple[Chapter, ...]
    terms: dict[str, Term]
    term_html: dict[str, str]
    aid: Aid | None
    problems: tuple[str, ...]

    @property
    def first(self) -> Chapter | None:
        """The page to begin with."""
        return next((c for c in self.chapters if c.number == FIRST), None)

    def chapter(self, place: str) -> Chapter | None:
        return next((c for c in self.chapters if c.place == place), None)

    def entries(self) -> Iterator[tuple[Chapter, Entry]]:
        for chapter in self.chapters:
            for entry in chapter.entries:
                yield chapter, entry

    def entry(self, number: str) -> tuple[Chapter, Entry] | None:
        """The entry of a number, or the nearest one above it: 5.22 may be told under 5.2 or 5."""
        known = {entry.number: (chapter, entry) for chapter, entry in self.entries()}
        wanted = number
        while wanted:
            for candidate in (wanted, re.sub(r"\d$", "", wanted) if "." in wanted else wanted):
                if candidate in known:
                    return known[candidate]
            wanted = wanted.rpartition(".")[0]
        return None


def has_book(game: Game[Any]) -> bool:
    """Whether the rulebook of this game is written: its folder says so."""
    return any((game.folder / FOLDER).glob("*.md"))


@lru_cache(maxsize=32)
def book(game: Game[Any], language: str) -> Book:
    """The rulebook of a game in a language."""
    return _Reader(game, language).read()


@lru_cache(maxsize=8)
def wording(language: str) -> Wording:
    return msgspec.convert(read_texts(HERE / "texts" / f"book.{language}.toml"), Wording)


class _Part(msgspec.Struct):
    """A heading and what follows it."""

    level: int
    title: str
    lines: list[str]


class _Facts(dict[str, Any]):
    """Facts of which a missing one is remembered."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__(facts)
        self.missing: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self and key not in self.missing:
            self.missing.append(key)
        return super().get(key, default)


class _Reader:
    """Reads one book. Numbers and terms are collected first, so that every text may refer to every other."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game, self.language = game, language
        self.folder = game.folder / FOLDER
        self.words = catalogue(game, language)
        self.problems: list[str] = []
        self.reference: Reference = game.reference(language)
        self.facts = _Facts(self._facts())
        self.examples = frozenset(game.positions())
        self.terms = self._read_terms()
        self.term_ids = {name.casefold(): t.id for t in self.terms.values() for name in (t.id, *t.forms, t.term)}
        self.chapter_of: dict[str, str] = {}

    def _facts(self) -> dict[str, Any]:
        """What the content tells, and the titles of options, scenarios and endings."""
        facts = dict(self.reference.facts)
        for option in self.game.info.options:
            facts[f"option_{option.id}"] = self.words.get(f"option.{option.id}.title", option.id)
        for key, text in self.words.items():
            if key.startswith("ending."):
                facts[f"ending_{key.removeprefix('ending.')}"] = text
        for scenario in self.game.info.scenarios:
            facts[f"scenario_{scenario.id}"] = self.words.get(f"scenario.{scenario.id}.title", scenario.id)
        return facts

    def read(self) -> Book:
        files = sorted(path for path in self.folder.glob(f"*.{self.language}.md") if _FILE.fullmatch(path.name))
        drafts = [(path, self._parts(path)) for path in files]
        heads = [self._head(path, parts) for path, parts in drafts]
        chapters = tuple(
            self._chapter(path, parts, number, title) for (path, parts), (number, title) in zip(drafts, heads, strict=True)
        )
        term_html = {t.id: self._term(t) for t in self.terms.values()}
        return Book(
            self.game.info.id, self.language, chapters, self.terms, term_html, self._aid(), tuple(dict.fromkeys(self.problems))
        )

    # -- pieces ---------------------------------------------------------------------------------------------------------

    def _complain(self, where: str, problem: str) -> None:
        self.problems.append(f"{self.game.info.id}/{FOLDER}/{where}: {problem}")

    def _read_terms(self) -> dict[str, Term]:
        path = self.folder / f"terms.{self.language}.toml"
        if not path.is_file():
            return {}
        rows = tomllib.loads(path.read_text("utf-8"))
        try:
            return {name: msgspec.convert({"id": name, **row}, Term) for name, row in rows.items()}
        except (msgspec.ValidationError, TypeError) as error:
            self._complain(path.name, str(error))
            return {}

    def _filled(self, path: Path) -> str:
        """The file with its placeholders filled in."""
        text = path.read_text("utf-8")
        try:
            filled = fill(self.words, text, self.facts)
        except TextError as error:
            self._complain(path.name, str(error).splitlines()[0][:160])
            return text
        for name in self.facts.missing:
            self._complain(path.name, f"there is no fact {{{name}}}")
        self.facts.missing.clear()
        return filled

    def _parts(self, path: Path) -> list[_Part]:
        parts = [_Part(0, "", [])]
        for line in self._filled(path).splitlines():
            heading = _HEADING.fullmatch(line)
            if heading:
                parts.append(_Part(len(heading[1]), heading[2], []))
            else:
                parts[-1].lines.append(line)
        return parts

    def _head(self, path: Path, parts: list[_Part]) -> tuple[str, str]:
        """The chapter's number and title; every number of it is known from here on."""
        heads = [part for part in parts if part.level == 1]
        if len(heads) != 1:
            self._complain(path.name, "a chapter has one heading of the first level")
            return FIRST, path.stem
        found = _NUMBERED.fullmatch(heads[0].title)
        number, title = (found[1], found[2]) if found else (FIRST, heads[0].title)
        if number:
            self._know(path, number, number)
        for part in parts:
            entry = _NUMBERED.fullmatch(part.title) if part.level > 1 else None
            if entry and number:
                self._know(path, entry[1], number)
        return number, title

    def _know(self, path: Path, number: str, chapter: str) -> None:
        if number in self.chapter_of:
            self._complain(path.name, f"{number} has an entry already")
        self.chapter_of[number] = chapter

    def _rendering(self, number: str) -> Rendering:
        return Rendering(
            game=self.game.info.id,
            number=number,
            wording=wording(self.language),
            chapter_of=self.chapter_of.get,
            term_of=lambda name: self.term_ids.get(name.strip().casefold()),
            tables=dict(self.reference.tables),
            words=self.words,
            examples=self.examples or None,
        )

    def _chapter(self, path: Path, parts: list[_Part], number: str, title: str) -> Chapter:
        short, entries = "", []
        for part in parts:
            text = "\n".join(part.lines).strip()
            if part.level == 0:
                if text:
                    self._complain(path.name, "there are words before the first heading")
                continue
            if part.level == 1:
                short, text = _short(text)
                if not short:
                    self._complain(path.name, "a chapter begins with a sentence in short: > …")
                entries.append(self._entry(path, number, title, 1, text))
                continue
            found = _NUMBERED.fullmatch(part.title) if number != FIRST else None
            if found is None and number != FIRST:
                self._complain(path.name, f"the entry {part.title!r} has no number")
            entry_number, entry_title = (found[1], found[2]) if found else ("", part.title)
            entries.append(self._entry(path, entry_number, entry_title, part.level, text))
        rendering = self._rendering(number)
        return Chapter(number, title, to_inline(short, rendering), tuple(entries))

    def _entry(self, path: Path, number: str, title: str, level: int, text: str) -> Entry:
        rendering = self._rendering(number)
        html = to_html(text, rendering)
        for problem in rendering.problems:
            self._complain(path.name, f"{number or title}: {problem}")
        return Entry(
            number,
            title,
            level,
            html,
            plain(html),
            text,
            tuple(rendering.directives),
            tuple(rendering.chips),
            tuple(rendering.terms),
        )

    def _term(self, term: Term) -> str:
        """What a term means; other terms in it can be opened from it."""
        rendering = self._rendering(term.rule)
        html = to_inline(term.text, rendering)
        where = f"terms.{self.language}.toml"
        for problem in rendering.problems:
            self._complain(where, f"{term.id}: {problem}")
        if term.rule and term.rule not in self.chapter_of:
            self._complain(where, f"{term.id}: cites {term.rule}, which has no entry")
        return html

    def _aid(self) -> Aid | None:
        path = self.folder / f"aid.{self.language}.md"
        if not path.is_file():
            return None
        columns: list[list[Box]] = [[]]
        for part in self._parts(path):
            text = "\n".join(part.lines).strip()
            if part.level == 1:
                columns.append([])
            elif part.level == 2:
                columns[-1].append(self._box(path, part.title, text))
            elif text:
                self._complain(path.name, "the aid is made of columns (#) and boxes (##)")
        return Aid(tuple(tuple(column) for column in columns if column))

    def _box(self, path: Path, title: str, text: str) -> Box:
        rendering = self._rendering("")
        heading = to_inline(title, rendering)
        rule = rendering.chips[0] if rendering.chips else ""
        decisions = tuple(rendering.decisions)
        html = to_html(text, rendering)
        for problem in rendering.problems:
            self._complain(path.name, f"{title}: {problem}")
        words = plain(heading)
        return Box(escape(words.removesuffix(rule).strip()), chip(rendering, rule) if rule else "", decisions, html, text)


def _short(text: str) -> tuple[str, str]:
    """The sentence in short (``> …``) and the rest."""
    lines = text.splitlines()
    quoted = 0
    while quoted < len(lines) and lines[quoted].startswith(">"):
        quoted += 1
    short = " ".join(line.removeprefix(">").strip() for line in lines[:quoted])
    return short, "\n".join(lines[quoted:]).strip()
