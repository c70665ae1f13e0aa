"""Ratings: how strong somebody is in a game with so many seats.

Every match that ends leaves a row for each seat. Rated ones move their people's ratings, in the order in which they ended:
folding the rows once more gives the same numbers to the last bit. Bots are anchors that never move; a seat that is better than
others is part of the one who holds it.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Connection, FromClause, delete, func, insert, or_, select, update

from casusbelli.game.registry import find
from casusbelli.kernel import Result, Seat, SetupError

from .. import schema
from ..schema import now
from .openings import note_openings

log = logging.getLogger("casusbelli.table.ratings")

MODEL = PlackettLuce()
NEW_MU, NEW_SIGMA = 25.0, 25.0 / 3
FIRM = 1e-4
"""The uncertainty of what must not move."""
BOT_SIGMA = 1.0
GRADES = {"random": 8.0, "recruit": 18.0, "officer": 25.0, "marshal": 30.0, "strategist": 35.0}
"""How strong bots are where a game has not measured its own (``bot/anchors.toml``)."""

HALF = 0.5
BOT_MATCHES_A_DAY = 5
"""So many matches a day against bots alone count, and half."""

DAY = 86_400_000
MONTH = 30 * DAY
FORGETTING, FORGOTTEN = 0.2, 6.0
"""Who does not play is known less well, by so much a month, up to so much."""

SHOWN_MIDDLE, SHOWN_SCALE = 1500, 40
NEW_ABOVE, DOUBTFUL_ABOVE = 6.0, 4.5
LISTED_FROM = 10
LISTED_DAYS = 90


class Strength(msgspec.Struct, frozen=True):
    """What is known of somebody's strength in a pool."""

    mu: float = NEW_MU
    sigma: float = NEW_SIGMA
    matches: int = 0
    updated: int = 0

    @property
    def shown(self) -> int:
        return round(SHOWN_MIDDLE + SHOWN_SCALE * (self.mu - NEW_MU))

    @property
    def band(self) -> int:
        return round(2 * SHOWN_SCALE * self.sigma)

    @property
    def doubt(self) -> str:
        """How sure one is: "new", "?" or nothing to say."""
        return "new" if self.sigma > NEW_ABOVE else "?" if self.sigma > DOUBTFUL_ABOVE else ""

    def at(self, moment: int) -> Strength:
        """As it is known at a later moment."""
        if self.sigma >= FORGOTTEN or not self.updated:
            return self
        idle = max(0, moment - self.updated) / MONTH
        return msgspec.structs.replace(self, sigma=min(FORGOTTEN, self.sigma + FORGETTING * int(idle)))


class Anchors(msgspec.Struct, frozen=True):
    """What a game has measured in the lab: the strength of its bots, the advantage of its seats."""

    grades: dict[str, float] = {}
    seats: dict[str, float] = {}


@lru_cache(maxsize=32)
def anchors_of(game: str) -> Anchors:
    try:
        file = find(game).folder / "bot" / "anchors.toml"
    except SetupError:
        return Anchors()
    return msgspec.convert(tomllib.loads(file.read_text()), Anchors) if file.is_file() else Anchors()


class Sitter(msgspec.Struct, frozen=True):
    """Who sat where and how it ended for him."""

    seat: Seat
    person: str | None
    bot: str | None
    rank: int
    score: float | None
    winner: bool
    rated: bool = True
    """Whether it moves his rating."""


def pool_of(game: str, seats: int) -> str:
    """Strength is counted apart for every game and number of seats."""
    return f"{game}/{seats}"


def ranks_of(result: Result, seats: Sequence[Seat], *, by_score: bool) -> dict[Seat, int]:
    """Winners first; the others second, or in the order of their scores where the game ranks by them."""
    if not result.winners and not (by_score and result.scores):
        return dict.fromkeys(seats, 1)
    if by_score and len(seats) > 2 and set(seats) <= set(result.scores):
        order = {seat: (seat not in result.winners, -result.scores[seat]) for seat in seats}
        return {seat: 1 + sum(other < order[seat] for other in order.values()) for seat in seats}
    return {seat: 1 if seat in result.winners else 2 for seat in seats}


def rate(
    strengths: Sequence[tuple[float, float]], seats: Sequence[float], ranks: Sequence[int], fixed: set[int]
) -> list[tuple[float, float]]:
    """New mu and sigma of everybody; those that are fixed keep theirs. ``seats`` are the advantages of the seats."""
    teams = [
        [MODEL.rating(mu=mu, sigma=FIRM if n in fixed else sigma), MODEL.rating(mu=seat, sigma=FIRM)]
        for n, ((mu, sigma), seat) in enumerate(zip(strengths, seats, strict=True))
    ]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [strengths[n] if n in fixed else (team[0].mu, team[0].sigma) for n, team in enumerate(rated)]


def moved(
    game: str, pool: str, sitters: Sequence[Sitter], known: Mapping[str, Strength], at: int, counted: int
) -> dict[str, Strength]:
    """The new strengths of the people of a match that ended then. ``counted`` are those of the day against bots alone."""
    anchors = anchors_of(game)
    against_bots = sum(one.person is not None for one in sitters) == 1
    if against_bots and counted >= BOT_MATCHES_A_DAY:
        return {}
    before = {one.person: known.get(one.person, Strength()).at(at) for one in sitters if one.person is not None}
    strengths = [
        (before[one.person].mu, before[one.person].sigma)
        if one.person is not None
        else (anchors.grades.get(one.bot or "", GRADES.get(one.bot or "", NEW_MU)), BOT_SIGMA)
        for one in sitters
    ]
    advantages = [anchors.seats.get(one.seat, 0.0) for one in sitters]
    fixed = {n for n, one in enumerate(sitters) if one.person is None}
    after = rate(strengths, advantages, [one.rank for one in sitters], fixed)
    share = HALF if against_bots else 1.0
    return {
        one.person: Strength(was.mu + share * (mu - was.mu), was.sigma + share * (sigma - was.sigma), was.matches + 1, at)
        for one, (mu, sigma) in zip(sitters, after, strict=True)
        if one.person is not None and one.rated
        for was in [before[one.person]]
    }


# -- in the store ------------------------------------------------------------------------------------------------------------


def note_end(connection: Connection, match: str) -> None:
    """A match has ended, in this very transaction: a row for every seat, and new ratings where it was rated.

    Done twice it is done once. A fault here ends no match: it is told in the log, and ``catch_up`` tries again.
    """
    try:
        with connection.begin_nested():
            _note_end(connection, match)
    except Exception:
        log.exception("match %s: its results cannot be noted", match)


def _note_end(connection: Connection, match: str) -> None:
    m, s, r = schema.matches.c, schema.seats.c, schema.result_rows.c
    row = connection.execute(select(m.game, m.result, m.closed, m.rated).where(m.id == match)).first()
    if row is None or (row.result is None and row.closed is None):
        return
    if connection.execute(select(r.seat).where(r.match == match)).first() is not None:
        return
    if connection.dialect.name == "postgresql":  # one at a time, whatever process it is
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20618)")
    held = select(s.seat, s.guest, s.bot, s.left_how, s.left_at).where(s.match == match).order_by(s.position)
    seated = connection.execute(held).all()
    closed = msgspec.json.decode(row.closed, type=_Closed) if row.closed is not None else None
    result = Result(closed.winners, closed.by) if closed is not None else msgspec.json.decode(row.result, type=Result)
    ranks = ranks_of(result, [one.seat for one in seated], by_score=_ranks_by_score(row.game))
    stayed = {one.seat for one in seated if one.left_how is None}
    ranks |= {one.seat: len(seated) + 1 for one in seated if one.seat not in stayed}  # last, whatever his caretaker did
    winners = stayed.intersection(result.winners)
    sitters = [
        Sitter(one.seat, one.guest, one.bot, ranks[one.seat], result.scores.get(one.seat), one.seat in winners) for one in seated
    ]
    last = connection.execute(select(func.max(r.ended))).scalar() or 0
    at = max(now(), last + 1)
    pool = pool_of(row.game, len(seated))
    called_off = closed is not None and closed.by in {"off", "shared"}
    rated = bool(row.rated) and not called_off and _may_be_rated(connection, sitters)
    cut_short = any(_left_early(connection, match, one.left_at) for one in seated if one.seat not in stayed)
    sitters = [
        msgspec.structs.replace(one, rated=rated and not (cut_short and one.person is not None and one.seat in stayed))
        for one in sitters
    ]
    values = [
        {"match": match, "pool": pool, "position": n, "ended": at, **msgspec.structs.asdict(one)} for n, one in enumerate(sitters)
    ]
    connection.execute(insert(schema.result_rows), values)
    note_openings(connection, match, row.game, [one.seat for one in seated])
    if rated:
        _apply(connection, match, row.game, pool, sitters, at)


def _left_early(connection: Connection, match: str, left_at: int | None) -> bool:
    """Whether somebody left in the first third: of those who stayed such a match tells little."""
    a = schema.actions.c
    before = func.count().filter(a.at <= (left_at or 0))
    played, all_in_all = connection.execute(select(before, func.count()).where(a.match == match)).one()
    return bool(3 * played <= all_in_all and all_in_all)


class _Closed(msgspec.Struct):
    """What matters here of how the house ended a match."""

    by: str
    winners: tuple[Seat, ...] = ()


def _ranks_by_score(game: str) -> bool:
    try:
        return len(find(game).info.scenarios[0].seats) > 2
    except SetupError:
        return False


def _may_be_rated(connection: Connection, sitters: Sequence[Sitter]) -> bool:
    """All people have accounts and are different people, and somebody else sat at the table."""
    people = [one.person for one in sitters if one.person is not None]
    accounts = schema.accounts.c
    with_account = connection.execute(select(func.count()).where(accounts.person.in_(people))).scalar()
    return bool(people) and len(sitters) > 1 and len(set(people)) == len(people) == with_account


def _apply(connection: Connection, match: str, game: str, pool: str, sitters: Sequence[Sitter], at: int) -> None:
    """Move the ratings of a match's people, and note by how much in its rows."""
    ratings, rows = schema.ratings, schema.result_rows
    people = [one.person for one in sitters if one.person is not None]
    found = connection.execute(select(ratings).where(ratings.c.pool == pool, ratings.c.person.in_(people))).all()
    known = {row.person: Strength(row.mu, row.sigma, row.matches, row.updated) for row in found}
    counted = 0
    if len(people) == 1:
        lately = (rows.c.person == people[0], rows.c.pool == pool, rows.c.alone, rows.c.ended > at - DAY, rows.c.ended < at)
        counted = connection.execute(select(func.count()).select_from(rows).where(*lately)).scalar() or 0
    for person, strength in moved(game, pool, sitters, known, at, counted).items():
        was = known.get(person, Strength()).at(at)
        told = {"mu": strength.mu, "sigma": strength.sigma, "matches": strength.matches, "updated": at}
        if person in known:
            connection.execute(update(ratings).where(ratings.c.person == person, ratings.c.pool == pool).values(**told))
        else:
            connection.execute(insert(ratings).values(person=person, pool=pool, **told))
        mine = (rows.c.match == match, rows.c.person == person)
        change = {"mu_before": was.mu, "mu_after": strength.mu, "sigma_after": strength.sigma, "alone": len(people) == 1}
        connection.execute(update(rows).where(*mine).values(**change))


def recompute(connection: Connection) -> int:
    """All ratings anew, from the rows of results in their order; how many matches were counted."""
    rows, matches = schema.result_rows, schema.matches
    connection.execute(delete(schema.ratings))
    connection.execute(update(rows).values(mu_before=None, mu_after=None, sigma_after=None, alone=False))
    joined = rows.join(matches, rows.c.match == matches.c.id)
    counted = rows.c.match.in_(select(rows.c.match).where(rows.c.rated))
    query = select(rows, matches.c.game).select_from(joined).where(counted).order_by(rows.c.ended, rows.c.position)
    by_match: dict[str, list[Any]] = {}
    for row in connection.execute(query).all():
        by_match.setdefault(row.match, []).append(row)
    for match, seated in by_match.items():
        sitters = [Sitter(one.seat, one.person, one.bot, one.rank, one.score, one.winner, one.rated) for one in seated]
        _apply(connection, match, seated[0].game, seated[0].pool, sitters, seated[0].ended)
    return len(by_match)


def catch_up(connection: Connection, most: int = 100) -> int:
    """Rows for matches that ended before rows were kept; how many there were this time."""
    m, r = schema.matches.c, schema.result_rows.c
    known = select(r.match).where(r.match == m.id).exists()
    missing = (
        connection.execute(
            select(m.id).where(or_(m.result.is_not(None), m.closed.is_not(None)), ~known).order_by(m.created).limit(most)
        )
        .scalars()
        .all()
    )
    for match in missing:
        _note_end(connection, match)
    return len(missing)


def strengths_of(store: Any, person: str) -> dict[str, Strength]:
    """The ratings of somebody, by pool. Call it in a thread."""
    c = schema.ratings.c
    (rows,) = store.ask(select(schema.ratings).where(c.person == person))
    at = now()
    return {row.pool: Strength(row.mu, row.sigma, row.matches, row.updated).at(at) for row in rows}


def _listed(pool: str) -> tuple[FromClause, tuple[ColumnElement[bool], ...], ColumnElement[float]]:
    """Who is on the list of a pool, who has played enough and lately, and by what they are put in order."""
    r, a = schema.ratings, schema.accounts
    lately = (r.c.matches >= LISTED_FROM, r.c.updated > now() - LISTED_DAYS * DAY, a.c.state == "active")
    return r.join(a, r.c.person == a.c.person), (r.c.pool == pool, *lately), r.c.mu - 2 * r.c.sigma


def ladder(store: Any, pool: str, most: int = 100) -> list[tuple[str, Strength]]:
    """The strongest of a pool, carefully judged: who has played enough, and lately. Call it in a thread."""
    r, handle = schema.ratings, schema.accounts.c.handle
    joined, listed, careful = _listed(pool)
    (rows,) = store.ask(select(r, handle).select_from(joined).where(*listed).order_by(careful.desc(), handle).limit(most))
    return [(row.handle, Strength(row.mu, row.sigma, row.matches, row.updated)) for row in rows]


class Place(NamedTuple):
    """Where somebody stands on the list of a pool."""

    rank: int
    of: int


def place_of(store: Any, pool: str, person: str) -> Place | None:
    """None for who is not on the list. Call it in a thread."""
    joined, listed, careful = _listed(pool)
    own, everybody = store.ask(
        select(careful).select_from(joined).where(*listed, schema.ratings.c.person == person),
        select(func.count()).select_from(joined).where(*listed),
    )
    if not own:
        return None
    (above,) = store.ask(select(func.count()).select_from(joined).where(*listed, careful > own[0][0]))
    return Place(int(above[0][0]) + 1, int(everybody[0][0]))
