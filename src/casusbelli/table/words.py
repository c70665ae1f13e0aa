"""The words of the server's own pages, and the language a reader wants."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import msgspec
from litestar.connection import ASGIConnection

from casusbelli.game import LANGUAGES
from casusbelli.words.texts import Catalogue, read_texts, say

Connection = ASGIConnection[Any, Any, Any, Any]

HERE = Path(__file__).parent
WEB = HERE.parent / "web"
THEMES = ("paper", "night")
TOLD_BY_THEMSELVES = {"en": "English", "it": "Italiano", "es": "Español"}

Say = Callable[..., str]


def signed(number: int) -> str:
    """With its sign, which is a minus and no hyphen."""
    return f"{number:+d}".replace("-", "−")


@lru_cache(maxsize=16)
def page_words(language: str) -> Catalogue:
    """The catalogue of the pages that the server renders."""
    return _words(HERE / "texts", language)


@lru_cache(maxsize=16)
def shell_words(language: str) -> Catalogue:
    """The catalogue of the shell, which the browser fetches."""
    return _words(WEB / "texts", language)


def _words(folder: Path, language: str) -> Catalogue:
    words: dict[str, str] = {}
    for path in sorted(folder.glob(f"*.{language}.toml")):
        words.update(read_texts(path))
    return words


def speaker(words: Catalogue) -> Say:
    """``t(key, name=value)`` for templates."""

    def t(key: str, **params: Any) -> str:
        return say(words, key, params)

    return t


def language_of(connection: Connection) -> str:
    """Asked for in the address, else remembered in a cookie, else the person's wish, else the browser's, else English."""
    for wish in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    wished = cast("dict[str, Any]", connection.scope).get("casus_known")
    if wished is not None and wished.guest.preferences.get("language") in LANGUAGES:
        return str(wished.guest.preferences["language"])
    for part in _accepted(connection.headers.get("accept-language", "")):
        if part in LANGUAGES:
            return part
    return LANGUAGES[0]


def _accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first."""
    wishes: list[tuple[float, int, str]] = []
    for n, part in enumerate(header.lower().split(",")[:20]):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, n, tag.split("-")[0]))
    return [tag for weight, _, tag in sorted(wishes) if weight < 0]


def day_in_words(words: Catalogue, at: int) -> str:
    """The day of a moment, as one writes it."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    month = say(words, "date.months").split()[day.month - 1]
    return say(words, "date.day", {"day": day.day, "month": month, "year": str(day.year)})


def to_json(thing: Any) -> str:
    """Data for an attribute of a page."""
    return msgspec.json.encode(thing).decode()


def theme_of(connection: Connection) -> str | None:
    """The theme the reader chose; None: as the system."""
    theme = connection.cookies.get("theme")
    return theme if theme in THEMES else None
