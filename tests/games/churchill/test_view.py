"""What a seat sees and foresees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from casusbelli.game import Match
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.content import AGENDA_TOKENS, CONFERENCES, DECKS
from casusbelli.games.churchill.forecast import forecast
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import UK, US, USSR, Play, Position


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    match = Match.new(GAME, "campaign", {"secret_agenda": True}, seed_from("hands"))
    for viewer in (UK, USSR, US, None):
        seen = msgspec.json.encode(match.view(viewer)).decode()
        for power, deck in DECKS.items():
            shown = {card for card in deck if f'"{card}"' in seen}
            assert shown == (set(match.state.hands[power]) if viewer == power else set())
        tokens = {token for token in AGENDA_TOKENS if f'"{token}"' in seen}
        assert tokens == (set(match.state.agenda_tokens[viewer]) if viewer else set())
        assert {card for card in CONFERENCES if f'"{card}"' in seen} == {match.state.card}


def test_hidden_score() -> None:
    assert Match.new(GAME, "training", {"hidden_score": True}, seed_from(1)).view(UK)["score"] is None


def test_running_sheet() -> None:
    score = Position("tournament").at("agenda").match.view(None)["score"]
    assert score["totals"] == {UK: 13, USSR: 14, US: 8}
    assert score["spread"] == 6
    assert score["ending"] == "negotiated_peace"
    assert score["adjusted"] == {UK: 10, USSR: 9, US: 13}
    assert score["winner"] == US
    assert {line: sum(points.values()) for line, points in score["lines"].items()} == {
        "vp_alignment": 12,
        "vp_network": 12,
        "vp_empty_colony": 2,
        "vp_no_return": 6,
        "vp_no_bomb": 3,
    }


@pytest.mark.parametrize("scenario", ["training", "tournament", "campaign"])
def test_places_of_issues(scenario: str) -> None:
    view = Position(scenario).table(global_issue="us3", uk_production="0").won(abomb_research=UK).at("agenda").match.view(None)
    assert view["issues"]["global_issue"] == ["track", US, 3]
    assert view["issues"]["uk_production"] == ["centre", "", 0]
    assert view["issues"]["abomb_research"] == ["chair", UK, 0]
    assert view["issues"]["second_front"][0] == ("removed" if scenario == "training" else "pool")


def preview(play: Play, seat: str, *choice: str | int) -> dict[str, Any]:
    foreseen = play.match.preview(seat, choice)
    assert foreseen is not None
    return foreseen


def test_an_advance_is_foreseen() -> None:
    play = Position().table(global_issue="uk1").hands(us="morgenthau king").meeting(US)
    foreseen = preview(play, US, "advance_staff", "morgenthau", "global_issue", 4)
    assert foreseen == {
        "value": 4,
        "steps": [["printed", 3], ["bonus", 1]],
        "origin": [UK, 1],
        "place": [US, 3],
        "wins": False,
    }
    play.act(US, "advance_staff", "morgenthau", "global_issue", 4)
    assert list(play.g.table["global_issue"]) == foreseen["place"]


def test_the_risks_of_a_leader_are_foreseen() -> None:
    position = Position().table(global_issue="0").hands(us="knox king").set(health_modifiers={UK: 0, USSR: 0, US: -1})
    foreseen = preview(position.meeting(US), US, "advance_leader", "knox", "global_issue", 7)
    assert foreseen["wins"] is True
    assert foreseen["health"] == pytest.approx(6 / 36, abs=1e-3)


def test_odds_after_a_token_are_foreseen() -> None:
    play = Position("tournament").allocation(US, UK, us=3, uk=1)
    foreseen = preview(play, US, "alloc_free", "offensive", "mediterranean_front")
    assert foreseen["before"] == forecast(play.g)["mediterranean_front"]
    play.act(US, "alloc_free", "offensive", "mediterranean_front")
    assert foreseen["after"] == forecast(play.g)["mediterranean_front"]
    assert foreseen["after"]["advance"] > foreseen["before"]["advance"]


def test_points_of_a_marker_are_foreseen() -> None:
    play = Position("tournament").at("networks", earned_networks={UK: 0, USSR: 3, US: 1})
    assert preview(play, USSR, "place", "malaya") == {"points": {UK: -2, USSR: 1, US: 0}}
    assert preview(play, USSR, "remove", "poland") == {"points": {UK: -1, USSR: 0, US: 0}}


def test_staff_support_is_refused_elsewhere(dice: LoadedDice) -> None:
    position = Position("tournament").table(global_issue="0").hands(us="arnold king")
    play = position.meeting(US).act(US, "advance_staff", "arnold", "global_issue", 2)
    assert play.asked == (US, "staff_support_theater")
    refusal = play.refused(US, "staff_support_theater", "cbi")
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("cannot_take_support", "3.33")
    dice.will_show(2)
    play.act(US, "staff_support_theater", "western")
    assert play.g.support["western_front"] == 1
