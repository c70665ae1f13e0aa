"""What a view tells of the turn to come, and since when a victory city is whose."""

from __future__ import annotations

from typing import Any

from casusbelli.games.triumph_of_chaos.board import put_leader, set_control
from casusbelli.games.triumph_of_chaos.coming import coming
from casusbelli.games.triumph_of_chaos.content import LEADER, RED, SIDES, SPACE, UKRAINE, WHITE
from casusbelli.games.triumph_of_chaos.logistics import logistics
from casusbelli.games.triumph_of_chaos.poland import begin_war
from casusbelli.games.triumph_of_chaos.state import OUT, RECALLED, WAITING, Chaos
from casusbelli.games.triumph_of_chaos.view import view

from .positions import Table, at, changed, clear, control, fresh, marker, run, s, without_cp


def arrivals(g: Chaos) -> list[tuple[str, str, str, str]]:
    return [(a["piece"], a["side"], a["where"], a["when"]) for a in coming(g)["arrive"]]


def test_what_is_foretold_of_the_income_is_what_is_recorded() -> None:
    g = without_cp(fresh("campaign", "logistics"))
    marker(g, ukraine=-2, turkistan=-2)
    control(g, "red", "kyiv", "tashkent")
    control(g, "white", "kharkiv")
    g.deployed[UKRAINE] = 1
    g.train = OUT
    g.conscription = "free"
    changed(g)
    foretold = coming(g)["income"]
    assert foretold["red"]["side"] > 5 and foretold["red"]["faction:ukraine"] >= 1 and foretold["white"] == {"side": 1}
    run(logistics(g))
    pools = {("red", "white")[side == WHITE]: {pool: n // 2 for pool, n in g.pools[side].items()} for side in SIDES}
    assert pools == foretold


def test_pieces_that_are_due_are_told_with_place_and_time() -> None:
    g = without_cp(fresh("campaign"))
    assert arrivals(g) == []
    begin_war(g, RED, "declared")
    put_leader(g, LEADER["krasnov"], WAITING)
    put_leader(g, LEADER["trotsky"], RECALLED)
    assert sorted(arrivals(g)) == [
        ("krasnov", "white", "none", "round"),
        ("red_polish_c", "red", "poland", "round"),
        ("trotsky", "red", "none", "turn_end"),
    ]
    assert coming(g)["conscription"] == "pay"


def test_the_legion_of_ukraine_comes_when_white_has_both() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, ukraine=2, poland=2)
    assert [(side, where, when) for _, side, where, when in arrivals(g)] == [("white", "ukraine", "round")]


def test_the_gold_train_is_told_while_somebody_has_it() -> None:
    g = fresh("campaign")
    assert g.train_controller() == 0 and coming(g)["gold"] == "none"
    clear(g, "kazan")
    at(g, "kazan", "red_c1")
    assert coming(g)["gold"] == "red"
    g.train = OUT
    assert coming(g)["gold"] == "none"


def test_a_city_tells_since_when_it_is_whose() -> None:
    g = fresh("campaign")
    seen: dict[str, Any] = view(g, None)["since"]
    assert seen == {}, "the set-up is no change of hands"
    g.turn = 3
    set_control(g, SPACE["saratov"], WHITE)
    set_control(g, s(326), WHITE)
    assert view(g, "red")["since"] == view(g, None)["since"] == {"saratov": 3}
    g.turn = 5
    set_control(g, SPACE["saratov"], WHITE)
    assert view(g, None)["since"] == {"saratov": 3}, "it did not change hands"
    set_control(g, SPACE["saratov"], RED)
    assert view(g, None)["since"] == {"saratov": 5}


def test_everybody_foresees_the_same() -> None:
    match = Table(fresh("campaign")).match
    assert match.view("red")["coming"] == match.view("white")["coming"] == match.view(None)["coming"]
