"""What has happened in this process since its start, counted where it happens; ``health.py`` tells it."""

from __future__ import annotations

import time
from collections import Counter


class Tally:
    def __init__(self) -> None:
        self.started = time.time()
        self.choices = 0
        self.undos = 0
        self.refusals: Counter[str] = Counter()
        self.security: Counter[str] = Counter()
        """What happened to accounts, see ``people/incidents.py``."""
        self.commits_failed = 0
        self.commit_seconds = 0.0
        """From handing an action to the writer to its commit, all tables together."""


TALLY = Tally()
