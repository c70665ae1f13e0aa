"""The real server, as a player starts it: a process of its own, a free port, a database of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

WAIT = 60.0
"""Long enough for any machine: nothing here is measured."""


class RunningServer:
    """``casus serve`` on this machine. It can be stopped, killed, and started again on the same port and database."""

    def __init__(self, database: Path | str, processes: int = 1, **environment: str) -> None:
        self.database = database
        self.processes = processes
        self.environment = {**os.environ, "CASUS_BOT_PAUSE": "0", **environment}
        self.port = 0
        self.start()

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", str(self.port), "--database", str(self.database)]
        words += ["--processes", str(self.processes)] if self.processes > 1 else []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casusbelli", *words], env=self.environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^\s/]+:(\d+)", line)
        assert found is not None, f"the server does not start: {line!r}"
        self.url, self.port = found.group(), int(found[1])

    def stop(self) -> None:
        """As with Ctrl-C."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As a crash."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(WAIT)
        if self.process.stdout is not None:
            self.process.stdout.close()
