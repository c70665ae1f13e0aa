"""Habits of a war are counted as they happen, on prepared positions."""

from __future__ import annotations

import pytest
from tests.games.counting import Watched

from casusbelli.game import Match
from casusbelli.games.fog_of_war import GAME
from casusbelli.kernel import Event, seed_from

from .positions import Scene


def watched(scene: Scene) -> Watched:
    return Watched(scene.match)


def axis(year: int = 1941) -> Scene:
    return Scene("axis", year=year)


def test_a_launch_without_a_fighting_card() -> None:
    for card, empty in (("decoy", 1), ("army_3", 0)):
        war = watched(axis().operation("axis", "alpha", "egypt", card, age=3).start()).act("launch_operation", "alpha")
        assert war.of("empty_launch") == (empty, 1)
        assert war.of("expired") == (0, 1)


def test_what_is_taken_apart_has_not_expired_and_what_comes_round_has() -> None:
    scene = axis().operation("axis", "alpha", "egypt", "decoy", age=3)
    war = watched(scene.start()).act("dismantle_operation", "alpha")
    assert war.of("expired") == (0, 1)
    war.habits.happened(scene.g, Event("operation_dismantled", params={"side": "axis", "space": "beta", "why": "expired"}))
    assert war.of("expired") == (1, 2)


@pytest.mark.parametrize(("year", "target", "gifts"), [(1940, "balkans", 1), (1941, "balkans", 0), (1940, "egypt", 0)])
def test_an_attack_on_what_joins_for_nothing(year: int, target: str, gifts: int) -> None:
    scene = axis(year).operation("axis", "alpha", target, "army_3", age=3)
    scene.control("neutral", "balkans").control("axis", "italy", "libya", "vienna").start()
    assert watched(scene).act("launch_operation", "alpha").of("free_neutrals") == (gifts, 1)


@pytest.mark.parametrize(("choice", "fought"), [("fight", 1), ("repel", 0)])
def test_an_attack_that_was_cut_off(choice: str, fought: int) -> None:
    scene = Scene("axis", advantage="allied").control("allied", "libya", "west_mediterranean")
    scene.quagmire("egypt", "axis", "army_2").defence("allied", "egypt", "army_2", "fort_2").start()
    war = watched(scene.act("resolve_quagmire", "egypt")).act(choice)
    assert war.of("fought", "to be routed") == (fought, 1)
    assert war.of("fought", "not to be routed") == (0, 0)


def look(*garrison: str) -> Watched:
    """The Allies have looked at a plan against Egypt, all of it."""
    scene = Scene("allied", year=1941).operation("axis", "alpha", "egypt", "army_3", age=3)
    scene.defence("allied", "egypt", *garrison).hand("allied", "army_1", "decoy")
    scene.g.allied.ready, scene.g.axis.ready = 4, 0
    war = watched(scene.start())
    for _ in range(4):
        war.act("intel_action", "op:axis:alpha")
        if scene.g.last_look is not None and "egypt" in scene.g.last_look.cards:
            return war
    raise AssertionError("four looks at half a plan did not find its target")


def test_a_threat_that_was_seen_is_answered_by_a_garrison_or_not() -> None:
    war = look("decoy")
    (threat,) = war.habits.threats  # type: ignore[attr-defined]
    assert threat.target == "egypt"
    war.act("place_defence", "army_1", "egypt")
    for side in ("axis", "allied", "axis", "allied"):
        war.habits.happened(war.match.state, Event("turn_began", params={"side": side}))
    assert war.of("answered", "with a card for it") == (1, 1)
    idle = look("decoy")
    for side in ("axis", "allied", "axis", "allied"):
        idle.habits.happened(idle.match.state, Event("turn_began", params={"side": side}))
    assert idle.of("answered", "with none") == (0, 1), "it was never asked"
    busy = look("decoy").act("place_defence", "decoy", "egypt")
    for side in ("axis", "allied", "axis", "allied"):
        busy.habits.happened(busy.match.state, Event("turn_began", params={"side": side}))
    assert busy.of("answered", "with a card for it") == (0, 1), "a Decoy answers nothing, and an Army was in hand"


def test_what_is_beaten_off_anyway_is_no_threat() -> None:
    assert not look("army_3", "fort_2").habits.threats  # type: ignore[attr-defined]


def test_set_ups_are_told_apart() -> None:
    match = Match.new(GAME, options={}, seed=seed_from(1), record=True)
    war = Watched(match)
    while match.state.phase != "turn":
        war.act(*next(iter(match.asked().values())).options[0])
    assert {side: len(laid) for side, laid in war.habits.laid.items()} == {"axis": 3, "allied": 3}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("attack", "decided"), [("army_3", 1), ("army_1", 0)])
def test_an_advantage_that_changes_the_result(attack: str, decided: int) -> None:
    """One point makes a siege of 3 against 4; 1 against 4 is routed with it, too."""
    scene = axis().operation("axis", "alpha", "egypt", attack, age=3).defence("allied", "egypt", "army_2", "fort_2")
    scene.g.advantage = "axis"
    war = watched(scene.start()).act("launch_operation", "alpha")
    while war.match.asked() and next(iter(war.match.asked().values())).decision != "use_advantage":
        war.act(*next(iter(war.match.asked().values())).options[0])
    war.act("use")
    assert war.of("advantage") == (1, 1)
    assert war.of("advantage_decides") == (decided, 1)
