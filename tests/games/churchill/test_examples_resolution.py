"""E34 to E37, E44, E58 to E63, E90, E91, E100, E101: the Resolution segment."""

from __future__ import annotations

import pytest

from casusbelli.games.churchill.state import Duty

from .conftest import LoadedDice
from .positions import UK, US, USSR, Play, Position


def resolution(position: Position, winner: str = UK) -> Play:
    """From the placing of directed offensives on."""
    return position.at("directed_offensives", winner=winner, last_winner=winner)


def test_e34_production() -> None:
    play = resolution(Position().won(us_production_1=USSR, us_production_2=USSR, uk_production=US))
    assert play.g.tokens == {USSR: 5, US: 5, UK: 3}


def test_e35_own_production() -> None:
    assert resolution(Position().won(us_production_1=US)).g.tokens == {UK: 4, USSR: 3, US: 6}


def test_e36_naval_first() -> None:
    position = Position("tournament").naval(western=4).table(second_front="0").won(us_directed_offensive_1=USSR)
    play = resolution(position, UK).act(USSR, "place_directed_offensive", "western_front")
    for _ in range(3):
        play.act(USSR, "alloc_free", "offensive", "eastern_front")
    assert play.asked == (US, "alloc_directed")
    play.act(US, "alloc_directed", "us_directed_offensive_1")
    assert (play.g.naval["western"], play.g.support["western_front"], play.g.tokens[US]) == (5, 1, 4)


def test_e37_pacific_leadership() -> None:
    position = Position("tournament").won(pacific_leadership=US)
    play = resolution(position, UK).act(US, "leadership_command", US)
    assert play.g.markers[US] == {"europe": 0, "pacific": 3, "either": 0}
    while play.asked[0] != US:
        play.act(play.asked[0], *play.options(play.asked[0])[0])
    for _ in range(3):
        play.act(US, "alloc_bonus", "offensive", "far_east_front")
    assert play.g.support["far_east_front"] == 3
    refusal = play.refused(US, "alloc_bonus", "offensive", "far_east_front")
    assert refusal is not None
    assert refusal.key == "no_marker_for_region"


@pytest.mark.parametrize(("tokens", "step"), [(3, 4), (2, 3)])
def test_e44_tokens_on_the_bomb(dice: LoadedDice, tokens: int, step: int) -> None:
    dice.will_show(1)
    play = Position().won(abomb_research=UK).at("decisions", winner=UK, abomb_modifiers=tokens)
    assert play.g.abomb[US] == step


def test_e58_strategic_materials() -> None:
    assert resolution(Position().table(strategic_materials="0")).g.tokens == {UK: 5, US: 7, USSR: 4}
    assert resolution(Position().won(strategic_materials=UK)).g.tokens == {UK: 5, US: 6, USSR: 3}


def test_e59_arctic_and_convoy() -> None:
    position = Position("training").naval(arctic=3)
    position.g.conference_deck[0] = "octagon_c"
    play = position.at("conference")
    assert play.g.convoys[USSR] == 1
    assert resolution(Position().naval(arctic=3).set(convoys={UK: 0, USSR: 1, US: 0})).g.tokens[USSR] == 5


def test_e60_amphibious_directed_offensive() -> None:
    position = Position("training").naval(sw_pacific=1)
    position.set(offensives={"us_directed_offensive_1": "sw_pacific_front", "us_directed_offensive_2": "sw_pacific_front"})
    position.set(offensives_due={"us_directed_offensive_1": 2, "us_directed_offensive_2": 2})
    play = position.allocation(US, us=6)
    assert play.g.naval["sw_pacific"] == 3
    assert play.g.support["sw_pacific_front"] == 2
    assert play.g.tokens[US] == 2


def test_e61_short_of_tokens() -> None:
    position = Position("training").set(
        offensives={"us_directed_offensive_1": "eastern_front", "us_directed_offensive_2": "far_east_front"},
        offensives_due={"us_directed_offensive_1": 2, "us_directed_offensive_2": 2},
    )
    play = position.allocation(US, USSR, us=3, ussr=1)
    assert play.asked == (US, "directed_order")
    play.act(US, "directed_order", "us_directed_offensive_2")
    assert (play.g.support["far_east_front"], play.g.support["eastern_front"]) == (2, 1)
    assert play.g.tokens[US] == 0


def test_e62_both_leaderships() -> None:
    play = resolution(Position("training").won(europe_leadership=USSR, pacific_leadership=USSR), USSR)
    assert play.options(USSR) == [("leadership_command", US), ("leadership_command", UK)]
    play.act(USSR, "leadership_command", UK).act(USSR, "leadership_command", US)
    assert play.g.markers == {
        USSR: {"europe": 2, "pacific": 2, "either": 2},
        UK: {"europe": 1, "pacific": 0, "either": 0},
        US: {"europe": 0, "pacific": 1, "either": 0},
    }


def test_e63_global_both_home() -> None:
    position = Position().won(global_issue=UK).set(globals={"uk_us": UK, "uk_ussr": UK})
    play = position.at("decisions", winner=UK)
    assert play.g.globals == {"uk_us": UK, "uk_ussr": UK}
    assert play.events("global_settled") == [{"power": UK}]


def test_e90_token_order_on_the_card() -> None:
    position = Position("tournament").set(
        duties=[Duty(USSR, "far_east", "any")],
        offensives={"ussr_directed_offensive": "eastern_front"},
        offensives_due={"ussr_directed_offensive": 2},
    )
    play = position.allocation(USSR, UK, ussr=3, uk=1)
    assert play.asked == (USSR, "alloc_card")
    assert play.options(USSR) == [("alloc_card", "offensive"), ("alloc_card", "naval")]
    refusal = play.refused(USSR, "alloc_free", "offensive", "eastern_front")
    assert refusal is not None
    assert refusal.key == "duty_first"
    play.act(USSR, "alloc_card", "offensive")
    assert (play.g.support["far_east_front"], play.g.support["eastern_front"]) == (1, 2)
    assert play.g.tokens[USSR] == 0


@pytest.mark.parametrize("places", [{}, {"abomb_research": "0"}])
def test_e91_bomb_without_the_issue(places: dict[str, str]) -> None:
    play = resolution(Position().table(**places), US)
    assert play.asked == (UK, "alloc_free")
    refusal = play.refused(UK, "alloc_free", "abomb")
    assert refusal is not None
    assert refusal.key == "bomb_not_won"
    step = play.g.abomb[US]
    while play.g.phase == "allocation":
        play.act(play.asked[0], *play.options(play.asked[0])[0])
    assert play.g.abomb[US] == step
    assert play.events("abomb_rolled") == []


def test_e100_espionage_after_trinity(dice: LoadedDice) -> None:
    position = Position().won(abomb_research=USSR).set(abomb={US: 4, USSR: 2})
    play = resolution(position, US)
    refusal = play.refused(UK, "alloc_free", "abomb")
    assert refusal is not None
    assert refusal.key == "bomb_finished"
    later = Position().won(abomb_research=USSR).set(abomb={US: 4, USSR: 2}).at("decisions", winner=US)
    assert later.g.abomb == {US: 4, USSR: 3}


@pytest.mark.parametrize(("naval", "after"), [(3, 4), (5, 5)])
def test_e101_duty_at_the_end_of_the_track(naval: int, after: int) -> None:
    position = Position("training").fronts(mediterranean="north_italy").naval(mediterranean=naval)
    play = position.set(duties=[Duty(UK, "mediterranean", "any")]).allocation(UK, US, uk=1, us=1)
    assert play.g.naval["mediterranean"] == after
    assert (play.g.tokens[UK], play.g.duties) == (0, [])
    assert len(play.events("token_wasted")) == (naval == 5)
