"""The ladder as the house's ratings read it."""

from __future__ import annotations

import tomllib

import msgspec

from casusbelli.lab.ratings import Standing, anchors
from casusbelli.table.people.ratings import Anchors


def standing(bot: str, rating: float) -> Standing:
    return Standing(bot, rating, rating - 1, rating + 1, 40, 20, 0.4, 0.6)


def test_the_officer_is_the_middle_and_the_others_keep_their_distance() -> None:
    told = anchors([standing("marshal", 31.5), standing("officer", 28.0), standing("random", 9.0)])
    read = msgspec.convert(tomllib.loads(told), Anchors)
    assert read.grades == {"random": 6.0, "officer": 25.0, "marshal": 28.5}
    assert "# 27.5 to 29.5, 40 games" in told
    assert anchors([standing("marshal", 31.5)]) == "", "without an officer there is no middle"
