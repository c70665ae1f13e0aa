"""Supposed worlds: nothing that is known changes, and cards lie as players lay them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from casusbelli.bots.beliefs import beliefs_file, read_beliefs
from casusbelli.bots.learnt import BrokenFile, digest_of
from casusbelli.game import Match, Position
from casusbelli.games.fog_of_war import GAME, odds
from casusbelli.games.fog_of_war.beliefs import lie, suppose, traits
from casusbelli.games.fog_of_war.bot import BOTS
from casusbelli.games.fog_of_war.content import ATTACK, DEFENCE, PROVINCE, SIDES, Side
from casusbelli.games.fog_of_war.dossier import BOARD, operation_pile, see
from casusbelli.games.fog_of_war.state import War
from casusbelli.kernel import Dice, seed_from

from .positions import Scene


def copy_of(g: War) -> War:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(g), type=War)


def test_a_supposed_world_looks_the_same_and_holds_the_same_cards() -> None:
    """At moments of a whole war, for both sides: view, census, and what both of them hold together."""
    match, rng = Match.new(GAME, options={}, seed=seed_from("supposed"), record=False), Random(1)
    bot, tried = BOTS["marshal"](), 0
    while asked := match.asked():
        seat = next(iter(asked))
        match.act(seat, bot.choose(Position(match, seat), rng))
        if rng.random() < 0.06 and match.state.battle is None:
            for viewer in match.seats:
                g = copy_of(match.state)
                suppose(g, viewer, Dice(seed_from(tried)))
                assert GAME.view(g, viewer) == match.view(viewer)
                assert GAME.census(g) == GAME.census(match.state)
                for side in SIDES:
                    assert every_card(g, side) == every_card(match.state, side)
                assert traits(g, viewer).keys() == traits(match.state, viewer).keys()
                tried += 1
    assert tried > 20


def every_card(g: War, side: Side) -> Counter[str]:
    """All cards of a side, wherever they lie while no battle is on the table."""
    force = g.forces[side]
    piles = [force.hand, force.draw, force.discard, force.win, force.loss, *force.defence.values()]
    piles += [operation.cards for operation in force.operations.values()]
    piles += [quagmire.cards for quagmire in g.quagmires.values() if quagmire.attacker == side]
    return Counter(card for pile in piles for card in pile)


def plan_seen(*shown: str) -> Scene:
    scene = Scene("allied", year=1942, france_fallen=True).control("axis", "paris", "vichy", "morocco", "levant")
    scene.operation("axis", "alpha", "egypt", "army_2", "decoy", "army_1", age=3).defence("axis", "paris", "army_2", "decoy")
    scene.g.victory_kept, scene.g.victory_board = ["victory_italy", "victory_poland"], ["victory_paris", "victory_balkans"]
    if shown:
        see(scene.g, "allied", operation_pile("axis", "alpha"), "intel", list(shown), 4, complete=False)
    return scene.start()


def test_what_was_seen_stays() -> None:
    scene = plan_seen("egypt", "decoy")
    see(scene.g, "allied", BOARD, "intel", ["victory_paris"], 2, complete=False)
    for n in range(30):
        g = copy_of(scene.g)
        suppose(g, "allied", Dice(seed_from(n)))
        assert g.axis.operations["alpha"].target == "egypt"
        assert "decoy" in g.axis.operations["alpha"].cards
        assert "victory_paris" in g.victory_board


def strength(g: War) -> int:
    operation = g.axis.operations["alpha"]
    return sum(ATTACK[PROVINCE[operation.target].kind][card] for card in operation.cards)


def test_supposed_plans_are_stronger_and_aim_where_they_can_be_launched() -> None:
    """Dealt at random, a third of a plan is Decoys and cards that cannot fight there; nobody plans like that."""
    scene, sums, open_ways = plan_seen(), Counter[str](), Counter[str]()
    for n in range(60):
        for name, deal in (("imagined", GAME.imagine), ("supposed", GAME.suppose)):
            g = copy_of(scene.g)
            deal(g, "allied", Dice(seed_from(n)))
            sums[name] += strength(g)
            open_ways[name] += int(traits(g, "allied")["open"])
    assert sums["supposed"] > 1.1 * sums["imagined"]
    assert open_ways["supposed"] > 1.3 * open_ways["imagined"]


def test_odds_count_what_is_readily_laid_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers of cards: by habit a garrison is stronger than at random."""

    def mean(spread: odds.Spread) -> float:
        return sum(value * chance for value, chance in spread.items())

    scene = plan_seen()
    likely = mean(odds.garrison(scene.g, "allied", "paris"))
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.learnt", dict)
    assert likely > mean(odds.garrison(scene.g, "allied", "paris"))


def test_beliefs_say_where_they_come_from() -> None:
    beliefs = read_beliefs(beliefs_file(GAME.folder))
    assert beliefs.game == "fog_of_war"
    assert beliefs.command.startswith("casus beliefs fog_of_war")
    assert digest_of(beliefs) == beliefs.digest
    assert set(beliefs.told_apart) == {"axis", "allied"}
    assert all(0.5 <= apart <= 0.65 for apart in beliefs.told_apart.values()), (
        "the goal, by the games held out when it was taught"
    )


def test_beliefs_that_were_changed_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.json"
    beliefs = read_beliefs(beliefs_file(GAME.folder))
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(beliefs, habits={})))
    with pytest.raises(BrokenFile):
        read_beliefs(path)


def test_a_spectator_supposes_nothing() -> None:
    scene = plan_seen()
    g = copy_of(scene.g)
    suppose(g, "nobody", Dice(seed_from(1)))
    assert g == scene.g
    assert not list(lie(g, "nobody"))


def test_habits_speak_of_what_lies_together() -> None:
    """Said of a whole garrison or plan, a habit decides what lies there: one Decoy, never two; a plan that can win."""
    scene = plan_seen()
    whole = {f"whole def axis land {scene.g.year}": {f"2 2 {n}": -9.0 for n in range(13)} | {f"2 0 {n}": -9.0 for n in range(13)}}
    for n in range(20):
        g = copy_of(scene.g)
        suppose(g, "allied", Dice(seed_from(n)), whole)
        assert g.axis.defence["paris"].count("decoy") == 1


def test_habits_count_what_lies_in_all_places_of_a_kind() -> None:
    scene = plan_seen()
    never = {
        f"count axis {group} {scene.g.year}": {f"army_2 {n}": -9.0 for n in range(1, 7)} for group in ("garrisons", "operations")
    }
    for n in range(20):
        g = copy_of(scene.g)
        suppose(g, "allied", Dice(seed_from(n)), never)
        assert "army_2" not in [*g.axis.defence["paris"], *g.axis.operations["alpha"].cards]


def test_habits_speak_of_all_plans_together() -> None:
    """Said of all plans of a side, a habit decides how many Decoys lie in them, and where they aim in pairs."""
    scene = plan_seen()
    many = len(scene.g.axis.operations)
    none = {f"plans axis {scene.g.year} {many}": {f"{empty} {n}": -9.0 for empty in range(3) for n in range(1, 9)}}
    for n in range(20):
        g = copy_of(scene.g)
        suppose(g, "allied", Dice(seed_from(n)), none)
        assert not [card for plan in g.axis.operations.values() for card in plan.cards if card == "decoy"]


def test_an_objective_that_was_kept_is_garrisoned_otherwise() -> None:
    """What is supposed to have been kept is guarded with strength, where the habits say so; what is not, is not."""
    scene = plan_seen()
    told = [(decoys, strength) for decoys in range(3) for strength in range(13)]
    guarded = {"objective def paris": {f"kept {d} {s}": 9.0 * s for d, s in told} | {f"free {d} {s}": -9.0 * s for d, s in told}}
    seen = set()
    for n in range(60):
        g = copy_of(scene.g)
        suppose(g, "allied", Dice(seed_from(n)), guarded)
        strength = sum(DEFENCE["land"][card] for card in g.axis.defence["paris"])
        kept = "victory_paris" in g.victory_kept
        assert (strength > 3) == kept
        seen.add(kept)
    assert seen == {True, False}


def test_odds_know_what_lies_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody lays two Decoys: a garrison of two is seldomer without strength."""
    scene = plan_seen()
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.learnt", dict)
    by_chance = odds.garrison(scene.g, "allied", "paris")
    monkeypatch.setattr("casusbelli.games.fog_of_war.beliefs.learnt", lambda: {"whole def axis paris": {"decoy+decoy": -30.0}})
    together = odds.garrison(scene.g, "allied", "paris")
    assert sum(together.values()) == pytest.approx(1.0)
    assert together[0] < by_chance[0] - 0.005
