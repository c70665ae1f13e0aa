"""How many of their matches people have played to the end: one of the two things that are told of everybody."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Integer, and_, case, cast, func, select

from .. import schema
from ..store import Store

ENOUGH = 5
"""Of somebody who has played less than this nothing is said."""


def share(matches: int, left: int) -> int:
    """In percent."""
    return round(100 * (matches - left) / matches) if matches else 100


def finishes_of(store: Store, people: Iterable[str]) -> dict[str, int]:
    """Percent, by person, of those who have played enough. Call it in a thread."""
    wanted = list(set(people))
    if not wanted:
        return {}
    r, s = schema.result_rows, schema.seats
    joined = r.join(s, and_(r.c.match == s.c.match, r.c.seat == s.c.seat))
    left = func.sum(cast(case((s.c.left_how.is_not(None), 1), else_=0), Integer))
    counted = select(r.c.person, func.count().label("played"), left.label("left")).select_from(joined)
    (rows,) = store.ask(counted.where(r.c.person.in_(wanted)).group_by(r.c.person))
    return {row.person: share(row.played, int(row.left or 0)) for row in rows if row.played >= ENOUGH}
