"""The display names of everything a choice, an event or a view may name, in each language."""

from __future__ import annotations

from functools import lru_cache

from .content import CONTENT, TERRITORY_IDS

_PLAIN = ("word", "faction", "piece", "territory", "berlin", "berlin_space", "start_area")
_CARDS_AND_BOXES = ("card", "group", "strategy_box", "reserve_slot", "research_step", "option")
_TRACKS = ("track", "research", "conference", "leader", "score")


@lru_cache(maxsize=3)
def _all(language: str) -> tuple[tuple[str, str], ...]:
    tables = CONTENT.tables
    found = {entry: str(row[language]) for table in _PLAIN + _CARDS_AND_BOXES for entry, row in tables[table].items()}
    found |= {f"{entry}_track": str(row[language]) for table in _TRACKS for entry, row in tables[table].items()}
    for territory in TERRITORY_IDS:
        for place, row in tables["space_place"].items():
            found[f"{territory}_{place}"] = f"{found[territory]} ({row[language]})"
    return tuple(found.items())


def names(language: str) -> dict[str, str]:
    """Every id with its name. Pieces keep the plain word; a track is called ``<id>_track``."""
    return dict(_all(language))
