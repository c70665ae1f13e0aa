"""E52 to E61: war, withdrawal, subjugation, Poland."""

from __future__ import annotations

import pytest

from casusbelli.games.triumph_of_chaos.conditions import modifier_sum
from casusbelli.games.triumph_of_chaos.content import FACTION, RED, UNIT, UNITS_OF, WHITE
from casusbelli.games.triumph_of_chaos.movement import enter
from casusbelli.games.triumph_of_chaos.poland import _intervention_forces, march_on_moscow, polish_response
from casusbelli.games.triumph_of_chaos.replacements import pays_for, rebuild_spaces
from casusbelli.games.triumph_of_chaos.state import (
    CONQUERED,
    ELIMINATED,
    INTERVENTION,
    OUT,
    POLISH_WAR,
    SELF_DEFENCE,
    SUBJUGATED,
    TO_MOSCOW,
    Chaos,
)
from casusbelli.games.triumph_of_chaos.tables import INTERVENTION_MODIFIERS
from casusbelli.games.triumph_of_chaos.wars import conquest_check, declare_war, war_targets, why_no_war
from casusbelli.games.triumph_of_chaos.withdrawal import subjugable, subjugation_step, withdraw, withdrawal_step

from .conftest import LoadedDice
from .positions import at, control, flag, fresh, marker, run, s, without_cp

LITHUANIA = FACTION["lithuania"]


def baltic_war() -> Chaos:
    g = without_cp(fresh("campaign"))
    flag(g, "r10_baltics")
    g.turn, g.round, g.active = 6, 2, RED
    run(declare_war(g, RED, LITHUANIA), ("place", "lithuania_a1", "vilnius"), ("place", "lithuania_c1", "vilnius"))
    return g


def test_e52_war_on_lithuania() -> None:
    g = baltic_war()
    assert g.fcm[LITHUANIA] == 2
    assert g.where[UNIT["lithuania_a1"]] == g.where[UNIT["lithuania_c1"]] == s("vilnius")
    assert g.side[UNIT["lithuania_a1"]] == WHITE
    assert (g.pending[FACTION["estonia"]], g.pending[FACTION["latvia"]]) == (2, 2)
    assert FACTION["estonia"] in war_targets(g, RED)
    g.round = 6
    assert why_no_war(g, RED, FACTION["estonia"]) == "last_round"


def test_e53_conquest() -> None:
    g = baltic_war()
    conquest_check(g)
    assert g.fcm[LITHUANIA] == 2
    control(g, "red", "vilnius")
    conquest_check(g)
    assert g.fate[LITHUANIA] == CONQUERED
    assert all(g.where[u] == ELIMINATED for u in UNITS_OF[LITHUANIA])
    army = UNIT["lithuania_a1"]
    assert pays_for(g, RED, "side", army) and pays_for(g, RED, "factions", army)
    assert g.side[army] == RED and s("vilnius") in rebuild_spaces(g, army)


@pytest.mark.parametrize(("turn", "roll", "leaves"), [(3, 4, True), (3, 5, False), (4, 6, True)])
def test_e54_cp_withdrawal(dice: LoadedDice, turn: int, roll: int, leaves: bool) -> None:
    g = fresh("campaign")
    g.turn = turn
    marker(g, france=0)
    for power in ("france", "czech_legion"):
        g.fate[FACTION[power]] = 2
    dice(roll)
    run(withdrawal_step(g))
    assert (g.fate[FACTION["central_powers"]] != 0) == leaves


def test_e54_controller_holds_them(dice: LoadedDice) -> None:
    g = fresh("campaign")
    g.turn = 4
    for power in ("france", "czech_legion"):
        g.fate[FACTION[power]] = 2
    marker(g, central_powers=2)
    dice(6)
    run(withdrawal_step(g), ("modifier", 1))
    assert g.fate[FACTION["central_powers"]] == 0
    g.turn = 5
    assert run(withdrawal_step(g)).asked == []
    assert g.fate[FACTION["central_powers"]] != 0


@pytest.mark.parametrize(("position", "points"), [(2, 3), (1, 0)])
def test_e55_withdrawal_penalty(position: int, points: int) -> None:
    g = without_cp(fresh("campaign"))
    marker(g, france=position)
    for n in (1, 2, 3):
        g.where[UNIT[f"france_a{n}"]] = ELIMINATED
    run(withdraw(g, FACTION["france"]))
    assert g.vp[RED] == points


def test_e56_appeal_modifier(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    g.turn = 8
    flag(g, "w12_appeal")
    marker(g, britain=2)
    g.fate[FACTION["usa"]] = 2
    dice(3)
    trace = run(withdrawal_step(g), ("modifier", 1), ("modifier", 1))
    assert trace.asked == ["withdrawal_modifier"] * 2
    assert g.fate[FACTION["britain"]] == 0


def test_e57_subjugation() -> None:
    g = without_cp(fresh("campaign"))
    g.turn = 12
    control(g, "red", "kyiv", "kharkiv")
    run(subjugation_step(g), ("subjugate", "ukraine"))
    assert g.vp[RED] == 2 and g.fate[FACTION["ukraine"]] == SUBJUGATED
    assert g.where[UNIT["red_gar_ukraine_1"]] == s("kyiv") and g.where[UNIT["red_gar_ukraine_2"]] == s("kharkiv")
    g = without_cp(fresh("campaign"))
    control(g, "red", "kyiv", "kharkiv")
    g.turn = 13
    assert subjugable(g) == []


def test_e58_polish_response_ukraine(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    flag(g, "w02_polish_influence")
    g.deployed[FACTION["west_ukraine"]] = 1
    dice(3)
    at(g, "kharkiv", "red_a8")
    trace = run(enter(g, RED, s("kharkiv"), [UNIT["red_a8"]]))
    assert g.fcm[FACTION["poland"]] == 2
    assert trace.asked == ["deploy_faction"] and trace.options[0][1] == "poland_a1"
    dice.rolls[:] = [3]
    g = without_cp(fresh("campaign"))
    flag(g, "w02_polish_influence")
    g.deployed[FACTION["poland"]] = g.deployed[FACTION["west_ukraine"]] = 1
    run(polish_response(g, s("kharkiv"), [UNIT["red_a8"]]))
    assert g.polish_state == POLISH_WAR and g.polish_war == RED


def test_e59_polish_response_belarus(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    marker(g, belarus=-2)
    g.side[UNIT["belarus_a1"]] = RED
    run(polish_response(g, s("minsk"), [UNIT["belarus_a1"]]))
    assert g.responded == []
    dice(1)
    run(polish_response(g, s("minsk"), [UNIT["red_a16"]]))
    assert g.responded == [FACTION["belarus"]] and g.polish_state == SELF_DEFENCE and g.fcm[FACTION["poland"]] == 0
    run(polish_response(g, s("minsk"), [UNIT["red_a16"]]))
    assert not dice.rolls


@pytest.mark.parametrize("influence", [True, False])
def test_e60_intervention_forces(dice: LoadedDice, influence: bool) -> None:
    g = without_cp(fresh("campaign"))
    marker(g, poland=2)
    for row in ("warszawa", "krakow"):
        control(g, "white", row)
    if influence:
        flag(g, "w02_polish_influence")
    dice(3)
    answers = [("place", "poland_ukr_a1", "warszawa"), ("place", "poland_ukr_a2", "krakow")] if influence else []
    run(_intervention_forces(g, modifier_sum(g, WHITE, INTERVENTION_MODIFIERS)), *answers)
    placed = [g.where[UNIT[u]] for u in ("poland_ukr_a1", "poland_ukr_a2")]
    assert placed == ([s("warszawa"), s("krakow")] if influence else [OUT, OUT])


@pytest.mark.parametrize(("roll", "state", "tried"), [(3, TO_MOSCOW, 8), (6, INTERVENTION, -1)])
def test_e61_to_moscow(dice: LoadedDice, roll: int, state: int, tried: int) -> None:
    g = without_cp(fresh("campaign"))
    g.turn = 8
    g.polish_state = INTERVENTION
    control(g, "white", "tula", "voronezh", "saratov")
    dice(roll)
    march_on_moscow(g)
    assert (g.polish_state, g.moscow_tried) == (state, tried)
