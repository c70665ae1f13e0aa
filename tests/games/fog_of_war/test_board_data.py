"""What the board draws besides the view: the map, and what the loaded content has printed on it."""

from __future__ import annotations

import json

from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import FOLDER, PROVINCE, PROVINCES


def test_every_province_is_drawn() -> None:
    atlas = json.loads((FOLDER / "board" / "map.json").read_text("utf-8"))
    assert set(PROVINCES) <= set(atlas["areas"])
    assert set(PROVINCES) <= set(atlas["blocks"])


def test_printed_facts_are_the_contents() -> None:
    told = GAME.printed()
    assert list(told["printed"]) == list(PROVINCES)
    assert told["printed"]["kiev"]["vp"] == PROVINCE["kiev"].vp == 2
    assert sorted(told["printed"]["ruhr"]["near"]) == ["berlin", "north_sea", "paris", "scandinavia"]
    assert told["off_map"] == {"usa_canada": {"1940": 2, "1941": 3, "1942": 5, "1943": 7, "1944": 9}, "urals": 3}
