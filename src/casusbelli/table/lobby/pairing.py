"""Quick pairing: who wants to play a game at a pace says so and waits; the nearest in strength who also wait are seated together.

``choose`` is the rule and knows no clock and no store. ``Pairing`` keeps the wishes and asks it every two seconds.
"""

from __future__ import annotations

import asyncio
import logging
import statistics
from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from casusbelli.game.registry import find
from casusbelli.kernel import Seat

from .. import schema
from ..founding import stand_in
from ..people.ratings import pool_of, strengths_of
from ..people.sessions import new_id
from ..records import Guest
from ..schema import now
from ..store import Store, insert_match
from .challenges import PACES, Prepared, Refused, Terms, prepare

log = logging.getLogger("casusbelli.table.lobby")

SECOND = 1000
TICK = 2.0
WINDOW, WIDER, EVERY = 100, 50, 10 * SECOND
"""How far apart in rating two may be at first, and by how much more after every so long."""
OFFICER_AFTER = 60 * SECOND
"""After so long those who wait for a third or fourth are asked whether an officer may sit there."""
READY_IN = 20 * SECOND
LIVE_LASTS, POST_LASTS = 3_600 * SECOND, 7 * 86_400 * SECOND
GAMES_AT_ONCE = 3
REMEMBERED = 20
UNKNOWN = 1500


class Wish(msgspec.Struct, frozen=True):
    """Somebody who wants to play."""

    person: str
    game: str
    pace: str
    rating: int
    created: int
    expires: int
    officer: bool = False
    """Whether a bot may take a missing third or fourth seat."""
    offered: str | None = None
    offered_at: int = 0
    ready: bool = False
    last: str | None = None
    """With whom the person was paired the last time."""


def choose(waiting: Iterable[Wish], seats: int, at: int, apart_from: dict[str, set[str]]) -> list[list[Wish]]:
    """Who is seated together now: the one who has waited longest first, with the nearest in strength.

    Blocked people never meet; the same two not twice in a row while somebody else waits.
    """
    queue = sorted(waiting, key=lambda wish: (wish.created, wish.person))
    groups: list[list[Wish]] = []
    while len(queue) > 1:
        oldest = queue.pop(0)
        group = _around(oldest, queue, seats, at, apart_from)
        if group is not None:
            groups.append(group)
            queue = [wish for wish in queue if wish not in group]
    return groups


def window(wish: Wish, at: int) -> int:
    """How far somebody reaches by now."""
    return WINDOW + WIDER * (max(0, at - wish.created) // EVERY)


def _around(oldest: Wish, queue: list[Wish], seats: int, at: int, apart_from: dict[str, set[str]]) -> list[Wish] | None:
    def meets(one: Wish, two: Wish) -> bool:
        near = abs(one.rating - two.rating) <= max(window(one, at), window(two, at))
        return near and two.person not in apart_from.get(one.person, set())

    able = [wish for wish in queue if meets(oldest, wish)]
    fresh = [wish for wish in able if wish.person != oldest.last and oldest.person != wish.last]
    group = [oldest]
    for wish in sorted(fresh or able, key=lambda other: (abs(other.rating - oldest.rating), other.created, other.person)):
        if len(group) < seats and all(meets(wish, other) for other in group):
            group.append(wish)
    if len(group) == seats:
        return group
    with_officer = len(group) > 1 and len(group) < seats and all(wish.officer for wish in group)
    return group if with_officer and at - oldest.created >= OFFICER_AFTER else None


class State(msgspec.Struct, frozen=True):
    """What somebody who waits is shown."""

    wish: Wish
    waiting: int
    seats: int
    usual: int | None
    """Seconds one waited lately; None: nobody did."""
    may_ask_officer: bool


class Pairing:
    """The wishes of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waits: dict[tuple[str, str], deque[int]] = {}
        self._founded: dict[str, str] = {}
        """For whom a match has begun that he has not been shown yet."""

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def all(self) -> list[Wish]:
        (rows,) = self._store.ask(select(schema.wishes).where(schema.wishes.c.expires > now()))
        return [_wish_of(row) for row in rows]

    def crowd(self) -> dict[tuple[str, str], int]:
        """How many wait, by game and pace."""
        counted: dict[tuple[str, str], int] = {}
        for wish in self.all():
            counted[wish.game, wish.pace] = counted.get((wish.game, wish.pace), 0) + 1
        return counted

    def of(self, person: str) -> list[State]:
        """What the person waits for."""
        everybody = self.all()
        at = now()
        return [
            State(
                wish,
                sum(other.game == wish.game and other.pace == wish.pace for other in everybody),
                _seats(wish.game),
                self.usual_wait(wish.game, wish.pace),
                _seats(wish.game) > 2 and not wish.officer and at - wish.created >= OFFICER_AFTER,
            )
            for wish in everybody
            if wish.person == person
        ]

    def usual_wait(self, game: str, pace: str) -> int | None:
        """The median of the last waits, in seconds."""
        waits = self._waits.get((game, pace))
        return round(statistics.median(waits) / SECOND) if waits else None

    def begun(self, person: str) -> str | None:
        """The match to which the person has been paired, told once."""
        return self._founded.pop(person, None)

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def wish(self, guest: Guest, game: str, pace: str) -> None:
        """Wait for this game at this pace; another pace of the same game takes the place of the first."""
        if PACES.get(pace, "none") == "none":
            raise Refused("lobby.gone", 404)
        strengths = await asyncio.to_thread(strengths_of, self._store, guest.id)
        known = strengths.get(pool_of(game, _seats(game)))
        at = now()
        lasts = POST_LASTS if PACES[pace] == "days" else LIVE_LASTS
        values = {"pace": pace, "rating": known.shown if known else UNKNOWN, "created": at, "expires": at + lasts}

        def job(connection: Connection) -> None:
            w = schema.wishes
            mine = w.c.person == guest.id
            connection.execute(delete(w).where(mine, w.c.expires < at))
            games = set(connection.execute(select(w.c.game).where(mine)).scalars().all())
            if len(games | {game}) > GAMES_AT_ONCE:
                raise Refused("lobby.too_many_games", 429)
            last = connection.execute(select(w.c.last).where(mine).limit(1)).scalar()
            connection.execute(delete(w).where(mine, w.c.game == game))
            connection.execute(insert(w).values(person=guest.id, game=game, last=last, **values))

        await self._store.writer.write(job)

    def stop(self, person: str, game: str) -> asyncio.Future[None]:
        """Do not wait any longer."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.wishes).where(schema.wishes.c.person == person, schema.wishes.c.game == game))

        return self._store.writer.write(job)

    def allow_officer(self, person: str, game: str) -> asyncio.Future[None]:
        return self._set(person, game, officer=True)

    def be_ready(self, person: str, game: str) -> asyncio.Future[None]:
        return self._set(person, game, ready=True)

    def _set(self, person: str, game: str, **values: Any) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            w = schema.wishes
            connection.execute(update(w).where(w.c.person == person, w.c.game == game).values(**values))

        return self._store.writer.write(job)

    async def tick(self) -> list[str]:
        """Offer matches to those who fit, found those to which all have said yes; the ids of the new matches."""
        ready = await self._store.writer.write(self._match_up)
        founded = []
        for group in ready:
            match = await self._found(group)
            if match is not None:
                founded.append(match)
        return founded

    def _match_up(self, connection: Connection) -> list[list[Wish]]:
        """One look at all wishes: who is late is dropped, who waits is paired. Groups of which all are ready."""
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20619)")
        w, at = schema.wishes, now()
        connection.execute(delete(w).where(w.c.expires < at))
        late = and_(w.c.offered.is_not(None), w.c.offered_at < at - READY_IN, ~w.c.ready)
        broken = connection.execute(select(w.c.offered).where(late)).scalars().all()
        connection.execute(delete(w).where(late))
        if broken:
            connection.execute(update(w).where(w.c.offered.in_(broken)).values(offered=None, ready=False))
        wishes = [_wish_of(row) for row in connection.execute(select(w)).all()]
        offers: dict[str, list[Wish]] = {}
        waiting: dict[tuple[str, str], list[Wish]] = {}
        for wish in wishes:
            if wish.offered is None:
                waiting.setdefault((wish.game, wish.pace), []).append(wish)
            else:
                offers.setdefault(wish.offered, []).append(wish)
        for (game, _), group in waiting.items():
            if len(group) > 1:
                for chosen in choose(group, _seats(game), at, _blocks(connection, group)):
                    offer = new_id()
                    people = [wish.person for wish in chosen]
                    mine = and_(w.c.game == game, w.c.person.in_(people))
                    there = PACES[chosen[0].pace] == "days"  # by post nobody has to be: the match waits for them
                    connection.execute(update(w).where(mine).values(offered=offer, offered_at=at, ready=there))
        return [group for group in offers.values() if all(wish.ready for wish in group)]

    async def _found(self, group: list[Wish]) -> str | None:
        """The match of a group of which all are ready."""
        prepared = await asyncio.to_thread(self._prepare, group)
        people = [wish.person for wish in group]

        def job(connection: Connection) -> str | None:
            w = schema.wishes
            mine = and_(w.c.game == group[0].game, w.c.person.in_(people), w.c.offered == group[0].offered, w.c.ready)
            if connection.execute(select(func.count()).select_from(w).where(mine)).scalar() != len(group):
                return None
            insert_match(connection, *prepared)
            connection.execute(delete(w).where(mine))
            for wish in group:
                other = next(person for person in people if person != wish.person)
                connection.execute(update(w).where(w.c.person == wish.person).values(last=other))
            return prepared[0].id

        match = await self._store.writer.write(job)
        if match is not None:
            waits = self._waits.setdefault((group[0].game, group[0].pace), deque(maxlen=REMEMBERED))
            for wish in group:
                waits.append(wish.offered_at - wish.created)
                self.paired(wish.person, match)
                self._store.tell(f"f {wish.person} {match}")
        return match

    def paired(self, person: str, match: str) -> None:
        """A match has begun for this person, here or in another process: it is told where the person asks."""
        self._founded[person] = match

    def _prepare(self, group: list[Wish]) -> Prepared:
        game = find(group[0].game)
        scenario = game.info.scenarios[0]
        guests = schema.guests.c
        (rows,) = self._store.ask(select(guests.id, guests.name).where(guests.id.in_([wish.person for wish in group])))
        people = [Guest(row.id, row.name, True) for row in rows]
        seats: list[Seat] = list(scenario.seats)
        bots = dict.fromkeys(seats[len(people) :], stand_in(game))
        terms = Terms(
            game=game.info.id,
            scenario=scenario.id,
            options=game.info.settle({}, scenario.id),
            pace=group[0].pace,
            rated=True,
            shuffle=True,
        )
        return prepare(terms, dict(zip(seats, people, strict=False)), bots, people[0])


def _seats(game: str) -> int:
    """Pairing is for the first scenario of a game."""
    return len(find(game).info.scenarios[0].seats)


def _blocks(connection: Connection, group: list[Wish]) -> dict[str, set[str]]:
    """Who of these is not to meet whom."""
    b, people = schema.blocks.c, [wish.person for wish in group]
    found: dict[str, set[str]] = {}
    for row in connection.execute(select(b.person, b.other).where(b.person.in_(people), b.other.in_(people))):
        found.setdefault(row.person, set()).add(row.other)
        found.setdefault(row.other, set()).add(row.person)
    return found


def _wish_of(row: Any) -> Wish:
    return Wish(
        row.person,
        row.game,
        row.pace,
        row.rating,
        row.created,
        row.expires,
        row.officer,
        row.offered,
        row.offered_at,
        row.ready,
        row.last,
    )


__all__ = ["Pairing", "State", "Wish", "choose", "window"]
