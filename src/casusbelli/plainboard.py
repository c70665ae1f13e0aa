"""What a game without a board of its own declares, so that the table can draw it: areas, hands, piles, tracks, tokens.

A game gives ``printed() -> {"layout": layout(…)}`` and no ``board/`` folder; ``web/plain/`` does the rest. Every part names, by
a path such as ``"towns"`` or ``"stock.axis"``, where in the view it finds what it draws. What no part names is listed as it is,
so a game that declares nothing is playable, too. Titles are ``ui.<name>`` of the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from casusbelli.kernel import Seat

MISSING: Any = object()


class Part(msgspec.Struct, frozen=True, kw_only=True, tag_field="part"):
    """One part of the board. Its title is ``ui.<name>``, the path if no name is given."""

    at: str
    name: str = ""


class Areas(Part, frozen=True, kw_only=True, tag="areas"):
    """Places on a map: a mapping of ids to records in the view, and where each place lies."""

    places: dict[str, tuple[float, float]]
    links: tuple[tuple[str, str], ...] = ()
    owner: str = ""
    """The field of a record that names the seat whose colours the place wears."""
    counts: tuple[str, ...] = ()
    """Fields of a record that are shown as numbers, each explained by ``ui.<field>``."""


class Hand(Part, frozen=True, kw_only=True, tag="hand"):
    """Cards that lie open for the reader: a list of ids. ``text.<id>`` of the catalogue, if there, is printed on the card."""


class Pile(Part, frozen=True, kw_only=True, tag="pile"):
    """Things of which only the number counts: a number, a list, or a mapping of names to either."""


class Track(Part, frozen=True, kw_only=True, tag="track"):
    """Markers of the seats on a scale: a mapping of seats to numbers."""

    low: int = 0
    high: int = 10


class Tokens(Part, frozen=True, kw_only=True, tag="tokens"):
    """Things that lie there to be seen: a list of ids, or a mapping of ids to how many."""

    pickable: bool = False
    """Whether an answer is given by touching them."""


class Fact(Part, frozen=True, kw_only=True, tag="fact"):
    """A single value: a round, a season, whose turn it is."""


def layout(*parts: Part) -> list[Part]:
    """The parts in the order in which they are drawn."""
    return list(parts)


def found(view: Any, path: str) -> Any:
    """What lies at a path of a view as it is sent; ``MISSING`` if nothing does."""
    for step in path.split("."):
        if not isinstance(view, Mapping) or step not in view:
            return MISSING
        view = view[step]
    return view


def faults(parts: list[Part], view: Any, seats: tuple[Seat, ...]) -> list[str]:
    """Where a declaration does not fit a view: the test kit holds every view of every game to it."""
    told = []
    for part in parts:
        value = found(view, part.at)
        fault = f"the view has no {part.at}" if value is MISSING else _fault(part, value, seats)
        if fault:
            told.append(f"{type(part).__name__} {part.at!r}: {fault}")
    return told


def _fault(part: Part, value: Any, seats: tuple[Seat, ...]) -> str:
    if value is None:
        return ""
    match part:
        case Areas():
            return _misplaced(part, value)
        case Hand() if not isinstance(value, list):
            return "not a list of ids"
        case Track() if not isinstance(value, Mapping) or not set(value) <= set(seats):
            return "not a number for each seat"
        case Track():
            off = [seat for seat, points in value.items() if not part.low <= points <= part.high]
            return f"{', '.join(off)} beyond the track" if off else ""
        case Tokens() if not isinstance(value, list | Mapping):
            return "neither a list nor a mapping of ids"
        case Pile() if not isinstance(value, int | list | Mapping):
            return "neither a number nor a list nor a mapping"
        case Fact() if isinstance(value, list | Mapping):
            return "not a single value"
    return ""


def _misplaced(part: Areas, value: Any) -> str:
    if not isinstance(value, Mapping):
        return "not a mapping of places"
    lost = sorted(set(value) - set(part.places)) + sorted({end for link in part.links for end in link} - set(part.places))
    if lost:
        return f"no position for {', '.join(lost)}"
    fields = {part.owner, *part.counts} - {""}
    return next((f"{place} has no {field}" for place, row in value.items() for field in sorted(fields) if field not in row), "")
