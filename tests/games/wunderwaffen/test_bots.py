"""The bots: legal, repeatable, honest, better than chance, and careful whom they help."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Bot, Match, Position
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.bot.estimate import Estimate
from casusbelli.games.wunderwaffen.bot.search import Search
from casusbelli.games.wunderwaffen.bot.weights import GRADES, Taste
from casusbelli.games.wunderwaffen.content import ALLIES, ANY_ALLY
from casusbelli.games.wunderwaffen.state import WunderWaffen
from casusbelli.kernel import Choice, Dice, seed_from

from .positions import A, G, R, Table

SCENARIOS = [scenario.id for scenario in GAME.info.scenarios]


def play(match: Match[WunderWaffen], bots: dict[str, Bot], seed: str, choices: int) -> list[Choice]:
    """Let bots play on; every choice they make must be on offer."""
    rng = Random(seed)
    made: list[Choice] = []
    while len(made) < choices and not match.over:
        ((seat, question),) = match.asked().items()
        choice = bots[seat].choose(Position(match, seat), rng)
        assert choice in question.options
        match.act(seat, choice)
        made.append(choice)
    return made


def game(seed: str, scenario: str = "four_players") -> Match[WunderWaffen]:
    return Match.new(GAME, scenario, seed=seed_from(seed), record=False)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("grade", GRADES)
def test_choices_are_legal_and_repeatable(grade: str, scenario: str) -> None:
    bots = dict.fromkeys(GAME.info.scenario(scenario).seats, make_bot(GAME, grade))
    made = [play(game("legal", scenario), bots, "rng", 45) for _ in range(2)]
    assert made[0] == made[1]
    assert len(made[0]) == 45


@pytest.mark.parametrize("grade", GRADES)
def test_every_decision_of_a_whole_game_is_answered(grade: str) -> None:
    match = game("whole")
    play(match, dict.fromkeys(match.seats, make_bot(GAME, grade)), "rng", 10_000)
    assert match.over


def turns(seed: str, choices: int) -> Match[WunderWaffen]:
    """A match at the first question of some turn, after chance has played for a while."""
    match = game(seed)
    rng = Random(seed)
    while len(match.entries) < choices or match.state.phase != "turn" or match.checkpoint().at != len(match.entries):
        ((seat, question),) = match.asked().items()
        match.act(seat, rng.choice(question.options))
    return match


@pytest.mark.parametrize("grade", GRADES)
def test_what_is_hidden_does_not_matter(grade: str) -> None:
    """Two worlds that look the same to a seat: it plays the same whole turn in both."""
    bot = make_bot(GAME, grade)
    differing = 0
    for n in range(4):
        match = turns(f"twin {n}", 40 + 30 * n)
        (seat,) = match.asked()
        other = msgspec.msgpack.decode(match.checkpoint().state, type=WunderWaffen)
        GAME.imagine(other, seat, Dice(seed_from(f"other {n}")))
        differing += other.backs != match.state.backs
        worlds = [match, Match.of(GAME, other, record=False)]
        rngs = [Random(n), Random(n)]
        while all(world.asked().get(seat) and world.state.phase == "turn" for world in worlds):
            made = [bot.choose(Position(world, seat), rng) for world, rng in zip(worlds, rngs, strict=True)]
            assert made[0] == made[1]
            for world in worlds:
                world.act(seat, made[0])
    assert differing == 4


def test_a_marshal_beats_chance() -> None:
    wins = 0
    for seat in game("count").seats:
        match = game(f"chance {seat}")
        bots = {other: make_bot(GAME, "marshal" if other == seat else "random") for other in match.seats}
        play(match, bots, seat, 10_000)
        result = match.result()
        wins += result is not None and result.winners == (seat,)
    assert wins >= 3


@pytest.mark.parametrize(("scores", "weakest"), [({"R": 40, "A": 8, "B": 38}, A), ({"R": 8, "A": 38, "B": 40}, R)])
def test_a_gift_goes_to_the_least_threat(scores: dict[str, int], weakest: str) -> None:
    """14.4: of three Allies the German helps the one that is furthest from winning."""
    table = Table().score(G=36, **scores).set(part=2, round=3, research=3).face_up("b", "maus")
    table.ready(G, ("So", ANY_ALLY, "Mo"), "Re", "Re").empty_pool(G)
    match = table.turn(G).match
    bot = make_bot(GAME, "marshal")
    rng = Random(1)
    while match.asked().get(G) and match.asked()[G].decision == "choose_play":
        choice = bot.choose(Position(match, G), rng)
        match.act(G, choice)
        if choice[0] == "morale":
            assert choice[2] == weakest
            return
    raise AssertionError("no gift was made")


def test_nobody_leads_at_the_start() -> None:
    """The German holds every territory at first and the Allies have theirs to win: he is no leader to be brought down."""
    g = turns("start", 0).state
    grade = GRADES["marshal"]
    search = Search(g, g.seat_of[g.active], grade, Taste.of(grade), Random(0))
    held = search.estimate.values(g)
    expected = search.expected(held)
    for ally in ALLIES:
        if ally != g.active:  # whose turn is reckoned as played
            assert held[G] - held[ally] > 40
            assert abs(expected[G] - expected[ally]) < 10


def test_the_first_territory_beside_berlin_opens_the_way() -> None:
    """9.3: an Ally needs one territory beside Berlin; to a marshal the second is worth less than the first."""
    taste = Taste.of(GRADES["marshal"])

    def worth(*territories: str) -> float:
        g = Table().owned(A, *territories).set(part=2, round=1).turn(A).g
        return Estimate(g, taste).values(g)[A]

    first = worth("leipzig", "dresden") - worth("leipzig")
    second = worth("leipzig", "dresden", "magdeburg") - worth("leipzig", "dresden")
    farther = worth("leipzig", "hannover") - worth("leipzig")
    assert first > second > farther > 0


def test_quick_weighing_is_the_tried_one() -> None:
    """A placement that fills nothing is weighed without being tried: both ways give the same worth."""
    grade = GRADES["marshal"]
    compared = 0
    for n in range(3):
        match = turns(f"quick {n}", 30 + 40 * n)
        (seat,) = match.asked()
        g = match.clone().state
        search = Search(g, seat, grade, Taste.of(grade), Random(0))
        survey = search.estimate.survey(g)
        for choice in match.options(seat):
            if choice[0] == "place":
                assert search.weigh(g, survey, choice)[0] == pytest.approx(search.best_outcome(g, choice)[0])
                compared += 1
    assert compared > 20
