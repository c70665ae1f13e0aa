"""The same results in the same order, whatever the number of processes and machines."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import TypeVar

from .cluster import Cluster

A = TypeVar("A")
B = TypeVar("B")

Where = int | str
"""A number of processes on this machine, or the address of a Ray cluster (``local``: one of its own on this machine)."""


class Hands:
    """Who does the work, for as long as there is some: processes take a while to start."""

    def __init__(self, where: Where) -> None:
        self.jobs = where if isinstance(where, int) else 1
        self._cluster = Cluster(where) if isinstance(where, str) else None
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Hands:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        if self._cluster is not None:
            self._cluster.close()

    def in_order(self, work: Callable[[A], B], items: Sequence[A]) -> Iterator[B]:
        """The work's result for every item, in the order of the items."""
        if self._cluster is not None:
            yield from self._cluster.in_order(work, items)
        elif self.jobs <= 1 or len(items) <= 1:
            yield from map(work, items)
        else:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.jobs, mp_context=multiprocessing.get_context("spawn"))
            yield from self._pool.map(work, items)  # one by one: what is done can be written down, whoever is stopped


def in_order(work: Callable[[A], B], items: Sequence[A], where: Where) -> Iterator[B]:
    """The work's result for every item, in the order of the items, by these hands."""
    with Hands(where) as hands:
        yield from hands.in_order(work, items)
