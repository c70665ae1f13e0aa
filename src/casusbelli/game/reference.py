"""What a game tells its readers from its content: facts for sentences, tables, and every card and component."""

from __future__ import annotations

from typing import Any

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A card or a component as the card browser shows it, in words of one language.

    ``history.<id>`` of the catalogue holds what history has to say; ``figure`` is a figure's kind with its arguments.
    """

    id: str
    group: str
    name: str
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    tags: dict[str, str] = {}
    """What it can be filtered by: the filter's name and this piece's value, both as they are read."""
    figure: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table of the rulebook whose figures come from the content."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Reference(msgspec.Struct, frozen=True):
    """All of it. ``facts`` fill the ``{placeholders}`` of the rulebook and the player aid."""

    facts: dict[str, Any] = {}
    tables: dict[str, Table] = {}
    pieces: tuple[Piece, ...] = ()
