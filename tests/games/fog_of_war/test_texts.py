"""Every key the rules can speak has its words."""

import re

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import EVENTS, FOLDER, PROVINCES
from casusbelli.games.fog_of_war.politics import RULES
from casusbelli.words.texts import catalogue, choice_text, say

SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.py")))
REPORTED = re.compile(r'(?:\.report|report_cards|hidden_discard)\(\s*(?:g,\s*)?"(\w+)",\s*"?([\w.]+)"?')
REFUSED = re.compile(r'Refusal\(\s*"(\w+)"(?:,\s*"([\w.]+)")?')
ASKED = re.compile(r'(?:ask|Ask)\(\s*(?:g\.seats\[[^\]]+\]|seat|axis),\s*"(\w+)"')


def words(language: str) -> set[str]:
    return set(catalogue(GAME, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_has_words(language: str) -> None:
    wanted = {f"event.{kind}" for kind, _ in REPORTED.findall(SOURCE)}
    wanted |= {f"refusal.{key}" for key, _ in REFUSED.findall(SOURCE)}
    wanted |= {f"{use}.{decision}" for decision in ASKED.findall(SOURCE) for use in ("decision", "waiting")}
    wanted |= {f"choice.{verb}" for verb in GAME.verbs}
    rules = {rule for _, rule in REPORTED.findall(SOURCE) + REFUSED.findall(SOURCE) if re.fullmatch(r"A\d|[\d.]+", rule)}
    wanted |= {f"rule.{rule}.{part}" for rule in rules | set(RULES.values()) for part in ("title", "text")}
    assert len(wanted) > 200 and set(RULES) == set(EVENTS)
    assert not wanted - words(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", ["map", "short"])
def test_a_province_is_called_on_the_board_as_it_is_in_the_log(language: str, where: str) -> None:
    """Shorter, but by the same words in the same order: who reads the log finds it on the map."""
    spoken = catalogue(GAME, language)
    for province in PROVINCES:
        if short := spoken.get(f"ui.{where}.{province}"):
            parts, whole = re.split(r"[\s|]+", short.lower()), spoken[f"name.{province}"].lower().split()
            assert len(parts) == len(whole), (short, whole)
            assert all(full.startswith(part.rstrip(".")) for part, full in zip(parts, whole, strict=True)), (short, whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_cards_of_a_dismantled_operation_go_is_said_once(language: str) -> None:
    spoken = catalogue(GAME, language)
    dialog = [
        say(spoken, key, {"space": "wheel_2", "count": 2}) for key in ("choice.confirm.dismantle_operation", "warning.to_discard")
    ]
    assert len(re.findall("discard|scart|descart", " ".join(dialog).lower())) == 1


BEFORE_A_PLACE = {
    "en": "against|of|from|for|in|on|at|to|across|beside|attack|defend|take|hold|lose|reinforce",
    "it": "contro|da|di|per|su|attraverso|con|a|difendi|prendi|tieni|perdi|rinforza|attaccare|attaccano",
    "es": "contra|de|a|en|por|desde|sobre|con|defender|reforzar|tomas|mantienes|pierdes|atacar|atacan",
}
"""Words after which a place stands in a sentence, and with its article where it has one."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_within_a_sentence_has_its_article(language: str) -> None:
    bare = re.compile(rf"(?<!\w)({BEFORE_A_PLACE[language]}) \{{(province|targets?|origin|places?|seas?), name\}}", re.IGNORECASE)
    found = [key for key, template in catalogue(GAME, language).items() if bare.search(template)]
    assert not found, "say {province, the} or {province, after, …}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["New operation against the Ruhr with Air", "Take Air back from Berlin", "From Libya across the North Sea"]),
        (
            "it",
            ["Nuova Operazione contro la Ruhr con Aerea", "Riprendi Aerea da Berlino", "Dalla Libia attraverso il Mare del Nord"],
        ),
        ("es", ["Nueva operación contra el Ruhr con Aérea", "Recoger Aérea de Berlín", "Desde Libia por el Mar del Norte"]),
    ],
)
def test_articles_of_places(language: str, said: list[str]) -> None:
    spoken = catalogue(GAME, language)
    choices = [("create_operation", "ruhr", "air"), ("withdraw", "berlin", "air"), ("launch_across", "libya", "north_sea")]
    assert [choice_text(GAME, spoken, "", choice) for choice in choices] == said
