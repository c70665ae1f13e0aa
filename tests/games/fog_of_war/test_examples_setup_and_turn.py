"""Examples of set-up, the turn, the wheel and the duty to play."""

import pytest

from casusbelli.game import Match
from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import NEUTRAL_CARDS, PROVINCES, SET_CARDS, SPACES
from casusbelli.games.fog_of_war.supply import in_supply
from casusbelli.kernel import seed_from

from .positions import SCENES, Scene


def fresh(seed: int = 1, **options: bool) -> Match:
    return Match.new(GAME, options=options, seed=seed_from(seed))


def test_E01_setup_counts() -> None:
    g = fresh().state
    axis, allied = g.axis, g.allied
    assert (len(axis.draw), len(axis.loss)) == (26, 20)
    assert (len(allied.draw), len(allied.loss)) == (22, 13)
    assert {s: len(SET_CARDS[s]) for s in allied.reserve} == {
        "allied_1941": 3,
        "allied_1942": 5,
        "allied_1943": 3,
        "allied_usa": 4,
        "allied_ussr": 3,
    }
    assert (sum(map(len, g.neutral.values())), len(g.neutral_aside)) == (14, 1)
    assert sorted([c for cards in g.neutral.values() for c in cards] + g.neutral_aside) == sorted(NEUTRAL_CARDS)
    assert (axis.ready, allied.ready, g.intel_box) == (5, 7, 8)
    assert (axis.industry, allied.industry) == (8, 6)
    assert (g.vp, g.vp_threshold, g.advantage) == (0, 70, "axis")
    assert (axis.dial, allied.dial) == (0, 0)
    held = list(g.control.values())
    assert (held.count("axis"), held.count("allied"), held.count("neutral")) == (6, 10, 12)
    assert all(in_supply(g, p) for p in PROVINCES if g.control[p] != "neutral")


def test_E02_year_labels() -> None:
    g = fresh().state
    assert sorted(g.axis.draw) == sorted(SET_CARDS["axis_start"])
    assert sorted(g.axis.loss) == sorted(SET_CARDS["axis_1940"])
    scene = Scene("axis").start("new_year")
    assert scene.g.year == 1941
    assert sorted(scene.force("allied").loss) == sorted(SET_CARDS["allied_1940"] + SET_CARDS["allied_1941"])
    assert sorted(scene.force("axis").loss) == sorted(SET_CARDS["axis_1940"])


def test_E02_start_year_cards_can_be_bought_at_once() -> None:
    scene = Scene("axis").start("production")
    assert scene.asked == ("allied", "production_buy")
    assert scene.offers("buy_card", "army_3")


def test_E03_defenders_in_paris() -> None:
    scene = SCENES["E3"]()
    assert not scene.offers("end_actions")
    scene.act("place_defence", "army_2", "paris").act("place_defence", "decoy", "paris")
    assert scene.cards("allied", "paris") == ["army_2", "decoy"]
    seen = scene.view("axis")["provinces"]["paris"]
    assert seen["defence"]["allied"] == 2 and seen["own"] == []
    assert scene.force("allied").hand == ["army_1"]
    assert scene.offers("end_actions")


def test_E04_new_operation() -> None:
    scene = SCENES["E4"]()
    scene.act("create_operation", "paris", "army_3").act("add_to_operation", "alpha", "decoy")
    seen = scene.view("allied")["sides"]["axis"]["ops"]["alpha"]
    assert (seen["count"], seen["target"], seen["cards"]) == (3, None, None)
    assert scene.force("axis").hand == ["air"]
    assert "paris" not in scene.view("axis")["own"]["province_deck"]
    assert scene.why("create_operation", "paris", "air").key == "one_operation_a_turn"


def test_E05_dial_at_alpha() -> None:
    bonuses = {}
    for space in SPACES:
        scene = Scene("axis").operation("axis", space, "paris", "army_1").defence("allied", "paris", "army_1").start()
        if scene.offers("launch_operation", space):
            scene.act("launch_operation", space)
            bonuses[space] = [(b.id, b.value) for b in scene.g.on_table.bonuses]
        else:
            assert scene.why("launch_operation", space).key == "segment_forbids_launch"
    assert bonuses == {
        "bravo": [("wheel_attacker", 1)],
        "charlie": [],
        "delta": [],
        "echo": [("wheel_defender", 1)],
    }


def test_E06_planning_ahead() -> None:
    scene = Scene("axis", ussr_at_war=True).control(
        "allied", "leningrad", "moscow", "kiev", "odessa", "stalingrad", "baltic_states"
    )
    scene.operation("axis", "alpha", "baltic_states", "army_1").hand("axis", "army_2").start("turn")
    scene.act("create_operation", "leningrad", "army_2")
    assert scene.force("axis").operations["bravo"].target == "leningrad"
    later = Scene("axis", ussr_at_war=True).control("allied", "leningrad", "moscow", "kiev", "odessa", "stalingrad")
    later.control("allied", "baltic_states").operation("axis", "bravo", "leningrad", "army_2", age=3).start()
    assert later.why("launch_operation", "bravo").key == "no_supplied_launch_province"
    near = Scene("axis", ussr_at_war=True).control("axis", "baltic_states").control("allied", "leningrad")
    near.operation("axis", "bravo", "leningrad", "army_2", age=3).start()
    assert near.offers("launch_operation", "bravo")


def test_E18_winter() -> None:
    scene = SCENES["E18"]()
    assert not scene.g.winter
    scene.act("pass")
    assert scene.g.winter and scene.view("axis")["season"] == "winter"
    assert (len(scene.force("allied").hand), len(scene.force("allied").draw)) == (2, 0)
    assert scene.asked == ("axis", "choose_action")


def test_E19_victory_cards() -> None:
    match = fresh(4)
    drawn = sorted(match.view("axis")["victory"]["drawn"])
    assert len(drawn) == 3 and match.view("allied")["victory"]["drawn"] is None
    assert match.options("axis") == [
        ("keep_victory", drawn[0], drawn[1]),
        ("keep_victory", drawn[0], drawn[2]),
        ("keep_victory", drawn[1], drawn[2]),
    ]
    match.act("axis", ("keep_victory", drawn[0], drawn[2]))
    g = match.state
    assert (g.victory_kept, g.victory_boxed) == ([drawn[0], drawn[2]], [drawn[1]])
    assert len(g.victory_board) == 3 and not {*g.victory_board} & {*drawn}
    assert match.view("axis")["victory"]["boxed"] == [drawn[1]]
    assert match.view("allied")["victory"]["boxed"] is None and match.view(None)["victory"]["kept"] is None


def test_E20_initial_placement() -> None:
    match = fresh(2)
    match.act("axis", match.options("axis")[0])
    assert match.ask_of("allied") is not None
    for choice in [("place", "fort_2", "paris"), ("place", "army_1", "egypt"), ("done",)]:
        match.act("allied", choice)
    assert match.refusal("axis", ("place", "decoy", "paris")).key == "not_your_province"
    assert len(match.state.allied.draw) == 20
    for province in ("west_mediterranean", "italy", "libya"):
        match.act("axis", ("place", "decoy", province))
    g = match.state
    assert [len(g.allied.draw), len(g.axis.draw)] == [17, 20]
    assert [len(g.allied.hand), len(g.axis.hand)] == [3, 3]
    assert (g.active, g.turn_no) == ("axis", 1)


def test_E20_a_province_gets_one_card() -> None:
    match = fresh(2)
    match.act("axis", match.options("axis")[0])
    match.act("allied", ("place", "fort_2", "paris"))
    assert match.refusal("allied", ("place", "army_1", "paris")).key == "one_card_a_province"


def test_E21_axis_turn_1() -> None:
    scene = Scene("axis").hand("axis", "army_3", "air", "decoy").start("turn")
    assert scene.force("axis").dial == 0
    scene.act("create_operation", "paris", "army_3").act("add_to_operation", "alpha", "air").act("place_defence", "decoy", "ruhr")
    assert (scene.force("axis").hand, scene.g.played) == ([], 3)


def test_E23_allied_turn_1() -> None:
    scene = Scene("allied").hand("allied", "army_1", "army_1", "fleet_1").defence("allied", "paris", "fort_2").start("turn")
    for card, province in (("army_1", "paris"), ("army_1", "britain"), ("fleet_1", "north_sea")):
        scene.act("place_defence", card, province)
    assert [len(scene.cards("allied", p)) for p in ("paris", "britain", "north_sea")] == [2, 1, 1]
    assert scene.force("allied").dial == 0
    scene.act("end_actions").act("pass")
    assert len(scene.force("allied").hand) == 3


def test_E24_axis_turn_2() -> None:
    scene = SCENES["E24"]()
    assert scene.force("axis").dial == 1
    assert scene.why("launch_operation", "alpha").params["segment"] == "dont_launch"
    scene.act("add_to_operation", "alpha", "army_2").act("add_to_operation", "alpha", "decoy")
    assert scene.view("allied")["sides"]["axis"]["ops"]["alpha"]["count"] == 5
    scene.act("create_operation", "scandinavia", "army_1")
    assert scene.force("axis").operations["bravo"].target == "scandinavia"


def test_E27_axis_turn_3() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3").operation("axis", "bravo", "scandinavia", "army_1")
    scene.force("axis").dial = 1
    scene.force("axis").ready, scene.force("axis").used = 2, 3
    scene.force("allied").ready, scene.force("allied").used = 4, 3
    scene.defence("allied", "paris", "army_1").start("turn")
    ops = scene.view("axis")["sides"]["axis"]["ops"]
    assert (ops["alpha"]["segment"], ops["bravo"]["segment"]) == ("d_plus_1", "dont_launch")
    scene.act("intel_action", "def:paris:allied").act("block")
    assert (scene.force("axis").ready, scene.force("allied").ready) == (0, 1)
    assert scene.g.blocked == ["def:paris:allied"]


def test_E54_duty_to_play() -> None:
    scene = SCENES["E54"]()
    assert not scene.offers("end_actions") and scene.why("end_actions").key == "duty_to_play"
    scene.act("place_defence", "decoy", "spain")
    assert scene.offers("end_actions")


def test_E55_duty_to_resolve() -> None:
    scene = SCENES["E55"]()
    assert scene.why("end_actions").key == "quagmire_first"
    scene.act("resolve_quagmire", "kiev").act("keep")
    assert "kiev" in scene.g.quagmires
    assert scene.offers("end_actions") and not scene.offers("resolve_quagmire", "kiev")
    assert scene.why("resolve_quagmire", "kiev").key == "quagmire_once_a_turn"


def test_E55_a_new_quagmire_waits_for_the_next_turn() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_1", age=3).defence("allied", "paris", "army_1").start()
    scene.act("launch_operation", "alpha").act("keep")
    assert "paris" in scene.g.quagmires and scene.g.must_resolve == []
    assert scene.why("resolve_quagmire", "paris").key == "quagmire_once_a_turn"


def test_E56_expiry() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "decoy").hand("axis", "army_1")
    scene.force("axis").dial = 5
    scene.start("turn")
    assert scene.force("axis").dial == 0 and not scene.force("axis").operations
    assert sorted(scene.force("axis").discard) == ["army_3", "decoy"]
    assert "paris" in scene.view("axis")["own"]["province_deck"]
    told = scene.events("operation_dismantled", "allied")
    assert (told[0]["space"], told[0]["count"], told[0]["why"]) == ("alpha", 2, "expired") and "cards" not in told[0]
    scene.act("create_operation", "paris", "army_1")
    assert "alpha" in scene.force("axis").operations


def test_E56_six_turns_bring_it_back() -> None:
    scene = Scene("axis").hand("axis", "army_1").keep("axis", draw=8).keep("allied", draw=6).start("turn")
    scene.act("create_operation", "paris", "army_1")
    for _ in range(40):
        if not scene.force("axis").operations:
            break
        if scene.asked[1] == "intel_step":
            scene.act("pass")
        elif scene.offers("end_actions"):
            scene.act("end_actions")
        else:
            scene.act(*next(c for c in scene.options if c[0] == "place_defence"))
    assert (scene.g.active, scene.force("axis").dial) == ("axis", 0)
    assert not scene.force("axis").operations


def test_E71_first_player() -> None:
    def first(axis: int, allied: int) -> str:
        scene = Scene("axis")
        for side, cards in (("axis", axis + 3), ("allied", allied + 3)):
            force = scene.force(side)
            force.loss += force.draw[cards:]
            del force.draw[cards:]
        scene.start("new_year")
        assert [len(scene.force(s).draw) for s in ("axis", "allied")] == [axis, allied]
        return scene.g.active

    assert first(12, 14) == "allied"
    assert first(12, 12) == "axis"


def test_E72_end_of_the_year() -> None:
    scene = Scene("axis").hand("allied", "decoy")
    for side in ("axis", "allied"):
        scene.keep(side, draw=0)
    scene.force("axis").ready = scene.force("allied").ready = 0
    scene.start("turn")
    assert scene.asked == ("axis", "choose_action")
    scene.act("end_actions")
    assert scene.asked == ("allied", "choose_action")
    scene.act("place_defence", "decoy", "britain").act("end_actions")
    assert scene.asked[1] == "production_buy"
    assert [e["year"] for e in scene.events("scored")] == [1940]


def test_E98_no_cards_at_the_year_start() -> None:
    scene = Scene("axis").control("axis", "kiev").quagmire("kiev", "allied", "army_1").defence("axis", "kiev", "army_1")
    for side in ("axis", "allied"):
        force = scene.force(side)
        force.loss += force.draw
        force.draw = []
    scene.start("new_year")
    assert (scene.g.year, scene.g.winter, scene.g.active) == (1941, True, "axis")
    assert scene.force("axis").hand == scene.force("allied").hand == []
    scene.act("end_actions").act("pass")
    assert [e["year"] for e in scene.events("scored")] == [1941]


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_E84_views(side: str) -> None:
    """The view names no card that its side may not see: twins of every hidden kind are told apart by nothing."""
    scene = Scene("axis").hand("axis", "fleet_3").hand("allied", "fleet_3").neutral("spain", 3, 3, 1).neutral("kiev", 2)
    scene.defence("axis", "ruhr", "fort_3").defence("allied", "britain", "army_3").quagmire("vichy", "axis", "army_3")
    scene.operation("axis", "bravo", "morocco", "air", "decoy").operation("allied", "bravo", "libya", "air")
    scene.pile("axis", "win", "army_2").pile("allied", "win", "army_2").start()
    view = scene.view(side)
    other = "allied" if side == "axis" else "axis"
    assert view["sides"][other]["ops"]["bravo"]["target"] is None and view["sides"][other]["ops"]["bravo"]["cards"] is None
    assert view["sides"][side]["ops"]["bravo"]["cards"] == (["air", "decoy"] if side == "axis" else ["air"])
    assert view["own"]["draw"] is None and view["own"]["hand"] == ["fleet_3"]
    assert all(isinstance(view["sides"][other][pile], int) for pile in ("hand", "draw", "discard", "win", "loss"))
    assert view["provinces"]["britain"]["own"] == (["army_3"] if side == "allied" else [])
    assert view["provinces"]["ruhr"]["own"] == (["fort_3"] if side == "axis" else [])
    assert view["provinces"]["vichy"]["quagmire"]["own"] == (["army_3"] if side == "axis" else None)
    assert view["provinces"]["spain"]["neutral"] is None
    assert view["provinces"]["kiev"]["neutral"] == (["neutral_2"] if side == "allied" else None)
    assert (view["victory"]["kept"] is not None) == (side == "axis")
