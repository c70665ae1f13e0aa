"""What time it is, and being called at a time. One place, so that trials can turn the hands themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

LONGEST_WAIT = 3_600_000
"""No alarm is set for longer at once: whoever is called looks how late it is, and waits again."""


class Alarm(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """It does not come."""


class Hours:
    """The real time: milliseconds since 1970, as everything in the store."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def call_at(self, moment: int, call: Callable[[], None]) -> Alarm:
        """Call at this moment, or some time before it where that is far away."""
        wait = min(LONGEST_WAIT, max(0, moment - self.now()))
        return asyncio.get_running_loop().call_later(wait / 1000, call)
