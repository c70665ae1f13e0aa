"""Journals kept from earlier rules (``tests/journals/<game>-<rules>-<what>.json``): they go on, or say plainly why not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from casusbelli.game import Journal, JournalError, Match, verify
from casusbelli.game.registry import find

KEPT = sorted((Path(__file__).parents[1] / "journals").glob("*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_match_begun_under_earlier_rules_goes_on_to_its_end(path: Path) -> None:
    journal = Journal.load(path)
    game = find(journal.game)
    match = Match.restore(game, journal)
    assert match.entries == journal.entries
    if journal.rules_version != game.info.rules_version:
        assert match.rules_version == f"{journal.rules_version} > {game.info.rules_version}"
        with pytest.raises(JournalError, match=f"only rules {journal.rules_version} can verify this journal"):
            verify(game, journal)
    rng = Random(path.stem)
    for _ in range(3000):
        if match.over:
            break
        asked = match.asked()
        seat = rng.choice(sorted(asked))
        match.act(seat, rng.choice(asked[seat].options))
    assert match.over and match.result() is not None


@pytest.mark.parametrize("path", [path for path in KEPT if "finished" in path.stem], ids=lambda path: path.stem)
def test_a_finished_match_keeps_the_result_it_had(path: Path) -> None:
    journal = Journal.load(path)
    match = Match.restore(find(journal.game), journal)
    assert match.over and match.result() == journal.result
