"""Habits counted over many games between bots: what ``Game.habits`` counts in each, added up with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Habit, Habits, Match, Position
from casusbelli.kernel import Choice, Event, Seat, SetupError
from casusbelli.testkit import load_game

from .ledger import work_through
from .parallel import Where
from .play import GamePlan, Record, Watcher, play_game
from .stats import ratio, wilson


class Counted(Record):
    """A game and what was counted in it: by habit and by whom it concerns so many of so many; and words."""

    counts: dict[str, dict[str, tuple[float, float]]] = msgspec.field(default_factory=dict)
    words: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)


class _Counter(Watcher):
    listens = True

    def __init__(self, game: str) -> None:
        self.habits: Habits[Any] = load_game(game).habits()

    def before(self, match: Match[Any], seat: Seat, choice: Choice) -> None:
        self.habits.chosen(match.state, Position(match, seat), choice)

    def heard(self, match: Match[Any], event: Event) -> None:
        self.habits.happened(match.state, event)

    def after(self, match: Match[Any]) -> None:
        result = match.result() if match.over else None
        if result is not None:
            self.habits.over(match.state, result)


def count_game(plan: GamePlan) -> Counted:
    """Play a plan to its end and count."""
    watcher = _Counter(plan.game)
    record = play_game(plan, watcher)
    return Counted(**msgspec.structs.asdict(record), counts=watcher.habits.counts, words=watcher.habits.words)


def count_through(plans: Sequence[GamePlan], where: Where, ledger: Path | None = None) -> Iterator[Counted]:
    """Every plan's game counted: what the ledger has of it first."""
    return work_through(count_game, Counted, plans, where, ledger)


def habits_of(game: str) -> Sequence[Habit]:
    """What the game counts."""
    found = load_game(game).habits().habits
    if not found:
        raise SetupError(f"{game} counts no habits")
    return found


def table(habits: Sequence[Habit], games: Iterable[Counted]) -> list[dict[str, Any]]:
    """A row for every habit and whom it concerns, ready for JSON."""
    whole = [game for game in games if not game.error]
    return [row for habit in habits for row in (_different if habit.kind == "different" else _rows)(habit, whole)]


def _rows(habit: Habit, games: Sequence[Counted]) -> Iterator[dict[str, Any]]:
    found = [game.counts.get(habit.key, {}) for game in games]
    for who in sorted({who for row in found for who in row}):
        pairs = [row[who] for row in found if who in row]
        hits, of = sum(hit for hit, _ in pairs), sum(n for _, n in pairs)
        value, low, high = ratio(pairs)
        if habit.kind == "share":
            once = all(n <= 1 and hit in {0, n} for hit, n in pairs)
            low, high = wilson(hits, int(of)) if once else (low, min(1.0, high))
        yield _row(habit, who, value, low, high) | {"hits": round(hits, 3), "of": round(of, 3), "games": len(pairs)}


def _different(habit: Habit, games: Sequence[Counted]) -> Iterator[dict[str, Any]]:
    found = [game.words.get(habit.key, {}) for game in games]
    for who in sorted({who for row in found for who in row}):
        words = Counter(row[who] for row in found if who in row)
        n = words.total()
        yield _row(habit, who, len(words), None, None) | {"most": max(words.values()), "of": n, "games": n}


def _row(habit: Habit, who: str, value: float, low: float | None, high: float | None) -> dict[str, Any]:
    figures = {
        name: None if figure is None else round(figure, 5) for name, figure in (("value", value), ("low", low), ("high", high))
    }
    return {"habit": habit.key, "label": habit.label, "who": who, "kind": habit.kind, **figures}
