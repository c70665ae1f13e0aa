"""Examples of production, withdrawal, scoring and the end of the game."""

from .positions import SCENES, Scene


def test_E16_production() -> None:
    scene = SCENES["E16"]()
    assert scene.asked == ("axis", "production_buy")
    assert (scene.view("axis")["sides"]["axis"]["resources"], scene.force("axis").points) == (12, 8)
    loss, discard = len(scene.force("axis").loss), len(scene.force("axis").discard)
    for card in ("army_3", "army_2", "fort_3"):
        scene.act("buy_card", card)
    scene.act("raise_industry").act("buy_intel")
    for _ in range(3):
        assert scene.g.vp_left > 0
        scene.act("buy_vp")
    axis = scene.force("axis")
    assert scene.asked[1] == "choose_action", "all points spent: nothing more is asked"
    assert (axis.industry, axis.ready, scene.g.vp) == (10, 7, 3)
    assert len(axis.loss) == loss - 3 and discard == 0
    bought = scene.events("bought", "allied")
    assert [b["purchase"] for b in bought].count("buy_card") == 3 and all("cards" not in b for b in bought)


def test_E16_half_of_the_points_for_victory() -> None:
    scene = Scene("axis").start("production").act("stop")
    for _ in range(4):
        scene.act("buy_vp")
    assert scene.why("buy_vp").key == "half_for_vp"


def test_E66_win_pile() -> None:
    scene = Scene("axis").pile("axis", "win", "army_3", "army_2", "army_1", "air", "fleet_1")
    loss = len(scene.force("axis").loss)
    scene.start("year_end")
    axis = scene.force("axis")
    assert axis.win == [] and len(axis.discard) == 3 and len(axis.loss) == loss + 2
    (dealt,) = [e for e in scene.events("win_pile_dealt", "allied") if e["side"] == "axis"]
    assert (dealt["discard"], dealt["loss"]) == (3, 2) and "kept" not in dealt


def test_E68_germany_invaded() -> None:
    scene = Scene("axis", year=1943).control("allied", "ruhr").start("production").act("stop")
    assert scene.asked == ("axis", "production_buy")
    assert "buy_vp" not in scene.verbs() and scene.why("buy_vp").key == "germany_invaded"


def test_E69_threshold_in_production() -> None:
    scene = SCENES["E69"]()
    assert (scene.force("axis").points, scene.g.vp_left) == (9, 4)
    scene.act("buy_vp").act("buy_vp")
    assert not scene.match.over and scene.g.vp == 69
    scene.act("buy_vp")
    assert scene.match.result().ending == "axis_points" and scene.match.result().winners == ("axis",)


def test_E70_end_of_1944() -> None:
    def end(paris: str) -> Scene:
        scene = Scene("axis", year=1944, vp=63).control(paris, "paris").quagmire("italy", "allied", "army_1")
        scene.defence("axis", "italy", "army_1").start("production")
        assert scene.asked == ("axis", "production_buy") and scene.verbs() == {"buy_vp", "stop"}
        return scene.act("stop")

    assert end("axis").match.result().ending == "axis_cards"
    lost = end("allied").match.result()
    assert (lost.winners, lost.ending, lost.scores) == (("allied",), "allied_default", {"axis": 63.0})


def test_E78_withdrawal() -> None:
    scene = SCENES["E78"]()
    assert scene.asked == ("allied", "withdraw")
    assert scene.options == [
        ("withdraw", "britain", "army_1"),
        ("withdraw", "britain", "army_2"),
        ("withdraw", "turkey", "decoy"),
        ("withdraw_operation", "delta"),
        ("done",),
    ]
    assert scene.why("withdraw", "egypt", "air").key == "no_withdrawal_from_quagmire"
    scene.act("withdraw", "britain", "army_2").act("withdraw_operation", "delta")
    assert sorted(scene.force("allied").discard) == ["army_1", "army_2", "decoy"]
    assert scene.cards("allied", "britain") == ["army_1"] and scene.force("allied").operations == {}


def test_E79_last_intel_token() -> None:
    scene = Scene("axis", intel_box=1)
    scene.force("axis").ready = 12
    scene.start("production").act("buy_intel")
    assert (scene.force("allied").ready, scene.g.intel_box) == (8, 0)
    assert "buy_intel" not in scene.verbs() and scene.why("buy_intel").key == "no_tokens_to_buy"
