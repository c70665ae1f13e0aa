"""Examples of the six advanced rules and the house option."""

import pytest

from casusbelli.game import Match
from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import NEVER_LOST
from casusbelli.games.fog_of_war.positions import e31
from casusbelli.kernel import seed_from

from .positions import SCENES, Scene, only

SEA = "adv_sea_supply"


def egypt(*attack: str, seed: int = 1) -> Scene:
    """The Axis holds Italy and Libya, the Allies both Mediterranean seas; an operation against Egypt."""
    scene = Scene("axis", SEA, seed=seed).control("allied", "west_mediterranean", "east_mediterranean")
    return scene.operation("axis", "alpha", "egypt", *attack, age=3)


def test_E31_interdiction() -> None:
    losses = set()
    for seed in range(25):
        scene = e31(seed)
        scene.act("launch_operation", "alpha").act("launch_across", "libya", "east_mediterranean")
        assert scene.asked == ("allied", "interdict")
        scene.act("reveal", "east_mediterranean", "fleet_3").act("reveal", "east_mediterranean", "air")
        (told,) = scene.events("interdicted", "axis")
        gone = told["cards"]
        losses.add(tuple(gone))
        decoys = [c for c in gone if c in NEVER_LOST]
        (seen,) = scene.events("interdicted", "allied")
        assert (seen["count"], seen["decoys"]) == (2, len(decoys)) and "cards" not in seen
        attack = 6 - sum(int(c[-1]) for c in gone if c not in decoys)
        assert scene.fought.attack_total == attack
        assert scene.cards("allied", "east_mediterranean") == ["air", "fleet_3"]
        assert scene.force("axis").discard.count("decoy") >= len(decoys)
    assert ("army_2", "decoy") in losses


def test_E32_strait() -> None:
    def attack(*extra: str) -> Scene:
        scene = Scene("allied", "adv_straits").control("axis", "paris", *extra).defence("axis", "paris", "army_1")
        scene.operation("allied", "alpha", "paris", "army_3", "air", age=3)
        return scene.start().launch(origin="north_atlantic")

    held = SCENES["E32"]().launch(origin="north_atlantic")
    assert held.totals == (4, 1 + 2) and [b.id for b in held.fought.bonuses] == ["invasion_strait"]
    lost = attack("britain")
    assert lost.totals == (3, 1 + 4) and lost.fought.misfits["attack"] == ["air"]


def bidding(axis_seat: tuple[str, int], allied_seat: tuple[str, int], seed: int = 1) -> Match:
    match = Match.new(GAME, options={"adv_faction_bid": True}, seed=seed_from(seed))
    assert set(match.asked()) == {"axis", "allied"} and len(match.options("axis")) == 62
    assert match.view("axis")["side"] is None
    match.act("allied", ("bid", *allied_seat))
    assert match.view("axis")["bids"] == {}
    match.act("axis", ("bid", *axis_seat))
    return match


def test_E33_bids_for_different_sides() -> None:
    match = bidding(("allied", 2), ("axis", 1))
    assert match.state.seats == {"axis": "allied", "allied": "axis"} and match.state.vp_threshold == 70
    assert match.view("axis")["side"] == "allied"
    assert list(match.asked()) == ["allied"], "the seat that plays the Axis chooses the Victory cards"


def test_E34_bids_for_the_same_side() -> None:
    match = bidding(("allied", 2), ("allied", 3))
    assert match.state.seats == {"axis": "axis", "allied": "allied"} and match.state.vp_threshold == 67


def test_E83_equal_bids() -> None:
    matches = [bidding(("axis", 4), ("axis", 4), seed) for seed in range(12)]
    assert {m.state.vp_threshold for m in matches} == {74}
    assert {m.state.seats["axis"] for m in matches} == {"axis", "allied"}


def test_E80_defence_out_of_supply() -> None:
    scene = SCENES["E80"]()
    assert scene.why("place_defence", "army_1", "levant").key == "out_of_supply"
    assert scene.offers("place_defence", "army_1", "turkey")
    plain = Scene("axis").control("axis", "levant").hand("axis", "army_1").start()
    assert plain.offers("place_defence", "army_1", "levant")


def test_E80_a_victory_still_leaves_its_garrison() -> None:
    scene = Scene("axis", "adv_supply_defence").control("axis", "turkey", "balkans")
    scene.operation("axis", "alpha", "levant", "army_2", "army_1", age=3).start().launch().act("keep").act("lose", "army_1")
    assert scene.cards("axis", "levant") == ["army_2"]


def test_E80_no_reinforcement_of_a_cut_off_quagmire() -> None:
    scene = Scene("axis", "adv_supply_defence").control("axis", "levant").quagmire("levant", "allied", "army_1")
    scene.hand("axis", "army_1").start()
    assert scene.why("reinforce_quagmire", "levant", "army_1").key == "out_of_supply"


def italy(*attack: str) -> Scene:
    scene = Scene("allied", "adv_bombardment", control=only("allied", "west_mediterranean", "central_atlantic"))
    return scene.operation("allied", "alpha", "italy", *attack, age=3)


def test_E81_bombardment() -> None:
    scene = SCENES["E81"]().launch()
    assert scene.totals == (6, 5)
    assert ("bombardment", 3) in [(b.id, b.value) for b in scene.fought.bonuses]
    scene.act("keep")
    assert scene.fought.result == "quagmire"
    assert sorted(scene.force("allied").win) == ["fleet_2", "fleet_2", "fleet_3"]
    assert len(scene.g.quagmires["italy"].cards) == 1
    again = Scene("allied", "adv_bombardment").control("allied", "west_mediterranean").quagmire("italy", "allied", "army_2")
    again.defence("axis", "italy", "army_1").hand("allied", "fleet_3").start()
    again.act("resolve_quagmire", "italy").act("add", "fleet_3")
    assert again.totals == (2, 1) and again.fought.misfits["attack"] == ["fleet_3"]


def test_E81_fleets_are_discarded_in_a_victory() -> None:
    scene = italy("army_3", "army_2", "army_2", "fleet_3", "fleet_3").start().launch().act("keep")
    assert scene.totals == (7 + 3, 4) and scene.fought.result == "victory"
    assert scene.force("allied").discard == ["fleet_3", "fleet_3"]
    assert scene.cards("allied", "italy") == ["army_3"]


def test_E82_air_alone() -> None:
    alone = SCENES["E82"]()
    assert alone.why("launch_operation", "alpha").key == "air_without_support"
    alone.act("add_to_operation", "alpha", "army_1")
    assert alone.offers("launch_operation", "alpha")


def test_E82_air_alone_in_a_quagmire() -> None:
    scene = Scene("allied", "adv_air_support").control("axis", "greece").quagmire("greece", "allied", "air")
    scene.defence("axis", "greece", "army_1").start().act("resolve_quagmire", "greece")
    assert scene.force("allied").discard == ["air"] and scene.g.quagmires == {}
    assert scene.asked == ("allied", "choose_action")


@pytest.mark.parametrize("there", [("army_1", "decoy"), ("fleet_1", "decoy")])
def test_E87_silence_tells_nothing(there: tuple[str, str]) -> None:
    scene = egypt("army_3").defence("allied", "east_mediterranean", *there).defence("allied", "egypt", "army_1").start()
    scene.act("launch_operation", "alpha").act("launch_across", "libya", "east_mediterranean")
    assert scene.asked == ("allied", "interdict")
    assert scene.options[-1] == ("done",) and len(scene.options) == (1 if there[0] == "army_1" else 2)
    scene.act("done")
    kinds = [told.kind for told in scene.match.told("axis")]
    assert kinds == ["launched", "launched_from", "battle_revealed"]


def test_E87_nobody_there_to_ask() -> None:
    scene = egypt("army_3").defence("allied", "egypt", "army_1").start()
    scene.act("launch_operation", "alpha").act("launch_across", "libya", "east_mediterranean")
    assert scene.asked[1] == "use_advantage"


def test_E88_interdiction_is_bounded() -> None:
    scene = egypt("army_3").defence("allied", "east_mediterranean", "fleet_1", "fleet_1", "air").start()
    scene.act("launch_operation", "alpha").act("launch_across", "libya", "east_mediterranean")
    scene.act("reveal", "east_mediterranean", "fleet_1")
    assert scene.asked == ("axis", "choose_action")
    assert "army_3" in scene.force("axis").loss and scene.fought.result == "rout"
    assert "cards" not in scene.events("interdicted", "allied")[0]
    assert scene.g.control["egypt"] == "allied"


def test_E89_paths_to_choose() -> None:
    scene = egypt("army_3").start().act("launch_operation", "alpha")
    assert scene.options == [
        ("launch_across", "libya", "east_mediterranean"),
        ("launch_across", "libya", "west_mediterranean"),
    ]
    short = Scene("axis", SEA).operation("axis", "alpha", "egypt", "army_3", age=3)
    short.defence("allied", "east_mediterranean", "fleet_1").start().act("launch_operation", "alpha")
    assert (short.fought.origin, short.fought.seas, short.asked[1]) == ("libya", [], "use_advantage")


def test_E91_unescorted() -> None:
    def greece(*cards: str) -> Scene:
        scene = Scene("allied", "adv_straits", "adv_air_support").control("axis", "greece").defence("axis", "greece", "army_1")
        return scene.operation("allied", "alpha", "greece", *cards, age=3).start()

    covered = greece("air", "army_1").launch(origin="east_mediterranean")
    assert covered.fought.misfits["attack"] == ["air"] and covered.totals == (1, 5)
    assert not greece("air", "decoy").offers("launch_operation", "alpha")
    bluff = greece("decoy", "fort_2").launch(origin="east_mediterranean")
    assert bluff.fought.result == "rout" and bluff.asked == ("allied", "choose_action")


def test_E92_fleets_alone() -> None:
    scene = italy("fleet_3", "decoy").start().launch()
    assert scene.fought.result == "rout" and scene.asked == ("allied", "choose_action")
    assert "fleet_3" in scene.force("allied").loss and scene.force("allied").discard == ["decoy"]


def test_E93_neutral_in_a_quagmire() -> None:
    scene = Scene("axis", "minor_stays_neutral").neutral("balkans", 1, 1).quagmire("balkans", "allied", "army_2", "army_1")
    scene.operation("axis", "alpha", "balkans", "army_3", age=3).hand("axis", "army_1").start()
    assert scene.offers("reinforce_quagmire", "balkans", "army_1")
    assert scene.why("launch_operation", "alpha").key == "target_in_quagmire"
    for side in ("axis", "allied"):
        assert scene.view(side)["provinces"]["balkans"]["neutral"] is None
    end = Scene("axis", "minor_stays_neutral").neutral("balkans", 1, 1).quagmire("balkans", "allied", "army_2", "army_1")
    end.operation("axis", "alpha", "balkans", "army_3", age=3).start("new_year")
    assert end.g.control["balkans"] == "axis" and end.force("axis").operations == {}
    assert end.g.quagmires["balkans"].cards == ["army_2", "army_1"]


def test_E93_a_minor_that_stays_neutral() -> None:
    scene = Scene("allied", "minor_stays_neutral").neutral("greece", 1).defence("axis", "greece", "army_1")
    scene.operation("allied", "alpha", "greece", "army_1", age=3).start().launch(origin="east_mediterranean").act("keep")
    assert scene.fought.result == "rout" and scene.g.control["greece"] == "neutral"
    assert scene.cards("axis", "greece") == ["army_1"]


def test_E97_unescorted_in_a_quagmire() -> None:
    scene = (
        Scene("allied", "adv_air_support")
        .control("axis", "kiev")
        .quagmire("kiev", "allied", "air")
        .defence("axis", "kiev", "army_1")
    )
    scene.start().act("resolve_quagmire", "kiev")
    assert scene.asked == ("allied", "choose_action")
    assert scene.force("allied").discard == ["air"] and scene.events("battle_revealed") == []
