"""Schedules: nobody meets twice while that can be avoided, one bye at most, even seats, every round full."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from casusbelli.table.tournaments.schedules import Standing, points_of, proposed_rounds, round_robin, swiss, table_rounds


@given(st.integers(2, 24), st.booleans())
def test_in_a_round_robin_everybody_meets_everybody(n: int, double: bool) -> None:
    players = [f"p{i}" for i in range(n)]
    rounds = round_robin(players, double=double)
    met = Counter(frozenset(table) for one in rounds for table in one.tables)
    assert set(met.values()) == {2 if double else 1} and len(met) == n * (n - 1) // 2
    for one in rounds:
        sitting = [person for table in one.tables for person in table]
        assert len(set(sitting)) == len(sitting) == n - (n % 2) and (one.bye is not None) == bool(n % 2)
    first = Counter(table[0] for one in rounds for table in one.tables)
    games = Counter(person for one in rounds for table in one.tables for person in table)
    assert all(abs(2 * first[person] - games[person]) <= 1 for person in players)


def possible(players: list[Standing]) -> bool:
    """Whether a round without meeting again exists at all."""
    graph = networkx.Graph()
    graph.add_nodes_from(player.person for player in players)
    graph.add_edges_from((a.person, b.person) for a, b in itertools.combinations(players, 2) if b.person not in a.met)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(players)


@effort(max_examples=40)
@given(st.integers(4, 32), st.integers(0, 10**6), st.data())
def test_swiss_for_two(n: int, seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    players = {f"p{i}": Standing(f"p{i}") for i in range(n)}
    for number in range(proposed_rounds(n)):
        if number == 1 and data.draw(st.booleans()):
            players[f"late{seed}"] = Standing(f"late{seed}", points=0.5)
        if len(players) > 4 and data.draw(st.integers(0, 5)) == 0:
            del players[data.draw(st.sampled_from(sorted(players)))]
        present = list(players.values())
        made = swiss(present, 2, seed + number)
        sitting = [person for table in made.tables for person in table]
        assert sorted([*sitting, *([made.bye] if made.bye else [])]) == sorted(players), "every round is full"
        if made.bye is not None:
            assert players[made.bye].byes == min(player.byes for player in present)
        paired = [players[person] for person in sitting]
        if possible(paired):
            assert all(two not in players[one].met for one, two in made.tables)
        for one, two in made.tables:
            won = rng.random() < 0.5
            for person, other, place, point in ((one, two, 0, won), (two, one, 1, not won)):
                was = players[person]
                players[person] = Standing(person, was.points + point, (*was.met, other), (*was.held, place), was.byes)
        if made.bye is not None:
            was = players[made.bye]
            players[made.bye] = Standing(was.person, was.points + 1, was.met, was.held, was.byes + 1)


@effort(max_examples=15)
@given(st.integers(4, 16), st.sampled_from([3, 4]), st.integers(0, 10**6))
def test_tables_of_three_and_four_are_full_and_nobody_is_left_out(n: int, seats: int, seed: int) -> None:
    players = [f"p{i}" for i in range(n)]
    for one in (*table_rounds(players, seats, 3, seed), swiss([Standing(person) for person in players], seats, seed)):
        sitting = [person for table in one.tables for person in table]
        assert sorted(sitting) == sorted(players) and all(2 <= len(table) <= seats for table in one.tables)


def test_nine_players_at_tables_of_three_meet_evenly() -> None:
    players = [f"p{i}" for i in range(9)]
    met = Counter(
        frozenset(pair)
        for one in table_rounds(players, 3, 4, 1)
        for table in one.tables
        for pair in itertools.combinations(table, 2)
    )
    assert max(met.values()) <= 2 and len(met) >= 30, "of 36 pairs nearly all meet in four rounds"


def test_points() -> None:
    assert points_of({"a": 1, "b": 2}, 2) == {"a": 1.0, "b": 0.0} and points_of({"a": 1, "b": 1}, 2) == {"a": 0.5, "b": 0.5}
    assert points_of({"a": 1, "b": 2, "c": 3}, 3) == {"a": 4.0, "b": 2.0, "c": 1.0}
    assert points_of({"a": 1, "b": 2, "c": 2, "d": 4}, 4) == {"a": 4.0, "b": 1.5, "c": 1.5, "d": 0.0}
    assert [proposed_rounds(n) for n in (4, 8, 9, 32)] == [3, 4, 5, 6]
    with pytest.raises(KeyError):
        points_of({"a": 1}, 5)
