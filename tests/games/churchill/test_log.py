"""The log: every line names its actor, in three languages."""

from __future__ import annotations

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.churchill.game import GAME
from casusbelli.words.texts import catalogue

NOBODYS = {
    "armies_sent": "the Axis army is named",
    "army_by_die": "the Axis army is named",
    "army_by_lot": "the Axis army is named",
    "breakthrough": "the Front acts",
    "collapse": "the Axis loses",
    "conference_closed": "a heading",
    "conference_opened": "a heading",
    "convoy": "the card acts",
    "espionage": "the Soviet track moves",
    "fleet_fate": "the Japanese fleet",
    "front_entered": "the Front acts",
    "front_rolled": "the Front acts",
    "front_stopped": "the Front acts",
    "health_modified": "the leader is named",
    "health_rolled": "the staff card is named",
    "issue_removed": "the issue goes",
    "leader_died": "the leader is named",
    "leader_ill": "the leader is named",
    "leader_restricted": "the leader is named",
    "leader_rolled": "the leader is named",
    "naval_lost": "the Axis unit is named",
    "offensive_lost": "the Axis unit is named",
    "paranoia_rolled": "the leader is named",
    "partisan_strife": "the die",
    "pol_mil_rolled": "the dice",
    "reserve_assigned": "the Axis unit is named",
    "reserves_deployed": "the Axis is named",
    "secret_agenda": "everybody",
    "sortie_rolled": "the Japanese navy",
    "surrendered": "the nation is named",
}
"""Lines without a power that acts, and why."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_names_its_actor(language: str) -> None:
    words = catalogue(GAME, language)
    lines = {key.removeprefix("event."): text for key, text in words.items() if key.startswith("event.")}
    silent = {kind for kind, text in lines.items() if "{power" not in text}
    assert silent - NOBODYS.keys() == set(), "a line that says not who acts"
    assert NOBODYS.keys() - lines.keys() == set(), "lines that are not told any more"
    named = {kind: text for kind, text in lines.items() if "is named" in NOBODYS.get(kind, "")}
    assert {kind for kind, text in named.items() if "{" not in text and kind != "reserves_deployed"} == set()
