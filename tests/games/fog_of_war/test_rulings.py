"""What the issue of faithfulness asked: A4 in quagmires, the rule of every loss, bounds, and nothing remembered without aids."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from casusbelli.games.fog_of_war.odds import bounds, garrison
from casusbelli.games.fog_of_war.state import Sighting

from .positions import Scene, only


def lost(scene: Scene) -> list[tuple[str, str, str]]:
    """The rule, side and pile of every loss told."""
    told = scene.match.told(None)
    return [(e.rule, e.params["side"], e.params["pile"]) for e in told if e.kind == "cards_lost"]


# -- A4 ----------------------------------------------------------------------------------------------------------------


def invasion(*options: str) -> Scene:
    scene = Scene("allied", *options, control=only("allied", "west_mediterranean", "central_atlantic"))
    scene.operation("allied", "alpha", "italy", "army_2", "army_1", "fleet_3", "fleet_2", age=3)
    return scene.defence("axis", "italy", "army_1").hand("allied", "fleet_2", "army_1").start().launch().act("keep")


def next_turn(scene: Scene) -> Scene:
    """The attacker's next turn, at the question which cards to add."""
    assert scene.g.quagmires["italy"].attacker == "allied"
    again = scene.g
    again.turn_no += 2
    again.must_resolve = ["italy"]
    return scene.act("resolve_quagmire", "italy")


def test_A4_no_fleet_joins_a_quagmire_that_began_as_an_invasion() -> None:
    scene = next_turn(invasion("adv_bombardment"))
    assert ("add", "fleet_2") not in scene.options and ("add", "army_1") in scene.options
    assert scene.why("add", "fleet_2").key == "no_fleet_into_invasion"


def test_A4_it_stays_so_when_the_quagmire_goes_on() -> None:
    scene = next_turn(invasion("adv_bombardment")).act("add", "army_1").act("done").act("keep")
    if "italy" in scene.g.quagmires:
        assert scene.g.quagmires["italy"].by_sea


def test_A4_fleets_may_bluff_where_the_attack_came_by_land() -> None:
    scene = Scene("allied", "adv_bombardment").control("allied", "west_mediterranean").quagmire("italy", "allied", "army_2")
    scene.defence("axis", "italy", "army_1").hand("allied", "fleet_3").start().act("resolve_quagmire", "italy")
    assert ("add", "fleet_3") in scene.options


# -- rule numbers of losses --------------------------------------------------------------------------------------------


def test_6_1_a_beaten_attack_and_what_the_defender_pays() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_2", age=3).defence("allied", "paris", "army_2", "army_1")
    scene.start().launch().act("keep")
    assert scene.fought.result == "defeat"
    assert lost(scene) == [("6.1", "axis", "loss"), ("6.1", "allied", "win")]


def test_6_2_a_routed_attack() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_1", age=3).defence("allied", "paris", "army_2")
    scene.start().launch().act("keep")
    assert lost(scene) == [("6.2", "axis", "loss")]


def test_6_3_a_victory_and_what_the_attacker_pays() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", age=3).defence("allied", "paris", "army_2")
    scene.start().launch().act("keep")
    assert lost(scene) == [("6.3", "allied", "loss"), ("6.3", "axis", "win")]


def test_6_7_a_card_for_an_empty_province() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_1", "army_2", age=3).start().launch().act("keep")
    question = scene.match.ask_of(scene.g.seats["axis"])
    assert question is not None and question.decision == "select_losses" and question.rule == "6.7"
    assert scene.why("lose", "army_3").rule == "6.7"
    scene.act("lose", "army_1")
    assert lost(scene) == [("6.7", "axis", "win")]


def test_every_bonus_is_told_by_name_with_its_rule() -> None:
    scene = invasion("adv_bombardment")
    told = [
        (e.rule, e.params["bonus"], e.params["side"], e.params["value"])
        for e in scene.match.told(None)
        if e.kind == "bonus_counted"
    ]
    assert told == [("6.6", "invasion", "axis", 4), ("A4", "bombardment", "allied", 2)]
    (result,) = (e.params for e in scene.match.told(None) if e.kind == "battle_result")
    assert (result["attack_cards"], result["attack_bonus"], result["defence_cards"], result["defence_bonus"]) == (3, 2, 1, 4)


# -- bounds ------------------------------------------------------------------------------------------------------------

LAND = {"army_1": 1, "army_2": 2, "army_3": 3, "decoy": 0}


def possible(sightings: list[Sighting], count: int) -> set[int]:
    """Every strength the pile can have, by trying all piles of these cards (fortifications aside)."""
    found = set()
    for pile in product(LAND, repeat=count):
        fits = True
        for s in sightings:
            rest = list(pile)
            common = sum(1 for card in s.seen if card in rest and not rest.remove(card))
            if s.complete:
                fits &= common >= count - s.added
            elif not s.removed:
                fits &= common == len(s.seen)
        if fits:
            found.add(sum(LAND[card] for card in pile))
    return found


@pytest.mark.parametrize(
    "sightings",
    [
        [Sighting(1, "battle", 3, ["army_1", "army_2", "army_3"], True)],
        [Sighting(1, "battle", 2, ["army_1", "army_2", "army_3"], True)],
        [Sighting(1, "battle", 2, ["army_1", "army_3"], True, added=1)],
        [Sighting(1, "battle", 3, ["army_1", "army_2", "army_3"], True, added=1, removed=1)],
        [Sighting(1, "battle", 3, ["army_1", "army_1", "army_3"], True, 1, 1), Sighting(3, "intel", 3, ["army_3"], False)],
        [
            Sighting(1, "battle", 3, ["army_1", "army_2", "army_3"], True, 2, 1),
            Sighting(3, "intel", 4, ["decoy", "decoy"], False),
        ],
        [Sighting(1, "battle", 2, ["army_1", "army_2", "army_3"], True, 1, 0), Sighting(3, "intel", 3, ["army_2"], False)],
    ],
)
def test_bounds_of_a_complete_sighting_are_the_extremes_of_what_is_possible(sightings: list[Sighting]) -> None:
    first = sightings[0]
    count = first.size + first.added - first.removed
    strengths = possible(sightings, count)
    scene = Scene("axis").defence("allied", "paris", *["decoy"] * count)
    scene.force("axis").dossier["def:paris:allied"] = list(sightings)
    assert bounds(scene.g, "axis", "def:paris:allied") == (min(strengths), max(strengths))
    assert set(garrison(scene.g, "axis", "paris")) <= strengths


def test_bounds_in_a_battle_are_those_of_the_cards_on_the_table() -> None:
    """A Decoy that was seen before goes when the cards are shown: the screen must not count it among those left."""
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_2", age=3)
    scene.defence("allied", "paris", "decoy", "army_2", "air").start()
    scene.g.forces["axis"].dossier["def:paris:allied"] = [Sighting(9, "intel", 3, ["decoy"], False)]
    scene.match.view("axis")
    scene.launch("alpha", "ruhr")
    assert scene.asked == ("axis", "use_advantage")
    (sighting,) = [s for s in scene.view("axis")["dossier"] if s["pile"] == "def:paris:allied"]
    assert (sighting["low"], sighting["high"]) == (3, 3)


def test_bounds_of_an_operation_seen_whole_leave_its_province_card_out() -> None:
    scene = Scene("axis").operation("allied", "alpha", "italy", "army_2", "army_1", age=3)
    scene.force("axis").dossier["op:allied:alpha"] = [Sighting(1, "intel", 3, ["army_1", "army_2", "italy"], True)]
    assert bounds(scene.g, "axis", "op:allied:alpha") == (3, 3)


# -- memory_aids off ---------------------------------------------------------------------------------------------------


def forgetful() -> Scene:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", age=3).defence("allied", "paris", "army_2")
    scene.force("axis").dossier["def:paris:allied"] = [Sighting(1, "intel", 1, ["army_2"], True)]
    scene.force("axis").dossier["vic:board"] = [Sighting(1, "intel", 3, ["victory_balkans"], False)]
    scene.force("allied").dossier["vic:board"] = [Sighting(1, "intel", 3, ["victory_yugoslavia"], False)]
    scene.g.options.remove("memory_aids")
    return scene


def test_without_memory_aids_a_forecast_weighs_nothing() -> None:
    scene = forgetful().start()
    told: Any = scene.match.preview(scene.g.seats["axis"], ("launch_operation", "alpha"))
    assert told["odds"] is None and told["defence"] is None
    assert told["attack"] == 5 and told["cards"] == {"enemy": 1, "neutral": 0}
    scene.g.options.append("memory_aids")
    told = scene.match.preview(scene.g.seats["axis"], ("launch_operation", "alpha"))
    assert told["odds"]["victory"] == 1.0 and told["defence"]["high"] == 2


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_without_memory_aids_victory_cards_seen_long_ago_are_not_listed(side: str) -> None:
    view = forgetful().start().view(side)
    assert view["victory"]["seen"] == []
    assert len(view["victory"]["possible"]) == (2 if side == "axis" else 6)
    assert view["dossier"] == []


def test_without_memory_aids_a_fresh_look_is_shown_without_bounds_and_then_gone() -> None:
    scene = forgetful()
    scene.force("axis").dossier["def:paris:allied"] = [Sighting(10, "intel", 1, ["army_2"], True)]
    scene.start()
    (seen,) = scene.view("axis")["dossier"]
    assert (seen["seen"], seen["low"], seen["high"]) == (["army_2"], None, None)


def test_without_memory_aids_the_last_battle_leaves_the_screen() -> None:
    scene = forgetful().start().launch().act("keep")
    assert scene.view("allied")["last_battle"]["shown"]["attack"] == ["army_2", "army_3"]
    scene.g.turn_no += 2
    assert scene.view("allied")["last_battle"] is None
    scene.g.options.append("memory_aids")
    assert scene.view("allied")["last_battle"] is not None
