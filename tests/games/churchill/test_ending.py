"""The end in all scenarios and endings: result, sheet, log, view and what is turned up tell the same."""

from __future__ import annotations

from typing import Any

import pytest

from casusbelli.game.ending import faults_of
from casusbelli.games.churchill.content import COUNTRIES, POWERS
from casusbelli.games.churchill.endings import ALLIED, BROKEN, NEGOTIATED
from casusbelli.games.churchill.game import GAME
from casusbelli.kernel import Event

from .positions import Play, Position

SCENARIOS = ("tournament", "training", "campaign")


def ended(scenario: str, ending: str, **options: Any) -> Play:
    """The last conference closes, with a rest of hands and of conference cards; the spread makes the ending."""
    position = Position(scenario, secret_agenda=True, **options)
    g = position.g
    g.surrendered = {"germany": 9} if ending == NEGOTIATED else {"germany": 9, "japan": 10}
    g.alignments = {}
    if ending == ALLIED:  # equal: the free countries go round
        for country, power in zip(list(COUNTRIES)[:6], 2 * POWERS, strict=True):
            g.alignments[country] = power
    elif ending == BROKEN:
        g.alignments = dict.fromkeys(list(COUNTRIES)[:16], "us")
    g.conference = g.last_conference
    g.hands["uk"] = [g.decks["uk"].pop()]
    return position.at("war")


@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("ending", [ALLIED, BROKEN, NEGOTIATED])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_that_tells_the_end_agrees(scenario: str, ending: str, edition: str) -> None:
    play = ended(scenario, ending, edition=edition)
    g, result = play.g, GAME.result(play.g)
    assert g.final is not None and result is not None and result.ending == g.final.ending == ending
    screen = GAME.ending(g)
    assert faults_of(screen.sheet, result.scores) == []
    (over,) = play.events("game_over")
    assert over == {"power": g.final.winner, "ending": ending, "totals": g.final.totals, "adjusted": g.final.adjusted}
    assert result.winners == (g.final.winner,) and result.scores == g.final.adjusted
    (closed,) = play.events("conference_closed")
    assert {p: closed["points"][p] + g.final.secret[p] for p in POWERS} == g.final.totals
    told = {event["power"]: event["after"] for event in play.events("negotiated")}
    assert told in ({}, g.final.adjusted) and bool(told) is (ending == NEGOTIATED)
    for seat in (None, *POWERS):
        view = play.match.view(seat)
        assert view["final"]["adjusted"] == g.final.adjusted
        assert not any(front["odds"] for front in view["fronts"].values()), "nothing is foretold any more"
    assert [each.ending for each in screen.endings if each.happened] == [ending]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_stays_hidden(scenario: str) -> None:
    play = ended(scenario, ALLIED)
    shown = {(each.key, each.seat): each.ids for each in GAME.ending(play.g).hidden}
    assert shown["hand", "uk"] == tuple(play.g.hands["uk"])
    assert all(shown["agenda", power] == tuple(play.g.agenda_tokens[power]) for power in POWERS)
    assert shown.get(("conferences", None), ()) == tuple(play.g.conference_deck)
    awards = {award.key: award.seat for award in GAME.ending(ended(scenario, BROKEN).g).awards}
    assert awards["alignments"] == "us"


def test_the_die_of_a_front_is_its_powers_and_that_of_the_axis_nobodys() -> None:
    g = Position("training").g
    told = {"western_front": "us", "eastern_front": "ussr", "cbi_front": "uk"}
    assert {front: GAME.thrower(g, Event("front_rolled", "7.72", {"front": front, "roll": 4})) for front in told} == told
    assert GAME.thrower(g, Event("army_by_die", "7.62", {"front": "western_front", "roll": 4})) is None
    assert GAME.thrower(g, Event("chief_rolled", "5.25", {"power": "us", "roll": 4})) == "us"
