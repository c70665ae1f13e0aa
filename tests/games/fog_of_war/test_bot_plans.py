"""The marshal's last year, and what it makes of plans: seen ones, unseen ones, and its own that were looked at."""

from __future__ import annotations

from random import Random

from casusbelli.game import Position
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot.campaign import Campaign
from casusbelli.games.fog_of_war.bot.objectives import hangs_on
from casusbelli.games.fog_of_war.bot.situation import Situation
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.games.fog_of_war.bot.worth import wanted
from casusbelli.games.fog_of_war.content import VICTORY_CARDS
from casusbelli.games.fog_of_war.dossier import BOARD, defence_pile, operation_pile, see
from casusbelli.games.fog_of_war.state import Look
from casusbelli.kernel import Choice

from .positions import Scene


def chosen(scene: Scene) -> Choice:
    """What the marshal chooses for whoever is asked."""
    assert scene.asked
    return StaffBot(MARSHAL).choose(Position(scene.match, scene.asked[0]), Random(0))


def told(scene: Scene, *choice: str) -> list[str]:
    """The keys of the marshal's reasons."""
    assert scene.asked
    return [reason.key for reason in StaffBot(MARSHAL).reasons(Position(scene.match, scene.asked[0]), choice)]


def last_year(active: str) -> Scene:
    """1944: the Axis holds the Balkans and the west, the Allies Scandinavia and most of Russia."""
    scene = Scene(active, year=1944, france_fallen=True, ussr_at_war=True, usa_at_war=True)
    scene.control("axis", "paris", "vichy", "morocco", "levant", "yugoslavia", "balkans", "greece", "leningrad", "kiev")
    scene.control("allied", "moscow", "odessa", "stalingrad", "baltic_states", "scandinavia")
    scene.defence("axis", "ruhr", "army_3", "fort_3", "army_2", "army_2", "army_1", "air")
    scene.defence("axis", "berlin", "army_3", "fort_2", "army_1")
    scene.defence("axis", "paris", "army_2", "army_1").defence("axis", "poland", "army_2", "army_1", "army_1")
    return scene.defence("axis", "leningrad", "army_1").defence("axis", "balkans", "army_1", "army_1")


# -- the last day ------------------------------------------------------------------------------------------------------


def test_the_allies_go_for_what_may_be_an_objective_and_not_for_one_on_the_board() -> None:
    scene = last_year("allied").hand("allied", "army_2", "army_1", "air").start()
    assert chosen(scene)[:2] == ("create_operation", "balkans")
    assert "may_decide" in told(scene, "create_operation", "balkans", "army_2")
    see(scene.g, "allied", BOARD, "intel", ["victory_balkans"], 3, complete=False)
    assert chosen(scene.go_on())[:2] != ("create_operation", "balkans")


def test_the_last_day_hangs_on_what_was_kept() -> None:
    """The Axis knows its two; the Allies weigh what the board has not shown. The partner of a lost one counts less."""
    held = dict.fromkeys(("italy", "balkans", "poland", "paris", "yugoslavia"), "axis") | {"scandinavia": "allied"}
    own = hangs_on({"kept": ["victory_italy", "victory_scandinavia"]}, held.__getitem__)
    assert own["scandinavia"] == 1.0 > own["italy"] > 0.0 == own["balkans"]
    vague = hangs_on({"kept": None, "possible": list(VICTORY_CARDS)}, held.__getitem__)
    three = hangs_on({"kept": None, "possible": ["victory_italy", "victory_balkans", "victory_poland"]}, held.__getitem__)
    assert 0.0 < vague["italy"] < three["italy"] < 1.0
    assert three["paris"] == 0.0


def test_the_axis_takes_back_an_objective_it_has_lost() -> None:
    scene = last_year("axis").defence("allied", "scandinavia", "army_1").hand("axis", "army_2")
    scene.g.victory_kept = ["victory_italy", "victory_scandinavia"]
    assert chosen(scene.start())[:2] == ("create_operation", "scandinavia")
    scene.g.victory_kept = ["victory_italy", "victory_balkans"]
    assert chosen(scene.go_on())[:2] != ("create_operation", "scandinavia")


def test_the_board_is_looked_at_before_the_last_year_is_planned() -> None:
    scene = last_year("allied").start("intelligence")
    assert chosen(scene) == ("look", BOARD)
    assert told(scene, "look", BOARD) == ["objectives"]


def spent(*hand: str, age: int) -> Scene:
    """The enemy has no card left, the Allies a plan against the Balkans that is too weak, and these cards."""
    scene = last_year("allied").operation("allied", "alpha", "balkans", "army_2", age=age).hand("allied", *hand)
    scene.keep("allied", draw=0).keep("axis", draw=0).g.allied.ready = 0
    return scene.start()


def test_with_the_last_card_gone_a_plan_is_launched_come_what_may() -> None:
    scene = spent(age=3)
    assert chosen(scene) == ("launch_operation", "alpha")
    assert told(scene, "launch_operation", "alpha")[1] == "last_shot"


def test_the_last_plans_ripen_while_the_enemy_can_only_watch() -> None:
    """One card a turn, so that the war does not end before the plan may be launched."""
    scene = spent("army_1", "decoy", age=1).act("place_defence", "decoy", "britain")
    assert chosen(scene) == ("end_actions",)
    assert told(scene, "end_actions") == ["lets_ripen"]


# -- seen and unseen plans ---------------------------------------------------------------------------------------------


def test_a_plan_that_was_looked_at_strikes_before_the_answer() -> None:
    """7 against 4 is not the double; but now the enemy knows, and next turn there will be more of him."""
    scene = Scene("axis", year=1942, advantage="allied").operation("axis", "alpha", "egypt", "army_3", "army_2", "army_2", age=3)
    scene.defence("allied", "egypt", "army_2", "fort_2").g.axis.ready = 0
    see(scene.g, "axis", defence_pile("egypt", "allied"), "intel", ["army_2", "fort_2"], 2, complete=True)
    assert chosen(scene.start()) != ("launch_operation", "alpha")
    scene.g.last_look = Look("allied", operation_pile("axis", "alpha"), scene.g.turn_no, 4, ["egypt", "army_3"])
    assert chosen(scene.go_on()) == ("launch_operation", "alpha")
    assert told(scene, "launch_operation", "alpha") == ["strikes", "before_the_answer"]


def score(scene: Scene, *choice: str) -> float:
    assert scene.asked
    position = Position(scene.match, scene.asked[0])
    return Campaign(Situation(position.view, MARSHAL), Random(0)).score(choice)


def test_where_a_seen_plan_must_start_from_is_struck_first() -> None:
    """The plan against Egypt can only come from Libya."""
    scene = Scene("allied", year=1941).hand("allied", "army_2").operation("axis", "alpha", "egypt", "army_2", age=1)
    scene.start()
    before = score(scene, "create_operation", "libya", "army_2")
    see(scene.g, "allied", operation_pile("axis", "alpha"), "intel", ["egypt"], 2, complete=False)
    assert score(scene.go_on(), "create_operation", "libya", "army_2") > before
    assert told(scene, "create_operation", "libya", "army_2")[1] == "strikes_first"


def test_what_must_not_fall_is_guarded_against_plans_nobody_has_seen() -> None:
    """A great plan without a known target: more is wanted in Ruhr, and no more once it is known to aim elsewhere."""
    scene = Scene("axis", year=1943).hand("axis", "army_1")
    quiet = wanted(Situation(scene.start().view("axis"), MARSHAL), "ruhr")
    cards = ("army_3", "army_2", "army_2", "army_1", "army_1", "army_1", "air", "air", "air", "air", "air")
    scene.operation("allied", "alpha", "libya", *cards, age=2).start()
    assert wanted(Situation(scene.view("axis"), MARSHAL), "ruhr") > quiet
    assert told(scene, "place_defence", "army_1", "ruhr")[0] == "what_may_come"
    see(scene.g, "axis", operation_pile("allied", "alpha"), "intel", ["libya"], len(cards) + 1, complete=False)
    assert wanted(Situation(scene.view("axis"), MARSHAL), "ruhr") == quiet
