"""A clock whose hands the trial turns: the server's time stands still unless it is told how late it is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from casusbelli.table.hours import Hours


class _Call:
    def __init__(self, moment: int, call: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        self.moment = moment
        self.call = call
        self.loop = loop
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Hands(Hours):
    """Turn them with ``turn``: what was to happen until then happens, each at its time."""

    def __init__(self) -> None:
        self._now = super().now()
        self._calls: list[_Call] = []
        self._alone = threading.Lock()

    def now(self) -> int:
        return self._now

    def call_at(self, moment: int, call: Callable[[], None]) -> _Call:
        with self._alone:
            self._calls.append(_Call(moment, call, asyncio.get_running_loop()))
            return self._calls[-1]

    def turn(self, ms: int, settle: Callable[[], None]) -> None:
        """Let so much time pass; ``settle`` waits until what was set off by one call is done."""
        goal = self._now + ms
        while True:
            with self._alone:
                self._calls = [one for one in self._calls if not one.cancelled]
                due = min((one for one in self._calls if one.moment <= goal), key=lambda one: one.moment, default=None)
                if due is None:
                    break
                self._calls.remove(due)
            self._now = max(self._now, due.moment)
            due.loop.call_soon_threadsafe(due.call)
            settle()
        self._now = goal

    def skip(self, ms: int) -> None:
        """So much time passes while nobody is there whom a call could reach."""
        self._now += ms
        self._calls.clear()
