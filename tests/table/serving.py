"""Servers that can be killed: this process loads everything once and forks a server for every line it is sent.

``python -m tests.table.serving DATABASE``: each line on standard input starts a server; its process id and address come back
on one line. A server dies when it is killed, and with this process.
"""

from __future__ import annotations

import os
import signal
import sys

from tests.kernel.miniature import GAME

from casusbelli.game import registry
from casusbelli.table import serve

from .tablekit import QUIET, points_of


def main(database: str) -> None:
    registry.entry_points = points_of(GAME)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        if os.fork() == 0:
            serve("127.0.0.1", 0, database, announce=tell, settings=QUIET)
            os._exit(0)


def tell(url: str) -> None:
    sys.stdout.write(f"{os.getpid()} {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
