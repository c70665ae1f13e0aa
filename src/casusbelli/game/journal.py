"""The one durable format: set-up, choices, checkpoint and rules version. A file of it is a complete replay."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.kernel import Choice, OptionValue, Result, Rules, Seat, commitment
from casusbelli.kernel.chance import MAX_SEED_BYTES

from .deal import Deal

FORMAT = 1

RENEWED = 2
"""The format of a journal whose chance is not one seed that the server alone has drawn: with a deal, or with fresh seeds."""


class JournalError(ValueError):
    """A journal that cannot be read, does not fit the installed game, or does not tell the truth."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A state at the start of a phase, and the number of choices that led to it."""

    at: int
    state: bytes


class Mark(msgspec.Struct, frozen=True):
    """What the state was after so many choices, and which choices they were (``Match.seal``)."""

    at: int
    phase: str
    seal: str


class Journal(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Everything that makes a match. The seed stays empty until it may be known.

    ``commitment`` is the server's. Without a ``deal`` its seed is the one of play; with one the seed of play is made of it and of
    what the seats added. ``seeds`` says after how many choices other chance took over.
    """

    format: int
    game: str
    rules_version: str
    content: str = ""
    scenario: str
    options: dict[str, OptionValue]
    commitment: str
    seed: str = ""
    deal: Deal | None = None
    seeds: list[tuple[int, str]] = []
    entries: list[tuple[Seat, Choice]]
    checkpoint: Checkpoint | None = None
    marks: list[Mark] = []
    result: Result | None = None

    def seed_bytes(self) -> bytes:
        if not self.seed:
            raise JournalError("the journal's seed is not revealed: the match is not over")
        return _seed(self.seed)

    def fresh_seeds(self) -> list[tuple[int, bytes]]:
        return [(at, _seed(seed)) for at, seed in self.seeds]

    def with_seeds(self, seeds: Iterable[tuple[int, bytes]]) -> Journal:
        """This journal, in which other chance takes over there."""
        self.seeds = [(at, seed.hex()) for at, seed in seeds]
        return self.in_its_format()

    def with_deal(self, deal: Deal | None) -> Journal:
        """This journal, whose seed was made by all: the commitment is the server's."""
        self.deal = deal
        if deal is not None:
            self.commitment = commitment(_seed(deal.server))
        return self.in_its_format()

    def in_its_format(self) -> Journal:
        self.format = RENEWED if self.seeds or self.deal is not None else FORMAT
        return self

    def must_fit(self, game: Rules[Any]) -> None:
        """Refuse a journal of another game, another content or another format, in one clear line."""
        if self.format not in {FORMAT, RENEWED}:
            raise JournalError(f"the journal has format {self.format}; this version reads formats {FORMAT} and {RENEWED}")
        if self.format == FORMAT and (self.seeds or self.deal is not None):
            raise JournalError(f"a journal of format {FORMAT} has neither a deal nor fresh seeds")
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
        except JournalError as error:
            raise JournalError(f"{path}: {error}") from None


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise JournalError("the journal's seed is not hexadecimal") from None
    if len(seed) > MAX_SEED_BYTES:
        raise JournalError("the journal's seed is too long")
    return seed
