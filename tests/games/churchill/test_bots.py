"""The decision tables, and the grades."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import RandomBot
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.bot import Officer
from casusbelli.games.churchill.bot.marshal import shortlist
from casusbelli.games.churchill.bot.prospect import prospects, reach, surrender_chances
from casusbelli.games.churchill.bot.speech import NEVER, agenda_card
from casusbelli.games.churchill.bot.strategy import Ledger, advance_value, network_score
from casusbelli.games.churchill.bot.tables import GOALS, NETWORK_RANK, TABLES, WORTH
from casusbelli.games.churchill.bot.worth import GOAL_HOLDS, Desk, Desks
from casusbelli.games.churchill.content import COUNTRIES, ISSUES
from casusbelli.kernel import Bot, Match, Position, seed_from

from . import positions
from .positions import UK, US, USSR


def test_tables_are_complete() -> None:
    assert set(GOALS) == set(GOAL_HOLDS)
    for power in (UK, USSR, US):
        assert set(WORTH[power]) == set(ISSUES)
        assert all(worth > 0 for worth in WORTH[power].values())
        assert set(NETWORK_RANK[power]) == set(COUNTRIES)
    assert WORTH[UK]["us_production_2"] == TABLES[UK].worth["us_production"] == 2.2


def test_worth() -> None:
    desk = Desk(positions.Position("tournament").g, USSR)
    assert desk.worth["second_front"] == pytest.approx(4.0 + 1.0)
    assert desk.worth["global_issue"] == pytest.approx(6.0 + 1.0)
    home = Desk(positions.Position("tournament").set(globals={"uk_ussr": USSR, "us_ussr": USSR}).g, USSR)
    assert home.worth["global_issue"] == pytest.approx(5.0)


def test_phi() -> None:
    desk = Desk(positions.Position("tournament").g, USSR)
    assert desk.phi("global_issue", (USSR, 3)) == 0.5
    assert desk.phi("global_issue", (UK, 9)) == -0.5
    assert desk.phi("global_issue", ("", 0)) == 0.0
    assert desk.phi("second_front", ("", 0)) == 0.7
    assert desk.phi("second_front", (USSR, 6)) == 0.15


def test_agenda_card() -> None:
    assert agenda_card("beaverbrook") == 2 * 3 - (3 + 2)
    assert agenda_card("zhukov") == 2 * 3.5 - (3.5 + 1)
    assert agenda_card("timoshenko") == pytest.approx(2 * 4 - (4 + 1.2))


def test_lagging_front() -> None:
    g = positions.Position("tournament").fronts(central_pacific="mariana_islands").g
    assert advance_value(g, US, "sw_pacific_front") == 3.5 + 3.5
    assert advance_value(g, US, "central_pacific_front") == 4.5
    assert advance_value(g, US, "western_front") == 6.0
    g.table = {}
    assert advance_value(g, US, "western_front") == 0.0


def test_missing_naval_comes_first() -> None:
    g = positions.Position("tournament").naval(central_pacific=1).g
    ledger = Ledger(Desks(g), US, 6)
    assert ledger.of("naval", "central_pacific") > 0
    assert ledger.of("offensive", "central_pacific_front") == 0


def test_networks() -> None:
    g = positions.Position("tournament").set(placing={UK: 1, USSR: 1, US: 1}).g
    assert network_score(g, US, "place", "malaya") == pytest.approx(1.0 + 0.7)
    assert network_score(g, UK, "place", "malaya") == pytest.approx(1.0 - 1.2)
    assert network_score(g, USSR, "remove", "poland") == 0.35


def test_prospects_know_the_endings() -> None:
    assert reach(2, 2, 0.5) == 0.25
    g = positions.Position("tournament").set(surrendered={"germany": 9, "japan": 9}, conference=10).g
    assert surrender_chances(g, 1) == (1.0, 1.0)
    g.conferences_won = {UK: 3, USSR: 2, US: 9}
    g.globals = {"uk_us": US, "us_ussr": US}
    giant = prospects(g, US)
    g.conferences_won = {UK: 3, USSR: 2, US: 4}
    assert prospects(g, US) > giant


def test_shortlist_keeps_the_way_out() -> None:
    options = [("decline",), ("a",), ("b",), ("c",)]
    assert shortlist(options, [0.0, 3.0, 2.0, NEVER], 2) == [("a",), ("b",), ("decline",)]
    assert shortlist(options, [0.0, 3.0, 2.0, 1.0], 0) == []


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


def test_every_grade_is_offered() -> None:
    assert list(GAME.bots()) == ["recruit", "officer", "marshal"]
