"""Where the values of a game's content come from, and which of them are still our own.

An entry's ``source`` says it: ``seed`` stands in the rulebook, ``public`` is known from published reports, ``inferred`` follows
from the rules, ``designed`` is ours. ``field_source``, ``designed_fields`` and fields like ``effects_source`` say so for single
fields. What a pack replaces is ours no longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from .content import changes, is_wording, read_pack, read_tables

SEED = "seed"
OURS = ("designed", "inferred", "public")
_UNPRINTED = {"id", "designed_fields", "lat", "lon", "covers", "colour", "color", "designer"}
"""Fields that are on no component: where a place lies on our own map, what it covers, the colours we draw with."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table: its printed fields with today's values, and the sources of those that are still ours."""

    file: str
    table: str
    id: str
    fields: dict[str, Any]
    ours: dict[str, str]
    why: str = ""


def printed_fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that somebody could read off the components."""
    return {
        field: value
        for field, value in entry.items()
        if field not in _UNPRINTED and not is_wording(field) and not _tells_source(field, value) and not field.startswith("role_")
    }


def _tells_source(field: str, value: Any) -> bool:
    """``effects_source = "designed"`` says where another field comes from; ``supply_source = "axis"`` is printed itself."""
    return field.endswith("_source") and value in (*OURS, SEED)


def sources(entry: Mapping[str, Any]) -> dict[str, str]:
    """The printed fields that do not stand in the rulebook, and where they come from instead."""
    printed = printed_fields(entry)
    found: dict[str, str] = {}
    if entry.get("source") in OURS:
        found = dict.fromkeys(printed, str(entry["source"]))
    for field, source in dict(entry.get("field_source", {})).items():
        if field in printed:
            found[field] = str(source)
    for label in entry.get("designed_fields", ()):
        named = str(label).split(".")[0]
        found[named if named in printed else "effects"] = "designed"
    for field, source in entry.items():
        if _tells_source(field, source):
            about = field.removesuffix("_source")
            found.update(dict.fromkeys([about] if about in printed else printed, str(source)))
    return {field: source for field, source in found.items() if field in printed and source in OURS}


def entries(folder: Path, packs: Iterable[Path] = (), game: str = "") -> list[Entry]:
    """Every entry of a game's content, in the order of its files; what these packs replace counts as read off the copy."""
    replaced: dict[tuple[str, str], set[str]] = {}
    for pack in packs:
        if read_pack(pack).game == game:
            for table, changed in changes(pack).items():
                for entry_id, fields in changed.items():
                    replaced.setdefault((table, entry_id), set()).update(fields)
    found = []
    for path, table, rows in read_tables(sorted(folder.glob("*.toml"))):
        for row in rows:
            done = replaced.get((table, row["id"]), set())
            ours = {field: source for field, source in sources(row).items() if field not in done}
            found.append(Entry(path.name, table, row["id"], printed_fields(row), ours, str(row.get("why", ""))))
    return found
