"""Hashing passwords is slow on purpose. It never holds up a table, nor anybody who wants nothing hashed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from tests.table.tablekit import HOT_SEAT, WAIT, Guest, Server, play_on, three_lines, through_agenda

from casusbelli.table.people.passwords import AT_A_TIME, WAITING, Passwords

from .test_signing import sign_in

Make = Callable[..., Guest]


def test_a_table_plays_on_while_every_hasher_is_busy(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Semaphore(0), threading.Event()

    def verify(*_: object) -> bool:
        begun.release()
        done.wait()
        return False

    monkeypatch.setattr(Passwords, "_verify", verify)
    crowd = AT_A_TIME + WAITING
    with ThreadPoolExecutor(crowd) as pool:
        try:
            answers = [pool.submit(sign_in, Guest(server), f"nobody.{n}") for n in range(crowd)]
            for _ in range(AT_A_TIME):
                assert begun.acquire(timeout=WAIT)
            anna = guest()
            lines = through_agenda(three_lines(anna, anna.begin(scenario="short", **HOT_SEAT)))
            play_on(lines, 1000, Random(2))
            assert all(line.frame["over"] for line in lines.values())
            assert not all(answer.done() for answer in answers), "nobody was hashing any more"
        finally:
            done.set()
        assert {answer.result().status_code for answer in answers} <= {422, 429, 503}
