"""Is everything there? Every match of a database played again, and what follows from matches reckoned again.

It is done on a copy: the server may go on, and a backup stays as it is.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select

from casusbelli.game import registry

from . import schema
from .backup import back_up, look_into
from .history import Unplayable, open_match, stood
from .people.ratings import recompute
from .records import Saved
from .store import Store

SHOWN = 100
"""So many faults are told; how many there are is told, too."""


class Checked(msgspec.Struct):
    """What was found."""

    matches: int = 0
    replayed: int = 0
    """Those that were played again from their first choice to their last."""
    beyond: int = 0
    """Those of games or rules that are not installed: kept, and not to be played again here."""
    faults: list[str] = msgspec.field(default_factory=list)


def check_database(database: str) -> Checked:
    """A copy is made of the database as it is at this moment, and checked."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        back_up(database, copy)
        return _check(copy)


def check_backup(backup: Path) -> Checked:
    look_into(backup)  # page by page, and whether every row that is named is there
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        shutil.copyfile(backup, copy)
        return _check(copy)


def _check(copy: Path) -> Checked:
    found = Checked()
    store = Store(copy)
    try:
        (rows,) = store.ask(select(schema.matches.c.id).order_by(schema.matches.c.created, schema.matches.c.id))
        for row in rows:
            saved = store.load(row.id)
            if saved is None:
                found.faults.append(f"match {row.id} cannot be read")
            else:
                _match(saved, found)
        found.faults += store.writer.write_now(_ratings)
    finally:
        store.close()
    return found


def _match(saved: Saved, found: Checked) -> None:
    """Its actions follow one another, its choices can be played, and it stands where it says."""
    record, name = saved.match, f"match {saved.match.id}"
    found.matches += 1
    numbers = [action.seq for action in saved.actions]
    if numbers != sorted(set(numbers)):
        found.faults.append(f"{name}: its actions are out of order")
    try:
        stood(saved.actions)
    except (StopIteration, IndexError):
        found.faults.append(f"{name}: something is taken back that was not played")
        return
    if record.game not in registry.installed() or not _todays_rules(saved):
        found.beyond += 1
        return
    try:
        _, match = open_match(saved)
    except Unplayable as error:
        found.faults.append(f"{name}: {error}")
        return
    found.replayed += 1
    if record.result is not None and match.result() != record.result:
        found.faults.append(f"{name}: it ends otherwise than it says")
    asked = saved.actions[-1].asked if saved.actions else record.asked
    if record.result is None and set(match.asked()) != set(asked):
        found.faults.append(f"{name}: others are asked than it says")


def _todays_rules(saved: Saved) -> bool:
    return saved.match.rules_version == registry.find(saved.match.game).info.rules_version


def _ratings(connection: Connection) -> list[str]:
    """Ratings that do not follow from the results. The copy is thrown away: they may be made anew in it."""
    table = schema.ratings
    query = select(table.c.person, table.c.pool, table.c.mu, table.c.sigma, table.c.matches)
    before = {tuple(row) for row in connection.execute(query)}
    recompute(connection)
    after = {tuple(row) for row in connection.execute(query)}
    return [f"rating of {person} in {pool}: it does not follow from the results" for person, pool, *_ in sorted(before ^ after)]
