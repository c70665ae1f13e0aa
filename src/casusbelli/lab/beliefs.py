"""Teaching a game what is probably hidden where, and judging how well worlds it supposes pass for true ones.

Bots play; moments of their games are kept as they truly are. For every moment and seat the game supposes a world, and what
lies somewhere oftener in truth than in supposition becomes likelier there, round by round. Then a classifier that sees
everything is taught to tell true worlds from supposed ones: in games that neither it nor the habits were taught by, its area
under the curve says how well it can (.5: not at all, 1: always).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.bots.beliefs import Beliefs, Habits, Judgement, believer_of, observer_of
from casusbelli.bots.learnt import sealed
from casusbelli.game import Game
from casusbelli.kernel import Dice, Seat, SetupError, seed_from
from casusbelli.testkit import load_game

from .selfplay import Lesson, play_lesson
from .veterans import lab_bot

MOMENTS = 24
"""Moments that are kept of a game, about as many as it goes."""
STEPS = (1.0, 1.0, 0.9, 0.9, 0.7, 0.7, 0.5, 0.5, 0.3, 0.3)
"""How much of what is off is put right in each round, where a game does not say otherwise (``STEPS`` of its beliefs)."""
FURTHER = (0.5, 0.4, 0.4, 0.3, 0.3, 0.2, 0.2, 0.1)
"""The same for a teaching that goes on from habits learnt before."""
FURTHEST = 5.0
LEAST = 0.02
"""Less than this is not worth a line."""
HELD_OUT = 5
"""Every so-many-th game is held out."""
SMALLEST = 10

Deal = Callable[[Any, Seat, Dice], None]


class Moment(msgspec.Struct, frozen=True):
    """A true world, and the number of its game."""

    n: int
    world: bytes


def lessons(game: str, bot: str, games: int, seed: str) -> list[Lesson]:
    """The games of a teaching, with everything checked."""
    loaded = load_game(game)
    observer_of(loaded)
    lab_bot(loaded, bot)
    if games < SMALLEST:
        raise SetupError(f"beliefs need at least {SMALLEST} games")
    return [Lesson(game, loaded.info.scenario(None).id, bot, seed, n) for n in range(games)]


def school_folder(folder: Path, lesson: Lesson) -> Path:
    """Where the moments of a teaching are kept, one file a game: a teaching that was stopped goes on."""
    return folder / f"{lesson.game}-{load_game(lesson.game).info.rules_version}-{lesson.bot}-{lesson.seed}"


def keep_moments(folder: Path, kept: Sequence[Moment]) -> None:
    """Write the moments of a game; nobody ever finds half of them."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kept[0].n}.msgpack"
    half = path.with_suffix(".half")
    half.write_bytes(msgspec.msgpack.encode(kept))
    half.replace(path)


def kept_moments(folder: Path, lesson: Lesson) -> list[Moment]:
    """The moments of a game that was played before; none if it was not."""
    path = folder / f"{lesson.n}.msgpack"
    return msgspec.msgpack.decode(path.read_bytes(), type=list[Moment]) if path.is_file() else []


def play_moments(lesson: Lesson) -> list[Moment]:
    """Play a game and keep moments of it, each as likely as any other."""
    kept, _ = play_lesson(lesson, MOMENTS, lambda match: msgspec.msgpack.encode(match.state))
    return [Moment(lesson.n, world) for _, world in kept]


class Class:
    """Moments of many games, and the game that supposes."""

    def __init__(self, game: Game[Any], moments: Sequence[Moment]) -> None:
        self.game = game
        self.observer = observer_of(game)
        scenario = game.info.scenario(None)
        self.seats = scenario.seats
        kind = type(game.setup(scenario.id, game.info.settle({}, scenario.id), seed_from("any")))
        self._read = msgspec.msgpack.Decoder(kind).decode
        self.taught = [m for m in moments if m.n % HELD_OUT]
        self.held_out = [m for m in moments if m.n % HELD_OUT == 0]
        self.steps: Sequence[float] = getattr(self.observer, "STEPS", STEPS)
        self.share: int = getattr(self.observer, "SHARE", 1)
        """Every round looks at one moment of so many, another one each time."""

    def world(self, moment: Moment) -> Any:
        return self._read(moment.world)

    def teach(self, advance: Callable[[], None] = lambda: None, before: Habits | None = None) -> Habits:
        """Habits by which as much lies everywhere in supposition as in truth; new ones, or those of before taught further."""
        habits: Habits = {habit: dict(table) for habit, table in (before or {}).items()}
        for round_, step in enumerate(FURTHER if before else self.steps):
            moments = self.taught[round_ % self.share :: self.share]
            adjust(habits, self._true(moments), self._supposed(moments, habits, round_), step)
            advance()
        return {habit: _said(table) for habit, table in sorted(habits.items()) if _said(table)}

    def _true(self, moments: Sequence[Moment]) -> Counter[tuple[str, str]]:
        believer = believer_of(self.game)
        return Counter(each for moment in moments for seat in self.seats for each in believer.lie(self.world(moment), seat))

    def _supposed(self, moments: Sequence[Moment], habits: Habits, round_: int) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        believer = believer_of(self.game)
        for number, moment in enumerate(moments):
            for seat in self.seats:
                g = self.world(moment)
                believer.suppose(g, seat, Dice(seed_from(f"{round_}/{number}/{seat}")), habits)
                found.update(believer.lie(g, seat))
        return found

    def told_apart(self, deal: Deal) -> dict[Seat, float]:
        """By seat how well a classifier tells worlds dealt like this from true ones; the better of a linear one and of trees."""
        return {seat: self._told_apart(seat, deal) for seat in self.seats}

    def _told_apart(self, seat: Seat, deal: Deal) -> float:
        import numpy as np
        from sklearn.ensemble import HistGradientBoostingClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import roc_auc_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from threadpoolctl import threadpool_limits

        rows, answers = self._both_kinds(seat, deal, self.taught)
        asked, right = self._both_kinds(seat, deal, self.held_out)
        judges = (
            make_pipeline(StandardScaler(), LogisticRegression(C=0.05, max_iter=500)),
            HistGradientBoostingClassifier(max_iter=150, learning_rate=0.06, max_leaf_nodes=12, random_state=0),
        )
        best = 0.0
        with threadpool_limits(1):  # so little data is not worth the quarrels of many threads
            for judge in judges:
                judge.fit(np.array(rows), np.array(answers))
                best = max(best, float(roc_auc_score(np.array(right), judge.predict_proba(np.array(asked))[:, 1])))
        return round(best, 3)

    def _both_kinds(self, seat: Seat, deal: Deal, moments: Sequence[Moment]) -> tuple[list[list[float]], list[int]]:
        rows: list[list[float]] = []
        for number, moment in enumerate(moments):
            g = self.world(moment)
            rows.append([float(value) for value in self.observer.traits(g, seat).values()])
            deal(g, seat, Dice(seed_from(f"judged/{number}/{seat}")))
            rows.append([float(value) for value in self.observer.traits(g, seat).values()])
        return rows, [1, 0] * len(moments)


def _said(table: Mapping[str, float]) -> dict[str, float]:
    """A table as it is written: what is said of things of which there is something to say."""
    return {thing: round(w, 2) for thing, w in sorted(table.items()) if abs(w) >= LEAST}


def adjust(habits: Habits, true: Counter[tuple[str, str]], supposed: Counter[tuple[str, str]], step: float) -> None:
    """Make likelier what lies there oftener in truth than in supposition."""
    for habit, thing in set(true) | set(supposed):
        table = habits.setdefault(habit, {})
        off = log((true[habit, thing] + 2) / (supposed[habit, thing] + 2))
        table[thing] = max(-FURTHEST, min(FURTHEST, table.get(thing, 0.0) + step * off))


def beliefs_of(game: str, command: str, games: int, habits: Habits, told_apart: dict[Seat, float]) -> Beliefs:
    """What is written."""
    rules = load_game(game).info.rules_version
    return sealed(Beliefs(game=game, rules_version=rules, command=command, games=games, told_apart=told_apart, habits=habits))


def judged(beliefs: Beliefs, command: str, told_apart: dict[Seat, float]) -> Beliefs:
    """The same beliefs, with how they fare under the rules of today."""
    rules = load_game(beliefs.game).info.rules_version
    return sealed(msgspec.structs.replace(beliefs, judged=Judgement(rules_version=rules, command=command, told_apart=told_apart)))
