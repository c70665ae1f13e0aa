"""The one durable format: set-up, choices, checkpoint and rules version. A file of it is a complete replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from casusbelli.kernel import Choice, OptionValue, Result, Rules, Seat
from casusbelli.kernel.chance import MAX_SEED_BYTES

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

    def must_fit(self, game: Rules[Any]) -> None:
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
