"""What a person saw through after two games, each habit on a prepared position or counted over many games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from casusbelli.game import Match, Position
from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot.setups import SET_UPS
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.games.fog_of_war.content import ATTACK, PROVINCE
from casusbelli.games.fog_of_war.dossier import operation_pile, see
from casusbelli.games.fog_of_war.wheel import age
from casusbelli.kernel import Choice, seed_from

from .positions import Scene


def chosen(scene: Scene, seed: int = 0) -> Choice:
    """What the marshal chooses for whoever is asked."""
    assert scene.asked
    return StaffBot(MARSHAL).choose(Position(scene.match, scene.asked[0]), Random(seed))


def told(scene: Scene, *choice: str) -> list[str]:
    """The keys of the marshal's reasons."""
    assert scene.asked
    return [reason.key for reason in StaffBot(MARSHAL).reasons(Position(scene.match, scene.asked[0]), choice)]


# -- repel or fight ----------------------------------------------------------------------------------------------------


def cut_off(attack: tuple[str, ...], defence: tuple[str, ...], advantage: str) -> Scene:
    """An Axis attack on Egypt that has lost its supply; the Allies are asked."""
    scene = Scene("axis", advantage=advantage).control("allied", "libya", "west_mediterranean")
    scene.quagmire("egypt", "axis", *attack).defence("allied", "egypt", *defence).start()
    return scene.act("resolve_quagmire", "egypt")


@pytest.mark.parametrize(
    ("attack", "defence", "advantage", "answer"),
    [
        (("army_2",), ("army_2", "fort_2"), "allied", "fight"),
        (("army_2",), ("army_2", "fort_2"), "axis", "repel"),
        (("army_1",), ("army_2", "fort_2"), "axis", "fight"),
        (("army_3",), ("army_2", "fort_2"), "allied", "repel"),
        (("army_3", "army_2"), ("army_2",), "allied", "repel"),
        (("decoy",), ("army_1",), "axis", "fight"),
    ],
)
def test_a_cut_off_attack_is_fought_where_it_will_be_routed(
    attack: tuple[str, ...], defence: tuple[str, ...], advantage: str, answer: str
) -> None:
    scene = cut_off(attack, defence, advantage)
    assert scene.asked == ("allied", "unsupplied_quagmire")
    assert chosen(scene) == (answer,)
    assert told(scene, answer) == [f"cut_off_{answer}"]


# -- plans -------------------------------------------------------------------------------------------------------------


def test_a_plan_of_decoys_is_never_launched() -> None:
    scene = Scene("axis", year=1941).operation("axis", "alpha", "egypt", "decoy", "decoy", age=5).start()
    assert scene.offers("launch_operation", "alpha")
    assert chosen(scene) != ("launch_operation", "alpha")


def test_what_would_expire_is_taken_apart() -> None:
    scene = Scene("axis", advantage="allied").operation("axis", "alpha", "paris", "army_1", age=5)
    scene.defence("allied", "paris", "army_2", "fort_2", "army_1", "army_1")
    scene.g.axis.ready = 0
    scene.start()
    assert chosen(scene) == ("dismantle_operation", "alpha")
    assert told(scene, "dismantle_operation", "alpha") == ["takes_apart"]


def test_a_strong_plan_is_launched_at_its_last_age() -> None:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", age=5).defence("allied", "paris", "army_1")
    assert chosen(scene.start()) == ("launch_operation", "alpha")


def test_the_balkans_join_the_axis_without_a_plan() -> None:
    """In 1940 they come at the end of the year: a plan against them is dropped, and none is made."""
    scene = Scene("axis").hand("axis", "army_3").neutral("balkans", 1, 1).operation("axis", "alpha", "balkans", "army_2", age=1)
    assert told(scene.start(), "dismantle_operation", "alpha") == ["joins_anyway"]
    assert chosen(scene.act("place_defence", "army_3", "ruhr")) == ("dismantle_operation", "alpha")


def test_a_plan_that_was_seen_is_answered() -> None:
    """The enemy aims at Egypt with strength: what was seen there draws the garrison, and the reason says so."""
    scene = Scene("allied", year=1941, france_fallen=True).control("axis", "paris", "vichy", "morocco", "levant")
    scene.hand("allied", "army_2").operation("axis", "alpha", "egypt", "army_3", "army_2", age=2)
    scene.defence("allied", "egypt", "fort_2").start().g.op_created = True
    unseen = chosen(scene)
    assert unseen != ("place_defence", "army_2", "egypt")
    see(scene.g, "allied", operation_pile("axis", "alpha"), "intel", ["egypt", "army_3", "army_2"], 3, complete=True)
    assert chosen(scene) == ("place_defence", "army_2", "egypt")
    assert told(scene, "place_defence", "army_2", "egypt")[0] == "answers_plan"


# -- the Advantage -----------------------------------------------------------------------------------------------------


def battle_for(province: str, base: str, attack: str, defence: str) -> Scene:
    """The Axis is one point short of a victory and holds the Advantage."""
    scene = Scene("axis", year=1941).control("axis", base).operation("axis", "alpha", province, attack, age=3)
    scene.defence("allied", province, defence).start().act("launch_operation", "alpha")
    return scene.act("launch_from", base) if scene.asked and scene.asked[1] == "choose_launch_province" else scene


def test_the_advantage_is_kept_for_what_matters() -> None:
    little = battle_for("vichy", "italy", "army_1", "army_1")
    assert little.asked == ("axis", "use_advantage")
    assert chosen(little) == ("keep",)
    assert told(little, "keep") == ["spares_advantage"]
    much = battle_for("paris", "ruhr", "army_3", "army_2")
    assert chosen(much) == ("use",)
    assert told(much, "use") == ["turns_result"]


# -- looks and openings ------------------------------------------------------------------------------------------------


def test_a_look_may_mislead() -> None:
    """With a plan against Paris most looks go there, some elsewhere; each says truly what it is for."""
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", age=2).defence("allied", "paris", "army_2", "army_1")
    scene.defence("allied", "egypt", "army_1").defence("allied", "vichy", "decoy").start("intelligence")
    looks = Counter(str(chosen(scene, seed)[1]) for seed in range(200))
    true = looks["def:paris:allied"]
    false = looks["def:egypt:allied"] + looks["def:vichy:allied"]
    assert true + false == 200
    assert 5 <= false <= 60
    assert told(scene, "look", "def:vichy:allied") == ["false_trail"]
    assert told(scene, "look", "def:paris:allied") == ["ripening"]


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_no_two_wars_begin_alike(side: str) -> None:
    """At least eight set-ups a side within a hundred games, none of them in half of the games."""
    bot, found = StaffBot(MARSHAL), Counter[frozenset[tuple[str, str]]]()
    for n in range(100):
        match, rng = Match.new(GAME, options={}, seed=seed_from(f"opening {n}"), record=False), Random(n)
        while match.state.phase != "turn":
            seat = next(iter(match.asked()))
            match.act(seat, bot.choose(Position(match, seat), rng))
        found[frozenset((cards[0], p) for p, cards in match.state.forces[side].defence.items())] += 1
    assert len(found) >= 8
    assert max(found.values()) < 50
    assert set(found) <= {frozenset(set_up) for set_up, _ in SET_UPS[side]}


# -- counted over games ------------------------------------------------------------------------------------------------


def test_habits_over_whole_wars() -> None:
    """Nothing expires, nothing without a fighting card is launched, and what is planned without one is a bluff of Decoys."""
    bot, seen = StaffBot(MARSHAL), Counter[str]()
    for n in range(4):
        match, rng = Match.new(GAME, options={}, seed=seed_from(f"habit {n}"), record=False), Random(n)
        while not match.over:
            g = match.state
            seat = next(iter(match.asked()))
            choice = bot.choose(Position(match, seat), rng)
            match choice:
                case ("create_operation", str(target), str(card)):
                    fights = bool(ATTACK[PROVINCE[target].kind][card])
                    seen["plans" if fights else "bluffs" if card == "decoy" else "blunders"] += 1
                    early = seat == "axis" and g.year == 1940 and g.control[target] == "neutral"
                    seen["gifts attacked"] += early and target == "balkans"
                case ("launch_operation", str(space)):
                    plan = g.forces[seat].operations[space]
                    table = ATTACK[PROVINCE[plan.target].kind]
                    seen["launched" if any(table[c] for c in plan.cards) else "empty launches"] += 1
                case ("end_actions",):
                    seen["about to expire"] += sum(age(g.forces[seat].dial, space) == 5 for space in g.forces[seat].operations)
            match.act(seat, choice)
    assert seen["plans"] > 50
    assert seen["launched"] > 25
    assert not any(seen[fault] for fault in ("blunders", "gifts attacked", "empty launches", "about to expire"))
