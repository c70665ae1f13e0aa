"""What the table explains of a match: warnings, a bot's reasons, the last screen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.telling import lagging

from casusbelli.game import LANGUAGES, Match, Position, reasons_of
from casusbelli.game.ending import faults_of
from casusbelli.games.fog_of_war.game import GAME
from casusbelli.words.texts import catalogue, say

from .positions import Scene


def warnings(told: Any) -> dict[str, Any]:
    return {warning.key: warning for warning in (told or {}).get("warnings", [])}


def test_a_match_warns_gives_reasons_and_adds_up() -> None:
    """Officers play: every key said has words in every language, and the last sheet is the sum of its lines."""
    match = Match.new(GAME, "campaign_1940", {}, bytes(32))
    rng, bot = Random(0), GAME.bots()["officer"]()
    said: list[tuple[str, Any]] = []
    while not match.over:
        seat, _ = next(iter(match.asked().items()))
        position = Position(match, seat)
        choice = bot.choose(position, rng)
        said += [(f"warning.{each.key}", each.params) for each in warnings(match.preview(seat, choice)).values()]
        said += [(f"reason.{each.key}", each.params) for each in reasons_of(bot, position, choice)]
        match.act(seat, choice)
    keys = {key for key, _ in said}
    assert {"warning.launch_odds", "reason.plans", "reason.feeds", "reason.strikes", "reason.threatened"} <= keys
    result, ending = GAME.result(match.state), GAME.ending(match.state)
    assert result is not None
    assert faults_of(ending.sheet, result.scores) == []
    assert ending.sheet[-1].points == result.scores
    assert [each.ending for each in ending.endings if each.happened] == [result.ending]
    said += [(f"because.{each.key}", each.params) for each in ending.because]
    said += [(f"hidden.{each.key}", each.params) for each in ending.hidden]
    said += [(f"award.{each.key}", {"seat": each.seat, **each.params}) for each in ending.awards]
    for language in LANGUAGES:
        words = catalogue(GAME, language)
        assert {key for key, _ in said if key not in words} <= {"reason.weighed", "reason.only"}


def test_a_launch_asks_first_and_tells_its_odds() -> None:
    scene = (
        Scene("axis", advantage="allied")
        .operation("axis", "alpha", "paris", "army_1", age=3)
        .defence("allied", "paris", "army_2")
    )
    told: Any = scene.start().match.preview("axis", ("launch_operation", "alpha"))
    asked = warnings(told)["launch_odds"]
    assert (asked.grade, asked.params["count"]) == ("ask", 1)
    assert asked.params["victory"] + asked.params["quagmire"] + asked.params["lost"] == 100


@pytest.mark.parametrize(("holder", "told"), [("axis", ("mine", 0, 100)), ("allied", ("none", 0, 0))])
def test_a_launch_tells_what_the_advantage_would_make_of_it(holder: str, told: tuple[str, int, int]) -> None:
    """Nobody defends, but the wheel gives the defence one: one against one is a quagmire, two against one a victory."""
    scene = Scene("axis", advantage=holder).operation("axis", "alpha", "paris", "army_1", age=2)
    asked = warnings(scene.start().match.preview("axis", ("launch_operation", "alpha")))["launch_odds"]
    assert (asked.params["advantage"], asked.params["victory"], asked.params["swayed"]) == told


def test_a_plan_that_cannot_be_fought_has_no_odds() -> None:
    scene = Scene("axis").hand("axis", "fleet_2").operation("axis", "alpha", "paris", "army_3", age=1).start()
    told: Any = scene.match.preview("axis", ("add_to_operation", "alpha", "fleet_2"))
    assert (told["kind"], told["attack"], told["idle"], told["turns"]) == ("plan", 3, ["fleet_2"], 1)
    assert "idle_card" in warnings(told)


def test_an_allied_plan_against_the_neutral_ussr_wakes_nobody_and_has_no_odds() -> None:
    scene = Scene("allied").hand("allied", "army_1").operation("allied", "alpha", "kiev", "army_3", age=3).start()
    for choice in (("add_to_operation", "alpha", "army_1"), ("create_operation", "moscow", "army_1")):
        told: Any = scene.match.preview("allied", choice)
        assert (told["kind"], "wakes_ussr" in warnings(told)) == ("plan", False), "9.2: they cannot launch"
    scene = Scene("allied", ussr_at_war=True).hand("allied", "army_1").operation("allied", "alpha", "poland", "army_3", age=3)
    told = scene.start().match.preview("allied", ("add_to_operation", "alpha", "army_1"))
    assert told["kind"] == "plan", "7.2: no supply"


def test_an_attack_on_a_minor_is_told_under_its_own_rule() -> None:
    scene = Scene("axis").operation("axis", "alpha", "yugoslavia", "army_3", age=3).start()
    assert warnings(scene.match.preview("axis", ("launch_operation", "alpha")))["wakes_minor"].rule == "9.1"


def test_with_minors_that_stay_neutral_the_balkans_still_join_the_allies_in_1940() -> None:
    scene = Scene("axis", "minor_stays_neutral").operation("axis", "alpha", "balkans", "army_3", age=3)
    scene.operation("axis", "bravo", "yugoslavia", "army_2", age=4)
    match = scene.start().match
    assert "wakes_minor" in warnings(match.preview("axis", ("launch_operation", "alpha"))), "R-22"
    assert "wakes_minor" not in warnings(match.preview("axis", ("launch_operation", "bravo")))


def test_a_fleet_in_an_attack_on_land_is_idle_at_every_age_unless_it_may_shell_the_coast() -> None:
    for age, options in ((1, ()), (3, ()), (1, ("adv_bombardment",))):
        scene = Scene("axis", *options).hand("axis", "fleet_2").operation("axis", "alpha", "paris", "army_3", age=age).start()
        told = warnings(scene.match.preview("axis", ("add_to_operation", "alpha", "fleet_2")))
        assert ("idle_card" in told) == (not options), (age, options)


def test_planes_left_alone_in_a_quagmire_are_told_that_they_turn_back() -> None:
    scene = Scene("axis", "adv_air_support").hand("axis", "decoy").quagmire("paris", "axis", "air").start()
    assert "air_turns_back" in warnings(scene.match.preview("axis", ("resolve_quagmire", "paris")))
    scene.act("resolve_quagmire", "paris")
    told: Any = scene.match.preview("axis", ("done",))
    assert set(told) == {"warnings"} and "air_turns_back" in warnings(told), "A5: there will be no battle"


def test_an_attack_out_of_supply_is_told_that_it_may_be_sent_home() -> None:
    for sea, cut_off in (("axis", False), ("allied", True)):
        scene = Scene("axis").control(sea, "west_mediterranean").quagmire("egypt", "axis", "army_2").start()
        told = warnings(scene.match.preview("axis", ("resolve_quagmire", "egypt")))
        assert ("may_be_repelled" in told) == cut_off, "6.5"


def test_the_advantage_is_in_the_odds() -> None:
    """With three against two the Axis is stuck; with its Advantage it wins."""
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", age=3).defence("allied", "paris", "army_2")
    scene.start().act("intel_action", "def:paris:allied").act("decline")
    told: Any = scene.match.preview("axis", ("launch_operation", "alpha"))
    assert told["odds"]["quagmire"] == pytest.approx(1.0)
    assert told["with_advantage"]["victory"] == pytest.approx(1.0)
    assert (told["advantage"], told["known"]["enemy"]) == ("axis", 1)


def test_ending_ones_actions_names_the_plan_that_expires() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", age=5).start()
    told = warnings(scene.match.preview("axis", ("end_actions",)))
    assert told["expires"].params == {"space": "alpha", "province": "paris", "count": 1}


def test_words_of_the_reasons_are_whole() -> None:
    told = say(catalogue(GAME, "en"), "reason.yields", {"province": "paris", "resources": 2, "points": 1})
    assert told == "Paris yields 2 resources and 1 victory point for the Axis."


def test_where_a_card_is_wanted_a_province_is_told_so() -> None:
    scene = Scene("axis").hand("axis", "army_1").operation("axis", "alpha", "paris", "army_3", age=3).start()
    assert scene.why("add_to_operation", "alpha", "paris").key == "card_wanted"
    assert scene.why("add_to_operation", "alpha", "army_2").key == "card_not_in_hand"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_last_screen_gives_as_reasons_are_sentences(language: str) -> None:
    words = catalogue(GAME, language)
    reasons = [text for key, text in words.items() if key.startswith("because.")]
    assert reasons
    assert [text for text in reasons if not (text[0].isupper() or text[0] == "{") or not text.endswith(".")] == []


def test_the_board_shows_what_is_being_told() -> None:
    checks = {
        "scored": lambda view, told: view["vp"] == told["total"],
        "control_changed": lambda view, told: view["provinces"][told["province"]]["control"] == told["side"],
        "turn_began": lambda view, told: (view["turn_no"], view["active"]) == (told["turn"], told["side"]),
        "year_began": lambda view, told: view["year"] == told["year"],
        "winter_came": lambda view, told: view["season"] == "winter",
        "advantage_used": lambda view, told: view["advantage"] != told["side"],
    }
    met, late = lagging(GAME, checks, matches=3)
    assert met == checks.keys()
    assert late == []
