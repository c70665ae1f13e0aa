"""Rules that no numbered example shows."""

from __future__ import annotations

import pytest

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, NEIGHBOURS, NOBODY, RED, SPACE_IDS, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.endings import final_scoring, red_condition
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.factions import closed_because
from casusbelli.games.triumph_of_chaos.in_fighting import draw_in_fighting
from casusbelli.games.triumph_of_chaos.influence import put_marker, spend_influence
from casusbelli.games.triumph_of_chaos.logistics import _clean_up
from casusbelli.games.triumph_of_chaos.poland import begin_war
from casusbelli.games.triumph_of_chaos.scoring import credited_to
from casusbelli.games.triumph_of_chaos.special_actions import take_special
from casusbelli.games.triumph_of_chaos.state import COMBAT, ELIMINATED, INACTIVE, RESERVE, Operation
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import Table, at, changed, clear, control, flag, fresh, hand, marker, off, run, s, without_cp


def test_8_7_czechs_become_neutral_where_they_stand() -> None:
    g = fresh("campaign")
    run(put_marker(g, FACTION["czech_legion"], WHITE, "political"))
    assert g.where[UNIT["czech_legion_ec1"]] == RESERVE
    at(g, "kazan", "white_sib_c2")
    run(spend_influence(g, FACTION["czech_legion"], -3), ("let_go",))
    assert g.where[UNIT["white_sib_c2"]] in NEIGHBOURS[0][s("kazan")], "friends move to the nearest space of their own"
    g = fresh("campaign")
    run(put_marker(g, FACTION["czech_legion"], WHITE, "political"))
    run(spend_influence(g, FACTION["czech_legion"], -3), ("let_go",))
    assert g.where[UNIT["czech_legion_c1"]] == s("kazan") and g.side[UNIT["czech_legion_c1"]] == NOBODY
    assert g.control[s("kazan")] == NOBODY
    assert g.where[UNIT["czech_legion_ec1"]] == INACTIVE
    assert g.leader_side[LEADER["syrovy"]] == NOBODY


@pytest.mark.parametrize(("attack", "defence", "unit", "lands"), [(6, 1, "red_c1", True), (1, 6, "red_a1", False)])
def test_15_port_landing_against_a_held_port(dice: LoadedDice, attack: int, defence: int, unit: str, lands: bool) -> None:
    g = fresh("tournament_1919")
    for name in ("w17_sleeves", "w12_appeal"):
        flag(g, name)
    hand(g, "white", 43)
    off(g, "red_fin_a1", "red_fin_c1")
    at(g, "viipuri", unit)
    dice(attack, defence)
    run(play_event(g, WHITE, 43), ("land", "viipuri"), ("embark", "finland_a3"), ("done",))
    assert g.border_open
    assert (g.where[UNIT["finland_a3"]] == s("viipuri")) == lands
    assert (g.control[s("viipuri")] == WHITE) == lands
    if not lands:
        assert g.where[UNIT["finland_a3"]] == ELIMINATED


def test_15_one_space_attacks_twice() -> None:
    g = fresh("campaign")
    clear(g, "gashun")
    at(g, "gashun", "red_c1")
    g.hands = [[], [], [5]]
    g.operation = Operation(
        markers=[(s(322), COMBAT)],
        ready=[UNIT["white_vol_a1"], UNIT["white_ru_c4"]],
        second_attacks=1,
        used=[UNIT["white_vol_a1"]],
        attacked=[s("gashun")],
    )
    g.phase = "attacking"
    table = Table(g)
    assert ("attack", "gashun") in table.options
    table.do("declare_attack", "attack", "gashun")
    assert table.g.operation.second_attacks == 0 or table.ask.decision == "attack_unit"


def test_17_5_a_recalled_leader_returns(dice: LoadedDice) -> None:
    g = fresh("campaign")
    g.no_act.clear()
    changed(g)
    dice.lot("recall")
    run(draw_in_fighting(g, WHITE), ("recall", "denikin"))
    assert g.leader_at[LEADER["denikin"]] < 0
    trace = run(_clean_up(g))
    assert trace.pending is not None and trace.pending.decision == "reposition_leader"
    assert all(choice[0] == "place_leader" for choice in trace.options)


@pytest.mark.parametrize(("roll", "turns"), [(3, True), (4, False)])
def test_10_7_garrison_revolt_with_help(dice: LoadedDice, roll: int, turns: bool) -> None:
    g = without_cp(fresh("campaign"))
    g.fate[FACTION["astrakhan"]] = 4
    at(g, "astrakhan", "red_gar_astrakhan")
    at(g, "krasny_yar", "white_ru_c5")
    dice(roll)
    run(take_special(g, WHITE, "garrison_revolt"))
    assert (g.control[s("astrakhan")] == WHITE) == turns
    assert (UNIT["red_gar_astrakhan"] in g.revolted) == turns


def test_20_peace_closes_poland() -> None:
    g = without_cp(fresh("campaign"))
    run(put_marker(g, FACTION["poland"], WHITE, "political"))
    g.deployed[FACTION["poland"]] = 1
    begin_war(g, RED, "response")
    at(g, "krakow", "red_c1")
    hand(g, "red", 46)
    trace = run(play_event(g, RED, 46))
    if trace.pending is not None:
        g = without_cp(fresh("campaign"))
        run(put_marker(g, FACTION["poland"], WHITE, "political"))
        g.deployed[FACTION["poland"]] = 1
        begin_war(g, RED, "response")
        at(g, "krakow", "red_c1")
        hand(g, "red", 46)
        run(play_event(g, RED, 46), trace.options[0])
    assert closed_because(g, FACTION["poland"], RED) == "region_at_peace"
    assert credited_to(g, s("krakow")) == RED and credited_to(g, s("warszawa")) == NOBODY
    assert g.where[UNIT["red_c1"]] != s("krakow")


def test_5_1_optional_setup_restores_armies() -> None:
    match = Match.new(GAME, "campaign", {"bid_for_sides": False, "optional_setup": True}, seed_from(5))
    reduced = sum(match.state.reduced)
    assert reduced > 2
    for seat in ("white", "red"):
        best = max(match.options(seat), key=lambda choice: choice[-1] not in ("no_card", f"{seat}_53", f"{seat}_54"))
        match.act(seat, best)
    while match.state.phase == "preparation" and match.asked():
        (seat,) = match.asked()
        match.act(seat, match.options(seat)[0])
    assert sum(match.state.reduced) < reduced
    assert match.state.reduced[UNIT["white_sib_a1"]] and match.state.reduced[UNIT["white_sib_a2"]]


def test_5_1_nobody_has_to_spend_a_card_on_the_optional_setup() -> None:
    """5.15 says "may"; with random political cards there is no Bluff to show instead."""
    options = {"bid_for_sides": False, "optional_setup": True, "random_political_cards": True}
    match = Match.new(GAME, "campaign", options, seed_from(5))
    hands, reduced = [list(hand) for hand in match.state.hands], sum(match.state.reduced)
    for seat in ("white", "red"):
        match.act(seat, ("no_card",))
    assert [list(hand) for hand in match.state.hands] == hands and sum(match.state.reduced) == reduced
    told = [e.params for e in match.told(None) if e.kind == "optional_card"]
    assert [(t["card"], t["armies"]) for t in told] == [("no_card", 0), ("no_card", 0)]


def test_5_2_red_conditions() -> None:
    g = fresh("tournament_1919")
    assert [red_condition(g, n) for n in range(5)] == [False, False, False, False, True]
    control(g, "red", "rostov", "migulinskaya")
    assert red_condition(g, 2)


def test_5_2_the_end_reveals_the_secret_conditions() -> None:
    g = fresh("tournament_1919", secret_red_conditions=True)
    g.secret_conditions = [0, 1, 2]
    before = g.revealed
    final_scoring(g)
    assert g.ended and g.revealed > before
    assert GAME.view(g, "white")["conditions"] == ["baltic", "ukraine", "don"]


def test_6_1_polish_cities_count_before_any_war() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, poland=-2)
    assert credited_to(g, s("warszawa")) == RED
    marker(g, poland=0)
    assert credited_to(g, s("warszawa")) == NOBODY


def test_previews_show_what_a_choice_may_bring() -> None:
    g = fresh("campaign")
    g.operation = Operation(markers=[(s(322), COMBAT)], ready=[UNIT["white_vol_a1"], UNIT["white_ru_c4"]])
    g.phase = "attacking"
    preview = Table(g).match.preview("white", ("attack", SPACE_IDS[s(326)]))
    assert preview is not None
    assert preview["attack"]["column"] == 5 and preview["shifts"] == {"river": -1}
    assert sum(preview["outcomes"].values()) == 36
