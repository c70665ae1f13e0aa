"""Examples of the rules, by their numbers."""

from __future__ import annotations

from casusbelli.game import Match
from casusbelli.kernel import seed_from
from the_game import GAME
from the_game.content import CARDS, GARRISON, HAND
from the_game.state import Land


def new() -> Match[Land]:
    return Match.new(GAME, seed=seed_from("an example"))


def test_1_1_each_is_dealt_four_cards() -> None:
    assert {seat: len(hand) for seat, hand in new().state.hands.items()} == {"red": HAND, "blue": HAND}


def test_2_1_an_attack_takes_a_town_whose_guard_it_reaches() -> None:
    match = new()
    card = match.state.hands["red"][-1]
    match.act("red", ("attack", card, "mill"))
    told = match.told(None)[-1].params
    town = match.state.towns["mill"]
    assert told["won"] == (told["die"] + CARDS[card].strength >= 3)
    assert (town.owner, town.guard) == (("red", CARDS[card].strength + GARRISON) if told["won"] else ("", 3))


def test_2_2_a_town_of_ones_own_is_reinforced() -> None:
    match = new()
    match.state.towns["mill"].owner = "red"
    card = match.state.hands["red"][0]
    match.asked()["red"].forget_options()
    match.act("red", ("reinforce", card, "mill"))
    assert match.state.towns["mill"].guard == 3 + CARDS[card].strength
    assert match.refusal("blue", ("reinforce", card, "mill")) is not None


def test_3_the_towns_worth_most_win() -> None:
    match = new()
    while not match.over:
        for seat, question in match.asked().items():
            match.act(seat, question.options[0])
    result = match.result()
    assert result is not None and result.scores[result.winners[0]] == max(result.scores.values())
