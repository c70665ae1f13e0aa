"""Lists of matches, without playing any of them: one's own, and those that look for somebody. Call all of it in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, func, or_, select, union

from casusbelli.kernel import Seat

from . import schema
from .invitations import somebody_apart
from .records import Listed, Mine, SeatRecord
from .rows import asked_now, closed_of, is_open, is_over, newest, result_of, seat_of, seats_query
from .shelf import Shelf

MOST_OF_ONE = 2000
"""So many matches of one guest are listed at most, the newest."""


class ShelfOfLists(Shelf):
    """What the home page shows."""

    def mine(self, guest: str) -> list[Mine]:
        """The matches in which the guest sits or which he made: those that wait for him first, those that are over last."""
        seats, matches = schema.seats.c, schema.matches.c
        held_by = or_(seats.guest == guest, seats.was == guest)
        his = union(select(seats.match).where(held_by), select(matches.id).where(matches.creator == guest))
        latest = newest(matches.id.in_(his.subquery().select())).order_by(matches.created.desc()).limit(MOST_OF_ONE)
        held, rows = self._rows(select(seats.match, seats.seat).where(held_by), latest)
        seats_held: dict[str, set[Seat]] = {}
        for row in held:
            seats_held.setdefault(row.match, set()).add(row.seat)
        found = [
            Mine(
                row.id,
                is_over(row),
                not is_over(row) and not seats_held.get(row.id, set()).isdisjoint(asked_now(row)),
                row.created if row.at is None else row.at,
            )
            for row in rows
        ]
        return sorted(found, key=lambda one: (one.over, not one.yours, -one.moved))

    def has_finished(self, guest: str, game: str) -> bool:
        """Whether the guest has played this game to an end."""
        seats, matches = schema.seats.c, schema.matches.c
        his = select(seats.match).where(or_(seats.guest == guest, seats.was == guest))
        ended = select(matches.id).where(matches.game == game, matches.result.is_not(None), matches.id.in_(his)).limit(1)
        (rows,) = self._rows(ended)
        return bool(rows)

    def listed(self, ids: Sequence[str]) -> list[Listed]:
        """These matches, in this order."""
        place = {match_id: n for n, match_id in enumerate(ids)}
        if not place:
            return []
        (rows,) = self._rows(newest(schema.matches.c.id.in_(list(place))))
        return sorted(self._with_seats(rows), key=lambda one: place[one.id])

    def open_matches(self, since: int, guest: str, start: int, count: int) -> list[Listed]:
        """Matches made since then that are looking for somebody else than this guest; the newest first."""
        matches = schema.matches.c
        his = select(schema.seats.c.match).where(schema.seats.c.match == matches.id, schema.seats.c.guest == guest)
        query = newest(and_(is_open(since), ~his.exists(), ~somebody_apart(guest)))
        (rows,) = self._rows(query.order_by(matches.created.desc(), matches.id).offset(start).limit(count))
        return self._with_seats(rows)

    def listed_of(self, remembered: Sequence[str], guest: str, since: int) -> tuple[set[str], int]:
        """Which of these matches are still in the list of open seats, and how many there are by this guest."""
        matches = schema.matches.c
        among = select(matches.id).where(is_open(since), matches.id.in_(list(remembered)))
        his = select(func.count()).select_from(schema.matches).where(is_open(since), matches.creator == guest)
        still, own = self._rows(among, his)
        return {row.id for row in still}, own[0][0]

    def _with_seats(self, rows: Sequence[Row[Any]]) -> list[Listed]:
        seated: dict[str, list[SeatRecord]] = {row.id: [] for row in rows}
        if rows:
            (seat_rows,) = self._rows(seats_query(list(seated)))
            for row in seat_rows:
                seated[row.match].append(seat_of(row))
        return [
            Listed(
                id=row.id,
                game=row.game,
                scenario=row.scenario,
                created=row.created,
                asked=() if is_over(row) else asked_now(row),
                over=is_over(row),
                result=None if row.result is None else result_of(row.result),
                closed=None if row.closed is None else closed_of(row.closed),
                seats=seated[row.id],
                moved=row.created if row.at is None else row.at,
                seq=row.seq or 0,
            )
            for row in rows
        ]
