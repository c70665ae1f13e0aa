"""The odds shown before Production is spent are the odds of the dice."""

from __future__ import annotations

import msgspec
import pytest

from casusbelli.games.churchill.content import FRONTS, TRINITY
from casusbelli.games.churchill.forecast import forecast, prospects
from casusbelli.games.churchill.fronts import advance_fronts
from casusbelli.games.churchill.reserves import deploy_reserves
from casusbelli.games.churchill.resolution import abomb_research, bomb_chance
from casusbelli.games.churchill.state import Assignment, Churchill
from casusbelli.kernel import seed_from

from .positions import Position

TRIES = 3000


def positions() -> dict[str, Position]:
    navy = Position("tournament").support(central_pacific=3, sw_pacific=4, cbi=2, eastern=6, mediterranean=3)
    landing = Position("training").fronts(central_pacific="okinawa", sw_pacific="kyushu").support(central_pacific=5, sw_pacific=4)
    gates = Position("training").fronts(western="west_germany", eastern="east_germany")
    ordered = [Assignment("ijn_fleet", "sw_pacific_front", 1), Assignment("german_army", "western_front", 1)]
    return {
        "start of the tournament": navy.table(second_front="0").support(western=4),
        "D-Day barred": Position("tournament").table().support(western=6, eastern=7),
        "optional reserves": Position("tournament", german_reserves_option=True).naval(arctic=4).support(eastern=3, western=2),
        "before Japan": landing.naval(central_pacific=4, sw_pacific=3, cbi=1),
        "both before Germany": gates.support(western=5, eastern=4),
        "the campaign begins": Position("campaign")
        .naval(western=3, mediterranean=3)
        .support(western=2, mediterranean=3, eastern=6),
        "assigned": Position("training").support(western=4, sw_pacific=3).set(assigned=ordered),
        "first edition": Position("tournament", edition="first").naval(arctic=1, cbi=0).support(cbi=3, mediterranean=2),
    }


def simulate(g: Churchill, n: int) -> Churchill:
    """The same position with other dice."""
    world = msgspec.msgpack.decode(msgspec.msgpack.encode(g), type=Churchill)
    world.seed = seed_from(f"forecast {n}")
    deploy_reserves(world)
    advance_fronts(world)
    return world


@pytest.mark.parametrize("name", list(positions()))
def test_forecast_agrees_with_the_dice(name: str) -> None:
    g = positions()[name].g
    before = msgspec.msgpack.encode(g)
    odds = forecast(g)
    assert msgspec.msgpack.encode(g) == before
    advanced, broke, armies = dict.fromkeys(FRONTS, 0), dict.fromkeys(FRONTS, 0), dict.fromkeys(FRONTS, 0)
    for n in range(TRIES):
        world = simulate(g, n)
        for front in FRONTS:
            steps = world.fronts[front] - g.fronts[front]
            advanced[front] += steps >= 1
            broke[front] += steps >= 2
            armies[front] += world.armies[front]
    for front in FRONTS:
        expected = odds[front]
        if expected is None:
            assert advanced[front] == 0
            continue
        assert abs(advanced[front] / TRIES - expected["advance"]) < 0.035, front
        assert abs(broke[front] / TRIES - expected["breakthrough"]) < 0.035, front
        assert abs(armies[front] / TRIES - expected["armies"]) < 0.1, front


@pytest.mark.parametrize("name", list(positions()))
def test_one_support_more_is_told_with_the_odds_it_would_have(name: str) -> None:
    g = positions()[name].g
    for front, odds in prospects(g).items():
        if odds is None:
            continue
        certain_or_barred = odds["obstacle"] or odds["advance"] == 1
        assert (odds["better"] is None) == bool(certain_or_barred)
        more = forecast(msgspec.structs.replace(g, support={**g.support, front: g.support[front] + 1}))[front]
        assert more is not None
        assert odds["better"] in (None, more["advance"])


def test_no_support_comes_any_more_once_production_is_spent() -> None:
    g = positions()["assigned"].g
    g.phase = "networks"
    assert {odds["better"] for odds in prospects(g).values() if odds} == {None}


def test_the_bomb_has_the_chance_of_its_die() -> None:
    g = Position("training").won(abomb_research="uk").g
    g.phase = "allocation"
    assert bomb_chance(g) == 0.5
    assert [bomb_chance(g, more) for more in (1, 3)] == [0.6667, 1.0]
    thrown = []
    for n in range(6 * TRIES // 10):
        world = msgspec.msgpack.decode(msgspec.msgpack.encode(g), type=Churchill)
        world.seed, world.abomb_modifiers = seed_from(f"bomb {n}"), 1
        abomb_research(world)
        thrown.append(world.abomb["us"] - g.abomb["us"])
    assert sum(thrown) / len(thrown) == pytest.approx(2 / 3, abs=0.05)


def test_no_chance_is_told_of_a_die_that_will_not_be_thrown() -> None:
    unwon = Position("training").g
    unwon.table, unwon.phase = {}, "agenda"
    assert bomb_chance(unwon) == 0.5, "the research may still be chosen"
    unwon.phase = "allocation"
    assert bomb_chance(unwon) is None
    thrown = Position("training").won(abomb_research="us").g
    thrown.phase = "networks"
    assert bomb_chance(thrown) is None
    thrown.phase, thrown.abomb["us"] = "allocation", TRINITY
    assert bomb_chance(thrown) is None
