"""Examples of the rules, by their numbers."""

from __future__ import annotations

import pytest
from salt_road import GAME, rules
from salt_road.content import CARDS, HAND, HOUSEHOLD
from salt_road.state import Road, Town

from casusbelli.game import Match
from casusbelli.kernel import seed_from


@pytest.fixture
def match() -> Match[Road]:
    return Match.new(GAME, "three_houses", seed=seed_from("an example"))


def bid(match: Match[Road]) -> None:
    for seat in match.state.seats:
        match.act(seat, ("bid", match.state.hands[seat][0]))


def test_1_men_stand_at_home_townsmen_elsewhere(match: Match[Road]) -> None:
    towns = match.state.towns
    assert {name: town.owner for name, town in towns.items() if town.owner} == {
        "harbour": "guild",
        "keep": "prince",
        "cloister": "abbey",
    }
    assert towns["harbour"].men == HOUSEHOLD
    two = Match.new(GAME, "two_houses").state.towns
    assert (two["cloister"].owner, two["cloister"].men) == ("", 2)


def test_2_1_hands_of_four(match: Match[Road]) -> None:
    assert {len(hand) for hand in match.state.hands.values()} == {HAND}


def test_2_2_the_higher_bid_moves_first_and_equal_bids_keep_the_order(match: Match[Road]) -> None:
    match.state.hands = {"guild": ["mule"] * 4, "prince": ["host"] * 4, "abbey": ["mule"] * 4}
    for question in match.asked().values():
        question.forget_options()
    bid(match)
    assert match.state.order == ["prince", "guild", "abbey"]
    assert match.state.spent == ["mule", "host", "mule"]


def test_3_1_a_strong_card_musters_two(match: Match[Road]) -> None:
    g = match.state
    for card, men in (("wagon", 1), ("caravan", 2)):
        g.hands["guild"] = [card]
        before = g.towns["harbour"].men
        rules.muster(g, "guild", card, "harbour")
        assert g.towns["harbour"].men == before + men


def test_3_2_one_man_stays_and_the_card_limits_who_goes(match: Match[Road]) -> None:
    g = match.state
    g.towns["bridge"] = Town(1, "guild")
    g.hands["guild"] = ["host", "cart"]
    rules.march(g, "guild", "cart", "harbour", "bridge")
    assert (g.towns["harbour"].men, g.towns["bridge"].men) == (2, 3)
    rules.march(g, "guild", "host", "bridge", "harbour")
    assert (g.towns["harbour"].men, g.towns["bridge"].men) == (4, 1)


@pytest.mark.parametrize(
    ("choice", "key"),
    [
        (("muster", "{own}", "bridge"), "not_own"),
        (("march", "{own}", "harbour", "keep"), "no_road"),
        (("muster", "{other}", "harbour"), "not_in_hand"),
    ],
)
def test_3_why_not(match: Match[Road], choice: tuple[str, ...], key: str) -> None:
    bid(match)
    seat = next(iter(match.asked()))
    hand = match.state.hands[seat]
    other = next(card for card in CARDS if card not in hand)
    refusal = match.refusal(seat, tuple(part.format(own=hand[0], other=other) for part in choice))
    assert refusal is not None
    if seat == "guild" or key != "no_road":
        assert refusal.key == key


def test_3_4_battle_by_men_dice_and_walls(match: Match[Road]) -> None:
    seen = set()
    for _ in range(40):
        g = match.state
        g.towns |= {"harbour": Town(4, "guild"), "bridge": Town(2)}
        g.hands["guild"] = ["wagon"]
        rules.march(g, "guild", "wagon", "harbour", "bridge")
        told = match.told(None)[-1].params
        attack, defence = 3 + told["dice"][0], 2 + told["dice"][1] + 1
        assert (told["total"], told["guard"], told["won"]) == (attack, defence, attack > defence)
        assert g.towns["bridge"] == (Town(1, "guild") if attack > defence else Town(1))
        assert g.towns["harbour"].men == 1
        seen.add(told["won"])
    assert seen == {True, False}


def test_4_tolls_decide(match: Match[Road]) -> None:
    while not match.over:
        for seat, question in match.asked().items():
            match.act(seat, question.options[0])
    result = match.result()
    assert result is not None
    assert match.state.round == rules.ROUNDS
    assert result.scores == GAME.points(match.state)
    assert all(result.scores[seat] == max(result.scores.values()) for seat in result.winners)
    assert rules.setup("two_houses", {"long_road": True}, b"x" * 32).rounds == rules.LONG_ROUNDS
