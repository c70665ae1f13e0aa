"""A large database of an earlier schema becomes a present one: how long that takes, how much memory, and that nothing is lost.

    python -m tools.old_store --version 1 --matches 10000
    python -m tools.old_store --version 4 --matches 10000 --database postgresql+psycopg://casus@localhost/empty

The tables are those of tests/table/schemas/<version>.sql, as the program of that time left them; the matches are kept journals
(tests/journals), each many times under other ids. All columns of that time are compared before and after.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from casusbelli.game import Journal, Match
from casusbelli.game.registry import find
from casusbelli.table.engines import database_url
from casusbelli.table.schema import VERSION
from casusbelli.table.store import Store

TESTS = Path(__file__).parent.parent / "tests"
SCHEMAS = TESTS / "table" / "schemas"
KEPT = ("churchill-1-finished", "fog_of_war-1-finished", "wunderwaffen-1-finished", "triumph_of_chaos-2-finished")
ORDERED_BY = {
    "guests": "id", "matches": "id", "seats": '"match", seat', "checkpoints": '"match", seq', "actions": '"match", seq',
    "chat": '"match", n',
}  # fmt: skip
"""What every version has, in the order in which it can be filled, and by what its rows are put in order."""
AT_ONCE = 100
"""So many matches go in together."""

Rows = dict[str, list[dict[str, Any]]]


class Sample(NamedTuple):
    """A kept match: its seats, its choices, and the state before the first."""

    journal: Journal
    rules_version: str
    seats: Sequence[str]
    beginning: bytes


@cache
def samples() -> list[Sample]:
    found = []
    for name in KEPT:
        journal = Journal.from_json((TESTS / "journals" / f"{name}.json").read_bytes())
        game = find(journal.game)
        seats = game.info.scenario(journal.scenario).seats
        beginning = Match.begin(game, journal, record=False).checkpoint().state
        found.append(Sample(journal, journal.rules_version, seats, beginning))
    return found


def tables_of(version: int, *, postgresql: bool) -> list[str]:
    """The statements that make the tables of a version; PostgreSQL has other words for some of it."""
    script = (SCHEMAS / f"{version}.sql").read_text("utf-8")
    made = [one.strip() for one in script.split(";\n") if one.strip().startswith("CREATE")]
    if not postgresql:
        return made
    words = (
        (r"WITHOUT ROWID", ""), (r"\bBLOB\b", "BYTEA"), (r"BOOLEAN DEFAULT 0", "BOOLEAN DEFAULT FALSE"),
        (r"BOOLEAN DEFAULT 1", "BOOLEAN DEFAULT TRUE"),
    )  # fmt: skip
    for old, new in words:
        made = [re.sub(old, new, one) for one in made]
    return in_order(made)


def in_order(statements: list[str]) -> list[str]:
    """Tables after those they refer to, indexes last."""
    left = {_named(one): one for one in statements if one.startswith("CREATE TABLE")}
    sorted_out: list[str] = []
    while left:
        free = [name for name, one in left.items() if not set(re.findall(r"REFERENCES (\w+)", one)) & (set(left) - {name})]
        sorted_out += [left.pop(name) for name in free]
    return [*sorted_out, *(one for one in statements if not one.startswith("CREATE TABLE"))]


def _named(statement: str) -> str:
    found = re.match(r'CREATE TABLE "?(\w+)', statement)
    assert found is not None
    return found[1]


def rows_of(first: int, last: int, choices: int) -> Rows:
    """Matches of these numbers, every third still in play, with their people, choices and words."""
    rows: Rows = {table: [] for table in ORDERED_BY}
    for n in range(first, last):
        sample = samples()[n % len(KEPT)]
        journal, match, person = sample.journal, f"match{n:07}", f"guest{n:07}"
        whole = n % 3 != 0
        played = journal.entries if whole and choices == 0 else journal.entries[: choices or len(journal.entries) // 2]
        result = msgspec.json.encode(journal.result).decode() if whole else None
        secret = hashlib.sha256(person.encode()).hexdigest()
        rows["guests"].append({"id": person, "secret_hash": secret, "name": f"Ñandú {n}", "created": n})
        rows["matches"].append(
            {
                "id": match, "game": journal.game, "scenario": journal.scenario, "options": json.dumps(journal.options),
                "seed": journal.seed_bytes(), "rules_version": sample.rules_version, "content": journal.content,
                "creator": person, "created": n, "spectators": True, "listed": False, "asked": sample.seats[0], "result": result,
            }
        )  # fmt: skip
        for position, seat in enumerate(sample.seats):
            rows["seats"].append({"match": match, "seat": seat, "position": position, "kind": "guest", "guest": person})
        rows["checkpoints"].append(
            {"match": match, "seq": 0, "choices": 0, "rules_version": sample.rules_version, "state": sample.beginning}
        )
        for seq, (seat, choice) in enumerate(played, 1):
            told = msgspec.json.encode(choice).decode()
            rows["actions"].append(
                {"match": match, "seq": seq, "seat": seat, "choice_id": f"{seq:x}", "choice": told, "asked": seat, "at": n + seq}
            )
        words = {"message_id": "first", "seat": sample.seats[0], "name": f"Ñandú {n}", "text": "¿Qué tal?", "at": n}
        rows["chat"].append({"match": match, "n": 1, **words})
    return rows


def make(engine: Engine, version: int, matches: int, choices: int) -> None:
    """An old database with so many matches, each with so many choices at most (0: whole and half matches)."""
    with engine.begin() as connection:
        for statement in tables_of(version, postgresql=engine.dialect.name == "postgresql"):
            connection.exec_driver_sql(statement)
        connection.execute(text("INSERT INTO schema_version VALUES (:version)"), {"version": version})
    for first in range(0, matches, AT_ONCE):
        with engine.begin() as connection:
            for table, rows in rows_of(first, min(matches, first + AT_ONCE), choices).items():
                names = list(rows[0])
                columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(f":{name}" for name in names)
                connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({marks})"), rows)


class Seal(NamedTuple):
    """How many rows a table has, and all that is in them."""

    rows: int
    digest: str


def columns_of(engine: Engine) -> dict[str, list[str]]:
    found = inspect(engine)
    return {table: sorted(column["name"] for column in found.get_columns(table)) for table in ORDERED_BY}


def sealed(engine: Engine, columns: dict[str, list[str]]) -> dict[str, Seal]:
    """What these columns hold, row by row."""
    with engine.connect() as connection:
        return {table: _sealed(connection, table, names) for table, names in columns.items()}


def _sealed(connection: Connection, table: str, names: list[str]) -> Seal:
    wanted = ", ".join(f'"{name}"' for name in names)
    digest, count = hashlib.sha256(), 0
    query = text(f"SELECT {wanted} FROM {table} ORDER BY {ORDERED_BY[table]}")
    for row in connection.execution_options(yield_per=5000).execute(query):
        digest.update(repr([bytes(one) if isinstance(one, memoryview) else one for one in row]).encode())
        count += 1
    return Seal(count, digest.hexdigest())


def engine_for(database: str) -> Engine:
    return create_engine(database_url(database))


def open_it(database: str) -> None:
    """What a server does first: the old database becomes a present one. For a process of its own, whose memory is told."""
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    Store(database).close()
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(json.dumps({"seconds": round(took, 2), "MB before": before // 1024, "MB at most": after // 1024}) + "\n")


def lost(database: str, version: int, matches: int, choices: int, opening: str = "") -> Iterator[str]:
    """Make an old database, open it, and say what is not as it was. ``opening``: a program that opens it instead of this one."""
    engine = engine_for(database)
    make(engine, version, matches, choices)
    columns = columns_of(engine)
    before = sealed(engine, columns)
    engine.dispose()
    if opening:
        subprocess.run([sys.executable, "-m", opening, "--open", database], check=True)
    else:
        Store(database).close()
    engine = engine_for(database)
    after = sealed(engine, columns)
    yield from (f"{table}: {before[table]} became {after[table]}" for table in before if before[table] != after[table])
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version FROM schema_version")).scalar()
    engine.dispose()
    if found != VERSION:
        yield f"the version is {found}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", type=int, default=1)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--choices", type=int, default=0, help="of each match at most; 0: whole and half matches")
    parser.add_argument("--database", help="an empty one; a file that is thrown away if not given")
    parser.add_argument("--open", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.open:
        open_it(asked.open)
        return
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or str(Path(folder) / "old.sqlite")
        faults = list(lost(database, asked.version, asked.matches, asked.choices, "tools.old_store"))
        size = Path(database).stat().st_size // 1_000_000 if not asked.database else 0
    sys.stdout.write("\n".join(faults) + "\n" if faults else f"nothing is lost ({size} MB)\n")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
