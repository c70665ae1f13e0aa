"""Hidden information: sightings, what follows from them, and worlds imagined from them."""

import pytest
from msgspec.json import encode

from casusbelli.game import Sections
from casusbelli.games.fog_of_war.odds import bounds, subset_sums
from casusbelli.games.fog_of_war.state import Sighting
from casusbelli.kernel import seed_from

from .positions import Scene

WORLDS = [seed_from(f"world {n}") for n in range(25)]


def sighting(scene: Scene, side: str, pile: str) -> dict[str, object]:
    (found,) = [s for s in scene.view(side)["dossier"] if s["pile"] == pile]
    return found


# -- the dossier -------------------------------------------------------------------------------------------------------


def test_additions_and_withdrawals_are_counted() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_2", "army_1").hand("allied", "decoy").start("intelligence")
    scene.act("look", "def:paris:allied").act("decline").act("pass")
    scene.act("place_defence", "decoy", "paris")
    seen = sighting(scene, "axis", "def:paris:allied")
    assert (seen["size"], len(seen["seen"]), seen["complete"], seen["added"], seen["removed"]) == (2, 1, False, 1, 0)


def test_a_pile_that_empties_drops_its_sightings() -> None:
    scene = Scene("axis").defence("allied", "britain", "army_1", "decoy")
    scene.force("axis").dossier["def:britain:allied"] = [Sighting(1, "intel", 2, ["decoy"], complete=False)]
    scene.start("withdrawal").act("withdraw", "britain", "army_1")
    assert sighting(scene, "axis", "def:britain:allied")["removed"] == 1
    scene.act("withdraw", "britain", "decoy")
    assert scene.view("axis")["dossier"] == []


def test_a_garrison_after_victory_is_some_of_the_cards_shown() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_1", "army_1", age=3)
    scene.defence("allied", "paris", "army_2", "army_1").start().launch().act("keep").act("lose", "army_3")
    seen = sighting(scene, "allied", "def:paris:axis")
    assert (seen["size"], seen["seen"], seen["complete"]) == (3, ["army_1", "army_1", "army_2", "army_3"], True)
    assert (seen["low"], seen["high"]) == (4, 6)


def test_losses_that_leave_no_choice_are_known() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_2", age=3)
    scene.defence("allied", "paris", "army_2", "army_1").start().launch().act("keep")
    assert sighting(scene, "allied", "def:paris:axis")["seen"] == ["army_2", "army_2"]


def test_after_a_rout_the_attacker_knows_the_garrison() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_1", age=3).defence("allied", "paris", "army_2", "decoy")
    scene.start().launch().act("keep")
    assert sighting(scene, "axis", "def:paris:allied")["seen"] == ["army_2"]


def test_without_memory_aids_only_fresh_sightings_are_shown() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_2")
    scene.g.options.remove("memory_aids")
    scene.start("intelligence").act("look", "def:paris:allied").act("decline").act("pass")
    assert len(scene.view("axis")["dossier"]) == 1
    scene.match.state.turn_no += 2
    assert scene.view("axis")["dossier"] == []


def test_where_nobody_says_what_the_moment_is_nothing_is_shown_from_before() -> None:
    scene, sections = Scene("axis").defence("allied", "paris", "army_2").start("intelligence"), Sections()
    game, g = scene.match.game, scene.g
    before = encode(game.shown(g, "axis", sections))
    scene.act("look", "def:paris:allied")
    assert encode(game.shown(g, "axis", sections)) == encode(game.view(g, "axis")) != before


@pytest.mark.parametrize(
    ("seen", "size", "complete", "added", "low", "high"),
    [
        (["army_3", "army_1"], 2, True, 0, 4, 4),
        (["army_3", "army_1"], 4, False, 0, 4, 10),
        (["army_3", "army_2", "army_1"], 2, True, 0, 3, 5),
        (["army_3", "army_1"], 2, True, 1, 4, 7),
    ],
)
def test_bounds_follow_from_sightings(seen: list[str], size: int, complete: bool, added: int, low: int, high: int) -> None:
    scene = Scene("axis").defence("allied", "paris", *["decoy"] * (size + added))
    scene.force("axis").dossier["def:paris:allied"] = [Sighting(1, "battle", size, seen, complete, added)]
    assert bounds(scene.g, "axis", "def:paris:allied") == (low, high)


def test_some_of_the_cards_shown() -> None:
    assert subset_sums([1, 2, 3], 2) == pytest.approx({3: 1 / 3, 4: 1 / 3, 5: 1 / 3})


def test_seen_victory_cards_narrow_down_the_kept_ones() -> None:
    scene = Scene("allied").start("intelligence").act("look", "vic:board").act("decline")
    victory = scene.view("allied")["victory"]
    assert len(victory["seen"]) == 1 and set(victory["possible"]) == {
        f"victory_{p}" for p in ("scandinavia", "poland", "yugoslavia", "balkans", "italy", "paris")
    } - set(victory["seen"])


# -- imagined worlds ---------------------------------------------------------------------------------------------------


def crowded() -> Scene:
    scene = (
        Scene("axis").defence("allied", "paris", "army_2", "decoy", "army_1", "fort_2").defence("allied", "britain", "fleet_3")
    )
    scene.operation("allied", "bravo", "libya", "army_1", "air", "decoy").neutral("spain", 3, 1, 2).hand(
        "allied", "army_1", "decoy"
    )
    scene.force("allied").dial = 3
    return scene.hand("axis", "army_1")


def test_imagined_worlds_look_the_same() -> None:
    scene = crowded().start()
    worlds = [scene.match.imagine("axis", seed) for seed in WORLDS]
    assert all(world.view("axis") == scene.view("axis") for world in worlds)
    assert len({tuple(world.state.allied.defence["britain"]) for world in worlds}) > 3
    assert len({world.state.allied.operations["bravo"].target for world in worlds}) > 3


def test_cards_seen_stay_where_they_were_seen() -> None:
    scene = (
        crowded()
        .start("intelligence")
        .act("look", "def:paris:allied")
        .act("decline")
        .act("look", "op:allied:bravo")
        .act("decline")
    )
    paris, bravo = (scene.view("axis")["dossier"][n]["seen"] for n in (0, 1))
    for seed in WORLDS:
        g = scene.match.imagine("axis", seed).state
        assert set(paris) <= set(g.allied.defence["paris"])
        assert set(bravo) <= {*g.allied.operations["bravo"].cards, g.allied.operations["bravo"].target}


def test_a_garrison_is_dealt_from_the_cards_a_battle_showed() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_1", "army_1", age=3)
    scene.defence("allied", "paris", "army_2", "army_1").start().launch().act("keep").act("lose", "army_3")
    garrisons = {tuple(sorted(scene.match.imagine("allied", seed).state.axis.defence["paris"])) for seed in WORLDS}
    assert garrisons == {("army_1", "army_1", "army_2"), ("army_1", "army_1", "army_3"), ("army_1", "army_2", "army_3")}


def test_cards_not_yet_in_the_war_are_not_imagined_in_play() -> None:
    scene = Scene("allied").start()
    for seed in WORLDS[:8]:
        axis = scene.match.imagine("allied", seed).state.axis
        assert "fort_3" in axis.loss and "fort_3" not in [*axis.hand, *axis.draw]
        assert "decoy" not in axis.loss


def test_a_winner_in_the_middle_of_his_picks() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_2", "army_1", "army_1", "army_1", "air", age=5)
    scene.defence("allied", "paris", "army_2", "army_1").start().launch().act("keep").act("lose", "army_2")
    assert scene.asked == ("axis", "select_losses")
    picks = set()
    for seed in WORLDS:
        world = scene.match.imagine("allied", seed)
        assert world.view("allied") == scene.view("allied")
        picks.add(tuple(world.state.on_table.picked))
        assert world.options("axis"), "the imagined picks leave something to pick"
    assert len(picks) > 1


def test_hidden_objectives_are_imagined() -> None:
    scene = Scene("allied").start()
    kept = {tuple(scene.match.imagine("allied", seed).state.victory_kept) for seed in WORLDS}
    assert len(kept) > 3
    assert {tuple(scene.match.imagine("axis", seed).state.victory_kept) for seed in WORLDS} == {
        ("victory_italy", "victory_paris")
    }


# -- foresight ---------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_known_garrison_are_certain() -> None:
    scene = (
        Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "decoy", age=2).defence("allied", "paris", "army_1")
    )
    scene.start().act("intel_action", "def:paris:allied").act("decline")
    told = scene.match.preview("axis", ("launch_operation", "alpha"))
    assert (told["attack"], told["defence"]) == (5, {"low": 2, "high": 2, "mean": 2.0})
    assert told["odds"] == {"victory": 1.0, "quagmire": 0.0, "defeat": 0.0, "rout": 0.0}
    assert told["bonuses"] == [{"id": "wheel_defender", "to": "defender", "value": 1}]


def test_the_odds_of_an_unknown_garrison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without habits any card may lie there; by habit Paris is seldom left to a Decoy."""
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_2", age=3).defence("allied", "paris", "army_1").start()
    likely = scene.match.preview("axis", ("launch_operation", "alpha"))
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.learnt", dict)
    told = scene.match.preview("axis", ("launch_operation", "alpha"))
    assert (told["attack"], told["defence"]["low"], told["defence"]["high"]) == (2, 0, 2)
    assert sum(told["odds"].values()) == pytest.approx(1.0)
    decoys_and_fleets, ones, twos = 8 + 5, 5 + 2, 1 + 1
    assert told["odds"]["victory"] == pytest.approx((decoys_and_fleets + ones) / 22, abs=1e-3)
    assert told["odds"]["quagmire"] == pytest.approx(twos / 22, abs=1e-3)
    assert sum(likely["odds"].values()) == pytest.approx(1.0)
    assert likely["odds"]["victory"] < told["odds"]["victory"]
    assert (likely["defence"]["low"], likely["defence"]["high"]) == (0, 2)


def test_the_result_with_and_without_the_advantage() -> None:
    scene = (
        Scene("axis").operation("axis", "alpha", "paris", "army_3", age=3).defence("allied", "paris", "army_2").start().launch()
    )
    assert scene.match.preview("axis", ("keep",))["result"] == "quagmire"
    used = scene.match.preview("axis", ("use",))
    assert (used["kind"], used["attack"], used["defence"], used["result"]) == ("result", 4, 2, "victory")
    assert [warning.key for warning in used["warnings"]] == ["advantage_passes"]


def test_the_price_of_a_look() -> None:
    scene = Scene("axis").defence("allied", "paris", "army_2", "army_1", "decoy", "decoy").start("intelligence")
    assert scene.match.preview("axis", ("look", "def:paris:allied")) == {"kind": "look", "size": 4, "sees": 2}
