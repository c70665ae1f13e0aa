"""E69 to E78, E81 to E91, E93 to E96: edge cases."""

from __future__ import annotations

import pytest

from casusbelli.games.triumph_of_chaos.cards import BLUFF, CARDS, SwitchSide
from casusbelli.games.triumph_of_chaos.combat import fight
from casusbelli.games.triumph_of_chaos.content import FACTION, NOBODY, RAIL, RED, SPACE_IDS, UNIT, UNITS_OF, WHITE
from casusbelli.games.triumph_of_chaos.effects_forces import turncoats
from casusbelli.games.triumph_of_chaos.effects_politics import hand_over
from casusbelli.games.triumph_of_chaos.events import play_event, why_no_event
from casusbelli.games.triumph_of_chaos.factions import enterable, usable
from casusbelli.games.triumph_of_chaos.in_fighting import draw_in_fighting
from casusbelli.games.triumph_of_chaos.influence import deployments_due, put_marker
from casusbelli.games.triumph_of_chaos.logistics import _clean_up, _conscription
from casusbelli.games.triumph_of_chaos.losses import loss_choices, take_losses
from casusbelli.games.triumph_of_chaos.movement import Mover
from casusbelli.games.triumph_of_chaos.operations import candidates
from casusbelli.games.triumph_of_chaos.poland import begin_war, polish_response
from casusbelli.games.triumph_of_chaos.political import boxes
from casusbelli.games.triumph_of_chaos.redeployment import destinations
from casusbelli.games.triumph_of_chaos.rounds import action_options
from casusbelli.games.triumph_of_chaos.scoring import credited_to
from casusbelli.games.triumph_of_chaos.state import CONQUERED, ELIMINATED, OUT, PERMANENT, RESERVE, Battle, Chaos, Operation
from casusbelli.games.triumph_of_chaos.supply import in_supply, passable
from casusbelli.games.triumph_of_chaos.targets import attackable
from casusbelli.games.triumph_of_chaos.tsar import (
    execute_tsar,
    may_rescue_tsar,
    rescue_tsar,
    train_deposit,
    train_income,
)
from casusbelli.games.triumph_of_chaos.wars import conquest_check

from .conftest import LoadedDice
from .positions import Table, at, changed, clear, control, flag, fresh, hand, marker, off, run, s, without_cp


def test_e69_largest_sum_not_largest_step() -> None:
    g = fresh("campaign")
    units = [UNIT["white_sib_a3"], UNIT["white_vol_a2"]]
    at(g, "rostov", "white_sib_a3")
    assert loss_choices(g, units, 4) == [UNIT["white_sib_a3"]]
    for unit, place in enumerate(g.where):
        if place == RESERVE:
            g.where[unit] = OUT
    assert run(take_losses(g, WHITE, units, 4)).asked == []
    assert units == [UNIT["white_vol_a2"]]
    assert g.where[UNIT["white_sib_a3"]] == PERMANENT and not g.reduced[UNIT["white_vol_a2"]]


def test_e70_southeast_boxes() -> None:
    g = fresh()
    marker(g, turkistan=-2, khiva=-2)
    clear(g, 501)
    at(g, 501, "red_a12", "red_c12")
    army, corps = enterable(g, UNIT["red_a12"]), enterable(g, UNIT["red_c12"])
    for box in (413, 415):
        assert not army >> s(box) & 1 and corps >> s(box) & 1
    marker(g, turkistan=-1)
    assert not enterable(g, UNIT["red_c12"]) >> s(415) & 1, "a neutral region is closed to corps too"
    flag(g, "r42_southeast")
    assert enterable(g, UNIT["red_a12"]) >> s(413) & 1


@pytest.mark.parametrize(("roll", "marked"), [(3, True), (5, False)])
def test_e71_partisans(dice: LoadedDice, roll: int, marked: bool) -> None:
    g = fresh("tournament_1919")
    clear(g, 822)
    hand(g, "white", 29)
    dice(roll)
    run(play_event(g, WHITE, 29), ("space", SPACE_IDS[s(822)]), ("done",))
    assert (passable(g, RED) >> s(822) & 1 == 0) == marked
    assert Mover(g, RED, [UNIT["red_a8"]], []).mask >> s(822) & 1, "movement may pass"
    if marked:
        g.phase = "attrition"
        g.round = 6
        dice(1, 1, 1)
        run(_clean_up(g))
        assert passable(g, RED) >> s(822) & 1


def test_e72_green(dice: LoadedDice) -> None:
    g = fresh("campaign")
    hand(g, "red", 6)
    dice(4)
    run(play_event(g, RED, 6), ("green", SPACE_IDS[s(310)]))
    assert not enterable(g, UNIT["white_vol_a2"]) >> s(310) & 1
    assert not passable(g, WHITE) >> s(310) & 1
    at(g, "yekaterinodar", "white_ru_c5")
    assert in_supply(g, UNIT["white_ru_c5"])
    g.operation = Operation()
    battle = Battle(side=WHITE, foe=3, target=s(310), attackers=[UNIT["white_ru_c5"]])
    dice(4, 1)
    run(fight(g, battle), ("done",))
    assert g.greens == []


def test_e73_in_fighting_with_gajda(dice: LoadedDice) -> None:
    g = fresh("campaign")
    at(g, "omsk", "gajda")
    dice.lot("calm", "open_feud")
    trace = run(draw_in_fighting(g, WHITE))
    assert trace.pending is not None and trace.pending.seat == "red"
    assert trace.options == [("marker", "calm"), ("marker", "open_feud")]
    dice.lot("calm", "open_feud")
    run(draw_in_fighting(g, WHITE), ("marker", "open_feud"), ("no_act", "rostov"), ("no_act", "orenburg"))
    assert {s("rostov"), s("orenburg")} <= set(g.no_act)
    off(g, "gajda")
    dice.lot("calm")
    assert run(draw_in_fighting(g, WHITE)).asked == []


def test_e74_initiative_diplomacy() -> None:
    g = fresh("campaign")
    marker(g, poland=1, britain=2)
    hand(g, "white", 8)
    trace = run(play_event(g, WHITE, 8), ("option", "diplomacy"))
    offered = {choice[1] for choice in trace.options}
    assert "ukraine" in offered and not offered & {"poland", "britain"}
    assert 8 in g.removed[WHITE]


def test_e75_gold_train() -> None:
    g = fresh("campaign")
    g.turn = 2
    assert g.train_controller() == NOBODY
    run(put_marker(g, FACTION["czech_legion"], WHITE, "card"))
    assert g.train_controller() == WHITE
    run(train_income(g), ("gold_steps",))
    assert g.pools[WHITE] == {"side": 2}
    run(train_income(g), ("gold_influence", "poland"))
    assert g.pending[FACTION["poland"]] == 1
    kazan = s("kazan")
    assert {SPACE_IDS[b] for a, b in RAIL if a == kazan} == {"alatyr", "cheboksary", "simbirsk"}
    g.lock[FACTION["czech_legion"]] = 0
    hand(g, "white", 1, 2)
    g.hands[RED] = []
    table = Table(g).do("choose_action", "ops", "white_01").do("activate_spaces", "activate", "kazan", "move")
    table.do("activate_spaces", "done").do("move_stack", "move_unit", "czech_legion_c1", "train")
    assert {choice[1] for choice in table.options} <= {"alatyr", "cheboksary", "simbirsk"}
    table.do("move_step", "step", "simbirsk")
    assert table.g.train == s("simbirsk")
    g = fresh("campaign")
    g.train = s("omsk")
    train_deposit(g)
    assert g.vp[WHITE] == 2 and g.train == OUT


def test_e76_tsar(dice: LoadedDice) -> None:
    g = fresh("campaign")
    g.turn = 2
    marker(g, czech_legion=2)
    assert not may_rescue_tsar(g), "no army in Ekaterinburg"
    at(g, "ekaterinburg", "white_sib_a1")
    assert may_rescue_tsar(g)
    dice(3)
    rescue_tsar(g)
    assert g.vp[WHITE] == 2
    g = fresh("campaign")
    execute_tsar(g)
    assert [g.pending[FACTION[f]] for f in ("britain", "france", "finland")] == [1, 1, 1]
    g.turn = 2
    marker(g, czech_legion=2)
    at(g, "ekaterinburg", "white_sib_a1")
    assert not may_rescue_tsar(g)


def test_e77_conscription() -> None:
    g = without_cp(fresh("campaign"))
    begin_war(g, RED, "response")
    g.vp[RED] = 1
    trace = run(_conscription(g), ("conscript", 1))
    assert trace.asked == ["conscription"]
    assert g.pools[RED] == {"side": 4} and g.vp[RED] == 0
    g = without_cp(fresh("campaign"))
    marker(g, poland=2)
    g.deployed[FACTION["poland"]] = 1
    g.vp[RED] = 1
    hand(g, "white", 44)
    run(play_event(g, WHITE, 44))
    run(_conscription(g))
    assert g.pools[RED] == {"side": 10} and g.vp[RED] == 1


def test_e77_no_more_than_owned() -> None:
    g = without_cp(fresh("campaign"))
    begin_war(g, RED, "response")
    g.vp[RED] = 1
    assert run(_conscription(g)).options == [("conscript", 0), ("conscript", 1)]


def test_e78_switch_sides(dice: LoadedDice) -> None:
    card = CARDS[RED][4].effects[0]
    assert isinstance(card, SwitchSide)
    g = fresh("campaign")
    at(g, 329, "white_don_c2")
    off(g, "white_don_south_a")
    targets = turncoats(g, RED, card)
    assert UNIT["white_don_c2"] in targets and UNIT["white_don_north_a"] not in targets
    g.reduced[UNIT["white_don_north_a"]] = 1
    assert UNIT["white_don_north_a"] not in turncoats(g, RED, card)
    hand(g, "red", 4)
    dice(3)
    run(play_event(g, RED, 4), ("target", "white_don_c2"))
    assert g.where[UNIT["white_don_c2"]] == ELIMINATED and g.control[s(329)] == RED


def test_e81_red_controlled_britain() -> None:
    g = fresh("campaign")
    run(put_marker(g, FACTION["britain"], RED, "political"))
    assert FACTION["britain"] not in deployments_due(g)
    assert not usable(g, FACTION["britain"], RED) and not usable(g, FACTION["britain"], WHITE)
    run(put_marker(g, FACTION["britain"], WHITE, "political"))
    assert FACTION["britain"] in deployments_due(g)


def violated(*places: tuple[str, str, str] | tuple[str, str]) -> Table:
    g = fresh()
    run(put_marker(g, FACTION["turkistan"], WHITE, "political"))
    assert g.where[UNIT["turkistan_a1"]] == OUT and deployments_due(g) == []
    g.active = RED
    marker(g, khiva=-2)
    at(g, 413, "red_c12")
    g.operation = Operation(markers=[(s(413), 1)], ready=[UNIT["red_c12"]])
    g.phase = "moving"
    table = Table(g).do("move_stack", "move_unit", "red_c12").do("move_step", "step", SPACE_IDS[s(414)])
    assert table.ask.seat == "white"
    for place in places:
        table.do("deploy_faction", *place)
    return table


def test_e82_violation() -> None:
    table = violated(("place", "turkistan_a1", "tashkent"), ("to_reserve", "turkistan_c1"))
    g = table.g
    assert g.where[UNIT["red_c12"]] == s(414)
    assert usable(g, FACTION["turkistan"], WHITE)
    table = violated(("place", "turkistan_a1", "kazalinsk"), ("to_reserve", "turkistan_c1"))
    assert table.g.where[UNIT["red_c12"]] == s(413), "the way is barred and the move ends"
    assert table.ask.decision != "move_step"


def test_e83_empty_reserve_camp() -> None:
    g = fresh("campaign")
    off(g, "red_fin_c1", "red_fin_c2")
    army = UNIT["red_fin_a1"]
    g.reduced[army] = 1
    assert g.where[UNIT["red_c17"]] == RESERVE
    assert run(take_losses(g, RED, [army], 2)).asked == []
    assert g.where[army] == PERMANENT


def test_e84_mud(dice: LoadedDice) -> None:
    g = fresh("tournament_1919", "preparation")
    g.turn = 5
    g.in_fighting = [0, 0, 0]
    dice(5)
    table = Table(g)
    assert table.g.mud_rounds == 2
    g = table.g
    for n, muddy in ((1, True), (2, True), (3, False)):
        g.round = n
        assert g.mud == muddy
        mover = Mover(g, RED, [UNIT["red_a3"]], [])
        mover.points -= mover.step_cost
        assert (mover.points >= mover.step_cost) != muddy


def test_e85_one_marker_at_a_time() -> None:
    g = fresh("campaign")
    hand(g, "white", 5, 6)
    hand(g, "red", 8, 1)
    table = Table(g).do("choose_action", "ops", "white_05").do("activate_spaces", "activate", SPACE_IDS[s(322)], "combat")
    spaces = {choice[1] for choice in table.options if choice[0] == "activate"}
    south = {SPACE_IDS[c.space] for c in candidates(table.g, WHITE) if set(c.camps) <= {3}}
    assert spaces == south - {SPACE_IDS[s(322)]}
    assert ("done",) in table.options
    refusal = table.ask.refusal(("activate", "orenburg", "move"))
    assert refusal is not None and refusal.key == "camp_limit"
    table.do("activate_spaces", "activate", "rostov", "move")
    assert (table.ask.decision, table.ask.seat) == ("cancel_activation", "red")
    table.do("cancel_activation", "pass")
    assert table.ask.decision == "move_stack"


def test_e86_declining_the_corps() -> None:
    g = fresh("campaign")
    army = UNIT["red_a9"]
    run(take_losses(g, RED, [army], 6), ("none",))
    assert g.where[army] == PERMANENT and g.where[UNIT["red_c17"]] == RESERVE
    g = fresh("campaign")
    run(take_losses(g, RED, [army], 7), ("replace", "red_c17"))
    assert g.where[army] == ELIMINATED
    assert g.where[UNIT["red_c17"]] == s(326) and g.reduced[UNIT["red_c17"]] == 1


def test_e87_reserve_and_camps() -> None:
    g = fresh("campaign")
    siberians, russians = destinations(g, UNIT["white_sib_ec1"]), destinations(g, UNIT["white_ru_c5"])
    assert s("ekaterinburg") in siberians and s("rostov") not in siberians
    assert s("rostov") in russians and s("ekaterinburg") not in russians


def test_e88_void_options() -> None:
    g = fresh()
    hand(g, "red", 1, 14)
    hand(g, "white", 2, 13)
    assert run(play_event(g, RED, 1)).options[0][:2] == ("place", "red_a13"), "recruits without a question"
    assert run(play_event(g, WHITE, 2)).options == [("option", "finns"), ("option", "cossacks")]
    republics = ("astrakhan", "belarus", "makhno", "transcaucasia", "west_ukraine")
    assert run(play_event(g, RED, 14)).options == [("option", f) for f in republics]
    run(play_event(g, WHITE, 13))
    assert [f for f, n in zip(FACTION, g.pending, strict=True) if n] == ["latvia", "lithuania"]


def test_e89_british_reinforcements_blocked() -> None:
    g = fresh("tournament_1919")
    hand(g, "white", 27)
    assert why_no_event(g, WHITE, 27) is None
    control(g, "red", "sevastopol")
    assert why_no_event(g, WHITE, 27) is not None
    assert ("ops", "white_27") in action_options(g, WHITE)


def test_e90_closed_border_attack() -> None:
    g = fresh("campaign")
    at(g, "viipuri", "white_fin_c1")
    assert not attackable(g, UNIT["red_a7"], s("petrograd")) >> s("viipuri") & 1
    g.border_open = True
    changed(g)
    assert attackable(g, UNIT["red_a7"], s("petrograd")) >> s("viipuri") & 1
    g = fresh()
    marker(g, khiva=-2)
    clear(g, 501)
    at(g, 501, "white_sib_a1", "white_sib_c1")
    at(g, 413, "red_c12")
    assert not attackable(g, UNIT["white_sib_a1"], s(501)) >> s(413) & 1
    assert attackable(g, UNIT["white_sib_c1"], s(501)) >> s(413) & 1


def test_e91_makhno_changes_sides() -> None:
    g = fresh("tournament_1919")
    run(put_marker(g, FACTION["makhno"], RED, "political"))
    g.deployed[FACTION["makhno"]] = 1
    at(g, 227, "makhno_a1", "red_c8")
    at(g, "katerynoslav", "makhno_a3")
    hand(g, "white", 39)
    trace = run(play_event(g, WHITE, 39))
    assert trace.asked == ["retreat_path"]
    g = fresh("tournament_1919")
    run(put_marker(g, FACTION["makhno"], RED, "political"))
    g.deployed[FACTION["makhno"]] = 1
    g.lock[FACTION["makhno"]] = 0
    at(g, 227, "makhno_a1", "red_c8")
    at(g, "katerynoslav", "makhno_a3")
    hand(g, "white", 39)
    run(play_event(g, WHITE, 39), ("retreat", "red_c8", trace.options[0][2]))
    assert g.control[s(227)] == WHITE and g.side[UNIT["makhno_a1"]] == WHITE
    assert s(227) in {c.space for c in candidates(g, WHITE)}
    assert credited_to(g, s("katerynoslav")) == WHITE
    assert g.fcm[FACTION["makhno"]] == -2
    g.commander[FACTION["makhno"]] = 0
    run(hand_over(g, FACTION["makhno"], RED))
    assert g.side[UNIT["makhno_a1"]] == RED and g.control[s(227)] == RED


@pytest.mark.parametrize(("position", "conquered"), [(2, True), (1, False)])
def test_e93_finland_conquered(position: int, conquered: bool) -> None:
    g = fresh()
    g.turn = 2
    if position == 2:
        run(put_marker(g, FACTION["finland"], WHITE, "political"))
    else:
        marker(g, finland=1)
    assert g.control[s("helsinki")] == RED
    conquest_check(g)
    assert (g.fate[FACTION["finland"]] == CONQUERED) == conquered
    if conquered:
        assert g.fcm[FACTION["finland"]] == 0
        assert all(g.where[u] in (ELIMINATED, OUT) for u in UNITS_OF[FACTION["finland"]])


def test_e94_attacker_fires_first(dice: LoadedDice) -> None:
    g = fresh("tournament_1919")
    g.operation = Operation()
    clear(g, "gashun", "velikoknyazheskaya")
    at(g, "velikoknyazheskaya", "white_vol_a1")
    at(g, "gashun", "red_c1")
    g.hands = [[], [], [38]]
    battle = Battle(side=WHITE, foe=RED, target=s("gashun"), attackers=[UNIT["white_vol_a1"]])
    battle.defenders = [UNIT["red_c1"]]
    battle.cm[0] = -1
    dice(3)
    trace = run(fight(g, battle), ("initiative", "white_38"), ("advance", "white_vol_a1"))
    assert trace.asked == ["play_initiative", "advance"]
    assert g.where[UNIT["red_c1"]] == ELIMINATED and not dice.rolls
    assert 38 in g.removed[WHITE]


def test_e95_belarus_in_1919(dice: LoadedDice) -> None:
    g = fresh("tournament_1919")
    run(polish_response(g, s("minsk"), [UNIT["red_c14"]]))
    dice(6)
    run(polish_response(g, s("vilnius"), [UNIT["red_c14"]]))
    assert FACTION["lithuania"] in g.responded and not dice.rolls


def test_e96_short_of_choices(dice: LoadedDice) -> None:
    g: Chaos = fresh("campaign", "boxes")
    g.pc_deck[2] = [50, 64, 66]
    g.placed = [[], [BLUFF, BLUFF, BLUFF], [BLUFF, BLUFF, 8]]
    g.values = [[], [0, 0, 0], [0, 0, 0]]
    dice.lot(1, 23, 66, 5, 30)
    trace = run(boxes(g), ("choose", "pc_50"))
    assert trace.asked == ["pol_choose_pc"]
    assert g.pc_box[2] == [66] and 50 in g.pc_discard
