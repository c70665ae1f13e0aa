"""A lesson in progress: a match and a step. The table, the terminal and the tests all play lessons through this.

The run keeps the choices of every step, so that any step can be returned to exactly: the match is built anew to it.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import msgspec

from casusbelli.bots import make_bot
from casusbelli.game import Bot, Game, Match, Position
from casusbelli.kernel import Choice, Illegal, Seat

from .script import AnyStep, Expect, Free, Lesson, LessonError, Point, Quiz, Reply, Say, begin

Played = tuple[Seat, Choice]

_FREE_CHOICES = 400
"""A free stretch that bots cannot end within so many choices has no end."""


class Progress(msgspec.Struct, omit_defaults=True):
    """What is kept of a run between two visits."""

    version: str
    step: str
    chapter: str
    choices: dict[str, list[Played]] = {}
    """What was played in every step that was completed."""
    begun: list[Played] = []
    """What was played so far in the present step."""
    answered: str = ""
    first_answers: dict[str, str] = {}
    furthest: str = ""
    over: bool = False
    done: bool = False
    """It was finished at least once."""


class Nudge(msgspec.Struct):
    """Another legal choice than the expected one was tried. It was not played."""

    tried: Choice
    times: int
    reading: bool = False
    """It came while there was something to read or to answer first."""


class LessonRun:
    """One learner's way through one lesson."""

    def __init__(self, game: Game[Any], lesson: Lesson, progress: Progress | None = None) -> None:
        self.game = game
        self.lesson = lesson
        self.match: Match[Any] = begin(game, lesson)
        self.played: list[Played] = []
        """What was played in this step."""
        self.nudge: Nudge | None = None
        self.answered: str | None = None
        self.at = 0
        self.furthest = 0
        self.over = False
        """The last step is done."""
        self.finished = False
        """It was finished once, even if the learner went back since."""
        self.kept: dict[int, list[Played]] = {}
        self.first_answers: dict[str, str] = {}
        self._enter()
        if progress is not None:
            self._resume(progress)

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self.lesson.seat

    @property
    def step(self) -> AnyStep:
        return self.lesson.steps[self.at]

    @property
    def wants(self) -> tuple[Choice, ...]:
        """The choices that this step accepts; none where it expects no particular one."""
        return self.step.wants if isinstance(self.step, Expect) and not self.over else ()

    @property
    def picks(self) -> tuple[str | int, ...]:
        """The parts of the expected choice in the order of the to-do list."""
        step = self.step
        if not isinstance(step, Expect) or self.over:
            return ()
        return step.picks or default_picks(self.match.options(self.seat), step.choice)

    @property
    def mover(self) -> Seat | None:
        """Another seat whose move is due now: scripted in a reply, by the bot in a free stretch."""
        step = self.step
        if self.over:
            return None
        if isinstance(step, Reply) and len(self.played) < len(step.choices):
            return str(step.choices[len(self.played)][0])
        if isinstance(step, Free):
            return next((seat for seat in self.match.asked() if seat != self.seat), None)
        return None

    @property
    def may_next(self) -> bool:
        """Whether Next goes on from here."""
        if self.over or self.mover is not None:
            return False
        if isinstance(self.step, Quiz):
            return self.answered == self.step.right
        return isinstance(self.step, Say | Point | Reply)

    def progress(self) -> Progress:
        steps = self.lesson.steps
        return Progress(
            version=self.lesson.version,
            step=self.step.id,
            chapter=self.step.chapter,
            choices={steps[i].id: played for i, played in self.kept.items()},
            begun=list(self.played),
            answered=self.answered or "",
            first_answers=dict(self.first_answers),
            furthest=steps[self.furthest].id,
            over=self.over,
            done=self.finished,
        )

    # -- the learner -------------------------------------------------------------------------------------------------

    def act(self, choice: Choice) -> bool:
        """The learner's choice: True when it was played. Another legal one is nudged, an illegal one is refused."""
        if choice not in self.match.options(self.seat):
            self.match.act(self.seat, choice)  # raises Illegal with its reason
        expected = self._expected_soon()
        if expected is not None and choice in expected.wants:
            while self.step is not expected:
                self._go_on()
        if self.over or not (isinstance(self.step, Free) or choice in self.wants):
            times = self.nudge.times + 1 if self.nudge else 1
            self.nudge = Nudge(choice, times, reading=not isinstance(self.step, Expect))
            return False
        self._play(self.seat, choice)
        self._settle()
        return True

    def _expected_soon(self) -> Expect | None:
        """The next step that expects a choice, if there is only reading before it."""
        if self.over or self.mover is not None or (isinstance(self.step, Quiz) and not self.may_next):
            return None
        for step in self.lesson.steps[self.at :]:
            if isinstance(step, Expect):
                return step
            if isinstance(step, Free) or not (isinstance(step, Say | Point) or step is self.step):
                return None
        return None

    def play_other(self) -> Played | None:
        """Play the move that is due of another seat; what was played."""
        seat = self.mover
        if seat is None:
            return None
        choice = self.choice_of(seat)
        self.play_as(seat, choice)
        return seat, choice

    def choice_of(self, seat: Seat) -> Choice:
        """What another seat plays now."""
        step = self.step
        if isinstance(step, Reply):
            return tuple(step.choices[len(self.played)][1:])
        chance = Random(f"{self.lesson.id}/{seat}/{len(self.match.entries)}")
        return self._opponent.choose(Position(self.match, seat), chance)

    def play_as(self, seat: Seat, choice: Choice) -> None:
        """Play another seat's choice, worked out by ``choice_of``."""
        self._play(seat, choice)
        self._settle()

    def play_others(self) -> None:
        """Play all moves of others that are due."""
        while self.play_other() is not None:
            pass

    def next(self) -> bool:
        if not self.may_next:
            return False
        self._go_on()
        return True

    def answer(self, key: str) -> bool:
        """An answer to the quiz; True when it is right. The first one is what is noted."""
        step = self.step
        if self.over or not isinstance(step, Quiz) or key not in step.answers:
            return False
        self.first_answers.setdefault(step.id, key)
        self.answered = key
        return key == step.right

    def do_it(self) -> bool:
        """Play the expected choice for the learner."""
        if not self.wants or self.mover is not None:
            return False
        self._play(self.seat, self.wants[0])
        self._settle()
        return True

    def undo(self) -> bool:
        """Take back the learner's last choice of this step, and what followed; beyond the step, as back."""
        own = [n for n, (seat, _) in enumerate(self.played) if seat == self.seat]
        if not own or self.over:
            return self.back()
        kept = self.played[: own[-1]]
        self._rebuild(self.at)
        for seat, choice in kept:
            self._play(seat, choice)
        self._settle()
        return True

    # -- going about -------------------------------------------------------------------------------------------------

    def back(self) -> bool:
        """To the step before, or to the beginning of the last step when all is done."""
        if self.over:
            return self.to(self.step.id)
        return self.at > 0 and self.to(self.lesson.steps[self.at - 1].id)

    def to(self, step_id: str) -> bool:
        """To a step that was reached before, exactly as it began."""
        index = self.lesson.index(step_id)
        if index is None or index > self.furthest:
            return False
        self._keep()
        self._rebuild(index)
        return True

    def restart(self) -> None:
        self.to(self.lesson.steps[0].id)

    def skip(self) -> None:
        """To the next chapter: what is expected and answered in this one is played without asking."""
        chapter = self.step.chapter
        while not self.over and self.step.chapter == chapter:
            self.pass_step()

    # -- inside ------------------------------------------------------------------------------------------------------

    @cached_property
    def _bots(self) -> dict[str, Bot]:
        return {}

    @property
    def _opponent(self) -> Bot:
        """The bot of the step, or of the lesson."""
        name = (self.step.opponents if isinstance(self.step, Free) else "") or self.lesson.head.opponents
        if name not in self._bots:
            self._bots[name] = make_bot(self.game, name)
        return self._bots[name]

    def _enter(self) -> None:
        """Begin the present step."""
        self.played = []
        self.nudge = None
        self.answered = None
        self._events_before = len(self.match.events or ())
        self.furthest = max(self.furthest, self.at)

    def _play(self, seat: Seat, choice: Choice) -> None:
        self.match.follow(seat, choice)
        self.played.append((seat, choice))
        self.nudge = None

    def _settle(self) -> None:
        """Go on where the step is complete by itself."""
        step = self.step
        if isinstance(step, Expect) and self.played:
            self._go_on()
        while not self.over and isinstance(self.step, Free) and self._ended(self.step):
            self._go_on()

    def _go_on(self) -> None:
        self._keep()
        if self.at + 1 == len(self.lesson.steps):
            self.over = self.finished = True
            return
        self.at += 1
        self._enter()
        if isinstance(self.step, Free) and self._ended(self.step):
            self._settle()

    def _keep(self) -> None:
        if self.played:
            self.kept[self.at] = list(self.played)

    def _ended(self, step: Free) -> bool:
        """Whether the end of a free stretch is reached."""
        if self.match.over:
            return True
        asked, until = self.match.asked(), step.until
        mine = asked.get(self.seat)
        if until.mine:
            return mine is not None and mine.decision == until.mine
        if until.decision_not:
            return mine is None or mine.decision != until.decision_not
        if until.asked:
            return until.asked in asked and mine is None
        if until.phase:
            return bool(self.match.state.phase == until.phase)
        return any(event.kind == until.event for event in (self.match.events or [])[self._events_before :])

    def _rebuild(self, index: int) -> None:
        """Be at the beginning of that step."""
        self.match = begin(self.game, self.lesson)
        self.at, self.over = 0, False
        self._enter()
        while self.at < index and not self.over:
            self._again()

    def _again(self) -> None:
        """Pass a step as it was played before, where that is known and still goes."""
        known = [] if self.played else self.kept.get(self.at, [])
        at = self.at
        for seat, choice in known:
            try:
                self._play(seat, choice)
            except Illegal:
                break
            self._settle()
            if self.at != at:
                return
        self.pass_step()

    def pass_step(self) -> None:
        """Do what is still to be done in this step, as the script or the bot does it, and go on."""
        at, step = self.at, self.step
        if isinstance(step, Expect):
            self.do_it()
        elif isinstance(step, Free):
            for _ in range(_FREE_CHOICES):
                if self.over or self.at != at:
                    return
                seat = self.mover or self.seat
                self._play(seat, self.choice_of(seat))
                self._settle()
            raise LessonError(f"{self.lesson.game}, lesson {self.lesson.id}, step {step.id}: it does not end")
        else:
            while isinstance(step, Reply) and self.mover is not None:
                self.play_other()
            self._go_on()

    def _resume(self, progress: Progress) -> None:
        """Be where the learner left; in another version of the lesson at the chapter of that name, or at the start."""
        self.finished = progress.done
        self.first_answers = dict(progress.first_answers)
        steps = self.lesson.steps
        if progress.version != self.lesson.version:
            target = next((i for i, step in enumerate(steps) if step.chapter == progress.chapter), 0)
            self._rebuild(target)
            return
        for step_id, played in progress.choices.items():
            index = self.lesson.index(step_id)
            if index is not None:
                self.kept[index] = [(seat, tuple(choice)) for seat, choice in played]
        index = self.lesson.index(progress.step) or 0
        self._rebuild(index)
        self.furthest = max(index, self.lesson.index(progress.furthest) or 0)
        for seat, choice in progress.begun:
            try:
                self._play(seat, tuple(choice))
            except Illegal:
                break
            self._settle()
        self.answered = progress.answered or None
        self.over = self.over or (progress.over and self.at + 1 == len(steps))


def default_picks(options: list[Choice], wanted: Choice) -> tuple[str | int, ...]:
    """The parts to pick until only the wanted choice is left: ids as they stand in it, then the verb, then numbers."""
    left, picks = options, []
    parts = [part for part in wanted[1:] if isinstance(part, str)]
    numbers = [part for part in wanted[1:] if isinstance(part, int)]
    for part in (*parts, wanted[0], *numbers):
        if len(left) == 1:
            break
        fewer = [choice for choice in left if part in choice]
        if len(fewer) < len(left):
            left = fewer
            picks.append(part)
    return tuple(picks) or (wanted[0],)
