"""Every event kind of every game is staged or declared quiet, and nothing else is."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import find
from casusbelli.words.texts import catalogue

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("game_id", GAMES)
def test_every_event_is_staged_or_quiet(game_id: str) -> None:
    game = find(game_id)
    script = Path(__file__).parent / "stagings.mjs"
    told = subprocess.run(
        ["node", str(script), str(game.folder / "board" / "scenes.js")], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    staged, quiet = set(found["staged"]), set(found["quiet"])
    kinds = {key.removeprefix("event.") for key in catalogue(game, "en") if key.startswith("event.")}
    assert not staged & quiet
    assert staged | quiet == kinds, f"missing: {sorted(kinds - staged - quiet)}; unknown: {sorted((staged | quiet) - kinds)}"
    filters = found["filters"]
    assert filters.keys() >= {"battles", "score"}
    own = filters.keys() - {"battles", "score"}
    assert all(f"ui.filter.{name}" in catalogue(game, language) for name in own for language in LANGUAGES)
    assert {kind for listed in filters.values() for kind in listed} <= kinds, "a filter of the log names what does not happen"
    assert found["landmarks"], "the replay has no battle to turn to"
    assert set(found["landmarks"]) <= staged
    assert game.quiet <= quiet, "what has no beat cannot be staged"
    for language in LANGUAGES:
        before = {key.removeprefix("before.") for key in catalogue(game, language) if key.startswith("before.")}
        assert before <= staged, f"words before a throw that is not staged: {before - staged}"
