"""The herald finds out what people have to be told, from what is durable, and writes it down once.

Nothing of this happens in the way of a choice: a table that has moved is merely noted in memory, and the herald looks at it in
the store a little later. What a process has not noted because it died is found by looking at all matches in play, at the start
and now and then. Every occasion has a key that only one row can have, so that it is told once, whoever finds it and how often.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from sqlalchemy import and_, func, literal, or_, select

from casusbelli.kernel import Seat

from .. import schema
from ..hours import Hours
from ..housekeeping import deadlines, out_at, short_of
from ..hub import Hub
from ..pace import DAY, MINUTE
from ..records import Glance, HouseState
from ..room import Room
from ..store import Conflict, Store, StoreError
from .book import Book, Data, Notice
from .presence import LASTS, Presence

log = logging.getLogger("casusbelli.table.post")

TICK = 2.0
"""Seconds between two looks."""

ALL_EVERY = 5 * MINUTE
CLOCKS_EVERY = MINUTE

OLD = 3 * DAY
"""What is older is no news: it is not told when a server starts that was away for long, or that has just learnt to tell."""

AT_ONCE = 100


class Herald:
    """Finds what is to be told."""

    def __init__(self, store: Store, hub: Hub, book: Book, presence: Presence, hours: Hours) -> None:
        self._store = store
        self._hub = hub
        self._book = book
        self._presence = presence
        self._hours = hours
        self._all_at = 0
        self._clocks_at = 0

    async def tick(self) -> None:
        """Look at what has moved, and now and then at everything."""
        now = self._hours.now()
        await self._presence.write(self._book)
        matches = self._moved()
        if now >= self._clocks_at + CLOCKS_EVERY:
            self._clocks_at = now
            matches |= set(await asyncio.to_thread(self._running_out, now))
        if now >= self._all_at + ALL_EVERY:
            self._all_at = now
            matches |= set(await asyncio.to_thread(self._in_play, now))
            await self._book.sweep(now)
        await self.look(matches)
        await self._keep(await asyncio.to_thread(self._challenged, now))

    def _moved(self) -> set[str]:
        """The tables that have moved, but for those where everybody who is asked is present: those wait until he is not."""
        moved = set(self._store.stirred)
        ready = {match for match in moved if not self._all_here(self._hub.present(match))}
        self._store.stirred -= ready
        return ready

    def _all_here(self, room: Room | None) -> bool:
        if room is None or room.over or room.house.state.proposals:
            return False
        asked = [room.seats[seat] for seat in room.match.asked()]
        people = [held.guest for held in asked if held.kind == "guest" and held.caretaker is None and held.guest]
        return bool(people) and all(self._presence.here(person, room.record.id) for person in people)

    async def look(self, matches: Iterable[str]) -> None:
        """Tell what is to be told of these matches."""
        wanted = sorted(matches)
        for n in range(0, len(wanted), AT_ONCE):
            try:
                await self._keep(await asyncio.to_thread(self._read, wanted[n : n + AT_ONCE]))
            except StoreError as error:
                log.warning("notices wait: %s", error)
                self._store.stirred |= set(wanted[n:])
                return

    async def _keep(self, notices: list[Notice]) -> None:
        if not notices:
            return
        known = await asyncio.to_thread(self._book.known, [one.key for one in notices])
        fresh = [one for one in notices if one.key not in known]
        people = await asyncio.to_thread(self._book.addressees, [one.person for one in fresh])
        for one in fresh:
            to = people.get(one.person)
            if to is not None:
                try:
                    await self._book.tell(one, to)
                except Conflict:  # another process was quicker
                    log.debug("told already: %s", one.kind)

    # -- in a thread ---------------------------------------------------------------------------------------------------------

    def _read(self, matches: list[str]) -> list[Notice]:
        houses = deadlines(self._store, matches)
        found: list[Notice] = []
        for match in matches:
            glance = self._store.glance(match)
            if glance is not None and len(_people(glance)) > 1:
                found += self._of(glance, houses.get(match, HouseState()))
        return found

    def _of(self, glance: Glance, house: HouseState) -> list[Notice]:
        """What the people of one match have to know."""
        if glance.over:
            return self._ended(glance)
        full = all(held.kind != "open" for held in glance.seats.values())
        return [*self._seated(glance, full=full), *(self._asked(glance, house) if full else ()), *self._proposed(glance, house)]

    def _asked(self, glance: Glance, house: HouseState) -> list[Notice]:
        """Whose turn it is, once in a stint; and whose time is short, once in a stint."""
        now, record = self._hours.now(), glance.record
        kind = "turn_post" if record.pace is not None and record.pace.kind == "days" else "turn_live"
        found = []
        for seat in glance.asked:
            person = _person(glance, seat)
            if person is None:
                continue
            since, stint = self.stint(glance, seat)
            if since < now - OLD and house.clocks is None:
                continue
            if since >= now - OLD and not self._was_here(person, record.id, now):
                found.append(self._notice(glance, person, kind, f"{stint}", seat))
            left = self._short(house, seat, now)
            if left is not None:
                found.append(self._notice(glance, person, "clock", f"{stint}", seat, until=left))
        return found

    def _was_here(self, person: str, match: str, moment: int) -> bool:
        """Whether the person was at the table at that moment."""
        return moment < max(self._presence.at(person, match), self._book.seen_at(person, match)) + LASTS

    def _short(self, house: HouseState, seat: Seat, now: int) -> int | None:
        """When the seat's time is out, if that is soon."""
        out = out_at(house, seat)
        return out if house.clocks is not None and out is not None and now < out <= now + short_of(house.clocks.pace) else None

    def stint(self, glance: Glance, seat: Seat) -> tuple[int, int]:
        """Since when the seat has been asked without a break, and the number of the action with which that began."""
        a, match = schema.actions.c, glance.record.id
        others = ~(literal(",") + a.asked + literal(",")).contains(f",{seat},")
        (rows,) = self._store.ask(select(func.max(a.seq)).where(a.match == match, others))
        before = rows[0][0]
        if before is None and seat in glance.record.asked:
            return glance.record.created, 0
        (first,) = self._store.ask(select(a.seq, a.at).where(a.match == match, a.seq > (before or 0)).order_by(a.seq).limit(1))
        return (first[0].at, first[0].seq) if first else (glance.record.created, 0)

    def _proposed(self, glance: Glance, house: HouseState) -> list[Notice]:
        """Who has to say yes or no."""
        found = []
        for one in house.proposals:
            asker = glance.seats[one.seat]
            for seat, held in glance.seats.items():
                person = _person(glance, seat)
                if person is None or held.guest == asker.guest or one.answers.get(seat):
                    continue
                if self._was_here(person, glance.record.id, self._hours.now()):
                    continue
                more: Data = {"by": asker.name, "what": one.kind}
                found.append(self._notice(glance, person, "proposal", f"{one.n}", seat, **more))
        return found

    def _seated(self, glance: Glance, *, full: bool) -> list[Notice]:
        """Somebody has sat down at one's table; the match has begun. Who is asked at once reads that instead."""
        record, now = glance.record, self._hours.now()
        if record.created < now - OLD or glance.seq > 0:
            return []
        found = []
        for person in _people(glance):
            seat = next(seat for seat in glance.seats if _person(glance, seat) == person)
            if full and seat not in glance.asked and (person != record.creator or not record.dealt):
                kind = "round" if self._in_tournament(record.id) else "started"
                found.append(self._notice(glance, person, kind, "", seat))
            elif person != record.creator and record.creator in _people(glance) and not full:
                name = glance.seats[seat].name
                found.append(self._notice(glance, record.creator, "seat_taken", f"{seat}:{person}", seat, by=name))
        return found

    def _in_tournament(self, match: str) -> bool:
        c = schema.tournament_tables.c
        (rows,) = self._store.ask(select(c.round).where(c.match == match))
        return bool(rows)

    def _ended(self, glance: Glance) -> list[Notice]:
        a, r = schema.actions.c, schema.result_rows.c
        match, closed = glance.record.id, glance.record.closed
        last, rows = self._store.ask(
            select(a.at).where(a.match == match).order_by(a.seq.desc()).limit(1), select(r.seat, r.winner).where(r.match == match)
        )
        at = closed.at if closed is not None else (last[0].at if last else glance.record.created)
        if at < self._hours.now() - OLD:
            return []
        won = {row.seat for row in rows if row.winner}
        found = []
        for seat in glance.seats:
            person = _person(glance, seat) or glance.seats[seat].guest
            if person is None or self._was_here(person, match, at):
                continue
            outcome = "off" if closed is not None and closed.by == "off" else "won" if seat in won else "lost"
            found.append(self._notice(glance, person, "over", "", seat, outcome=outcome))
        return found

    def _notice(self, glance: Glance, person: str, kind: str, which: str, seat: Seat, **more: str | int) -> Notice:
        record = glance.record
        others = [held.name or held.bot or "" for held in glance.seats.values() if held.guest != person and held.kind != "open"]
        data: Data = {"game": record.game, "others": ", ".join(others), **more}
        key = ":".join((kind, record.id, person, seat if kind not in {"over", "started", "round"} else "", which))
        return Notice(person, kind, key[:160], self._hours.now(), record.id, seat, data)

    def _challenged(self, now: int) -> list[Notice]:
        """Who was challenged by name."""
        c, s = schema.challenges.c, schema.challenge_seats.c
        joined = schema.challenges.join(schema.challenge_seats, s.challenge == c.id).join(
            schema.guests, schema.guests.c.id == c.maker
        )
        fresh = and_(c.state == "open", c.expires > now, s.kind == "person", s.taken_at.is_(None), s.person != c.maker)
        wanted = select(c.id, c.game, c.created, s.person, schema.guests.c.name).select_from(joined).where(fresh)
        (rows,) = self._store.ask(wanted)
        return [
            Notice(
                row.person,
                "challenge",
                f"challenge:{row.id}:{row.person}",
                now,
                data={"game": row.game, "by": row.name, "challenge": row.id},
            )
            for row in rows
        ]

    def _in_play(self, now: int) -> list[str]:
        """All matches in play that have moved lately, or have just ended, and in which somebody has an account."""
        m, s, a = schema.matches.c, schema.seats.c, schema.actions
        people = select(s.match).where(s.match == m.id, s.guest.is_not(None)).group_by(s.match)
        several = people.having(func.count(func.distinct(s.guest)) > 1).exists()
        last = select(a.c.at).where(a.c.match == m.id).order_by(a.c.seq.desc()).limit(1).scalar_subquery()
        return self._ids(select(m.id).where(or_(m.created > now - OLD, last > now - OLD), several))

    def _running_out(self, now: int) -> list[str]:
        """Matches in which a clock may soon be out."""
        h = schema.houses.c
        return self._ids(select(h.match.label("id")).where(h.due.is_not(None), h.due <= now + DAY + MINUTE).limit(500))

    def _ids(self, query: Any) -> list[str]:
        (rows,) = self._store.ask(query)
        return [row.id for row in rows]


def _person(glance: Glance, seat: Seat) -> str | None:
    """The person who plays the seat at present."""
    held = glance.seats[seat]
    return held.guest if held.kind == "guest" and held.caretaker is None else None


def _people(glance: Glance) -> list[str]:
    return sorted({held.guest for held in glance.seats.values() if held.guest is not None})
