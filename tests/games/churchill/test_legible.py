"""What the table explains of a match: warnings, a bot's reasons, the last screen."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.game import LANGUAGES, Match, Position, reasons_of
from casusbelli.games.churchill.cautions import risks
from casusbelli.games.churchill.game import GAME
from casusbelli.words.texts import catalogue, say


def test_a_match_warns_gives_reasons_and_adds_up() -> None:
    """Chance plays: what may befall a leader is warned of, idle support too; the last sheet names the adjustment of 4.43."""
    match = Match.new(GAME, "training", {"secret_agenda": True}, bytes(32))
    rng, warned, said = Random(0), set(), set()
    bot = GAME.bots()["officer"]()
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        choice = rng.choice(question.options)
        warned |= {warning.key for warning in (match.preview(seat, choice) or {}).get("warnings", [])}
        said |= {reason.key for reason in reasons_of(bot, Position(match, seat), choice)}
        match.act(seat, choice)
    assert {"gives_up", "no_chance"} <= warned
    assert warned & {"health_risk", "paranoia_risk"}
    assert {"agenda_card", "pulls", "better_odds"} <= said
    ending, result = GAME.ending(match.state), GAME.result(match.state)
    assert result is not None
    kinds = [line.kind for line in ending.sheet]
    assert kinds[-1] == "final" and "total" in kinds
    assert ("adjustment" in kinds) == (result.ending == "negotiated_peace")
    assert dict(ending.sheet[-1].points) == result.scores
    assert [each.ending for each in ending.endings if each.happened] == [result.ending]


def test_a_risk_is_told_under_the_rule_of_its_roll() -> None:
    g = GAME.setup("training", {option.id: option.default for option in GAME.info.options}, bytes(32))
    dill, churchill = (next(risks(g, {"health": 0.25}, card)) for card in ("dill", "churchill"))
    assert (dill.rule, churchill.rule) == ("3.33", "3.31"), "a staff card's health, a leader's health"


@pytest.mark.parametrize(
    ("key", "params", "words"),
    [
        ("decision.network_place", {"left": 1}, {"it": "ne resta 1.", "es": "queda 1."}),
        ("decision.alignment_place", {"left": 2}, {"it": "ne restano 2.", "es": "quedan 2."}),
        ("decision.alloc_bonus", {"markers": 1}, {"it": "ne resta 1.", "es": "queda 1."}),
        ("decision.chief_stop", {"roll": 1, "value": 1}, {"en": ": 1 space.", "it": ": 1 spazio.", "es": ": 1 casilla."}),
        ("decision.debate_response", {"speaker": "us"}, {"en": "The United States advanced", "it": "Gli Stati Uniti sostengono"}),
        ("because.paid", {"first": "us"}, {"it": "c'erano gli Stati Uniti, e hanno pagato."}),
        ("event.command_given", {"power": "us", "holder": "us"}, {"en": "takes", "it": "prendono", "es": "toma"}),
        ("event.command_given", {"power": "ussr", "holder": "uk"}, {"en": "to the United Kingdom", "es": "al Reino Unido"}),
    ],
)
def test_words_agree_with_one_and_with_many(key: str, params: dict[str, object], words: dict[str, str]) -> None:
    for language, wanted in words.items():
        told = say(catalogue(GAME, language), key, {"card": "", "issue": "", "value": 2, "to": "", "region": "europe", **params})
        assert wanted in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_among_the_answers_says_what_it_is(language: str) -> None:
    """A list of answers in groups of one value each is headed by it: "5" alone says nothing."""
    assert not say(catalogue(GAME, language), "part.value", {"value": "5", "name": "5"}).startswith(("5", "part."))
