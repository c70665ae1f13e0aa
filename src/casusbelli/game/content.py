"""A game's content: typed TOML tables, each entry with its source, and packs laid over them.

A pack is a folder of TOML files in the shape of the game's own, with a ``pack.toml`` that names it. An entry of a pack is
matched by table and id and replaces single fields, so that the owner of a boxed game can enter the printed values. Packs
are chosen when the program starts (``casus --pack DIR`` or ``CASUS_PACKS``) and hold for the whole process.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Table = dict[str, dict[str, Any]]
"""Entries by id, in the order of the file."""

PACKS_VARIABLE = "CASUS_PACKS"


class ContentError(ValueError):
    """Content or a pack that is wrong: says which file, table and entry."""


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``pack.toml`` says."""

    id: str
    game: str
    title: str
    note: str = ""


def active_packs() -> list[Path]:
    """The packs this process was started with."""
    return [Path(p) for p in os.environ.get(PACKS_VARIABLE, "").split(os.pathsep) if p]


def read_pack(folder: Path) -> Pack:
    """The label of a pack."""
    try:
        return msgspec.convert(_toml(folder / "pack.toml"), Pack)
    except msgspec.ValidationError as error:
        raise ContentError(f"{folder / 'pack.toml'}: {error}") from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ContentError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: {error}") from None


def read_tables(paths: Iterable[Path]) -> Iterable[tuple[Path, str, list[dict[str, Any]]]]:
    for path in paths:
        for table, entries in _toml(path).items():
            if not isinstance(entries, list) or not all(isinstance(e, dict) and isinstance(e.get("id"), str) for e in entries):
                raise ContentError(f"{path}: [[{table}]] must be a list of entries with an id")
            yield path, table, entries


class Content:
    """The tables of one game with packs laid over, ready to be converted into the game's types."""

    def __init__(self, game: str, folder: Path, packs: Iterable[Path] | None = None) -> None:
        self.game = game
        self.tables: dict[str, Table] = {}
        self.overlaid = False
        self._read(folder)
        for pack in active_packs() if packs is None else packs:
            self._overlay(pack)

    def _read(self, folder: Path) -> None:
        for path, table, entries in read_tables(sorted(folder.glob("*.toml"))):
            rows = self.tables.setdefault(table, {})
            for entry in entries:
                if entry["id"] in rows:
                    raise ContentError(f"{path}: [[{table}]] has {entry['id']!r} twice")
                rows[entry["id"]] = entry

    def _overlay(self, folder: Path) -> None:
        pack = read_pack(folder)
        if pack.game != self.game:
            return
        self.overlaid = True
        for path, table, entries in read_tables(p for p in sorted(folder.glob("*.toml")) if p.name != "pack.toml"):
            rows = self.tables.get(table)
            if rows is None:
                raise ContentError(f"{path}: {self.game} has no table [[{table}]]")
            fields = {"source"}.union(*rows.values())
            for entry in entries:
                if entry["id"] not in rows:
                    raise ContentError(f"{path}: [[{table}]] has no entry {entry['id']!r}")
                unknown = sorted(entry.keys() - fields)
                if unknown:
                    raise ContentError(f"{path}: {entry['id']!r} of [[{table}]] has no field {', '.join(unknown)}")
                rows[entry["id"]] = {**rows[entry["id"]], "source": f"pack:{pack.id}", **entry}

    def table(self, name: str, row: type[T]) -> dict[str, T]:
        """One table as typed rows by id."""
        if name not in self.tables:
            raise ContentError(f"{self.game}: content has no table [[{name}]]")
        rows: dict[str, T] = {}
        for entry_id, entry in self.tables[name].items():
            try:
                rows[entry_id] = msgspec.convert(entry, row)
            except msgspec.ValidationError as error:
                raise ContentError(f"{self.game}: {entry_id!r} of [[{name}]]: {error}") from None
        return rows

    def names(self, language: str) -> dict[str, str]:
        """The display name of every entry that has one in the language."""
        return {i: str(e[language]) for rows in self.tables.values() for i, e in rows.items() if language in e}

    def digest(self) -> str:
        """A fingerprint of what is loaded, words and sources aside: matches are bound to it."""
        told = {
            table: {i: {k: v for k, v in e.items() if not is_wording(k)} for i, e in rows.items()}
            for table, rows in sorted(self.tables.items())
        }
        return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()[:16]

    def earlier(self, *digests: str) -> tuple[str, ...]:
        """The digests of this content under earlier rules: those matches go on, but not on top of a pack's values."""
        return () if self.overlaid else digests


def changes(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Which fields a pack replaces, by table and entry."""
    changed: dict[str, dict[str, list[str]]] = {}
    for _, table, entries in read_tables(path for path in sorted(folder.glob("*.toml")) if path.name != "pack.toml"):
        for entry in entries:
            changed.setdefault(table, {})[entry["id"]] = [field for field in entry if field != "id"]
    return changed


def is_wording(field: str) -> bool:
    """Whether a field holds words or says where a value comes from: nothing a match could depend on."""
    return field in {"en", "it", "es", "source", "field_source", "why", "note"} or field.startswith(("text_", "seed_"))
