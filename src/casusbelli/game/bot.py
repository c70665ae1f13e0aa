"""A bot sees a position: what its seat may know, and worlds imagined from that. Never the true one."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import msgspec

from casusbelli.kernel import Choice, Params, Seat, Told

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


class Position:
    """A seat's knowledge at the moment it is asked."""

    __slots__ = ("_match", "about", "decision", "notes", "options", "rule", "seat")

    def __init__(self, match: Match[Any], seat: Seat) -> None:
        question = match.asked()[seat]
        self._match = match
        self.seat = seat
        self.decision = question.decision
        self.rule = question.rule
        self.about: Params = question.about or {}
        self.options = question.options
        self.notes: dict[str, Any] = {}
        """What a bot found while it thought about this position, for when it is asked why: forgotten with the position."""

    def among(self, options: list[Choice]) -> Position:
        """The same position with only these of its options on offer: what would somebody choose then?"""
        fewer = copy(self)
        fewer.options, fewer.notes = options, {}
        return fewer

    @property
    def view(self) -> Any:
        """What the seat may see. Nobody may change it: what has not changed since is what was shown before."""
        return self._match.seen(self.seat)

    @property
    def events(self) -> list[Told]:
        """What the seat has been told, from the beginning (empty where the match does not record events)."""
        return self._match.told(self.seat)

    @property
    def game(self) -> Game[Any]:
        return self._match.game

    @property
    def scenario(self) -> str:
        return self._match.scenario

    def preview(self, choice: Choice) -> Params | None:
        return self._match.preview(self.seat, choice)

    def imagine(self, seed: bytes, *, plausible: bool = False) -> Match[Any]:
        """A world that could be the true one, re-dealt by the seed: the same seed gives the same world."""
        return self._match.imagine(self.seat, seed, plausible=plausible)

    def fork(self, seed: bytes) -> Match[Any]:
        """A plausible world in which bots can play on: they may imagine worlds of their own in it."""
        return self._match.fork(self.seat, seed)


class Reason(msgspec.Struct, frozen=True):
    """Why a bot would choose something, as data: a key of the game's catalogue (``reason.<key>``) and its parameters."""

    key: str
    params: Params = {}


class Bot(Protocol):
    """Chooses one of the position's options. Its chance comes from the generator it is handed."""

    def choose(self, position: Position, rng: Random) -> Choice: ...


@runtime_checkable
class Explaining(Protocol):
    """A bot that can say why: its one or two best reasons for a choice, in this position, from what its seat knows."""

    def reasons(self, position: Position, choice: Choice) -> list[Reason]: ...


@runtime_checkable
class Comparing(Protocol):
    """A bot that has weighed choices against each other and can say by how much: what parts a choice from another one that it
    left, in words of the other (``reason.<key>``: "It promises 3 less"); None where it has not weighed them."""

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None: ...


def reasons_of(bot: Bot, position: Position, choice: Choice) -> list[Reason]:
    """The bot's own reasons; where it gives none, what can be said of any choice (``shell.reason.<key>``)."""
    own = bot.reasons(position, choice) if isinstance(bot, Explaining) else []
    return own or [Reason("only" if len(position.options) == 1 else "weighed")]
