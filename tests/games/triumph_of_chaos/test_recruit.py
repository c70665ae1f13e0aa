"""The recruit: a friendly beginner, who overlooks half of what there is, forgives, and does nothing to be ashamed of."""

from __future__ import annotations

from collections import Counter
from random import Random

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import neighbours, own_units, put, send
from casusbelli.games.triumph_of_chaos.bot import StaffBot
from casusbelli.games.triumph_of_chaos.bot.battles import best_group
from casusbelli.games.triumph_of_chaos.bot.campaign import action
from casusbelli.games.triumph_of_chaos.bot.lines import survey
from casusbelli.games.triumph_of_chaos.bot.marches import best_marches
from casusbelli.games.triumph_of_chaos.bot.situation import CAPITALS, NODE_AT, Situation
from casusbelli.games.triumph_of_chaos.bot.weights import OFFICER, RECRUIT, Weights
from casusbelli.games.triumph_of_chaos.content import SIDES, SPACE, UNIT, VICTORY_CITIES
from casusbelli.games.triumph_of_chaos.operations import ready_units
from casusbelli.games.triumph_of_chaos.state import COMBAT, RESERVE, Chaos
from casusbelli.kernel import Choice, seed_from


def opening(scenario: str = "introductory_1918") -> Match[Chaos]:
    return Match.new(GAME, scenario, {"bid_for_sides": False}, seed_from(1), record=False)


def asked_for(decision: str) -> Position:
    """The first such question of a war among officers."""
    match, officer, rng = opening(), make_bot(GAME, "officer"), Random(1)
    while True:
        seat, question = next(iter(match.asked().items()))
        if question.decision == decision and len(question.options) > 3:
            return Position(match, seat)
        match.act(seat, officer.choose(Position(match, seat), rng))


def weighed(position: Position, weights: Weights) -> Situation:
    s = Situation(position.view, weights)
    survey(s)
    return s


def chosen(position: Position, seeds: int = 60) -> Counter[Choice]:
    return Counter(StaffBot(RECRUIT).choose(position, Random(seed)) for seed in range(seeds))


def test_a_recruit_thinks_of_half_of_its_cards() -> None:
    """What is best for it it does about every other time, and else the best of what it thinks of: never what does harm."""
    position = asked_for("choose_action")
    scores = action(weighed(position, RECRUIT), position.options)
    best = max(scores, key=scores.__getitem__)
    found = chosen(position)
    assert 18 <= found[best] <= 42
    assert len({choice[-1] for choice in found}) >= 3, "other cards the other times"
    assert all(scores[choice] > 0 for choice in found)


def test_a_recruit_thinks_of_half_of_its_troops_and_wastes_no_card() -> None:
    found = chosen(asked_for("activate_spaces"))
    assert len(found) >= 3 and max(found.values()) <= 42
    assert ("done",) not in found


def test_a_recruit_does_not_leave_a_city_beside_the_enemy() -> None:
    """One army in Moskva marches where it likes, until a White corps stands next to it."""
    match, moskva = opening(), SPACE["moskva"]
    for unit in list(match.state.board.at[moskva]):
        send(match.state, unit, RESERVE)
    army = UNIT["red_a8"]
    put(match.state, army, moskva)
    assert best_marches(Situation(match.view("red"), RECRUIT), [army], [], moskva)
    put(match.state, UNIT["white_sib_c1"], next(iter(neighbours(match.state, moskva))))
    alone = Situation(match.view("red"), RECRUIT)
    assert alone.must_stay(moskva, [army]) and not best_marches(alone, [army], [], moskva)
    put(match.state, UNIT["red_a10"], moskva)
    assert not Situation(match.view("red"), RECRUIT).must_stay(moskva, [army]), "another one stays"


def test_a_recruit_does_not_go_for_the_throat() -> None:
    """In 1919 the game ends with Moskva or Petrograd: an officer would give much for them, a recruit no more than for a city."""
    view = opening("tournament_1919").view("white")
    for city in CAPITALS:
        there = NODE_AT[city]
        assert Situation(view, RECRUIT).worth[there] < 0.5 * Situation(view, OFFICER).worth[there]
    own = opening("tournament_1919").view("red")
    for city in CAPITALS:
        assert Situation(own, RECRUIT).worth[NODE_AT[city]] == Situation(own, OFFICER).worth[NODE_AT[city]], "its own it guards"


def test_a_recruit_does_nothing_to_be_ashamed_of_in_whole_wars() -> None:
    """Against an officer, once for each side: no hopeless attack, no city left open beside the enemy, no card for nothing."""
    seen = Counter[str]()
    for seed, mine in enumerate(("white", "red")):
        match, rng = opening(), Random(seed)
        bots = {seat: make_bot(GAME, "recruit" if seat == mine else "officer") for seat in ("white", "red")}
        while not match.over:
            seat = next(iter(match.asked()))
            position = Position(match, seat)
            choice = bots[seat].choose(position, rng)
            if seat == mine:
                seen[f"{choice[0]}"] += 1
                seen.update(faults(match.state, position, choice))
            match.act(seat, choice)
    assert seen["attack"] > 5 and seen["activate"] > 20
    assert not {fault: n for fault, n in seen.items() if fault.startswith("fault")}


def faults(g: Chaos, position: Position, choice: Choice) -> list[str]:
    """What a beginner would be ashamed of after reading the rules."""
    side = g.side_of_seat(position.seat)
    match (position.decision, *choice):
        case ("declare_attack", "attack", str(target)):
            s = weighed(position, RECRUIT)
            fresh = {space: ready_units(g, space, side) for space, kind in g.operation.markers if kind == COMBAT}
            units = {space: [u for u in some if u not in g.operation.used] for space, some in fresh.items()}
            return ["fault: hopeless"] * (best_group(s, side, units, SPACE[target], g.operation.cm)[0] <= 0)
        case ("activate_spaces", "done"):
            return ["fault: a card for nothing"] * (not g.operation.markers and any(c[0] == "activate" for c in position.options))
        case ("move_stack", "move_unit", str(unit), *_):
            return left_open(g, side, g.where[UNIT[unit]], [UNIT[unit]])
        case ("move_stack", "move_all", str(space)):
            here = SPACE[space]
            return left_open(g, side, here, ready_units(g, here, side))
    return []


def left_open(g: Chaos, side: int, space: int, leaving: list[int]) -> list[str]:
    beside = any(own_units(g, near, foe) for near in neighbours(g, space) for foe in SIDES if foe != side)
    stays = set(own_units(g, space, side)) - set(leaving)
    return ["fault: left open"] * (space in VICTORY_CITIES and g.control[space] == side and beside and not stays)
