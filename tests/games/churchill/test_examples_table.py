"""E28 to E33, E45 to E57, E87, E94, E95, E103, E104: agenda, meeting, debates, leaders."""

from __future__ import annotations

import pytest

from casusbelli.game import Match
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.content import DECKS
from casusbelli.games.churchill.state import Leader
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import UK, US, USSR, Play, Position


def agenda(uk: str, ussr: str, us: str, **options: bool) -> Play:
    """All three commit one of two cards."""
    position = Position("training", **options).hands(uk=f"{uk} cripps", ussr=f"{ussr} mikoyan", us=f"{us} king")
    play = position.at("agenda")
    for power, card in ((UK, uk), (USSR, ussr), (US, us)):
        play.act(power, "agenda_commit_card", card)
    return play


def test_e28_us_wins_the_agenda() -> None:
    play = agenda("cherwell", "merkulov", "harriman")
    assert play.g.agenda_values == {UK: 3, USSR: 1, US: 4}
    play.act(US, "agenda_first_issue", "global_issue")
    assert play.at("global_issue") == "us3"
    order = []
    while play.asked[1] == "agenda_pick_issue":
        order.append(play.asked[0])
        play.act(play.asked[0], *play.options(play.asked[0])[0])
    assert order == [UK, UK, USSR, USSR, US, US]


@pytest.mark.parametrize(("issue", "value", "place"), [("pol_mil_1_3", 3, "uk3"), ("us_production_1", 4, "uk4")])
def test_e29_lyttelton(issue: str, value: int, place: str) -> None:
    play = Position().table(**{issue: "0"}).hands(uk="lyttelton eden").meeting(UK)
    assert play.act(UK, "advance_staff", "lyttelton", issue, value).at(issue) == place


def test_e30_lyttelton_across_the_centre() -> None:
    play = Position().table(uk_production="ussr2").hands(uk="lyttelton eden").meeting(UK)
    assert play.act(UK, "advance_staff", "lyttelton", "uk_production", 4).at("uk_production") == "uk2"


def test_e31_provisional_place_beyond_the_chair() -> None:
    play = Position().table(ussr_directed_offensive="us5", global_issue="0").hands(us="leahy knox", ussr="voznesensky mikoyan")
    match = play.meeting(US).act(US, "advance_staff", "leahy", "ussr_directed_offensive", 4)
    assert match.at("ussr_directed_offensive") == "us9"
    match.act(USSR, "debate_staff", "voznesensky", 3)
    assert match.at("ussr_directed_offensive") == "us6"
    assert match.g.won == {}


def test_e32_paranoia() -> None:
    position = Position().table(global_issue="0").hands(us="knox", ussr="fitin mikoyan").set(paranoia={USSR: (-1, 1)})
    play = position.meeting(US).act(US, "advance_staff", "knox", "global_issue", 2)
    assert ("debate_staff", "fitin", 2) in play.options(USSR)
    play.decline(USSR)
    assert ("advance_staff", "fitin", "global_issue", 1) in play.options(USSR)


def test_e33_roosevelt_wins_unopposed(dice: LoadedDice) -> None:
    position = Position().table(abomb_research="0", global_issue="0").inactive(UK, USSR)
    dice.will_show(4, 3)
    play = position.hands(uk="eden", ussr="mikoyan", us="knox king").meeting(US)
    play.act(US, "advance_leader", "knox", "abomb_research", 7)
    assert play.at("abomb_research") == "won:us"
    assert play.asked == (UK, "meeting_action")


def test_e45_exact_stop() -> None:
    play = Position().table(global_issue="uk3").hands(us="donovan hull", uk="eden").meeting(US)
    assert play.act(US, "advance_staff", "donovan", "global_issue", 3).at("global_issue") == "0"


def test_e46_conditional_stop() -> None:
    position = Position("campaign").table(second_front="uk2", global_issue="0").hands(ussr="molotov novikov fitin mikoyan")
    choices = [c for c in position.meeting(USSR).options(USSR) if c[2:3] == ("second_front",) and c[0] == "advance_staff"]
    assert ("advance_staff", "molotov", "second_front", 5) in choices
    assert ("advance_staff", "molotov", "second_front", 5, "stop") in choices
    assert [c for c in choices if c[1] == "novikov"] == [("advance_staff", "novikov", "second_front", 2)]
    assert [c for c in choices if c[1] == "fitin"] == [("advance_staff", "fitin", "second_front", 1)]


@pytest.mark.parametrize(
    ("choice", "place"),
    [
        (("molotov", "second_front", 5), "ussr3"),
        (("molotov", "second_front", 5, "stop"), "0"),
        (("voznesensky", "second_front", 2), "0"),
        (("fitin", "second_front", 1), "uk1"),
    ],
)
def test_e46_where_it_lies(choice: tuple[str | int, ...], place: str) -> None:
    position = Position("campaign").table(second_front="uk2").hands(ussr="molotov voznesensky fitin mikoyan")
    assert position.meeting(USSR).act(USSR, "advance_staff", *choice).at("second_front") == place


def test_e47_no_stop_from_the_centre() -> None:
    play = Position("campaign").table(second_front="0").hands(us="morgenthau king").meeting(US)
    refusal = play.refused(US, "advance_staff", "morgenthau", "second_front", 3, "stop")
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("no_stop", "5.22")
    assert play.act(US, "advance_staff", "morgenthau", "second_front", 3).at("second_front") == "us3"


def test_e48_strategic_materials_do_not_stop() -> None:
    play = Position().table(strategic_materials="uk2").hands(ussr="timoshenko mikoyan").meeting(USSR)
    assert play.refused(USSR, "advance_staff", "timoshenko", "strategic_materials", 4, "stop") is not None
    assert play.act(USSR, "advance_staff", "timoshenko", "strategic_materials", 4).at("strategic_materials") == "ussr2"


def test_e49_debate_wins() -> None:
    position = Position().table(abomb_research="us2", global_issue="0").hands(uk="menzies eden", us="stimson king")
    play = position.meeting(UK).act(UK, "advance_staff", "menzies", "abomb_research", 1)
    assert play.at("abomb_research") == "us1"
    assert play.act(US, "debate_staff", "stimson", 6).at("abomb_research") == "won:us"


def test_e50_staff_cannot_answer_a_leader(dice: LoadedDice) -> None:
    position = Position().table(global_issue="0", uk_production="0").hands(uk="eden", ussr="molotov mikoyan", us="knox king")
    dice.will_show(4, 4)
    play = position.inactive(UK).meeting(US).act(US, "advance_leader", "knox", "uk_production", 7)
    assert play.asked == (USSR, "debate_response")
    assert {c[0] for c in play.options(USSR)} == {"decline", "debate_leader"}
    refusal = play.refused(USSR, "debate_staff", "molotov", 6)
    assert refusal is not None
    assert refusal.key == "staff_against_leader"


def test_e51_stalin_and_the_bomb(dice: LoadedDice) -> None:
    position = Position().table(abomb_research="us4", global_issue="0").hands(ussr="molotov mikoyan", us="king", uk="eden")
    dice.will_show(6, 6)
    play = position.meeting(USSR).act(USSR, "advance_leader", "mikoyan", "abomb_research", 7)
    assert play.at("abomb_research") == "ussr3"
    assert play.asked == (US, "meeting_action")


def test_e51_stalin_debates_about_the_bomb_like_anybody(dice: LoadedDice) -> None:
    position = Position().table(abomb_research="0", global_issue="0").hands(ussr="molotov mikoyan", us="king perkins", uk="eden")
    play = position.meeting(US).act(US, "advance_staff", "king", "abomb_research", 4).decline(UK)
    dice.will_show(6, 6)
    assert play.act(USSR, "debate_leader", "mikoyan", 7).at("abomb_research") == "ussr3"
    assert play.g.passes == [USSR]


def test_e52_agenda_tie_stalin_decides() -> None:
    play = agenda("lyttelton", "voznesensky", "leahy")
    assert play.g.agenda_values == {UK: 4, USSR: 2, US: 4}
    assert play.asked == (USSR, "agenda_tie_leader")
    play.act(USSR, "commit")
    assert play.options(USSR) == [("tie_choice", UK), ("tie_choice", US)]
    play.act(USSR, "tie_choice", UK).act(UK, "agenda_first_issue", "global_issue")
    assert play.at("global_issue") == "uk2"
    assert not play.g.leaders[USSR].active


def test_e52_agenda_tie_nobody_commits() -> None:
    play = agenda("lyttelton", "voznesensky", "leahy").decline(USSR, US, UK)
    assert play.g.agenda_winner == US


def test_e53_agenda_tie_without_the_us() -> None:
    play = agenda("lyttelton", "timoshenko", "morgenthau").decline(USSR, US, UK)
    assert play.asked == (US, "tie_choice_us")
    assert play.options(US) == [("tie_choice_us", UK), ("tie_choice_us", USSR)]


def test_e54_agenda_all_equal() -> None:
    play = agenda("cherwell", "malenkov", "morgenthau").decline(USSR, US, UK)
    assert play.g.agenda_values == {UK: 3, USSR: 3, US: 3}
    assert play.act(US, "agenda_first_issue", "global_issue").at("global_issue") == "0"


def test_e55_chief_in_the_agenda(dice: LoadedDice) -> None:
    dice.will_show(6)
    play = agenda("brooke", "merkulov", "knox").act(UK, "agenda_first_issue", "global_issue")
    assert play.g.agenda_values == {UK: 7, USSR: 1, US: 2}
    assert play.at("global_issue") == "uk6"


def test_e56_shuffle() -> None:
    """Hands and decks through the tournament: 14 cards are used before the next shuffle, whatever is removed stays out."""
    play = Play(Match.new(GAME, "tournament", seed=seed_from("shuffle")))
    seen: dict[int, tuple[list[str], list[str]]] = {}
    while play.g.conference <= 10 and not play.match.over:
        if play.g.phase == "agenda" and play.g.conference not in seen:
            seen[play.g.conference] = (list(play.g.hands[UK]), list(play.g.decks[UK]))
        seat, question = next(iter(play.match.asked().items()))
        play.act(seat, *question.options[0])
    sizes = {n: (len(hand), len(deck)) for n, (hand, deck) in seen.items()}
    out = len(play.g.removed[UK])
    assert sizes[6] == (7, 14)
    assert 14 - out <= sizes[7][1] <= 14
    assert sizes[8] == (7, sizes[7][1] - 7)
    assert sizes[10] == (7, sizes[9][1] - 7)
    assert not set(seen[7][0]) & set(seen[8][0])
    assert sorted(seen[8][0]) == sorted(seen[7][1][:7])
    assert sorted(seen[10][0]) == sorted(seen[9][1][:7])


def test_e57_two_debates_one_pass() -> None:
    position = (
        Position()
        .table(global_issue="0", uk_production="0")
        .hands(us="king perkins", uk="eden cripps", ussr="molotov mikoyan fitin")
    )
    play = position.meeting(US).act(US, "advance_staff", "perkins", "global_issue", 2).decline(UK)
    play.act(USSR, "debate_staff", "fitin", 2)
    play.act(UK, "advance_staff", "eden", "uk_production", 4).act(USSR, "debate_staff", "mikoyan", 5)
    assert play.g.passes == [USSR]
    assert ("pass",) in play.options(USSR)
    play.act(USSR, "pass")
    assert play.g.passes == []


def test_e87_roosevelt_dies(dice: LoadedDice) -> None:
    position = Position().table(global_issue="0", uk_production="0").hands(us="knox king").inactive(UK, USSR)
    dice.will_show(1, 2)
    play = position.meeting(US).act(US, "advance_leader", "knox", "uk_production", 7)
    assert play.g.leaders[US] == Leader("truman", active=False)
    later = Position().table(global_issue="ussr2", uk_production="0").hands(us="walker byrnes")
    later.g.leaders[US] = Leader("truman")
    options = later.meeting(US).options(US)
    assert ("advance_leader", "walker", "uk_production", 6) in options
    assert ("advance_leader", "walker", "global_issue", 7) in options
    assert ("advance_staff", "walker", "uk_production", 1) in options
    assert ("advance_staff", "byrnes", "uk_production", 5) in options
    later.g.leaders[US].active = False
    assert ("advance_staff", "byrnes", "uk_production", 5) in later.meeting(US).options(US)


def test_e94_agenda_availability() -> None:
    training = Position("training")
    assert "second_front" not in training.g.pool()
    training.g.abomb[US] = 4
    assert "abomb_research" in training.g.pool()
    play = agenda("lyttelton", "voznesensky", "knox")
    assert play.asked == (UK, "agenda_first_issue")
    refusal = play.refused(UK, "agenda_first_issue", "second_front")
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("issue_out_of_game", "5.14")


@pytest.mark.parametrize(("die", "answer", "place"), [(6, "yes", "0"), (6, "no", "uk2"), (4, "", "0"), (3, "", "us1")])
def test_e95_the_chief_debates_a_conditional_issue(dice: LoadedDice, die: int, answer: str, place: str) -> None:
    position = Position("campaign").table(second_front="0", global_issue="0").hands(us="leahy king", uk="brooke eden")
    play = position.meeting(US).act(US, "advance_staff", "leahy", "second_front", 4)
    assert play.at("second_front") == "us4"
    dice.will_show(die)
    play.act(UK, "debate_chief", "brooke")
    if answer:
        assert play.asked == (UK, "chief_stop")
        play.act(UK, "chief_stop", answer)
    assert play.at("second_front") == place


def test_e103_nothing_left_to_discuss() -> None:
    position = Position().won(global_issue=UK, uk_production=US, pol_mil_1_3=UK).hands(uk="eden ismay")
    play = position.meeting(UK)
    assert play.options(UK) == [("discard_card", "eden"), ("discard_card", "ismay")]
    refusal = play.refused(UK, "advance_staff", "eden", "global_issue", 5)
    assert refusal is not None
    assert refusal.key == "all_issues_won"
    play.act(UK, "discard_card", "eden")
    assert play.events("card_discarded") == [{"power": UK, "card": "eden"}, {"power": UK, "card": "ismay"}]
    assert play.g.winner == UK


def test_e104_leader_spent_on_the_agenda() -> None:
    play = agenda("lyttelton", "voznesensky", "leahy")
    play.act(USSR, "commit").act(USSR, "tie_choice", UK)
    while play.g.phase != "meeting":
        play.act(play.asked[0], *play.options(play.asked[0])[0])
    play.g.hands[USSR].append("budyonny")
    play.match.asked()[USSR].forget_options()
    assert play.asked == (USSR, "meeting_action")
    assert "advance_leader" not in {c[0] for c in play.options(USSR)}
    values = {c[3] for c in play.options(USSR) if c[:2] == ("advance_staff", "budyonny")}
    assert values == {5}


def test_decks_hold_21_cards() -> None:
    assert {power: len(deck) for power, deck in DECKS.items()} == {UK: 21, USSR: 21, US: 21}
