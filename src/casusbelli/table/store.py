"""Where matches are kept: SQLite in a file, or any database SQLAlchemy speaks to.

Reading happens in the caller's thread on connections of its own; writing goes through the one writer thread. A choice is
one row of ``actions``; there is no other place that says what was played.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Row, and_, create_engine, event, func, insert, or_, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from casusbelli.kernel import Choice, Result, Seat

from . import schema
from .records import Action, ChatLine, Guest, KeptCheckpoint, Kind, Learnt, Listed, MatchRecord, Saved, SeatRecord
from .writer import ONE_STATEMENT, Conflict, StoreError, Writer

__all__ = ["Conflict", "Store", "StoreError", "now"]

CHAT_SHOWN = 200
BUSY_SECONDS = 4.0

_to_json = msgspec.json.encode
_choice_of = msgspec.json.Decoder(tuple[str | int, ...]).decode
_options_of = msgspec.json.Decoder(dict[str, bool | int | str]).decode
_result_of = msgspec.json.Decoder(Result).decode
_INSERT_ACTION = insert(schema.actions)
_INSERT_CHAT = insert(schema.chat)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _url(database: str | Path) -> URL:
    """A file name becomes an SQLite URL."""
    text = str(database)
    if "://" in text:
        try:
            return make_url(text)
        except ArgumentError as error:
            raise StoreError(f"cannot understand the database address: {error}") from None
    return URL.create("sqlite", database=text)


def _engine(url: URL, *, writing: bool) -> Engine:
    """The writer has one connection; readers have a few, which in SQLite cannot write by mistake."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=1 if writing else 5, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(
        url,
        poolclass=StaticPool if writing else QueuePool,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        connection.execute("PRAGMA foreign_keys=ON")
        if writing:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        else:
            connection.execute("PRAGMA query_only=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.info.get(ONE_STATEMENT):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    # Many rows go as one INSERT: row by row the writer would wait for the interpreter's lock at each of them.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    return engine


class Store:
    """Open it with a file name or a URL; close it at the end."""

    def __init__(self, database: str | Path) -> None:
        url = _url(database)
        if url.get_backend_name() == "sqlite" and url.database:
            _make_folder(Path(url.database))
        try:
            self._writing = _engine(url, writing=True)
            self._reading = _engine(url, writing=False)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"cannot use the database {url.render_as_string()}: {error}") from None
        try:
            with self._writing.begin() as connection:
                schema.migrate(connection)
        except SQLAlchemyError as error:
            self._dispose()
            raise StoreError(f"cannot open the database {url.render_as_string()}: {getattr(error, 'orig', error)}") from None
        except schema.SchemaError as error:
            self._dispose()
            raise StoreError(str(error)) from None
        self.writer = Writer(self._writing)

    def close(self) -> None:
        self.writer.close()
        self._dispose()

    def _dispose(self) -> None:
        self._reading.dispose()
        self._writing.dispose()

    # -- writing: every one of these is a future that is done after the commit ------------------------------------------

    def append(
        self, match: str, action: Action, checkpoint: KeptCheckpoint | None = None, result: Result | None = None
    ) -> asyncio.Future[None]:
        """Add one action, and what goes with it, or nothing of it."""
        row = _action_row(match, action)
        if checkpoint is None and result is None:
            return self.writer.add(_INSERT_ACTION, row)

        def job(connection: Connection) -> None:
            connection.execute(_INSERT_ACTION, row)
            if checkpoint is not None:
                connection.execute(insert(schema.checkpoints).values(match=match, **msgspec.structs.asdict(checkpoint)))
            if result is not None:
                ended = update(schema.matches).where(schema.matches.c.id == match)
                connection.execute(ended.values(result=_to_json(result).decode()))

        return self.writer.write(job)

    def add_guest(self, guest: Guest, secret_hash: str) -> asyncio.Future[None]:
        values = {"id": guest.id, "secret_hash": secret_hash, "name": guest.name, "created": now()}
        return self.writer.add(insert(schema.guests), values)

    def rename_guest(self, guest: Guest) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(update(schema.guests).where(schema.guests.c.id == guest.id).values(name=guest.name))

        return self.writer.write(job)

    def add_match(
        self, record: MatchRecord, seated: Sequence[SeatRecord], beginning: bytes, played: Sequence[Action] = ()
    ) -> asyncio.Future[None]:
        """Keep a new match, with the state before its first choice, and what has been played in it already."""

        def job(connection: Connection) -> None:
            values = msgspec.structs.asdict(record)
            values |= {"options": _to_json(record.options).decode(), "asked": ",".join(record.asked), "result": None}
            connection.execute(insert(schema.matches).values(**values))
            rows = [
                {
                    "match": record.id,
                    "position": n,
                    "seat": s.seat,
                    "kind": s.kind,
                    "guest": s.guest,
                    "bot": s.bot,
                    "token": s.token,
                }
                for n, s in enumerate(seated)
            ]
            connection.execute(insert(schema.seats), rows)
            first = KeptCheckpoint(0, 0, record.rules_version, beginning)
            connection.execute(insert(schema.checkpoints).values(match=record.id, **msgspec.structs.asdict(first)))
            if played:
                connection.execute(_INSERT_ACTION, [_action_row(record.id, action) for action in played])

        return self.writer.write(job)

    def take_seat(self, token: str, guest: Guest) -> asyncio.Future[tuple[str, Seat]]:
        """Give the open seat of this token to the guest. The token is used up."""

        def job(connection: Connection) -> tuple[str, Seat]:
            seats = schema.seats
            row = connection.execute(select(seats.c.match, seats.c.seat).where(seats.c.token == token)).first()
            if row is None:
                raise Conflict("this seat is taken")
            held = select(seats.c.seat).where(seats.c.match == row.match, seats.c.guest == guest.id)
            if connection.execute(held).first() is not None:
                raise Conflict("this guest has a seat already")
            taken = update(seats).where(seats.c.token == token).values(kind="guest", guest=guest.id, token=None)
            connection.execute(taken)
            return row.match, row.seat

        return self.writer.write(job)

    def keep_progress(self, guest: str, learnt: Learnt, progress: bytes) -> asyncio.Future[None]:
        """Note how far the guest has come in a lesson. Once done it stays done."""
        table = schema.lesson_progress
        key = {"guest": guest, "game": learnt.game, "lesson": learnt.lesson}
        told = {"progress": progress.decode(), "at": learnt.at, "of": learnt.of, "done": learnt.done, "moved": now()}

        def job(connection: Connection) -> None:
            same = and_(*(table.c[name] == value for name, value in key.items()))
            if connection.execute(update(table).where(same).values(**told)).rowcount == 0:
                connection.execute(insert(table).values(**key, **told, begun=now()))

        return self.writer.write(job)

    def add_chat(self, match: str, message_id: str, line: ChatLine) -> asyncio.Future[None]:
        values = {"match": match, "message_id": message_id, **msgspec.structs.asdict(line)}
        return self.writer.add(_INSERT_CHAT, values)

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def _rows(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """The answers to several queries about one and the same moment."""
        try:
            with self._reading.begin() as connection:
                return [connection.execute(query).all() for query in queries]
        except SQLAlchemyError as error:
            raise StoreError(f"the store cannot read: {getattr(error, 'orig', error)}") from None

    def guest(self, secret_hash: str) -> Guest | None:
        columns = schema.guests.c
        (rows,) = self._rows(select(columns.id, columns.name).where(columns.secret_hash == secret_hash))
        return Guest(rows[0].id, rows[0].name) if rows else None

    def progress(self, guest: str, game: str, lesson: str) -> bytes | None:
        """What is kept of a guest's run through a lesson."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.progress).where(c.guest == guest, c.game == game, c.lesson == lesson))
        return str(rows[0].progress).encode() if rows else None

    def learnt(self, guest: str) -> list[Learnt]:
        """All lessons the guest has begun."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.game, c.lesson, c.at, c.of, c.done).where(c.guest == guest).order_by(c.game, c.lesson))
        return [Learnt(row.game, row.lesson, row.at, row.of, row.done) for row in rows]

    def load(self, match: str) -> Saved | None:
        """All of one match, or None where there is none of that id."""
        m, a, k, c = schema.matches.c, schema.actions.c, schema.checkpoints.c, schema.chat.c
        found, seated, played, kept, said = self._rows(
            select(schema.matches).where(m.id == match),
            _seats_query([match]),
            select(a.seq, a.seat, a.choice_id, a.choice, a.asked, a.at).where(a.match == match).order_by(a.seq),
            select(k.seq, k.choices, k.rules_version, k.state).where(k.match == match).order_by(k.seq),
            select(c.n, c.seat, c.name, c.text, c.at).where(c.match == match).order_by(c.n.desc()).limit(CHAT_SHOWN),
        )
        if not found:
            return None
        record = _match_of(found[0])
        actions = [Action(r.seq, r.seat, r.choice_id, _choice(r.choice), _asked(r.asked), r.at) for r in played]
        return Saved(
            record,
            [_seat_of(row) for row in seated],
            actions if record.result is None else _to_the_end(actions),
            [KeptCheckpoint(r.seq, r.choices, r.rules_version, bytes(r.state)) for r in kept],
            [ChatLine(r.n, r.seat, r.name, r.text, r.at) for r in reversed(said)],
        )

    def seat_of_token(self, token: str) -> tuple[str, Seat] | None:
        """The match and the seat an invitation is for, while it is open."""
        columns = schema.seats.c
        (rows,) = self._rows(select(columns.match, columns.seat).where(columns.token == token))
        return (rows[0].match, rows[0].seat) if rows else None

    def matches_of(self, guest: str, limit: int = 200) -> list[Listed]:
        """The matches in which the guest has a seat, or which he made; the newest first."""
        seats, matches = schema.seats.c, schema.matches.c
        held = select(seats.match).where(seats.guest == guest)
        return self._listed(or_(matches.id.in_(held), matches.creator == guest), limit)

    def open_matches(self, limit: int = 30) -> list[Listed]:
        """Matches that are looking for somebody."""
        seats, matches = schema.seats.c, schema.matches.c
        waiting = select(seats.match).where(seats.kind == "open")
        return self._listed(and_(matches.listed, matches.result.is_(None), matches.id.in_(waiting)), limit)

    def waiting_for_bots(self, limit: int = 1000) -> list[str]:
        """Unfinished matches in which a bot is asked: they go on by themselves after a restart."""
        seats, matches = schema.seats.c, schema.matches.c
        with_bot = select(seats.match).where(seats.kind == "bot")
        listed = self._listed(and_(matches.result.is_(None), matches.id.in_(with_bot)), limit)
        return [one.id for one in listed if any(seat.kind == "bot" and seat.seat in one.asked for seat in one.seats)]

    def _listed(self, condition: Any, limit: int) -> list[Listed]:
        m, a = schema.matches.c, schema.actions
        last = a.alias("last")
        newest = select(func.max(a.c.seq)).where(a.c.match == m.id).scalar_subquery()
        query = (
            select(m.id, m.game, m.scenario, m.created, m.asked, m.result, last.c.asked.label("asked_now"), last.c.at)
            .select_from(schema.matches.outerjoin(last, and_(last.c.match == m.id, last.c.seq == newest)))
            .where(condition)
            .order_by(m.created.desc(), m.id)
            .limit(limit)
        )
        (rows,) = self._rows(query)
        seated: dict[str, list[SeatRecord]] = {row.id: [] for row in rows}
        if rows:
            (seat_rows,) = self._rows(_seats_query(list(seated)))
            for row in seat_rows:
                seated[row.match].append(_seat_of(row))
        return [
            Listed(
                id=row.id,
                game=row.game,
                scenario=row.scenario,
                created=row.created,
                asked=() if row.result is not None else _asked(row.asked if row.asked_now is None else row.asked_now),
                over=row.result is not None,
                result=None if row.result is None else _result_of(row.result),
                seats=seated[row.id],
                moved=row.created if row.at is None else row.at,
            )
            for row in rows
        ]


def _action_row(match: str, action: Action) -> dict[str, Any]:
    return {
        "match": match,
        "seq": action.seq,
        "seat": action.seat,
        "choice_id": action.choice_id,
        "choice": None if action.choice is None else _to_json(action.choice).decode(),
        "asked": ",".join(action.asked),
        "at": action.at,
    }


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {file.parent}: {error.strerror}") from None


def _seats_query(matches: Iterable[str]) -> Any:
    seats, guests = schema.seats, schema.guests
    columns = (seats.c.match, seats.c.seat, seats.c.kind, seats.c.guest, seats.c.bot, seats.c.token, guests.c.name)
    joined = seats.outerjoin(guests, seats.c.guest == guests.c.id)
    return select(*columns).select_from(joined).where(seats.c.match.in_(list(matches))).order_by(seats.c.match, seats.c.position)


def _asked(text: str) -> tuple[Seat, ...]:
    return tuple(text.split(",")) if text else ()


def _to_the_end(actions: list[Action]) -> list[Action]:
    """A match with a result stands at its end. Older programs let the last choice be taken back: that does not count."""
    last = max((n for n, action in enumerate(actions, 1) if not action.asked), default=len(actions))
    return actions[:last]


def _choice(text: str | None) -> Choice | None:
    return None if text is None else _choice_of(text)


def _seat_of(row: Row[Any]) -> SeatRecord:
    kind: Kind = row.kind
    return SeatRecord(row.seat, kind, row.guest, row.bot, row.token, row.name or "")


def _match_of(row: Row[Any]) -> MatchRecord:
    return MatchRecord(
        id=row.id,
        game=row.game,
        scenario=row.scenario,
        options=_options_of(row.options),
        seed=bytes(row.seed),
        rules_version=row.rules_version,
        content=row.content,
        creator=row.creator,
        created=row.created,
        spectators=row.spectators,
        listed=row.listed,
        asked=_asked(row.asked),
        result=None if row.result is None else _result_of(row.result),
    )
