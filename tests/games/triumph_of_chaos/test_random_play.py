"""Random games: what must hold on the map whatever happens."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import Board
from casusbelli.games.triumph_of_chaos.content import (
    FIRST_OWNER,
    IS_ARMY,
    IS_IMMOBILE,
    LEADERS,
    POLAND,
    RED,
    SIDES,
    SPACES,
    UNITS,
    WHITE,
    bits,
)
from casusbelli.games.triumph_of_chaos.factions import enterable, usable_unit
from casusbelli.games.triumph_of_chaos.operations import candidate
from casusbelli.games.triumph_of_chaos.redeployment import ARMY_COST, CORPS_COST, destinations, may_return, movable
from casusbelli.games.triumph_of_chaos.state import BOX_IDS, RESERVE, Chaos
from casusbelli.games.triumph_of_chaos.supply import in_supply, supplied_spaces
from casusbelli.kernel import seed_from


def check_map(g: Chaos) -> None:
    """The derived board is the one that would be built anew; sides never share a space, Whites and Poles neither; places
    exist; control fits; no leader is among enemies."""
    kept, built = g.board, Board(g)
    assert kept.at == built.at
    assert kept.held == built.held
    assert kept.control == built.control
    assert kept.armies == built.armies
    assert kept.room == built.room
    assert kept.leaders == built.leaders
    assert kept.green == built.green
    for space, units in enumerate(kept.at):
        sides = {g.side[u] for u in units}
        assert len(sides) <= 1, f"{SPACES[space].id} is shared by {sides}"
        if sides & {1, 2} and len(kept.at[space]) > 0:
            assert g.control[space] in sides, f"{SPACES[space].id} is held by {sides} and controlled by {g.control[space]}"
        assert not (kept.green >> space & 1 and units), f"Greens and units share {SPACES[space].id}"
        owners = {g.owner[u] for u in units}
        assert not owners >= {WHITE, FIRST_OWNER + POLAND}, f"Whites and Poles share {SPACES[space].id}"
    for leader, space in enumerate(g.leader_at):
        side = g.leader_side[leader]
        if space >= 0 and side in (RED, WHITE):
            assert not kept.blocked(side) >> space & 1, f"{LEADERS[leader].id} is among enemies at {SPACES[space].id}"
    assert all(place >= 0 or place in BOX_IDS for place in (*g.where, *g.leader_at))


def check_memory(g: Chaos) -> None:
    """What the board remembers of supply, ways in and activation is what it would find if it looked again."""
    kept = g.board
    remembered = _answers(g)
    g.__dict__["board"] = Board(g)
    assert _answers(g) == remembered
    g.__dict__["board"] = kept


def _answers(g: Chaos) -> list[object]:
    on_map = [unit for unit, space in enumerate(g.where) if space >= 0]
    spaces = [(side, candidate(g, space, side)) for side in SIDES for space in bits(g.board.held[side])]
    return [[(in_supply(g, unit), supplied_spaces(g, unit), enterable(g, unit)) for unit in on_map], spaces]


def check_redeployment(g: Chaos) -> None:
    """Units of one kind are looked at together: the answer is the one that every unit would get by itself."""
    for side in SIDES:
        alone = [
            unit
            for unit, here in enumerate(g.where)
            if g.side[unit] == side and not IS_IMMOBILE[unit] and usable_unit(g, unit) and here not in g.no_act
            if here == RESERVE or (here >= 0 and in_supply(g, unit))
            if may_return(g, unit) or destinations(g, unit)
        ]
        assert list(movable(g, side, max(ARMY_COST, CORPS_COST), [])) == alone


def check_stacks(g: Chaos) -> None:
    """Between moves no space holds too many; garrisons do not count."""
    for space, units in enumerate(g.board.at):
        counted = [u for u in units if not UNITS[u].immobile]
        if not SPACES[space].box:
            assert len(counted) <= 3 and sum(IS_ARMY[u] for u in counted) <= 2, SPACES[space].id


@pytest.mark.parametrize("scenario", ["introductory_1918", "tournament_1919", "campaign"])
@pytest.mark.parametrize("seed", range(3))
def test_the_map_stays_sound(scenario: str, seed: int) -> None:
    rng = Random(seed)
    match = Match.new(GAME, scenario, {}, seed_from(f"sound {seed}"), record=False)
    while not match.over:
        seat, question = rng.choice(list(match.asked().items()))
        if question.decision in ("choose_action", "move_stack", "declare_attack"):
            check_map(match.state)
            check_memory(match.state)
            check_redeployment(match.state)
            check_stacks(match.state)
        match.act(seat, rng.choice(question.options))
    assert match.result() is not None
    assert len(match.state.leader_at) == len(LEADERS)


def test_declared_seats_have_their_words() -> None:
    assert {s.id for s in GAME.info.scenarios} == {"introductory_1918", "tournament_1919", "campaign"}
