"""Every warning on a prepared position: it comes with its figures, and not where there is nothing to warn of."""

from __future__ import annotations

import pytest
from tests.games.triumph_of_chaos.positions import at, clear, control, fresh, hand, marker
from tests.games.warned import figures
from tests.games.warned import warned as warned_of

from casusbelli.game import Caution, Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.content import ADJACENT, FACTION, RED, SPACE, SPACE_IDS, UNIT, WHITE, bits
from casusbelli.games.triumph_of_chaos.state import COMBAT, Battle, Chaos
from casusbelli.games.triumph_of_chaos.supply import in_supply


def warned(g: Chaos, side: int, decision: str, *choice: str | int) -> dict[str, Caution]:
    return warned_of(GAME, g, g.seat(side), decision, *choice)


def empty(scenario: str = "introductory_1918") -> Chaos:
    g = fresh(scenario)
    clear(g, *SPACE)
    g.active = WHITE
    return g


# -- cards ----------------------------------------------------------------------------------------------------------------


def test_cards_that_are_owed_leave_or_are_spent() -> None:
    g = fresh()
    hand(g, "white", 1, 2, 5, 8)
    assert figures(warned(g, WHITE, "choose_action", "ops", "white_01"), "card_owed")[0] == "warn"
    assert "card_owed" not in warned(g, WHITE, "choose_action", "ops", "white_02")
    assert figures(warned(g, WHITE, "choose_action", "event", "white_01"), "card_leaves") == ("warn", {"card": "white_01"})
    assert "card_leaves" not in warned(g, WHITE, "choose_action", "event", "white_05"), "it comes back"
    assert figures(warned(g, WHITE, "cancel_activation", "cancel", "white_08", "tula"), "card_spent") == (
        "warn",
        {"card": "white_08", "ops": 3},
    )
    assert figures(warned(g, WHITE, "play_initiative", "initiative", "white_08"), "card_spent")[0] == "note"
    assert "card_spent" not in warned(g, WHITE, "cancel_activation", "pass")
    g.turn = g.rules.last_turn
    grade, told = figures(warned(g, WHITE, "choose_action", "ops", "white_01"), "card_owed_last")
    assert grade == "ask" and told["points"] > 0


def test_the_last_round_names_the_cards_still_owed() -> None:
    g = empty()
    hand(g, "white", 1, 2)
    g.turn, g.round = g.rules.last_turn, 1
    assert "still_owed" not in warned(g, WHITE, "choose_action", "ops", "white_02"), "there will be other rounds"
    g.round = g.turn_row.rounds
    grade, told = figures(warned(g, WHITE, "choose_action", "ops", "white_02"), "still_owed")
    assert (grade, told["cards"]) == ("note", ["white_01"]) and told["points"] > 0
    assert "still_owed" not in warned(g, WHITE, "choose_action", "event", "white_01")
    hand(g, "white", 2)
    assert "still_owed" not in warned(g, WHITE, "choose_action", "ops", "white_02")


def test_the_one_special_action_of_a_turn() -> None:
    g = fresh()
    hand(g, "white", 2)
    assert figures(warned(g, WHITE, "choose_action", "special"), "special_once") == ("note", {})
    hand(g, "white")
    assert "special_once" not in warned(g, WHITE, "choose_action", "special"), "without cards it is no choice"


# -- wars and politics -----------------------------------------------------------------------------------------------------


def test_a_war_names_the_others_of_the_group() -> None:
    g = fresh("campaign")
    told = warned(g, RED, "choose_action", "declare_war", "latvia")
    grade, war = figures(told, "war")
    assert (grade, war["faction"], war["side"]) == ("ask", "latvia", "white")
    grade, group = figures(told, "war_group")
    assert (grade, set(group["factions"]), group["side"]) == ("warn", {"estonia", "lithuania"}, "white") and group["points"] > 0
    assert "war_group" not in warned(g, RED, "choose_action", "declare_war", "finland"), "it belongs to none"


def test_a_marker_that_is_barred_moves_for_no_point() -> None:
    g = empty()
    marker(g, latvia=2)
    at(g, "riga", "latvia_a1")
    g.pending[FACTION["latvia"]] = -2
    told = warned(g, RED, "buy_influence", "influence", "latvia")
    grade, barred = figures(told, "influence_barred")
    assert (grade, barred["faction"], barred["block"]) == ("warn", "latvia", "B2")
    marker(g, latvia=0)
    assert "influence_barred" not in warned(g, RED, "buy_influence", "influence", "latvia")


def test_a_box_left_to_the_enemy() -> None:
    g = fresh("campaign")
    assert figures(warned(g, WHITE, "pol_allocate", "leave_empty", "other"), "box_left") == ("warn", {"box": "other"})


@pytest.mark.parametrize(("points", "asks"), [(0, False), (2, True)])
def test_conscripts_are_paid_with_victory_points(points: int, asks: bool) -> None:
    told = warned(fresh("campaign"), RED, "conscription", "conscript", points)
    assert ("conscript" in told) == asks
    if asks:
        assert figures(told, "conscript") == ("ask", {"points": 2})


# -- operations -----------------------------------------------------------------------------------------------------------


def test_the_last_activation_and_points_unused() -> None:
    g = empty()
    at(g, "rostov", "white_vol_a1")
    g.operation.points = 2
    assert "last_activation" not in warned(g, WHITE, "activate_spaces", "activate", "rostov", "move")
    assert figures(warned(g, WHITE, "activate_spaces", "done"), "points_left") == ("warn", {"points": 2})
    assert figures(warned(g, WHITE, "sr_move", "stop"), "points_left") == ("warn", {"points": 2})
    g.operation.points = 1
    assert figures(warned(g, WHITE, "activate_spaces", "activate", "rostov", "move"), "last_activation") == (
        "warn",
        {"spaces": 1},
    )
    g.operation.points = 0
    assert "points_left" not in warned(g, WHITE, "sr_move", "stop")


def test_a_city_or_a_capital_left_empty_before_the_enemy() -> None:
    for city, key in (("rostov", "capital_bared"), ("tsaritsyn", "city_bared")):
        g = empty()
        at(g, city, "white_vol_a1")
        assert warned(g, WHITE, "sr_move", "redeploy", "white_vol_a1", "rostov") == {}
        near = neighbour(g, city)
        at(g, near, "red_a1")
        told = warned(g, WHITE, "sr_move", "redeploy", "white_vol_a1", "rostov")
        assert figures(told, key) == ("warn", {"space": city, "near": [near]})
        at(g, city, "white_vol_a2")
        assert warned(g, WHITE, "sr_move", "redeploy", "white_vol_a1", "rostov") == {}, "somebody stays"


def neighbour(g: Chaos, space: str) -> str:
    return SPACE_IDS[next(iter(bits(ADJACENT[g.border_open][SPACE[space]])))]


def test_who_melts_and_who_marches_beyond_supply() -> None:
    g = empty()
    at(g, "tula", "white_vol_a1")
    assert "will_melt" not in warned(g, WHITE, "choose_action", "ops", "white_02")
    g.round = g.turn_row.rounds
    told = figures(warned(g, WHITE, "choose_action", "ops", "white_02"), "will_melt")
    assert told == ("warn", {"units": ["white_vol_a1"], "count": 1, "more": 0})
    g = empty()
    at(g, "rostov", "white_vol_a1")
    control(g, "red", "tula", "orel", "kaluga")
    g.operation.moved.append(UNIT["white_vol_a1"])
    told = figures(warned(g, WHITE, "move_step", "step", "tula"), "leaves_supply")
    assert told == ("warn", {"unit": "white_vol_a1", "space": "tula"})
    assert "leaves_supply" not in warned(g, WHITE, "move_step", "step", "rostov")


def facing(*attackers: str, reduced: bool = False) -> Chaos:
    """Volunteers in Rostov, activated to fight, before two Red armies in Taganrog."""
    g = empty()
    at(g, "rostov", *attackers, reduced=reduced)
    at(g, "taganrog", "red_a1", "red_a2")
    g.operation.markers = [(SPACE["rostov"], COMBAT)]
    g.operation.ready = [UNIT[name] for name in attackers]
    return g


def test_a_bad_attack_tells_three_figures_and_asks_where_the_dice_fall_next() -> None:
    g = facing("white_vol_a1", reduced=True)
    grade, told = figures(warned(g, WHITE, "declare_attack", "attack", "taganrog"), "poor_odds")
    assert (grade, told) == ("ask", {"space": "taganrog", "win": 17, "loss": 56, "both": 27})
    assert "poor_odds" not in warned(facing("white_vol_a1"), WHITE, "declare_attack", "attack", "taganrog"), "a fair fight"


def test_while_others_may_still_join_it_only_warns() -> None:
    g = facing("white_vol_a1", "white_vol_a2", reduced=True)
    g.fortified.append((SPACE["taganrog"], 3))
    assert warned(g, WHITE, "declare_attack", "attack", "taganrog")["poor_odds"].grade == "warn"
    g.battle = Battle(side=WHITE, foe=RED, target=SPACE["taganrog"], attackers=[])
    assert warned(g, WHITE, "attack_unit", "attacker", "white_vol_a1") == {}, "another may join"
    g.battle.attackers = [UNIT["white_vol_a1"]]
    alone = figures(warned(g, WHITE, "attack_unit", "done"), "poor_odds")
    both = figures(warned(g, WHITE, "attack_unit", "attacker", "white_vol_a2"), "poor_odds")
    assert (alone[0], both[0]) == ("ask", "ask"), "now the enemy answers and the dice fall"
    assert both[1]["win"] > alone[1]["win"], "the figures are those of who attacks"


def test_an_attack_out_of_supply_tells_the_same_figures() -> None:
    g = empty()
    at(g, "tula", "white_vol_a1")
    at(g, "kaluga", "red_a1")
    g.operation.markers, g.operation.ready = [(SPACE["tula"], COMBAT)], [UNIT["white_vol_a1"]]
    assert not in_supply(g, UNIT["white_vol_a1"])
    told = warned(g, WHITE, "declare_attack", "attack", "kaluga")
    grade, cut_off = figures(told, "attack_cut_off")
    assert (grade, cut_off["units"], told["attack_cut_off"].rule) == ("ask", ["white_vol_a1"], "13")
    assert cut_off["win"] + cut_off["loss"] + cut_off["both"] == 100
    assert "poor_odds" not in told, "the figures are told once"


def test_a_key_too_many_ends_all_attacks() -> None:
    g = facing("white_vol_a1")
    assert figures(warned(g, WHITE, "declare_attack", "end_attacks"), "unfought") == ("ask", {"spaces": ["rostov"]})
    g.operation.used = [UNIT["white_vol_a1"]]
    assert "unfought" not in warned(g, WHITE, "declare_attack", "end_attacks")


def test_the_introductory_scenario_begins_without_a_bid_unless_one_is_wanted() -> None:
    def asked(scenario: str, **options: bool) -> set[str]:
        return {question.decision for question in Match.new(GAME, scenario, options, bytes(32)).asked().values()}

    bids = asked("introductory_1918", bid_for_sides=True)
    assert not bids & asked("introductory_1918"), "a first match begins with the game, not with an auction for the sides"
    assert bids == asked("campaign"), "elsewhere a bid is the rule"
