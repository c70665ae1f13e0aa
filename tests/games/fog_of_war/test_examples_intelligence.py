"""Examples of intelligence: bids, looks and what they tell whom."""

import pytest
from msgspec.json import encode

from casusbelli.games.fog_of_war.intelligence import sample_size
from casusbelli.games.fog_of_war.positions import e26

from .positions import SCENES, Scene


def test_E17_bidding() -> None:
    scene = SCENES["E17"]()
    scene.act("look", "def:paris:allied").act("block").act("raise").act("block").act("decline")
    assert (scene.force("axis").ready, scene.force("axis").used) == (2, 3)
    assert (scene.force("allied").ready, scene.force("allied").used) == (3, 4)
    assert scene.view("axis")["dossier"] == []
    assert scene.asked == ("axis", "intel_step")
    assert scene.why("look", "def:paris:allied").key == "pile_blocked"
    scene.act("pass")
    assert scene.asked == ("allied", "choose_action") and scene.g.blocked == []


def test_E22_intelligence_on_a_neutral() -> None:
    scene = Scene("axis").neutral("scandinavia", 2).start("intelligence")
    scene.act("look", "def:scandinavia:neutral").act("decline")
    assert (scene.force("axis").ready, scene.force("allied").ready) == (4, 7)
    (sighting,) = scene.view("axis")["dossier"]
    assert (sighting["pile"], sighting["seen"], sighting["complete"]) == ("def:scandinavia:neutral", ["neutral_2"], True)
    assert scene.view("allied")["dossier"] == []
    assert "cards" not in scene.events("intel_succeeded", "allied")[0]
    scene.act("pass")
    assert len(scene.force("axis").hand) == 3


def test_E25_blocked_look() -> None:
    scene = Scene("axis").defence("allied", "north_sea", "fleet_1").defence("allied", "egypt", "army_1")
    scene.force("axis").ready, scene.force("axis").used = 4, 1
    scene.start("intelligence")
    scene.act("look", "def:north_sea:allied").act("block").act("decline")
    assert (scene.force("axis").ready, scene.force("allied").ready) == (3, 5)
    scene.act("look", "def:egypt:allied").act("decline")
    assert scene.force("axis").ready == 2
    assert scene.view("axis")["last_look"]["cards"] == ["army_1"]
    assert scene.view("allied")["last_look"]["cards"] is None


def test_E26_look_at_an_operation() -> None:
    seen = set()
    for seed in range(30):
        scene = e26(seed)
        scene.act("look", "op:axis:alpha").act("decline")
        assert scene.force("allied").ready == 4
        (sighting,) = scene.view("allied")["dossier"]
        assert (sighting["size"], len(sighting["seen"])) == (5, 2)
        seen.update(sighting["seen"])
    assert seen == {"paris", "army_3", "air", "army_2", "decoy"}


def test_E74_no_intelligence_on_a_new_operation() -> None:
    scene = Scene("axis").operation("allied", "alpha", "libya", "army_1", age=0).start("intelligence")
    assert scene.why("look", "op:allied:alpha").key == "no_intel_on_new_operation"
    later = Scene("axis").operation("allied", "alpha", "libya", "army_1", age=1).start("intelligence")
    assert later.offers("look", "op:allied:alpha")


@pytest.mark.parametrize(("size", "sees"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
def test_E75_small_piles(size: int, sees: int) -> None:
    assert sample_size(size) == sees
    cards = ("decoy",) * size
    scene = Scene("axis").defence("allied", "paris", *cards).start("intelligence")
    scene.act("look", "def:paris:allied").act("decline")
    assert scene.events("intel_succeeded", "axis")[0]["cards"] == ["decoy"] * sees


def test_E76_tokens_run_out() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_1")
    scene.force("allied").ready, scene.force("allied").used = 2, 5
    scene.start().act("intel_action", "def:paris:allied")
    assert scene.asked == ("axis", "choose_action")
    assert scene.force("axis").ready == 3
    assert scene.view("axis")["dossier"][0]["seen"] == ["army_1"]


def test_E77_mixed_pile() -> None:
    scene = Scene("axis").neutral("greece", 1).defence("allied", "greece", "army_1", "decoy").start("intelligence")
    assert scene.offers("look", "def:greece:neutral") and scene.offers("look", "def:greece:allied")
    scene.act("look", "def:greece:allied").act("decline")
    assert scene.events("intel_succeeded", "axis")[0]["size"] == 2


def test_who_was_away_is_shown_the_tokens_of_the_duel_as_they_are_now() -> None:
    """Two looks at one pile in one turn are alike in everything but the tokens that are left for the second."""
    scene = Scene("axis").defence("allied", "paris", "army_2").start("intelligence")
    match, pile = scene.match, "def:paris:allied"
    scene.act("look", pile).act("decline").act("look", pile)
    before = encode(match.shown(None))
    scene.act("decline").act("look", pile)
    assert encode(match.shown(None)) == encode(match.view(None)) != before
