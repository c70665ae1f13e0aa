"""Every warning on a prepared position: it comes with its figures, and not where there is nothing to warn of."""

from __future__ import annotations

import pytest
from tests.games.warned import figures
from tests.games.warned import warned as warned_of

from casusbelli.game import Caution
from casusbelli.games.fog_of_war.game import GAME

from .positions import Scene, only


def warned(scene: Scene, *choice: str) -> dict[str, Caution]:
    """Of the question that is open; the choice must be one of its options."""
    asked = scene.asked
    assert asked is not None and scene.offers(*choice), (asked, choice)
    return warned_of(GAME, scene.g, *asked, *choice)


def foretold(scene: Scene, side: str, decision: str, *choice: str) -> dict[str, Caution]:
    """Of a question that is not open."""
    return warned_of(GAME, scene.g, side, decision, *choice)


# -- operations --------------------------------------------------------------------------------------------------------


def test_a_launch_asks_with_three_figures() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", age=3).defence("allied", "paris", "army_2")
    grade, told = figures(warned(scene.start(), "launch_operation", "alpha"), "launch_odds")
    assert (grade, told["count"]) == ("ask", 2)
    assert told["victory"] + told["quagmire"] + told["lost"] == 100


def test_without_memory_aids_a_launch_asks_without_odds() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", age=3)
    scene.g.options = [option for option in scene.g.options if option != "memory_aids"]
    told = warned(scene.start(), "launch_operation", "alpha")
    assert figures(told, "launch") == ("ask", {"count": 1})
    assert "launch_odds" not in told


def test_who_attacks_a_neutral_is_told_who_joins_the_enemy() -> None:
    scene = (
        Scene("axis")
        .operation("axis", "alpha", "yugoslavia", "army_3", age=5)
        .operation("axis", "bravo", "kiev", "army_2", age=4)
    )
    scene.operation("axis", "charlie", "paris", "army_2", age=3).hand("axis", "army_1").start()
    assert figures(warned(scene, "launch_operation", "alpha"), "wakes_minor") == (
        "ask",
        {"province": "yugoslavia", "side": "allied"},
    )
    assert figures(foretold(scene, "axis", "choose_action", "launch_operation", "bravo"), "wakes_ussr")[0] == "ask"
    assert not {"wakes_minor", "wakes_ussr"} & set(foretold(scene, "axis", "choose_action", "launch_operation", "charlie"))
    plan = foretold(scene, "axis", "choose_action", "create_operation", "kiev", "army_1")
    assert figures(plan, "wakes_ussr")[0] == "note", "a plan is not yet an attack"


def test_cards_that_add_nothing_to_a_plan() -> None:
    scene = Scene("axis").hand("axis", "fleet_2", "decoy", "army_1").operation("axis", "alpha", "paris", "army_3", age=3).start()
    assert figures(warned(scene, "add_to_operation", "alpha", "fleet_2"), "idle_card")[1] == {
        "card": "fleet_2",
        "province": "paris",
    }
    assert figures(warned(scene, "add_to_operation", "alpha", "decoy"), "decoy_plan")[0] == "note"
    assert not {"idle_card", "decoy_plan"} & set(warned(scene, "add_to_operation", "alpha", "army_1"))


def test_cards_that_do_not_defend() -> None:
    scene = Scene("axis").hand("axis", "fleet_2", "decoy", "army_1").start()
    assert figures(warned(scene, "place_defence", "fleet_2", "berlin"), "idle_card")[0] == "note"
    assert figures(warned(scene, "place_defence", "decoy", "berlin"), "decoy_defence")[0] == "note"
    assert warned(scene, "place_defence", "army_1", "berlin") == {}


def test_a_plan_that_no_supplied_province_lies_beside() -> None:
    scene = Scene("axis").hand("axis", "army_1").start()
    assert figures(warned(scene, "create_operation", "britain", "army_1"), "no_reach") == ("warn", {"province": "britain"})
    assert "no_reach" not in warned(scene, "create_operation", "paris", "army_1")


def test_what_else_bars_a_plan() -> None:
    scene = Scene("axis", "adv_air_support").hand("axis", "army_1", "air").operation("axis", "bravo", "paris", "air", age=3)
    scene.quagmire("paris", "axis", "army_2").start()
    told = foretold(scene, "axis", "choose_action", "add_to_operation", "bravo", "army_1")
    assert figures(told, "target_in_quagmire")[0] == "warn"
    scene = Scene("axis", "adv_air_support").hand("axis", "army_1", "air").start()
    told = warned(scene, "create_operation", "paris", "air")
    assert figures(told, "air_without_support") == ("warn", {"province": "paris", "sea": False})
    assert "air_without_support" not in warned(scene, "create_operation", "paris", "army_1")
    held = only("axis", "berlin") | dict.fromkeys(("moscow", "kiev"), "neutral")
    scene = Scene("allied", control=held).hand("allied", "army_1").start()
    assert figures(warned(scene, "create_operation", "moscow", "army_1"), "ussr_still_neutral")[0] == "warn"


def test_attacks_that_may_not_be_fought_out() -> None:
    planes = Scene("axis", "adv_air_support").quagmire("paris", "axis", "air").start()
    assert figures(warned(planes, "resolve_quagmire", "paris"), "air_turns_back")[0] == "warn"
    for sea, cut_off in (("axis", False), ("allied", True)):
        scene = Scene("axis").control(sea, "west_mediterranean").quagmire("egypt", "axis", "army_2").start()
        told = warned(scene, "resolve_quagmire", "egypt")
        assert ("may_be_repelled" in told, "air_turns_back" in told) == (cut_off, False)


@pytest.mark.parametrize(("age", "last"), [(5, True), (3, False)])
def test_a_plan_in_its_last_turn(age: int, last: bool) -> None:
    scene = Scene("axis").hand("axis", "army_1").operation("axis", "alpha", "paris", "army_3", age=age).start()
    assert ("last_turn" in warned(scene, "add_to_operation", "alpha", "army_1")) == last
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", age=age).start()
    told = warned(scene, "end_actions")
    assert ("expires" in told) == last
    if last:
        assert figures(told, "expires") == ("warn", {"space": "alpha", "province": "paris", "count": 1})


def test_a_plan_given_up_goes_to_the_discards() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "decoy", age=3)
    told = {"count": 2, "space": "alpha"}
    assert figures(foretold(scene.start(), "axis", "choose_action", "dismantle_operation", "alpha"), "to_discard") == (
        "warn",
        told,
    )
    assert figures(foretold(scene, "axis", "withdraw", "withdraw_operation", "alpha"), "to_discard") == ("warn", told)


# -- the end of a turn and of a year --------------------------------------------------------------------------------------


def spent(scene: Scene, *sides: str) -> Scene:
    """No cards in hand or Draw."""
    for side in sides:
        force = scene.force(side)
        force.discard += force.hand + force.draw
        force.hand, force.draw = [], []
    return scene


def test_the_last_turn_of_the_year() -> None:
    scene = Scene("axis").start()
    assert not {"year_ends", "your_last_turn", "looks_left"} & set(warned(scene, "end_actions"))
    told = warned(spent(scene, "axis"), "end_actions")
    assert figures(told, "your_last_turn") == ("note", {"year": 1940}) and "year_ends" not in told
    assert figures(told, "looks_left") == ("note", {"count": scene.force("axis").ready})
    told = warned(spent(scene, "axis", "allied"), "end_actions")
    assert figures(told, "year_ends") == ("warn", {"year": 1940}) and "your_last_turn" not in told
    scene.force("axis").ready = 1
    assert "looks_left" not in warned(scene, "end_actions"), "too few for a look"


def test_cards_kept_in_hand_are_not_drawn() -> None:
    scene = Scene("axis").hand("axis", "army_1", "army_2").start()
    force = scene.force("axis")
    told = foretold(scene, "axis", "choose_action", "end_actions")
    assert figures(told, "hand_left") == ("note", {"count": len(force.hand)})
    force.hand, rest = [], force.hand
    assert "hand_left" not in foretold(scene, "axis", "choose_action", "end_actions")
    force.hand, force.draw = rest, []
    assert "hand_left" not in foretold(scene, "axis", "choose_action", "end_actions"), "nothing is left to draw"


def test_production_that_is_not_spent() -> None:
    scene = Scene("axis").control("axis", "scandinavia", "balkans").start("production")
    points = scene.force("axis").points
    if scene.asked and scene.asked[0] == "axis" and points:
        assert figures(warned(scene, "stop"), "points_lost") == ("warn", {"count": points})
    else:
        scene.act("stop")
        assert figures(warned(scene, "stop"), "points_lost") == ("warn", {"count": scene.force("axis").points})
    assert "points_lost" not in foretold(scene, "axis", "production_buy", "buy_vp")


def test_a_province_left_empty_and_what_it_would_cut_off() -> None:
    held = only("axis", "italy", "west_mediterranean", "libya", "berlin")
    scene = (
        Scene("axis", control=held, turn_no=10)
        .defence("axis", "west_mediterranean", "fleet_1")
        .defence("axis", "libya", "army_1")
    )
    scene.defence("axis", "italy", "army_1", "army_2").start("withdrawal")
    told = foretold(scene, "axis", "withdraw", "withdraw", "west_mediterranean", "fleet_1")
    assert figures(told, "left_empty") == ("warn", {"province": "west_mediterranean"})
    assert figures(told, "would_cut_off") == ("warn", {"province": "west_mediterranean", "provinces": ["libya"]})
    told = foretold(scene, "axis", "withdraw", "withdraw", "libya", "army_1")
    assert "left_empty" in told and "would_cut_off" not in told, "nothing lies behind it"
    assert foretold(scene, "axis", "withdraw", "withdraw", "italy", "army_1") == {}, "somebody stays"


# -- intelligence and battle -----------------------------------------------------------------------------------------------


def test_looks_cost_tokens() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_1", "decoy").start()
    left = scene.force("axis").ready - 2
    assert figures(warned(scene, "intel_action", "def:paris:allied"), "action_look") == ("note", {"price": 2, "left": left})
    scene = Scene("axis").defence("allied", "paris", "army_1", "decoy").start("intelligence")
    assert figures(warned(scene, "pass"), "looks_left") == ("note", {"count": scene.force("axis").ready})
    scene.force("axis").ready = 0
    assert "looks_left" not in foretold(scene, "axis", "intel_step", "pass")


def test_a_duel_of_tokens_spends_them_whoever_wins() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_1", "decoy").start("intelligence").act("look", "def:paris:allied")
    left = scene.force("allied").ready - 2
    assert figures(warned(scene, "block"), "bid_spent") == ("note", {"count": 2, "left": left})
    assert "bid_spent" not in warned(scene, "decline")


def test_the_advantage_passes_and_may_be_wasted() -> None:
    def held(*defence: str) -> Scene:
        scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_2", age=3)
        return scene.defence("allied", "paris", *defence).start().act("launch_operation", "alpha")

    close = held("army_2", "fort_2")
    told = warned(close, "use")
    assert figures(told, "advantage_passes") == ("warn", {"side": "allied"}) and "advantage_wasted" not in told
    assert not {"advantage_passes", "advantage_wasted"} & set(warned(close, "keep"))
    told = warned(held("decoy"), "use")
    assert figures(told, "advantage_wasted") == ("ask", {"side": "allied"}) and "advantage_passes" not in told
