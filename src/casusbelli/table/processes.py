"""``casus serve --processes N``: several servers behind one listening socket, and one who looks after them.

The parent loads the games, forks, and serves nobody. A child that dies is replaced; what it had acknowledged is in the database,
and its players' browsers come back by themselves to another one. When the parent goes, all go.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from .settings import Rate, Settings

log = logging.getLogger("casusbelli.table.processes")

GOODBYE_SECONDS = 15.0
"""How long children may take to end."""

SOON_SECONDS = 5.0
"""A child that ends sooner than this has not been able to begin."""

TRIES = 5
"""So many in a row that cannot begin, and it is given up."""

Child = Callable[[int, Callable[[], None]], None]
"""Serves as the n-th of several until it is told to end; calls when it is ready."""


class GaveUp(RuntimeError):
    """The children do not stay alive."""


def able() -> bool:
    """Whether this system can fork."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def share_of(settings: Settings, n: int, processes: int) -> Settings:
    """What the n-th of several servers may do: limits against guessing are for all of them together, and so are the cores."""
    thinking = settings.bot_processes
    return replace(
        settings,
        signup_rate=_part(settings.signup_rate, processes),
        signin_rate=_part(settings.signin_rate, processes),
        recovery_rate=_part(settings.recovery_rate, processes),
        bot_processes=thinking if thinking >= 0 else max(1, ((os.cpu_count() or 1) - 1) // processes),
        metrics_port=settings.metrics_port + n if settings.metrics_port else 0,
    )


def _part(rate: Rate, processes: int) -> Rate:
    return Rate(rate.per_second / processes, max(1.0, rate.burst / processes))


class Pack:
    """Children that are kept at their number."""

    def __init__(self, processes: int, serve: Child, ready: Callable[[], None]) -> None:
        self._wanted = processes
        self._serve = serve
        self._announce = ready
        self._children: dict[int, tuple[int, float]] = {}
        self._in_vain = 0
        self._ending = False
        self._lifeline = os.pipe()
        """Its end in the children tells them that the parent is gone."""

    def run(self) -> None:
        """Keep them alive until told to end."""
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, lambda *_: self._end())
        readiness = [self._start(n) for n in range(self._wanted)]
        for pipe in readiness:
            self._wait_for(pipe)
        if not self._ending:
            self._announce()
        while self._children:
            self._look_after(*os.waitpid(-1, 0))
        if not self._ending:
            raise GaveUp("the server's processes end as soon as they begin: see the lines above")

    def _wait_for(self, pipe: int) -> None:
        os.read(pipe, 1)
        os.close(pipe)

    def _start(self, n: int) -> int:
        """One more child; the end of a pipe that tells when it is ready, or gone."""
        told, tell = os.pipe()
        pid = os.fork()
        if pid:
            os.close(tell)
            self._children[pid] = (n, time.monotonic())
            return told
        status = 1
        try:
            os.close(told)
            os.close(self._lifeline[1])
            for known in (signal.SIGTERM, signal.SIGINT):
                signal.signal(known, signal.SIG_DFL)
            threading.Thread(target=_end_with_the_parent, args=(self._lifeline[0],), daemon=True).start()
            self._serve(n, lambda: os.close(tell))
            status = 0
        except Exception as error:
            sys.stderr.write(f"process {n + 1} cannot serve: {error}\n")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _look_after(self, pid: int, status: int) -> None:
        """A child has ended: another takes its place, unless all are to end."""
        n, begun = self._children.pop(pid)
        if self._ending:
            return
        self._in_vain = self._in_vain + 1 if time.monotonic() - begun < SOON_SECONDS else 0
        if self._in_vain >= TRIES:
            self._tell_all(signal.SIGTERM)
            return
        how = f"was killed by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "has ended"
        log.warning("process %d (%d) %s: another takes its place", n + 1, pid, how)
        os.close(self._start(n))

    def _end(self) -> None:
        """Tell all to end; who does not is ended."""
        if not self._ending:
            self._ending = True
            self._tell_all(signal.SIGTERM)
            signal.signal(signal.SIGALRM, lambda *_: self._tell_all(signal.SIGKILL))
            signal.setitimer(signal.ITIMER_REAL, GOODBYE_SECONDS)

    def _tell_all(self, told: signal.Signals) -> None:
        for pid in self._children:
            with suppress(ProcessLookupError):
                os.kill(pid, told)


def _end_with_the_parent(lifeline: int) -> None:
    while os.read(lifeline, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
