"""The staff bot: legal in every decision, blind to what its seat may not know, the same every time, stronger than chance."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.bots import GRADES, make_bot
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import put, set_control
from casusbelli.games.triumph_of_chaos.bot.battles import attack_value
from casusbelli.games.triumph_of_chaos.bot.events import penalty
from casusbelli.games.triumph_of_chaos.bot.lines import barring, relieved, unbarring
from casusbelli.games.triumph_of_chaos.bot.reading import read
from casusbelli.games.triumph_of_chaos.bot.situation import Situation
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.cards import card_id
from casusbelli.games.triumph_of_chaos.content import RED, SIDES, SPACE, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.operations import candidates
from casusbelli.games.triumph_of_chaos.state import OUT
from casusbelli.games.triumph_of_chaos.supply import in_supply
from casusbelli.kernel import Bot, Match, OptionValue, Position, Seat, seed_from

SIDES_GIVEN: dict[str, OptionValue] = {"bid_for_sides": False}
EVERYTHING: dict[str, OptionValue] = {option.id: True for option in GAME.info.options if option.id != "random_political_cards"}
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
    match = Match.new(GAME, scenario, {}, seed_from(8), record=False)
    decisions = set()
    while not match.over and len(match.entries) < 600:
        seat, question = rng.choice(list(match.asked().items()))
        choice = (bot if rng.random() < 0.3 else chance).choose(Position(match, seat), rng)
        assert choice in question.options
        decisions.add(question.decision)
        match.act(seat, choice)
    assert len(decisions) > 20


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
