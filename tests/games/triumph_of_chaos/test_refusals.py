"""Every refusal names the rule that stands in the way, in three languages."""

from __future__ import annotations

import re

import pytest

from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.advance import advance
from casusbelli.games.triumph_of_chaos.board import own_units
from casusbelli.games.triumph_of_chaos.cards import CARDS
from casusbelli.games.triumph_of_chaos.combat import fight
from casusbelli.games.triumph_of_chaos.content import FACTION, FOLDER, LEADER, RED, SPACE_IDS, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.deployment import deploy_faction
from casusbelli.games.triumph_of_chaos.event_conditions import missing
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.logistics import _buy_leader
from casusbelli.games.triumph_of_chaos.losses import lose_step, take_losses
from casusbelli.games.triumph_of_chaos.movement import moving
from casusbelli.games.triumph_of_chaos.redeployment import redeployment
from casusbelli.games.triumph_of_chaos.refusals import (
    why_not_advance,
    why_not_behind_lines,
    why_not_initiative,
    why_not_retreat,
)
from casusbelli.games.triumph_of_chaos.special_actions import take_special
from casusbelli.games.triumph_of_chaos.state import MOVE, RESERVE, Battle, Chaos, Operation
from casusbelli.words.texts import catalogue, say

from .conftest import LoadedDice
from .positions import Table, Trace, at, changed, clear, control, fresh, hand, marker, off, run, s, without_cp


def key(trace: Trace, *choice: str | int) -> str:
    refusal = trace.refusal(*choice)
    assert refusal is not None, f"{choice} is refused without a reason"
    return refusal.key


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_reason_has_words(language: str) -> None:
    words = catalogue(GAME, language)
    used = {k for path in FOLDER.glob("*.py") for k in re.findall(r'Refusal\(\s*"(\w+)"', path.read_text("utf-8"))}
    assert len(used) > 60
    assert [k for k in sorted(used) if f"refusal.{k}" not in words] == []


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_condition_of_a_card_has_words(language: str) -> None:
    words = catalogue(GAME, language)
    conditions = {c for mine in CARDS for card in mine.values() for c in card.requires}
    assert len(conditions) > 15
    for condition in conditions:
        reason, params = missing(condition)
        sentence = say(words, f"refusal.{reason}", params)
        assert f"refusal.{reason}" in words and "{" not in sentence and "_" not in sentence, sentence


def test_an_event_tells_what_it_waits_for() -> None:
    assert missing("flag:w13_goltz|played:white_24") == ("event_needs_card", {"cards": ["white_13", "white_24"], "count": 2})
    assert missing("not flag:r26_curzon") == ("event_barred_by_card", {"cards": ["red_26"], "count": 1})
    assert missing("fcm:turkistan<=-1") == ("event_needs_leaning", {"faction": "turkistan", "side": "red"})


def test_an_option_of_a_card_tells_what_it_waits_for() -> None:
    g = without_cp(fresh("campaign"))
    g.turn = 6
    hand(g, "white", 28)
    marker(g, britain=2, czech_legion=2, poland=2)
    trace = run(play_event(g, WHITE, 28))
    assert trace.asked == ["event_choice"]
    assert key(trace, "option", "britain") == "event_needs_control", "Transcaucasia is not White's"
    g.where[UNIT["poland_tank_c"]] = RESERVE
    g.flags.append("w28_poland")
    g.removed[WHITE].clear()
    g.hands[WHITE] = [28]
    trace = run(play_event(g, WHITE, 28))
    assert key(trace, "option", "poland_tank") == "event_no_effect"


def test_placing_a_unit() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, latvia=2)
    control(g, "white", "riga", "liepaja")
    at(g, "liepaja", "white_ru_c5", "white_ru_c6", "white_ru_c7")
    trace = run(deploy_faction(g, FACTION["latvia"], "political"))
    assert trace.asked == ["deploy_faction"], "the army finds its place by itself, a corps may go to the reserve"
    assert key(trace, "place", "latvia_c1", "liepaja") == "overstacked"
    assert key(trace, "place", "latvia_c1", "moskva") == "held_by_others"
    assert key(trace, "place", "latvia_c1", "daugavpils") == "not_controlled"
    assert key(trace, "place", "latvia_c1", "sevastopol") == "other_place"


def attack_on_326(g: Chaos) -> Battle:
    units = [u for u in g.board.at[s(326)] if g.side[u] == RED]
    attackers = [UNIT["white_vol_a1"], UNIT["white_ru_c4"]]
    return Battle(side=WHITE, foe=RED, target=s(326), attackers=attackers, defenders=units)


def test_leaders_and_their_abilities() -> None:
    g = fresh("campaign")
    g.operation = Operation()
    trace = run(fight(g, attack_on_326(g)))
    assert trace.asked == ["leader_withdraw"]
    assert key(trace, "withdraw", "lenin") == "leader_elsewhere"
    at(g, 326, "dzerzhinsky", "budyonny")
    g.operation = Operation(tested=["trotsky:withdraw"])
    trace = run(fight(g, attack_on_326(g)))
    assert key(trace, "withdraw", "trotsky") == "leader_has_tried"
    assert key(trace, "withdraw", "budyonny") == "leader_lacks_ability"
    off(g, "dzerzhinsky", "budyonny")
    trace = run(fight(g, attack_on_326(g)))
    assert trace.asked == ["leader_reinforce"]
    assert key(trace, "reinforce", "denikin", "white_sib_c1") == "not_beside_battle"
    assert key(trace, "reinforce", "krasnov", "white_don_north_a") == "leader_elsewhere"
    assert key(trace, "reinforce", "denikin", "white_vol_a1") == "already_busy"


def test_losses_and_substitutes() -> None:
    g = fresh("campaign")
    at(g, "rostov", "white_sib_a3")
    units = [UNIT["white_sib_a3"], UNIT["white_vol_a2"], UNIT["white_don_cav_a"]]
    trace = run(take_losses(g, WHITE, units, 3))
    assert key(trace, "lose", "white_sib_a3") == "loss_not_largest"
    assert key(trace, "lose", "white_vol_a1") == "not_in_battle"
    army = UNIT["red_a9"]
    g.reduced[army] = 1
    trace = run(lose_step(g, RED, army, [army], "12.8"))
    assert trace.asked == ["replace_with_corps"]
    assert key(trace, "replace", "red_c1") == "not_in_reserve"
    assert key(trace, "replace", "red_fin_c1") == "other_camp"


def test_retreat_and_advance() -> None:
    g = fresh("campaign")
    unit = UNIT["red_a9"]
    reasons = {
        SPACE_IDS[s(322)]: "attacked_from_there",
        SPACE_IDS[s(325)]: "held_by_others",
        "petrograd": "retreat_distance",
        "orenburg": "held_by_others",
        "omsk": "not_controlled",
    }
    for place, reason in reasons.items():
        refusal = why_not_retreat(g, RED, unit, 2, [s(322)], ("retreat", "red_a9", place))
        assert refusal is not None and refusal.key == reason, place
    battle = attack_on_326(g)
    refusal = why_not_advance(g, battle, ("advance", "white_vol_a3"))
    assert refusal is not None and refusal.key == "not_in_battle"
    clear(g, 326)
    trace = run(advance(g, battle))
    assert key(trace, "advance_leader", "denikin") == "leader_follows_troops"


def test_redeployment() -> None:
    g = fresh("campaign", phase="redeployment")
    g.round, g.active = 1, WHITE
    g.operation = Operation(points=4)
    table = Table(g)
    table.do("sr_move", "redeploy", "white_vol_a1")
    ask = table.ask
    reasons = {"samara": "no_act", "pskov": "not_controlled", "omsk": "not_joined", SPACE_IDS[s(326)]: "held_by_others"}
    for place, reason in reasons.items():
        refusal = ask.refusal(("sr_to", place))
        assert refusal is not None and refusal.key == reason, place
    refusal = ask.refusal(("sr_reserve",))
    assert refusal is not None and refusal.key == "armies_stay_on_map"


def test_rebuilding() -> None:
    g = fresh("campaign", phase="replacements")
    g.logistics_side = RED
    g.pools[RED] = {"side": 2}
    off(g, "red_a8", box=-3)
    table = Table(g)
    table.do("spend_rs", "rebuild", "red_a8", "side")
    for place, reason in (("rostov", "held_by_others"), ("omsk", "not_controlled"), ("pskov", "other_place")):
        refusal = table.ask.refusal(("rebuild_at", "red_a8", place))
        assert refusal is not None and refusal.key == reason, place


def test_behind_the_lines() -> None:
    g = fresh("campaign")
    reasons = {"rostov": "not_empty", "pskov": "not_the_enemys", "yekaterinodar": "is_victory_city", "hango": "not_his_home"}
    for place, reason in reasons.items():
        refusal = why_not_behind_lines(g, RED, WHITE, "17.3", ("green", place))
        assert refusal is not None and refusal.key == reason, place


def test_turncoats(dice: LoadedDice) -> None:
    g = fresh("campaign")
    hand(g, "red", 4)
    trace = run(play_event(g, RED, 4))
    assert key(trace, "target", "white_don_north_a") == "elite_is_loyal"
    assert key(trace, "target", "white_don_south_a") == "too_steady"
    assert key(trace, "target", "white_ru_c7") == "no_neighbours"
    assert key(trace, "target", "red_c1") == "not_an_enemy"


def test_markers_and_propaganda() -> None:
    g = without_cp(fresh("campaign"))
    trace = run(take_special(g, RED, "propaganda"))
    assert key(trace, "propaganda", "samara") == "no_act"
    assert key(trace, "propaganda", "sevastopol") == "no_neighbours"
    assert key(trace, "propaganda", "murmansk") == "nobody_to_hinder"


def test_initiative_cards() -> None:
    g = fresh("campaign")
    hand(g, "white", 3, 8)
    refusals = [why_not_initiative(g, WHITE, "12.3", ("initiative", card)) for card in ("white_03", "white_38")]
    assert [r and r.key for r in refusals] == ["no_initiative_card", "not_in_hand"]


def test_leaders_for_sale() -> None:
    g = fresh("campaign")
    g.pools[WHITE] = {"side": 2}
    for unit in ("white_sib_a1", "white_sib_a2"):
        off(g, unit, box=RESERVE)
    changed(g)
    trace = run(_buy_leader(g, WHITE))
    assert key(trace, "buy_leader", "denikin") == "no_army_to_join"
    assert key(trace, "buy_leader", "wrangel") == "not_for_sale"


def marching() -> Chaos:
    """White's turn to move the stack that Denikin leads."""
    g = fresh()
    here, g.active = g.leader_at[LEADER["denikin"]], WHITE
    g.operation = Operation(markers=[(here, MOVE)], ready=own_units(g, here, WHITE))
    return g


def test_11_a_leader_or_a_stack_that_cannot_move_says_why() -> None:
    g = marching()
    trace = run(moving(g))
    assert key(trace, "move_leader", "krasnov") == "not_activated"
    assert key(trace, "move_all", "sevastopol") == "not_to_move"
    g.operation.moved_leaders.append(LEADER["denikin"])
    assert key(run(moving(g)), "move_leader", "denikin") == "already_moved"


def test_11_a_mover_that_has_not_moved_cannot_stop() -> None:
    g = marching()
    trace = run(moving(g), ("move_leader", "denikin"))
    assert (trace.asked[-1], key(trace, "stop")) == ("move_step", "first_step")


def test_10_4_a_leader_that_cannot_be_redeployed_says_why() -> None:
    g = marching()
    g.operation = Operation(points=3)
    assert key(run(redeployment(g)), "redeploy_leader", "trotsky") == "not_yours_to_move"
    g.operation.moved_leaders.append(LEADER["denikin"])
    assert key(run(redeployment(g)), "redeploy_leader", "denikin") == "already_moved"
    g.operation.moved_leaders.clear()
    g.no_act.append(g.leader_at[LEADER["denikin"]])
    assert key(run(redeployment(g)), "redeploy_leader", "denikin") == "no_act"


def test_20_men_cannot_be_called_up_for_points_that_red_does_not_have() -> None:
    g = fresh("tournament_1919")
    g.conscription, g.vp[RED], g.phase = "pay", 1, "logistics"
    refusal = Table(g).match.refusal("red", ("conscript", 2))
    assert refusal is not None and (refusal.key, refusal.params) == ("vp_short", {"points": 1})


def test_10_7_a_leader_of_the_enemy_is_not_sent_anywhere() -> None:
    assert key(run(take_special(fresh(), WHITE, "move_leader")), "move_leader", "trotsky") == "not_yours_to_move"


def test_10_1_a_place_touched_before_a_card_is_played_says_what_comes_first() -> None:
    g = fresh("campaign", phase="round")
    g.round, g.active = 1, WHITE
    hand(g, "white", 3, 10)
    table = Table(g)

    def why(space: str) -> str:
        refusal = table.ask.refusal(("activate", space, "move"))
        assert refusal is not None
        return refusal.key

    assert why("rostov") == "card_first"
    assert why("moskva") == "no_own_units"
    g.no_act.append(s("rostov"))
    assert why("rostov") == "no_act"
    g.hands[WHITE].clear()
    assert why("rostov") == "no_card_left"


def test_11_what_is_not_yours_is_not_moved() -> None:
    trace = run(moving(marching()))
    assert key(trace, "move_unit", "red_a9") == "not_yours"
    assert key(trace, "move_all", "moskva") == "no_own_units"
    assert key(trace, "move_all", "rostov") in ("not_to_move", "no_move")


def test_11_a_place_beyond_the_points_left_is_too_far() -> None:
    g = marching()
    trace = run(moving(g), ("move_unit", "white_vol_a1"))
    refusal = trace.refusal("step", "omsk")
    assert refusal is not None and refusal.key == "too_far" and refusal.params is not None
    assert refusal.params["needed"] > refusal.params["points"] == 3
    assert key(trace, "step", SPACE_IDS[s(326)]) == "enemy_there"


def test_10_4_a_goal_needs_somebody_who_goes_there() -> None:
    g = marching()
    g.operation = Operation(points=3)
    trace = run(redeployment(g))
    assert key(trace, "sr_to", "omsk") == "piece_first"
    assert key(trace, "redeploy", "red_a9") == "not_yours_to_move"
