"""Habits of a civil war are counted as they happen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.games.counting import Watched

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.content import FACTION, FACTION_MASK, RED, VC_MASK, bits
from casusbelli.kernel import Choice, Event, Result, seed_from


def opening(scenario: str = "introductory_1918") -> Match:
    return Match.new(GAME, scenario, {"bid_for_sides": False}, seed_from(1), record=True)


def told(war: Watched, kind: str, **params: object) -> None:
    war.habits.happened(war.match.state, Event(kind, params=params))


def test_home_cities_that_fall_with_and_without_a_fight() -> None:
    war = Watched(opening())
    told(war, "action", side="white")
    told(war, "battle", side="white", space="moskva")
    told(war, "taken", side="white", space="moskva")
    assert war.of("home_lost", "red") == war.of("capital_lost", "red") == (1, 1)
    assert war.of("home_empty", "red") == (0, 1)
    told(war, "action", side="white")
    told(war, "taken", side="white", space="petrograd")
    told(war, "taken", side="red", space="petrograd")
    assert war.of("home_lost", "red") == (2, 1)
    assert war.of("home_empty", "red") == (1, 2)
    assert war.of("home_lost", "white") == (0, 1), "what was his before is no home city of the enemy's"


def test_armies_that_starve_and_not_corps() -> None:
    war = Watched(opening())
    for unit in ("red_a1", "white_sib_c1"):
        told(war, "attrition", side="red", unit=unit, space="moskva")
    assert war.of("attrition", "red") == (1, 1)


@pytest.mark.parametrize(("taken", "paid"), [(True, 1), (False, 0)])
def test_whether_a_war_paid(taken: bool, paid: int) -> None:
    war = Watched(opening("campaign"))
    told(war, "war_declared", side="red", faction="ukraine")
    if taken:
        city = bits(FACTION_MASK[FACTION["ukraine"]] & VC_MASK)[0]
        war.match.state.control[city] = RED
    war.habits.over(war.match.state, Result(("red",), "points"))
    assert war.of("wars", "red") == (1, 1)
    assert war.of("war_paid", "red") == (paid, 1)


def test_cards_that_owe_points_are_missed() -> None:
    war = Watched(opening())
    owed = war.match.state.rules.victory.unplayed_penalty_white
    war.match.state.played.append(owed[0].card)
    war.habits.over(war.match.state, Result(("red",), "points"))
    assert war.of("missed", "white") == (len(owed) - 1, 1)
    assert war.of("missed_points", "white") == (sum(abs(row.vp) for row in owed[1:]), 1)


@pytest.mark.parametrize(
    ("decision", "yes", "no"),
    [
        ("pol_veto", ("veto",), ("let_go",)),
        ("cancel_activation", ("cancel", "red_08", "perm"), ("pass",)),
        ("pol_declare_bonus", ("declare", "pc_26"), ("keep_silent",)),
        ("auto_leader", ("auto", "red_08"), ("roll",)),
        ("igsr_choice", ("gold_influence", "khiva"), ("gold_steps",)),
        ("subjugate", ("subjugate", "khiva"), ("pass",)),
        ("conscription", ("conscript", 2), ("conscript", 0)),
    ],
)
def test_yes_and_no_are_counted_where_there_is_a_choice(decision: str, yes: Choice, no: Choice) -> None:
    war = Watched(opening())
    for options, choice in (([no, yes], yes), ([no, yes], no), ([no], no)):
        asked: Any = SimpleNamespace(decision=decision, seat="red", options=options, about={})
        war.habits.chosen(war.match.state, asked, choice)
    assert war.of(decision, "red") == (1, 2)


def test_a_bluff_counts_where_it_was_in_hand() -> None:
    war = Watched(opening())
    for options in ([("allocate", "red_bluff", "red"), ("allocate", "red_08", "red")], [("allocate", "red_08", "red")]):
        asked: Any = SimpleNamespace(decision="pol_allocate", seat="red", options=options, about={"box": "red"})
        war.habits.chosen(war.match.state, asked, options[0])
    assert war.of("bluff", "red: red") == (1, 1)
