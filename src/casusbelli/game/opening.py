"""How a seat opened a match: the few first choices by which its play is known, said as ``opening.<key>``."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from casusbelli.kernel import Choice, Params, Seat


class Opening(msgspec.Struct, frozen=True):
    """An opening; two are the same where key and parameters are."""

    key: str
    params: Params = {}


def first_of(
    entries: Sequence[tuple[Seat, Choice]], seat: Seat, verbs: Collection[str], count: int = 1, place: int = 1
) -> list[str]:
    """What stands at a place of the seat's first choices by these verbs; fewer than so many: it never came to that."""
    found = [str(choice[place]) for who, choice in entries if who == seat and choice[0] in verbs and len(choice) > place]
    return found[:count] if len(found) >= count else []
