"""Examples of supply and launch provinces."""

from casusbelli.games.fog_of_war.content import BIT
from casusbelli.games.fog_of_war.production import resource_points, year_end_vp
from casusbelli.games.fog_of_war.supply import front, in_supply, launch_paths

from .positions import SCENES, Scene, only


def origins(scene: Scene, side: str, target: str) -> set[str]:
    return {place for place, _ in launch_paths(scene.g, side, target)}


def test_E11_supply_1() -> None:
    scene = Scene("axis", ussr_at_war=True, control=only("axis", "berlin", "poland", "baltic_states"))
    scene.operation("axis", "alpha", "leningrad", "army_1", age=3).defence("allied", "leningrad", "army_1").start()
    scene.act("launch_operation", "alpha")
    assert (scene.g.on_table.origin, scene.g.on_table.bonuses) == ("baltic_states", [])


def test_E12_supply_2() -> None:
    scene = Scene("axis", ussr_at_war=True, control=only("axis", "berlin", "poland"))
    scene.operation("axis", "alpha", "leningrad", "army_1", age=3).start()
    assert scene.why("launch_operation", "alpha").key == "no_supplied_launch_province"


def test_E13_supply_3() -> None:
    def launch(origin: str) -> Scene:
        scene = SCENES["E13"]().act("launch_operation", "alpha")
        assert scene.options == [("launch_from", "libya"), ("launch_from", "east_mediterranean")]
        return scene.act("launch_from", origin)

    assert launch("libya").g.on_table.bonuses == []
    assert [(b.id, b.value) for b in launch("east_mediterranean").g.on_table.bonuses] == [("invasion", 4)]


def test_E14_supply_4() -> None:
    scene = Scene("allied", control=only("allied", "west_mediterranean", "central_atlantic"))
    scene.operation("allied", "alpha", "italy", "army_1", age=3).start().act("launch_operation", "alpha")
    assert scene.g.on_table.origin == "west_mediterranean"
    assert [(b.id, b.to, b.value) for b in scene.g.on_table.bonuses] == [("invasion", "defender", 4)]


def test_E15_supply_5() -> None:
    scene = SCENES["E15"]()
    assert not scene.offers("launch_operation", "alpha")


def test_E49_ruhr_and_the_north_sea() -> None:
    scene = Scene("allied").control("axis", "paris")
    assert origins(scene, "allied", "ruhr") == set()
    scene = Scene("allied").control("allied", "scandinavia", "berlin")
    assert origins(scene, "allied", "ruhr") == {"paris", "scandinavia"}
    assert "ruhr" in origins(Scene("axis"), "axis", "north_sea")


def test_E50_source_in_a_quagmire() -> None:
    scene = Scene("axis", ussr_at_war=True, control=only("axis", "berlin", "poland"))
    scene.quagmire("berlin", "allied", "army_1").control("neutral", "yugoslavia")
    assert in_supply(scene.g, "poland")
    assert origins(scene, "axis", "baltic_states") == {"poland"}
    assert origins(scene, "axis", "yugoslavia") == set()


def test_E51_quagmire_cuts_supply() -> None:
    scene = Scene("axis", control=only("axis", "italy", "libya", "egypt", "east_mediterranean"))
    scene.quagmire("east_mediterranean", "allied", "fleet_1")
    assert not in_supply(scene.g, "libya") and not in_supply(scene.g, "egypt")
    assert in_supply(scene.g, "east_mediterranean")
    assert (resource_points(scene.g, "axis"), year_end_vp(scene.g)) == (2, 2)  # Italy 2; Italy 1 and the East Med 1


def test_E67_scoring_and_production_1940() -> None:
    scene = Scene("axis", france_fallen=True).control("axis", "paris", "vichy", "morocco", "levant", "scandinavia")
    assert not in_supply(scene.g, "levant")
    scene.start("year_end")
    assert scene.g.vp == 6
    view = scene.view("axis")["sides"]
    assert (view["axis"]["resources"], view["axis"]["production"]) == (13, 8)
    assert (view["allied"]["resources"], view["allied"]["production"]) == (6, 6)
    scene.act("stop")
    assert scene.asked == ("axis", "production_buy") and scene.g.vp_left == 4


def test_E86_off_map_launch() -> None:
    scene = Scene("allied", ussr_at_war=True).control("axis", "leningrad", "moscow", "stalingrad")
    scene.operation("allied", "alpha", "leningrad", "army_1", age=3).start().act("launch_operation", "alpha")
    assert (scene.fought.origin, scene.fought.bonuses) == ("urals", [])
    peace = Scene("allied").control("axis", "leningrad")
    assert origins(peace, "allied", "leningrad") == set()
    sea = Scene("allied").control("axis", "north_atlantic")
    assert "usa_canada" in origins(sea, "allied", "north_atlantic")
    assert front(sea.g).reach["allied"] & BIT["usa_canada"]
