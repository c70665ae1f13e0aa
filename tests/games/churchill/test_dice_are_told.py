"""Every die of the rules is told as it fell, with what is added to it."""

from __future__ import annotations

import pytest

from casusbelli.games.churchill.state import Leader

from .conftest import LoadedDice
from .positions import UK, US, USSR, Position


def test_5_25_the_agenda_die_of_a_chief_of_staff(dice: LoadedDice) -> None:
    dice.will_show(3)
    play = Position().hands(uk="brooke cripps", ussr="merkulov mikoyan", us="knox king").at("agenda")
    for power, card in ((UK, "brooke"), (USSR, "merkulov"), (US, "knox")):
        play.act(power, "agenda_commit_card", card)
    assert play.events("chief_rolled") == [{"power": UK, "card": "brooke", "roll": 3}]
    assert play.events("agenda_revealed")[0]["value"] == 4


def test_7_62_the_die_that_sends_an_army_to_the_arctic(dice: LoadedDice) -> None:
    position = Position("training").naval(arctic=3).set(surrendered={"japan": 1}, assigned=[])
    position.g.reserves["german_army"] = 5
    dice.will_show(6, 6)  # two armies left over; no Front is strong enough to roll
    play = position.at("war")
    sent = [(event["roll"], event["front"]) for event in play.events("army_by_die")]
    assert sent == [(6, "arctic"), (6, "mediterranean_front")]
    assert play.g.naval["arctic"] == 2


def test_3_31_a_modified_health_roll(dice: LoadedDice) -> None:
    position = Position().table(uk_production="0", global_issue="0").hands(us="knox king").inactive(UK, USSR)
    position.g.health_modifiers[US] = -1
    dice.will_show(1, 3)
    play = position.meeting(US).act(US, "advance_leader", "knox", "uk_production", 7)
    told = {"power": US, "card": "roosevelt", "dice": [1, 3], "roll": 4, "modifiers": -1, "on": [2, 3], "hit": True}
    assert play.events("leader_rolled") == [told]
    assert play.g.leaders[US].id == "truman"


@pytest.mark.parametrize(("leader", "told"), [("roosevelt", 1), ("truman", 0)])
def test_10_2_a_leader_without_a_health_roll_is_not_weakened(leader: str, told: int) -> None:
    position = Position("tournament")
    position.g.conference_deck = ["argonaut_a"]
    position.g.leaders[US] = Leader(leader)
    assert len(position.at("conference").events("health_modified")) == told
