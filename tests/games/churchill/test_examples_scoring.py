"""E42, E43, E77 to E85, E92, E99, E106: surrender, the score sheet and the endings."""

from __future__ import annotations

from typing import Any

import pytest

from casusbelli.games.churchill.content import STEP
from casusbelli.games.churchill.endings import ALLIED, BROKEN, NEGOTIATED, judge, negotiate
from casusbelli.games.churchill.scoring import score_sheet, secret_points, totals
from casusbelli.games.churchill.state import Churchill
from casusbelli.games.churchill.war import surrender

from .conftest import LoadedDice
from .positions import UK, US, USSR, Position

BOTH = {"germany": 9, "japan": 10}


def score(g: Churchill) -> dict[str, int]:
    return totals(score_sheet(g))


def points(uk: int, ussr: int, us: int) -> dict[str, int]:
    return {UK: uk, USSR: ussr, US: us}


def beaten(**options: Any) -> Position:
    return Position("tournament", **options).set(surrendered=dict(BOTH))


def test_e42_north_italy() -> None:
    sheet = score_sheet(Position("tournament").fronts(mediterranean="north_italy").g)
    assert sheet["vp_north_italy_uk"][UK] == 3
    assert sheet["vp_north_italy_us"][US] == 2
    assert "vp_central_italy" not in sheet


def test_e43_red_berlin() -> None:
    position = Position("tournament").fronts(eastern="germany", western="west_germany")
    surrender(position.g)
    sheet = score_sheet(position.g)
    assert sheet["vp_axis_capital"] == points(0, 8, 0)
    assert sheet["vp_red_berlin"] == points(0, 5, 0)
    assert sheet["vp_technology"] == points(0, 2, 0)
    assert sheet["vp_half_germany"] == points(5, 0, 5)
    assert "vp_border_germany" not in sheet


def test_e77_the_emperor(dice: LoadedDice) -> None:
    position = Position("training").fronts(western="west_germany", far_east="nomonhan").table(ussr_declares_war="0")
    position.set(fronts={**position.g.fronts, "mediterranean_front": 4})
    position.g.abomb[US] = 4
    position.g.reserves.update(german_army=0, japanese_army=0, ijn_fleet=0)
    position.support(western=4, far_east=4).naval(central_pacific=0, sw_pacific=0)
    dice.will_show(1, 10, 10, 1)  # western, eastern, CBI, Far East
    play = position.at("war", winner=US)
    assert play.space("western") == "germany"
    assert play.space("far_east") == "manchuria"
    assert play.g.surrendered == {"germany": 8, "japan": 8}
    assert play.match.over
    assert score_sheet(play.g)["vp_japan_unoccupied"] == points(0, 0, 5)


def test_e78_both_fronts_in_germany() -> None:
    g = Position("tournament").fronts(eastern="germany", western="germany").g
    surrender(g)
    sheet = score_sheet(g)
    assert g.technology == points(1, 1, 1)
    assert sheet["vp_axis_capital"] == points(8, 8, 8)
    assert "vp_red_berlin" not in sheet


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [("training", points(23, 22, 16)), ("tournament", points(13, 14, 8)), ("campaign", points(13, 6, 0))],
)
def test_e79_score_of_the_set_ups(scenario: str, expected: dict[str, int]) -> None:
    assert score(Position(scenario).g) == expected


def test_e80_full_count() -> None:
    position = beaten().fronts(
        western="germany",
        eastern="east_germany",
        mediterranean="north_italy",
        central_pacific="okinawa",
        sw_pacific="philippines",
        cbi="formosa",
        far_east="manchuria",
    )
    g = position.set(
        abomb={US: 4, USSR: 2},
        globals={"uk_us": US, "uk_ussr": USSR, "us_ussr": US},
        conferences_won={US: 3, UK: 1, USSR: 1},
        technology={US: 1, UK: 1, USSR: 0},
    ).g
    g.entered.update(central_italy=6, normandy=7, philippines=8)
    total = score(g)
    assert total == {US: 51, UK: 40, USSR: 34}
    assert judge(g, total) == (ALLIED, total, US)


def test_e81_broken_alliance() -> None:
    g = beaten().g
    assert judge(g, points(60, 35, 24))[::2] == (BROKEN, UK)
    assert judge(g, points(60, 36, 24))[::2] == (BROKEN, USSR)
    assert judge(g, {US: 50, UK: 29, USSR: 29})[::2] == (BROKEN, UK)
    assert judge(g, {UK: 50, US: 29, USSR: 29})[::2] == (BROKEN, US)


def test_e82_negotiated() -> None:
    g = Position("tournament").set(surrendered={"germany": 9}).g
    ending, adjusted, winner = judge(g, {US: 50, UK: 47, USSR: 41})
    assert (ending, adjusted, winner) == (NEGOTIATED, {US: 45, UK: 44, USSR: 46}, USSR)
    assert negotiate(g, {US: 50, UK: 50, USSR: 45}) == {US: 45, UK: 45, USSR: 50}
    assert negotiate(g, {US: 50, UK: 40, USSR: 40}) == {US: 45, UK: 45, USSR: 45}
    assert negotiate(g, points(40, 40, 40)) == points(40, 40, 40)


def test_e83_final_tie() -> None:
    g = beaten().fronts(western="germany", eastern="germany").g
    assert judge(g, {US: 40, USSR: 40, UK: 33}) == (ALLIED, {US: 40, USSR: 40, UK: 33}, UK)
    g.fronts["western_front"] = STEP["western_front", "west_germany"]
    assert judge(g, {US: 40, USSR: 40, UK: 33})[2] == USSR
    g.abomb[US] = 4
    assert judge(g, {US: 40, USSR: 40, UK: 33})[2] == US


@pytest.mark.parametrize(("die", "winner"), [(2, USSR), (3, UK)])
def test_e84_first_edition(dice: LoadedDice, die: int, winner: str) -> None:
    dice.will_show(die)
    assert judge(beaten(edition="first").g, points(52, 40, 34))[::2] == (BROKEN, winner)


def test_e85_secret_agenda() -> None:
    position = Position("tournament", secret_agenda=True).aligned(greece=UK)
    position.g.agenda_tokens[UK] = ["agenda_greece_1", "agenda_greece_2", "agenda_norway_1"]
    assert secret_points(position.g, UK) == 10


def test_e92_bulgaria() -> None:
    assert "bulgaria" not in Position("tournament").g.alignments
    assert Position("tournament").g.networks["bulgaria"] == (USSR, 1)
    assert Position("tournament", edition="first").g.alignments["bulgaria"] == USSR
    second, first = score(Position("tournament").g), score(Position("tournament", edition="first").g)
    assert first[USSR] - second[USSR] == 2


def test_e99_first_edition_tournament_tie() -> None:
    g = Position("tournament", edition="first", victory_scoring="tournament").set(surrendered={"germany": 9}).g
    ending, adjusted, winner = judge(g, points(50, 41, 50))
    assert (ending, adjusted) == (NEGOTIATED, points(45, 41, 45))
    assert winner == UK
    g.abomb[US] = 4
    assert judge(g, points(50, 41, 50))[2] == US


def test_e106_first_edition_tie_at_the_top(dice: LoadedDice) -> None:
    assert judge(beaten(edition="first").g, {US: 50, USSR: 50, UK: 30})[::2] == (BROKEN, UK)


@pytest.mark.parametrize("die", [1, 6])
def test_first_edition_negotiated_by_dice(dice: LoadedDice, die: int) -> None:
    g = Position("tournament", edition="first").g
    dice.will_show(die, die, die)
    assert negotiate(g, points(50, 45, 40)) == points(50 - die, 45 - (die + 1) // 2, 40 + die)
