"""The staff bot: legal in every decision, blind to what its seat may not know, the same every time, stronger than chance."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import GRADES, make_bot
from casusbelli.game import Bot, Match, Position
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import put, send, set_control
from casusbelli.games.triumph_of_chaos.bot.battles import attack_value
from casusbelli.games.triumph_of_chaos.bot.declarations import war_pays
from casusbelli.games.triumph_of_chaos.bot.events import penalty
from casusbelli.games.triumph_of_chaos.bot.gold import next_stop, way_to_vaults
from casusbelli.games.triumph_of_chaos.bot.horizon import Horizon
from casusbelli.games.triumph_of_chaos.bot.lines import relieved, survey
from casusbelli.games.triumph_of_chaos.bot.markers import box_value
from casusbelli.games.triumph_of_chaos.bot.plans import best_mover
from casusbelli.games.triumph_of_chaos.bot.raids import barring, menace, peril, posts, unbarring
from casusbelli.games.triumph_of_chaos.bot.reading import read
from casusbelli.games.triumph_of_chaos.bot.situation import NODE_AT, Situation
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.cards import card_id
from casusbelli.games.triumph_of_chaos.content import CZECH, FACTION, RED, SIDES, SPACE, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.operations import candidates
from casusbelli.games.triumph_of_chaos.state import ELIMINATED, MOVE, OUT, RESERVE, Chaos
from casusbelli.games.triumph_of_chaos.supply import in_supply
from casusbelli.games.triumph_of_chaos.view import view
from casusbelli.kernel import OptionValue, Seat, SetupError, seed_from
from casusbelli.lab.veterans import lab_bot

from .positions import clear, control, fresh

SIDES_GIVEN: dict[str, OptionValue] = {"bid_for_sides": False}
EVERYTHING: dict[str, OptionValue] = {
    option.id: option.values[-1] for option in GAME.info.options if option.id != "random_political_cards"
}
SCENARIOS = [scenario.id for scenario in GAME.info.scenarios]


def play(
    bots: dict[Seat, Bot],
    seed: int,
    scenario: str = "introductory_1918",
    options: dict[str, OptionValue] = SIDES_GIVEN,
    choices: int | None = None,
) -> Match:
    match = Match.new(GAME, scenario, options, seed_from(seed), record=False)
    rng = Random(seed)
    while not match.over and (choices is None or len(match.entries) < choices):
        seat = next(iter(match.asked()))
        match.act(seat, bots[seat].choose(Position(match, seat), rng))
    return match


def both(bot: Bot) -> dict[Seat, Bot]:
    return {"white": bot, "red": bot}


@pytest.mark.parametrize("grade", GRADES)
def test_every_grade_finishes_a_war(grade: str) -> None:
    result = play(both(make_bot(GAME, grade)), 3).result()
    assert result is not None
    assert len(result.winners) == 1


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["plain", "everything"])
def test_it_is_at_home_in_every_scenario(scenario: str, options: dict[str, OptionValue]) -> None:
    """Whatever it is asked it answers with one of the options: anything else would be refused."""
    match = play(both(make_bot(GAME, "marshal")), 5, scenario, options, choices=100)
    assert len(match.entries) == 100


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_answers_whatever_chance_may_lead_to(scenario: str) -> None:
    """Random play on one side leads to decisions that sensible play avoids."""
    bot, chance, rng = make_bot(GAME, "recruit"), make_bot(GAME, "random"), Random(8)
    match = Match.new(GAME, scenario, {"bid_for_sides": True}, seed_from(8), record=False)
    decisions = set()
    while not match.over and len(match.entries) < 600:
        seat, question = rng.choice(list(match.asked().items()))
        choice = (bot if rng.random() < 0.3 else chance).choose(Position(match, seat), rng)
        assert choice in question.options
        decisions.add(question.decision)
        match.act(seat, choice)
    assert len(decisions) >= 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_view_read_back_is_the_map_as_it_stands(scenario: str) -> None:
    """The rules give the same answers on what was read from the view as on the state itself."""
    rng, match = Random(2), Match.new(GAME, scenario, SIDES_GIVEN, seed_from(2), record=False)
    compared = 0
    while not match.over and compared < 25:
        seat, question = rng.choice(list(match.asked().items()))
        if question.decision == "choose_action":
            g, known = match.state, read(match.view(seat))
            assert (known.where, known.control, known.reduced) == (g.where, g.control, g.reduced)
            assert all(known.side[u] == g.side[u] for u, place in enumerate(g.where) if place != OUT)
            assert (known.fcm, known.fate, known.pending, known.vp) == (g.fcm, g.fate, g.pending, g.vp)
            for unit, space in enumerate(g.where):
                if space >= 0 and g.side[unit] in SIDES:
                    assert in_supply(known, unit) == in_supply(g, unit)
            side = g.side_of_seat(seat)
            assert known.hands[side] == g.hands[side]
            assert known.hands[3 - side] == []
            if not any(g.faction_lock):
                assert {c.space for c in candidates(known, side)} == {c.space for c in candidates(g, side)}
            compared += 1
        match.act(seat, rng.choice(question.options))
    assert compared == 25


def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot() -> None:
    """The same generator in a twin world gives the same choice: nothing hidden reaches the bot."""
    bot, compared = make_bot(GAME, "marshal"), 0
    for seed in range(2):
        match = play(both(bot), seed, choices=30 * seed)
        for n in range(25):
            seat = next(iter(match.asked()))
            twin = match.imagine(seat, seed_from(f"twin {seed} {n}"))
            choice = bot.choose(Position(match, seat), Random(n))
            assert make_bot(GAME, "marshal").choose(Position(twin, seat), Random(n)) == choice
            compared += 1
            match.act(seat, choice)
    assert compared == 50


def test_the_same_seed_gives_the_same_war() -> None:
    first = play(both(make_bot(GAME, "marshal")), 11, choices=80)
    second = play(both(make_bot(GAME, "marshal")), 11, choices=80)
    assert first.entries == second.entries
    assert first.digest() == second.digest()


def test_what_it_remembers_never_changes_a_choice() -> None:
    """A bot that has just come to the table plays on exactly as the one that was there all along."""
    old = make_bot(GAME, "marshal")
    match = Match.new(GAME, "introductory_1918", SIDES_GIVEN, seed_from(4), record=False)
    for n in range(60):
        seat = next(iter(match.asked()))
        choice = old.choose(Position(match, seat), Random(n))
        assert make_bot(GAME, "marshal").choose(Position(match, seat), Random(n)) == choice
        match.act(seat, choice)


def test_the_marshal_beats_the_random_player_on_both_sides() -> None:
    marshal, chance = make_bot(GAME, "marshal"), make_bot(GAME, "random")
    for bots, seat in (({"white": marshal, "red": chance}, "white"), ({"white": chance, "red": marshal}, "red")):
        result = play(bots, 1).result()
        assert result is not None
        assert result.winners == (seat,)


def test_cards_that_must_be_events_are_not_thrown_away() -> None:
    """In 1918 some cards cost points if they are never played as events: they stay out of the political boxes [5.3]."""
    bot = make_bot(GAME, "marshal")
    for seed in range(4):
        match = play(both(bot), seed, choices=6)
        g = match.state
        for side in (RED, WHITE):
            owed = [n for n in g.placed[side] if n and penalty(g, side, card_id(side, n))]
            assert not owed


def test_an_attack_is_worth_more_with_more_behind_it() -> None:
    """Denikin's stack alone, and with another army at its side, against the corps at Gashun."""
    match = Match.new(GAME, "introductory_1918", SIDES_GIVEN, seed_from(1), record=False)
    s = Situation(match.view("white"), MARSHAL)
    gashun = SPACE["gashun"]
    corps, army = UNIT["white_ru_c4"], UNIT["white_vol_a1"]
    assert attack_value(s, WHITE, [army, corps], gashun) > attack_value(s, WHITE, [corps], gashun)


def test_a_raid_is_barred_where_it_would_come_through() -> None:
    """A Red corps in the Urals: a White one at Shadrinsk keeps the railway to Omsk open, one behind it in the box does not,
    and whoever holds Ekaterinburg cannot leave it."""
    match = Match.new(GAME, "introductory_1918", SIDES_GIVEN, seed_from(1), record=False)
    g = match.state
    for space in ("osa", "birsk", "tastuba", "satka"):
        set_control(g, SPACE[space], RED)
    put(g, UNIT["red_c13"], SPACE["satka"])
    put(g, UNIT["white_sib_ec1"], SPACE["ekaterinburg"])
    s = Situation(match.view("white"), MARSHAL)
    assert in_supply(g, UNIT["red_c13"])
    assert barring(s, SPACE["shadrinsk"]) > 5.0
    assert barring(s, SPACE["urals_north_east_box"]) == 0.0
    put(g, UNIT["white_sib_ec2"], SPACE["shadrinsk"])
    assert unbarring(Situation(match.view("white"), MARSHAL), SPACE["ekaterinburg"]) > 5.0


def test_troops_that_are_cut_off_are_worth_a_march_to_their_relief() -> None:
    match = Match.new(GAME, "introductory_1918", SIDES_GIVEN, seed_from(1), record=False)
    g = match.state
    for space in ("urals_north_east_box", "guryev"):
        set_control(g, SPACE[space], RED)
    s = Situation(match.view("white"), MARSHAL)
    assert not in_supply(g, UNIT["white_sib_a2"])
    assert relieved(s, 1 << SPACE["urals_north_east_box"]) > 5.0
    assert relieved(s, 1 << SPACE["guryev"]) == 0.0
    assert s.g.control == g.control


def opening(scenario: str = "introductory_1918", turn: int = 1, round_: int = 1) -> Match:
    """The set-up of a scenario as if play had come to that round."""
    match = Match.new(GAME, scenario, SIDES_GIVEN, seed_from(1), record=False)
    match.state.turn, match.state.round = turn, round_
    return match


def test_the_end_of_the_war_is_in_sight() -> None:
    """In the last round of 1918 nobody acts after Red, and cut lines, steps and spared troops are of no use any more."""
    g: Chaos = opening(turn=3, round_=5).state
    red, white = Horizon(g, RED, True), Horizon(g, WHITE, True)
    assert (red.last_word, white.last_word) == (True, False)
    assert (red.cuts, red.steps, red.prospects) == (0.0, 0.0, 0.0)
    assert (red.sure, white.sure) == (1.0, 0.0)
    assert red.troops < Horizon(opening(turn=3).state, RED, True).troops < Horizon(opening().state, RED, True).troops == 1.0
    unaware = Horizon(g, RED, False)
    assert (unaware.troops, unaware.cuts, unaware.prospects, unaware.sure) == (1.0, 1.0, 1.0, 0.0)


def test_a_line_that_no_single_post_keeps_open_is_kept_by_several() -> None:
    match = opening(round_=5)
    s = Situation(match.view("white"), MARSHAL)
    survey(s)
    held = s.g.board.held[WHITE]
    wanted = posts(s)
    saraktash, magnitogorsk = SPACE["saraktash"], SPACE["magnitogorsk"]
    assert wanted[saraktash] == wanted[magnitogorsk] > 0
    assert peril(s, held | 1 << saraktash) == peril(s, held | 1 << magnitogorsk) == peril(s, held)
    assert barring(s, saraktash) >= wanted[saraktash]


def test_a_raider_is_worth_beating() -> None:
    """The corps at Gashun alone could part Denikin's army from Rostov; those in the Volga steppe could not."""
    s = Situation(opening(round_=5).view("white"), MARSHAL)
    survey(s)
    assert menace(s, SPACE["gashun"]) > 5.0
    assert menace(s, SPACE["kamyshin"]) == 0.0


def test_a_place_on_which_troops_depend_is_worth_more_than_its_points() -> None:
    match = opening()
    aware = Situation(match.view("white"), MARSHAL)
    n = NODE_AT[SPACE["ekaterinburg"]]
    before = aware.worth[n]
    survey(aware)
    assert aware.worth[n] > before


def test_the_legion_holds_kazan_for_white_before_it_obeys_him() -> None:
    """Most of what White can lose or win with the Legion lies between neutral and leaning to him [6.1, 8.316]."""
    match = opening()
    for seat, sign in (("white", 1), ("red", -1)):
        s = Situation(match.view(seat), MARSHAL)
        nothing, leaning, obeying = (sign * box_value(s, CZECH, position) for position in (0, 1, 2))
        assert nothing == 0.0
        assert leaning - nothing > 3 * abs(obeying - leaning)
        assert s.worth[NODE_AT[SPACE["kazan"]]] == 0.0


def test_war_is_declared_only_where_the_city_falls_at_once() -> None:
    astrakhan = FACTION["astrakhan"]
    match = opening()
    assert not war_pays(Situation(match.view("red"), MARSHAL), astrakhan)
    for unit in ("red_a4", "red_a8", "red_a10"):
        put(match.state, UNIT[unit], SPACE["kapustin_yar"])
    assert war_pays(Situation(match.view("red"), MARSHAL), astrakhan)
    match.state.round = 4
    assert not war_pays(Situation(match.view("red"), MARSHAL), astrakhan)


def test_the_gold_train_goes_to_the_vaults() -> None:
    """With two Red armies at Kazan one takes the gold along the rails towards Moskva; there it stays [17.2]."""
    match = opening("campaign")
    g = match.state
    kazan, moskva = SPACE["kazan"], SPACE["moskva"]
    for unit in list(g.board.at[kazan]):
        send(g, unit, ELIMINATED)
    set_control(g, kazan, RED)
    for name in ("red_a5", "red_a1"):
        put(g, UNIT[name], kazan)
    g.operation.markers, g.operation.ready = [(kazan, MOVE)], [UNIT["red_a5"], UNIT["red_a1"]]
    s = Situation(match.view("red"), MARSHAL)
    way = way_to_vaults(s.g, RED)
    assert (way[0], way[-1]) == (kazan, moskva)
    march, choice = best_mover(s, kazan)
    assert choice[0] == "move_unit"
    assert choice[2:] == ("train",)
    assert list(march.path) == way[1:3]
    g.train = moskva
    put(g, UNIT["red_a1"], moskva)
    assert next_stop(Situation(match.view("red"), MARSHAL), moskva) == moskva


def test_troops_only_thought_of_are_not_among_those_cut_off() -> None:
    """A reserve corps weighed in a space that is out of supply is back in the reserve when the next space is weighed."""
    g = fresh()
    control(g, "white", "gashun")
    clear(g, "gashun")
    situation = Situation(view(g, "red"), MARSHAL)
    survey(situation)
    corps, known = UNIT["red_c17"], situation.g
    put(known, corps, SPACE["kizlyar"])
    with_it = relieved(situation, 1 << SPACE["gashun"])
    send(known, corps, RESERVE)
    assert with_it == situation.lost_for_good(UNIT["red_a11"]) + situation.lost_for_good(UNIT["red_a12"])
    assert relieved(situation, 1 << SPACE["gashun"] | 1 << SPACE["elista"]) == with_it


def test_the_marshal_of_earlier_days_plays_under_the_rules_of_today() -> None:
    """docs/bots.md measures against it: it must find what it imports, and its choices must be legal."""
    try:
        veteran = lab_bot(GAME, "marshal@41046de")
    except SetupError as refused:
        if "needs the project's history" in str(refused):
            pytest.skip("a shallow checkout does not have that revision")
        raise
    assert len(play(both(veteran), 3, choices=60).entries) == 60
