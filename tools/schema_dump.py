"""Keep a database of the present schema for the tests: python -m tools.schema_dump

It writes tests/table/schemas/<version>.sql: the tables as this program makes them, with a person and a match in them. Run it once
when the schema has got a new version; tests/table/test_backup.py then brings it, for ever after, to whatever is the present one.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "tests" / "table" / "schemas"

ROWS: dict[str, list[dict[str, Any]]] = {
    "guests": [{"id": "guest1", "secret_hash": "0" * 64, "name": "Anna", "created": 1}],
    "matches": [
        {
            "id": "match1",
            "game": "miniature",
            "scenario": "short",
            "options": "{}",
            "seed": bytes(32),
            "rules_version": "1",
            "content": "",
            "creator": "guest1",
            "created": 1,
            "spectators": 1,
            "listed": 0,
            "asked": "uk",
        }
    ],
    "seats": [
        {"match": "match1", "position": n, "seat": seat, "kind": "guest", "guest": "guest1"}
        for n, seat in enumerate(("uk", "ussr", "us"))
    ],
    "checkpoints": [{"match": "match1", "seq": 0, "choices": 0, "rules_version": "1", "state": b"\x80"}],
    "actions": [
        {"match": "match1", "seq": n, "seat": "uk", "choice_id": f"id{n}", "choice": '["play",1]', "asked": "uk", "at": n}
        for n in range(1, 7)
    ],
    "chat": [{"match": "match1", "n": 1, "message_id": "m1", "seat": "uk", "name": "Anna", "text": "¿Qué?", "at": 5}],
}


def dump(database: Path) -> str:
    """The tables of this program with these rows, as SQL."""
    from casusbelli.table.store import Store

    Store(database).close()
    connection = sqlite3.connect(database)
    for table, rows in ROWS.items():
        for row in rows:
            names = ", ".join(f'"{name}"' for name in row)
            marks = ", ".join("?" for _ in row)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(row.values()))
    connection.commit()
    told = "\n".join(connection.iterdump()) + "\n"
    connection.close()
    return told


def main() -> None:
    from casusbelli.table.schema import VERSION

    target = (Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER) / f"{VERSION}.sql"
    with tempfile.TemporaryDirectory() as folder:
        target.write_text(dump(Path(folder) / "present.sqlite"), "utf-8")
    sys.stdout.write(f"{target}\n")


if __name__ == "__main__":
    main()
