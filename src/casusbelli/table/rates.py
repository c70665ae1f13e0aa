"""How much is taken from one source: buckets that fill slowly and empty fast."""

from __future__ import annotations

import ipaddress
import math
import time

from .settings import Rate

A_DAY = 86_400


def source_of(address: str) -> str:
    """Who is counted for an address: itself, or for IPv6 its /64, of which every household has one whole."""
    if ":" not in address:
        return address
    try:
        numbered = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(numbered.ipv4_mapped or ipaddress.IPv6Network((numbered, 64), strict=False))


class Bucket:
    """Takes as long as there is something left; fills up at its rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> int:
        """Seconds until one more is allowed."""
        left = self._left + (time.monotonic() - self._at) * self._rate.per_second
        return max(1, math.ceil((1 - left) / self._rate.per_second)) if self._rate.per_second > 0 else A_DAY

    @property
    def full(self) -> bool:
        """Whether it would be like new by now."""
        return self._left + (time.monotonic() - self._at) * self._rate.per_second >= self._rate.burst


class Buckets:
    """One bucket per source. Those that are full again are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def of(self, source: str) -> Bucket:
        bucket = self._buckets.get(source)
        if bucket is None:
            bucket = self._buckets[source] = Bucket(self._rate)
        return bucket

    def take(self, source: str) -> bool:
        return self.of(source).take()

    def forget_full(self) -> None:
        self._buckets = {source: bucket for source, bucket in self._buckets.items() if not bucket.full}
