"""Examples of battles, their results and what they cost."""

import pytest

from casusbelli.games.fog_of_war.battle import outcome

from .positions import SCENES, Scene


def test_E07_battle_of_moscow() -> None:
    scene = SCENES["E7"]().act("launch_operation", "foxtrot")
    b = scene.g.on_table
    assert (b.origin, b.misfits["attack"]) == ("baltic_states", ["decoy"])
    assert (b.attack_total, b.defence_total) == (8, 3)
    loss = len(scene.force("allied").loss)
    scene.act("keep")
    assert scene.g.on_table.result == "victory"
    assert len(scene.force("allied").loss) == loss + 2 and scene.asked == ("axis", "select_losses")
    assert scene.options == [("lose", "army_1"), ("lose", "army_2"), ("lose", "army_3")]
    scene.act("lose", "army_3")
    assert scene.force("axis").win == ["army_3"]
    assert scene.cards("axis", "moscow") == ["army_1", "army_1", "army_2"]
    assert scene.force("axis").discard == ["decoy"]
    assert scene.g.control["moscow"] == "axis"
    assert "moscow" in scene.view("allied")["own"]["province_deck"]


def test_E07_the_other_payment() -> None:
    scene = SCENES["E7"]()
    scene.act("launch_operation", "foxtrot").act("keep").act("lose", "army_2")
    assert scene.options == [("lose", "army_1")]
    scene.act("lose", "army_1")
    assert scene.cards("axis", "moscow") == ["army_1", "army_3"]


def kiev(*defenders: str, seed: int = 1) -> Scene:
    scene = Scene("allied", seed=seed, ussr_at_war=True).control("axis", "kiev").control("allied", "moscow", "odessa")
    return scene.defence("axis", "kiev", *defenders)


def test_E08_quagmire_of_kiev_first_battle() -> None:
    scene = SCENES["E8"]()
    scene.launch()
    assert scene.totals == (6, 4)
    losses = [len(scene.force(side).loss) for side in ("allied", "axis")]
    scene.act("keep")
    assert scene.g.last_battle.result == "quagmire"
    assert len(scene.g.quagmires["kiev"].cards) == 2 and len(scene.cards("axis", "kiev")) == 1
    assert [len(scene.force(side).loss) for side in ("allied", "axis")] == [losses[0] + 1, losses[1] + 1]
    assert scene.view("axis")["provinces"]["kiev"]["quagmire"]["own"] is None
    lost = {e["side"]: e for e in scene.events("cards_lost", "axis")}
    assert "cards" not in lost["allied"] and lost["axis"]["cards"] == ["army_2"]


def test_E09_quagmire_of_kiev_second_battle() -> None:
    scene = kiev("army_2", "decoy", "decoy").quagmire("kiev", "allied", "army_3", "army_1").hand("allied", "army_2").start()
    scene.act("resolve_quagmire", "kiev").act("add", "army_2")
    b = scene.g.on_table
    assert (b.attack_total, b.defence_total, b.bonuses) == (6, 2, [])
    scene.act("keep")
    assert scene.asked == ("allied", "choose_action")
    assert scene.force("allied").win == ["army_2"]
    assert scene.cards("allied", "kiev") == ["army_1", "army_3"] and scene.g.control["kiev"] == "allied"
    assert "army_2" in scene.force("axis").loss and scene.force("axis").discard == ["decoy", "decoy"]


def test_E09_the_defender_reinforces_in_his_turn() -> None:
    scene = Scene("axis").control("axis", "kiev").quagmire("kiev", "allied", "army_3").defence("axis", "kiev", "army_2")
    scene.hand("axis", "decoy", "decoy").start()
    scene.act("reinforce_quagmire", "kiev", "decoy").act("reinforce_quagmire", "kiev", "decoy")
    assert scene.cards("axis", "kiev") == ["army_2", "decoy", "decoy"]
    assert scene.view("allied")["provinces"]["kiev"]["defence"]["axis"] == 3


def test_E10_neutral_losses() -> None:
    scene = Scene("axis").control("axis", "vichy").neutral("spain", 1, 1, 2).defence("allied", "spain", "army_1")
    scene.operation("axis", "alpha", "spain", "army_3", "army_2", age=3).start()
    scene.launch(origin="vichy")
    scene.act("keep")
    assert scene.totals == (5, 5)
    assert scene.cards("allied", "spain") == [] and "army_1" in scene.force("allied").loss
    assert len(scene.g.neutral["spain"]) == 2 and len(scene.g.neutral_removed) == 1


def paris(*attack: str, age: int = 3) -> Scene:
    return Scene("axis").operation("axis", "alpha", "paris", *attack, age=age)


def test_E28_battle_of_paris_as_printed() -> None:
    scene = paris("army_3", "army_2", "army_2", "air", "decoy", age=2).defence("allied", "paris", "army_2", "decoy", "decoy")
    scene.start().act("launch_operation", "alpha")
    assert scene.totals == (8, 3)
    scene.act("keep")
    assert scene.options == [("lose", "air"), ("lose", "army_2"), ("lose", "army_3")]
    scene.act("lose", "army_3")
    assert scene.cards("axis", "paris") == ["air", "army_2", "army_2"]
    assert "army_2" in scene.force("allied").loss and scene.force("allied").discard == ["decoy", "decoy"]


def test_E29_battle_of_paris_by_the_placements() -> None:
    scene = paris("army_3", "army_2", "army_2", "air", "decoy", age=2).defence("allied", "paris", "fort_2", "army_1", "decoy")
    scene.start().act("launch_operation", "alpha").act("keep")
    assert (scene.g.on_table.attack_total, scene.g.on_table.defence_total, scene.g.on_table.result) == (8, 4, "victory")
    payments = set()
    for first in list(scene.options):
        copy = scene.match.clone()
        copy.act("axis", first)
        while copy.ask_of("axis").decision == "select_losses":
            copy.act("axis", copy.options("axis")[-1])
        payments.add(tuple(sorted(copy.state.axis.win)))
    assert payments == {("air", "army_3"), ("army_2", "army_2")}


@pytest.mark.parametrize(
    ("attack", "defence", "result"),
    [
        (4, 2, "victory"),
        (3, 2, "quagmire"),
        (2, 2, "quagmire"),
        (5, 3, "quagmire"),
        (6, 3, "victory"),
        (2, 3, "defeat"),
        (2, 4, "rout"),
        (3, 5, "defeat"),
        (1, 1, "quagmire"),
        (1, 2, "rout"),
        (5, 0, "victory"),
    ],
)
def test_E35_result_table(attack: int, defence: int, result: str) -> None:
    assert outcome(attack, defence) == result


def test_E36_zero_strength() -> None:
    scene = SCENES["E36"]()
    scene.act("launch_operation", "alpha").act("launch_from", "egypt").act("keep")
    assert (scene.g.on_table.defence_total, scene.asked) == (0, ("allied", "select_losses"))
    assert scene.options == [("lose", "army_1"), ("lose", "army_2")]
    scene.act("lose", "army_1")
    assert scene.force("allied").win == ["army_1"] and scene.cards("allied", "libya") == ["army_2"]


def test_E37_undefended_and_invaded() -> None:
    scene = SCENES["E37"]()
    scene.launch().act("keep")
    b = scene.g.last_battle
    assert (b.origin, b.attack_total, b.defence_total, b.result) == ("north_sea", 5, 4, "quagmire")
    assert len(scene.g.quagmires["scandinavia"].cards) == 1
    left = scene.g.quagmires["scandinavia"].cards[0]
    assert b.lost == {"allied_loss": 1}
    again = Scene("allied").control("axis", "scandinavia").quagmire("scandinavia", "allied", left).start()
    again.act("resolve_quagmire", "scandinavia").act("keep")
    assert again.g.last_battle.defence_total == 0 and again.g.control["scandinavia"] == "allied"
    assert again.force("allied").win == [left] and again.cards("allied", "scandinavia") == []


def test_E38_undefended_invaded_too_weak() -> None:
    scene = Scene("allied").control("axis", "scandinavia").operation("allied", "alpha", "scandinavia", "army_3", age=3).start()
    scene.launch().act("keep")
    b = scene.g.last_battle
    assert (b.attack_total, b.defence_total, b.result) == (3, 4, "defeat")
    assert "army_3" in scene.force("allied").loss and scene.force("axis").win == []


def test_E39_exact_match_is_compulsory() -> None:
    scene = SCENES["E39"]()
    scene.launch().act("keep")
    assert scene.asked == ("axis", "choose_action")
    assert scene.force("axis").win == ["army_3"]


def test_E40_least_overpayment() -> None:
    scene = paris("army_3", "army_3").defence("allied", "paris", "army_2").start()
    scene.launch().act("keep")
    assert scene.force("axis").win == ["army_3"] and scene.cards("axis", "paris") == ["army_3"]
    twos = paris("army_2", "army_2", "army_2", "army_2").defence("allied", "paris", "army_2", "army_1").start()
    twos.launch().act("keep")
    assert twos.force("axis").win == ["army_2", "army_2"]


def test_E41_not_enough_to_pay() -> None:
    scene = Scene("allied", winter=True).control("axis", "italy").control("allied", "west_mediterranean")
    scene.operation("allied", "alpha", "italy", "army_3", "army_2", age=3).defence("axis", "italy", "army_2").start()
    scene.launch(origin="west_mediterranean")
    assert scene.totals == (5, 7)
    scene.act("keep")
    assert scene.g.last_battle.result == "defeat"
    assert scene.force("axis").win == ["army_2"] and scene.cards("axis", "italy") == []
    assert scene.g.control["italy"] == "axis"


def test_E42_bonus_of_the_loser_counts() -> None:
    scene = SCENES["E42"]()
    scene.launch().act("keep")
    b = scene.g.last_battle
    assert (b.attack_total, b.defence_total, b.result) == (8, 4, "victory")
    assert sorted(scene.force("axis").win) == ["army_2", "army_3"]


def test_E43_own_bonus_does_not_pay() -> None:
    scene = paris("army_1", age=5).defence("allied", "paris", "army_1").start()
    scene.launch().act("keep")
    assert scene.totals == (2, 1)
    assert scene.force("axis").win == ["army_1"] and scene.cards("axis", "paris") == []
    assert scene.g.control["paris"] == "axis"


def test_E44_automatic_rout() -> None:
    scene = paris("fort_3", "fleet_2", "decoy").defence("allied", "paris", "army_1", "decoy").start()
    loss = len(scene.force("axis").loss)
    scene.act("launch_operation", "alpha")
    assert scene.asked == ("axis", "choose_action")
    assert scene.g.last_battle.result == "rout"
    assert sorted(scene.force("axis").discard) == ["decoy", "fleet_2", "fort_3"] and len(scene.force("axis").loss) == loss
    assert scene.force("allied").discard == ["decoy"] and scene.cards("allied", "paris") == ["army_1"]
    assert "paris" in scene.view("axis")["own"]["province_deck"]


def test_E45_fleet_on_land_army_at_sea() -> None:
    scene = SCENES["E45"]()
    scene.launch().act("keep")
    b = scene.g.last_battle
    assert b.misfits == {"attack": ["army_1"], "defence": ["army_2"]}
    assert (b.attack_total, b.defence_total, b.result) == (3, 2, "quagmire")
    assert scene.g.quagmires["north_sea"].cards == ["fleet_3"] and len(scene.cards("allied", "north_sea")) == 1


def test_E46_one_against_one() -> None:
    scene = paris("army_1").defence("allied", "paris", "army_1").start()
    scene.launch().act("keep")
    assert scene.g.last_battle.lost == {}
    again = Scene("axis").quagmire("paris", "axis", "army_1").defence("allied", "paris", "army_1").start()
    again.act("resolve_quagmire", "paris").act("keep")
    assert again.g.last_battle.result == "quagmire" and again.g.last_battle.lost == {}
    assert again.g.quagmires["paris"].cards == ["army_1"] and again.cards("allied", "paris") == ["army_1"]


def test_E47_winter_enters_a_quagmire() -> None:
    def resolve(*, winter: bool) -> Scene:
        scene = kiev("army_2")
        scene.g.winter = winter
        scene.quagmire("kiev", "allied", "army_2", "army_2").start()
        return scene.act("resolve_quagmire", "kiev").act("keep")

    b = resolve(winter=True).g.last_battle
    assert (b.attack_total, b.defence_total, b.result) == (4, 4, "quagmire")
    summer = resolve(winter=False).g.last_battle
    assert (summer.attack_total, summer.defence_total, summer.result) == (4, 2, "victory")


def test_E48_neutral_cards_in_a_defeat() -> None:
    scene = SCENES["E48"]()
    scene.launch().act("keep")
    assert scene.totals == (4, 6) and scene.fought.result == "defeat"
    assert scene.force("allied").win == ["army_1"]
    assert scene.g.neutral["turkey"] == ["neutral_2"]
    assert sorted(scene.g.neutral_removed) == ["neutral_1", "neutral_2"]
    assert scene.g.control["turkey"] == "allied"


def test_E52_unsupplied_attacker() -> None:
    repel = SCENES["E52"]()
    assert repel.asked == ("allied", "unsupplied_quagmire")
    assert repel.view("axis")["battle"]["shown"]["defence"] == ["army_2", "decoy"]
    repel.act("repel")
    assert sorted(repel.force("axis").win) == ["army_2", "army_3"] and repel.force("axis").discard == ["decoy"]
    assert repel.cards("allied", "egypt") == ["army_2", "decoy"] and "egypt" not in repel.g.quagmires
    assert "egypt" in repel.view("axis")["own"]["province_deck"]
    fight = SCENES["E52"]().act("fight").act("keep")
    assert fight.totals == (5, 2) and fight.fought.result == "victory"


def test_E53_advantage_turns_a_result() -> None:
    attack = ("army_3", "army_2", "army_2")
    scene = SCENES["E53"]().act("launch_operation", "alpha")
    assert scene.totals == (7, 4)
    assert scene.asked == ("axis", "use_advantage")
    scene.act("use")
    assert scene.totals == (8, 4) and scene.fought.result == "victory"
    assert scene.g.advantage == "allied" and sorted(scene.force("axis").win) == ["army_2", "army_2"]
    other = paris(*attack, "army_1").defence("allied", "paris", "army_2", "fort_2")
    other.g.advantage = "allied"
    other.start().act("launch_operation", "alpha")
    assert (other.g.on_table.attack_total, other.asked) == (8, ("allied", "use_advantage"))
    other.act("use")
    b = other.g.last_battle
    assert (b.defence_total, b.result, other.g.advantage) == (5, "quagmire", "axis")
    assert other.asked == ("axis", "choose_action")


def test_E90_picks() -> None:
    def victory() -> Scene:
        scene = paris("army_3", "army_2", "army_2", "air", age=2).defence("allied", "paris", "army_2").start()
        return scene.act("launch_operation", "alpha").act("keep")

    scene = victory()
    assert scene.options == [("lose", "air"), ("lose", "army_2"), ("lose", "army_3")]
    scene.act("lose", "army_3")
    assert scene.asked[1] == "choose_action" and scene.g.last_battle.lost["axis_win"] == 1
    other = victory().act("lose", "air")
    assert other.asked == ("axis", "select_losses") and other.options == [("lose", "army_2")]
    other.act("lose", "army_2")
    assert other.g.last_battle.lost["axis_win"] == 2


def test_E94_advantage_in_the_next_resolution() -> None:
    scene = Scene("axis").quagmire("paris", "axis", "army_1").defence("allied", "paris", "army_1")
    scene.g.advantage = "allied"
    scene.start().act("resolve_quagmire", "paris")
    assert scene.asked == ("allied", "use_advantage")
    assert (scene.g.on_table.attack_total, scene.g.on_table.defence_total, scene.g.on_table.bonuses) == (1, 1, [])
    scene.act("use")
    assert scene.g.advantage == "axis" and scene.g.last_battle.defence_total == 2
