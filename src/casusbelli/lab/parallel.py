"""The same results in the same order, whatever the number of processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def in_order(work: Callable[[A], B], items: Sequence[A], jobs: int) -> Iterator[B]:
    """The work's result for every item, in the order of the items. Several processes share the work when ``jobs`` says so."""
    if jobs <= 1 or len(items) <= 1:
        yield from map(work, items)
        return
    share = max(1, min(16, len(items) // (jobs * 8)))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(work, items, chunksize=share)
