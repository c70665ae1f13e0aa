"""What the log tells: every line with its actor, every sum with its parts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.effects import card_cause
from casusbelli.words.texts import catalogue, say

from .positions import A, B, G, Game, R, Table

LANGUAGES = ("en", "it", "es")
READERS_WORD = re.compile(r"^\{mine, select, (?:\w+ \{[^}]*\} ?)+\}")


def told(game: Game, kind: str) -> list[dict[str, Any]]:
    return [dict(event.params) for event in game.match.told(None) if event.kind == kind]


def line(game: Game, kind: str, language: str = "en") -> str:
    return say(catalogue(GAME, language), f"event.{kind}", told(game, kind)[-1])


def test_a_bought_card_is_told_with_the_reset_of_research() -> None:
    game = Table().set(research=4).face_up("a", "komet").ready(G, "Re", "Re", "So").turn(G).act("buy_card", "komet")
    assert told(game, "research_reset") == [{"faction": G, "origin": 4, "step": 0}]
    assert line(game, "card_bought") == "German: buys Me 163 Komet (value 2) with 2 research points."
    assert line(game, "points").startswith("German: 5 VP (Me 163 Komet), now ")


def test_printed_points_and_points_of_the_tracks_are_told_apart() -> None:
    table = Table().track("politics", R=5).spaces("bialystok", None, "R-Ta", "R-Ta").ready(R, "So", "Mo", "Po")
    game = table.turn(R).play("place", "So", "bialystok_1").act("marker", "bialystok_1")
    (scored,) = told(game, "points")
    assert (scored["n"], scored["printed"], scored["by_track"], scored["track"]) == (5, 3, 2, "politics")
    assert line(game, "points") == "Russian: 5 VP (Bialystok: 3 printed + 2 for Politics), now 5."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Russian: Politics 5 → 6 (bonus of Krakow)."),
        ("it", "Russo: Politica 5 → 6 (bonus di Cracovia)."),
        ("es", "Ruso: Política 5 → 6 (bonificación de Cracovia)."),
    ],
)
def test_a_printed_bonus_names_its_territory(language: str, said: str) -> None:
    table = Table().track("politics", R=5).spaces("krakow", None, "R-Ta", "R-Ta").ready(R, "So", "Mo", "Po")
    game = table.turn(R).play("place", "So", "krakow_1").act("marker", "krakow_1")
    assert (told(game, "track_moved")[-1]["source"], told(game, "track_moved")[-1]["of"]) == ("territory", ["krakow"])
    assert line(game, "track_moved", language) == said


def test_what_a_play_itself_moves_names_no_other_cause() -> None:
    game = Table().track("politics", R=3).ready(R, "Po", "Mo", "So").turn(R).play("politics", "Po")
    assert line(game, "track_moved") == "Russian: Politics 3 → 4."


def test_the_marker_that_stays_is_named_with_its_owner() -> None:
    table = Table().owned(B, "essen").spaces("hannover", "B-So", "B-So", None).ready(A, ("*", B, "Ta"), "So", "So")
    game = table.turn(A).play("place", "Ta", "hannover_3", faction=B).act("marker", "hannover_3")
    assert line(game, "marker_left") == "British: the Tank lent by the American stays on Hanover as its marker."


def test_points_are_put_down_to_the_cards_whose_rule_gave_them() -> None:
    g = Table().set(cards_owned=["goliath", "king_tiger", "komet"]).ready(G, "So", "So", "So").turn(G).match.state
    assert card_cause(g, "vp_on_elimination", "5.1").of == ("goliath",)
    assert card_cause(g, "fortress_vp", "7.2").of == ()


def test_an_interception_is_told_with_its_token_and_the_raider_and_so_is_a_raid_let_pass() -> None:
    def raided() -> Game:
        return Table().set(research=4).ready(A, "Pl", "So", "So").ready(G, "Pl", "So", "So").turn(A).play("air_raid", "Pl")

    game = raided().act("intercept", "plane")
    assert told(game, "intercepted") == [{"by": G, "piece": "plane", "faction": A}]
    assert told(game, "raid_let_pass") == []
    game = raided().act("pass")
    assert told(game, "raid_let_pass") == [{"by": G, "faction": A}]
    assert told(game, "intercepted") == []


@pytest.mark.parametrize("part", [1, 2])
def test_the_opening_of_berlin_is_told_once(part: int) -> None:
    table = Table().set(part=part, round=1).owned(R, "poznan", "koszalin").owned(A, "leipzig")
    game = table.spaces("dresden", None, "A-Ta", "A-Ar").ready(A, "So", "So", "So").turn(A).play("place", "So", "dresden_1")
    if game.asked[1] == "choose_marker":
        game.act(*map(str, game.options[0]))
    opened = told(game, "berlin_opened")
    assert [set(each["territories"]) for each in opened] == ([{"poznan", "koszalin", "dresden"}] if part == 2 else [])


def test_the_end_of_part_one_tells_what_everybody_holds_and_has_earned() -> None:
    table = Table().owned(R, "poznan", "lublin").score(R=10, A=3).empty_pool(R, A, B, G)
    (ended,) = told(table.begin("part_one_ends"), "part_ended")
    assert ended["part"] == 1 and ended["held"][R][0] == 2 and ended["held"][A] == [0, 0]
    assert ended["scores"][A] == 3 and ended["scores"][R] == 10 + sum(ended["earned"][R].values()) > 10


def test_part_two_tells_that_berlin_is_open_from_its_start() -> None:
    table = Table().owned(R, "poznan", "koszalin", "dresden").empty_pool(R, A, B, G)
    game = table.begin("part_two_begins")
    assert len(told(game, "berlin_opened")) == 1
    assert told(game, "part_began")[0] == {"part": 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_names_who_acts(language: str) -> None:
    """The actor comes first in every line but those of parts, rows and Berlin."""
    words = catalogue(GAME, language)
    plain = {"part_began", "part_ended", "cards_turned", "berlin_opened", "game_over"}
    for key in (key for key in words if key.startswith("event.") and key.removeprefix("event.") not in plain):
        told = READERS_WORD.sub("", words[key])
        assert told.startswith(("{faction, name}", "{active, name}", "{by, name}")), (key, words[key])


@pytest.mark.parametrize(
    ("language", "won", "lost", "neither"),
    [
        ("en", "Won. ", "Lost. ", "British: conquers Frankfurt."),
        ("it", "Vinto. ", "Perso. ", "Inglese: conquista Francoforte."),
        ("es", "Ganado. ", "Perdido. ", "Británico: conquista Fráncfort."),
    ],
)
def test_a_territory_is_won_or_lost_as_the_reader_sees_it(language: str, won: str, lost: str, neither: str) -> None:
    table = Table().spaces("frankfurt", "A-So", "B-Ta", None).ready(G, "Ta", "Re", "Re")
    game = table.turn(G).play("place", "Ta", "frankfurt_3")

    def read(seat: str | None) -> str:
        (event,) = (event for event in game.match.told(seat) if event.kind == "territory_won")
        return say(catalogue(GAME, language), "event.territory_won", dict(event.params))

    assert [read(seat) for seat in (B, A, G, R, None)] == [won + neither, lost + neither, lost + neither, neither, neither]
