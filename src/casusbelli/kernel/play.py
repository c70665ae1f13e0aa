"""A game in progress: always (checkpoint, choices since).

That one fact gives saving, crash recovery, undo, replay and cloning. The state at the start of a phase is the
checkpoint; the choices since then, played again, lead to the present.
"""

from __future__ import annotations

import hashlib
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, Self, TypeVar

import msgspec

from .chance import Dice, new_seed
from .events import Event, Told
from .flow import LAPSE, Ask, Choice, Flow, Illegal, Refusal, Seat, Together
from .rules import OptionValue, Result, Rules
from .state import OVER, State, graft

S = TypeVar("S", bound=State)

_encode = msgspec.msgpack.Encoder().encode

_UNDO_PHASES = 16
"""How many phases undo can go back where nothing was rolled or revealed: a bound on memory, far beyond any turn."""

_WORLDS = 16
"""How many supposed worlds of one moment are remembered: more than anybody compares choices in at a time."""

PREPARED = "prepared"
"""The rules version of a match that did not begin with the set-up: only its checkpoints can restore it."""


_Entry = tuple[Seat, Choice, int]
"""A choice as played, with the tide before it: undo may not pass a rise of the tide."""


class Segment:
    """A phase in play: the state at its start and the choices since."""

    __slots__ = ("checkpoint", "entries", "events_at", "forced", "journal_at", "phase")

    def __init__(self, checkpoint: bytes, phase: str, journal_at: int, events_at: int, entries: list[_Entry]) -> None:
        self.checkpoint = checkpoint
        self.phase = phase
        self.journal_at = journal_at
        self.events_at = events_at
        self.entries = entries
        self.forced: list[tuple[int, Choice]] = []
        """What was played by itself, each after so many choices: whoever plays it again need not find out."""

    def copy(self, entries: list[_Entry] | None = None) -> Segment:
        kept = self.entries if entries is None else entries
        twin = Segment(self.checkpoint, self.phase, self.journal_at, self.events_at, list(kept))
        twin.forced = self.forced
        return twin


_Mark = tuple[list[Segment], int]
"""Where a match stood: its segments, and how many choices there were."""


class Play(Generic[S]):
    """One game in progress. Begin with ``new``, or with ``of`` from a prepared state."""

    # fmt: off
    __slots__ = (
        "_flow", "_imagined", "_known", "_moment", "_pending", "_segments", "_staged", "_supposed", "entries",
        "events", "game", "moments", "options_chosen", "rules_version", "scenario", "seats", "seed", "seeds", "state",
    )
    # fmt: on

    game: Rules[S]
    state: S
    scenario: str
    options_chosen: Mapping[str, OptionValue]
    rules_version: str
    seats: tuple[Seat, ...]
    seed: bytes
    """The chance it began with."""
    seeds: list[tuple[int, bytes]]
    """The chance that took over after so many choices, where all agreed to go back past a roll. See ``rewind``."""
    entries: list[tuple[Seat, Choice]]
    events: list[Event] | None
    moments: list[int]
    """For every choice, how many events had been told before it; empty where nothing is recorded."""
    _segments: list[Segment]
    _staged: dict[Seat, Choice]
    _flow: Flow | None
    _pending: Ask | Together | None
    _imagined: bool
    _known: list[tuple[int, Choice]] | None
    """What is played by itself, the next one last, while choices are played again."""
    _moment: Any
    """What somebody has worked out from the present state; None as soon as it changes."""
    _supposed: dict[tuple[Seat, bytes], tuple[bytes, int]] | None
    """Worlds supposed of the present, and what chance they took: to suppose is dear, and one world is wanted several times."""

    def __init__(self, game: Rules[S], scenario: str, options: Mapping[str, OptionValue], seats: tuple[Seat, ...]) -> None:
        """Nothing but the label: ``new``, ``of`` and ``clone`` give it a state."""
        self.game, self.scenario, self.options_chosen, self.seats = game, scenario, options, seats
        self.rules_version = PREPARED
        self.seed, self.seeds = b"", []
        self.entries, self.moments, self.events = [], [], None
        self._segments, self._staged = [], {}
        self._flow = self._pending = self._moment = self._known = self._supposed = None
        self._imagined = False

    # -- beginning ---------------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Rules[S],
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: bytes | None = None,
        *,
        record: bool = True,
    ) -> Self:
        """Set up a match and play it to its first question. Without ``record`` no events are kept."""
        chosen = game.info.scenario(scenario)
        settled = game.info.settle(options or {}, chosen.id)
        state = game.setup(chosen.id, settled, seed if seed is not None else new_seed())
        self = cls.of(game, state, scenario=chosen.id, options=settled, record=record)
        self.rules_version = game.info.rules_version
        return self

    @classmethod
    def of(
        cls,
        game: Rules[S],
        state: S,
        *,
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        record: bool = True,
    ) -> Self:
        """A match that begins with this state at the start of its phase: for prepared positions."""
        chosen = game.info.scenario(scenario)
        self = cls(game, chosen.id, game.info.settle({}, chosen.id) if options is None else options, chosen.seats)
        self.events = [] if record else None
        self.seed = state.seed
        self._adopt(state)
        self._enter()
        return self

    def _adopt(self, state: S) -> None:
        self.state = state
        self._moment = self._supposed = None
        state.__dict__["sink"] = self.events

    def record_in(self, record: list[Event]) -> None:
        """From now on this is the list of events; it holds those so far."""
        self.events = record
        self.state.__dict__["sink"] = record

    @contextmanager
    def heard_by(self, listener: Callable[[Event], None] | None) -> Iterator[None]:
        """While this lasts the listener is called at every event, in the middle of the rule that reports it."""
        self.state.__dict__["listener"] = listener
        try:
            yield
        finally:
            self.state.__dict__["listener"] = None

    # -- running -----------------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        """Start the phase named in the state; the state as it is now is the checkpoint."""
        while True:
            state = self.state
            events = self.events
            segment = Segment(_encode(state), state.phase, len(self.entries), 0 if events is None else len(events), [])
            self._segments = [*self._reachable(), segment]
            self._staged = {}
            if state.phase == OVER:
                self._flow = self._pending = None
                return
            self._flow = self.game.phases[state.phase](state)
            if self._resume(None):
                return

    def _reachable(self) -> list[Segment]:
        """The earlier segments that undo might still go back to."""
        if self._segments:
            entries = self._segments[-1].entries
            if not entries or entries[-1][2] == self.state.tide:
                return self._segments[-_UNDO_PHASES:]
        return []

    def _resume(self, answer: Any) -> bool:
        """Run the flow to its next question; False when the phase is over. Publicly forced answers are given here."""
        flow = self._flow
        assert flow is not None
        self._moment = self._supposed = None
        try:
            question = flow.send(answer)
            while type(question) is Ask and question.auto and (forced := self._forced(question)) is not None:
                question = flow.send(forced)
        except StopIteration:
            return False
        self._pending = question
        return True

    def _forced(self, question: Ask) -> Choice | None:
        """The one answer that is left to everybody's knowledge, if there is only one."""
        if not self._segments:
            return question.options[0] if question.forced else None
        last = self._segments[-1]
        at, known = len(last.entries), self._known
        if known is None:
            if not question.forced:
                return None
            last.forced.append((at, question.options[0]))
        elif not known or known[-1][0] != at:
            return None
        else:
            last.forced.append(known.pop())
        return last.forced[-1][1]

    def asked(self) -> dict[Seat, Ask]:
        """The open questions by seat."""
        pending = self._pending
        if type(pending) is Ask:
            return {pending.seat: pending}
        if type(pending) is Together:
            return {seat: ask for seat, ask in pending.asks.items() if seat not in self._staged}
        return {}

    def ask_of(self, seat: Seat) -> Ask | None:
        """What this seat is asked now, if anything."""
        pending = self._pending
        if type(pending) is Ask:
            return pending if pending.seat == seat else None
        return self.asked().get(seat)

    def options(self, seat: Seat) -> list[Choice]:
        """The seat's legal choices now."""
        question = self.ask_of(seat)
        return question.options if question is not None else []

    @property
    def over(self) -> bool:
        return self.state.phase == OVER

    def result(self) -> Result | None:
        return self.game.result(self.state)

    def act(self, seat: Seat, choice: Choice) -> None:
        """Play one choice. An illegal one, or an error in a rule, leaves the match exactly as it was."""
        pending = self._pending
        question = pending if type(pending) is Ask and pending.seat == seat else self.ask_of(seat)
        if question is None:
            raise Illegal(f"{seat} is not asked for anything now")
        options = question.options
        try:
            choice = options[options.index(choice)]  # the option itself: True, or 1.0, never enters the journal in place of 1
        except ValueError:
            refusal = question.refusal(choice)
            reason = f" ({refusal.key}, rule {refusal.rule})" if refusal else ""
            raise Illegal(f"{reprlib.repr(choice)} is not on offer for {question.decision}{reason}", refusal) from None
        self._play_or_stay(seat, choice)

    def lapse(self, seat: Seat) -> None:
        """The seat's time has run out: its question is answered with LAPSE, which nobody can take back."""
        question = self.ask_of(seat)
        if question is None or question.limit is None:
            raise Illegal(f"{seat} is not asked for anything that could lapse")
        self._play_or_stay(seat, LAPSE)

    def follow(self, seat: Seat, choice: Choice) -> None:
        """Play what a journal tells."""
        if choice == LAPSE:
            self.lapse(seat)
        else:
            self.act(seat, choice)

    def _play_or_stay(self, seat: Seat, choice: Choice) -> None:
        """Play it; when a rule fails, be as before."""
        if self._imagined:
            self._play(seat, choice)
            return
        mark = self.mark()
        try:
            self._play(seat, choice)
        except BaseException:
            self.go_back(mark)
            raise

    def mark(self) -> _Mark:
        """Where the match stands, for ``go_back`` after one choice more."""
        return self._segments, len(self.entries)

    def go_back(self, mark: _Mark) -> None:
        """Be as at the mark: the choice played since then, in hope, was not to be."""
        segments, played = mark
        last = segments[-1]
        del last.entries[played - last.journal_at :], self.entries[played:], self.moments[played:]
        self._rebuild(segments)

    @property
    def staged(self) -> frozenset[Seat]:
        """Who has answered a question that others are still being asked."""
        return frozenset(self._staged)

    def _play(self, seat: Seat, choice: Choice) -> None:
        if self.seeds:
            self._renew()
        if self._segments:
            state = self.state
            self._segments[-1].entries.append((seat, choice, state.rolls + state.revealed))
        self.entries.append((seat, choice))
        if self.events is not None:
            self.moments.append(len(self.events))
        pending = self._pending
        answer: Any = choice
        if type(pending) is Together:
            self._staged[seat] = choice
            if len(self._staged) < len(pending.asks):
                return
            answer = {s: self._staged[s] for s in pending.asks}  # in the order asked, whatever the order of arrival
            self._staged = {}
        if not self._resume(answer):
            self._enter()
            self._imagined = False

    def refusal(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Why can't I? The rule that forbids a choice somebody would like to make."""
        question = self.ask_of(seat)
        if question is None:
            return Refusal("not_your_turn")
        return question.refusal(choice)

    # -- chance that takes over --------------------------------------------------------------------------------------

    def renew(self, seeds: Iterable[tuple[int, bytes]]) -> None:
        """From so many choices on each of these is the chance."""
        self.seeds = list(seeds)
        self._renew()

    def _renew(self) -> None:
        """Let the chance take over that is due after the choices so far."""
        for at, seed in self.seeds:
            if at == len(self.entries):
                self.state.seed = seed
                self._moment = self._supposed = None

    def seeds_since(self, at: int) -> list[tuple[int, bytes]]:
        """What takes over after the first ``at`` choices, counted from there."""
        return [(n - at, seed) for n, seed in self.seeds if n >= at]

    def reseed(self, seed: bytes) -> None:
        """Go on with this chance, whatever was to take over: for copies in which somebody tries something out."""
        self.seeds = []
        self.state.seed = seed
        self._moment = self._supposed = None

    # -- looking -----------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Any:
        """What the seat (None: a spectator) may see."""
        return self.game.view(self.state, seat)

    def told(self, seat: Seat | None, since: int = 0) -> list[Told]:
        """The events as the seat knows them, from event number ``since`` of the whole list on."""
        events = (self.events or [])[since:]
        return [event.told_to(seat) for event in events if event.only is None or seat in event.only]

    def digest(self) -> str:
        """A fingerprint of the state: equal digests mean equal states, byte for byte."""
        return hashlib.sha256(_encode(self.state)).hexdigest()

    def seal(self) -> str:
        """A fingerprint of the state and of every choice that led to it: what a journal's marks hold."""
        renewed = [(at, seed) for at, seed in self.seeds if at <= len(self.entries)]
        sealed = (self.state, self.entries, renewed) if renewed else (self.state, self.entries)
        return hashlib.sha256(_encode(sealed)).hexdigest()

    # -- copies, undo ------------------------------------------------------------------------------------------------

    def _rebuild(self, segments: list[Segment]) -> None:
        """Be what these segments tell: decode the last checkpoint and play the choices since."""
        if self._flow is not None:
            self._flow.close()
        last = segments[-1]
        if self.events is not None:
            del self.events[last.events_at :]
        del self.entries[last.journal_at :], self.moments[last.journal_at :]
        self._adopt(msgspec.msgpack.decode(last.checkpoint, type=self.game.state_type))
        entries, last.entries = last.entries, []
        self._known, last.forced = [each for each in reversed(last.forced) if each[0] <= len(entries)], []
        self._segments = segments
        self._staged = {}
        self._pending = self._flow = None
        if last.phase != OVER:
            self._flow = self.game.phases[last.phase](self.state)
            self._resume(None)
            for seat, choice, _ in entries:
                self._play(seat, choice)
            self._renew()
        self._known = None

    def clone(self, *, record: bool = False) -> Self:
        """An independent copy, exact but for the events: it has none, and records what comes only if it is to."""
        if self._imagined:
            raise RuntimeError("an imagined match can be cloned from its next phase on: imagine again instead")
        copy = type(self)(self.game, self.scenario, self.options_chosen, self.seats)
        copy.rules_version, copy.entries = self.rules_version, list(self.entries)
        copy.seed, copy.seeds = self.seed, list(self.seeds)
        copy._rebuild([*self._segments[:-1], self._segments[-1].copy()])
        return copy._recording(record)

    def _recording(self, record: bool) -> Self:
        """A fresh copy, which records what comes if it is to."""
        if record:
            self.events, self.moments = [], [0] * len(self.entries)
            self._adopt(self.state)
        return self

    def imagine(self, seat: Seat, seed: bytes, *, record: bool = False, plausible: bool = False) -> Self:
        """A copy in which everything the seat cannot know is dealt anew, and chance too. It may record its own events.

        Every such world is as likely as any other; a plausible one is dealt as it probably is.
        """
        twin = self.clone(record=record)
        dice = Dice(seed)
        if plausible:
            self._suppose(twin.state, seat, dice)
        else:
            self.game.imagine(twin.state, seat, dice)
        twin.reseed(seed)
        twin.state.rolls = dice.rolls
        for ask in twin.asked().values():
            ask.forget_options()
        if type(twin._pending) is Together:
            for other in list(twin._staged):
                if other != seat:
                    secret = twin._pending.asks[other]
                    secret.forget_options()
                    twin._staged[other] = dice.pick(secret.options)
        twin._segments = []
        twin._imagined = True
        return twin

    def _suppose(self, state: S, seat: Seat, dice: Dice) -> None:
        """Deal what the seat cannot know as it probably is; the same world is not thought out twice while nothing happens."""
        if self._supposed is None:
            self._supposed = {}
        known = self._supposed.get((seat, dice.seed))
        if known is not None:
            packed, dice.rolls = known
            graft(state, msgspec.msgpack.decode(packed, type=self.game.state_type))
            return
        self.game.suppose(state, seat, dice)
        if len(self._supposed) == _WORLDS:
            del self._supposed[next(iter(self._supposed))]
        self._supposed[seat, dice.seed] = _encode(state), dice.rolls

    def _undo_point(self, seat: Seat) -> tuple[int, int] | None:
        """Segment and entry of the seat's last choice, or None where it may not be taken back."""
        if self.over:
            return None
        segments = self._segments
        if seat in self._staged and segments:
            entries = segments[-1].entries
            n = max(i for i, (who, _, _) in enumerate(entries) if who == seat)
            return None if entries[n][1] == LAPSE else (len(segments) - 1, n)
        for k in range(len(segments) - 1, -1, -1):
            entries = segments[k].entries
            if entries:
                who, choice, tide = entries[-1]
                if who == seat and tide == self.state.tide and choice != LAPSE and not self._staged:
                    return k, len(entries) - 1
                return None
        return None

    def can_undo(self, seat: Seat) -> bool:
        return self._undo_point(seat) is not None

    def why_no_undo(self, seat: Seat) -> str | None:
        """Why the seat's last choice stands: ``over``, ``lapse``, ``others``, ``revealed``. None: it may go, or there is none."""
        if not self.entries or self._undo_point(seat) is not None:
            return None
        who, choice = self.entries[-1]
        if who != seat and all(by != seat for by, _ in self.entries):
            return None
        if self.over:
            return "over"
        if who != seat or (self._staged and seat not in self._staged):
            return "others"
        return "lapse" if choice == LAPSE else "revealed"

    def undo(self, seat: Seat) -> bool:
        """Take back the seat's last choice, unless something was rolled or revealed since or another seat has acted.

        A secret answer may be taken back as long as somebody else's is still missing. The end is final: with it everything
        is shown to everybody.
        """
        point = self._undo_point(seat)
        if point is None:
            return False
        k, n = point
        entries = self._segments[k].entries
        gone = self._segments[k].journal_at + n
        self.seeds = [(at - (at > gone), seed) for at, seed in self.seeds]
        self._rebuild([*self._segments[:k], self._segments[k].copy(entries[:n] + entries[n + 1 :])])
        return True

    def _before(self, to: int) -> list[Segment] | None:
        """The segments with the first ``to`` choices alone, as far back as they are still at hand."""
        segments = self._segments
        k = next((k for k in range(len(segments) - 1, -1, -1) if segments[k].journal_at <= to), None)
        if k is None:
            return None
        return [*segments[:k], segments[k].copy(segments[k].entries[: to - segments[k].journal_at])]

    def _tide_before(self, to: int) -> int | None:
        """The tide before choice number ``to``, if that is still at hand."""
        held = [(segment, to - segment.journal_at) for segment in self._segments]
        return next((segment.entries[n][2] for segment, n in reversed(held) if 0 <= n < len(segment.entries)), None)

    def can_rewind(self, to: int, *, past_chance: bool = False) -> bool:
        """Whether it can go back to when ``to`` choices stood; past a roll or a reveal only where that is wanted."""
        if self.over or not 0 <= to < len(self.entries) or any(choice == LAPSE for _, choice in self.entries[to:]):
            return False
        return past_chance or self._tide_before(to) == self.state.tide

    def rewind(self, to: int, seed: bytes | None = None) -> bool:
        """Go back to when ``to`` choices stood, whoever has chosen since: for a take-back to which all agree.

        As with ``undo``, not past a lapse or the end; past a roll or a reveal only with a ``seed``, which is the chance from
        there on: what was rolled is not rolled again.
        """
        present = to == len(self.entries) and seed is not None and not self.over
        if not present and not self.can_rewind(to, past_chance=seed is not None):
            return False
        segments = self._before(to)
        if segments is None:
            return False
        renewed = [(min(at, to), before) for at, before in self.seeds]
        self.seeds = renewed if seed is None else [*renewed, (to, seed)]
        self._rebuild(segments)
        return True
