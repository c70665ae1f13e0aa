"""A lesson as its author writes it: ``games/<game>/lessons/<nn>_<id>.toml`` is its course, without a word in any language.

What a file may hold is what these structs hold. Anything else is refused in one line that names the file and the step, when
the lessons are first read: at the start of the server, by ``casus lessons check`` and by the tests.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from casusbelli.bots import make_bot
from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, OptionValue, Seat, SetupError
from casusbelli.kernel.flow import is_choice
from casusbelli.words.texts import catalogue

SHELL_PARTS = ("prompt", "rule", "buttons", "lamp", "undo", "log", "players", "top", "tabs")
"""What ``shell:<name>`` may point at: the parts of the page that every game has."""

FROM_LESSON = "lesson:"

Scripted = tuple[str | int, ...]
"""A seat, then its choice: ``["axis", "keep_victory", …]``."""

A = TypeVar("A")


class LessonError(SetupError):
    """A course that cannot be taught: one clear line that names the file and the step."""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ends a free stretch: exactly one of these."""

    mine: str = ""
    """The learner is asked this decision."""
    decision_not: str = ""
    """The learner is asked something else, or nothing."""
    asked: str = ""
    """Another seat is asked and the learner is not."""
    phase: str = ""
    event: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """One idea. ``at`` is what the coach points at, ``rules`` the chips in its foot."""

    id: str
    chapter: str
    at: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Say(Step, frozen=True, tag="say"):
    """The learner reads."""


class Point(Step, frozen=True, tag="point"):
    """The learner reads and looks."""


class Expect(Step, frozen=True, tag="expect", kw_only=True):
    """The learner makes one choice: ``choice``, or one of ``also`` which are as good."""

    decision: str
    choice: Choice
    also: tuple[Choice, ...] = ()
    picks: tuple[str | int, ...] = ()
    """The parts of the choice in the order in which they are easiest to find; worked out where the author does not say."""
    teaches: str = ""
    """``"sacrifice"`` where the expected choice is not what a marshal would do, and the words say why."""

    @property
    def wants(self) -> tuple[Choice, ...]:
        return (self.choice, *self.also)


class Reply(Step, frozen=True, tag="reply", kw_only=True):
    """Other seats play these choices; the learner watches."""

    choices: tuple[Scripted, ...]


class Quiz(Step, frozen=True, tag="quiz", kw_only=True):
    """The learner answers; the words of each answer are under its key."""

    answers: tuple[str, ...]
    right: str


class Free(Step, frozen=True, tag="free", kw_only=True):
    """The learner plays as he likes, the others are played by a bot, until the end is reached."""

    until: Until
    decision: str = ""
    opponents: str = ""


AnyStep = Say | Point | Expect | Reply | Quiz | Free


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a lesson begins and who sits where."""

    id: str
    number: int
    seat: Seat
    minutes: int
    goals: tuple[str, ...]
    """Keys of what the learner can do afterwards (``goal.<key>``)."""
    scenario: str = ""
    options: dict[str, OptionValue] = {}
    seed: str = ""
    position: str = ""
    """The name of a prepared position, or ``lesson:<id>/<step>`` (``/end``: its end), instead of scenario, seed and prefix."""
    prefix: tuple[Scripted, ...] = ()
    """Choices played before the first step."""
    opponents: str = "recruit"
    needs: tuple[str, ...] = ()
    """Ids of lessons that should come before."""


class Lesson(msgspec.Struct, frozen=True):
    """A whole course."""

    game: str
    head: Head
    steps: tuple[AnyStep, ...]
    version: str
    """A digest of the course and the rules version: progress of another version resumes by chapters."""
    words: str = "lesson"
    """Under which room of the catalogue its words are: ``lesson.<id>.*``."""

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def seat(self) -> Seat:
        return self.head.seat

    def index(self, step_id: str) -> int | None:
        return next((i for i, step in enumerate(self.steps) if step.id == step_id), None)

    def chapters(self) -> tuple[str, ...]:
        """The chapters in order."""
        return tuple(dict.fromkeys(step.chapter for step in self.steps))


# -- reading -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def lessons_of(game: Game[Any]) -> tuple[Lesson, ...]:
    """The game's lessons in the order of their numbers, read and checked."""
    paths = sorted((game.folder / "lessons").glob("*.toml"))
    lessons = sorted((read_lesson(game, path) for path in paths), key=lambda lesson: lesson.head.number)
    ids = [lesson.id for lesson in lessons]
    for lesson in lessons:
        if ids.count(lesson.id) > 1:
            raise LessonError(f"{game.info.id}: two lessons have the id {lesson.id!r}")
        for needed in lesson.head.needs:
            if needed not in ids:
                raise LessonError(f"{game.info.id}, lesson {lesson.id}: it needs {needed!r}, which is no lesson of this game")
    return tuple(lessons)


def lesson_of(game: Game[Any], lesson_id: str | None) -> Lesson:
    """The lesson of that id; None is the first one."""
    lessons = lessons_of(game)
    if not lessons:
        raise LessonError(f"{game.info.id} has no lessons")
    if lesson_id is None:
        return lessons[0]
    for lesson in lessons:
        if lesson_id in (lesson.id, str(lesson.head.number)):
            return lesson
    raise LessonError(f"{game.info.id} has no lesson {lesson_id!r}; it has {', '.join(each.id for each in lessons)}")


def read_lesson(game: Game[Any], path: Path) -> Lesson:
    """The course in this file, checked against the game: fields, ids, seats, targets. Whether it plays is for ``check``."""
    where = f"{game.info.id}, {path.name}"
    raw = read_tables(path, where, {"lesson", "step"}, "a lesson has [lesson] and [[step]]")
    head = convert(raw.get("lesson", {}), Head, f"{where}, [lesson]")
    if not raw.get("step"):
        raise LessonError(f"{where}: it has no step")
    steps: list[AnyStep] = []
    for n, told in enumerate(raw["step"], 1):
        # a union is no type[A] to the checker, though it is one to msgspec
        steps.append(convert(told, AnyStep, f"{where}, step {told.get('id', n)}"))  # type: ignore[arg-type]
    lesson = Lesson(game.info.id, head, tuple(steps), version_of(game, path))
    Checker(game, where).lesson(lesson)
    return lesson


def read_tables(path: Path, where: str, known: set[str], has: str) -> dict[str, Any]:
    """The tables of a course's file, and no others."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{where}: {error}") from None
    for key in raw.keys() - known:
        raise LessonError(f"{where}: unknown table {key!r}; {has}")
    return raw


def version_of(game: Game[Any], path: Path) -> str:
    """A digest of the course and the rules it was written for."""
    return hashlib.sha256(path.read_bytes() + game.info.rules_version.encode()).hexdigest()[:16]


def convert(told: Any, kind: type[A], where: str) -> A:
    """Data as a struct; what does not fit is told in one line."""
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise LessonError(f"{where}: {str(error)[:1].lower()}{str(error)[1:]}") from None


# -- checking ids ------------------------------------------------------------------------------------------------------


class Ids:
    """What counts as an id of a game: everything that has a name, and the seats."""

    def __init__(self, game: Game[Any]) -> None:
        self.words = catalogue(game, "en")
        self.seats = {seat for scenario in game.info.scenarios for seat in scenario.seats}
        self.verbs = {key.rpartition(".")[2] for key in self.words if key.startswith("choice.")}
        self.verbs |= {key.removeprefix("verb.") for key in self.words if key.startswith("verb.")}

    def verb(self, verb: str | int) -> bool:
        return str(verb) in self.verbs

    def known(self, value: str | int) -> bool:
        return isinstance(value, int) or value in self.seats or f"name.{value}" in self.words

    def selects(self, verb: str | int, names: tuple[str, ...], place: int) -> bool:
        """Whether the words of a verb select by the value at that place, so that it needs no name."""
        if place >= len(names):
            return False
        selects = f"{{{names[place]}, select"
        return any(selects in text for key, text in self.words.items() if key.startswith("choice.") and key.endswith(f".{verb}"))

    def decision(self, decision: str) -> bool:
        return f"decision.{decision}" in self.words


@lru_cache(maxsize=32)
def parts_of(game: Game[Any]) -> frozenset[str]:
    """The named parts of a game's board: every ``data-part="…"`` that its modules write."""
    found: set[str] = set()
    for path in (game.folder / "board").rglob("*.js"):
        for names in re.findall(r"""data-part["']?\s*[=:,]\s*["']([\w ]+)["']""", path.read_text("utf-8")):
            found.update(names.split())
    return frozenset(found)


class Checker:
    """Holds a course against its game and refuses what the game does not have."""

    def __init__(self, game: Game[Any], where: str) -> None:
        self.game = game
        self.ids = Ids(game)
        self.where = where

    def refuse(self, what: str) -> None:
        raise LessonError(f"{self.where}: {what}")

    def lesson(self, lesson: Lesson) -> None:
        head, file = lesson.head, self.where
        self.where = f"{file}, [lesson]"
        self.head(head)
        seen: dict[str, str] = {}
        previous = ""
        for step in lesson.steps:
            self.where = f"{file}, step {step.id}"
            if step.id in seen:
                self.refuse("two steps have this id")
            if step.chapter != previous and step.chapter in seen.values():
                self.refuse(f"the chapter {step.chapter!r} was left before; a chapter is one stretch of steps")
            seen[step.id] = previous = step.chapter
            self.step(step, head)

    def head(self, head: Head) -> None:
        self.start(head)
        if head.minutes < 1 or not head.goals:
            self.refuse("minutes and at least one goal are needed")

    def start(self, head: Head) -> None:
        """Where it begins and who sits where."""
        if head.position:
            if head.scenario or head.seed or head.prefix:
                self.refuse("a prepared position takes the place of scenario, seed and prefix")
            if not head.position.startswith(FROM_LESSON) and head.position not in self.game.positions():
                self.refuse(f"no position {head.position!r}; there are {', '.join(self.game.positions()) or 'none'}")
            seats = {seat for scenario in self.game.info.scenarios for seat in scenario.seats}
        else:
            if not head.scenario or not head.seed:
                self.refuse("scenario and seed are missing (or the name of a position)")
            try:
                seats = set(self.game.info.scenario(head.scenario).seats)
                self.game.info.settle(head.options)
            except SetupError as error:
                self.refuse(str(error))
        if head.seat not in seats:
            self.refuse(f"unknown seat {head.seat!r}")
        self.bot(head.opponents)
        for scripted in head.prefix:
            self.scripted(scripted)

    def bot(self, name: str) -> None:
        try:
            make_bot(self.game, name)
        except SetupError as error:
            self.refuse(str(error))

    def scripted(self, scripted: Scripted) -> None:
        if len(scripted) < 2 or scripted[0] not in self.ids.seats:
            self.refuse(f"{list(scripted)} should begin with a seat")
        self.choice(scripted[1:])

    def choice(self, choice: Choice) -> None:
        if not is_choice(choice):
            self.refuse(f"{list(choice)} is not a choice: a verb, then ids")
        if not self.ids.verb(choice[0]):
            self.refuse(f"unknown verb {choice[0]!r}")
        names = self.game.verbs.get(str(choice[0]), ())
        for place, part in enumerate(choice[1:]):
            if not self.ids.known(part) and not self.ids.selects(choice[0], names, place):
                self.refuse(f"unknown id {part!r} in {list(choice)}")

    def decision(self, decision: str) -> None:
        if not self.ids.decision(decision):
            self.refuse(f"unknown decision {decision!r}")

    def step(self, step: AnyStep, head: Head) -> None:
        for target in step.at:
            self.target(target)
        for rule in step.rules:
            if f"rule.{rule}.title" not in self.ids.words:
                self.refuse(f"unknown rule {rule!r}")
        match step:
            case Point() if not step.at:
                self.refuse("it points at nothing")
            case Expect():
                self.decision(step.decision)
                for choice in step.wants:
                    self.choice(choice)
                for pick in step.picks:
                    if pick not in step.choice:
                        self.refuse(f"{pick!r} in picks is no part of the choice")
                if step.teaches not in ("", "sacrifice"):
                    self.refuse(f"unknown teaches {step.teaches!r}; there is 'sacrifice'")
            case Reply():
                if not step.choices:
                    self.refuse("a reply needs choices")
                for scripted in step.choices:
                    self.scripted(scripted)
                    if scripted[0] == head.seat:
                        self.refuse("a reply is never the learner's own")
            case Quiz():
                if len(step.answers) < 2 or step.right not in step.answers:
                    self.refuse("a quiz has at least two answers, and right is one of them")
            case Free():
                self.free(step, head)
            case _:
                pass

    def free(self, step: Free, head: Head) -> None:
        until = msgspec.structs.asdict(step.until)
        given = [name for name, value in until.items() if value]
        if len(given) != 1:
            self.refuse(f"until is one of {', '.join(until)}")
        for decision in filter(None, (step.decision, step.until.mine, step.until.decision_not)):
            self.decision(decision)
        if step.until.asked and (step.until.asked not in self.ids.seats or step.until.asked == head.seat):
            self.refuse(f"until asked {step.until.asked!r}: that is no other seat")
        if step.until.phase and step.until.phase not in self.game.phases:
            self.refuse(f"unknown phase {step.until.phase!r}")
        if step.until.event and f"event.{step.until.event}" not in self.ids.words:
            self.refuse(f"unknown event {step.until.event!r}")
        if step.opponents:
            self.bot(step.opponents)

    def target(self, target: str) -> None:
        kind, _, value = target.partition(":")
        known: Mapping[str, Callable[[str], bool]] = {
            "pick": self.ids.known,
            "part": lambda name: name in parts_of(self.game),
            "panel": lambda name: bool(name),
            "button": lambda name: self.ids.verb(name) or self.ids.known(name),
            "shell": lambda name: name in SHELL_PARTS,
        }
        if kind not in known:
            self.refuse(f"unknown kind of target {target!r}; there are {', '.join(known)}")
        if not known[kind](value):
            self.refuse(f"unknown target {target!r}")


def begin(game: Game[Any], lesson: Lesson) -> Match[Any]:
    """The match as it stands before the first step."""
    head = lesson.head
    if head.position.startswith(FROM_LESSON):
        from .positions import at_step  # which stands on runs, and runs on courses

        earlier, _, step = head.position.removeprefix(FROM_LESSON).partition("/")
        return at_step(lambda: game, earlier, step)()
    if head.position:
        return game.positions()[head.position].build()
    match = Match.new(game, head.scenario, head.options, head.seed.encode())
    for seat, *choice in head.prefix:
        match.act(str(seat), tuple(choice))
    return match
