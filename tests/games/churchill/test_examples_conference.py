"""E1 to E27: the illustrated conference, played as one script; each test plays it up to its example."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from casusbelli.game import Match
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.content import DECKS
from casusbelli.games.churchill.setup import options_from, set_up
from casusbelli.games.churchill.state import Assignment, Churchill, Duty
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import UK, US, USSR, Play, Position

HANDS = {
    UK: "beaverbrook cunningham portal pound attlee bevin menzies",
    USSR: "voznesensky merkulov budyonny molotov malenkov kuznetsov zhukov",
    US: "crowley embick donovan walker morgenthau harriman hopkins",
}


def opening(dice: LoadedDice, **options: str) -> Play:
    """E1: the card is turned up and everybody holds the cards of the story."""
    g: Churchill = set_up("training", options_from(GAME.info.settle(options)), seed_from("the story"))
    g.conference_deck[:2] = ["tolstoy_c", "argonaut_a"]
    for power, hand in HANDS.items():
        cards = hand.split()
        g.decks[power] = cards + [card for card in DECKS[power] if card not in cards]
    dice.will_show(4, 6)
    return Play(Match.of(GAME, g, scenario="training"))


def e2(play: Play, dice: LoadedDice) -> None:
    play.act(USSR, "agenda_commit_card", "voznesensky")
    play.act(US, "agenda_commit_card", "crowley")
    play.act(UK, "agenda_commit_card", "beaverbrook")
    play.act(UK, "agenda_first_issue", "pol_mil_2_2_a")
    for seat, issue in (
        (USSR, "us_production_1"),
        (USSR, "pol_mil_1_3"),
        (US, "ussr_directed_offensive"),
        (US, "ussr_declares_war"),
        (UK, "europe_leadership"),
        (UK, "global_issue"),
    ):
        play.act(seat, "agenda_pick_issue", issue)


def e3(play: Play, dice: LoadedDice) -> None:
    play.act(USSR, "advance_staff", "merkulov", "pol_mil_1_3", 2).decline(US, UK)


def e4(play: Play, dice: LoadedDice) -> None:
    play.act(US, "advance_staff", "embick", "ussr_directed_offensive", 3).decline(UK)
    dice.will_show(3)
    play.act(USSR, "debate_staff", "budyonny", 4)


def e5(play: Play, dice: LoadedDice) -> None:
    """The purge roll is part of E4's play."""


def e6(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "advance_staff", "cunningham", "europe_leadership", 4).decline(USSR, US)


def e7(play: Play, dice: LoadedDice) -> None:
    play.act(USSR, "pass")


def e8(play: Play, dice: LoadedDice) -> None:
    play.act(US, "advance_staff", "donovan", "pol_mil_1_3", 5).decline(UK, USSR)


def e9(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "advance_staff", "portal", "pol_mil_1_3", 3)
    assert play.at("pol_mil_1_3") == "0"
    dice.will_show(3, 1)
    play.decline(USSR).act(US, "debate_leader", "walker", 7)


def e10(play: Play, dice: LoadedDice) -> None:
    play.act(USSR, "advance_staff", "molotov", "global_issue", 6)
    dice.will_show(4, 1)
    play.decline(US).act(UK, "debate_leader", "pound", 7)


def e11(play: Play, dice: LoadedDice) -> None:
    play.act(US, "pass").act(UK, "pass")
    dice.will_show(3, 2)
    play.act(USSR, "advance_leader", "malenkov", "pol_mil_2_2_a", 7)


def e12(play: Play, dice: LoadedDice) -> None:
    play.act(US, "advance_staff", "morgenthau", "global_issue", 4)
    assert play.at("global_issue") == "us3"
    play.decline(UK).act(USSR, "debate_staff", "kuznetsov", 4)


def e13(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "advance_staff", "attlee", "global_issue", 5)
    assert play.at("global_issue") == "uk4"
    dice.will_show(3)
    play.act(USSR, "debate_chief", "zhukov")


def e14(play: Play, dice: LoadedDice) -> None:
    play.act(US, "advance_staff", "harriman", "ussr_directed_offensive", 5).decline(UK)


def e15(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "advance_staff", "bevin", "pol_mil_2_2_a", 4).decline(US)


def e16(play: Play, dice: LoadedDice) -> None:
    dice.will_show(4)
    play.act(US, "advance_staff", "hopkins", "global_issue", 4).decline(UK)


def e17(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "advance_staff", "menzies", "us_production_1", 1)


def e18(play: Play, dice: LoadedDice) -> None:
    """The result follows by itself."""


def e19(play: Play, dice: LoadedDice) -> None:
    play.act(US, "place_directed_offensive", "far_east_front")


def e20(play: Play, dice: LoadedDice) -> None:
    """Production is counted by itself."""


def e21(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "leadership_command", "us")


def e22(play: Play, dice: LoadedDice) -> None:
    play.act(UK, "alloc_card", "offensive")
    for verb in ("alloc_bonus", "alloc_bonus", "alloc_free", "alloc_free", "alloc_free"):
        play.act(UK, verb, "offensive", "western_front")
    play.act(UK, "alloc_free", "offensive", "mediterranean_front")


def e23(play: Play, dice: LoadedDice) -> None:
    play.act(USSR, "alloc_free", "offensive", "eastern_front")
    play.act(US, "alloc_free", "pol_mil", "pol_mil_1_3")
    play.act(US, "alloc_free", "offensive", "eastern_front")
    play.act(US, "alloc_bonus", "offensive", "western_front").act(US, "alloc_free", "offensive", "western_front")
    play.act(US, "alloc_bonus", "offensive", "central_pacific_front")
    play.act(US, "alloc_free", "offensive", "sw_pacific_front").act(US, "alloc_free", "naval", "sw_pacific")


def e24(play: Play, dice: LoadedDice) -> None:
    play.act(US, "global_move", "uk_us")


def e25(play: Play, dice: LoadedDice) -> None:
    for verb, country in (("place", "denmark"), ("place", "malaya"), ("remove", "austria"), ("place", "austria")):
        play.act(US, verb, country)
    for verb, country in (("remove", "austria"), ("place", "austria"), ("remove", "poland")):
        play.act(USSR, verb, country)
    play.act(UK, "remove", "malaya")
    play.act(US, "alignment_order", "uk")
    dice.will_show(*E26_DICE, *E27_DICE)
    play.act(US, "place", "denmark")


E26_DICE = (1, 4, 5, 2, 1)
E27_DICE = (7, 6, 2, 9, 4, 5)

STEPS: tuple[Callable[[Play, LoadedDice], None], ...] = (
    *(e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14),
    *(e15, e16, e17, e18, e19, e20, e21, e22, e23, e24, e25),
)


def story(dice: LoadedDice, until: int, **options: str) -> Play:
    """The conference up to and including an example."""
    play = opening(dice, **options)
    for step in STEPS[: max(0, until - 1)]:
        step(play, dice)
    return play


def test_e1_the_card(dice: LoadedDice) -> None:
    g = story(dice, 1).g
    assert (g.card, g.conference) == ("tolstoy_c", 8)
    assert g.convoys == {UK: 0, USSR: 0, US: 0}
    assert sum(n for _, n in g.networks.values()) == 18
    assert g.duties == [Duty(UK, "cbi", "offensive")]
    assert (g.leaders[US].active, g.leaders[US].cannot_advance) == (True, True)
    assert g.assigned == [Assignment("ijn_fleet", "sw_pacific_front", 1), Assignment("japanese_army", "sw_pacific_front", 1)]


def test_e2_agenda(dice: LoadedDice) -> None:
    play = story(dice, 2)
    assert play.g.agenda_values == {UK: 4, USSR: 2, US: 2}
    assert play.g.agenda_winner == UK
    assert play.at("pol_mil_2_2_a") == "uk2"
    assert [issue for issue, place in play.g.table.items() if place == ("", 0)] == [
        "us_production_1",
        "pol_mil_1_3",
        "ussr_directed_offensive",
        "ussr_declares_war",
        "europe_leadership",
        "global_issue",
    ]
    assert play.asked == (USSR, "meeting_action")
    assert all(len(hand) == 6 for hand in play.g.hands.values())


def test_e3_advance_with_attribute(dice: LoadedDice) -> None:
    play = story(dice, 3)
    assert play.at("pol_mil_1_3") == "ussr2"
    assert play.g.purges == {USSR: [1]}


def test_e4_debate(dice: LoadedDice) -> None:
    play = story(dice, 4)
    assert play.at("ussr_directed_offensive") == "ussr1"
    assert play.g.passes == [USSR]
    (debated,) = play.events("debated")
    assert debated["steps"] == [["printed", 5], ["trait", 1], ["bonus", -2]]


def test_e5_purge_roll(dice: LoadedDice) -> None:
    play = story(dice, 5)
    assert play.g.discards[USSR] == ["voznesensky", "merkulov", "budyonny"]
    assert (play.g.removed[USSR], play.g.purges) == ([], {})


def test_e5_purge_strikes(dice: LoadedDice) -> None:
    play = story(dice, 3)
    play.act(US, "advance_staff", "embick", "ussr_directed_offensive", 3).decline(UK)
    dice.will_show(1)
    play.act(USSR, "debate_staff", "budyonny", 4)
    assert play.g.removed[USSR] == ["budyonny"]
    assert play.at("ussr_directed_offensive") == "ussr1"


def test_e6_named_leadership(dice: LoadedDice) -> None:
    assert story(dice, 6).at("europe_leadership") == "uk4"
    other = Position().table(pacific_leadership="0").hands(uk="cunningham eden").meeting(UK)
    assert ("advance_staff", "cunningham", "pacific_leadership", 2) in other.options(UK)


def test_e7_pass(dice: LoadedDice) -> None:
    play = story(dice, 7)
    assert len(play.g.hands[USSR]) == 4
    assert play.g.passes == []
    assert play.asked == (US, "meeting_action")


def test_e8_through_two_tracks(dice: LoadedDice) -> None:
    assert story(dice, 8).at("pol_mil_1_3") == "us3"


def test_e9_leader_debates_and_wins(dice: LoadedDice) -> None:
    play = story(dice, 9)
    assert play.at("pol_mil_1_3") == "won:us"
    assert play.g.earned_alignments == {UK: 0, USSR: 0, US: 0}
    assert (play.g.leaders[US].id, play.g.leaders[US].active) == ("roosevelt", False)
    assert play.g.passes == [US]


def test_e10_churchill_debates(dice: LoadedDice) -> None:
    play = story(dice, 10)
    assert play.at("global_issue") == "uk1"
    assert play.g.earned_alignments[UK] == 1
    assert "pound" in play.g.discards[UK]
    assert not play.g.leaders[UK].inactive_next


@pytest.mark.parametrize(("edition", "networks"), [("second", 2), ("first", 1)])
def test_e11_stalin_unopposed(dice: LoadedDice, edition: str, networks: int) -> None:
    play = story(dice, 11, edition=edition)
    assert play.at("pol_mil_2_2_a") == "ussr5"
    assert play.g.earned_networks[USSR] == networks
    assert play.g.paranoia == {}
    assert play.asked == (US, "meeting_action")


def test_e12_morgenthau_and_kuznetsov(dice: LoadedDice) -> None:
    play = story(dice, 12)
    assert play.at("global_issue") == "ussr1"
    assert play.g.naval["arctic"] == 2


def test_e13_attlee_without_churchill(dice: LoadedDice) -> None:
    play = story(dice, 13)
    assert play.at("global_issue") == "0"


def test_e13_attlee_with_churchill(dice: LoadedDice) -> None:
    play = story(dice, 12)
    play.g.leaders[UK].active = True
    play.match.asked()[UK].forget_options()
    assert ("advance_staff", "attlee", "global_issue", 3) in play.options(UK)


def test_e14_no_cards_no_turn(dice: LoadedDice) -> None:
    play = story(dice, 14)
    assert play.at("ussr_directed_offensive") == "us4"
    assert play.asked == (UK, "meeting_action")
    assert not play.g.hands[USSR]


def test_e15_penalty(dice: LoadedDice) -> None:
    assert story(dice, 15).at("pol_mil_2_2_a") == "ussr1"


def test_e16_hopkins(dice: LoadedDice) -> None:
    play = story(dice, 15)
    assert [c[3] for c in play.options(US) if c[:3] == ("advance_staff", "hopkins", "global_issue")] == [1, 2, 3, 4]
    e16(play, dice)
    assert play.at("global_issue") == "us4"
    assert play.g.removed[US] == []


def test_e17_menzies(dice: LoadedDice) -> None:
    play = story(dice, 16)
    assert ("advance_staff", "menzies", "pol_mil_2_2_a", 4) in play.options(UK)
    e17(play, dice)
    assert play.at("us_production_1") == "won:uk"


def test_e18_result(dice: LoadedDice) -> None:
    play = story(dice, 18)
    assert play.g.won == {
        "pol_mil_1_3": US,
        "ussr_directed_offensive": US,
        "global_issue": US,
        "europe_leadership": UK,
        "us_production_1": UK,
        "pol_mil_2_2_a": USSR,
    }
    assert (play.g.winner, play.g.conferences_won) == (US, {UK: 0, USSR: 0, US: 1})
    assert play.at("ussr_declares_war") == "0"


def test_e19_directed_offensive(dice: LoadedDice) -> None:
    play = story(dice, 18)
    assert play.asked == (US, "place_directed_offensive")
    e19(play, dice)
    assert play.g.offensives == {"ussr_directed_offensive": "far_east_front"}


def test_e20_production(dice: LoadedDice) -> None:
    assert story(dice, 20).g.tokens == {UK: 5, USSR: 3, US: 5}


def test_e21_leadership(dice: LoadedDice) -> None:
    play = story(dice, 21)
    assert play.g.leadership == {"europe": US, "pacific": US}
    assert play.g.markers == {
        UK: {"europe": 2, "pacific": 0, "either": 0},
        USSR: {"europe": 0, "pacific": 0, "either": 0},
        US: {"europe": 1, "pacific": 1, "either": 0},
    }
    assert play.g.queue == [UK, USSR, US]


def test_e22_allocation_uk(dice: LoadedDice) -> None:
    g = story(dice, 22).g
    assert (g.support["cbi_front"], g.support["western_front"], g.support["mediterranean_front"]) == (1, 5, 1)
    assert (g.tokens[UK], g.queue) == (0, [USSR, US])


def test_e23_allocation_ussr_us(dice: LoadedDice) -> None:
    g = story(dice, 23).g
    assert g.support == {
        "western_front": 7,
        "mediterranean_front": 1,
        "eastern_front": 2,
        "central_pacific_front": 1,
        "sw_pacific_front": 1,
        "cbi_front": 1,
        "far_east_front": 2,
    }
    assert g.naval["sw_pacific"] == 4
    assert (g.earned_alignments, g.earned_networks) == ({UK: 1, USSR: 0, US: 1}, {UK: 0, USSR: 2, US: 3})


def test_e24_global(dice: LoadedDice) -> None:
    play = story(dice, 23)
    assert play.options(US) == [("global_move", "uk_us"), ("global_move", "us_ussr")]
    e24(play, dice)
    assert play.g.globals == {"uk_us": US}
    assert play.g.placing == {UK: 1, USSR: 3, US: 4}
    assert play.asked == (US, "network_place")


def test_e25_networks_and_alignments(dice: LoadedDice) -> None:
    play = story(dice, 25)
    g = play.g
    assert g.networks["austria"] == (USSR, 1)
    assert g.networks["denmark"] == (US, 1)
    assert "malaya" not in g.networks
    assert "poland" not in g.networks
    assert (g.alignments["greece"], g.alignments["denmark"]) == (UK, US)
    order = [(e["power"], e["country"]) for e in play.events("alignment_placed")]
    assert order == [(UK, "greece"), (US, "denmark")]


def test_e26_reserves(dice: LoadedDice) -> None:
    play = story(dice, 26)
    (deployed,) = play.events("reserves_deployed")
    assert deployed["armies"] == {
        "western_front": 2,
        "mediterranean_front": 1,
        "eastern_front": 3,
        "central_pacific_front": 1,
        "sw_pacific_front": 1,
        "far_east_front": 2,
    }
    assert play.g.reserves["ijn_fleet"] == 1


def test_e27_advances(dice: LoadedDice) -> None:
    play = story(dice, 27)
    assert [(e["front"], e["strength"], e["roll"], e["success"]) for e in play.events("front_rolled")] == [
        ("western_front", 12, 7, True),
        ("mediterranean_front", 2, 6, False),
        ("central_pacific_front", 2, 2, True),
        ("sw_pacific_front", 2, 9, False),
        ("cbi_front", 4, 4, True),
        ("far_east_front", 2, 5, False),
    ]
    (stopped,) = play.events("front_stopped")
    assert (stopped["front"], stopped["strength"], stopped["why"]) == ("eastern_front", 0, "strength")
    spaces = {front: play.space(front) for front in ("western", "central_pacific", "cbi", "far_east")}
    assert spaces == {"western": "west_germany", "central_pacific": "iwo_jima", "cbi": "burma", "far_east": "nomonhan"}
    assert play.g.reserves["german_army"] == 5
    assert play.g.naval["sw_pacific"] == 3
    assert play.g.behind[-2:] == ["belgium", "netherlands"]
    assert len(play.g.behind) == 10
    assert (play.g.networks["belgium"], play.g.networks["netherlands"]) == ((UK, 1), (UK, 1))
    assert play.g.conference == 9
