"""Factions, wars and Poland where the numbered examples are silent [8, 9, 19, 20]."""

from __future__ import annotations

import pytest

from casusbelli.games.triumph_of_chaos.cards import CARDS
from casusbelli.games.triumph_of_chaos.conditions import all_hold
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, NOBODY, RED, UNIT, UNITS, WHITE
from casusbelli.games.triumph_of_chaos.deployment import deploy_faction, legal_spaces
from casusbelli.games.triumph_of_chaos.effects_forces import placement_spaces, waiting_spaces
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.factions import apart, at_war, enterable, polish_area
from casusbelli.games.triumph_of_chaos.influence import deployments_due, gain_control, lose_control, put_marker
from casusbelli.games.triumph_of_chaos.logistics import _buy_influence, _clean_up, _income, attrition
from casusbelli.games.triumph_of_chaos.movement import Mover, enter
from casusbelli.games.triumph_of_chaos.operations import candidate, clash
from casusbelli.games.triumph_of_chaos.poland import (
    begin_war,
    deploy_poland,
    may_march_on_moscow,
    place_red_poles,
    polish_response,
)
from casusbelli.games.triumph_of_chaos.redeployment import leader_destinations
from casusbelli.games.triumph_of_chaos.special_actions import leader_places
from casusbelli.games.triumph_of_chaos.state import (
    ASIDE,
    CONQUERED,
    ELIMINATED,
    INTERVENTION,
    OUT,
    PERMANENT,
    RECALLED,
    REMOVED,
    WAITING,
    Chaos,
)
from casusbelli.games.triumph_of_chaos.supply import in_supply
from casusbelli.games.triumph_of_chaos.wars import aggressor, conquest_check, declare_war
from casusbelli.games.triumph_of_chaos.withdrawal import subjugable, withdraw

from .conftest import LoadedDice
from .positions import at, changed, clear, control, flag, fresh, hand, marker, off, run, s, without_cp

POLAND, UKRAINE, WEST_UKRAINE, MAKHNO = (FACTION[f] for f in ("poland", "ukraine", "west_ukraine", "makhno"))


def campaign(turn: int = 6) -> Chaos:
    """The campaign after the Central Powers have left."""
    g = without_cp(fresh("campaign"))
    g.turn = turn
    return g


def white_poland(g: Chaos, *places: str) -> Chaos:
    """Poland under White control with a Polish army in each of the places."""
    marker(g, poland=2)
    g.deployed[POLAND] = 1
    control(g, "white", "warszawa", "krakow")
    for n, place in enumerate(places, 1):
        at(g, place, f"poland_a{n}", side="white")
    return g


# -- the Central Powers ------------------------------------------------------------------------------------------------


def test_9_5_central_powers_draw_supply_from_cities_of_the_lands_they_hold() -> None:
    g = fresh("campaign")
    run(put_marker(g, FACTION["central_powers"], WHITE, "political"))
    for name in ("central_powers_ge_c1", "central_powers_ge_c2", "central_powers_tu_c1"):
        assert in_supply(g, UNIT[name]), f"{name} stands in land its own side holds"
    assert candidate(g, s("narva"), WHITE) is None, "locked in the first round"
    g.lock[FACTION["central_powers"]] = 0
    changed(g)
    assert candidate(g, s("narva"), WHITE) is not None


def test_19_4_west_ukraine_deploys_in_the_political_phase_after_the_withdrawal() -> None:
    g = fresh("campaign")
    marker(g, poland=2)
    assert run(withdraw(g, FACTION["central_powers"])).asked == []
    assert g.fcm[WEST_UKRAINE] == -2
    assert g.where[UNIT["west_ukraine_a1"]] == OUT
    assert WEST_UKRAINE in deployments_due(g)


# -- control and conquest ----------------------------------------------------------------------------------------------


def test_9_5_conquest_of_finland_by_red_opens_the_border() -> None:
    g = fresh("campaign")
    marker(g, finland=2)
    g.been_controlled[FACTION["finland"]] = 1
    assert not g.border_open
    conquest_check(g)
    assert g.fate[FACTION["finland"]] == CONQUERED and g.border_open


def test_8_8_a_leader_alone_leaves_land_the_enemy_wins() -> None:
    g = fresh("campaign")
    clear(g, "helsinki")
    at(g, "helsinki", "stalin")
    trace = run(gain_control(g, FACTION["finland"], WHITE, "political"))
    assert trace.asked == ["reposition_leader"]
    assert all(choice[2] != "helsinki" for choice in trace.options)


def test_13_a_leader_of_starved_troops_goes_to_the_nearest_city_and_others_stay() -> None:
    g = fresh("campaign", phase="attrition")
    g.no_act.clear()
    changed(g)
    at(g, "tula", "trotsky")
    at(g, "oulu", "red_c1", "stalin")
    run(attrition(g), ("place_leader", "stalin", "helsinki"))
    assert g.where[UNIT["red_c1"]] == ELIMINATED
    assert g.leader_at[LEADER["trotsky"]] == s("tula"), "nobody moves a leader whose troops did not starve"
    assert g.leader_at[LEADER["stalin"]] == s("helsinki")


def test_19_3_nobody_conquers_what_he_controls() -> None:
    g = campaign()
    flag(g, "r14_posturing")
    marker(g, astrakhan=0)
    g.war[FACTION["astrakhan"]] = RED
    run(put_marker(g, FACTION["astrakhan"], RED, "political"))
    assert not at_war(g, FACTION["astrakhan"], RED)
    assert aggressor(g, FACTION["astrakhan"]) == WHITE
    conquest_check(g)
    assert g.fate[FACTION["astrakhan"]] != CONQUERED


def test_19_3_treason_is_no_conquest() -> None:
    g = campaign()
    marker(g, makhno=-2)
    g.deployed[MAKHNO] = 1
    at(g, "katerynoslav", "makhno_a1", side="red")
    hand(g, "white", 39)
    run(play_event(g, WHITE, 39))
    assert g.control[s("katerynoslav")] == WHITE
    conquest_check(g)
    assert g.fate[MAKHNO] != CONQUERED
    g.no_act.clear()
    changed(g)
    run(_clean_up(g))
    assert g.control[s("katerynoslav")] == RED and g.fcm[MAKHNO] == -2


def test_15_makhno_changes_sides_with_his_leader() -> None:
    g = campaign()
    marker(g, makhno=-2)
    g.deployed[MAKHNO] = 1
    at(g, "katerynoslav", "makhno_a1", "makhno_leader", "red_c8", side="red")
    g.leader_side[LEADER["makhno_leader"]] = RED
    control(g, "red", "oleksandrivsk")
    hand(g, "white", 39)
    trace = run(play_event(g, WHITE, 39))
    if trace.pending is not None:
        assert all(choice[0] == "retreat" for choice in trace.options), "the Reds fall back, the leader stays with his men"
    assert g.leader_at[LEADER["makhno_leader"]] == s("katerynoslav")
    assert g.leader_side[LEADER["makhno_leader"]] == WHITE


def test_15_makhnos_leader_far_from_his_men_must_get_away(dice: LoadedDice) -> None:
    g = campaign()
    marker(g, makhno=-2)
    g.deployed[MAKHNO] = 1
    at(g, "katerynoslav", "makhno_a1", side="red")
    at(g, "moskva", "makhno_leader")
    hand(g, "white", 39)
    dice(6)
    run(play_event(g, WHITE, 39))
    assert g.leader_at[LEADER["makhno_leader"]] == ELIMINATED and g.vp[RED] == 0


def test_19_5_red_may_subjugate_a_republic_that_white_had_conquered() -> None:
    g = campaign()
    g.fate[FACTION["khiva"]], g.conqueror[FACTION["khiva"]] = CONQUERED, WHITE
    control(g, "red", "khiva")
    assert FACTION["khiva"] in subjugable(g)


def test_8_221_conquest_is_control() -> None:
    g = campaign()
    for name in ("turkistan", "transcaucasia"):
        g.fate[FACTION[name]] = CONQUERED
    g.conqueror[FACTION["turkistan"]], g.conqueror[FACTION["transcaucasia"]] = RED, WHITE
    run(_income(g))
    assert g.pools[RED] == {"side": 2}
    assert all_hold(g, WHITE, ("control:transcaucasia:white", "fcm:transcaucasia>=1"))
    assert not all_hold(g, RED, ("control:transcaucasia:red",))


def test_9_5_allied_support_needs_britain() -> None:
    g = campaign()
    flag(g, "w20_baf_step")
    marker(g, britain=1, usa=2, turkistan=0)
    run(_income(g))
    assert "camp:baf" not in g.pools[WHITE]
    marker(g, britain=2)
    run(_income(g))
    assert g.pools[WHITE]["camp:baf"] == 2


def test_18_steps_free_of_the_limit_buy_influence_too() -> None:
    g = campaign()
    g.pools[RED] = {"side": 2, "exempt": 2}
    run(_buy_influence(g, RED), ("influence", "khiva"))
    assert g.pools[RED] == {"side": 0, "exempt": 0}
    assert g.pending[FACTION["khiva"]] == -1


def test_9_5_a_czech_leader_makes_a_space_the_legions() -> None:
    g = campaign()
    flag(g, "w01_coup")
    marker(g, czech_legion=2)
    off(g, "czech_legion_c1", "czech_legion_c2", "czech_legion_a1", "czech_legion_a2")
    at(g, "orenburg", "syrovy")
    g.leader_side[LEADER["syrovy"]] = WHITE
    changed(g)
    here, there = candidate(g, s("orenburg"), WHITE), candidate(g, s("kungur"), WHITE)
    assert here is not None and there is not None
    assert clash(g, WHITE, [here], there) == "exclusive_faction"


# -- Ukraine -----------------------------------------------------------------------------------------------------------


def test_9_5_violated_ukraine_loses_petliura_for_good() -> None:
    g = campaign()
    marker(g, ukraine=-2)
    run(deploy_faction(g, UKRAINE, "aggression"))
    assert g.leader_at[LEADER["petliura"]] == REMOVED


def test_9_5_a_fallen_petliura_does_not_return(dice: LoadedDice) -> None:
    g = campaign()
    marker(g, ukraine=2)
    control(g, "white", "kyiv")
    g.leader_at[LEADER["petliura"]] = ELIMINATED
    dice(5)
    run(deploy_faction(g, UKRAINE, "protector"))
    assert g.leader_at[LEADER["petliura"]] == ELIMINATED


def test_8_9_a_factions_leader_waits_for_any_of_its_units() -> None:
    g = campaign()
    marker(g, ukraine=2)
    g.leader_side[LEADER["petliura"]] = WHITE
    g.leader_at[LEADER["petliura"]] = WAITING
    assert waiting_spaces(g, LEADER["petliura"]) == []
    at(g, "kyiv", "ukraine_c1", side="white")
    assert waiting_spaces(g, LEADER["petliura"]) == [s("kyiv")]


def test_15_a_leader_waits_for_the_unit_his_card_names() -> None:
    g = campaign()
    hand(g, "red", 16)
    flag(g, "r11_reorg")
    budyonny = LEADER["budyonny"]
    g.leader_at[budyonny] = WAITING
    g.where[UNIT["red_konarmia_a1"]] = ELIMINATED
    assert waiting_spaces(g, budyonny) == []
    g.where[UNIT["red_konarmia_a1"]] = PERMANENT
    assert s("petrograd") in waiting_spaces(g, budyonny)


# -- leaders of factions -----------------------------------------------------------------------------------------------


def test_11_a_polish_leader_moves_in_poland_and_not_beyond() -> None:
    g = white_poland(campaign(), "warszawa")
    at(g, "warszawa", "pilsudski")
    pilsudski = LEADER["pilsudski"]
    g.leader_side[pilsudski] = WHITE
    control(g, "white", "krakow", "minsk")
    mask = Mover(g, WHITE, [], [pilsudski]).mask
    assert mask >> s("krakow") & 1 and not mask >> s("minsk") & 1
    reach = leader_destinations(g, pilsudski)
    assert all(s(place) not in reach for place in ("minsk", "rostov"))


def test_10_7_a_leader_goes_where_the_units_he_leads_are_supplied() -> None:
    g = white_poland(campaign(), "warszawa", "krakow")
    at(g, "warszawa", "pilsudski")
    g.leader_side[LEADER["pilsudski"]] = WHITE
    assert list(leader_places(g, LEADER["pilsudski"])) == [s("krakow")], "their source is Warszawa, not White's"


def test_17_5_a_recalled_leader_of_neutral_czechs_returns_by_himself() -> None:
    g = fresh("campaign")
    g.no_act.clear()
    changed(g)
    off(g, "syrovy", box=RECALLED)
    assert g.leader_side[LEADER["syrovy"]] == NOBODY
    assert run(_clean_up(g)).asked == []
    assert g.leader_at[LEADER["syrovy"]] in (s("simbirsk"), s("buguruslan"))


def test_8_7_a_recalled_leader_is_set_aside_with_his_faction() -> None:
    g = campaign()
    marker(g, makhno=-2)
    g.leader_at[LEADER["makhno_leader"]] = RECALLED
    run(lose_control(g, MAKHNO))
    assert g.leader_at[LEADER["makhno_leader"]] == ASIDE


# -- Poland ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cause", "marches"), [("declared", True), ("response", True), ("aggression", False), ("offensive", False)]
)
def test_20_only_a_declaration_or_a_response_leads_to_moscow(cause: str, marches: bool) -> None:
    g = campaign()
    marker(g, poland=2, britain=2, usa=2)
    flag(g, "w28_poland")
    begin_war(g, RED, cause)
    assert may_march_on_moscow(g) == marches
    assert g.conscription == ("free" if cause == "offensive" else "pay")


@pytest.mark.parametrize(("position", "comes"), [(-2, False), (1, True)])
def test_20_red_poland_makes_the_intervention_weaker(dice: LoadedDice, position: int, comes: bool) -> None:
    g = campaign()
    g.fate[WEST_UKRAINE] = CONQUERED
    for unit, row in enumerate(UNITS):
        if row.owner == "poland" and row.pool == "setup":
            g.where[unit] = REMOVED
    g.leader_at[LEADER["pilsudski"]] = REMOVED
    marker(g, poland=position)
    at(g, "kyiv", "red_c1")
    dice(3, 4)
    trace = run(polish_response(g, s("kyiv"), [UNIT["red_c1"]]))
    assert g.fcm[POLAND] == 2
    assert (trace.asked == ["deploy_faction"]) == comes, "a 4 brings the Baltic army, a 5 nothing"


def test_20_an_intervention_never_grows_stricter(dice: LoadedDice) -> None:
    g = white_poland(campaign(), "warszawa")
    g.polish_state = INTERVENTION
    at(g, "vilnius", "red_c1")
    dice(2, 6)
    run(polish_response(g, s("vilnius"), [UNIT["red_c1"]]))
    assert not g.polish_apart, "a plain intervention came before"
    g.polish_apart = True
    at(g, "minsk", "red_c2")
    dice(1, 6)
    run(polish_response(g, s("minsk"), [UNIT["red_c2"]]))
    assert not g.polish_apart


def test_20_preparations_for_haller_may_come_after_the_intervention(dice: LoadedDice) -> None:
    g = white_poland(campaign(), "warszawa")
    marker(g, west_ukraine=-2)
    at(g, "kyiv", "red_c1")
    dice(3, 6)
    run(polish_response(g, s("kyiv"), [UNIT["red_c1"]]))
    lviv = 1 << s("lviv")
    g.turn += 1
    assert g.polish_state == INTERVENTION and not polish_area(g) & lviv
    flag(g, "w36_haller_prep")
    assert polish_area(g) & lviv


def test_20_leaders_provoke_the_poles(dice: LoadedDice) -> None:
    g = campaign()
    marker(g, ukraine=-2, poland=1)
    at(g, "kharkiv", "ukraine_c1", "egorov", side="red")
    dice(6)
    run(enter(g, RED, s("kharkiv"), [UNIT["ukraine_c1"]], [LEADER["egorov"]]))
    assert UKRAINE in g.responded
    g = campaign()
    marker(g, ukraine=-2, poland=1)
    for name in ("red_a1", "red_a2"):
        off(g, name)
    at(g, "kharkiv", "ukraine_peasant_a1", side="red")
    g.owner[UNIT["ukraine_peasant_a1"]] = RED
    hand(g, "red", 24)
    dice(6)
    trace = run(
        play_event(g, RED, 24), ("option", "forces"), ("place", "red_a14", "moskva"), ("place_leader", "egorov", "kharkiv")
    )
    assert trace.pending is None and UKRAINE in g.responded


def test_20_ukrainian_armies_join_the_poles_whom_red_attacks() -> None:
    g = campaign()
    marker(g, poland=2)
    control(g, "white", "warszawa", "krakow")
    flag(g, "w02_polish_influence")
    g.played.append("red_37")
    trace = run(deploy_poland(g, "aggression"))
    assert trace.pending is not None
    assert g.where[UNIT["poland_ukr_a1"]] == g.where[UNIT["poland_ukr_a2"]] == ASIDE, "on their way with the others"
    g = campaign()
    marker(g, poland=2)
    control(g, "white", "warszawa", "krakow")
    g.played.append("red_37")
    run(deploy_poland(g, "aggression"))
    assert g.where[UNIT["poland_ukr_a1"]] == OUT


def test_20_haller_may_gather_in_central_poland() -> None:
    g = white_poland(campaign(), "warszawa", "warszawa", "krakow", "krakow")
    control(g, "white", "central_poland_box")
    effect = next(e for e in CARDS[WHITE][52].effects if hasattr(e, "units"))
    unit = UNIT["poland_haller_a1"]
    g.side[unit] = WHITE
    assert placement_spaces(g, WHITE, unit, effect.where) == [s("central_poland_box")]


def test_20_poland_at_war_deploys_again_for_whoever_regains_it() -> None:
    g = campaign()
    g.polish_war = RED
    marker(g, poland=1)
    run(put_marker(g, POLAND, WHITE, "political"))
    assert POLAND in deployments_due(g)
    g = campaign()
    run(put_marker(g, POLAND, WHITE, "political"))
    assert POLAND not in deployments_due(g)


def test_20_red_poles_rise_against_a_lone_leader(dice: LoadedDice) -> None:
    g = white_poland(campaign(), "warszawa")
    at(g, "bialystok", "pilsudski")
    g.leader_side[LEADER["pilsudski"]] = WHITE
    dice(5)
    run(place_red_poles(g), ("place", "red_polish_c", "bialystok"))
    assert g.leader_at[LEADER["pilsudski"]] == ELIMINATED


def test_20_box_101_feeds_only_its_holder() -> None:
    g = white_poland(campaign(), "krakow")
    control(g, "none", "warszawa")
    control(g, "red", "central_poland_box")
    assert not in_supply(g, UNIT["poland_a1"])
    control(g, "white", "central_poland_box")
    assert in_supply(g, UNIT["poland_a1"])


def test_11_whites_and_poles_are_never_placed_together() -> None:
    g = white_poland(campaign())
    marker(g, ukraine=2, latvia=2)
    control(g, "white", "kyiv", "riga")
    at(g, "riga", "poland_a1", side="white")
    at(g, "kyiv", "white_ru_c5")
    legion = UNIT["poland_ukr_legion_a"]
    g.side[legion] = WHITE
    assert s("kyiv") not in legal_spaces(g, legion, 1 << s("kyiv"))
    unit = UNIT["white_nw_a1"]
    assert not enterable(g, unit) >> s("riga") & 1
    assert s("riga") not in placement_spaces(g, WHITE, unit, "port:baltic")
    g.deployed[POLAND] = 0
    off(g, "poland_a1")
    at(g, "kharkiv", "poland_ukr_legion_a", side="white")
    assert apart(g, unit) >> s("kharkiv") & 1, "one Polish army is enough"


def test_20_a_lost_army_of_west_ukraine_does_not_turn_green(dice: LoadedDice) -> None:
    g = campaign()
    marker(g, poland=2, ukraine=0, west_ukraine=0)
    g.deployed[POLAND] = 1
    g.where[UNIT["west_ukraine_a1"]] = PERMANENT
    control(g, "red", "kharkiv")
    hand(g, "red", 37)
    dice(2)
    for unit, row in enumerate(UNITS):
        if row.owner == "ukraine":
            g.where[unit] = REMOVED
    g.leader_at[LEADER["petliura"]] = REMOVED
    run(play_event(g, RED, 37))
    assert g.where[UNIT["west_ukraine_a2"]] == s("stanislaviv")
    assert g.where[UNIT["west_ukraine_a1"]] == REMOVED and not g.board.at[s("lviv")]


def test_19_2_a_protector_acts_at_once() -> None:
    g = campaign()
    flag(g, "r14_posturing")
    g.round, g.active = 2, RED
    run(declare_war(g, RED, FACTION["astrakhan"]), ("place", "astrakhan_a1", "astrakhan"), ("to_reserve", "astrakhan_c1"))
    assert g.lock[FACTION["astrakhan"]] == 0
    run(gain_control(g, FACTION["khiva"], WHITE, "card"))
    assert g.lock[FACTION["khiva"]] == 2
