"""Games written down as they end, one line each: many games that were stopped go on where they were."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from .parallel import Where, in_order
from .play import GamePlan, Record, play_game
from .runs import whole_lines

R = TypeVar("R", bound=Record)


def play_through(plans: Sequence[GamePlan], where: Where, ledger: Path | None = None) -> Iterator[Record]:
    """Every plan's game: what the ledger has of it first, then what is still to be played."""
    return work_through(play_game, Record, plans, where, ledger)


def work_through(
    work: Callable[[GamePlan], R], kind: type[R], plans: Sequence[GamePlan], where: Where, ledger: Path | None
) -> Iterator[R]:
    """The same for records of any kind, as this work makes them."""
    if ledger is None:
        yield from in_order(work, plans, where)
        return
    known, whole = dict[bytes, R](), 0
    for record, end in whole_lines(ledger, kind):
        known[_key(record.plan)] = record
        whole = end
    left = [plan for plan in plans if _key(plan) not in known]
    yield from (known[_key(plan)] for plan in plans if _key(plan) in known)
    ledger.parent.mkdir(parents=True, exist_ok=True)
    with ledger.open("ab") as file:
        if file.tell() > whole:
            os.truncate(ledger, whole)
        for record in in_order(work, left, where):
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()
            yield record


def _key(plan: GamePlan) -> bytes:
    return msgspec.json.encode(plan, order="deterministic")
