"""`casus backup`, `casus restore` and `casus check-store`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .common import Trouble, console, say_json


def _database(given: str | None) -> str:
    from casusbelli.table.settings import default_database, from_environment

    return given or from_environment().database or str(default_database())


def run_backup(target: Path, database: str | None, as_json: bool) -> None:
    from casusbelli.table import SettingsError, StoreError
    from casusbelli.table.backup import BackupError, back_up

    try:
        copied = back_up(_database(database), target)
    except (BackupError, SettingsError, StoreError) as error:
        raise Trouble(str(error)) from None
    if as_json:
        say_json({"backup": str(target), **msgspec.to_builtins(copied)})
    else:
        console().print(f"{target}: {_told(copied.rows)}", markup=False, soft_wrap=True)


def run_restore(backup: Path, database: str | None, as_json: bool) -> None:
    from casusbelli.table import SettingsError, StoreError
    from casusbelli.table.backup import BackupError, restore

    try:
        where = _database(database)
        copied = restore(backup, where)
    except (BackupError, SettingsError, StoreError) as error:
        raise Trouble(str(error)) from None
    if as_json:
        say_json({"backup": str(backup), **msgspec.to_builtins(copied)})
    else:
        console().print(f"put back: {_told(copied.rows)}", markup=False, soft_wrap=True)


def run_check(backup: Path | None, database: str | None, as_json: bool) -> None:
    from casusbelli.table import SettingsError, StoreError
    from casusbelli.table.backup import BackupError
    from casusbelli.table.checking import SHOWN, check_backup, check_database

    try:
        found = check_backup(backup) if backup is not None else check_database(_database(database))
    except (BackupError, SettingsError, StoreError) as error:
        raise Trouble(str(error)) from None
    if as_json:
        say_json(msgspec.to_builtins(found))
    else:
        words = (
            f"{found.matches} matches, {found.replayed} played again, {found.beyond} of other rules, {len(found.faults)} faults"
        )
        console().print("\n".join([*found.faults[:SHOWN], words]), markup=False, soft_wrap=True)
    if found.faults:
        raise SystemExit(1)


def _told(rows: dict[str, int]) -> str:
    return f"{rows['matches']} matches, {rows['actions']} actions, {rows['guests']} guests, {sum(rows.values())} rows in all"
