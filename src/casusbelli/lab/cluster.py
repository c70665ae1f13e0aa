"""Work on a Ray cluster (extra ``ray``): the same results in the same order, and what a lost worker was doing is done again.

Every machine of the cluster has Casus Belli installed in the same version. Work is a function of its item alone, so it does not
matter who does it, nor how often.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from casusbelli.game.content import PACKS_VARIABLE
from casusbelli.kernel import SetupError

A = TypeVar("A")
B = TypeVar("B")

LOCAL = "local"
AHEAD = 4
"""Parcels that lie ready for every core of the cluster."""
PARCELS = 32
"""A core fetches work at least this often, so that the last ones to finish do not keep the others waiting."""


class Cluster:
    """A connection to a cluster, or a cluster of its own on this machine."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ModuleNotFoundError:
            raise SetupError("a cluster needs Ray: pip install 'casus-belli[ray]'") from None
        self._ray = ray
        _must_answer(address)
        kept = {name: os.environ[name] for name in (PACKS_VARIABLE, "PYTHONPATH") if name in os.environ}
        try:
            ray.init(
                address=None if address == LOCAL else address,
                runtime_env={"env_vars": kept},
                include_dashboard=False if address == LOCAL else None,
                log_to_driver=False,
                logging_level="ERROR",
                configure_logging=True,
            )
        except Exception as error:  # Ray has many ways to say that nobody is there
            line = str(error).strip().splitlines()
            raise SetupError(f"no Ray cluster at {address}: {line[0] if line else type(error).__name__}") from None

    @property
    def cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def in_order(self, work: Callable[[A], B], items: Sequence[A]) -> Iterator[B]:
        """Parcels of items, always some ahead; their results as they stand in line."""
        remote: Any = self._ray.remote(max_retries=-1, num_cpus=1)(_do)
        size = max(1, min(16, len(items) // (self.cores * PARCELS)))
        parcels = [list(items[n : n + size]) for n in range(0, len(items), size)]
        waiting: deque[Any] = deque()
        for parcel in parcels:
            waiting.append(remote.remote(work, parcel))
            if len(waiting) >= AHEAD * self.cores:
                yield from self._ray.get(waiting.popleft())
        while waiting:
            yield from self._ray.get(waiting.popleft())

    def close(self) -> None:
        self._ray.shutdown()


def _must_answer(address: str) -> None:
    """Ray itself goes on trying for minutes where nobody is; one knock tells."""
    if address in (LOCAL, "auto"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not host or not port.isdigit():
        raise SetupError(f"a Ray cluster is `local`, `auto`, HOST:PORT or ray://HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise SetupError(f"no Ray cluster at {address}: {error}") from None


def _do(work: Callable[[A], B], parcel: list[A]) -> list[B]:
    return [work(item) for item in parcel]
