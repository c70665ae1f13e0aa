"""Words at the edge: one catalogue for Python and the browser, in English, Italian and Spanish.

A template is text with ``{placeholders}``:

    {n}                                      the value as it is; a list is joined with commas
    {province, name}                         the display name of an id, or of every id of a list
    {province, ad}                           Italian: the same after "a", or "ad" before a vowel (``Ad``: at the start)
    {faction, the}                           the same after its article (``The``: at the start), if the catalogue has one
    {faction, the, di}                       the same after a preposition, which Italian and Spanish join to the article
    {sides, joined, and}                     the display names of a list; before the last one stands "and"
    {count, plural, one {a card} other {# cards}}    by the language's plural form; # is the number
    {result, select, victory {wins} other {loses}}   by the value
    {bonus, signed}                          a number with its sign: +2, −1, 0
    {sums, each, {{who, name} {n, signed}}}  a list of records: the part once for each, filled with its fields

``web/texts.js`` does the same in the browser; ``tests/texts_vectors.json`` holds both to it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from casusbelli.game import LANGUAGES, Game
from casusbelli.kernel import Choice, Params

Catalogue = Mapping[str, str]


_BRACES = re.compile(r"[{}]")
_BRACES_AND_NUMBER = re.compile(r"[{}#]")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""A name that ends with a stop ("EE. UU.") at the end of a sentence: one stop is enough."""


class TextError(ValueError):
    """A template that cannot be read."""


def flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested TOML tables as dotted keys."""
    flat: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat


def read_texts(path: Path) -> dict[str, str]:
    return flatten(tomllib.loads(path.read_text("utf-8")))


@lru_cache(maxsize=64)
def catalogue(game: Game[Any], language: str) -> Catalogue:
    """All words of a game in a language: content names, and every ``texts/*.<language>.toml``."""
    if language not in LANGUAGES:
        raise TextError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    words = {f"name.{i}": name for i, name in game.names(language).items()}
    for path in sorted((game.folder / "texts").glob(f"*.{language}.toml")):
        words.update(read_texts(path))
    return words


def say(words: Catalogue, key: str, params: Params | None = None, default: str | None = None) -> str:
    """The sentence of a key, filled in. A missing key shows itself rather than failing."""
    template = words.get(key)
    if template is None:
        return key if default is None else default
    return fill(words, template, params or {})


def fill(words: Catalogue, template: str, params: Params) -> str:
    text, end = _fill(words, template, params, 0, None)
    if end != len(template):
        raise TextError(f"unbalanced braces in {template!r}")
    return _TWO_STOPS.sub(".", text) if ".." in text else text


def _fill(words: Catalogue, template: str, params: Params, at: int, number: str | None) -> tuple[str, int]:
    """Fill from ``at`` to the end or to the brace that closes this part."""
    out = []
    while found := (_BRACES if number is None else _BRACES_AND_NUMBER).search(template, at):
        out.append(template[at : found.start()])
        at = found.start()
        if found[0] == "}":
            return "".join(out), at
        if found[0] == "{":
            piece, at = _placeholder(words, template, params, at + 1)
        else:
            piece, at = number or "", at + 1
        out.append(piece)
    return "".join(out) + template[at:], len(template)


def _placeholder(words: Catalogue, template: str, params: Params, at: int) -> tuple[str, int]:
    end = at
    while end < len(template) and template[end] not in ",}":
        end += 1
    if end == len(template):
        raise TextError(f"unbalanced braces in {template!r}")
    value = params.get(template[at:end].strip(), "")
    if template[end] == "}":
        return _shown(value), end + 1
    kind_end = end + 1
    while kind_end < len(template) and template[kind_end] not in ",}":
        kind_end += 1
    kind = template[end + 1 : kind_end].strip()
    if kind == "name":
        return _names(words, value), kind_end + 1
    if kind in {"ad", "Ad"}:
        return _after_a(kind[0], _names(words, value)), kind_end + 1
    if kind in {"the", "The"}:
        close = template.find("}", kind_end)
        if close < 0:
            raise TextError(f"unbalanced braces in {template!r}")
        told = _with_article(words, value, template[kind_end:close].strip(", "))
        return told[:1].upper() + told[1:] if kind == "The" else told, close + 1
    if kind == "joined" and kind_end < len(template) and template[kind_end] == ",":
        close = template.find("}", kind_end)
        if close < 0:
            raise TextError(f"unbalanced braces in {template!r}")
        return _joined(words, value, template[kind_end + 1 : close].strip()), close + 1
    if kind == "signed":
        return _signed(value), kind_end + 1
    if kind == "each" and kind_end < len(template) and template[kind_end] == ",":
        return _each(words, template, params, kind_end + 1, value)
    if kind not in {"plural", "select"} or kind_end >= len(template) or template[kind_end] == "}":
        raise TextError(f"unknown placeholder {kind!r} in {template!r}")
    return _branches(words, template, params, kind_end + 1, kind, value)


def _each(words: Catalogue, template: str, params: Params, at: int, value: Any) -> tuple[str, int]:
    """The part in braces once for every record of a list; a record's fields lie over the parameters."""
    brace = template.find("{", at)
    if brace < 0 or template[at:brace].strip():
        raise TextError(f"a part in braces is missing in {template!r}")
    rows = value if isinstance(value, list | tuple) else []
    told = []
    end = _closing(template, brace + 1)
    for row in rows:
        text, _ = _fill(words, template[: end + 1], type(params)({**params, **row}), brace + 1, None)
        told.append(text)
    after = end + 1
    while after < len(template) and template[after].isspace():
        after += 1
    if after >= len(template) or template[after] != "}":
        raise TextError(f"unbalanced braces in {template!r}")
    return ", ".join(told), after + 1


def _closing(template: str, at: int) -> int:
    """The brace that closes what was opened before ``at``."""
    depth = 1
    for end in range(at, len(template)):
        depth += {"{": 1, "}": -1}.get(template[end], 0)
        if depth == 0:
            return end
    raise TextError(f"unbalanced braces in {template!r}")


def _branches(words: Catalogue, template: str, params: Params, at: int, kind: str, value: Any) -> tuple[str, int]:
    wanted = _plural(value) if kind == "plural" else _plain(value)
    number = _shown(value) if kind == "plural" else None
    exact = f"={_plain(value)}"
    chosen: dict[str, str] = {}
    while at < len(template) and template[at] != "}":
        brace = template.find("{", at)
        if brace < 0:
            raise TextError(f"a branch is missing in {template!r}")
        label = template[at:brace].strip()
        text, at = _fill(words, template, params, brace + 1, number)
        chosen[label] = text
        at += 1
        while at < len(template) and template[at].isspace():
            at += 1
    for label in (exact, wanted, "other") if kind == "plural" else (wanted, "other"):
        if label in chosen:
            return chosen[label], at + 1
    raise TextError(f"no branch for {value!r} in {template!r}")


def _plural(value: Any) -> str:
    """English, Italian and Spanish agree on small whole numbers."""
    return "one" if value == 1 else "other"


def _signed(value: Any) -> str:
    """The sign is told with the number."""
    text = _plain(value)
    if text.startswith("-"):
        return f"−{text[1:]}"
    return text if text in ("", "0") else f"+{text}"


def _shown(value: Any) -> str:
    """As it is read: a number below zero has a true minus, not a hyphen."""
    if isinstance(value, list | tuple):
        return ", ".join(_shown(each) for each in value)
    return _plain(value).replace("-", "−") if isinstance(value, int | float) else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return ", ".join(_plain(v) for v in value)
    return str(value)


def _names(words: Catalogue, value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_names(words, v) for v in value)
    return words.get(f"name.{_plain(value)}", _plain(value))


_VOWEL = re.compile(r"[aeiouàèéìòóùAEIOUÀÈÉÌÒÓÙ]")
_HALF_VOWEL = re.compile(r"[iuIU][aeiouàèéìòóù]")


def _after_a(a: str, name: str) -> str:
    """Italian "a" and a name, "ad" before a vowel; what begins like Iaroslavl does not begin with one."""
    return f"{a}{'d' if _VOWEL.match(name) and not _HALF_VOWEL.match(name) else ''} {name}"


_CONTRACTED = {
    "il": {"di": "del", "a": "al", "da": "dal", "in": "nel", "su": "sul"},
    "el": {"de": "del", "a": "al"},
} | {
    article: {"di": f"de{end}", "a": f"a{end}", "da": f"da{end}", "in": f"ne{end}", "su": f"su{end}"}
    for article, end in (("lo", "llo"), ("la", "lla"), ("l'", "ll'"), ("i", "i"), ("gli", "gli"), ("le", "lle"))
}
"""Italian prepositions and articles, and the two of Spanish, as they are written together; "la" of Spanish joins with none."""


def _with_article(words: Catalogue, value: Any, preposition: str) -> str:
    """A name after its article, and both after a preposition; a name without an article stands by itself."""
    if isinstance(value, list | tuple):
        return ", ".join(_with_article(words, each, preposition) for each in value)
    name, article = _names(words, value), words.get(f"article.{_plain(value)}", "")
    if not article:
        return _after_a("a", name) if preposition == "ad" else f"{preposition} {name}".strip()
    preposition = "a" if preposition == "ad" else preposition
    head = _CONTRACTED.get(article, {}).get(preposition) or f"{preposition} {article}".strip()
    return f"{head}{name}" if head.endswith("'") else f"{head} {name}"


def _joined(words: Catalogue, value: Any, last: str) -> str:
    """Names with commas, the last two with a word. Italian "e" is "ed" before an e, Spanish "y" is "e" before an i."""
    things = [_names(words, each) for each in value] if isinstance(value, list | tuple) else [_names(words, value)]
    if len(things) < 2:
        return "".join(things)
    end = things[-1].lower()
    if last == "e" and end.startswith(("e", "è", "é")):
        last = "ed"
    elif last == "y" and re.match("h?i(?![aeo])", end):
        last = "e"
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def choice_params(game: Game[Any], choice: Choice) -> Params:
    """A choice's ids under the names its verb gives them."""
    names = game.verbs.get(str(choice[0]), ())
    return dict(zip(names, choice[1:], strict=False))


def choice_text(game: Game[Any], words: Catalogue, decision: str, choice: Choice) -> str:
    """A choice in words: ``choice.<decision>.<verb>``, or ``choice.<verb>`` where decisions share it."""
    verb, params = str(choice[0]), choice_params(game, choice)
    for key in (f"choice.{decision}.{verb}", f"choice.{verb}"):
        if key in words:
            return say(words, key, params)
    return " ".join(str(part) for part in choice)


class Labels:
    """What a game's ``reference.py`` says in one language: names of the content, and ``reference.*`` of its texts."""

    def __init__(self, names: Catalogue, folder: Path, language: str) -> None:
        self.names = names
        self._texts = read_texts(folder / "texts" / f"reference.{language}.toml")

    def __call__(self, key: str, **params: Any) -> str:
        return fill(self._texts, self._texts[f"reference.{key}"], params)

    def name(self, thing: str) -> str:
        return self.names[thing]

    def listed(self, things: Iterable[str]) -> str:
        """Names with commas; a dash for none."""
        return ", ".join(map(self.name, things)) or "–"
