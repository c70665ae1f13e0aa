"""Work that would hold up the table is done elsewhere: in processes of their own, started when they are first needed."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
W = TypeVar("W")

YIELDING = 10
"""How far a process that thinks for long stands back from all others (its niceness)."""

log = logging.getLogger("casusbelli.table.workers")


def _begin_process(yielding: int) -> None:
    """A worker leaves Ctrl-C to the server and ends when the server does, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if yielding and hasattr(os, "nice"):
        os.nice(yielding)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def end_with_parent() -> None:
            parent.join()
            os._exit(0)

        Thread(target=end_with_parent, daemon=True).start()


class Workers:
    """Some processes; none of them: a thread of the server. With ``yielding`` they let others have the processor first."""

    def __init__(self, name: str, processes: int, yielding: int = 0) -> None:
        self.processes = processes
        self._name = name
        self._yielding = yielding
        self._executor: Executor | None = None

    def _ready(self) -> Executor:
        if self._executor is None:
            if self.processes:
                context = multiprocessing.get_context("spawn")
                self._executor = ProcessPoolExecutor(
                    self.processes, mp_context=context, initializer=_begin_process, initargs=(self._yielding,)
                )
            else:
                self._executor = ThreadPoolExecutor(1, thread_name_prefix=self._name)
        return self._executor

    async def run(self, work: Callable[[W], T], packed: W) -> T:
        """What comes of the work; if its process dies, one more try in a fresh one."""
        loop = asyncio.get_running_loop()
        executor = self._ready()
        try:
            return await loop.run_in_executor(executor, work, packed)
        except BrokenProcessPool:
            if self._executor is executor:  # else somebody has replaced it already
                log.warning("a process of %s has died; it is started anew", self._name)
                self.close()
            return await loop.run_in_executor(self._ready(), work, packed)

    def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)
