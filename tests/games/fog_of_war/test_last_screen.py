"""The last screen: what decided comes first, and everything that lay face down is turned up."""

from __future__ import annotations

from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import VICTORY_CARDS
from casusbelli.games.fog_of_war.state import War

from .positions import Scene

HELD, LOST = sorted(VICTORY_CARDS)[:2]


def ended(ending: str, winner: str, **facts: object) -> War:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_1", age=3).defence("allied", "paris", "army_2")
    g: War = scene.start().match.state
    g.winner, g.ending, g.victory_kept = winner, ending, [HELD, LOST]
    for name, fact in facts.items():
        setattr(g, name, fact)
    g.control[VICTORY_CARDS[HELD].effect.province] = "axis"
    g.control[VICTORY_CARDS[LOST].effect.province] = "allied"
    g.taken.pop(VICTORY_CARDS[LOST].effect.province, None)
    return g


def keys(g: War) -> list[str]:
    return [each.key for each in GAME.ending(g).because]


def test_a_war_that_goes_on_has_none() -> None:
    assert GAME.ending(ended("", "")).sheet == ()


def test_by_points_the_points_come_first_and_by_time_the_objectives() -> None:
    g = ended("axis_points", "axis", vp=99)
    assert keys(g) == ["points_reached", "objective_held", "objective_never"]
    g.taken[VICTORY_CARDS[LOST].effect.province] = 1942
    assert keys(g) == ["points_reached", "objective_held", "objective_lost"]
    late = ended("allied_time", "allied", vp=0)
    assert keys(late) == ["objective_held", "objective_never", "points_short"]


def test_the_fall_of_germany_is_told_by_its_provinces() -> None:
    g = ended("allied_germany", "allied", vp=0)
    g.control["ruhr"], g.control["berlin"] = "allied", "axis"
    g.taken["ruhr"] = 1944
    told = GAME.ending(g).because
    assert (told[0].params["province"], told[0].params["year"]) == ("ruhr", 1944)
    assert [each.key for each in told] == ["germany_taken", "points_short"]


def test_points_that_were_there_at_the_start_stand_apart_from_what_was_scored() -> None:
    g = ended("axis_points", "axis", vp=7, ledger=[])
    lines = {line.key: line.points for line in GAME.ending(g).sheet}
    assert lines == {"start": {"axis": 7.0}, "final": {"axis": 7.0}}


def test_what_lay_face_down_is_shown_with_its_owner() -> None:
    shown = {(each.key, each.seat, each.ids) for each in GAME.ending(ended("axis_points", "axis")).hidden}
    objectives = tuple(VICTORY_CARDS[card].effect.province for card in (HELD, LOST))
    assert {("operation", "axis", ("army_1",)), ("garrison", "allied", ("army_2",)), ("kept", "axis", objectives)} <= shown
