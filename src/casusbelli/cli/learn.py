"""``casus learn``: a lesson in the terminal; ``casus lessons check``: are the lessons right?"""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec

from casusbelli.game.registry import find, installed
from casusbelli.kernel import Ask, Choice, Illegal, Seat
from casusbelli.learn import LessonRun, check_game, coach_of, lesson_of
from casusbelli.learn.words import LessonWords
from casusbelli.testkit import load_game
from casusbelli.words.texts import choice_text
from casusbelli.words.wording import event_line

from .common import say_json, warn
from .play import Quit, Terminal, terminal_words


def check_lessons(game_id: str | None, as_json: bool) -> int:
    """Every lesson of one game, or of all; the exit code."""
    games = [load_game(game_id)] if game_id else [find(each) for each in installed()]
    reports = [check_game(game) for game in games]
    if as_json:
        say_json({"games": {report.game: msgspec.to_builtins(report) for report in reports}})
    else:
        for report in reports:
            counted = f"{report.lessons} lessons, {report.steps} steps, {report.exercises} exercises, {report.minutes} minutes"
            warn(f"{report.game}: {counted}, {len(report.errors)} errors")
            for error in report.errors:
                warn(f"  {error}")
    return 1 if any(report.errors for report in reports) else 0


def start_lesson(game_id: str, lesson_id: str | None, language: str) -> None:
    terminal_words(language)
    game = load_game(game_id)
    LessonTerminal(LessonRun(game, lesson_of(game, lesson_id)), language).play()


def _unmarked(text: str) -> str:
    """The coach's words without their marks."""
    return re.sub(r"\*+", "", text)


class LessonTerminal(Terminal):
    """One lesson at one keyboard: the coach speaks before each question."""

    def __init__(self, run: LessonRun, language: str) -> None:
        super().__init__(run.match, dict.fromkeys(run.match.seats), language, None)
        self.run = run
        self.heard[run.seat] = len(run.match.events or ())
        self.said: tuple[str, str] | None = None

    def play(self) -> None:
        words = LessonWords(self.game, self.run.lesson, self.language)
        self.line(words.title, style="bold")
        self.line(words.lead)
        try:
            while not self.run.over:
                with suppress(_Elsewhere):
                    self.one_step()
        except Quit:
            self.say("left")
            return
        self.tell_news()
        self.line(_unmarked(words.end), style="bold")
        for goal in words.goals:
            self.line(f"  ✓ {goal}")

    def one_step(self) -> None:
        """Whatever comes next: others move, the coach speaks, the learner reads, answers or plays."""
        run = self.run
        self.match = run.match
        if run.mover is not None:
            run.play_other()
            return
        self.tell_news()
        coach = coach_of(run, self.language)
        if (coach["id"], coach["do"]) != self.said:
            self.said = coach["id"], coach["do"]
            self.speak(coach)
        if coach["answers"]:
            self.quiz()
        elif run.may_next:
            self.read_on()
        else:
            self.learner_plays()

    def tell_news(self) -> None:
        seat = self.run.seat
        self.heard[seat] = min(self.heard[seat], len(self.match.events or ()))
        for event in self.match.told(seat, self.heard[seat]):
            self.line(f"  {event_line(self.words, event)}", style="dim")
        self.heard[seat] = len(self.match.events or ())

    def speak(self, coach: dict[str, object]) -> None:
        if coach["done"]:
            self.line(_unmarked(str(coach["done"])), style="italic")
        where = f"{coach['chapter_title']} · {coach['step']}/{coach['of']}"
        self.line(f"\n{where}", style="dim")
        self.line(_unmarked(str(coach["say"])), style="bold")

    def read_on(self) -> None:
        if self.coach_command("lesson_next") == "":
            self.run.next()
        else:
            self.say("not_understood")

    def quiz(self) -> None:
        run = self.run
        answers = coach_of(run, self.language)["answers"]
        for n, answer in enumerate(answers, 1):
            self.line(f"{n:4}  {answer['text']}")
        command = self.coach_command("lesson_answer")
        if not command.isdigit() or not 1 <= int(command) <= len(answers):
            self.say("not_understood")
            return
        right = run.answer(answers[int(command) - 1]["key"])
        told = coach_of(run, self.language)["answers"][int(command) - 1]
        self.say("lesson_right" if right else "lesson_wrong", because=_unmarked(told["because"]))
        if right:
            run.next()

    def learner_plays(self) -> None:
        run = self.run
        question = self.match.ask_of(run.seat)
        if question is None:
            self.read_on()
            return
        choice = self.ask(run.seat, question)
        if choice is None:
            return
        try:
            played = run.act(choice)
        except Illegal as refused:
            self.line(str(refused))
            return
        if not played:
            nudge = coach_of(run, self.language)["nudge"]
            self.line(f"{nudge['what']}: {_unmarked(nudge['text'])}", style="italic")

    def ask(self, seat: Seat, question: Ask) -> Choice | None:
        """As in a match, with the coach's own commands before it."""
        if self.run.wants:
            self.line(f"  → {choice_text(self.game, self.words, question.decision, self.run.wants[0])}", style="dim")
        return super().ask(seat, question)

    def take_back(self, seat: Seat) -> bool:
        """In a lesson everything may be taken back, a step at a time."""
        if not self.run.undo():
            return False
        self.match = self.run.match
        self.said = None
        return True

    def coach_command(self, invitation: str) -> str:
        """A line from the learner; b and k go about in the lesson."""
        self.say(invitation)
        command = self.read("> ")
        if command == "q":
            raise Quit
        if command not in ("b", "k"):
            return command
        self.run.back() if command == "b" else self.run.skip()
        self.match, self.said = self.run.match, None
        raise _Elsewhere


class _Elsewhere(Exception):
    """The learner has gone to another step."""
