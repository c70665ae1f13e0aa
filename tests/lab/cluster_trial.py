"""A real cluster on this machine: the same bytes as one process, also when a worker is killed in the middle.

Needs the ``ray`` extra and takes a minute: `make cluster` runs it (and `make soak`), not `make test`.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import msgspec
import ray

from casusbelli.lab import runs, studies
from casusbelli.lab.arena import arena_of
from casusbelli.lab.cluster import Cluster
from casusbelli.lab.parallel import Hands
from casusbelli.lab.play import GamePlan, Record, play_game
from casusbelli.lab.simulate import series_of


def slow_game(plan: GamePlan) -> tuple[int, bytes]:
    """A game, who played it, and time enough to be killed at it."""
    time.sleep(0.2)
    return os.getpid(), msgspec.json.encode(play_game(plan))


def plans(games: int) -> list[GamePlan]:
    return series_of("churchill", "training", {}, None, games, "cluster").plans()


def test_simulations_and_arenas_are_the_same_on_a_cluster() -> None:
    untimed = [
        msgspec.structs.replace(plan, timed=False)
        for plan in arena_of("fog_of_war", None, {}, ["random", "recruit"], 6, "c").plans()
    ]
    wanted = plans(20) + untimed
    with Hands("local") as hands:
        there: list[Record] = list(hands.in_order(play_game, wanted))
    assert [msgspec.json.encode(record) for record in there] == [msgspec.json.encode(play_game(plan)) for plan in wanted]


def test_a_killed_workers_games_are_played_again() -> None:
    wanted = plans(60)
    expected = [msgspec.json.encode(play_game(plan)) for plan in wanted]
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    cluster = Cluster.__new__(Cluster)
    cluster._ray = ray
    killed: list[int] = []
    came: list[tuple[int, bytes]] = []
    try:
        for pid, data in cluster.in_order(slow_game, wanted):
            came.append((pid, data))
            if len(came) == 4:
                threading.Thread(target=lambda: (killed.append(pid), os.kill(pid, signal.SIGKILL))).start()  # noqa: B023
    finally:
        cluster.close()
    assert [data for _, data in came] == expected
    workers = [pid for pid, _ in came]
    assert killed and killed[0] != workers[-1] and len(set(workers)) >= 2


def test_a_study_on_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    for kind in ("balance", "ladder"):
        setup = (
            studies.setup_of("balance", "fog_of_war", None, {}, ["random"], 24, "1", 0.001)
            if kind == "balance"
            else studies.ladder_of("fog_of_war", None, {}, ["random", "recruit"], 4, "1")
        )
        for name, where in (("one", 1), ("many", "local")):
            run = runs.Run(tmp_path / kind / name, msgspec.to_builtins(setup))
            with Hands(where) as hands:
                studies.carry_out(setup, run, hands.in_order)
            run.close()
        one, many = ((tmp_path / kind / name / runs.GAMES).read_bytes() for name in ("one", "many"))
        assert one == many and one.count(b"\n") >= 8
