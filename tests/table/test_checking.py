"""The store is looked over: every match played again, ratings reckoned again; what is damaged is named."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from casusbelli.cli.backup import run_check
from casusbelli.table import schema
from casusbelli.table.backup import BackupError, back_up
from casusbelli.table.checking import Checked, check_backup, check_database

from .house.test_ratings import league
from .tablekit import HOT_SEAT, Guest, Server, play_on, three_lines

Start = Callable[..., Server]


def damaged(backup: Path, folder: Path, *statements: str) -> Checked:
    """What is found in a copy of the backup in which this was done."""
    bad = folder / "bad.sqlite"
    bad.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(bad)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return check_backup(bad)


def test_everything_is_there_and_what_is_not_is_named(start: Start, database: Path, tmp_path: Path) -> None:
    server = start()
    anna = Guest(server)
    whole, half = (anna.begin(scenario="short", **HOT_SEAT) for _ in range(2))
    play_on(three_lines(anna, whole), 1000, Random(1))
    lines = three_lines(anna, half)
    play_on(lines, 7, Random(2))
    found = check_database(str(database))
    assert (found.matches, found.replayed, found.beyond, found.faults) == (2, 2, 0, []), "while the server runs"
    anna.close()
    backup = tmp_path / "backup.sqlite"
    back_up(database, backup)
    kept = backup.read_bytes()
    assert check_backup(backup).faults == []
    bad = damaged(backup, tmp_path, f"delete from actions where match = '{whole}' and seq = 5")
    assert any(whole in fault for fault in bad.faults) and not any(half in fault for fault in bad.faults)
    bad = damaged(backup, tmp_path, f"update actions set asked = 'nobody' where match = '{half}'")
    assert bad.faults == [f"match {half}: others are asked than it says"]
    bad = damaged(backup, tmp_path, f"update matches set result = json_set(result, '$.ending', 'x') where id = '{whole}'")
    assert bad.faults == [f"match {whole}: it ends otherwise than it says"]
    assert damaged(backup, tmp_path, "update matches set game = 'gone'").beyond == 2
    with pytest.raises(BackupError, match="damaged"):
        damaged(backup, tmp_path, f"delete from matches where id = '{half}'")
    assert backup.read_bytes() == kept, "a backup stays as it is"


def test_ratings_that_do_not_follow_from_results_are_named(
    start: Start, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start()
    server.store.writer.write_now(lambda connection: league(connection, Random(7), 30))
    server.store.writer.write_now(lambda connection: connection.execute(schema.matches.update().values(game="gone")))
    assert check_database(str(database)).faults == []
    wrong = update(schema.ratings).where(schema.ratings.c.person == "p1").values(mu=40.0)
    server.store.writer.write_now(lambda connection: connection.execute(wrong))
    with pytest.raises(SystemExit) as ended:
        run_check(None, str(database), as_json=False)
    told = capsys.readouterr().out
    assert ended.value.code == 1 and "rating of p1" in told and "30 matches" in told and "rating of p2" not in told
