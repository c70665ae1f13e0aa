"""What a person saw through after two games, each habit on a prepared position or counted over whole games."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.bot import Commander
from casusbelli.games.wunderwaffen.bot.estimate import Estimate
from casusbelli.games.wunderwaffen.bot.programme import ROUNDS, purchases, steps
from casusbelli.games.wunderwaffen.bot.weights import GRADES, TO_COME, Taste
from casusbelli.games.wunderwaffen.content import FRONTS, RESEARCH
from casusbelli.games.wunderwaffen.state import WunderWaffen
from casusbelli.kernel import Choice, SetupError, seed_from
from casusbelli.lab.play import GamePlan, play_game
from casusbelli.lab.veterans import lab_bot

from .positions import A, B, G, Game, R, Table

VETERAN = "marshal@41046de"
STRONG = ("symbol", "artillery")


def chosen(game: Game, seed: int = 0) -> Choice:
    """What the marshal chooses for whoever is asked."""
    return make_bot(GAME, "marshal").choose(Position(game.match, game.asked[0]), Random(seed))


def turn(game: Game, seat: str) -> list[Choice]:
    """The marshal's plays in a whole turn."""
    made = []
    while game.match.asked().get(seat) and game.asked[1] in ("choose_play", "choose_strategy_bonus", "choose_effect_target"):
        made.append(chosen(game))
        game.act(*map(str, made[-1]))
    return made


# -- the German researches and buys in time ----------------------------------------------------------------------------


def laboratory(step: int, round_: int, *fronts: str) -> Game:
    """The German in part 2 with cards of value 1 and 3 to buy."""
    table = Table().set(part=2, round=round_, research=step).face_up("a", "panzerfaust").face_up("b", "maus")
    return table.ready(G, *fronts).turn(G)


def test_the_german_raises_the_marker_before_he_buys() -> None:
    """With two steps at hand he does not spend one point on a card of value 1."""
    made = turn(laboratory(3, 3, "Re", "Re", "So"), G)
    assert [choice[0] for choice in made if choice[0] in ("research", "buy_card")] == ["research", "research", "buy_card"]
    assert ("buy_card", "maus") in made


@pytest.mark.parametrize(("round_", "buys"), [(1, False), (4, True)])
def test_he_waits_for_a_better_card_while_there_is_time(round_: int, buys: bool) -> None:
    """A step below the points for the Maus: with turns to come he keeps his points, in the last turn nothing else is left."""
    made = turn(laboratory(4, round_, "So", "So", "So"), G)
    assert any(choice[0] == "buy_card" for choice in made) == buys


def test_points_are_worth_nothing_after_his_last_turn() -> None:
    cards = ("panzerfaust", "king_tiger", "maus")
    assert set(steps(cards, 0)) == {0.0}
    for turns in range(1, 10):
        promised = steps(cards, turns)
        assert list(promised) == sorted(promised), "a higher step never promises less"
        assert promised[RESEARCH.max_step - RESEARCH.min_step] > purchases(cards, turns - 1)[2]


def test_a_recruit_forgets_to_buy_at_times_and_not_always() -> None:
    """A friendly beginner: sensible, but not everything is thought of in every turn."""
    game = laboratory(5, 2, "So", "So", "So")
    bot = make_bot(GAME, "recruit")
    bought = sum(bot.choose(Position(game.match, G), Random(seed))[0] == "buy_card" for seed in range(40))
    assert 10 <= bought <= 36


# -- raids and interceptions -------------------------------------------------------------------------------------------


def raid(cost: str, round_: int) -> Game:
    """An American raid on a German who is about to buy the Maus; he has a Plane."""
    table = Table(intercept_cost=cost).set(part=2, round=round_, research=5).face_up("b", "maus")
    table.score(R=30, A=40, B=30, G=40).ready(G, "Pl", "So", "So").ready(A, "Pl", "So", "So")
    return table.turn(A)


def test_an_ally_raids_what_would_buy_a_weapon() -> None:
    """8.3: without its last step the German's points do not pay for the only card on offer, and he has no turn after this."""
    made = turn(raid("all_own_plays", 4), A)
    assert any(choice[0] == "air_raid" for choice in made)


def test_the_german_intercepts_where_the_step_is_worth_the_plays() -> None:
    """R9: the Maus is worth more than a turn; with turns to come to win the step back, the turn is worth more."""
    answers = {round_: chosen(raid("all_own_plays", round_).play("air_raid", "Pl")) for round_ in (2, 4)}
    assert answers == {2: ("pass",), 4: ("intercept", "plane")}


def test_a_cheap_interception_is_made_sooner() -> None:
    assert chosen(raid("one_play", 2).play("air_raid", "Pl")) == ("intercept", "plane")


# -- no territory is filled for somebody else without need --------------------------------------------------------------


@pytest.mark.parametrize("owner", ["G", "B"])
def test_nobody_fills_a_territory_for_somebody_else(owner: str) -> None:
    """The Russian must play a token for another: not where two tokens of that one lie and one space is free."""
    faction = {"G": G, "B": B}[owner]
    table = Table().spaces("hannover", f"{owner}-So", None, f"{owner}-So").owned(B, "essen")
    table.ready(R, *[("So", faction, "Ta" if owner == "G" else "Pl"), ("Ta", faction, "So")])
    made = turn(table.turn(R), R)
    assert any(choice[2] == faction for choice in made)
    assert not any(str(choice[-1]).startswith("hannover") for choice in made)


# -- what a fight and the rest of the game are worth ---------------------------------------------------------------------


def test_a_marshal_counts_a_fight_by_what_it_still_takes() -> None:
    """Two tokens beside a free space promise a territory, but the play that wins it could be made elsewhere."""
    g = Table().spaces("hannover", "B-So", "B-Ta", None).ready(B, "So", "So", "So").turn(B).g
    whole, marshal = (Taste.of(GRADES[grade]).common.fight_share for grade in ("officer", "marshal"))
    assert marshal < whole == 1.0
    taste = Taste.of(GRADES["marshal"])
    full = Taste(msgspec.structs.replace(taste.common, fight_share=1.0))
    bare = Estimate(Table().turn(B).g, taste).values(Table().turn(B).g)[B]
    gains = [Estimate(g, each).values(g)[B] - bare for each in (taste, full)]
    assert 0 < gains[0] < gains[1]


def test_an_ally_among_four_counts_what_a_fight_takes_from_the_german() -> None:
    """Without it three Allies advanced on Strategy ten times each, and the Reich kept half of its territories."""
    g = Table().spaces("hannover", "B-So", "B-Ta", None).ready(B, "So", "So", "So").turn(B).g
    alone, pair = (Estimate(g, Taste.of(GRADES["marshal"], among_four=four)).values(g) for four in (True, False))
    assert alone[G] < pair[G] and alone[B] > pair[B] and alone[R] == pair[R]


@pytest.mark.parametrize(("seats", "differ"), [("four_players", True), ("three_players", False), ("two_players", False)])
def test_only_allies_among_four_weigh_so(seats: str, differ: bool) -> None:
    """With fewer players the German shares his with an Ally, and the balance is another."""
    marshal = Commander(GRADES["marshal"])
    for faction in (R, G):
        match = Table(seats).ready(faction, "So", "Ta", "Mo" if faction == R else "Re").turn(faction).match
        position = Position(match, next(iter(match.asked())))
        taste = marshal.taste_at(match.state, position)
        assert (taste != marshal.taste) == (differ and faction == R)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_to_come_is_known_for_every_faction_and_turn(players: int) -> None:
    assert set(TO_COME[players]) == {R, A, B, G}
    assert {len(turns) for turns in TO_COME[players].values()} == {ROUNDS + 1}


def test_with_two_seats_points_at_the_start_change_no_choice() -> None:
    """W8: what other points would have made of a game can be read off its scores."""
    choices = set()
    for points in (0, 12):
        table = Table("two_players", compensation=points).spaces("hannover", "B-So", None, "G-So").owned(B, "essen")
        choices.add(chosen(table.ready(B, "So", "Ta", "Mo").turn(B)))
    assert len(choices) == 1


# -- fronts are spread over the turns, openings vary ---------------------------------------------------------------------


def first_picks(seed: str) -> dict[str, list[str]]:
    """The fronts that marshals make ready before the first turn."""
    match: Match[WunderWaffen] = Match.new(GAME, "four_players", seed=seed_from(seed), record=False)
    bot, rng = make_bot(GAME, "marshal"), Random(seed)
    while next(iter(match.asked().values())).decision == "pick_ready":
        ((seat, _),) = match.asked().items()
        match.act(seat, bot.choose(Position(match, seat), rng))
    return {faction: [FRONTS[token] for token in tokens] for faction, tokens in match.state.ready.items()}


def test_strong_fronts_are_not_all_made_ready_at_once_and_openings_vary() -> None:
    """An Ally has four or five Symbols and guns for six turns, and one of three tokens is flipped."""
    starts = [first_picks(f"start {n}") for n in range(100)]
    for faction in (R, A, B):
        assert all(sum(front in STRONG for front in start[faction]) <= 2 for start in starts)
        assert sum(front in STRONG for start in starts for front in start[faction]) <= 1.25 * len(starts)
    different = Counter(tuple(tuple(sorted(start[faction])) for faction in (R, A, B, G)) for start in starts)
    assert len(different) >= 60
    assert max(different.values()) <= 10
    for faction in (R, A, B, G):
        assert len({tuple(sorted(start[faction])) for start in starts}) >= (5 if faction != G else 3)


# -- the marshal of earlier days -----------------------------------------------------------------------------------------


def test_the_marshal_of_earlier_days_plays_under_the_rules_of_today() -> None:
    """docs/bots.md measures against it: it must find what it imports, and its choices must be legal."""
    try:
        lab_bot(GAME, VETERAN)
    except SetupError as refused:
        if "needs the project's history" in str(refused):
            pytest.skip("a shallow checkout does not have that revision")
        raise
    record = play_game(GamePlan("wunderwaffen", "two_players", {}, "veteran", ("recruit", VETERAN)))
    assert record.error == ""
