"""Backup and restore: a drill on every pair of databases, with people playing meanwhile."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from casusbelli.game import registry
from casusbelli.table import schema
from casusbelli.table.backup import BackupError, back_up, look_into, restore
from casusbelli.table.history import revive
from casusbelli.table.store import Store

from .tablekit import HOT_SEAT, WAIT, Guest, Server, play_on, three_lines
from .test_restart import moved

Start = Callable[..., Server]


def database_of(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A new, empty database of that kind."""
    if kind == "sqlite":
        return str(tmp_path / f"{os.urandom(4).hex()}.sqlite")
    return str(request.getfixturevalue("postgres").new_database())


@pytest.mark.parametrize(("source", "target"), [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_drill(source: str, target: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A match is copied while it is played, and goes on elsewhere from the moment of the copy, with the same cookie."""
    database = database_of(source, tmp_path, request)
    first = Server(database)
    anna = Guest(first)
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 12, Random(1))
    before = {seat: (line.frame["view"], line.frame["seq"]) for seat, line in lines.items()}
    backup = tmp_path / "backup.sqlite"
    copied = back_up(database, backup)
    assert copied.version == schema.VERSION and copied.rows["actions"] == 12 and copied.rows["matches"] == 1
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    play_on(lines, 3, Random(1))
    anna.close()
    first.stop()

    elsewhere = database_of(target, tmp_path, request)
    assert restore(backup, elsewhere).rows == copied.rows == look_into(backup).rows
    second = Server(elsewhere)
    anna = moved(anna, second)
    lines = three_lines(anna, match)
    assert {seat: (line.frame["view"], line.frame["seq"]) for seat, line in lines.items()} == before
    play_on(lines, 1000, Random(2))
    assert lines["uk"].frame["over"] and anna.begin(**HOT_SEAT)
    anna.close()
    second.stop()


def test_a_copy_made_while_others_play_is_one_moment_of_every_match(start: Start, database: Path, tmp_path: Path) -> None:
    """Three tables play on without a pause; every copy holds a beginning of each of them, whole, and can be played on."""
    server = start()
    anna = Guest(server)
    tables = [three_lines(anna, anna.begin(**HOT_SEAT)) for _ in range(3)]
    matches = [lines["uk"].match for lines in tables]
    with ThreadPoolExecutor(len(tables)) as pool:
        playing = [pool.submit(play_on, lines, 1000, Random(n)) for n, lines in enumerate(tables)]
        copies = []
        while not copies or (len(copies) < 4 and not all(one.done() for one in playing)):
            copies.append(tmp_path / f"copy-{len(copies)}.sqlite")
            back_up(str(database), copies[-1])
        assert all(one.result() for one in playing)
    whole = {match: server.store.load(match) for match in matches}
    anna.close()
    for n, copy in enumerate(copies):
        elsewhere = tmp_path / f"elsewhere-{n}.sqlite"
        restore(copy, str(elsewhere))
        store = Store(elsewhere)
        for match in matches:
            saved, full = store.load(match), whole[match]
            assert saved is not None and full is not None
            assert saved.actions == full.actions[: len(saved.actions)] and saved.seq == len(saved.actions)
            asked = saved.actions[-1].asked if saved.actions else saved.match.asked
            assert set(revive(registry.find("miniature"), saved).asked()) == set(asked)
        store.close()


def test_the_commands(start: Start, database: Path, tmp_path: Path) -> None:
    Guest(start()).begin(**HOT_SEAT)

    def casus(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "casusbelli", *words], capture_output=True, text=True, timeout=WAIT, check=False
        )

    backup, new = str(tmp_path / "backup.sqlite"), str(tmp_path / "new.sqlite")
    told = casus("backup", backup, "--database", str(database), "--json")
    assert told.returncode == 0 and json.loads(told.stdout)["rows"]["matches"] == 1, told.stderr
    assert "1 matches" in casus("restore", backup, "--database", new).stdout
    again = casus("restore", backup, "--database", new)
    assert again.returncode != 0 and "not empty" in again.stderr and len(again.stderr.strip().splitlines()) == 1


def test_nothing_is_overwritten(start: Start, database: Path, tmp_path: Path) -> None:
    Guest(start()).begin(**HOT_SEAT)
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup)
    kept = backup.read_bytes()
    with pytest.raises(BackupError, match="exists already"):
        back_up(database, backup)
    with pytest.raises(BackupError, match="in use by another server"):
        restore(backup, database)
    other = tmp_path / "other.sqlite"
    restore(backup, other)
    with pytest.raises(BackupError, match="not empty"):
        restore(backup, other)
    assert backup.read_bytes() == kept and not list(tmp_path.glob("*.part"))


def test_what_is_no_backup_is_refused_in_one_line(tmp_path: Path) -> None:
    target, other = tmp_path / "new.sqlite", tmp_path / "other"
    for content, why in ((b"not a database, not at all", "no backup of ours"), (b"", "no backup of ours")):
        other.write_bytes(content)
        with pytest.raises(BackupError, match=why):
            restore(other, target)
    with pytest.raises(BackupError, match="there is no backup"):
        restore(tmp_path / "nowhere", target)
    with pytest.raises(BackupError, match="there is no database"):
        back_up(tmp_path / "nowhere", target)
    assert not target.exists()


def test_a_damaged_backup_is_not_put_back(start: Start, database: Path, tmp_path: Path) -> None:
    anna = Guest(start())
    play_on(three_lines(anna, anna.begin(scenario="short", **HOT_SEAT)), 30, Random(1))
    anna.close()
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup)
    pages = bytearray(backup.read_bytes())
    pages[len(pages) // 2 :] = bytes(len(pages) - len(pages) // 2)
    backup.write_bytes(pages)
    with pytest.raises(BackupError):
        restore(backup, tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()


def test_a_backup_of_a_newer_program_is_refused(start: Start, database: Path, tmp_path: Path) -> None:
    Guest(start()).begin(**HOT_SEAT)
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup)
    connection = sqlite3.connect(backup)
    connection.execute("update schema_version set version = 99")
    connection.commit()
    connection.close()
    with pytest.raises(BackupError, match="newer program"):
        restore(backup, tmp_path / "new.sqlite")


SCHEMAS = Path(__file__).parent / "schemas"
VERSIONS = sorted(int(each.stem) for each in SCHEMAS.glob("*.sql"))
NEVER_RELEASED = {8, 9}


def test_no_earlier_schema_is_missing() -> None:
    """Whoever gives the schema a new version keeps a database of it: python -m tools.schema_dump"""
    assert set(range(1, schema.VERSION + 1)) - set(VERSIONS) == NEVER_RELEASED


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_earlier_schema_becomes_the_present_one(version: int, tmp_path: Path) -> None:
    """tests/table/schemas holds a database of each version as its program left it, with a match in it."""
    old = tmp_path / "old.sqlite"
    connection = sqlite3.connect(old)
    connection.executescript((SCHEMAS / f"{version}.sql").read_text("utf-8"))
    connection.close()
    new = tmp_path / "new.sqlite"
    assert restore(old, new).version == schema.VERSION
    fresh = Store(tmp_path / "fresh.sqlite")
    for database in (old, new):
        store = Store(database)
        (actions,) = store._rows(select(schema.actions))
        assert len(actions) >= 5
        with store._reading.connect() as here, fresh._reading.connect() as there:
            assert columns_of(here.connection.driver_connection) == columns_of(there.connection.driver_connection)
        store.close()
    fresh.close()


def columns_of(connection: sqlite3.Connection | object) -> dict[str, set[str]]:
    assert isinstance(connection, sqlite3.Connection)
    tables = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
    return {table: {row[1] for row in connection.execute(f"pragma table_info({table})")} for table in tables}
