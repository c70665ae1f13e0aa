"""Does a match depend on anything but its seed and its choices? The same games in processes with other hash seeds say."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from casusbelli.kernel import Choice, Seat

from .looking import sight, whole
from .playthrough import Playthrough, Trial, plan_for

HASH_SEEDS = ("0", "1", "4242")


class Recorder(Trial):
    """A running fingerprint of everything that anybody can see."""

    name = "recorder"

    def start(self) -> None:
        self.fingerprint = hashlib.sha256()
        self.note()

    def after(self, seat: Seat, choice: Choice) -> None:
        self.note()

    def note(self) -> None:
        for viewer in self.viewers:
            for part in sight(self.match, viewer).values():
                self.fingerprint.update(part)

    def end(self) -> None:
        for part in whole(self.match).values():
            self.fingerprint.update(part)
        print(len(self.match.entries), self.fingerprint.hexdigest())  # noqa: T201 - this is a program's output


def record(spec: str, seed: str, games: int) -> None:
    for number in range(games):
        failure = Playthrough(plan_for(spec, f"{seed}/{number}"), [Recorder]).run()
        if failure is not None:
            print(failure.message)  # noqa: T201 - this is a program's output


def differences(spec: str, seed: str, games: int) -> list[str]:
    """The games that went another way in a process with another hash seed."""
    told = []
    for hash_seed in HASH_SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", "casusbelli.testkit.hashes", spec, seed, str(games)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)  # noqa: S603
        if done.returncode != 0:
            return [f"the process with PYTHONHASHSEED={hash_seed} failed: {done.stderr.strip()[-500:]}"]
        told.append(done.stdout.splitlines())
    return [
        f"game {seed}/{number} went another way with PYTHONHASHSEED={hash_seed}"
        for hash_seed, lines in zip(HASH_SEEDS, told, strict=True)
        for number, (line, first) in enumerate(zip(lines, told[0], strict=True))
        if line != first
    ]


if __name__ == "__main__":
    record(sys.argv[1], sys.argv[2], int(sys.argv[3]))
