"""Whether a journal tells the truth: everything it claims is played again and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from casusbelli.kernel import commitment, fresh_seed

from .deal import faults_in
from .game import Game
from .journal import Journal, JournalError
from .match import Match


class Verdict(msgspec.Struct, frozen=True):
    """What verification found: an empty list of faults means that every claim of the journal holds."""

    choices: int
    marks: int
    faults: list[str]

    @property
    def ok(self) -> bool:
        return not self.faults


def verify(game: Game[Any], journal: Journal, watch: Callable[[Match[Any]], None] | None = None) -> Verdict:
    """Check the commitment, replay every choice, and compare the state at every mark, the checkpoint and the result.

    ``watch`` sees the match at its beginning and after every choice.
    """
    journal.must_fit(game)
    if journal.rules_version != game.info.rules_version:
        raise JournalError(f"only rules {journal.rules_version} can verify this journal; installed are {game.info.rules_version}")
    faults = _faults_of_chance(game, journal)
    expected = {mark.at: mark for mark in journal.marks}
    if not expected:
        faults.append("the journal has no marks to compare with")
    match = Match.begin(game, journal, record=False)
    for n in range(len(journal.entries) + 1):
        if n > 0:
            seat, choice = journal.entries[n - 1]
            try:
                match.follow(seat, choice)
            except Exception as error:
                faults.append(f"choice {n} by {seat} does not replay: {error}")
                return Verdict(n - 1, len(journal.marks), faults)
        if watch is not None:
            watch(match)
        mark = expected.pop(n, None)
        if mark is not None and (mark.phase, mark.seal) != (match.state.phase, match.seal()):
            faults.append(f"the state after choice {n} is not the one recorded")
    faults.extend(f"mark {at} lies beyond the last choice" for at in sorted(expected))
    if journal.checkpoint is not None and journal.checkpoint != match.checkpoint():
        faults.append("the checkpoint is not the state at the start of the last phase")
    if journal.result != match.result():
        faults.append("the result is not the one recorded")
    return Verdict(len(journal.entries), len(journal.marks), faults)


def _faults_of_chance(game: Game[Any], journal: Journal) -> list[str]:
    """Whether the chance of the match is the one that was fixed before it: by the server alone, or by all."""
    if journal.deal is None:
        faults = [] if commitment(journal.seed_bytes()) == journal.commitment else ["the seed is not the one committed to"]
    else:
        faults = faults_in(journal.deal, journal.commitment, journal.seed, game.info.scenario(journal.scenario).seats)
    for n, (at, seed) in enumerate(journal.fresh_seeds(), 1):
        if seed != fresh_seed(journal.seed_bytes(), n):
            faults.append(f"fresh seed {n} does not follow from the first seed")
        if not 0 <= at <= len(journal.entries):
            faults.append(f"fresh seed {n} lies beyond the last choice")
    return faults
