"""Tournaments in the store: who takes part, the tables of each round, the standings. A round follows when one is over."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from casusbelli.game.registry import find, installed

from .. import schema
from ..founding import stand_in
from ..lobby.challenges import Prepared, Refused, Terms, prepare
from ..people.sessions import new_id
from ..records import Guest
from ..schema import now
from ..store import Store, insert_match
from .schedules import Round, Standing, points_of, proposed_rounds, round_robin, swiss, table_rounds

log = logging.getLogger("casusbelli.table.tournaments")

System = Literal["robin", "double", "swiss"]
SYSTEMS: tuple[System, ...] = ("robin", "double", "swiss")

DAY = 86_400_000
FEWEST, MOST = 3, 32
LATE_POINTS = 0.5
TITLE_LENGTH = 60


class Player(msgspec.Struct, frozen=True):
    person: str
    name: str
    left: bool
    points: float = 0.0
    wins: int = 0
    against: float = 0.0
    """What the opponents have: Buchholz."""
    lot: float = 0.0
    met: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    byes: int = 0


class TableRow(msgspec.Struct, frozen=True):
    """One table of a round: who sits there in the order of the seats, and the points it gave."""

    round: int
    n: int
    match: str | None
    people: tuple[str, ...]
    points: dict[str, float] | None
    due: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    host: str
    host_name: str
    terms: Terms
    system: System
    rounds: int
    days: int
    state: str
    seed: int
    created: int
    seats: int
    players: tuple[Player, ...]
    tables: tuple[TableRow, ...]

    @property
    def round(self) -> int:
        return max((table.round for table in self.tables), default=0)

    @property
    def here(self) -> list[Player]:
        return [player for player in self.players if not player.left]

    def takes_part(self, person: str) -> bool:
        return any(player.person == person and not player.left for player in self.players)

    @property
    def late(self) -> bool:
        """Whether one may still come although it has begun."""
        return self.state == "running" and self.system == "swiss" and self.round == 1


class Announced(NamedTuple):
    """A tournament in a line."""

    id: str
    title: str
    terms: Terms
    state: str
    round: int
    rounds: int
    players: int


class Tournaments:
    """The tournaments of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.adjudicate: Callable[[str], Awaitable[None]] | None = None
        """Ends a match whose round is over."""

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def all(self, most: int = 50) -> list[Tournament]:
        t = schema.tournaments.c
        (rows,) = self._store.ask(select(t.id).where(t.state != "off").order_by(t.created.desc()).limit(most))
        found = [self.get(row.id) for row in rows]
        return [one for one in found if one is not None]

    def going_on(self, most: int) -> list[Announced]:
        """What may be entered, the newest first, then what is being played: in one question, for pages that ask often."""
        t, p, b = schema.tournaments.c, schema.tournament_players.c, schema.tournament_tables.c
        here = select(func.count()).where(p.tournament == t.id, p.gone.is_(None)).scalar_subquery()
        latest = select(func.coalesce(func.max(b.round), 0)).where(b.tournament == t.id).scalar_subquery()
        wanted = select(t.id, t.title, t.terms, t.state, t.rounds, here.label("players"), latest.label("round"))
        order = (t.state, t.created.desc())  # "entry" comes before "running"
        (rows,) = self._store.ask(wanted.where(t.state.in_(("entry", "running"))).order_by(*order).limit(most))
        return [
            Announced(
                row.id, row.title, msgspec.json.decode(row.terms, type=Terms), row.state, row.round, row.rounds, row.players
            )
            for row in rows
        ]

    def get(self, tournament: str) -> Tournament | None:
        """None where there is none, or its game is not installed here any more."""
        t, p, b, g = schema.tournaments, schema.tournament_players, schema.tournament_tables, schema.guests
        heads, people, tables = self._store.ask(
            select(t, g.c.name).select_from(t.join(g, t.c.host == g.c.id)).where(t.c.id == tournament),
            select(p, g.c.name)
            .select_from(p.join(g, p.c.person == g.c.id))
            .where(p.c.tournament == tournament)
            .order_by(p.c.entered),
            select(b).where(b.c.tournament == tournament).order_by(b.c.round, b.c.n),
        )
        if not heads:
            return None
        head = heads[0]
        terms = msgspec.json.decode(head.terms, type=Terms)
        if terms.game not in installed():
            return None
        seated = tuple(
            TableRow(
                row.round,
                row.n,
                row.match,
                tuple(msgspec.json.decode(row.people, type=list[str])),
                None if row.points is None else msgspec.json.decode(row.points, type=dict[str, float]),
                row.due,
            )
            for row in tables
        )
        return Tournament(
            id=head.id,
            title=head.title,
            host=head.host,
            host_name=head.name,
            terms=terms,
            system=head.system,
            rounds=head.rounds,
            days=head.days,
            state=head.state,
            seed=head.seed,
            created=head.created,
            seats=len(find(terms.game).info.scenario(terms.scenario).seats),
            players=standings(
                [(row.person, row.name, row.gone is not None, row.head_start) for row in people], seated, head.seed
            ),
            tables=seated,
        )

    # -- writing -----------------------------------------------------------------------------------------------------------

    def make(self, host: Guest, title: str, terms: Terms, system: System, rounds: int, days: int) -> asyncio.Future[str]:
        made = new_id()

        def job(connection: Connection) -> str:
            t = schema.tournaments
            open_now = (t.c.host == host.id, t.c.state.in_(["entry", "running"]))
            if (connection.execute(select(func.count()).select_from(t).where(*open_now)).scalar() or 0) >= 3:
                raise Refused("tournament.too_many", 429)
            values = {
                "id": made,
                "title": title,
                "host": host.id,
                "system": system,
                "rounds": rounds,
                "days": days,
                "state": "entry",
            }
            values |= {"terms": msgspec.json.encode(terms).decode(), "seed": secrets.randbits(48), "created": now()}
            connection.execute(insert(t).values(**values))
            connection.execute(insert(schema.tournament_players).values(tournament=made, person=host.id, entered=now()))
            return made

        return self._store.writer.write(job)

    async def enter(self, tournament: str, guest: Guest) -> None:
        """Take part; in a Swiss also after the first round has begun, with half a point."""
        found = await asyncio.to_thread(self.get, tournament)
        if found is None or not (found.state == "entry" or found.late) or len(found.here) >= MOST:
            raise Refused("tournament.closed")
        start = LATE_POINTS if found.state == "running" else 0.0

        def job(connection: Connection) -> None:
            p = schema.tournament_players
            mine = (p.c.tournament == tournament, p.c.person == guest.id)
            if connection.execute(select(p.c.person).where(*mine)).first() is not None:
                connection.execute(update(p).where(*mine).values(gone=None))
            else:
                values = {"tournament": tournament, "person": guest.id, "entered": now(), "head_start": start}
                connection.execute(insert(p).values(**values))

        await self._store.writer.write(job)

    def leave(self, tournament: str, person: str) -> asyncio.Future[None]:
        """Not be paired any more; a match under way goes on."""

        def job(connection: Connection) -> None:
            p, t = schema.tournament_players, schema.tournaments.c
            mine = (p.c.tournament == tournament, p.c.person == person)
            if connection.execute(select(t.state).where(t.id == tournament)).scalar() == "entry":
                connection.execute(delete(p).where(*mine))
            else:
                connection.execute(update(p).where(*mine).values(gone=now()))

        return self._store.writer.write(job)

    def call_off(self, tournament: str, host: str) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            t = schema.tournaments
            mine = (t.c.id == tournament, t.c.host == host, t.c.state.in_(["entry", "running"]))
            connection.execute(update(t).where(*mine).values(state="off"))

        return self._store.writer.write(job)

    async def start(self, tournament: str, host: str) -> list[str]:
        """The host begins it; the matches of the first round."""
        found = await asyncio.to_thread(self.get, tournament)
        if found is None or found.host != host or found.state != "entry":
            raise Refused("tournament.closed")
        if len(found.here) < max(FEWEST, found.seats):
            raise Refused("tournament.too_few", 422, least=max(FEWEST, found.seats))
        return await self._begin_round(found, 1)

    async def advance(self) -> list[str]:
        """Look at all that run: note results, begin next rounds, end what is over. The matches that began."""
        t = schema.tournaments.c
        (rows,) = await asyncio.to_thread(self._store.ask, select(t.id).where(t.state == "running"))
        begun: list[str] = []
        for row in rows:
            await self._end_late_matches(row.id)
            await self._store.writer.write(partial(_note_results, tournament=row.id))
            found = await asyncio.to_thread(self.get, row.id)
            if found is None or any(table.points is None for table in found.tables):
                continue
            if found.round >= found.rounds or len(found.here) < max(2, FEWEST - 1):
                await self._store.writer.write(partial(_end, tournament=found.id))
            else:
                begun += await self._begin_round(found, found.round + 1)
        return begun

    async def _end_late_matches(self, tournament: str) -> None:
        """After the last day of a round its matches end, one way or the other."""
        b, m = schema.tournament_tables, schema.matches
        late = (b.c.tournament == tournament, b.c.points.is_(None), b.c.due < now(), m.c.result.is_(None), m.c.closed.is_(None))
        query = select(b.c.match).select_from(b.join(m, b.c.match == m.c.id)).where(*late)
        (rows,) = await asyncio.to_thread(self._store.ask, query)
        if self.adjudicate is None:
            return
        for row in rows:
            try:
                await self.adjudicate(row.match)
            except Exception:
                log.exception("match %s: its judge fails; the points are shared", row.match)

    async def _begin_round(self, found: Tournament, number: int) -> list[str]:
        made = await asyncio.to_thread(next_round, found, number)
        prepared = await asyncio.to_thread(self._prepare, found, made)

        def job(connection: Connection) -> list[str]:
            b, t = schema.tournament_tables, schema.tournaments
            if connection.execute(select(b.c.n).where(b.c.tournament == found.id, b.c.round == number)).first() is not None:
                return []  # another was quicker
            due = now() + found.days * DAY
            for n, (table, match) in enumerate(zip(made.tables, prepared, strict=True)):
                insert_match(connection, *match)
                values = {"match": match[0].id, "people": msgspec.json.encode(table).decode(), "due": due}
                connection.execute(insert(b).values(tournament=found.id, round=number, n=n, **values))
            if made.bye is not None:
                values = {"people": msgspec.json.encode([made.bye]).decode(), "due": due}
                values["points"] = msgspec.json.encode({made.bye: 1.0}).decode()
                connection.execute(insert(b).values(tournament=found.id, round=number, n=len(made.tables), **values))
            rounds = planned_rounds(found) if number == 1 else found.rounds
            connection.execute(update(t).where(t.c.id == found.id).values(state="running", rounds=rounds))
            return [match[0].id for match in prepared]

        return await self._store.writer.write(job)

    def _prepare(self, found: Tournament, made: Round) -> list[Prepared]:
        names = {player.person: Guest(player.person, player.name, True) for player in found.players}
        game = find(found.terms.game)
        seats = list(game.info.scenario(found.terms.scenario).seats)
        return [
            prepare(
                found.terms,
                {seat: names[person] for seat, person in zip(seats, table, strict=False)},
                dict.fromkeys(seats[len(table) :], stand_in(game)),
                Guest(found.host, found.host_name, True),
            )
            for table in made.tables
        ]


def planned_rounds(found: Tournament) -> int:
    """How many rounds there will be, once it is known who takes part."""
    players = len(found.here)
    if found.system == "swiss" or found.seats > 2:
        return found.rounds or proposed_rounds(players)
    once = players - 1 + players % 2
    return 2 * once if found.system == "double" else once


def next_round(found: Tournament, number: int) -> Round:
    """Who sits where in that round. Who has left is not paired any more."""
    if found.system == "swiss":
        fields = ("person", "points", "met", "held", "byes")
        return swiss(
            [Standing(**{name: getattr(one, name) for name in fields}) for one in found.here], found.seats, found.seed + number
        )
    entered = sorted(player.person for player in found.players)
    if found.seats == 2:
        plan = round_robin(entered, double=found.system == "double")[number - 1]
    else:
        plan = table_rounds(entered, found.seats, found.rounds or proposed_rounds(len(entered)), found.seed)[number - 1]
    here = {player.person for player in found.here}
    kept = [tuple(person for person in table if person in here) for table in plan.tables]
    alone = [table[0] for table in kept if len(table) == 1]
    bye = plan.bye if plan.bye in here else None
    return Round(tuple(table for table in kept if len(table) > 1), bye or (alone[0] if alone and found.seats == 2 else None))


def standings(people: Sequence[tuple[str, str, bool, float]], tables: Sequence[TableRow], seed: int) -> tuple[Player, ...]:
    """Everybody with points, in the order of the table: points, the opponents' points, wins, lot."""
    points = {person: start for person, _, _, start in people}
    wins: dict[str, int] = {}
    met: dict[str, list[str]] = {}
    held: dict[str, list[int]] = {}
    byes: dict[str, int] = {}
    for table in tables:
        for place, person in enumerate(table.people):
            if table.match is None:
                byes[person] = byes.get(person, 0) + 1
            else:
                met.setdefault(person, []).extend(other for other in table.people if other != person)
                held.setdefault(person, []).append(place)
            if table.points is not None:
                points[person] = points.get(person, 0.0) + table.points.get(person, 0.0)
                best = max(table.points.values(), default=0.0)
                wins[person] = wins.get(person, 0) + (table.match is not None and table.points.get(person) == best and best > 0.5)
    lots = {person: ((seed * 6_364_136_223_846_793_005 + hash_of_text(person)) % 1_000_003) for person, *_ in people}
    found = [
        Player(
            person,
            name,
            left,
            points[person],
            wins.get(person, 0),
            sum(points.get(other, 0.0) for other in met.get(person, ())),
            float(lots[person]),
            tuple(met.get(person, ())),
            tuple(held.get(person, ())),
            byes.get(person, 0),
        )
        for person, name, left, _ in people
    ]
    return tuple(sorted(found, key=lambda one: (-one.points, -one.against, -one.wins, one.lot)))


def hash_of_text(text: str) -> int:
    """The same on every machine and in every process."""
    return int.from_bytes(text.encode(), "big") % (2**61 - 1)


def _note_results(connection: Connection, tournament: str) -> None:
    """The points of tables whose match has ended; after the last day of a round unfinished ones are shared."""
    b, r = schema.tournament_tables, schema.result_rows.c
    waiting = connection.execute(select(b).where(b.c.tournament == tournament, b.c.points.is_(None))).all()
    for table in waiting:
        people = msgspec.json.decode(table.people, type=list[str])
        rows: Sequence[Any] = connection.execute(select(r.person, r.bot, r.seat, r.rank).where(r.match == table.match)).all()
        if rows:
            ranks = {row.person or f"bot {row.seat}": row.rank for row in rows}
            given = points_of(ranks, len(rows))
            points = {person: given.get(person, 0.0) for person in people}
        elif table.due < now():
            seats = connection.execute(
                select(func.count()).select_from(schema.seats).where(schema.seats.c.match == table.match)
            ).scalar()
            given = points_of(dict.fromkeys((str(n) for n in range(seats or 2)), 1), seats or 2)
            points = dict.fromkeys(people, next(iter(given.values())))
        else:
            continue
        same = (b.c.tournament == tournament, b.c.round == table.round, b.c.n == table.n)
        connection.execute(update(b).where(*same).values(points=msgspec.json.encode(points).decode()))


def _end(connection: Connection, tournament: str) -> None:
    t = schema.tournaments
    connection.execute(update(t).where(t.c.id == tournament, t.c.state == "running").values(state="over"))
