"""What the store keeps, as typed rows."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from casusbelli.kernel import Choice, OptionValue, Result, Seat

ID = re.compile(r"[A-Za-z0-9_-]{1,48}")
"""What ids of matches and tokens of invitations look like. Nothing else is looked for in the store."""

Kind = Literal["guest", "bot", "open"]


class Guest(msgspec.Struct, frozen=True):
    """Somebody who plays here: with an account, or known by this browser's session alone."""

    id: str
    name: str
    account: bool = False
    moved: bool = False
    """Whether the guest's matches were moved to an account: he plays on in them and does nothing else."""
    preferences: dict[str, str] = {}


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sits there. An open seat has a token: whoever brings it may sit down."""

    seat: Seat
    kind: Kind
    guest: str | None = None
    bot: str | None = None
    token: str | None = None
    name: str = ""
    was: str | None = None
    """The guest from whom the seat was moved to an account."""

    def held_by(self, guest: Guest | None) -> bool:
        """Whether he plays it: as its holder, or from the browser in which it was his before it was moved to his account."""
        return guest is not None and guest.id in {self.guest, self.was}


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was set up. The seed never leaves the server before the end."""

    id: str
    game: str
    scenario: str
    options: dict[str, OptionValue]
    seed: bytes
    rules_version: str
    content: str
    creator: str
    created: int
    spectators: bool
    listed: bool
    asked: tuple[Seat, ...]
    result: Result | None = None
    aids: bool = True
    """Whether lamp, odds and sandbox may help with thinking."""
    rated: bool = False
    """Whether the result moves ratings, if all its people have accounts."""


class Action(msgspec.Struct, frozen=True):
    """One accepted action: a choice, or an undo (no choice). ``asked`` is who is asked after it."""

    seq: int
    seat: Seat
    choice_id: str
    choice: Choice | None
    asked: tuple[Seat, ...]
    at: int


class KeptCheckpoint(msgspec.Struct, frozen=True):
    """The state at the start of the phase in play after action ``seq``; ``choices`` choices had led to it."""

    seq: int
    choices: int
    rules_version: str
    state: bytes


class ChatLine(msgspec.Struct, frozen=True):
    n: int
    seat: Seat
    name: str
    text: str
    at: int


class Learnt(msgspec.Struct, frozen=True):
    """How far a guest has come in a lesson: at the n-th step of so many."""

    game: str
    lesson: str
    at: int
    of: int
    done: bool


class Saved(msgspec.Struct, frozen=True):
    """All of one match."""

    match: MatchRecord
    seats: list[SeatRecord]
    actions: list[Action]
    checkpoints: list[KeptCheckpoint]
    chat: list[ChatLine]

    @property
    def seq(self) -> int:
        """The number of the last action. Numbers have gaps where what was taken back long ago has been forgotten."""
        return self.actions[-1].seq if self.actions else 0


class Glance(msgspec.Struct, frozen=True):
    """What decides who may look at a match, without playing it: set-up, seats, how far it has come, who is asked."""

    record: MatchRecord
    seats: dict[Seat, SeatRecord]
    seq: int
    asked: tuple[Seat, ...]

    @property
    def over(self) -> bool:
        return self.record.result is not None


class Mine(msgspec.Struct, frozen=True):
    """A match of a guest's, as far as its place in his list goes."""

    id: str
    over: bool
    yours: bool
    """Whether the guest is asked something."""
    moved: int


class Listed(msgspec.Struct, frozen=True):
    """A match in a list: what the home page shows without loading it."""

    id: str
    game: str
    scenario: str
    created: int
    asked: tuple[Seat, ...]
    over: bool
    result: Result | None
    seats: list[SeatRecord]
    moved: int
    """When the last action was, or when the match was made."""
