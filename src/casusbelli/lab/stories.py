"""A game as a study keeps it: not every choice, but its course, its score sheet, its openings and its cards."""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.game import Match
from casusbelli.kernel import Choice, Params, Seat
from casusbelli.testkit import load_game

from .facts import Fact, cards_of, facts_of
from .play import GamePlan, Record, Watcher, play_game

OPENING = 3
"""So many first choices of a seat are its opening."""


class Errand(msgspec.Struct, frozen=True):
    """A game that a study wants: of which arm, by which deal, and in which turn of the seats."""

    arm: str
    deal: int
    turn: int
    plan: GamePlan

    @property
    def key(self) -> tuple[str, int, int]:
        return self.arm, self.deal, self.turn


class Stage(msgspec.Struct, frozen=True):
    """The match when a chapter was over: how many choices in, the points, and public facts."""

    id: str
    at: int
    points: dict[Seat, float]
    facts: tuple[Fact, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A row of the score sheet."""

    key: str
    kind: str
    points: dict[Seat, float]
    params: Params = {}


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a game. The same errand gives the same story, byte for byte."""

    arm: str
    deal: int
    turn: int
    scenario: str
    options: dict[str, bool | int | str]
    seed: str
    bots: tuple[str, ...]
    winners: tuple[Seat, ...] = ()
    ending: str = ""
    scores: dict[Seat, float] = {}
    decisions: int = 0
    choices: tuple[int, ...] = ()
    width: tuple[int, ...] = ()
    """The sum of the numbers of options at all decisions, and the largest."""
    asked: dict[str, int] = {}
    """How often each decision was to be made."""
    openings: dict[Seat, tuple[str, ...]] = {}
    cards: dict[Seat, dict[str, int]] = {}
    """How often a seat named each card of the card browser in its choices."""
    stages: tuple[Stage, ...] = ()
    sheet: tuple[Line, ...] = ()
    error: str = ""

    @property
    def key(self) -> tuple[str, int, int]:
        return self.arm, self.deal, self.turn

    def share(self, seat: Seat, seats: int) -> float:
        """What the seat has of the victory: all, a part, or in a game that nobody won one part of all seats."""
        if not self.winners:
            return 1 / seats
        return (seat in self.winners) / len(self.winners)


class _Chronicler(Watcher):
    def __init__(self, errand: Errand) -> None:
        self.game = load_game(errand.plan.game)
        self.cards_known = cards_of(self.game)
        self.widths: list[int] = []
        self.asked: dict[str, int] = {}
        self.openings: dict[Seat, list[str]] = {}
        self.cards: dict[Seat, dict[str, int]] = {}
        self.stages: list[Stage] = []
        self.sheet: tuple[Line, ...] = ()
        self.chapter: str | None = None

    def before(self, match: Match[Any], seat: Seat, choice: Choice) -> None:
        question = match.asked()[seat]
        if self.chapter is None:
            self.chapter = self.game.chapter(match.state)
        self.widths.append(len(question.options))
        self.asked[question.decision] = self.asked.get(question.decision, 0) + 1
        opening = self.openings.setdefault(seat, [])
        if len(opening) < OPENING and len(question.options) > 1:
            opening.append(":".join(map(str, choice)))
        played = self.cards.setdefault(seat, {})
        for part in choice[1:]:
            name = part if part in self.cards_known else f"{seat}.{part}"
            if name in self.cards_known:
                played[str(name)] = played.get(str(name), 0) + 1

    def after(self, match: Match[Any]) -> None:
        chapter = self.game.chapter(match.state)
        if chapter == self.chapter and not match.over:
            return
        facts = facts_of(self.game, match.view(None))
        points = {seat: float(value) for seat, value in self.game.points(match.state).items()}
        self.stages.append(Stage(self.chapter or "", len(match.entries), points, tuple(facts)))
        self.chapter = chapter
        if match.over:
            self.sheet = tuple(
                Line(line.key, line.kind, dict(line.points), dict(line.params)) for line in self.game.ending(match.state).sheet
            )


def play_story(errand: Errand) -> Story:
    """Play an errand and keep its story."""
    watcher = _Chronicler(errand)
    record: Record = play_game(errand.plan, watcher)
    plan = errand.plan
    told: dict[str, Any] = {"arm": errand.arm, "deal": errand.deal, "turn": errand.turn}
    told |= {"scenario": plan.scenario, "options": plan.options, "seed": plan.seed, "bots": plan.bots}
    if record.error:
        return Story(**told, error=record.error)
    return Story(
        **told,
        winners=record.winners,
        ending=record.ending,
        scores=record.scores,
        decisions=record.decisions,
        choices=tuple(record.choices),
        width=(sum(watcher.widths), max(watcher.widths, default=0)),
        asked=watcher.asked,
        openings={seat: tuple(opening) for seat, opening in watcher.openings.items()},
        cards=watcher.cards,
        stages=tuple(watcher.stages),
        sheet=watcher.sheet,
    )
