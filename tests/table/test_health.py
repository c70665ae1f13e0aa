"""Alive, ready, figures, logs: what whoever runs the server is told, and nobody else."""

from __future__ import annotations

import json
import logging
import logging.config
import re
import socket
import sqlite3
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from casusbelli.table.logs import log_config
from casusbelli.table.settings import SettingsError, from_environment

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server, play_on, three_lines

Start = Callable[..., Server]


def test_alive_and_ready_under_any_name_and_nothing_else_is(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, hosts=("play.example.org",)))
    answers = {path: httpx.get(server.url + path, timeout=WAIT) for path in ("/healthz", "/readyz", "/")}
    assert {path: answer.status_code for path, answer in answers.items()} == {"/healthz": 200, "/readyz": 200, "/": 421}
    assert answers["/healthz"].text == "ok\n" and answers["/readyz"].text == "ready\n"
    assert httpx.post(server.url + "/healthz", timeout=WAIT).status_code == 421
    assert "set-cookie" not in answers["/readyz"].headers


def test_not_ready_while_the_database_cannot_be_written(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casusbelli.table.health.KEPT_SECONDS", 0.0)
    server = start()
    connection = server.store._writing.raw_connection().driver_connection
    assert isinstance(connection, sqlite3.Connection)
    connection.set_authorizer(lambda what, *_: sqlite3.SQLITE_DENY if what == sqlite3.SQLITE_UPDATE else sqlite3.SQLITE_OK)
    answer = httpx.get(server.url + "/readyz", timeout=WAIT)
    assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
    assert httpx.get(server.url + "/healthz", timeout=WAIT).status_code == 200
    connection.set_authorizer(None)
    assert httpx.get(server.url + "/readyz", timeout=WAIT).status_code == 200


def test_figures_on_a_port_of_their_own(start: Start) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = start(msgspec.structs.replace(QUIET, metrics_port=port))
    before = figures(port)
    anna = Guest(server)
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    play_on(lines, 7, Random(1))
    lines["uk"].act(["nonsense"], seq=7)
    after = figures(port)
    assert after["casus_choices_total"] - before["casus_choices_total"] == 7
    assert after["casus_lines"] - before["casus_lines"] == 3 and after["casus_matches_in_memory"] == 1
    refused = [name for name in after if name.startswith("casus_refusals_total") and after[name] > before.get(name, 0)]
    assert len(refused) == 1
    assert after["casus_commit_seconds_total"] > before["casus_commit_seconds_total"]
    anna.close()
    assert httpx.get(f"http://127.0.0.1:{port}/", timeout=WAIT).status_code == 404
    assert httpx.get(server.url + "/metrics", timeout=WAIT).status_code == 404


def figures(port: int) -> dict[str, float]:
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WAIT).read().decode()
    assert all(re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+({(?:reason|what)="\w+"})? \S+', line) for line in text.splitlines())
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in text.splitlines() if line[0] != "#")}


def test_a_log_for_machines_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        logging.config.dictConfig(log_config("json", "warning"))
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("casusbelli.table.room").exception("match %s: ¡ay!\n%s", "m1", "more")
        logging.getLogger("casusbelli").info("not told")
    finally:
        root.handlers[:], root.level = before
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("error", "casusbelli.table.room", "match m1: ¡ay!\nmore")
    assert "ValueError" in told["traceback"] and told["at"].endswith("+00:00")


def test_a_kind_of_log_that_there_is_not_is_refused(database: Path) -> None:
    assert from_environment({"CASUS_LOG": "json"}).log == "json"
    with pytest.raises(SettingsError):
        from_environment({"CASUS_LOG": "xml"})
