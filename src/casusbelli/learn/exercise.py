"""An exercise: one position, one question, and an answer the engine has checked. ``games/<game>/exercises/<nn>_<id>.toml``.

Two kinds. A *move*: the learner makes one choice at the table; ``right`` lists the choices that solve it, and ``fact`` says what
each of them, and no other, leads to. A *question*: ``answers`` are keys of words, ``right`` is one of them.

An exercise is run as a lesson of a single step, so table, terminal and tests need nothing new for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from casusbelli.bots import make_bot
from casusbelli.game import LANGUAGES, Game, Match, Position
from casusbelli.kernel import Choice, OptionValue, Seat
from casusbelli.words.texts import catalogue

from .script import AnyStep, Checker, Expect, Head, Lesson, LessonError, Quiz, Scripted, begin, convert, read_tables, version_of
from .words import LONGEST, plain, template_faults

STEP = "solve"
WORDS = "exercise"


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must have happened after a right choice: an event of this kind, whose parameters include these."""

    event: str
    where: dict[str, Any] = {}

    def holds(self, match: Match[Any], since: int) -> bool:
        wanted = self.where.items()
        return any(
            event.kind == self.event and all(event.params.get(name) == value for name, value in wanted)
            for event in (match.events or [])[since:]
        )


class Playouts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The right choices win more often than all others, played out by bots."""

    games: int = 40
    bot: str = "recruit"
    margin: float = 0.1
    choices: int = 4000


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One question about one position."""

    id: str
    number: int
    seat: Seat
    decision: str = ""
    position: str = ""
    scenario: str = ""
    options: dict[str, OptionValue] = {}
    seed: str = ""
    prefix: tuple[Scripted, ...] = ()
    right: tuple[Choice, ...] | str
    answers: tuple[str, ...] = ()
    fact: Fact | None = None
    playouts: Playouts | None = None
    at: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    minutes: int = 2

    def as_lesson(self, game: str, version: str) -> Lesson:
        head = Head(
            id=self.id,
            number=self.number,
            seat=self.seat,
            minutes=self.minutes,
            goals=(),
            scenario=self.scenario,
            options=self.options,
            seed=self.seed,
            position=self.position,
            prefix=self.prefix,
        )
        step: AnyStep
        if isinstance(self.right, str):
            step = Quiz(id=STEP, chapter=STEP, at=self.at, rules=self.rules, answers=self.answers, right=self.right)
        else:
            first, *more = self.right
            step = Expect(
                id=STEP, chapter=STEP, at=self.at, rules=self.rules, decision=self.decision, choice=first, also=tuple(more)
            )
        return Lesson(game, head, (step,), version, WORDS)


class Posed(msgspec.Struct, frozen=True):
    """An exercise with the lesson it is run as."""

    exercise: Exercise
    lesson: Lesson

    @property
    def id(self) -> str:
        return self.exercise.id


@lru_cache(maxsize=64)
def exercises_of(game: Game[Any]) -> tuple[Posed, ...]:
    """The game's exercises in order, read and checked."""
    posed = [read_exercise(game, path) for path in sorted((game.folder / "exercises").glob("*.toml"))]
    ids = [one.id for one in posed]
    for one in ids:
        if ids.count(one) > 1:
            raise LessonError(f"{game.info.id}: two exercises have the id {one!r}")
    return tuple(sorted(posed, key=lambda one: one.exercise.number))


def read_exercise(game: Game[Any], path: Path) -> Posed:
    where = f"{game.info.id}, {path.name}"
    raw = read_tables(path, where, {"exercise"}, "an exercise has [exercise]")
    exercise = convert(raw.get("exercise", {}), Exercise, where)
    if isinstance(exercise.right, str) != bool(exercise.answers) or not exercise.right:
        raise LessonError(f"{where}: right is one of the answers, or a list of choices where there are none")
    lesson = exercise.as_lesson(game.info.id, version_of(game, path))
    checker = Checker(game, where)
    checker.start(lesson.head)
    checker.step(lesson.steps[0], lesson.head)
    return Posed(exercise, lesson)


# -- checking ----------------------------------------------------------------------------------------------------------


def check_exercise(game: Game[Any], posed: Posed) -> Iterator[str]:
    """What is wrong with it, one line each: the position, the answer, the fact, the words."""
    exercise, where = posed.exercise, f"exercise {posed.id}"
    yield from (f"{where}: {fault}" for fault in _words(game, posed))
    try:
        match = begin(game, posed.lesson)
    except Exception as error:
        yield f"{where}: its position cannot be built: {error}"
        return
    if isinstance(exercise.right, str):
        return
    asked = match.ask_of(exercise.seat)
    if asked is None or asked.decision != exercise.decision:
        yield f"{where}: {exercise.decision} is not asked of {exercise.seat}"
        return
    for choice in exercise.right:
        if choice not in asked.options:
            yield f"{where}: {list(choice)} is not on offer"
            return
    if exercise.fact is not None:
        yield from (f"{where}: {fault}" for fault in _fact(game, posed, exercise.fact))
    if exercise.playouts is not None:
        yield from (f"{where}: {fault}" for fault in _playouts(game, posed, exercise.playouts))
    if exercise.fact is None and exercise.playouts is None:
        yield f"{where}: nothing shows that the answer is right; give a fact or playouts"


def _fact(game: Game[Any], posed: Posed, fact: Fact) -> Iterator[str]:
    """Every right choice leads to it, no other does."""
    exercise = posed.exercise
    for choice in begin(game, posed.lesson).options(exercise.seat):
        match = begin(game, posed.lesson)
        since = len(match.events or ())
        match.act(exercise.seat, choice)
        if fact.holds(match, since) != (choice in exercise.right):
            yield f"{list(choice)} {'leads' if choice not in exercise.right else 'does not lead'} to {fact.event}"


def _playouts(game: Game[Any], posed: Posed, how: Playouts) -> Iterator[str]:
    """The worst of the right choices wins more often than the best of the others."""
    exercise = posed.exercise
    bot = make_bot(game, how.bot)
    shares = {}
    for choice in begin(game, posed.lesson).options(exercise.seat):
        won = 0.0
        for n in range(how.games):
            match = begin(game, posed.lesson)
            match.act(exercise.seat, choice)
            rng = Random(f"{posed.id}/{n}")
            for _ in range(how.choices):
                if match.over:
                    break
                seat = next(iter(match.asked()))
                match.act(seat, bot.choose(Position(match, seat), rng))
            result = match.result()
            won += bool(result and exercise.seat in result.winners)
        shares[choice] = won / how.games
    right = min(share for choice, share in shares.items() if choice in exercise.right)
    others = max((share for choice, share in shares.items() if choice not in exercise.right), default=0.0)
    if right < others + how.margin:
        yield f"played out, the right choices win {right:.0%}, the best other {others:.0%}"


def _words(game: Game[Any], posed: Posed) -> Iterator[str]:
    exercise, prefix = posed.exercise, f"{WORDS}.{posed.id}."
    needed = {"title", "question", "reason"}
    if isinstance(exercise.right, str):
        needed |= {f"{kind}.{key}" for key in exercise.answers for kind in ("answer", "because")}
    else:
        needed.add("nudge")
    for language in LANGUAGES:
        words = catalogue(game, language)
        given = {key.removeprefix(prefix) for key in words if key.startswith(prefix)}
        yield from (f"{language}: no text {key}" for key in sorted(needed - given))
        yield from (f"{language}: {key} is not asked for" for key in sorted(given - needed))
        for key in sorted(given & needed):
            yield from (f"{language}: {key}: {fault}" for fault in template_faults(words, words[prefix + key]))
            if len(plain(words, words[prefix + key])) > LONGEST[language]:
                yield f"{language}: {key} is longer than {LONGEST[language]} characters"
