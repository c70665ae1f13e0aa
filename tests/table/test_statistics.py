"""Figures of any finished match: choices, what was taken back, lapses, minutes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from casusbelli.kernel import LAPSE
from casusbelli.table.records import Action, SeatRecord
from casusbelli.table.statistics import LONGEST_PAUSE, statistics


@dataclass
class Kept:
    """All that is looked at of a match."""

    actions: list[Action]
    seats: list[SeatRecord] = field(default_factory=lambda: [SeatRecord("red", "guest"), SeatRecord("blue", "guest")])


def figures(*rows: tuple[str, Any, tuple[str, ...], int]) -> dict[str, dict[str, float]]:
    actions = [Action(n, seat, f"c{n}", choice, asked, at) for n, (seat, choice, asked, at) in enumerate(rows, 1)]
    return {one.key: dict(one.values) for one in statistics(Kept(actions))}  # type: ignore[arg-type]


def test_nothing_taken_back_and_nothing_lapsed_is_not_told() -> None:
    told = figures(("red", ("a",), ("blue",), 0), ("blue", ("b",), (), 90_000))
    assert told == {"choices": {"red": 1, "blue": 1}, "minutes": {"red": 0, "blue": 1.5}}


def test_undo_and_lapse_count_apart_and_who_was_away_was_not_thinking() -> None:
    told = figures(
        ("red", ("a",), ("blue",), 0),
        ("red", None, ("red",), 60_000),
        ("red", ("b",), ("blue",), 120_000),
        ("blue", LAPSE, (), 120_000 + 2 * LONGEST_PAUSE),
    )
    assert told["choices"] == {"red": 2, "blue": 0}
    assert told["undos"] == {"red": 1, "blue": 0} and told["lapses"] == {"red": 0, "blue": 1}
    assert told["minutes"] == {"red": 1.0, "blue": LONGEST_PAUSE / 60_000}, "an undo is nobody's minute: blue was asked"
