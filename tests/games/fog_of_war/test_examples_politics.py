"""Examples of political events and of how the war ends in battle."""

from casusbelli.games.fog_of_war.content import USSR
from casusbelli.games.fog_of_war.supply import Front, front, in_supply
from casusbelli.kernel import Event

from .positions import SCENES, Scene


def paris_falls(scene: Scene) -> Scene:
    """An attack on an empty Paris that leaves no choice."""
    scene.operation("axis", "alpha", "paris", "army_2", age=3)
    return scene.start().launch().act("keep")


def test_E30_fall_of_france() -> None:
    scene = SCENES["E30"]().launch().act("keep")
    g = scene.g
    assert g.france_fallen and [g.control[p] for p in ("paris", "vichy", "morocco", "levant")] == ["axis"] * 4
    assert sorted(scene.force("allied").discard) == ["air", "army_1", "decoy"]
    assert in_supply(g, "vichy") and in_supply(g, "morocco") and not in_supply(g, "levant")


def test_E57_operation_on_a_gained_province() -> None:
    scene = Scene("axis").operation("axis", "bravo", "vichy", "army_2", "decoy")
    paris_falls(scene)
    assert scene.g.control["vichy"] == "axis" and "bravo" not in scene.force("axis").operations
    assert sorted(scene.force("axis").discard) == ["army_2", "decoy"]


def test_E58_two_french_quagmires() -> None:
    scene = Scene("axis").quagmire("paris", "axis", "army_3").quagmire("vichy", "axis", "army_2", "army_1")
    scene.defence("allied", "paris", "army_1").defence("allied", "vichy", "army_1").start()
    assert sorted(scene.g.must_resolve) == ["paris", "vichy"]
    scene.act("resolve_quagmire", "paris").act("keep")
    assert scene.g.control["vichy"] == "axis" and scene.g.quagmires == {}
    assert scene.cards("axis", "vichy") == ["army_1", "army_2"]
    assert scene.force("allied").discard == ["army_1"]
    assert scene.g.must_resolve == [] and scene.offers("end_actions")


def test_E59_soviet_entry_by_attack() -> None:
    scene = SCENES["E59"]()
    scene.act("launch_operation", "alpha")
    g = scene.g
    assert g.ussr_at_war and all(g.control[p] == "allied" for p in USSR)
    assert scene.force("axis").discard == ["decoy"]
    assert len(scene.force("allied").draw) == 9 and "allied_ussr" not in scene.force("allied").reserve
    assert scene.cards("allied", "moscow") == ["army_1"]
    assert (scene.fought.origin, scene.totals) == ("poland", (3, 2))
    scene.act("keep")
    assert g.control["kiev"] == "allied" and g.quagmires["kiev"].attacker == "axis"
    assert in_supply(g, "moscow")


def test_at_every_event_the_front_is_that_of_the_moment() -> None:
    """Whoever looks in the middle of it works out nothing from before, and leaves nothing behind."""
    scene = SCENES["E59"]()
    g, seen = scene.g, []

    def look(event: Event) -> None:
        known, anew = front(g), Front(g)
        seen.append((event.kind, [part for part in Front.__slots__ if getattr(known, part) != getattr(anew, part)]))

    with scene.match.heard_by(look):
        scene.act("launch_operation", "alpha")
    assert "political_event" in dict(seen) and not any(stale for _, stale in seen), seen


def test_E60_soviet_entry_by_date() -> None:
    scene = Scene("axis", year=1942).keep("allied", draw=0).start("production")
    assert scene.view("allied")["sides"]["allied"]["resources"] == 5 + 8  # the USA and the map, no Soviet province
    scene.act("stop").act("stop")
    assert scene.asked[1] == "choose_action" and scene.g.year == 1943
    assert scene.g.ussr_at_war and all(scene.g.control[p] == "allied" for p in USSR)
    force = scene.force("allied")
    assert len(force.draw) + len(force.hand) == 22 + 3


def test_E61_balkans_join() -> None:
    scene = Scene("axis").neutral("balkans", 2, 1).defence("allied", "balkans", "army_1").start("year_end")
    assert scene.g.vp == 2 and scene.view("axis")["sides"]["axis"]["resources"] == 8
    while scene.asked[1] in {"production_buy", "withdraw"}:
        scene.act(*scene.options[-1])
    assert scene.g.year == 1941 and scene.g.control["balkans"] == "axis"
    allied = scene.force("allied")
    assert "balkans" not in allied.defence and (allied.draw + allied.hand).count("army_1") == 5
    assert sorted(scene.g.neutral["balkans"]) == ["neutral_1", "neutral_2"]
    assert scene.view("axis")["provinces"]["balkans"]["neutral"] == ["neutral_1", "neutral_2"]
    assert scene.view("allied")["provinces"]["balkans"]["neutral"] is None


def test_E62_axis_attacks_the_balkans_in_1940() -> None:
    scene = SCENES["E62"]()
    scene.launch(origin="berlin")
    assert scene.g.control["balkans"] == "allied" and scene.totals == (1, 3)
    scene.act("keep")
    assert scene.fought.result == "rout" and "army_1" in scene.force("axis").loss
    assert scene.g.control["balkans"] == "allied"
    later = Scene("axis").control("allied", "balkans").neutral("balkans", 2, 1).start("new_year")
    assert later.g.control["balkans"] == "allied"


def test_E63_failed_attack_on_a_minor() -> None:
    scene = Scene("axis").control("axis", "vichy").neutral("spain", 1, 2, 2).defence("axis", "spain", "decoy")
    scene.operation("axis", "alpha", "spain", "army_3", age=3).start().launch(origin="vichy")
    assert scene.force("axis").discard == ["decoy"] and scene.totals == (3, 5)
    scene.act("keep")
    assert scene.fought.result == "defeat" and scene.asked == ("axis", "choose_action")
    assert scene.g.neutral["spain"] == ["neutral_2"] and scene.g.control["spain"] == "allied"


def test_E64_fall_of_the_uk() -> None:
    scene = Scene("axis").control("axis", "north_sea").defence("allied", "egypt", "army_1", "decoy")
    scene.operation("axis", "alpha", "britain", "army_3", "army_3", "army_2", age=3).start().launch(origin="north_sea")
    scene.act("keep")
    assert scene.g.uk_fallen and scene.g.control["egypt"] == "axis"
    assert sorted(scene.force("allied").discard) == ["army_1", "decoy"]
    cut_off = Scene("axis", uk_fallen=True).control("axis", "egypt").control("allied", "libya")
    assert not in_supply(cut_off.g, "egypt")


def test_E65_germany_falls_mid_turn() -> None:
    scene = Scene("allied").control("allied", "ruhr").operation("allied", "alpha", "berlin", "army_2", age=3)
    scene.operation("allied", "foxtrot", "italy", "army_1").operation("allied", "echo", "libya", "army_1")
    scene.start().launch().act("keep")
    assert scene.match.over and scene.asked is None
    assert (scene.match.result().winners, scene.match.result().ending) == (("allied",), "allied_germany")


def test_E73_winter_stays() -> None:
    scene = Scene("axis", year=1941, winter=True).neutral("kiev", 1).keep("allied", draw=0)
    scene.operation("axis", "alpha", "kiev", "army_3", "army_3", age=3).start().launch().act("keep")
    assert len(scene.force("allied").draw) == 3 and scene.g.winter
    scene.act("end_actions").act("pass")
    scene.act("end_actions").act("pass")
    assert len(scene.force("allied").hand) == 3 and scene.g.winter


def test_E85_allied_plan_against_the_ussr() -> None:
    scene = Scene("allied").operation("allied", "alpha", "kiev", "decoy", age=3).start()
    assert scene.why("launch_operation", "alpha").key == "ussr_still_neutral"
    entry = Scene("axis").operation("allied", "alpha", "kiev", "decoy", age=3)
    entry.operation("axis", "alpha", "baltic_states", "army_1", age=3).start().launch().act("keep")
    assert entry.g.ussr_at_war and entry.force("allied").operations == {}
    assert entry.force("allied").discard == ["decoy"]


def test_E95_soviet_entry_clears_its_lists_once() -> None:
    scene = Scene("axis").control("axis", "balkans").neutral("odessa", 3)
    scene.operation("allied", "alpha", "kiev", "decoy").operation("allied", "delta", "moscow", "army_1")
    scene.operation("allied", "echo", "libya", "air")
    scene.operation("axis", "bravo", "leningrad", "army_2").operation("axis", "alpha", "odessa", "army_1", age=3).start()
    scene.launch(origin="balkans")
    assert list(scene.force("allied").operations) == ["echo"]
    assert scene.force("axis").operations["bravo"].target == "leningrad"


def test_E96_french_province_in_axis_hands() -> None:
    scene = Scene("axis").control("axis", "vichy").quagmire("vichy", "allied", "army_1").defence("axis", "vichy", "army_1")
    paris_falls(scene)
    assert scene.g.quagmires["vichy"].cards == ["army_1"] and scene.g.control["vichy"] == "axis"
    assert scene.g.control["morocco"] == scene.g.control["levant"] == "axis"
    scene.act("end_actions").act("pass")
    assert scene.g.active == "allied" and scene.g.must_resolve == ["vichy"]
