"""The decision tables, and the grades."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import RandomBot
from casusbelli.game import Bot, Match, Position
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.bot import Marshal, Officer
from casusbelli.games.churchill.bot.marshal import PLAYED_OUT, shortlist
from casusbelli.games.churchill.bot.speech import agenda_card, leader_limit
from casusbelli.games.churchill.bot.strategy import Ledger, advance_value, network_score
from casusbelli.games.churchill.bot.tables import GOALS, NETWORK_RANK, TABLES, WORTH, P
from casusbelli.games.churchill.bot.worth import GOAL_HOLDS, Desk, Desks
from casusbelli.games.churchill.content import COUNTRIES, ISSUES
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import seed_from

from . import positions
from .positions import UK, US, USSR


def desk_of(g: Churchill, power: str) -> Desk:
    return Desks(g).of(power)


def test_tables_are_complete() -> None:
    assert set(GOALS) == set(GOAL_HOLDS)
    for power in (UK, USSR, US):
        assert set(WORTH[power]) == set(ISSUES)
        assert all(worth > 0 for worth in WORTH[power].values())
        assert set(NETWORK_RANK[power]) == set(COUNTRIES)
    assert WORTH[UK]["us_production_2"] == TABLES[UK].worth["us_production"] == 2.2


def test_worth() -> None:
    desk = desk_of(positions.Position("tournament").g, USSR)
    assert desk.worth["second_front"] == pytest.approx(4.0 + 1.0)
    assert desk.worth["global_issue"] == pytest.approx(6.0 + 1.0)
    home = desk_of(positions.Position("tournament").set(globals={"uk_ussr": USSR, "us_ussr": USSR}).g, USSR)
    assert home.worth["global_issue"] == pytest.approx(5.0)


def test_phi() -> None:
    desk = desk_of(positions.Position("tournament").g, USSR)
    issue, second = desk.worth["global_issue"], desk.worth["second_front"]
    assert desk.phi("global_issue", (USSR, 3)) == pytest.approx(0.5 * issue)
    harm = desk.menace[UK] * desk.harm("global_issue", UK)
    assert desk.phi("global_issue", (UK, 9)) == pytest.approx(-0.5 * harm)
    assert desk.harm("global_issue", UK) == pytest.approx((issue + desk.desks.of(UK).worth["global_issue"]) / 2)
    assert desk.phi("global_issue", ("", 0)) == 0.0
    assert desk.phi("second_front", ("", 0)) == pytest.approx(0.7 * second)
    assert desk.phi("second_front", (USSR, 6)) == pytest.approx(0.15 * second)


def test_agenda_card() -> None:
    assert agenda_card("beaverbrook") == 2 * 3 - (3 + 2)
    assert agenda_card("zhukov") == 2 * 3.5 - (3.5 + 1)
    assert agenda_card("timoshenko") == pytest.approx(2 * 4 - (4 + 1.2))


def test_lagging_front() -> None:
    g = positions.Position("tournament").fronts(central_pacific="mariana_islands").g
    assert advance_value(desk_of(g, US), "sw_pacific_front") == 3.5 + 3.5
    assert advance_value(desk_of(g, US), "central_pacific_front") == 4.5
    assert advance_value(desk_of(g, US), "western_front") == 6.0
    g.table = {}
    assert advance_value(desk_of(g, US), "western_front") == 0.0


def test_missing_naval_comes_first() -> None:
    g = positions.Position("tournament").naval(central_pacific=1).g
    ledger = Ledger(Desks(g), US, 6)
    assert ledger.of("naval", "central_pacific") > 0
    assert ledger.of("offensive", "central_pacific_front") == 0


def test_networks() -> None:
    g = positions.Position("tournament").set(placing={UK: 1, USSR: 1, US: 1}).g
    assert network_score(g, US, "place", "malaya", 0) == pytest.approx(1.0 + 0.7)
    assert network_score(g, UK, "place", "malaya", 0) == pytest.approx(1.0 - 1.2)
    assert network_score(g, USSR, "remove", "poland", 0) == 0.35


def test_a_leader_is_played_for_less_when_the_hand_runs_out() -> None:
    g = positions.Position("tournament").g
    g.hands[US] = ["hull"] * 6
    assert leader_limit(desk_of(g, US)) == P.leader_threshold
    g.hands[US] = ["hull"] * P.leader_late_hand_size
    assert leader_limit(desk_of(g, US)) == P.leader_threshold_late < P.leader_threshold


def play(bots: dict[str, Bot], scenario: str, seed: str) -> str:
    match = Match.new(GAME, scenario, seed=seed_from(seed), record=False)
    rng = Random(seed)
    while not match.over:
        seat = next(iter(match.asked()))
        match.act(seat, bots[seat].choose(Position(match, seat), rng))
    result = match.result()
    assert result is not None
    return result.winners[0]


def test_an_officer_beats_random_players() -> None:
    """Twelve short games in every seat: chance alone would win a third of them."""
    wins = 0
    for n in range(12):
        seat = (UK, USSR, US)[n % 3]
        bots: dict[str, Bot] = {s: Officer() if s == seat else RandomBot() for s in (UK, USSR, US)}
        wins += play(bots, "training", f"officer {n}") == seat
    assert wins >= 7


def test_a_marshal_chooses_what_is_legal_and_the_same_by_the_same_dice() -> None:
    match = Match.new(GAME, "training", seed=seed_from("marshal"), record=False)
    rng, asked = Random(3), 0
    while asked < 12:
        seat, question = next(iter(match.asked().items()))
        if question.decision in PLAYED_OUT and len(question.options) > 1:
            asked += 1
            choice = Marshal().choose(Position(match, seat), Random(asked))
            assert choice in question.options
            assert Marshal().choose(Position(match, seat), Random(asked)) == choice
        match.act(seat, rng.choice(question.options))


def test_a_marshal_plays_out_the_best_and_what_costs_nothing() -> None:
    options = [("advance", "a"), ("advance", "b"), ("advance", "c"), ("advance", "d"), ("pass",)]
    assert shortlist(options, [1.0, 4.0, 3.0, 2.0, 0.0]) == [options[1], options[2], options[3], ("pass",)]


def test_every_grade_is_offered() -> None:
    assert list(GAME.bots()) == ["recruit", "officer", "marshal"]
