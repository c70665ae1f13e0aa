"""What the staff bot weighs: raids that would cut its lines, what politics will bring, and all that is decided by yes or no."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import own_units, politics_changed, put, send, set_control
from casusbelli.games.triumph_of_chaos.bot.aims import condition_worth, coveted
from casusbelli.games.triumph_of_chaos.bot.answers import Answers
from casusbelli.games.triumph_of_chaos.bot.assaults import cut_by_storm, weak_posts
from casusbelli.games.triumph_of_chaos.bot.battles import prize
from casusbelli.games.triumph_of_chaos.bot.campaign import action, activation, steps_needed
from casusbelli.games.triumph_of_chaos.bot.declarations import war_pays
from casusbelli.games.triumph_of_chaos.bot.events import effect_value, keep_value
from casusbelli.games.triumph_of_chaos.bot.lines import risk_weight, stranded, survey
from casusbelli.games.triumph_of_chaos.bot.marches import best_march, best_marches, onward
from casusbelli.games.triumph_of_chaos.bot.markers import Outlook, box_value, faction_value, influence_value, net_value
from casusbelli.games.triumph_of_chaos.bot.plans import Campaign, best_mover
from casusbelli.games.triumph_of_chaos.bot.politics import box_gains
from casusbelli.games.triumph_of_chaos.bot.raids import barring, exposure, looks_for_raids, raided_units, raids
from casusbelli.games.triumph_of_chaos.bot.reasons import reasons, why_there
from casusbelli.games.triumph_of_chaos.bot.situation import NODE_AT, Situation
from casusbelli.games.triumph_of_chaos.bot.staff import purchase
from casusbelli.games.triumph_of_chaos.bot.steps import steps_worth
from casusbelli.games.triumph_of_chaos.bot.verdicts import VERDICTS
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.cards import CARDS, Mutiny, Place, SetFlag
from casusbelli.games.triumph_of_chaos.content import (
    CZECH,
    FACTION,
    FACTION_MASK,
    POLAND,
    RED,
    SPACE,
    SPACE_IDS,
    UNIT,
    VICTORY_CITIES,
    WHITE,
    bits,
)
from casusbelli.games.triumph_of_chaos.endings import CONDITION_CITIES, polish_cities
from casusbelli.games.triumph_of_chaos.movement import Mover
from casusbelli.games.triumph_of_chaos.operations import KIND_IDS
from casusbelli.games.triumph_of_chaos.replacements import SIDE_POOL
from casusbelli.games.triumph_of_chaos.state import COMBAT, ELIMINATED, MOVE, OUT, Battle, Chaos, Operation
from casusbelli.kernel import Choice, seed_from


def opening(scenario: str = "introductory_1918", turn: int = 0, round_: int = 0) -> Match[Chaos]:
    """The set-up of a scenario, as if play had come to that round."""
    match = Match.new(GAME, scenario, {"bid_for_sides": False}, seed_from(1), record=False)
    if round_:
        match.state.turn, match.state.round = turn or match.state.turn, round_
    return match


def seen(match: Match[Chaos], seat: str) -> Situation:
    s = Situation(match.view(seat), MARSHAL)
    survey(s)
    return s


def verdict(decision: str, s: Situation, options: list[Choice], **about: Any) -> Choice:
    return VERDICTS[decision](s, options, about)


# -- lines of supply ---------------------------------------------------------------------------------------------------


def test_samara_hangs_on_one_town_and_a_corps_there_keeps_most_raiders_out() -> None:
    """The neutral Legion bars the railway: the army at Samara lives on Buzuluk, into which Red corps could march at the last."""
    s = seen(opening(round_=5), "white")
    army = 1 << UNIT["white_soc_rev_a"]
    assert any(raid.victims & army and raid.way >> SPACE["buzuluk"] & 1 for raid in raids(s))
    both_lines = 1 << SPACE["buzuluk"] | 1 << SPACE["sterlitamak"]
    assert exposure(s) - exposure(s, both_lines) >= s.lost_for_good(UNIT["white_soc_rev_a"])
    held = opening(round_=5)
    put(held.state, UNIT["white_sib_c1"], SPACE["buzuluk"])
    threats = [sum(bool(raid.victims & army) for raid in raids(some)) for some in (s, seen(held, "white"))]
    assert threats[1] < threats[0] / 2


def test_an_army_that_starves_is_missed_more_than_one_that_can_be_rebuilt() -> None:
    s = seen(opening(), "white")
    army, corps = UNIT["white_vol_a1"], UNIT["white_sib_c1"]
    assert s.lost_for_good(army) > 1.2 * s.unit_value(army)
    assert s.lost_for_good(corps) == s.unit_value(corps)


def test_the_gates_of_siberia_are_guarded_though_they_count_for_nothing() -> None:
    s = seen(opening(), "white")
    assert s.worth[NODE_AT[SPACE["urals_north_east_box"]]] > 4.0


def test_white_fears_the_first_raid_of_a_turn_too_for_who_is_cut_off_cannot_act() -> None:
    """In the first round a Red corps of the steppe could part all of White's East from Omsk; one of Sterlitamak bars it."""
    s = seen(opening(round_=1), "white")
    east = sum(1 << UNIT[unit] for unit in ("white_sib_c3", "white_sib_c4", "white_sib_c5", "white_sib_cos_c1"))
    raid = next(raid for raid in raids(s) if raid.victims & east == east)
    assert raid.start == SPACE["karabau"] and raid.way >> SPACE["aktyubinsk"] & 1
    assert looks_for_raids(s) and risk_weight(s) * barring(s, SPACE["sterlitamak"]) > 2.0
    assert not looks_for_raids(seen(opening(round_=1), "red")), "Red ends the turn himself"


def test_a_raid_that_is_kept_off_is_told_as_the_reason() -> None:
    s = seen(opening(round_=1), "white")
    told = {one.key: one.params["space"] for space in ("sterlitamak", "gashun") for one in why_there(s, SPACE[space])}
    assert told["bars_raid"] == "sterlitamak" and told["stops_raider"] == "gashun"


def test_two_answers_to_one_raid_are_not_worth_twice_as_much() -> None:
    """Beating the corps at Gashun and standing in its way at Torgovaya save the same army of Denikin's."""
    s = seen(opening(round_=1), "white")
    gashun, torgovaya = SPACE["gashun"], SPACE["torgovaya"]
    answers = Answers(s)
    assert answers.overlap(MOVE, -1, torgovaya) == 0.0
    answers.give(COMBAT, gashun, -1)
    assert answers.overlap(MOVE, -1, torgovaya) >= risk_weight(s) * barring(s, torgovaya) - 0.01 > 1.0
    assert abs(answers.overlap(MOVE, -1, SPACE["sterlitamak"])) < 1e-9, "another raid"


def test_troops_that_no_raid_would_cut_off_do_not_run_for_safety() -> None:
    s = seen(opening(round_=1), "white")
    threatened = raided_units(s)
    assert threatened >> UNIT["white_sib_c5"] & 1 and not threatened >> UNIT["white_vol_a1"] & 1


def test_a_city_is_not_left_for_fear_of_hunger_in_a_war_of_three_turns() -> None:
    """At Samara the last round's raids could starve an army that has two turns before it: the city is counted now."""
    short, long = (seen(opening(scenario, round_=5), "white") for scenario in ("introductory_1918", "campaign"))
    assert not best_mover(short, SPACE["samara"])[0].path
    assert risk_weight(short) < risk_weight(long) and best_mover(long, SPACE["samara"])[0].path
    assert risk_weight(seen(opening(round_=4), "red")) == risk_weight(seen(opening("campaign", round_=4), "red"))


def test_a_home_city_into_which_the_enemy_could_march_is_guarded_first() -> None:
    """Ekaterinburg stands empty at the start, and Red could march in at once; Tula, when a White corps has come near."""
    white = Campaign(seen(opening(round_=1), "white")).operations[0]
    assert white.end == SPACE["ekaterinburg"]
    match = opening(round_=2)
    g = match.state
    put(g, UNIT["white_don_cav_c1"], SPACE["yelets"])
    for unit in ("red_a8", "red_c3", "red_c6"):
        send(g, UNIT[unit], ELIMINATED)
    for space in ("yelets", "orel", "voronezh", "kastornoye", "liski", "migulinskaya", "kozlov", "millerovo"):
        set_control(g, SPACE[space], WHITE)
    s = seen(match, "red")
    assert s.exposed[NODE_AT[SPACE["tula"]]]
    answers = [o for o in Campaign(s).operations if o.end == SPACE["tula"] or o.target == SPACE["yelets"]]
    assert answers and answers[0].value > 5.0


def test_a_city_is_guarded_once() -> None:
    """All stacks of the Urals could march to empty Ekaterinburg; one goes, and the other activations serve other ends."""
    match = opening(round_=1)
    s = seen(match, "white")
    marches = [o for o in Campaign(s).operations if o.end == SPACE["ekaterinburg"]]
    assert len(marches) > 3 and min(o.value for o in marches) > 10.0
    plan = Campaign(s).plan(5)
    assert sum(o.end == SPACE["ekaterinburg"] for o in plan) == 1 and any(o.target == SPACE["gashun"] for o in plan)
    match.state.operation.markers = [(marches[0].spaces[0], MOVE)]
    marked = seen(match, "white")
    options: list[Choice] = [("activate", SPACE_IDS[o.spaces[0]], KIND_IDS[o.kind]) for o in Campaign(marked).operations]
    _, space, kind = activation(marked, [*options, ("done",)], 4)
    assert not any(o.spaces == (SPACE[str(space)],) and KIND_IDS[o.kind] == kind for o in marches), (
        "the first marker is remembered"
    )
    asked: Any = SimpleNamespace(decision="activate_spaces", about={"points": 4})
    why = reasons(marked, asked, ("activate", "kungur", "move"))
    assert why and why[0].params["space"] != "ekaterinburg", "told is what the march is for now"


def test_an_empty_city_beyond_the_enemys_next_march_can_wait() -> None:
    s = seen(opening(round_=1), "white")
    omsk, ekaterinburg = NODE_AT[SPACE["omsk"]], NODE_AT[SPACE["ekaterinburg"]]
    assert not s.manned[omsk] and not s.manned[ekaterinburg]
    now = {n: value for n, _, _, value in s.places}
    assert now[omsk] > 0.0 > now[ekaterinburg]


# -- replacements ------------------------------------------------------------------------------------------------------


def test_steps_are_spent_on_lost_armies_first_and_on_those_at_the_front() -> None:
    match = opening(turn=2, round_=5)
    g = match.state
    send(g, UNIT["white_vol_a2"], ELIMINATED)
    for unit in ("white_vol_a1", "white_ru_c7"):
        g.reduced[UNIT[unit]] = 1
    s = seen(match, "white")
    lost: Choice = ("rebuild", "white_vol_a2", "side")
    front: Choice = ("flip", "white_vol_a1", "side")
    rear: Choice = ("flip", "white_ru_c7", "side")
    assert purchase(s, [rear, front, lost, ("stop",)]) == lost
    assert purchase(s, [rear, front, ("stop",)]) == front
    assert purchase(s, [rear, ("stop",)]) == rear, "no step is left unspent"


def test_a_card_buys_steps_when_many_are_missing_and_nothing_presses() -> None:
    """A quiet round: the troops face no one, six armies are reduced and two lost."""
    match = opening(turn=2, round_=3)
    g = match.state
    for unit, place in enumerate(g.where):
        if place >= 0 and g.side[unit] == RED:
            send(g, unit, OUT)
    for name in ("white_vol_a1", "white_vol_a3", "white_don_cav_a", "white_don_north_a", "white_don_south_a", "white_fin_a"):
        g.reduced[UNIT[name]] = 1
    for name in ("white_vol_a2", "white_sib_a1"):
        send(g, UNIT[name], ELIMINATED)
    g.vp[WHITE] = 0
    for space in VICTORY_CITIES:
        set_control(g, space, WHITE)
    s = seen(match, "white")
    assert steps_needed(s) >= 8.0
    scores = action(s, [("ops", "white_07"), ("rp", "white_07"), ("sr", "white_07")])
    assert max(scores, key=lambda c: scores[c]) == ("rp", "white_07")


# -- events ------------------------------------------------------------------------------------------------------------


def test_the_better_event_is_kept_when_two_cards_owe_the_same_points() -> None:
    """Kolchak's Coup brings two armies, the Appeal three points of influence: with the Socialist Revolutionaries gone, the Coup
    is missed more when its card is spent on operations."""
    match = opening(round_=2)
    send(match.state, UNIT["white_soc_rev_a"], ELIMINATED)
    s = seen(match, "white")
    coup, appeal = CARDS[WHITE][1], CARDS[WHITE][12]
    assert keep_value(s, coup) > keep_value(s, appeal) + 5.0


def test_the_coup_costs_the_city_that_mutineers_hold() -> None:
    s = seen(opening(round_=2), "white")
    mutiny = next(one for one in CARDS[WHITE][1].effects if isinstance(one, Mutiny))
    assert effect_value(s, mutiny, lambda points, limit: 0.0) < -s.worth[NODE_AT[SPACE["samara"]]]


# -- politics ----------------------------------------------------------------------------------------------------------


def test_a_point_short_of_a_box_is_worth_nothing_unless_something_is_unknown() -> None:
    s = Situation(opening().view("white"), MARSHAL)
    khiva = FACTION["khiva"]
    certain, uncertain = Outlook(s, ()), Outlook(s, range(3))
    assert certain.value(khiva, 1) == net_value(s, khiva, 1) == 0.0
    assert certain.value(khiva, 2) > 5.0
    assert uncertain.value(khiva, 0) < uncertain.value(khiva, 1) < uncertain.value(khiva, 2)


def test_a_city_won_in_politics_is_worth_the_more_turns_the_more_it_is_counted() -> None:
    khiva = FACTION["khiva"]
    first, last = (Situation(opening(turn=turn, round_=1).view("white"), MARSHAL) for turn in (1, 3))
    assert faction_value(first, khiva, WHITE) > 2 * faction_value(last, khiva, WHITE)


def test_a_strong_card_pays_in_ones_own_box() -> None:
    """In the enemy's box a high bid also brings more of his cards to the table."""
    for seat, box in (("white", 1), ("red", 0)):
        gains = box_gains(Situation(opening().view(seat), MARSHAL), box)
        assert gains[5] > gains[3] > gains[1]


def test_bids_are_mixed_by_the_generator_and_by_nothing_else() -> None:
    def bids(n: int) -> tuple[Choice, ...]:
        match, rng = opening(), Random(n)
        made = []
        for _ in range(3):
            choice = make_bot(GAME, "marshal").choose(Position(match, "red"), rng)
            made.append(choice)
            match.act("red", choice)
            match.act("white", match.options("white")[0])
        return tuple(made)

    allocations = [bids(n) for n in range(16)]
    assert len(set(allocations)) > 1
    assert allocations[:4] == [bids(n) for n in range(4)]


def test_a_veto_keeps_a_marker_only_where_that_serves_its_player() -> None:
    options: list[Choice] = [("veto",), ("let_go",)]
    match = opening(turn=2, round_=1)
    for faction, position in ((FACTION["khiva"], 2), (CZECH, 2)):
        match.state.fcm[faction] = position
        politics_changed(match.state)
        s = Situation(match.view("red"), MARSHAL)
        better = box_value(s, faction, 2) > box_value(s, faction, 1)
        answer = verdict("pol_veto", s, options, faction="khiva" if faction != CZECH else "czech_legion", side="white")
        assert answer == (("veto",) if better else ("let_go",))
    assert verdict("pol_veto", Situation(match.view("red"), MARSHAL), options, faction="khiva", side="white") == ("let_go",)


def test_a_bonus_is_shown_only_for_steps_that_find_a_use() -> None:
    options: list[Choice] = [("declare", "pc_26"), ("keep_silent",)]
    match = opening(round_=1)
    assert verdict("pol_declare_bonus", seen(match, "white"), options) == options[0]
    for unit in ("white_sib_a1", "white_sib_a2"):
        match.state.reduced[UNIT[unit]] = 0
    assert verdict("pol_declare_bonus", seen(match, "white"), options) == ("keep_silent",)


# -- yes or no in the field --------------------------------------------------------------------------------------------


def attacked(match: Match[Chaos], space: str, kind: int) -> None:
    match.state.operation = Operation(markers=[(SPACE[space], kind)])


def test_an_initiative_card_cancels_the_blow_that_would_hurt_most_and_no_small_one() -> None:
    options: list[Choice] = [("pass",), ("cancel", "white_08", "perm")]
    match = opening(turn=2, round_=3)
    g = match.state
    g.hands[WHITE] = [8]
    attacked(match, "perm", MOVE)
    assert verdict("cancel_activation", seen(match, "white"), options) == ("pass",)
    for unit in ("red_a3", "red_a1", "red_a4"):
        put(g, UNIT[unit], SPACE["kungur"])
    put(g, UNIT["white_sib_ec1"], SPACE["ekaterinburg"])
    set_control(g, SPACE["kungur"], RED)
    send(g, UNIT["white_sib_c1"], ELIMINATED)
    attacked(match, "kungur", COMBAT)
    kungur: list[Choice] = [("pass",), ("cancel", "white_08", "kungur")]
    assert verdict("cancel_activation", seen(match, "white"), kungur) == kungur[1]


def test_a_card_stands_in_for_the_die_where_much_hangs_on_a_leader_who_would_rather_fail() -> None:
    options: list[Choice] = [("roll",), ("auto", "white_08")]

    def answer(leader: str, city: str) -> Choice:
        match = opening(turn=2, round_=3)
        match.state.battle = Battle(WHITE, RED, SPACE[city], [UNIT["white_sib_c1"]])
        return verdict("auto_leader", seen(match, "white"), options, leader=leader, ability="cm")

    assert answer("krasnov", "moskva") == answer("krasnov", "tsaritsyn") == options[1]
    assert answer("krasnov", "kungur") == ("roll",), "no prize"
    assert answer("denikin", "moskva") == ("roll",), "he fails one time in three"
    assert verdict("auto_leader", seen(opening(turn=2, round_=3), "white"), options, leader="krasnov") == ("roll",), "no battle"


def test_the_gold_buys_what_is_worth_more_a_step_or_influence() -> None:
    match = opening("campaign", turn=4)
    s = seen(match, "white")
    worth = {name: influence_value(s, faction, 1) for name, faction in FACTION.items()}
    dear, cheap = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
    step = s.weights.step * min(1.0, steps_needed(s))
    assert worth[dear] > step > worth[cheap]
    options: list[Choice] = [("gold_steps",), ("gold_influence", cheap)]
    assert verdict("igsr_choice", s, options) == ("gold_steps",)
    assert verdict("igsr_choice", s, [*options, ("gold_influence", dear)]) == ("gold_influence", dear)
    assert verdict("igsr_choice", s, [("gold_steps",)]) == ("gold_steps",)
    match.state.pools[WHITE] = {SIDE_POOL: 80}
    some = next(name for name, value in worth.items() if 0 < value < step)
    answer = verdict("igsr_choice", seen(match, "white"), [("gold_steps",), ("gold_influence", some)])
    assert answer == ("gold_influence", some), "more steps are recorded than find a use"


def test_points_are_paid_for_conscripts_only_where_they_are_to_spare_and_men_are_missing() -> None:
    options: list[Choice] = [("conscript", n) for n in range(3)]
    match = opening("campaign", turn=8, round_=6)
    g = match.state
    g.vp[RED], g.vp[WHITE] = 3, 6
    assert verdict("conscription", seen(match, "red"), options) == ("conscript", 0)
    g.vp[RED] = 12
    assert verdict("conscription", seen(match, "red"), options) == ("conscript", 0)
    for n in range(1, 11):
        if g.where[UNIT[f"red_a{n}"]] >= 0:
            send(g, UNIT[f"red_a{n}"], ELIMINATED)
    assert verdict("conscription", seen(match, "red"), options) == ("conscript", 2)
    g.pools[RED] = {SIDE_POOL: 80}
    assert verdict("conscription", seen(match, "red"), options) == ("conscript", 0), "more steps are recorded than find a use"


def test_a_republic_is_subjugated_for_its_points() -> None:
    match = opening("campaign", turn=9, round_=6)
    s = seen(match, "red")
    options: list[Choice] = [("subjugate", "khiva"), ("subjugate", "ukraine"), ("pass",)]
    assert verdict("subjugate", s, options) == ("subjugate", "ukraine")
    poor = Situation(match.view("red"), msgspec.structs.replace(MARSHAL, vp=0.0))
    assert verdict("subjugate", poor, options) == ("pass",)


@pytest.mark.parametrize("round_", [4, 5])
def test_cards_that_cost_points_are_played_when_no_round_is_left_to_spare(round_: int) -> None:
    """In the last rounds of 1918 two of White's cards are still owed: both are played as events, not for activations."""
    match = opening(turn=3, round_=round_)
    g = match.state
    g.phase, g.active = "round", WHITE
    g.hands[WHITE] = [11, 12] if round_ == 4 else [12]
    s = seen(match, "white")
    options: list[Choice] = [(use, f"white_{n}") for n in g.hands[WHITE] for use in ("ops", "sr", "event")]
    scores = action(s, options)
    assert max(scores, key=lambda choice: scores[choice])[0] == "event"


@pytest.mark.parametrize("round_", [3, 4, 5])
def test_nobody_is_called_up_in_the_last_rounds_of_1918_while_there_is_something_to_do(round_: int) -> None:
    """Wrangel and three corps in the reserve do nothing any more for the last count of cities; four activations do."""
    match = opening(turn=3, round_=round_)
    g = match.state
    g.phase, g.active, g.hands[WHITE] = "round", WHITE, [3]
    scores = action(seen(match, "white"), [("ops", "white_03"), ("event", "white_03")])
    assert scores["ops", "white_03"] > scores["event", "white_03"]


# -- the end of 1919 [5.2] ---------------------------------------------------------------------------------------------


def test_red_goes_for_the_three_conditions_he_is_nearest_to() -> None:
    g: Chaos = opening("tournament_1919").state
    for city in CONDITION_CITIES["don"] + CONDITION_CITIES["urals"]:
        set_control(g, city, RED)
    for city in CONDITION_CITIES["baltic"]:
        set_control(g, city, WHITE)
    worth = condition_worth(g)
    don, baltic, ukraine = (CONDITION_CITIES[name][0] for name in ("don", "baltic", "ukraine"))
    assert worth[don] == worth[baltic] > worth[ukraine] > 0.0, "two of cities, Poland, and one more to fall back on"
    assert condition_worth(g, urgent=False)[baltic] == worth[ukraine]
    for turn, times in ((7, 2), (10, 3)):
        g.turn = turn
        late = condition_worth(g)
        assert late[don] == times * worth[don]
        assert late[SPACE["saratov"]] > worth[SPACE["saratov"]] == 0.0
    assert condition_worth(opening("campaign").state) == {}


def test_red_masses_for_the_last_city_that_a_condition_wants() -> None:
    """Red alone: he had Migulinskaya in ten games of twelve and Rostov in five; White must guard them all."""
    g: Chaos = opening("tournament_1919", turn=7).state
    rostov, migulinskaya = SPACE["rostov"], SPACE["migulinskaya"]
    both = condition_worth(g, side=RED)[rostov]
    set_control(g, migulinskaya, RED)
    red, white = condition_worth(g, side=RED), condition_worth(g, side=WHITE)
    assert red[rostov] > both > red[migulinskaya] == white[migulinskaya] == white[rostov]


def test_red_wants_the_cities_back_that_the_poles_hold_beyond_one() -> None:
    """With two of them the condition on Poland fails: one game was lost with the Don and the Urals in his hands."""
    match = opening("tournament_1919", turn=8, round_=1)
    g, minsk, lviv = match.state, SPACE["minsk"], SPACE["lviv"]
    g.fcm[POLAND] = 2
    politics_changed(g)
    for unit, city in (("poland_a1", minsk), ("poland_a2", lviv)):
        put(g, UNIT[unit], city)
    set_control(g, minsk, WHITE)
    assert polish_cities(g) == [minsk]
    assert not condition_worth(g, side=RED).get(minsk)
    set_control(g, lviv, WHITE)
    assert set(polish_cities(g)) == {minsk, lviv}
    assert condition_worth(g, side=RED)[minsk] > 0.0
    assert not condition_worth(g, side=WHITE).get(minsk)


def test_red_covets_the_free_republics_that_his_conditions_name() -> None:
    """From turn 5 on, and Red alone: their cities are places to gather troops before, held by those who would be called up."""
    match = opening("tournament_1919", turn=5, round_=1)
    lithuania, vilnius = FACTION["lithuania"], NODE_AT[SPACE["vilnius"]]
    assert lithuania in coveted(match.state, RED) and not coveted(match.state, WHITE)
    s, blind = seen(match, "red"), Situation(match.view("red"), msgspec.structs.replace(MARSHAL, covets=False))
    assert s.press[vilnius] > blind.press[vilnius] == 0.0
    assert s.hold[vilnius] > blind.hold[vilnius]
    match.state.turn = 4
    assert not coveted(match.state, RED)
    assert not coveted(opening("campaign", turn=5, round_=1).state, RED)


def test_red_makes_war_on_the_free_republics_late_or_with_great_superiority() -> None:
    """A war begun in turn 5 brought White Vilnius, and the Poles to hold it, in eight games of ten."""
    match = opening("tournament_1919", turn=5, round_=1)
    g, lithuania = match.state, FACTION["lithuania"]
    assert not war_pays(seen(match, "red"), lithuania)
    g.turn = 8
    blind = Situation(match.view("red"), msgspec.structs.replace(MARSHAL, covets=False))
    assert war_pays(seen(match, "red"), lithuania) and not war_pays(blind, lithuania)
    g.turn = 5
    for unit in ("red_a7", "red_a15", "red_a6"):
        put(g, UNIT[unit], SPACE["lida"])
    assert war_pays(seen(match, "red"), lithuania)


def test_red_makes_war_on_a_republic_that_leans_to_him_only_when_words_come_too_late() -> None:
    match = opening("tournament_1919", turn=6, round_=1)
    g, latvia = match.state, FACTION["latvia"]
    assert g.fcm[latvia] == -1
    for unit in ("red_a7", "red_a15", "red_a6"):
        put(g, UNIT[unit], SPACE["pskov"])
    assert not war_pays(seen(match, "red"), latvia)
    g.turn = 8
    assert war_pays(seen(match, "red"), latvia)


def test_red_brings_troops_from_far_behind_when_he_plays_for_his_conditions() -> None:
    """Rostov is felt eight steps away from turn 5 on; before, and by White, only by those at hand."""
    match = opening("tournament_1919", turn=5, round_=1)
    far = seen(match, "red").reach
    match.state.turn = 4
    assert far[8] > 0.0 == seen(match, "red").reach[8] == seen(match, "white").reach[8]


def test_a_home_city_that_red_has_lost_is_what_he_wants_most() -> None:
    g: Chaos = opening("tournament_1919", turn=9, round_=3).state
    tula, saratov = SPACE["tula"], SPACE["saratov"]
    set_control(g, tula, WHITE)
    worth = condition_worth(g)
    assert worth[tula] == 2 * worth[saratov] > 0.0
    g.round = 6
    assert condition_worth(g)[tula] > worth[tula], "after this round the die may end the war"


def test_cities_count_less_for_points_once_red_has_enough_of_them() -> None:
    match = opening("tournament_1919", turn=9, round_=1)
    city = NODE_AT[SPACE["sevastopol"]]
    before = seen(match, "red").worth[city]
    match.state.vp[RED] = 14
    assert seen(match, "red").worth[city] < before
    match.state.vp[WHITE] = 10
    assert seen(match, "red").worth[city] == before, "White may yet win by points"


def test_a_capital_is_worth_more_than_anything_where_its_fall_ends_the_game() -> None:
    match = opening("tournament_1919", round_=3)
    g, moskva = match.state, NODE_AT[SPACE["moskva"]]
    for unit in ("white_don_south_a", "white_don_cav_a"):
        put(g, UNIT[unit], SPACE["ryazan"])
    put(g, UNIT["red_a12"], SPACE["moskva"])
    s, blind = seen(match, "red"), Situation(match.view("red"), msgspec.structs.replace(MARSHAL, covets=False))
    assert s.worth[moskva] > blind.worth[moskva]
    assert s.field(SPACE["moskva"]) > blind.field(SPACE["moskva"]), "another army there does more"
    assert moskva not in seen(opening("campaign"), "red").decided
    here, army = SPACE["moskva"], [UNIT["red_a12"]]
    assert s.must_stay(here, army) and not best_marches(s, army, [], here)
    for unit in ("white_don_south_a", "white_don_cav_a"):
        put(g, UNIT[unit], SPACE["rostov"])
    put(g, UNIT["red_murfor_c"], here)
    put(g, UNIT["red_c13"], here)
    assert best_marches(seen(match, "red"), army, [], here), "with nobody beside it they may go if enough stay"


def test_a_capital_is_held_by_who_stands_in_it_not_by_neighbours() -> None:
    """Moskva fell in turn 4 to the Legion at Tver: one beaten army held it, and armies two steps away were counted with it."""
    match = opening("tournament_1919", round_=4)
    g, moskva = match.state, SPACE["moskva"]
    for unit in own_units(g, moskva, RED):
        send(g, unit, ELIMINATED)
    put(g, UNIT["red_c13"], moskva)
    for unit in ("czech_legion_a1", "czech_legion_c1"):
        put(g, UNIT[unit], SPACE["tver"])
    for unit in ("red_a12", "red_a8"):
        put(g, UNIT[unit], SPACE["tula"])
    s, blind = seen(match, "red"), Situation(match.view("red"), msgspec.structs.replace(MARSHAL, covets=False))
    n = NODE_AT[moskva]
    assert s.guard[n] < blind.guard[n]
    army = [UNIT["red_a12"]]
    there, before = (look.shifted(SPACE["tula"], moskva, look.strength(army[0])) for look in (s, blind))
    assert there > before
    assert best_marches(s, army, [], SPACE["tula"])[0].path[-1] == moskva


def test_a_capital_is_not_left_empty_however_far_the_enemy_is() -> None:
    """Petrograd was taken by cavalry four steps away when all its troops had gone to meet the Legion."""
    match = opening("tournament_1919", round_=3)
    g, here = match.state, SPACE["petrograd"]
    garrison = own_units(g, here, RED)
    for unit in ("red_a6", "red_a11"):
        put(g, UNIT[unit], here)
    army = [u for u in own_units(g, here, RED) if u not in garrison]
    s = seen(match, "red")
    assert garrison and s.must_stay(here, own_units(g, here, RED)) and not s.must_stay(here, army)
    for unit in ("white_goltz_a1", "white_goltz_a2", "white_vol_a1"):
        put(g, UNIT[unit], SPACE["tallinn"])
    assert seen(match, "red").must_stay(here, army), "what would remain is too little"
    assert not seen(match, "red").must_stay(here, army[:1])


# -- what White's years taught -----------------------------------------------------------------------------------------


def denikin_at_gashun(*there: str) -> Match[Chaos]:
    """The last round of turn 1: an army before Tsaritsyn lives on Gashun, beside two Red armies, and others hold it."""
    match = opening(round_=5)
    g = match.state
    for unit in (u for u in list(g.board.at[SPACE["gashun"]])):
        put(g, unit, SPACE["moskva"])
    for space in ("gashun", "surovikino"):
        set_control(g, SPACE[space], WHITE)
    put(g, UNIT["white_vol_a3"], SPACE["surovikino"])
    put(g, UNIT["red_a9"], SPACE["tsaritsyn"])
    for name in there:
        put(g, UNIT[name], SPACE["gashun"])
    return match


def test_a_weak_post_may_be_stormed_and_those_who_live_on_it_starve() -> None:
    weak, strong = (
        seen(denikin_at_gashun("white_ru_c4"), "white"),
        seen(denikin_at_gashun("white_vol_a1", "white_ru_c4"), "white"),
    )
    gashun, army = SPACE["gashun"], 1 << UNIT["white_vol_a3"]
    assert weak_posts(weak)[gashun] == SPACE["tsaritsyn"] and gashun not in weak_posts(strong)
    assert any(raid.way == 1 << gashun and raid.victims & army for raid in raids(weak))
    assert cut_by_storm(weak, gashun) > 2.0 * cut_by_storm(strong, gashun) >= 0.0
    assert raided_units(weak) & army


def test_the_army_that_holds_a_post_for_others_does_not_leave_it_in_the_last_round() -> None:
    s = seen(denikin_at_gashun("white_vol_a1", "white_ru_c4"), "white")
    march, choice = best_mover(s, SPACE["gashun"])
    assert choice != ("move_unit", "white_vol_a1"), march


@pytest.mark.parametrize("side", ["white", "red"])
def test_a_march_is_judged_from_where_it_set_out_so_that_nobody_turns_back_half_way(side: str) -> None:
    match = opening(round_=1)
    g, me = match.state, WHITE if side == "white" else RED
    s = seen(match, side)
    begun = 0
    for here in bits(g.board.held[me]):
        for unit in own_units(g, here, me):
            planned = best_march(s, [unit], [], here)
            path = planned.path
            if len(path) < 2 or planned.value < MARSHAL.march_above or any(g.control[space] != me for space in path):
                continue
            put(g, unit, path[0])
            points = Mover(g, me, [unit], []).points - 1
            going_on = onward(seen(match, side), [unit], [], here, path[0], points, True)
            assert going_on.path[-1] != here and going_on.value > planned.value - 0.01
            put(g, unit, here)
            begun += 1
    assert begun


def test_an_attack_counts_the_empty_city_that_it_lays_open() -> None:
    """Behind the corps at Millerovo Migulinskaya stands empty: the rulebook expects it to be White's after turn 1."""
    match = opening(round_=1)
    empty = prize(seen(match, "white"), WHITE, SPACE["millerovo"])
    put(match.state, UNIT["red_c2"], SPACE["migulinskaya"])
    assert empty > prize(seen(match, "white"), WHITE, SPACE["millerovo"]) + 2.0


def test_leave_to_win_poland_is_worth_the_more_the_nearer_she_is() -> None:
    poland, leave = FACTION["poland"], SetFlag(name="w02_polish_influence", value=True)
    worth = []
    for box in (-2, 0, 1):
        match = opening("campaign", turn=5, round_=1)
        match.state.fcm[poland] = box
        politics_changed(match.state)
        worth.append(effect_value(seen(match, "white"), leave, lambda points, limit: 0.0))
    assert worth[0] < worth[1] < worth[2]
    assert worth[2] > worth[0] + 5.0


def test_an_army_called_up_at_the_very_end_is_worth_little_and_one_with_years_before_it_much() -> None:
    coup = next(one for one in CARDS[WHITE][1].effects if isinstance(one, Place))
    late, early = (
        effect_value(seen(opening(scenario, turn, round_), "white"), coup, lambda points, limit: 0.0)
        for scenario, turn, round_ in (("campaign", 16, 6), ("campaign", 1, 1))
    )
    assert early > late + 5.0


def test_steps_are_worth_what_they_buy_lost_armies_first() -> None:
    match = opening("campaign", turn=4, round_=1)
    g = match.state
    assert steps_worth(seen(match, "white"), 4) < 8.0
    for name in ("white_vol_a1", "white_don_north_a"):
        send(g, UNIT[name], ELIMINATED)
    s = seen(match, "white")
    assert steps_worth(s, 1) > 6.0 and steps_worth(s, 2) > 1.8 * steps_worth(s, 1) > steps_worth(s, 4) - steps_worth(s, 2)


def test_the_two_places_that_feed_the_poles_are_guarded_like_capitals() -> None:
    """Poles live on Warszawa or Central Poland alone [8.321]: a lone rider in both would starve all their armies."""
    match = opening("tournament_1919", turn=5, round_=2)
    g = match.state
    g.fcm[POLAND] = 2
    politics_changed(g)
    for space in bits(FACTION_MASK[POLAND]):
        set_control(g, space, WHITE)
    for name in ("poland_a1", "poland_a2", "poland_a3"):
        g.side[UNIT[name]] = WHITE
        put(g, UNIT[name], SPACE["krakow"])
    s = seen(match, "white")
    both = 1 << SPACE["warszawa"] | 1 << SPACE["central_poland_box"]
    assert stranded(s, WHITE, both) > 3 * s.unit_value(UNIT["poland_a1"])


def test_an_army_lost_for_good_is_missed_for_all_the_turns_that_it_would_have_served() -> None:
    army = UNIT["white_vol_a1"]
    last, short, long = (
        seen(opening(scenario, turn, 1), "white").lost_for_good(army)
        for scenario, turn in (("introductory_1918", 2), ("tournament_1919", 8), ("campaign", 1))
    )
    assert last < short < long and long > 1.2 * short
