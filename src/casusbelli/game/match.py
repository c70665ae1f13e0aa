"""A match as the house plays it: a play that is shown, watched and kept.

The kernel runs the rules; here is what those around the table want of it: what is sent to them, the beats of an action, the
journal, and worlds in which bots may play on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Self, TypeVar

import msgspec

from casusbelli.kernel import OVER, Choice, Event, Illegal, OptionValue, Params, Play, Seat, State, commitment
from casusbelli.kernel.play import Segment

from .beats import Beat
from .game import Game
from .journal import FORMAT, Checkpoint, Journal, JournalError, Mark
from .sections import Plain, Sections

S = TypeVar("S", bound=State)

_pack = msgspec.msgpack.Encoder().encode


class Match(Play[S]):
    """One match of one game. Begin with ``new`` or ``restore``."""

    __slots__ = ("_plain", "_sections", "beats", "remake")

    game: Game[S]
    beats: list[Beat]
    """The match at the events of the last action that somebody watched."""
    remake: Callable[[], Match[S]] | None
    """How to make an imagined match again, where somebody knows: then it can be cloned, too. See ``fork``."""
    _sections: Sections | None
    _plain: Plain | None

    def __init__(self, game: Game[S], scenario: str, options: Mapping[str, OptionValue], seats: tuple[Seat, ...]) -> None:
        super().__init__(game, scenario, options, seats)
        self.beats = []
        self.remake = None
        self._sections = None
        self._plain = None

    @classmethod
    def undealt(cls, game: Game[S], scenario: str, options: Mapping[str, OptionValue]) -> Self:
        """The table before the deal: nobody is asked anything, and nothing of it is to be shown."""
        self = cls.new(game, scenario, options, b"", record=False)
        self.events = []
        self._flow = self._pending = None
        return self

    @classmethod
    def begin(cls, game: Game[S], journal: Journal, *, record: bool = True) -> Self:
        """The match of a journal before its first choice. Other chance takes over on the way wherever the journal says so."""
        self = cls.new(game, journal.scenario, journal.options, journal.seed_bytes(), record=record)
        self.renew(journal.fresh_seeds())
        return self

    @classmethod
    def restore(cls, game: Game[S], journal: Journal, *, record: bool = True) -> Self:
        """The match a journal tells of: from its checkpoint when the rules have changed since, else from the start."""
        journal.must_fit(game)
        checkpoint = journal.checkpoint
        if checkpoint is not None and journal.rules_version != game.info.rules_version:
            try:
                state = msgspec.msgpack.decode(checkpoint.state, type=game.state_type)
            except msgspec.DecodeError as error:
                raise JournalError(f"the journal's checkpoint does not fit {game.info.id}: {error}") from None
            if state.phase != OVER and state.phase not in game.phases:
                raise JournalError(f"the journal's checkpoint is at a phase that {game.info.id} does not have: {state.phase}")
            self = cls.of(game, state, scenario=journal.scenario, options=journal.options, record=record)
            self.rules_version = _later_rules(journal.rules_version, game.info.rules_version)
            self.seed = journal.seed_bytes() if journal.seed else self.seed
            self.entries = list(journal.entries[: checkpoint.at])
            self.moments = [0] * checkpoint.at
            self._segments[-1].journal_at = checkpoint.at
            self.renew(journal.fresh_seeds())
            rest = journal.entries[checkpoint.at :]
        else:
            self = cls.begin(game, journal, record=record)
            rest = journal.entries
        for n, (seat, choice) in enumerate(rest, len(journal.entries) - len(rest)):
            try:
                self.follow(seat, choice)
            except Illegal as refused:
                raise Illegal(f"choice {n + 1} of the journal does not replay: {refused}", refused.refusal) from refused
        self._renew()
        return self

    # -- shown and watched -------------------------------------------------------------------------------------------

    @property
    def sections(self) -> Sections:
        """What those who look on were shown lately."""
        if self._sections is None:
            self._sections = Sections()
        return self._sections

    @sections.setter
    def sections(self, kept: Sections) -> None:
        self._sections = kept

    def shown(self, seat: Seat | None) -> Any:
        """The same as ``view``, to be sent: parts of it may be JSON already."""
        sections = self.sections
        if self._moment is None:
            self._moment = self.game.moment(self.state)
        sections.moment = self._moment
        return self.game.shown(self.state, seat, sections)

    def seen(self, seat: Seat | None) -> Any:
        """The same as ``view``, for who looks at every choice and changes nothing: what is as it was is not made again."""
        if self._moment is None:
            self._moment = self.game.moment(self.state)
        if self._moment is None:
            return self.view(seat)
        if self._plain is None:
            self._plain = Plain()
        self._plain.moment = self._moment
        return self.game.shown(self.state, seat, self._plain)

    def moment(self) -> Any:
        """All that decides what is shown now: where it is the same, everybody sees the same."""
        if self._moment is None:
            self._moment = self.game.moment(self.state) or _pack(self.state)
        return self._moment

    def preview(self, seat: Seat, choice: Choice) -> Params | None:
        """What the seat can foresee of one of its options."""
        question = self.ask_of(seat)
        if question is None or choice not in question.options:
            return None
        return self.game.preview(self.state, seat, question.decision, choice)

    def watched(self, viewers: Iterable[Seat | None]) -> AbstractContextManager[None]:
        """While this lasts what can be seen is kept at every event that one of these viewers is told: its beat.

        Nothing is captured where nobody watches: not in simulations, not while an undo plays choices again.
        """
        watchers = tuple(viewers)
        self.beats = []
        return self.heard_by((lambda event: self._capture(event, watchers)) if watchers else None)

    def _capture(self, event: Event, watchers: tuple[Seat | None, ...]) -> None:
        """Keep what those who are told can see now."""
        told = watchers if event.only is None else tuple(filter(event.visible_to, watchers))
        if told and event.kind not in self.game.quiet:
            self.beats.append(Beat(len(self.events or ()) - 1, self.game, self.state, self.sections, told))

    def _rebuild(self, segments: list[Segment]) -> None:
        self.beats = []
        super()._rebuild(segments)

    def _before(self, to: int) -> list[Segment] | None:
        """As of any play; what is not at hand any more is played again from the beginning, where these rules can."""
        at_hand = super()._before(to)
        if at_hand is not None or self.rules_version != self.game.info.rules_version:
            return at_hand
        journal = self.journal()
        journal.entries = journal.entries[:to]
        return Match.restore(self.game, journal, record=self.events is not None)._segments

    # -- worlds to play in -------------------------------------------------------------------------------------------

    def fork(self, seat: Seat, seed: bytes) -> Self:
        """A plausible world to play in at leisure: it records its events and can itself be cloned and imagined from.

        This match must stay as it is: the world is made again from it.
        """
        world = self.imagine(seat, seed, record=True, plausible=True)
        n = len(self.entries)

        def again() -> Match[S]:
            copy = self.imagine(seat, seed, plausible=True)
            for by, choice in world.entries[n:]:
                copy.follow(by, choice)
            return copy

        world.remake = again
        return world

    def clone(self, *, record: bool = False) -> Match[S]:
        """As of any play; a forked world, imagined as it is, is made again from what it was imagined from."""
        if self._imagined and self.remake is not None:
            return self.remake()._recording(record)
        return super().clone(record=record)

    # -- saving ------------------------------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """The state at the start of the present phase and how many choices led to it."""
        last = self._segments[-1]
        return Checkpoint(last.journal_at, last.checkpoint)

    def journal(self, *, marks: bool = False) -> Journal:
        """The durable record. With ``marks`` it also says what the state was at every phase, for verification."""
        info = self.game.info
        journal = Journal(
            format=FORMAT,
            game=info.id,
            rules_version=self.rules_version,
            content=info.content_digest,
            scenario=self.scenario,
            options=dict(self.options_chosen),
            seed=self.seed.hex(),
            commitment=commitment(self.seed),
            entries=list(self.entries),
            checkpoint=self.checkpoint(),
        ).with_seeds(self.seeds)
        if marks and self.rules_version == info.rules_version:
            journal.marks = retrace(self.game, journal)[1]
            journal.result = self.result()
        return journal


def retrace(game: Game[S], journal: Journal) -> tuple[Match[S], list[Mark]]:
    """Play a journal from its beginning; the seal at the beginning, after every choice that ended a phase, and at the end."""
    match = Match.begin(game, journal, record=False)
    marks = [Mark(0, match.state.phase, match.seal())]
    for n, (seat, choice) in enumerate(journal.entries, 1):
        segment = match._segments[-1]
        match.follow(seat, choice)
        if match._segments[-1] is not segment or n == len(journal.entries):
            marks.append(Mark(n, match.state.phase, match.seal()))
    return match, marks


def _later_rules(played: str, installed: str) -> str:
    """The rules version of a match that goes on under later rules: no single version can replay it from the start."""
    return played if played.endswith(f" > {installed}") else f"{played} > {installed}"
