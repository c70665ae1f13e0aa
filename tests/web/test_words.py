"""The shell's words: the same keys in every language, every template readable, every key that is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import casusbelli
from casusbelli.game import LANGUAGES
from casusbelli.words.texts import fill, read_texts

WEB = Path(casusbelli.__file__).parent / "web"
WORDS = {
    language: {key: text for path in sorted((WEB / "texts").glob(f"*.{language}.toml")) for key, text in read_texts(path).items()}
    for language in LANGUAGES
}
PLACEHOLDER = re.compile(r"\{\s*(\w+)\s*[,}]")


def used() -> tuple[set[str], set[str]]:
    """The keys that the modules name, and the beginnings of those they put together."""
    source = "\n".join(path.read_text("utf-8") for path in sorted(WEB.rglob("*.js")))
    rooms = "|".join(sorted({key.split(".")[0] for key in WORDS["en"]}))
    whole = set(re.findall(rf"\"((?:{rooms})\.[a-z_.]+)\"", source))
    return whole & WORDS["en"].keys() | {key for key in whole if key.startswith("shell.")}, set(
        re.findall(rf"`((?:{rooms})\.(?:[a-z_.]+\.)?)\$\{{", source)
    )


def test_every_key_that_is_used_has_words() -> None:
    whole, beginnings = used()
    assert len(whole) > 50
    assert whole - WORDS["en"].keys() == set()
    assert {b for b in beginnings if not any(key.startswith(b) for key in WORDS["en"])} == set()


def test_no_words_lie_about_unused() -> None:
    whole, beginnings = used()
    assert {key for key in WORDS["en"] if key not in whole and not key.startswith(tuple(beginnings))} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_say_the_same(language: str) -> None:
    assert WORDS[language].keys() == WORDS["en"].keys()
    for key, template in WORDS[language].items():
        assert set(PLACEHOLDER.findall(template)) == set(PLACEHOLDER.findall(WORDS["en"][key])), key
        for count in (0, 1, 2):
            assert fill(WORDS[language], template, {"count": count, "n": count}).strip()
