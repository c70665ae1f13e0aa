"""The clock of a table: questions with a time limit lapse when their time is up."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping

from casusbelli.kernel import Ask, Seat, TimeLimit


class Clock:
    """Counts for every seat that is asked something with a limit. It runs while the table is open; reopened, it starts anew."""

    def __init__(self, ring: Callable[[Seat, Ask], None]) -> None:
        self._ring = ring
        self._begun: dict[tuple[Seat, TimeLimit], float] = {}
        self._alarms: list[asyncio.TimerHandle] = []

    def follow(self, asked: Mapping[Seat, Ask]) -> None:
        """These are the questions now. A span that comes again, after an undo too, goes on from where its time had begun."""
        self.stop()
        if not asked:
            return
        loop = asyncio.get_running_loop()
        for seat, question in asked.items():
            if question.limit is not None:
                begun = self._begun.setdefault((seat, question.limit), loop.time())
                self._alarms.append(loop.call_at(begun + question.limit.seconds, self._ring, seat, question))

    def left(self, seat: Seat, question: Ask) -> int | None:
        """Whole seconds the seat still has, or None when it may think as long as it likes."""
        begun = self._begun.get((seat, question.limit)) if question.limit is not None else None
        if begun is None or question.limit is None:
            return None
        return max(0, math.ceil(begun + question.limit.seconds - asyncio.get_running_loop().time()))

    def stop(self) -> None:
        if self._alarms:
            for alarm in self._alarms:
                alarm.cancel()
            self._alarms.clear()
