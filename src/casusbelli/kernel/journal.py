"""The one durable format: set-up, choices, checkpoint and rules version. A file of it is a complete replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from .dice import MAX_SEED_BYTES, commitment
from .flow import Choice, Seat
from .game import Game, OptionValue, Result

FORMAT = 1


class JournalError(ValueError):
    """A journal that cannot be read, does not fit the installed game, or does not tell the truth."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A state at the start of a phase, and the number of choices that led to it."""

    at: int
    state: bytes


class Mark(msgspec.Struct, frozen=True):
    """What the state was after so many choices, and which choices they were (:meth:`Match.seal`)."""

    at: int
    phase: str
    seal: str


class Journal(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Everything that makes a match. The seed stays empty until it may be known."""

    format: int
    game: str
    rules_version: str
    content: str = ""
    scenario: str
    options: dict[str, OptionValue]
    commitment: str
    seed: str = ""
    entries: list[tuple[Seat, Choice]]
    checkpoint: Checkpoint | None = None
    marks: list[Mark] = []
    result: Result | None = None

    def seed_bytes(self) -> bytes:
        if not self.seed:
            raise JournalError("the journal's seed is not revealed: the match is not over")
        try:
            seed = bytes.fromhex(self.seed)
        except ValueError:
            raise JournalError("the journal's seed is not hexadecimal") from None
        if len(seed) > MAX_SEED_BYTES:
            raise JournalError("the journal's seed is too long")
        return seed

    def must_fit(self, game: Game[Any]) -> None:
        """Refuse a journal of another game, another content or another format, in one clear line."""
        if self.format != FORMAT:
            raise JournalError(f"the journal has format {self.format}; this version reads format {FORMAT}")
        if self.game != game.info.id:
            raise JournalError(f"the journal is of {self.game}, not of {game.info.id}")
        same_rules = self.rules_version == game.info.rules_version
        if self.content != game.info.content_digest if same_rules else not game.info.goes_on_from(self.content):
            raise JournalError(f"the journal was played with other content of {self.game} (a pack?) than is loaded now")
        if not same_rules and self.checkpoint is None:
            raise JournalError(
                f"the journal follows rules {self.rules_version} of {self.game}; installed are {game.info.rules_version}"
            )

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1)

    def save(self, path: Path) -> None:
        path.write_bytes(self.to_json())

    @classmethod
    def from_json(cls, data: bytes) -> Journal:
        try:
            return msgspec.json.decode(data, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise JournalError(f"not a journal: {error}") from None

    @classmethod
    def load(cls, path: Path) -> Journal:
        try:
            return cls.from_json(path.read_bytes())
        except OSError as error:
            raise JournalError(f"cannot read {path}: {error.strerror}") from None


class Verdict(msgspec.Struct, frozen=True):
    """What verification found: an empty list of faults means that every claim of the journal holds."""

    choices: int
    marks: int
    faults: list[str]

    @property
    def ok(self) -> bool:
        return not self.faults


def verify(game: Game[Any], journal: Journal) -> Verdict:
    """Check the commitment, replay every choice, and compare the state at every mark, the checkpoint and the result."""
    from .match import Match

    journal.must_fit(game)
    if journal.rules_version != game.info.rules_version:
        raise JournalError(f"only rules {journal.rules_version} can verify this journal; installed are {game.info.rules_version}")
    faults = []
    if commitment(journal.seed_bytes()) != journal.commitment:
        faults.append("the seed is not the one committed to")
    expected = {mark.at: mark for mark in journal.marks}
    if not expected:
        faults.append("the journal has no marks to compare with")
    match = Match.new(game, journal.scenario, journal.options, journal.seed_bytes(), record=False)
    for n in range(len(journal.entries) + 1):
        if n > 0:
            seat, choice = journal.entries[n - 1]
            try:
                match.follow(seat, choice)
            except Exception as error:
                faults.append(f"choice {n} by {seat} does not replay: {error}")
                return Verdict(n - 1, len(journal.marks), faults)
        mark = expected.pop(n, None)
        if mark is not None and (mark.phase, mark.seal) != (match.state.phase, match.seal()):
            faults.append(f"the state after choice {n} is not the one recorded")
    faults.extend(f"mark {at} lies beyond the last choice" for at in sorted(expected))
    if journal.checkpoint is not None and journal.checkpoint != match.checkpoint():
        faults.append("the checkpoint is not the state at the start of the last phase")
    if journal.result != match.result():
        faults.append("the result is not the one recorded")
    return Verdict(len(journal.entries), len(journal.marks), faults)
