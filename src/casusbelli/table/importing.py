"""Journals that people bring along: verified choice by choice elsewhere, then kept as a match that is over and nobody's.

An imported match has no people at its seats and moves no rating. Whoever has its address may look at it, and it can be looked
into, shared and played on from like any other that is over.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect
from sqlalchemy import Connection, Select, func, select, update

from casusbelli.game import Journal, JournalError, Match
from casusbelli.game.registry import find
from casusbelli.game.verify import verify
from casusbelli.kernel import Choice, Illegal, Result, Seat, SetupError

from . import schema
from .analyst import TooMany
from .people.profile import words_for
from .records import Action, Closed, MatchRecord, SeatRecord
from .rows import insert_match, json_or_none
from .schema import now
from .service import AnyRequest, Service
from .store import Store
from .words import language_of

JOURNAL_BYTES = 1_000_000
MOST_CHOICES = 20_000
SECONDS = 20.0
"""So much time of the processor a journal may take to be played again."""
A_DAY = 24 * 3_600_000
OF_ONE = 20
"""So many journals one person may bring in a day."""
SHOWN = 20

_unpack = msgspec.json.Decoder(Journal).decode


class Seen(msgspec.Struct, frozen=True, tag=True):
    """A journal that tells the truth: the state before its first choice, and who was asked after each."""

    journal: Journal
    beginning: bytes
    asked: list[tuple[Seat, ...]]
    result: Result | None


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """Why a journal is not taken: a key of the words, and what is wrong with it."""

    key: str
    fault: str = ""


def examine(packed: bytes) -> bytes:
    """Play a journal again: what was seen, or why not. Call it in a worker."""
    return msgspec.msgpack.encode(_examine(packed))


def _examine(packed: bytes) -> Seen | Refusal:
    try:
        journal = _unpack(packed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Refusal("no_journal")
    if len(journal.entries) + len(journal.seeds) > MOST_CHOICES:
        return Refusal("too_long")
    asked: list[tuple[Seat, ...]] = []
    results: list[Result | None] = []
    until = time.process_time() + SECONDS

    def watch(match: Match[Any]) -> None:
        asked.append(tuple(match.asked()))
        results.append(match.result() if match.over else None)
        if time.process_time() > until:
            raise TimeoutError

    try:
        game = find(journal.game)
        verdict = verify(game, journal, watch)
        begun = Match.begin(game, journal, record=False).checkpoint().state
    except TimeoutError:
        return Refusal("too_long")
    except (JournalError, SetupError, Illegal, LookupError, ValueError) as error:
        return Refusal("unfit", str(error)[:300])
    if not verdict.ok:
        return Refusal("untrue", verdict.faults[0][:300])
    if sorted(journal.seeds, key=lambda one: one[0]) != journal.seeds:
        return Refusal("untrue", "fresh chance takes over in an order in which it cannot have come")
    return Seen(journal, begun, asked, results[-1])


def keep_imported(seen: Seen, person: str) -> tuple[MatchRecord, list[SeatRecord], list[Action]]:
    """The match as it is kept: its choices at one moment, nobody at its seats."""
    journal, at = seen.journal, now()
    scenario = find(journal.game).info.scenario(journal.scenario)
    record = MatchRecord(
        id=secrets.token_urlsafe(9),
        game=journal.game,
        scenario=journal.scenario,
        options=journal.options,
        seed=journal.seed_bytes(),
        rules_version=journal.rules_version,
        content=journal.content,
        creator=person,
        created=at,
        spectators=True,
        listed=False,
        asked=seen.asked[-1],
    )
    return record, [SeatRecord(seat, "open") for seat in scenario.seats], _played(seen, scenario.seats[0], at)


def _played(seen: Seen, anybody: Seat, moment: int) -> list[Action]:
    """The choices, and between them the moments at which all agreed that other chance takes over."""
    steps: list[tuple[Seat, Choice | None, int]] = []
    renewed = [at for at, _ in seen.journal.seeds]
    for n in range(len(seen.journal.entries) + 1):
        if n:
            seat, choice = seen.journal.entries[n - 1]
            steps.append((seat, tuple(choice), n))
        steps += [(anybody, None, n)] * renewed.count(n)
    return [
        Action(seq, seat, f"import-{seq}", choice, seen.asked[n], moment, n if choice is None else None)
        for seq, (seat, choice, n) in enumerate(steps, 1)
    ]


def _of(person: str, since: int = 0) -> Any:
    """The matches somebody has brought: his, over, and with nobody at any seat."""
    m, s = schema.matches.c, schema.seats.c
    somebody = select(s.match).where(s.match == m.id, s.kind != "open").exists()
    over = m.result.is_not(None) | m.closed.is_not(None)
    return (m.creator == person) & over & ~somebody & (m.created > since)


def lately(person: str) -> Select[int]:
    """How many somebody has brought within a day."""
    return select(func.count()).select_from(schema.matches).where(_of(person, now() - A_DAY))


async def keep(store: Store, seen: Seen, person: str) -> str:
    record, seats, played = keep_imported(seen, person)
    closed = None if seen.result is not None else Closed("off", record.created)

    def job(connection: Connection) -> str:
        m = schema.matches
        if (connection.execute(lately(person)).scalar() or 0) >= OF_ONE:
            raise TooMany
        insert_match(connection, record, seats, seen.beginning, played)
        ended = {"result": json_or_none(seen.result), "closed": json_or_none(closed)}
        connection.execute(update(m).where(m.c.id == record.id).values(**ended))
        return record.id

    return await store.writer.write(job)


def import_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    at_work: set[str] = set()
    """For whom a journal is being played again: one at a time, for it may take long and others wait."""

    async def examined(body: bytes, person: str) -> bytes:
        """What is found, or TooMany before any work is done."""
        if person in at_work:
            raise TooMany
        at_work.add(person)
        try:
            ((row,),) = await asyncio.to_thread(service.store.ask, lately(person))
            if row[0] >= OF_ONE:
                raise TooMany
            return await service.analyst.workers.run(examine, body)
        finally:
            at_work.discard(person)

    async def page(request: AnyRequest, problem: Refusal | None = None, status: int = 200) -> Response[str]:
        guest, language = await service.guests.of(request), language_of(request)
        assert guest is not None
        m = schema.matches.c
        mine = select(m.id, m.game, m.created).where(_of(guest.id)).order_by(m.created.desc()).limit(SHOWN)
        (rows,) = await asyncio.to_thread(service.store.ask, mine)
        brought = [(row.id, words_for(row.game, language).get("game.title", row.game), row.created) for row in rows]
        return service.page(request, "people/import.html", brought=brought, problem=problem, status=status)

    @get("/import")
    async def imports(request: AnyRequest) -> Response[str]:
        return await page(request)

    @post("/import", status_code=303, request_max_body_size=JOURNAL_BYTES + 4096)
    async def bring(request: AnyRequest) -> Response[Any]:
        """Take a journal, if it replays to the last choice."""
        guest = await service.guests.of(request)
        assert guest is not None
        given = (await request.form()).get("journal")
        body = await given.read() if isinstance(given, UploadFile) else str(given or "").encode()
        if not body or len(body) > JOURNAL_BYTES:
            return await page(request, Refusal("too_long" if body else "no_journal"), 422)
        try:
            seen = msgspec.msgpack.decode(await examined(body, guest.id), type=Seen | Refusal)
            if isinstance(seen, Refusal):
                return await page(request, seen, 422)
            match_id = await keep(service.store, seen, guest.id)
        except TooMany:
            raise HTTPException(status_code=429, headers={"Retry-After": "3600"}) from None
        return Redirect(f"/m/{match_id}/analysis", status_code=303)

    return [imports, bring]
