"""A sandbox is a recipe: what a seat knows, an imagined world, choices; any of it can be taken back and made again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.game.ending import faces_in
from casusbelli.game.registry import find, installed
from casusbelli.kernel import seed_from
from casusbelli.learn import Origin, Recipe, Sandbox
from casusbelli.testkit.looking import encode


def played(game_id: str, choices: int, seed: int = 1) -> Match[Any]:
    match = Match.new(find(game_id), None, None, seed_from(seed))
    rng = Random(seed)
    for _ in range(choices):
        seat, ask = next(iter(match.asked().items()))
        match.act(seat, rng.choice(ask.options))
    return match


def sandbox(match: Match[Any], seat: str, salt: str = "s", **more: Any) -> Sandbox:
    origin = Origin("match", match.game.info.id, "m", len(match.entries), **more)
    return Sandbox(Recipe(origin, seat, salt), always(match))


def always(match: Match[Any]) -> Callable[[], Match[Any]]:
    return lambda: match


def wander(box: Sandbox, steps: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if not box.match.asked():
            return
        seat, ask = next(iter(box.match.asked().items()))
        box.act(seat, rng.choice(ask.options))


@pytest.mark.parametrize("game_id", installed())
def test_it_begins_as_the_seat_sees_the_match_and_is_made_again_alike(game_id: str) -> None:
    for n in (0, 7, 23, 41):
        match = played(game_id, n, seed=n)
        before = match.seal()
        for seat in match.seats:
            box = sandbox(match, seat)
            assert encode(box.match.view(seat)) == encode(match.view(seat))
            assert box.match.options(seat) == match.options(seat)
            assert box.told(seat) == match.told(seat)
            wander(box, 12, n)
            again = Sandbox(box.recipe, always(match))
            assert again.match.digest() == box.match.digest()
        assert match.seal() == before, "a sandbox never touches its match"


@pytest.mark.parametrize("game_id", installed())
def test_two_worlds_that_the_seat_cannot_tell_apart_give_the_same_sandbox(game_id: str) -> None:
    """Also to other eyes, and after some choices: what a sandbox shows cannot depend on what its seat does not know."""
    for n in (3, 17, 38):
        match = played(game_id, n, seed=n)
        for seat in match.seats:
            twin = match.fork(seat, seed_from(99))
            one, other = sandbox(match, seat), Sandbox(sandbox(match, seat).recipe, always(twin))
            for steps in (0, 4, 4):
                for box in (one, other):
                    wander(box, steps, n)
                for viewer in (None, *match.seats):
                    assert encode(one.match.view(viewer)) == encode(other.match.view(viewer)), (game_id, n, seat, viewer)
                mine, theirs = one.match.asked(), other.match.asked()
                assert {who: ask.options for who, ask in mine.items()} == {who: ask.options for who, ask in theirs.items()}


@pytest.mark.parametrize("game_id", installed())
def test_bots_can_think_in_an_imagined_world(game_id: str) -> None:
    match = played(game_id, 9, seed=4)
    box = sandbox(match, match.seats[0])
    bot = make_bot(match.game, "recruit")
    for n in range(6):
        seat = next(iter(box.match.asked()))
        box.act(seat, bot.choose(Position(box.match, seat), Random(n)))
    assert len(box.line.choices) == 6


def test_taking_back_redoing_lines_worlds_and_hands() -> None:
    match = played("fog_of_war", 12, seed=5)
    seat = next(iter(match.asked()))
    box = sandbox(match, seat)
    start = box.match.digest()
    wander(box, 5, 1)
    end = box.match.digest()
    for _ in range(5):
        assert box.undo()
    assert box.match.digest() == start and not box.undo()
    for _ in range(5):
        assert box.redo()
    assert box.match.digest() == end and not box.redo()
    assert box.keep() and box.match.digest() == start
    wander(box, 3, 2)
    assert len(box.outcomes("it")) == 2 and box.outcomes("en")[0]["name"]
    assert box.to_line(0) and box.match.digest() == end
    assert box.branch() and box.match.digest() == end and len(box.recipe.lines) == 3
    assert box.drop(1) and len(box.recipe.lines) == 2
    while box.branch():
        pass
    assert len(box.recipe.lines) == 5
    assert box.to_world(2) and not box.to_world(0)
    other = next(each for each in match.seats if each != seat)
    assert box.give(other, "recruit") and not box.give(other, "general") and not box.give("nobody", "me")
    assert box.hand(other) == "recruit" and box.hand(seat) == "me"


def test_dice_fall_otherwise_when_rolled_again() -> None:
    match = played("triumph_of_chaos", 60, seed=8)
    box = sandbox(match, "white")
    for n in range(200):
        before = box.match.state.rolls
        wander(box, 1, n)
        if box.match.state.rolls > before:
            break
    digests = {box.match.digest()}
    for _ in range(4):
        assert box.reroll()
        digests.add(box.match.digest())
    assert len(digests) > 1
    assert Sandbox(box.recipe, lambda: match).match.digest() == box.match.digest()


def test_dice_fall_as_one_sets_them() -> None:
    """A face that could have been rolled, or as near to the mean as may be; and the recipe makes it again."""
    box = sandbox(played("triumph_of_chaos", 60, seed=8), "white")
    for n in range(300):
        wander(box, 1, n)
        if box.set_dice(5):
            break
    last = len(box.line.choices) - 1
    assert box.has_dice
    told = box.match.told("white", box.match.moments[-1])
    assert next(face for event in told for face in faces_in(event.params)) == 5
    assert Sandbox(box.recipe, lambda: box.base).match.digest() == box.match.digest()
    assert box.set_dice(0)
    assert len(box.line.choices) - 1 == last
    assert not box.set_dice(11)


def test_no_dice_no_setting() -> None:
    box = sandbox(played("wunderwaffen", 5), "american")
    wander(box, 1, 1)
    before = box.match.digest()
    assert not box.set_dice(3)
    assert box.match.digest() == before
