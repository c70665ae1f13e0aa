"""The map of what is kept of people names every table of the database."""

from __future__ import annotations

import re
from pathlib import Path

from casusbelli.table import schema

PAGE = Path(__file__).parents[2] / "docs" / "privacy.md"


def test_the_map_of_what_is_kept_names_every_table_and_no_other() -> None:
    named = re.findall(r"`([a-z_]+)`", PAGE.read_text())
    assert sorted(named) == sorted(schema.metadata.tables), "each once"
