"""Bots of earlier days: taken from the project's history, playing under the rules of today."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from casusbelli.kernel import SetupError
from casusbelli.lab.play import GamePlan, play_game
from casusbelli.lab.veterans import lab_bot
from casusbelli.testkit import load_game

HERE = Path(__file__).parent


def _head() -> str:
    git = subprocess.run(["git", "-C", str(HERE), "rev-parse", "HEAD"], capture_output=True, check=False, text=True)
    if git.returncode:
        pytest.skip("there is no history here: not a git checkout")
    return git.stdout.strip()


@pytest.mark.parametrize("game", ["churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen"])
def test_every_game_finds_the_bots_of_a_revision(game: str) -> None:
    veteran = lab_bot(load_game(game), f"marshal@{_head()}")
    assert ".bot_at_" in type(veteran).__module__


def test_a_veteran_plays_as_its_revision_did() -> None:
    """The bot of this very revision makes the choices that the bot in the package makes, where nothing has changed since."""
    head = _head()
    if subprocess.run(
        ["git", "-C", str(HERE), "diff", "--quiet", "HEAD", "--", load_game("fog_of_war").folder / "bot"]
    ).returncode:
        pytest.skip("the bot in the package is not the one of this revision")
    now, then = (
        play_game(GamePlan("fog_of_war", "campaign_1940", {}, "veteran", (name, name))) for name in ("recruit", f"recruit@{head}")
    )
    assert now.error == then.error == ""
    assert (now.decisions, now.winners, now.scores) == (then.decisions, then.winners, then.scores)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("marshal@no-such-revision", "needs the project's history"),
        ("marshal@--upload-pack=x", "not the name of a revision"),
        ("general@HEAD", "had no bot 'general' at HEAD"),
    ],
)
def test_a_bad_name_gets_one_clear_line(name: str, line: str) -> None:
    _head()
    with pytest.raises(SetupError, match=line) as refused:
        lab_bot(load_game("fog_of_war"), name)
    assert "\n" not in str(refused.value)
