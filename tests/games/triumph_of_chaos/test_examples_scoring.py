"""E62 to E68, E79, E80, E92: victory cities, points, endings, the bid."""

from __future__ import annotations

import pytest

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.content import LEADER, RED, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.endings import final_scoring, immediate_end, result
from casusbelli.games.triumph_of_chaos.leaders import check_abandoned
from casusbelli.games.triumph_of_chaos.scoring import credited_to, lead_points, score_turn, vc_credit
from casusbelli.games.triumph_of_chaos.state import ELIMINATED
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import Table, control, fresh, hand, marker, off, run, s


def test_e62_end_of_turn_1() -> None:
    g = fresh("campaign")
    marker(g, czech_legion=2)
    control(g, "white", "migulinskaya")
    assert vc_credit(g) == [0, 8, 9]
    score_turn(g)
    assert g.vp == [0, 0, 1]


def test_e63_vp_bands() -> None:
    assert [lead_points(n) for n in (0, 1, 3, 4, 7, 10)] == [0, 1, 1, 2, 3, 4]


@pytest.mark.parametrize(("white", "red"), [(3, 2), (4, 2)])
def test_e64_intro_end(white: int, red: int) -> None:
    g = fresh()
    g.vp = [0, red, white]
    g.played = ["white_01", "white_11", "white_12", "red_14", "red_11", "red_12"]
    final_scoring(g)
    ended = result(g)
    assert ended is not None
    assert ended.scores == {"white": white - 2.0, "red": float(red)}
    assert ended.winners == ("red",)


@pytest.mark.parametrize(("roll", "ends"), [(2, False), (1, True)])
def test_e65_variable_end(dice: LoadedDice, roll: int, ends: bool) -> None:
    g = fresh("tournament_1919", "preparation")
    g.turn = 10
    g.vp = [0, 3, 2]
    hand(g, "white", 5, 6, 7, 29, 30, 31, 32)
    hand(g, "red", 7, 5, 6, 29, 30, 31, 32)
    g.in_fighting = [0, 0, 0]
    dice(roll)
    table = Table(g)
    table.both("end_game_card", ("secret_card", "white_05"), ("secret_card", "red_07"))
    assert table.ask.seat == "red"
    table.do("end_game_modifier", "modifier", 1)
    assert table.match.over == ends
    assert 7 in table.g.discards[RED] and 5 in table.g.discards[WHITE]


def test_e66_automatic_1919() -> None:
    g = fresh("tournament_1919")
    g.turn, g.round = 7, 3
    assert not immediate_end(g)
    control(g, "white", "petrograd")
    assert immediate_end(g)
    ended = result(g)
    assert ended is not None and (ended.winners, ended.ending) == (("white",), "capital")


def test_e66_the_match_stops_there() -> None:
    g = fresh("tournament_1919")
    control(g, "white", "petrograd")
    g.phase = "attacking"
    assert Match.of(GAME, g, scenario="tournament_1919").over


@pytest.mark.parametrize(
    ("leader", "unit", "points"),
    [("denikin", ("white_vol_a1", "white_ru_c4"), 1), ("syrovy", ("czech_legion_a1", "czech_legion_c2"), 0)],
)
def test_e67_leader(dice: LoadedDice, leader: str, unit: tuple[str, ...], points: int) -> None:
    g = fresh("campaign")
    marker(g, czech_legion=2)
    place = g.leader_at[LEADER[leader]]
    off(g, *unit)
    dice(5)
    run(check_abandoned(g, place, WHITE))
    assert g.leader_at[LEADER[leader]] == ELIMINATED
    assert g.vp[RED] == points


def test_e68_bid() -> None:
    match = Match.new(GAME, "introductory_1918", {"bid_for_sides": True}, seed_from(1))
    match.act("white", ("bid", "red", 2))
    match.act("red", ("bid", "red", 3))
    assert match.state.seats == ["", "red", "white"]
    assert match.state.vp == [0, 0, 3]
    match = Match.new(GAME, "introductory_1918", {"bid_for_sides": True}, seed_from(1))
    match.act("white", ("bid", "red", 3))
    match.act("red", ("bid", "red", 2))
    assert match.state.seats == ["", "white", "red"], "the seats change places"
    assert match.view("white")["side"] == "red"
    assert match.state.vp == [0, 0, 3]


def test_e79_helsinki_forfeited() -> None:
    g = fresh("campaign")
    helsinki = s("helsinki")
    g.forfeited.append((WHITE, helsinki))
    control(g, "white", "helsinki")
    assert credited_to(g, helsinki) == 0
    control(g, "red", "helsinki")
    assert credited_to(g, helsinki) == RED


@pytest.mark.parametrize(("position", "owner"), [(0, 0), (1, WHITE), (-1, 0)])
def test_e80_czech_credit(position: int, owner: int) -> None:
    g = fresh("campaign")
    marker(g, czech_legion=position)
    assert g.where[UNIT["czech_legion_c1"]] == s("kazan")
    assert credited_to(g, s("kazan")) == owner


def test_e92_penalties_below_zero() -> None:
    g = fresh()
    g.vp = [0, 0, 1]
    g.played = ["white_01", "white_12", "red_11", "red_12"]
    final_scoring(g)
    ended = result(g)
    assert ended is not None
    assert ended.scores == {"white": -2.0, "red": -1.0} and ended.winners == ("red",)
