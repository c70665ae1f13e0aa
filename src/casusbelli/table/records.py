"""What the store keeps, as typed rows."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from casusbelli.game import Deal
from casusbelli.kernel import Choice, OptionValue, Result, Seat, commitment

from .pace import AtFlag, Pace
from .stints import Clocks

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
    bare: bool = False
    """Whether it is an account without a second factor, or the program of one."""


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
    caretaker: str | None = None
    """The grade of the bot that plays for a person who has left; the seat stays that person's."""
    left: str | None = None
    """How that person left: ``resigned``, ``time``, ``vanished``."""
    owner: str | None = None
    """Whose program sits here; None: nobody's."""
    expires: int | None = None
    """Until when the invitation is good; None: for ever."""
    personal: bool = False
    """Whether the invitation is for one person alone."""

    def invitation(self, at: int) -> str | None:
        """The token, as long as it is good for something."""
        return self.token if self.expires is None or at < self.expires else None

    def held_by(self, guest: Guest | None) -> bool:
        """Whether he plays it: as its holder, or from the browser in which it was his before it was moved to his account."""
        return guest is not None and guest.id in {self.guest, self.was}

    @property
    def player(self) -> str | None:
        """The bot that chooses for this seat, if one does."""
        return self.bot if self.kind == "bot" else self.caretaker


class Closed(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the house ended a match that the rules had not ended. The journal stays what it is: a match without a result."""

    by: str
    """``resigned``, ``time`` (claimed), ``draw``, ``win``, ``off`` (called off), ``judged``, ``shared`` (in tournaments)."""
    at: int
    seat: Seat | None = None
    """Who resigned, or whose time was out."""
    winners: tuple[Seat, ...] = ()


class Dealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the chance of a match between people is made, by the server and by every seat. See ``dealing.py``."""

    server: str
    """The server's seed in hexadecimal: it never leaves the server before the end."""
    pledges: dict[Seat, str] = {}
    """What the seats have committed to."""
    values: dict[Seat, str] = {}
    """What they have shown since all had."""
    showing: bool = False
    until: int | None = None
    """For how long one waits for those who are late; None: not everybody sits yet, or all is done."""
    made: Deal | None = None

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.server))


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
    pace: Pace | None = None
    """With what clock it is played; None: without one."""
    at_flag: AtFlag = "none"
    """What follows when a seat's time is out."""
    closed: Closed | None = None
    """The house's ending. ``result`` is the rules' ending, and nothing else."""
    shared: bool = False
    """Whether a link lets everybody look at it once it is over."""
    watch_delay: int = 0
    """By how many seconds those who look on are behind."""
    deal: Dealing | None = None
    """How its chance is made; None: the server alone has drawn the seed."""

    @property
    def dealt(self) -> bool:
        """Whether there is a seed to play with."""
        return self.deal is None or self.deal.made is not None

    @property
    def commitment(self) -> str:
        """What was published before play."""
        return commitment(self.seed) if self.deal is None else self.deal.commitment

    @property
    def over(self) -> bool:
        return self.result is not None or self.closed is not None


class Action(msgspec.Struct, frozen=True):
    """One accepted action: a choice, an undo (no choice), or all going back together past a roll (``to``: so many choices stand).

    ``asked`` is who is asked after it.
    """

    seq: int
    seat: Seat
    choice_id: str
    choice: Choice | None
    asked: tuple[Seat, ...]
    at: int
    to: int | None = None

    @property
    def kind(self) -> Literal["choice", "undo", "rewind"]:
        if self.choice is not None:
            return "choice"
        return "undo" if self.to is None else "rewind"


class KeptCheckpoint(msgspec.Struct, frozen=True):
    """The state at the start of the phase in play after action ``seq``; ``choices`` choices had led to it."""

    seq: int
    choices: int
    rules_version: str
    state: bytes


class Card(msgspec.Struct, frozen=True):
    """Something said by a card: told to every reader in the reader's own language."""

    id: str
    slots: dict[str, str | int] = {}


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat: words, or a card and no words."""

    n: int
    seat: Seat
    name: str
    text: str
    at: int
    card: Card | None = None


class Proposal(msgspec.Struct, omit_defaults=True):
    """Something that needs the others. ``answers`` are those given so far."""

    n: int
    kind: str
    seat: Seat
    data: dict[str, str | int | bool]
    seq: int
    created: int
    expires: int
    answers: dict[Seat, bool] = {}


class HouseLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the house in the log: told after so many choices, to everybody alike."""

    n: int
    choices: int
    at: int
    kind: str
    seat: Seat | None = None
    data: dict[str, str | int | bool] = {}


class StandingAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat lets the house answer for it: let this decision take its course, unless it is about one of these."""

    n: int
    decision: str
    unless: tuple[str, ...] = ()
    chapter: str | None = None
    """The chapter with which it ends; None: it stands for the match."""
    alarm: str = ""
    """The kind of event with which it ends."""
    of: tuple[str, ...] = ()
    """And what that must be about; empty: anything."""
    since: int = 0
    """How many events its seat had been told when it was left."""


class HouseState(msgspec.Struct, omit_defaults=True):
    """All that the house keeps of a match in play beside its seats: one document, written whole."""

    clocks: Clocks | None = None
    flags: dict[Seat, int] = {}
    """Whose time is out, and since when."""
    rescued: dict[Seat, bool] = {}
    """Who has answered late once and been given some time for it."""
    proposals: list[Proposal] = []
    proposed: int = 0
    """How many proposals there have been."""
    refused: dict[str, int] = {}
    """Until when a proposal that was refused is not made again, by kind and seat."""
    resumes: int | None = None
    """When a pause ends by itself."""
    pauses: dict[Seat, int] = {}
    """How often a seat has had a pause."""
    standing: dict[Seat, list[StandingAnswer]] = {}
    """What the house answers for whom. Each seat is told of its own and of no other's."""
    revision: int = 0
    """How often this document has been written: who has an older one may not write over a newer."""


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
    house: HouseState | None = None
    house_lines: list[HouseLine] = []

    @property
    def seq(self) -> int:
        """The number of the last action. Numbers have gaps where what was taken back long ago has been forgotten."""
        return self.actions[-1].seq if self.actions else 0


class Since(msgspec.Struct, frozen=True):
    """What has become of a match since somebody knew all of it."""

    actions: list[Action]
    seats: list[SeatRecord]
    house: HouseState | None
    house_lines: list[HouseLine]
    chat: list[ChatLine]
    closed: Closed | None


class Head(NamedTuple):
    """How far a match has come: actions, changes of the house's document, lines of chat."""

    seq: int
    revision: int
    said: int


class Glance(msgspec.Struct, frozen=True):
    """What decides who may look at a match, without playing it: set-up, seats, how far it has come, who is asked."""

    record: MatchRecord
    seats: dict[Seat, SeatRecord]
    seq: int
    asked: tuple[Seat, ...]

    @property
    def over(self) -> bool:
        return self.record.over


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
    closed: Closed | None
    seats: list[SeatRecord]
    moved: int
    """When the last action was, or when the match was made."""
    seq: int = 0
    """The number of that action."""
