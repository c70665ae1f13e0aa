"""A line of the log that begins with a country, a front or a side has its article, and its verb agrees."""

from __future__ import annotations

import re

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import find
from casusbelli.words.texts import Catalogue, catalogue, say

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")

SPOKEN: dict[str, dict[str, tuple[str, ...]]] = {
    "churchill": {"front": ("western_front", "cbi_front"), "nation": ("germany", "japan"), "space": ("philippines", "normandy")},
    "fog_of_war": {"province": ("ruhr", "balkans", "britain", "egypt")},
    "triumph_of_chaos": {
        "faction": ("central_powers", "czech_legion", "usa", "poland"),
        "side": ("red", "white"),
        "by": ("red", "white"),
    },
    "wunderwaffen": {},
}
"""What a line may be about, with examples that take an article in one language or another."""

SUBJECT = re.compile(r"\{(\w+), (name|The)\} (?=[^–→+×])")
"""A name at the beginning that a verb follows: after a label stands a colon, a comma or a bracket."""


def subjects(game: str, words: Catalogue) -> list[tuple[str, str, str]]:
    lines = [(key, SUBJECT.match(text)) for key, text in words.items() if key.startswith("event.")]
    return [(key, found[1], thing) for key, found in lines if found for thing in SPOKEN[game].get(found[1], ())]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_begins_with_the_article_of_its_subject(game: str, language: str) -> None:
    words = catalogue(find(game), language)
    wrong = []
    for key, param, thing in subjects(game, words):
        name = words.get(f"name.{thing}.the", words[f"name.{thing}"])
        line = say(words, key, {param: thing, "position": 0, "number": 4, "side": "red"} | {param: thing})
        if not line.startswith(name[0].upper() + name[1:] + " "):
            wrong.append(line)
    assert wrong == [], "say {…, The}"


@pytest.mark.parametrize(
    ("game", "key", "params", "lines"),
    [
        (
            "churchill",
            "event.surrendered",
            {"nation": "japan"},
            ("Japan surrenders.", "Il Giappone si arrende.", "Japón se rinde."),
        ),
        (
            "churchill",
            "event.front_entered",
            {"front": "western_front", "space": "normandy"},
            (
                "The Western Front enters Normandy.",
                "Il Fronte Occidentale raggiunge la Normandia.",
                "El Frente Occidental entra en Normandía.",
            ),
        ),
        (
            "fog_of_war",
            "event.quagmire",
            {"province": "balkans", "renewed": True, "side": "axis", "count": 1},
            (
                "The Balkans are still in a quagmire; the Axis went on with 1 card.",
                "I Balcani sono ancora in un Pantano; l'Asse continua con 1 carta.",
                "Los Balcanes siguen en un atolladero; el Eje continúa con 1 carta.",
            ),
        ),
        (
            "triumph_of_chaos",
            "event.marker",
            {"faction": "central_powers", "side": "white", "position": 1},
            (
                "The Central Powers move towards White: White influence.",
                "Il segnalino delle Potenze Centrali si sposta verso il Bianco: influenza Bianca.",
                "El marcador de las Potencias Centrales se mueve hacia el Blanco: influencia Blanca.",
            ),
        ),
        (
            "triumph_of_chaos",
            "event.conquered",
            {"faction": "poland", "side": "red"},
            ("Red conquers Poland.", "Il Rosso conquista la Polonia.", "El Rojo conquista Polonia."),
        ),
        (
            "triumph_of_chaos",
            "event.vetoed",
            {"faction": "usa", "side": "red"},
            ("Red vetoes: the USA stays.", "Il Rosso pone il veto: gli USA restano.", "El Rojo veta: EE. UU. se queda."),
        ),
    ],
)
def test_articles_and_verbs(game: str, key: str, params: dict[str, str | int | bool], lines: tuple[str, ...]) -> None:
    spoken = {language: say(catalogue(find(game), language), key, params) for language in LANGUAGES}
    assert [spoken[language] for language in ("en", "it", "es")] == list(lines)
