"""The weights that a match ends with are those the documentation tells of, taught under today's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from casusbelli.bots.chances import weights_of
from casusbelli.game.registry import find, installed

GOAL = 0.03
"""The calibration error on wars that did not teach."""

FIGURES = (Path(__file__).parents[2] / "docs" / "chances.md").read_text(encoding="utf-8")
SHIPPED = [(game, path.stem) for game in installed() for path in sorted((find(game).folder / "chances").glob("*.json"))]


@pytest.mark.parametrize(("game_id", "scenario"), SHIPPED)
def test_shipped_weights_are_sound_and_documented(game_id: str, scenario: str) -> None:
    game = find(game_id)
    weighing = weights_of(game, scenario)
    assert weighing is not None
    assert (weighing.game, weighing.scenario, weighing.rules_version) == (game_id, scenario, game.info.rules_version)
    assert weighing.seats == game.info.scenario(scenario).seats
    assert 0 < weighing.error <= GOAL
    row = next(line for line in FIGURES.splitlines() if weighing.digest in line)
    told = [cell.strip() for cell in row.strip("|").split("|")]
    assert told[0].endswith(f", {scenario}")
    assert told[1] == f"{weighing.held_out:,}"
    assert told[2].startswith(f"{weighing.error:.3f}".lstrip("0"))
    assert weighing.command in FIGURES
