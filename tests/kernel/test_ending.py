"""The last screen as data: sheets that add up, the course, the dice."""

from __future__ import annotations

import pytest

from casusbelli.game import Chapter, SheetLine
from casusbelli.game.ending import dice_of, faults_of, turning_points
from casusbelli.kernel import Event

ALIGNED = SheetLine("alignments", {"uk": 12, "us": 24})
DETAIL = SheetLine("of which colonies", {"uk": 5}, "detail")
FRONTS = SheetLine("fronts", {"uk": 4, "us": 3})
TOTAL = SheetLine("total", {"uk": 16, "us": 27}, "total")
GIVEN = SheetLine("surrender", {"uk": 5, "us": -5}, "adjustment", rule="4.43")


def final(uk: int, us: int) -> SheetLine:
    return SheetLine("final", {"uk": uk, "us": us}, "final")


def test_a_sheet_adds_up_line_by_line() -> None:
    assert faults_of([ALIGNED, DETAIL, FRONTS, TOTAL, GIVEN, final(21, 22)], {"uk": 21, "us": 22}) == []


@pytest.mark.parametrize(
    ("sheet", "scores", "told"),
    [
        ([ALIGNED, TOTAL], {}, "total: uk has 16, the lines make 12"),
        ([ALIGNED, FRONTS, TOTAL, final(21, 22)], {"uk": 21, "us": 22}, "final: uk has 21, the lines make 16"),
        ([final(21, 22)], {"uk": 20, "us": 22}, "final: uk has 21, the result says 20"),
    ],
)
def test_a_number_that_is_no_sum_is_found(sheet: list[SheetLine], scores: dict[str, float], told: str) -> None:
    assert told in faults_of(sheet, scores)


def test_the_turning_points_are_where_the_lead_changed_most() -> None:
    course = [
        Chapter("6", 10, {"uk": 10, "us": 8}),
        Chapter("7", 20, {"uk": 14, "us": 10}),
        Chapter("8", 30, {"uk": 14, "us": 20}),
        Chapter("9", 40, {"uk": 20, "us": 24}),
    ]
    assert turning_points(course) == [2, 1, 3]
    assert turning_points(course, most=1) == [2]
    assert turning_points(course[:1]) == []
    assert turning_points([course[0], course[0]]) == [], "nothing turned"
    assert turning_points([Chapter("1940", 1, {"axis": 3}), Chapter("1941", 2, {"axis": 9})]) == []


def test_the_dice_are_counted_for_all_and_for_each_seat() -> None:
    events = [
        Event("front", "7", {"seat": "uk", "die": 6}),
        Event("battle", "5", {"dice": [1, 6]}),
        Event("drawn", "2", {"count": 3}),
        Event("advance", "7", {"power": "us", "roll": 4, "sides": 10}),
        Event("health", "3", {"power": "us", "roll": 5, "dice": [2, 3]}),
    ]
    everybody, uk, us, tens, of_us = dice_of(
        events, lambda event: str(event.params.get("seat") or event.params["power"]) if len(event.params) > 1 else None
    )
    assert (everybody.seat, everybody.faces) == (None, (1, 1, 1, 0, 0, 2))
    assert (uk.seat, uk.mean) == ("uk", 6)
    assert (us.seat, us.faces) == ("us", (0, 1, 1, 0, 0, 0)), "neither the die of ten nor a sum is a face of a die of six"
    assert (tens.seat, len(tens.faces), of_us.seat, of_us.mean) == (None, 10, "us", 4)
    assert dice_of([], lambda event: None) == []
