"""Figures of any finished match: how often every seat chose, how long it took. What its game counts is ``Game.statistics``."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from casusbelli.game import Figure
from casusbelli.kernel import LAPSE, Seat

from .records import Saved

LONGEST_PAUSE = 30 * 60_000
"""Who was away longer than this was not thinking."""


def statistics(saved: Saved) -> list[Figure]:
    """Choices, what was taken back, lapses, minutes, by seat."""
    seats = [held.seat for held in saved.seats]
    chosen: Counter[Seat] = Counter()
    taken_back: Counter[Seat] = Counter()
    lapsed: Counter[Seat] = Counter()
    for action in saved.actions:
        if action.choice is None:
            taken_back[action.seat] += 1
        elif action.choice == LAPSE:
            lapsed[action.seat] += 1
        else:
            chosen[action.seat] += 1
    minutes: Counter[Seat] = Counter()
    for before, after in pairwise(saved.actions):
        if after.seat in before.asked:
            minutes[after.seat] += min(LONGEST_PAUSE, after.at - before.at)
    rows = [Figure("choices", {seat: chosen[seat] for seat in seats})]
    if taken_back:
        rows.append(Figure("undos", {seat: taken_back[seat] for seat in seats}))
    if lapsed:
        rows.append(Figure("lapses", {seat: lapsed[seat] for seat in seats}))
    rows.append(Figure("minutes", {seat: round(minutes[seat] / 60_000, 1) for seat in seats}))
    return rows
