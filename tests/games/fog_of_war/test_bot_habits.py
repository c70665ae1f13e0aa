"""What a person saw through after two games, each habit on a prepared position or counted over many games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from casusbelli.game import Match, Position
from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot.beginner import CAPITALS, THROAT
from casusbelli.games.fog_of_war.bot.campaign import Attack
from casusbelli.games.fog_of_war.bot.setups import SET_UPS
from casusbelli.games.fog_of_war.bot.situation import Situation
from casusbelli.games.fog_of_war.bot.weights import MARSHAL, OFFICER, RECRUIT, Weights
from casusbelli.games.fog_of_war.content import ATTACK, DEFENCE, PROVINCE
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
    assert chosen(scene.go_on()) == ("place_defence", "army_2", "egypt")
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


GRADED = {"recruit": RECRUIT, "officer": OFFICER, "marshal": MARSHAL}


@pytest.mark.parametrize("grade", GRADED)
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_no_two_wars_begin_alike(side: str, grade: str) -> None:
    """At least eight set-ups a side within a hundred games, none of them in half of the games; with every grade."""
    bot, found = StaffBot(GRADED[grade]), Counter[frozenset[tuple[str, str]]]()
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


@pytest.mark.parametrize("weights", [OFFICER, MARSHAL], ids=["officer", "marshal"])
def test_habits_over_whole_wars(weights: Weights) -> None:
    """Nothing expires, nothing without a fighting card is launched, and what is planned without one is a bluff of Decoys."""
    bot, seen = StaffBot(weights), Counter[str]()
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


# -- the recruit -------------------------------------------------------------------------------------------------------


def taken(scene: Scene, seeds: int = 100) -> Counter[Choice]:
    """What a recruit chooses, by how often."""
    assert scene.asked
    position = Position(scene.match, scene.asked[0])
    return Counter(StaffBot(RECRUIT).choose(position, Random(seed)) for seed in range(seeds))


def test_a_recruit_overlooks_half_of_what_it_could_do() -> None:
    """A plan that is ripe and strong enough it launches when it thinks of it, and else does something that is as sensible."""
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", age=5).defence("allied", "paris", "army_1")
    scene.defence("axis", "ruhr", "army_1").defence("axis", "berlin", "army_1").hand("axis", "army_2", "fleet_2")
    found = taken(scene.start())
    assert 30 <= found[("launch_operation", "alpha")] <= 70
    assert not [
        choice for choice in found if choice[0] == "place_defence" and choice[1] == "fleet_2" and choice[2] in CAPITALS["axis"]
    ]


def test_a_recruit_never_leaves_a_capital_empty_that_the_enemy_can_reach() -> None:
    scene = Scene("axis").hand("axis", "army_2", "decoy").operation("axis", "alpha", "paris", "army_3", age=3)
    found = taken(scene.start())
    assert set(found) == {("place_defence", "army_2", "ruhr")}


def test_a_recruit_does_not_go_for_the_throat() -> None:
    """1944, Ruhr and Berlin lie open: an officer plans against them at once, a recruit does not think of it."""
    scene = Scene("allied", year=1944, france_fallen=True).hand("allied", "army_2", "army_1").control("allied", "paris", "italy")
    scene.defence("allied", "paris", "army_1").defence("allied", "britain", "army_1").start()
    assert scene.asked
    position = Position(scene.match, scene.asked[0])
    assert StaffBot(OFFICER).choose(position, Random(1))[:2] in {("create_operation", "ruhr"), ("create_operation", "berlin")}
    found = taken(scene)
    assert not [choice for choice in found if choice[0] == "create_operation" and choice[1] in THROAT["allied"]]


def test_a_recruit_often_lets_be() -> None:
    """The Advantage would turn the battle: about every other time it is forgotten."""
    found = taken(battle_for("paris", "ruhr", "army_3", "army_2"))
    assert set(found) == {("use",), ("keep",)}
    assert 30 <= found[("keep",)] <= 70


def test_a_recruit_does_nothing_to_be_ashamed_of_in_whole_wars() -> None:
    """Against officers, each side three times: no hopeless launch, no card where it is good for nothing, no capital left open."""
    recruit, officer, seen = StaffBot(RECRUIT), StaffBot(OFFICER), Counter[str]()
    for n in range(6):
        mine = ("axis", "allied")[n % 2]
        match, rng = Match.new(GAME, options={}, seed=seed_from(f"recruit {n}"), record=False), Random(n)
        while not match.over:
            seat = next(iter(match.asked()))
            position = Position(match, seat)
            choice = (recruit if seat == mine else officer).choose(position, rng)
            if seat == mine and position.decision == "choose_action":
                seen[str(choice[0])] += 1
                seen.update(faults(position, choice))
            match.act(seat, choice)
    assert seen["create_operation"] > 40 and seen["launch_operation"] > 20 and seen["place_defence"] > 60
    assert not {fault: n for fault, n in seen.items() if fault.startswith("fault")}


def faults(position: Position, choice: Choice) -> list[str]:
    """What a beginner would be ashamed of after reading the rules."""
    s, found = Situation(position.view, OFFICER), []
    match choice:
        case ("launch_operation", str(space)):
            op = s.mine["ops"][space]
            attack = Attack(s, op["target"], op["cards"], op["age"])
            found += ["fault: hopeless"] * (attack.strength < attack.defence or not attack.cards)
        case ("create_operation", str(target), str(card)):
            found += ["fault: cannot fight there"] * (card != "decoy" and not ATTACK[PROVINCE[target].kind][card])
            found += ["fault: out of reach"] * (s.invasion(s.me, target) is None)
            found += ["fault: at the throat"] * (target in THROAT[s.me])
        case ("add_to_operation", str(space), str(card)):
            target = s.mine["ops"][space]["target"]
            found += ["fault: adds nothing"] * (card != "decoy" and not ATTACK[PROVINCE[target].kind][card])
        case ("end_actions",):
            for capital in CAPITALS[s.me]:
                if s.control(capital) == s.me and s.threat(capital) and not s.own_defence(capital):
                    table = DEFENCE[PROVINCE[capital].kind]
                    found += ["fault: empty capital"] * any(table[card] for card in s.own["hand"])
    return found
