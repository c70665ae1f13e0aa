"""Side by side with other engines: these stand in for them, so that the drivers are tried without theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from casusbelli.kernel import SetupError
from casusbelli.lab.peers import ask, peer_at, side_by_side

STAND_IN = """
class Color: RED, BLUE, WHITE, ORANGE = range(4)
class RandomPlayer:
    def __init__(self, colour): self.colour = colour
class Game:
    def __init__(self, players): self.players, self.ticks = players, 0
    def winning_color(self): return 0 if self.ticks >= 150 else None
    def play_tick(self): self.ticks += 1
    def copy(self): return Game(list(self.players))
"""

RULES = """
exports.scenarios = ["Standard"]
exports.roles = ["Red", "Blue"]
exports.setup = (seed) => ({ seed, turn: 0, active: "Red", state: "play" })
exports.view = (game, role) => ({ actions: role === game.active ? { step: [1, 2], pass: 1, undo: 1, never: 0 } : null })
exports.action = (game, role, action, argument) => {
	if (action === "undo" || action === "never") throw new Error("not on offer")
	game.turn += 1
	game.active = game.turn === 120 ? "None" : role === "Red" ? "Blue" : "Red"
	return game
}
"""


@pytest.fixture
def catanatron(tmp_path: Path) -> Path:
    (tmp_path / "catanatron").mkdir()
    (tmp_path / "catanatron" / "__init__.py").write_text(STAND_IN)
    return tmp_path


def test_a_checkout_is_asked_in_alternation_and_ratios_are_ours_over_theirs(catanatron: Path) -> None:
    told = side_by_side(["churchill"], [peer_at(catanatron)], 0.06)
    own, peer = told["games"]["churchill"], told["peers"]["catanatron"]
    assert own["against"]["catanatron"]["speed"] == pytest.approx(
        own["decisions_per_second"] / peer["decisions_per_second"], rel=0.1, abs=1e-3
    )
    assert own["decisions_per_second"] > 0 and peer["clone_us"] > 0


@pytest.mark.skipif(shutil.which("node") is None, reason="Rally-the-Troops modules run in node")
def test_a_module_of_rally_the_troops_is_played_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "rules.js").write_text(RULES)
    played = ask(peer_at(tmp_path), 0.01)
    assert played.games >= 1 and played.decisions == 120 * played.games


def test_what_is_no_peer_or_does_not_play_is_told_in_a_line(catanatron: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="there is no folder"):
        peer_at(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SetupError, match="holds no peer that is known"):
        peer_at(tmp_path / "empty")
    (catanatron / "catanatron" / "__init__.py").write_text("raise RuntimeError('out of sheep')")
    with pytest.raises(SetupError, match="catanatron does not play: RuntimeError: out of sheep"):
        ask(peer_at(catanatron), 0.01)
