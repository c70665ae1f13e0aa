"""What the inspector of The Fog of War names as the break of a line of supply mends it, by the engine's own search."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from tests.games.fog_of_war.positions import Scene

from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import OPPONENT, PROVINCES, SIDES
from casusbelli.games.fog_of_war.state import War
from casusbelli.games.fog_of_war.supply import front_changed, in_supply

POSITIONS = 120


def scattered(rng: Random) -> War:
    """Provinces held at random, quagmires in some of them."""
    options = ["adv_sea_supply"] if rng.random() < 0.3 else []
    scene = Scene("axis", ussr_at_war=rng.random() < 0.5, options=options)
    for province in PROVINCES:
        holder = rng.choice((*SIDES, *SIDES, "neutral"))
        scene.control(holder, province)
        if holder != "neutral" and rng.random() < 0.2:
            scene.quagmire(province, OPPONENT[holder], "army_1")
    front_changed(scene.g)
    return scene.g


def mended(g: War, province: str, places: Iterable[str]) -> bool:
    """Whether the province is in supply when its side holds these places, too, and nobody fights there."""
    control, quagmires = dict(g.control), dict(g.quagmires)
    for place in places:
        g.control[place] = g.control[province]
        g.quagmires.pop(place, None)
    front_changed(g)
    found = in_supply(g, province)
    g.control, g.quagmires = control, quagmires
    front_changed(g)
    return found


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_what_is_named_mends_the_line() -> None:
    games = [scattered(Random(seed)) for seed in range(POSITIONS)]
    asked = {"printed": GAME.printed()["printed"], "views": [GAME.view(g, None) for g in games]}
    script = Path(__file__).parent / "supply_line.mjs"
    text = json.dumps(asked, default=lambda raw: json.loads(bytes(raw)))
    told = subprocess.run(["node", str(script)], input=text, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stderr
    kinds = set()
    for g, broken in zip(games, json.loads(told.stdout), strict=True):
        for province, found in broken.items():
            places, together = found["places"], found["all"]
            alone = [p for p in PROVINCES if p != province and mended(g, province, [p])]
            kinds.add(together)
            if together:
                assert not alone and mended(g, province, places), (province, places)
            else:
                assert sorted(places) == sorted(alone), (province, places, alone)
    assert kinds == {True, False}
