"""The log: every line names its actor, sums and modifiers stand in it by name, numbers and words agree in three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import set_control
from casusbelli.games.triumph_of_chaos.combat import fight
from casusbelli.games.triumph_of_chaos.content import FACTION, NOBODY, RED, UNIT, UNITS, WHITE
from casusbelli.games.triumph_of_chaos.influence import add_influence, put_marker, spend_influence
from casusbelli.games.triumph_of_chaos.political import influence
from casusbelli.games.triumph_of_chaos.state import Battle, Chaos
from casusbelli.words.texts import catalogue, say

from .conftest import LoadedDice
from .positions import clear, fresh, marker, play_out, run, s

NOBODYS = {
    "box_replaced": "the cards act",
    "box_revealed": "both sides",
    "end_cards": "both sides",
    "end_roll": "the die",
    "influence_lost": "the cards act",
    "influence_sum": "both sides",
    "logistics": "a heading",
    "political_cards": "both sides",
    "political_phase": "a heading",
    "political_reshuffle": "the deck",
    "sides": "both sides",
    "special_card": "the card acts",
    "tsar": "the Tsar",
    "turn": "a heading",
    "vc_count": "both sides",
    "white_bonus": "White is named",
    "year_added": "the decks",
    "mud": "the weather",
    "intervention_forces": "Poland is named",
    "polish_peace": "Poland is named",
    "polish_war": "Poland is named",
    "to_moscow": "the Poles are named",
    "west_ukraine_fate": "West Ukraine is named",
    "czechs_apart": "the Legion is named",
    "treason": "the faction acts",
    "withdrawal": "the power acts",
    "marker": "the faction moves",
    "marker_blocked": "the faction moves",
    "green_army": "the army acts",
}
"""Lines without a side that acts, and why."""


def told(g: Chaos, kind: str) -> list[dict[str, Any]]:
    return [event.params for event in g.__dict__["sink"] if event.kind == kind]


def listening(g: Chaos) -> Chaos:
    g.__dict__["sink"] = []
    return g


def line(language: str, kind: str, params: dict[str, Any]) -> str:
    return say(catalogue(GAME, language), f"event.{kind}", params)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_names_its_actor(language: str) -> None:
    words = catalogue(GAME, language)
    lines = {key.removeprefix("event."): text for key, text in words.items() if key.startswith("event.")}
    silent = [kind for kind, text in lines.items() if not re.search(r"\{(side|by), (name|The)\}", text)]
    assert sorted(set(silent) - NOBODYS.keys()) == []


def test_12_5_modifiers_stand_in_the_log_by_name(dice: LoadedDice) -> None:
    g = listening(fresh("campaign"))
    attackers = [UNIT[u] for u in ("white_vol_a1", "white_ru_c4", "white_don_north_a")]
    defenders = [UNIT[u] for u in ("red_a9", "red_c2")]
    battle = Battle(side=WHITE, foe=RED, target=s(326), attackers=attackers, defenders=defenders, special=True)
    battle.bonus(0, "cm_offensive", 1)
    dice(5, 4)
    play_out(fight(g, battle))
    (odds,) = told(g, "odds")
    assert {"id": "cm_elite", "n": 1} in odds["attacker_modifiers"] and {"id": "cm_offensive", "n": 1} in odds[
        "attacker_modifiers"
    ]
    assert odds["attacker_factors"] == 10 and odds["defender_factors"] == 5
    english = line("en", "odds", odds)
    assert "White: 10 factors, army table" in english and "elite troops +1" in english and "offensive +1" in english
    assert "Red: 5 factors, army table, no modifiers" in english
    assert "truppe d'élite +1" in line("it", "odds", odds) and "tropas de élite +1" in line("es", "odds", odds)


def test_12_3_an_initiative_card_tells_what_it_gives() -> None:
    params = {"side": "white", "card": "white_08", "n": 2, "special": "attacker_fires_first"}
    assert line("en", "initiative", params).endswith("gives +2 in this battle; the attacker fires first.")
    assert "spara per primo" in line("it", "initiative", params) and "dispara primero" in line("es", "initiative", params)


def test_8_4_sums_tell_whose_influence_and_what_came_from_earlier() -> None:
    g = listening(fresh("campaign", "influence"))
    add_influence(g, FACTION["poland"], 2, "15")
    add_influence(g, FACTION["poland"], -3, "15")
    first, second = told(g, "influence")
    assert line("en", "influence", first) == "White: 2 influence points on Poland; pending there 2 White."
    assert line("en", "influence", second) == "Red: 3 influence points on Poland; pending there 1 Red."
    g.pc_box = [[6], [], []]
    g.pc_by = [[RED], [], []]
    g.pc_deck[0].remove(6)
    play_out(influence(g))
    (total,) = told(g, "influence_sum")
    english = line("en", "influence_sum", total)
    assert "Estonia 1 Red" in english and english.endswith("Of this from earlier: Poland 1 Red.")
    assert "Di cui da prima: Polonia 1 Rosso" in line("it", "influence_sum", total)


def test_8_5_a_marker_is_told_in_words_with_the_side_it_moves_to() -> None:
    g = listening(fresh("campaign"))
    marker(g, khiva=0)
    run(spend_influence(g, FACTION["khiva"], 2))
    (step,) = told(g, "marker")
    assert line("en", "marker", step) == "Khiva moves towards White: White influence."
    assert line("it", "marker", step).endswith("verso il Bianco: influenza Bianca.")


def test_8_6_not_to_object_is_told_too() -> None:
    g = listening(fresh("campaign"))
    marker(g, britain=2)
    run(spend_influence(g, FACTION["britain"], -3), ("let_go",))
    (silence,) = told(g, "no_veto")
    assert line("en", "no_veto", silence) == "Red does not object."


@pytest.mark.parametrize(
    ("kind", "params", "english", "italian", "spanish"),
    [
        (
            "fire",
            {"side": "red", "column": 5, "die": 4, "modifier": 0, "losses": 1},
            "1 loss ",
            "1 perdita inflitta",
            "1 baja causada",
        ),
        (
            "fire",
            {"side": "red", "column": 5, "die": 4, "modifier": -1, "losses": 4},
            "4 losses",
            "4 perdite inflitte",
            "4 bajas",
        ),
        ("penalty", {"side": "red", "card": "red_14", "points": 1}, "−1 point.", "−1 punto.", "−1 punto."),
        ("vp", {"side": "red", "points": 1, "total": 1, "reason": "vc_lead"}, "1 victory point ", "1 punto ", "1 punto "),
        ("vp", {"side": "red", "points": 2, "total": 3, "reason": "bid"}, "2 victory points ", "2 punti ", "2 puntos "),
        ("steps_lost", {"side": "red", "steps": 1}, "1 recorded step.", "1 step registrato.", "1 paso anotado."),
        ("fortified", {"side": "red", "spaces": ["tula"], "count": 1}, "Tula is", "fortifica Tula", "fortifica Tula"),
    ],
)
def test_numbers_and_words_agree(kind: str, params: dict[str, Any], english: str, italian: str, spanish: str) -> None:
    for language, part in (("en", english), ("it", italian), ("es", spanish)):
        assert part in line(language, kind, params), line(language, kind, params)


def test_units_lost_agree_in_gender_whatever_they_are() -> None:
    """An Italian corps is masculine, an army feminine: no line about a unit has a participle that would have to agree."""
    kinds = ("step_lost", "deployed_lost", "replaced", "switch_side", "mutiny", "attrition")
    for unit in ("red_a9", "red_c2"):
        assert UNIT[unit] < len(UNITS)
        params = {"side": "red", "unit": unit, "eliminated": True, "permanent": True, "space": "tula", "how": "rebuild"}
        for kind in kinds:
            text = line("it", kind, {**params, "pool": "side", "roll": 1, "success": True, "turned": False})
            assert not re.search(r"\b(eliminat|ricostruit|tentat|perdut|Bianca)[oa]?\b", text), text
            assert "eliminada " not in line("es", kind, {**params, "pool": "side", "roll": 1, "success": True, "turned": False})


def test_the_gold_train_in_other_hands_is_told_at_once() -> None:
    """Whatever brings it about: a faction that joins, a space that turns neutral [17.2]."""
    g = listening(fresh("campaign"))
    run(put_marker(g, FACTION["czech_legion"], WHITE, "card"))
    assert told(g, "gold_seized") == [{"side": "white", "space": "kazan"}]
    assert told(g, "gold_lost") == []
    clear(g, "kazan")
    set_control(g, s("kazan"), NOBODY)
    g.report("logistics")
    g.report("logistics")
    assert told(g, "gold_lost") == [{"side": "white", "space": "kazan"}]
