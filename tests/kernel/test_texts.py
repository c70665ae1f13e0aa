"""Words at the edge."""

from __future__ import annotations

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.words.texts import TextError, catalogue, choice_params, choice_text, fill, flatten, say

from .miniature import GAME

WORDS = {"name.paris": "Paris", "name.rome": "Rome", "hello": "Hello {who}"}


@pytest.mark.parametrize(
    ("template", "params", "text"),
    [
        ("plain", {}, "plain"),
        ("{n} of {m}", {"n": 1, "m": [2, 3]}, "1 of 2, 3"),
        ("{missing}!", {}, "!"),
        ("{flag}", {"flag": True}, "true"),
        ("{where, name}", {"where": "paris"}, "Paris"),
        ("{where, name}", {"where": ["paris", "rome", "oslo"]}, "Paris, Rome, oslo"),
        ("{n, plural, one {a card} other {# cards}}", {"n": 1}, "a card"),
        ("{n, plural, one {a card} other {# cards}}", {"n": 5}, "5 cards"),
        ("{n, plural, =0 {none} one {a card} other {# cards}}", {"n": 0}, "none"),
        ("{r, select, win {wins {n}} other {loses}}.", {"r": "win", "n": 3}, "wins 3."),
        ("{r, select, win {wins {n}} other {loses}}.", {"r": "rout"}, "loses."),
        ("{r, select, win {{where, name}} other {}}", {"r": "win", "where": "rome"}, "Rome"),
        ("{n, plural, one {{where, name}} other {# in {where, name}}}", {"n": 2, "where": "rome"}, "2 in Rome"),
        ("{ n }", {"n": 4}, "4"),
        ("what {n} says", {"n": "{m}", "m": "no"}, "what {m} says"),
    ],
)
def test_templates(template: str, params: dict[str, object], text: str) -> None:
    assert fill(WORDS, template, params) == text


@pytest.mark.parametrize(
    "template",
    ["{n", "n}", "{n, shout}", "{n, plural}", "{n, plural, one {a}}", "{n, select, one {a}", "{n, plural, one a other b}"],
)
def test_a_template_that_cannot_be_read_is_an_error(template: str) -> None:
    with pytest.raises(TextError):
        fill(WORDS, template, {"n": 2})


def test_a_missing_key_shows_itself() -> None:
    assert say(WORDS, "hello", {"who": "Ike"}) == "Hello Ike"
    assert say(WORDS, "nowhere") == "nowhere" and say(WORDS, "nowhere", default="–") == "–"


def test_nested_tables_become_dotted_keys() -> None:
    assert flatten({"a": {"b": {"c": 1}}, "d": "e"}) == {"a.b.c": "1", "d": "e"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_names_and_texts(language: str) -> None:
    words = catalogue(GAME, language)
    assert words["name.uk"] == "UK" and words["rule.5.13.title"] and words["game.title"].startswith("Miniat")


def test_there_is_no_other_language() -> None:
    with pytest.raises(TextError, match="no language 'fr'; there are en, it, es"):
        catalogue(GAME, "fr")


def test_a_choice_in_words() -> None:
    words = catalogue(GAME, "it")
    assert choice_params(GAME, ("play", 7)) == {"card": 7}
    assert choice_text(GAME, words, "debate", ("play", 7)) == "Gioca 7"
    assert choice_text(GAME, words | {"choice.debate.play": "Ribatti con {card}"}, "debate", ("play", 7)) == "Ribatti con 7"
    assert choice_text(GAME, words, "debate", ("shout", "loud", 3)) == "shout loud 3"
