"""Rules that were nearer to the rulebook than the first edition of this game, by the number the rulebook gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from casusbelli.game import Journal, Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.cards import CARD_NUMBER, PC_BONUS, PC_NUMBER, Mutiny
from casusbelli.games.triumph_of_chaos.cautions import melting
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, RED, SPACES, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.deployment import deploy_faction
from casusbelli.games.triumph_of_chaos.effects_forces import mutiny
from casusbelli.games.triumph_of_chaos.endings import polish_gains, red_condition, victory_check
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.influence import blocked_from, put_marker
from casusbelli.games.triumph_of_chaos.logistics import logistics
from casusbelli.games.triumph_of_chaos.movement import enter
from casusbelli.games.triumph_of_chaos.operations import candidate, clash
from casusbelli.games.triumph_of_chaos.poland import begin_war, place_red_poles
from casusbelli.games.triumph_of_chaos.political import bonus_pool
from casusbelli.games.triumph_of_chaos.preparation import preparation
from casusbelli.games.triumph_of_chaos.scoring import score_turn, vc_credit
from casusbelli.games.triumph_of_chaos.state import CONQUERED, ELIMINATED, OUT, RESERVE, SUBJUGATED, Chaos
from casusbelli.games.triumph_of_chaos.supply import in_supply
from casusbelli.games.triumph_of_chaos.wars import conquest_check, why_no_war
from casusbelli.games.triumph_of_chaos.withdrawal import subjugate
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import Table, at, changed, clear, control, flag, fresh, hand, marker, off, play_out, run, s, without_cp

POLAND, UKRAINE, BRITAIN, CP = (FACTION[f] for f in ("poland", "ukraine", "britain", "central_powers"))


# -- 8.315: the Central Powers hold Poland down ------------------------------------------------------------------------


def test_8_315_no_polish_response_while_the_central_powers_are_active(dice: LoadedDice) -> None:
    g = fresh("campaign")
    run(put_marker(g, CP, RED, "protector"))
    at(g, "minsk", "trotsky")
    run(enter(g, RED, s("minsk"), [UNIT["central_powers_ge9_a"]], [LEADER["trotsky"]]))
    assert not g.responded and not g.polish_war and g.fcm[POLAND] == 0
    assert all(g.where[UNIT[f"poland_a{n}"]] != ELIMINATED for n in range(1, 5))
    without_cp(g)
    dice(6)
    run(enter(g, RED, s("minsk"), [], [LEADER["trotsky"]]))
    assert g.responded == [FACTION["belarus"]], "once they are gone the land can be violated"


def test_8_321_an_army_that_has_turned_red_violates_the_land_like_any_other(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    army = UNIT["white_soc_rev_a"]
    dice(1)
    run(mutiny(g, RED, Mutiny(roll_red_max=6)))
    dice(6)
    at(g, "minsk", "white_soc_rev_a")
    run(enter(g, RED, s("minsk"), [army]))
    assert g.side[army] == RED and g.responded == [FACTION["belarus"]]


def test_8_321_ukraines_peasants_violate_nothing() -> None:
    g = without_cp(fresh("campaign"))
    peasants = UNIT["ukraine_peasant_a1"]
    g.owner[peasants] = RED
    run(enter(g, RED, s("kyiv"), [peasants]))
    assert not g.responded


def test_8_321_the_red_polish_corps_is_in_supply_for_one_action_phase() -> None:
    g = without_cp(fresh("campaign"))
    begin_war(g, RED, "declared")
    run(place_red_poles(g), ("place", "red_polish_c", "bialystok"))
    corps = UNIT["red_polish_c"]
    assert in_supply(g, corps) and melting(g, RED) == [corps], "fed now, and warned of what follows"
    run(logistics(g))
    assert not in_supply(g, corps), "it is starved out like any other unless it has reached its own lines"


# -- 17.5: what is told to be lost is what was there -------------------------------------------------------------------


@pytest.mark.parametrize(("recorded", "told"), [(0, []), (1, [1]), (5, [2])])
def test_17_5_embezzlement_takes_and_tells_no_more_than_there_is(recorded: int, told: list[int]) -> None:
    g = fresh("introductory_1918")
    g.embezzled[WHITE], g.pools[WHITE], g.phase = 2, {"side": 2 * recorded}, "logistics"
    table = Table(g)
    assert [e.params["steps"] for e in table.match.told(None) if e.kind == "steps_lost"] == told
    assert table.g.embezzled[WHITE] == 0


# -- 8.53 (4), 8.62: what the enemy holds stays his --------------------------------------------------------------------


def ukraine_taken(g: Chaos) -> Chaos:
    """Red holds the two cities of a Ukraine that White controlled; White still holds Odessa."""
    without_cp(g)
    control(g, "none", *(n for n in (210, 211, 212, 220, 221)))
    control(g, "red", "kyiv", "kharkiv")
    control(g, "white", "odessa")
    marker(g, ukraine=2)
    return g


def test_8_53_4_conquest_gives_no_space_that_the_other_side_controls() -> None:
    g = ukraine_taken(fresh("campaign"))
    conquest_check(g)
    assert g.fate[UKRAINE] == CONQUERED
    assert g.control[s("odessa")] == WHITE, "White holds it"
    assert g.control[s(210)] == RED, "what nobody held is the conqueror's"


def test_8_62_subjugation_gives_no_space_that_white_controls() -> None:
    g = ukraine_taken(fresh("campaign"))
    subjugate(g, UKRAINE)
    assert g.fate[UKRAINE] == SUBJUGATED
    assert g.control[s("odessa")] == WHITE and g.control[s(210)] == RED


# -- 8.314: the British land whoever is there --------------------------------------------------------------------------


def test_8_314_a_red_raid_does_not_keep_the_british_out() -> None:
    g = fresh("introductory_1918")
    assert g.control[s("murmansk")] == g.control[s("archangel")] == WHITE, "the ports wait for them"
    at(g, "murmansk", "red_c15")
    at(g, "archangel", "red_c14")
    g.fcm[BRITAIN] = 2
    play_out(deploy_faction(g, BRITAIN, "political"))
    assert g.where[UNIT["britain_hampshire_c"]] == s("murmansk")
    landed = [u for u in g.board.at[s("archangel")] if g.side[u] == WHITE]
    assert len(landed) == 3 and g.control[s("murmansk")] == g.control[s("archangel")] == WHITE
    for corps in ("red_c14", "red_c15"):
        assert g.where[UNIT[corps]] >= 0 and g.control[g.where[UNIT[corps]]] == RED, "Red falls back to a space of his own"


def test_8_314_ports_that_red_merely_holds_open_to_the_british() -> None:
    g = fresh("introductory_1918")
    control(g, "red", "murmansk", "archangel")
    g.fcm[BRITAIN] = 2
    play_out(deploy_faction(g, BRITAIN, "political"))
    assert g.where[UNIT["britain_hampshire_c"]] == s("murmansk") and g.control[s("murmansk")] == WHITE


def test_8_314_without_room_a_corps_goes_to_the_other_port() -> None:
    g = fresh("introductory_1918")
    at(g, "murmansk", "white_ru_c5", "white_ru_c6", "white_ru_ec3")
    g.fcm[BRITAIN] = 2
    play_out(deploy_faction(g, BRITAIN, "political"))
    assert g.where[UNIT["britain_hampshire_c"]] == s("archangel")
    assert (
        sum(g.where[u] == RESERVE for u in (UNIT["britain_royal_fus_c"], UNIT["britain_ninth_c"], UNIT["britain_archangel_c"]))
        == 1
    )


# -- 8.312, 16.36: Red AC 10 is one event or the other -----------------------------------------------------------------


def test_8_312_red_ac_10_is_a_choice_of_war_or_politics() -> None:
    for option, war, politics in (("baltic_war", True, False), ("baltic_politics", False, True)):
        g = without_cp(fresh("campaign"))
        hand(g, "red", 10)
        answers = [("option", option)] + ([("option", "latvia")] if politics else [])
        run(play_event(g, RED, 10), *answers)
        assert (why_no_war(g, RED, FACTION["estonia"]) != "needs_event") == war
        for faction in ("estonia", "latvia", "lithuania", "finland"):
            assert (blocked_from(g, FACTION[faction], -1, -1, political=True) != "B6") == politics, faction
        assert g.pending[FACTION["latvia"]] == (-2 if politics else 0)


def test_5_281_in_1919_red_ac_10_has_had_all_its_effects() -> None:
    g = fresh("tournament_1919")
    assert why_no_war(g, RED, FACTION["latvia"]) != "needs_event"
    assert blocked_from(g, FACTION["latvia"], -1, -1, political=True) != "B6"


# -- 8.317: White AC 43 ------------------------------------------------------------------------------------------------


def finnish_cooperation() -> Chaos:
    g = fresh("tournament_1919")
    for name in ("w17_sleeves", "w12_appeal"):
        flag(g, name)
    hand(g, "white", 43)
    off(g, "red_fin_a1", "red_fin_c1")
    return g


def test_8_317_troops_of_the_baltic_enter_an_empty_port_of_the_enemy() -> None:
    g = finnish_cooperation()
    control(g, "red", "viipuri")
    trace = run(play_event(g, WHITE, 43), ("land", "viipuri"))
    offered = {choice[1] for choice in trace.options if choice[0] == "embark"}
    assert {"finland_a3", "finland_a1", "white_fin_c1"} <= offered, "the new army, Finns in Helsinki, reserve corps"
    assert "white_fin_a" not in offered, "Kouvola is no port"
    g = finnish_cooperation()
    control(g, "red", "viipuri")
    run(
        play_event(g, WHITE, 43),
        ("land", "viipuri"),
        ("embark", "finland_a1"),
        ("embark", "white_fin_c1"),
        ("done",),
        ("place", "finland_a3", "helsinki"),
    )
    assert g.control[s("viipuri")] == WHITE and g.border_open
    assert g.where[UNIT["finland_a1"]] == g.where[UNIT["white_fin_c1"]] == s("viipuri")
    assert g.where[UNIT["finland_a3"]] == s("helsinki"), "who does not sail enters a friendly port"


@pytest.mark.parametrize(("attack", "defence", "lands"), [(6, 1, True), (1, 6, False)])
def test_8_317_several_units_invade_a_held_port_together(dice: LoadedDice, attack: int, defence: int, lands: bool) -> None:
    g = finnish_cooperation()
    at(g, "viipuri", "red_c1" if lands else "red_a1")
    dice(attack, defence)
    party = [("embark", "finland_a3"), ("embark", "finland_a1"), ("embark", "white_fin_c3")]
    rule = play_event(g, WHITE, 43)
    trace = run(rule, ("land", "viipuri"), *party, *([] if lands else [("lose", "finland_a3")] * 2))
    assert trace.pending is None
    ashore = {unit: g.where[UNIT[unit]] for unit in ("finland_a3", "finland_a1", "white_fin_c3")}
    if lands:
        assert set(ashore.values()) == {s("viipuri")} and g.control[s("viipuri")] == WHITE
    else:
        assert ashore["finland_a3"] == ELIMINATED and ashore["finland_a1"] == s("helsinki")
        assert ashore["white_fin_c3"] == RESERVE and g.control[s("viipuri")] == RED


def test_8_317_nobody_has_to_land() -> None:
    g = finnish_cooperation()
    control(g, "red", "viipuri")
    run(play_event(g, WHITE, 43), ("no_landing",), ("place", "finland_a3", "helsinki"))
    assert g.control[s("viipuri")] == RED


# -- 8.153: bonus steps for factions -----------------------------------------------------------------------------------


def test_8_153_some_political_cards_give_steps_to_factions() -> None:
    pools = {(PC_BONUS[n][0], bonus_pool(n)) for n in PC_BONUS}
    assert pools == {(side, pool) for side in (RED, WHITE) for pool in ("side", "factions")}


def test_8_153_side_and_faction_steps_share_one_limit(dice: LoadedDice) -> None:
    g = fresh("campaign", "allocation")
    hand(g, "red", 11, 1, 2, 53, 54)
    hand(g, "white", 9, 1, 53, 54)
    table = Table(g)
    dice(2, 2)
    table.both("pol_allocate", ("allocate", "white_53", "red"), ("allocate", "red_11", "red"))
    table.both("pol_allocate", ("allocate", "white_01", "white"), ("allocate", "red_53", "white"))
    table.both("pol_allocate", ("allocate", "white_54", "other"), ("allocate", "red_54", "other"))
    table.do("pol_choose_pc", "choose", "pc_19").do("pol_declare_bonus", "declare", "pc_19")
    table.do("pol_choose_pc", "choose", "pc_04").do("pol_declare_bonus", "declare", "pc_04")
    assert table.g.pools[RED] == {"side": 2, "factions": 2}, "half steps: one for Red, one of two for his factions"
    assert PC_NUMBER["pc_04"] == 4 and CARD_NUMBER["red_11"] == 11


# -- 5.11: cities at the start, and the seed's line for turn 1 ---------------------------------------------------------


@pytest.mark.parametrize("scenario", ["introductory_1918", "campaign"])
def test_5_11_red_starts_with_nine_cities_and_white_with_seven(scenario: str) -> None:
    match = Match.new(GAME, scenario, {"bid_for_sides": False}, seed_from("start"))
    assert match.view("white")["vc"] == {"red": 9, "white": 7}


def test_5_11_white_leads_nine_to_eight_when_legion_and_migulinskaya_are_his() -> None:
    g = fresh("campaign", "attrition")
    run(put_marker(g, FACTION["czech_legion"], WHITE, "political"))
    clear(g, "migulinskaya")
    control(g, "white", "migulinskaya")
    assert vc_credit(g) == [0, 8, 9]
    score_turn(g)
    assert g.vp[WHITE] == 1 and g.vp[RED] == 0


def test_8_316_the_leaning_of_the_legion_counts_from_the_first_action_phase_on() -> None:
    assert vc_credit(fresh("campaign", "allocation")) == [0, 9, 7]
    assert vc_credit(fresh("campaign", "round")) == [0, 9, 8]


# -- 5.26 (5): Polish gains --------------------------------------------------------------------------------------------


def test_5_26_5_a_city_taken_by_poland_counts_only_while_a_polish_unit_stands_in_it() -> None:
    g = fresh("tournament_1919")
    marker(g, poland=2)
    g.deployed[POLAND] = 1
    at(g, "vilnius", "poland_a1", side="white")
    at(g, "minsk", "poland_a2", side="white")
    assert polish_gains(g) == 2 and not red_condition(g, 4)
    at(g, 240, "poland_a2", side="white")
    assert g.control[s("minsk")] == WHITE and polish_gains(g) == 1 and red_condition(g, 4)


# -- 10.3: the option on White's camps ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "pairs"),
    [
        ("strict", []),
        ("adjacent", ["south+siberia", "siberia+north", "north+baltic"]),
        ("none", ["south+siberia", "siberia+north", "north+baltic", "south+north", "south+baltic", "siberia+baltic"]),
    ],
)
def test_10_3_which_camps_act_together_is_an_option(limit: str, pairs: list[str]) -> None:
    g = fresh("introductory_1918", camp_limit=limit)
    flag(g, "w01_coup")
    at(g, "archangel", "white_north_a")
    changed(g)
    places = {"south": s(322), "siberia": s(525), "north": s("archangel"), "baltic": s("seinajoki")}
    camps = {name: candidate(g, place, WHITE) for name, place in places.items()}
    together = []
    for pair in ("south+siberia", "siberia+north", "north+baltic", "south+north", "south+baltic", "siberia+baltic"):
        first, second = (camps[name] for name in pair.split("+"))
        assert first is not None and second is not None, pair
        if not clash(g, WHITE, [first], second):
            together.append(pair)
    assert together == pairs


def test_10_3_how_strictly_camps_act_apart_was_measured_scenario_by_scenario() -> None:
    usual = {scenario.id: GAME.info.settle({}, scenario.id)["camp_limit"] for scenario in GAME.info.scenarios}
    assert usual == {"introductory_1918": "none", "tournament_1919": "strict", "campaign": "none"}


def test_10_3_neighbours_do_not_make_three_camps_one() -> None:
    g = fresh("introductory_1918", camp_limit="adjacent")
    at(g, "archangel", "white_north_a")
    south, siberia, north = (candidate(g, place, WHITE) for place in (s(322), s(525), s("archangel")))
    assert south and siberia and north
    assert not clash(g, WHITE, [south], siberia) and clash(g, WHITE, [south, siberia], north) == "camp_limit"


# -- 6.4: the bid ------------------------------------------------------------------------------------------------------


def test_6_4_nobody_bids_in_the_introductory_scenario_unless_asked_to() -> None:
    for scenario, bids in (("introductory_1918", False), ("tournament_1919", True), ("campaign", True)):
        assert GAME.info.settle({}, scenario)["bid_for_sides"] is bids
        match = Match.new(GAME, scenario, {}, seed_from("usual"))
        assert ("bid_sides" in {ask.decision for ask in match.asked().values()}) == bids
    asked = Match.new(GAME, "introductory_1918", {"bid_for_sides": True}, seed_from("usual")).asked()
    assert {ask.decision for ask in asked.values()} == {"bid_sides"}


def test_6_4_a_fixed_bid_gives_white_points_where_nobody_bids() -> None:
    usual = {
        scenario.id: GAME.info.settle({"bid_for_sides": False}, scenario.id)["fixed_bid"] for scenario in GAME.info.scenarios
    }
    assert not any(usual.values()), "since rules 8 the scenarios are about even without points"
    for scenario in GAME.info.scenarios:
        for points in (0, 3):
            match = Match.new(GAME, scenario.id, {"bid_for_sides": False, "fixed_bid": points}, seed_from("usual"))
            g = match.state
            assert (g.vp[WHITE], g.vp[RED], g.earned[WHITE].get("fixed_bid", 0)) == (points, 0, points)
            assert points == sum(e.params["points"] for e in match.events or [] if e.params.get("reason") == "fixed_bid")
    bidding = Match.new(GAME, "introductory_1918", {"bid_for_sides": True, "fixed_bid": 3}, seed_from("usual"))
    for seat, bid in (("white", ("bid", "white", 0)), ("red", ("bid", "red", 0))):
        bidding.act(seat, bid)
    assert bidding.state.vp == [0, 0, 0], "a bid of the players' own takes the place of the fixed one"


def test_6_4_a_fixed_bid_is_paid_once() -> None:
    g = fresh("introductory_1918", phase="preparation", fixed_bid=3)
    run(preparation(g))
    g.turn, g.phase = 2, "preparation"
    run(preparation(g))
    assert g.vp[WHITE] == 3


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_6_4_the_rulebook_tells_the_usual_fixed_bid(language: str) -> None:
    usual = GAME.info.settle({}, "introductory_1918")["fixed_bid"]
    chapter = (GAME.folder / "rulebook" / f"06_victory.{language}.md").read_text()
    told = chapter.partition("::ruling N35\n")[2].partition("\n")[0]
    assert f" {usual} " in told and "1918" in told


def test_6_4_a_match_begun_before_there_was_a_fixed_bid_keeps_its_points() -> None:
    kept = Path(__file__).parents[2] / "journals" / "triumph_of_chaos-3-introductory_round.json"
    match = Match.restore(GAME, Journal.load(kept))
    assert match.state.fixed_bid == 0 and match.state.vp == [0, 0, 0]


def test_6_6_the_lead_decides_after_the_last_turn() -> None:
    for short, winner in ((0, RED), (1, WHITE)):
        g = fresh("campaign")
        g.turn = 16
        g.vp[RED], g.vp[WHITE] = g.red_margin + 2 - short, 2
        assert victory_check(g) and (g.winner, g.ended) == (winner, "scenario_end")


def test_6_6_a_campaign_begun_under_earlier_rules_needs_the_lead_of_those() -> None:
    kept = Path(__file__).parents[2] / "journals" / "triumph_of_chaos-3-campaign_gold.json"
    match = Match.restore(GAME, Journal.load(kept))
    assert match.state.red_margin == 8 < fresh("campaign").red_margin
    assert match.view("red")["red_margin"] == 8, "the board tells the lead of this match"


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_6_6_the_rulebook_tells_the_lead_that_red_needs(language: str) -> None:
    lead = fresh("campaign").red_margin
    chapter = (GAME.folder / "rulebook" / f"06_victory.{language}.md").read_text()
    assert f" {lead} " in chapter.partition("## 6.6 ")[2].partition("\n\n")[0]


# -- N40, N41: content of ours ----------------------------------------------------------------------------------------


def test_20_2_red_16_comes_with_the_recruits_and_not_with_the_reorganisation() -> None:
    """The rulebook's list: AC 11 lets the Konarmia enter, AC 1 brings reinforcements at once."""
    g = fresh("introductory_1918")
    hand(g, "red", 1, 11)
    run(play_event(g, RED, 11))
    assert g.flagged("r11_reorg") and g.where[UNIT["red_a16"]] == OUT and g.pools[RED] == {"exempt": 2}
    run(play_event(g, RED, 1), ("place", "red_a13", "tula"), ("place", "red_a16", "saratov"))
    assert g.where[UNIT["red_a13"]] == s("tula") and g.where[UNIT["red_a16"]] == s("saratov")


def test_20_1_white_wins_friends_and_steps_with_the_cards_that_he_must_play() -> None:
    g = fresh("introductory_1918")
    hand(g, "white", 11, 12)
    play_out(play_event(g, WHITE, 11))
    assert [g.pending[FACTION[f]] for f in ("estonia", "britain", "finland")] == [2, 1, 1]
    play_out(play_event(g, WHITE, 12))
    assert [g.pending[FACTION[f]] for f in ("britain", "france", "usa")] == [3, 1, 1]


def test_12_towns_on_the_volga_are_urban_and_ekaterinburg_lies_in_the_mountains() -> None:
    assert {SPACES[s(town)].terrain for town in ("kazan", "samara", "saratov")} == {"urban"}
    assert SPACES[s("tsaritsyn")].terrain == "clear"
    assert SPACES[s("ekaterinburg")].terrain == "mountain"
