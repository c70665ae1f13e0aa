"""Where matches are kept: SQLite in a file, or any database SQLAlchemy speaks to.

Reading happens in the caller's thread on connections of its own; writing goes through the one writer thread. A choice is
one row of ``actions``; there is no other place that says what was played.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Row, and_, create_engine, delete, event, func, insert, or_, select, union, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from casusbelli.kernel import Choice, Result, Seat

from . import schema
from .lease import FileLease, hold_by_session
from .pace import Pace
from .people.ratings import note_end
from .records import (
    ID,
    Action,
    Card,
    ChatLine,
    Closed,
    Glance,
    Guest,
    HouseLine,
    HouseState,
    KeptCheckpoint,
    Kind,
    Learnt,
    Listed,
    MatchRecord,
    Mine,
    Saved,
    SeatRecord,
)
from .schema import now
from .writer import ONE_STATEMENT, Conflict, StoreError, Writer

__all__ = ["Conflict", "Store", "StoreError", "insert_match", "now"]

Keep = Callable[[Connection], None]
"""What is written in the same transaction as something else."""

CHAT_SHOWN = 200
SANDBOXES_KEPT = 20
SANDBOX_DAYS = 7
"""So many sandboxes of a guest are kept, so many days after their last use."""
FORGOTTEN_AT_ONCE = 250
MOST_OF_ONE = 2000
"""So many matches of one guest are listed at most, the newest."""
BUSY_SECONDS = 4.0

_to_json = msgspec.json.encode
_choice_of = msgspec.json.Decoder(tuple[str | int, ...]).decode
_options_of = msgspec.json.Decoder(dict[str, bool | int | str]).decode
_result_of = msgspec.json.Decoder(Result).decode
_pace_of = msgspec.json.Decoder(Pace).decode
_card_of = msgspec.json.Decoder(Card).decode
_closed_of = msgspec.json.Decoder(Closed).decode
_house_of = msgspec.json.Decoder(HouseState).decode
_data_of = msgspec.json.Decoder(dict[str, str | int | bool]).decode
_INSERT_ACTION = insert(schema.actions)
_INSERT_CHAT = insert(schema.chat)


def database_url(database: str | Path) -> URL:
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
        size: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if writing else {"pool_size": 5}
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, **size)
        if writing and url.get_backend_name() == "postgresql":
            hold_by_session(engine)
        return engine
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
        url = database_url(database)
        self._lease: FileLease | None = None
        self.file: Path | None = None
        """Where the matches are, if they are in a file."""
        self.shared = url.get_backend_name() != "sqlite"
        """Whether the matches are on a database server."""
        if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
            self.file = Path(url.database)
            _make_private(self.file)
            self._lease = FileLease(self.file)
        try:
            self._open(url)
        except BaseException:
            self._let_go()
            raise

    def _open(self, url: URL) -> None:
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
        self._let_go()

    def _let_go(self) -> None:
        """Let the next process have the database."""
        if self._lease is not None:
            self._lease.release()

    def _dispose(self) -> None:
        self._reading.dispose()
        self._writing.dispose()

    # -- writing: every one of these is a future that is done after the commit ------------------------------------------

    def append(
        self,
        match: str,
        action: Action,
        checkpoint: KeptCheckpoint | None = None,
        result: Result | None = None,
        also: Keep | None = None,
    ) -> asyncio.Future[None]:
        """Add one action, and what goes with it, or nothing of it."""
        row = _action_row(match, action)
        if checkpoint is None and result is None and also is None:
            return self.writer.add(_INSERT_ACTION, row)

        def job(connection: Connection) -> None:
            connection.execute(_INSERT_ACTION, row)
            if checkpoint is not None:
                connection.execute(insert(schema.checkpoints).values(match=match, **msgspec.structs.asdict(checkpoint)))
            if result is not None:
                ended = update(schema.matches).where(schema.matches.c.id == match)
                connection.execute(ended.values(result=_to_json(result).decode()))
                note_end(connection, match)
            if also is not None:
                also(connection)

        return self.writer.write(job)

    def append_all(self, match: str, actions: Sequence[Action], also: Keep) -> asyncio.Future[None]:
        """Add several actions that are one, and what goes with them, or nothing of it."""
        rows = [_action_row(match, action) for action in actions]

        def job(connection: Connection) -> None:
            connection.execute(_INSERT_ACTION, rows)
            also(connection)

        return self.writer.write(job)

    def forget(self, match: str, taken_back: Sequence[tuple[int, int]]) -> list[asyncio.Future[None]]:
        """Remove choices together with their undos: by and by, so that others can write in between."""
        futures = []
        for n in range(0, len(taken_back), FORGOTTEN_AT_ONCE):
            numbers = [seq for pair in taken_back[n : n + FORGOTTEN_AT_ONCE] for seq in pair]

            def job(connection: Connection, numbers: list[int] = numbers) -> None:
                rows = schema.actions
                connection.execute(delete(rows).where(rows.c.match == match, rows.c.seq.in_(numbers)))

            futures.append(self.writer.write(job))
        return futures

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

        return self.writer.write(lambda connection: insert_match(connection, record, seated, beginning, played))

    def take_seat(self, token: str, guest: Guest) -> asyncio.Future[tuple[str, Seat]]:
        """Give the open seat of this token to the guest. The token is used up."""

        def job(connection: Connection) -> tuple[str, Seat]:
            seats = schema.seats
            wanted = select(seats.c.match, seats.c.seat).where(seats.c.token == token)
            row = connection.execute(wanted).first() if ID.fullmatch(token) else None
            if row is None:
                raise Conflict("this seat is taken")
            held = select(seats.c.seat).where(seats.c.match == row.match, seats.c.guest == guest.id)
            if connection.execute(held).first() is not None:
                raise Conflict("this guest has a seat already")
            sits = {"kind": "guest", "guest": guest.id, "token": None, "caretaker": None, "left_how": None, "left_at": None}
            taken = update(seats).where(seats.c.token == token).values(**sits)
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

    def keep_exercise(self, guest: str, game: str, exercise: str, *, solved: bool) -> asyncio.Future[None]:
        """Note another try. Once solved it stays solved."""
        table = schema.exercise_progress
        key = {"guest": guest, "game": game, "exercise": exercise}

        def job(connection: Connection) -> None:
            same = and_(*(table.c[name] == value for name, value in key.items()))
            told = {"tries": table.c.tries + 1, **({"solved": True} if solved else {})}
            if connection.execute(update(table).where(same).values(**told)).rowcount == 0:
                connection.execute(insert(table).values(**key, tries=1, solved=solved))

        return self.writer.write(job)

    def keep_sandbox(self, sandbox: str, guest: str, recipe: bytes) -> asyncio.Future[None]:
        """Keep a sandbox as it is now; the guest's oldest ones, and all that were not used for long, are forgotten."""
        table = schema.sandboxes

        def job(connection: Connection) -> None:
            told = {"recipe": recipe.decode(), "used": now()}
            mine = and_(table.c.id == sandbox, table.c.guest == guest)
            if connection.execute(update(table).where(mine).values(**told)).rowcount:
                return
            connection.execute(insert(table).values(id=sandbox, guest=guest, **told))
            connection.execute(delete(table).where(table.c.used < now() - SANDBOX_DAYS * 86_400_000))
            newest = select(table.c.id).where(table.c.guest == guest).order_by(table.c.used.desc(), table.c.id)
            spare = [row.id for row in connection.execute(newest).all()[SANDBOXES_KEPT:]]
            if spare:
                connection.execute(delete(table).where(table.c.id.in_(spare)))

        return self.writer.write(job)

    def forget_sandbox(self, sandbox: str, guest: str) -> asyncio.Future[None]:
        table = schema.sandboxes

        def job(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.id == sandbox, table.c.guest == guest))

        return self.writer.write(job)

    def add_chat(self, match: str, message_id: str, line: ChatLine) -> asyncio.Future[None]:
        values = {"match": match, "message_id": message_id, **msgspec.structs.asdict(line), "card": _json_or_none(line.card)}
        return self.writer.add(_INSERT_CHAT, values)

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def _rows(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """The answers to several queries about one and the same moment."""
        try:
            with self._reading.begin() as connection:
                return [connection.execute(query).all() for query in queries]
        except SQLAlchemyError as error:
            raise StoreError(f"the store cannot read: {getattr(error, 'orig', error)}") from None

    def ask(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """For those beside the table who keep rows of their own: people, lobby. Call it in a thread."""
        return self._rows(*queries)

    def must_answer(self) -> None:
        """StoreError where the database cannot be read."""
        self._rows(select(schema.schema_version.c.version))

    @staticmethod
    def must_write(connection: Connection) -> None:
        """A job that changes nothing and fails where nothing could be changed."""
        connection.execute(update(schema.schema_version).values(version=schema.schema_version.c.version))

    def guest(self, secret_hash: str) -> Guest | None:
        columns = schema.guests.c
        (rows,) = self._rows(select(columns.id, columns.name).where(columns.secret_hash == secret_hash))
        return Guest(rows[0].id, rows[0].name) if rows else None

    def progress(self, guest: str, game: str, lesson: str) -> bytes | None:
        """What is kept of a guest's run through a lesson."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.progress).where(c.guest == guest, c.game == game, c.lesson == lesson))
        return str(rows[0].progress).encode() if rows else None

    def solved(self, guest: str, game: str) -> set[str]:
        """The exercises of the game that the guest has solved."""
        c = schema.exercise_progress.c
        (rows,) = self._rows(select(c.exercise).where(c.guest == guest, c.game == game, c.solved))
        return {row.exercise for row in rows}

    def sandbox(self, sandbox: str, guest: str) -> bytes | None:
        """The recipe of the guest's own sandbox."""
        c = schema.sandboxes.c
        since = now() - SANDBOX_DAYS * 86_400_000
        (rows,) = self._rows(select(c.recipe).where(c.id == sandbox, c.guest == guest, c.used >= since))
        return str(rows[0].recipe).encode() if rows else None

    def learnt(self, guest: str) -> list[Learnt]:
        """All lessons the guest has begun."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.game, c.lesson, c.at, c.of, c.done).where(c.guest == guest).order_by(c.game, c.lesson))
        return [Learnt(row.game, row.lesson, row.at, row.of, row.done) for row in rows]

    def load(self, match: str) -> Saved | None:
        """All of one match, or None where there is none of that id."""
        if not ID.fullmatch(match):
            return None
        m, a, k = schema.matches.c, schema.actions.c, schema.checkpoints.c
        h, told = schema.houses.c, schema.house_lines.c
        found, seated, played, kept, said, house, lines = self._rows(
            select(schema.matches).where(m.id == match),
            _seats_query([match]),
            select(a.seq, a.seat, a.choice_id, a.choice, a.asked, a.at).where(a.match == match).order_by(a.seq),
            select(k.seq, k.choices, k.rules_version, k.state).where(k.match == match).order_by(k.seq),
            _chat_query(match),
            select(h.state).where(h.match == match),
            select(told.n, told.choices, told.at, told.kind, told.seat, told.data).where(told.match == match).order_by(told.n),
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
            _chat_lines(said),
            _house_of(house[0].state) if house else None,
            [HouseLine(r.n, r.choices, r.at, r.kind, r.seat, _data_of(r.data)) for r in lines],
        )

    def chat_of(self, match: str, message_id: str) -> tuple[Seat | None, list[ChatLine]]:
        """Whose message this id is, and the latest lines of the match's chat."""
        columns = schema.chat.c
        mine = select(columns.seat).where(columns.match == match, columns.message_id == message_id)
        by, said = self._rows(mine, _chat_query(match))
        return by[0].seat if by else None, _chat_lines(said)

    def glance(self, match: str) -> Glance | None:
        """So much of a match as decides who may look at it, or None where there is none of that id."""
        if not ID.fullmatch(match):
            return None
        m, a = schema.matches.c, schema.actions.c
        found, seated, last = self._rows(
            select(schema.matches).where(m.id == match),
            _seats_query([match]),
            select(a.seq, a.asked).where(a.match == match).order_by(a.seq.desc()).limit(1),
        )
        if not found:
            return None
        record = _match_of(found[0])
        seats = {row.seat: _seat_of(row) for row in seated}
        return Glance(record, seats, last[0].seq if last else 0, _asked(last[0].asked) if last else record.asked)

    def seat_of_token(self, token: str) -> tuple[str, Seat] | None:
        """The match and the seat an invitation is for, while it is open."""
        if not ID.fullmatch(token):
            return None
        columns = schema.seats.c
        (rows,) = self._rows(select(columns.match, columns.seat).where(columns.token == token))
        return (rows[0].match, rows[0].seat) if rows else None

    def mine(self, guest: str) -> list[Mine]:
        """The matches in which the guest sits or which he made: those that wait for him first, those that are over last."""
        seats, matches = schema.seats.c, schema.matches.c
        held_by = or_(seats.guest == guest, seats.was == guest)
        his = union(select(seats.match).where(held_by), select(matches.id).where(matches.creator == guest))
        newest = _newest(matches.id.in_(his.subquery().select())).order_by(matches.created.desc()).limit(MOST_OF_ONE)
        held, rows = self._rows(select(seats.match, seats.seat).where(held_by), newest)
        seats_held: dict[str, set[Seat]] = {}
        for row in held:
            seats_held.setdefault(row.match, set()).add(row.seat)
        found = [
            Mine(
                row.id,
                _is_over(row),
                not _is_over(row) and not seats_held.get(row.id, set()).isdisjoint(_asked_now(row)),
                row.created if row.at is None else row.at,
            )
            for row in rows
        ]
        return sorted(found, key=lambda one: (one.over, not one.yours, -one.moved))

    def listed(self, ids: Sequence[str]) -> list[Listed]:
        """These matches, in this order."""
        place = {match_id: n for n, match_id in enumerate(ids)}
        if not place:
            return []
        (rows,) = self._rows(_newest(schema.matches.c.id.in_(list(place))))
        return sorted(self._with_seats(rows), key=lambda one: place[one.id])

    def open_matches(self, since: int, guest: str, start: int, count: int) -> list[Listed]:
        """Matches made since then that are looking for somebody else than this guest; the newest first."""
        matches = schema.matches.c
        his = select(schema.seats.c.match).where(schema.seats.c.match == matches.id, schema.seats.c.guest == guest)
        query = _newest(and_(_is_open(since), ~his.exists()))
        (rows,) = self._rows(query.order_by(matches.created.desc(), matches.id).offset(start).limit(count))
        return self._with_seats(rows)

    def listed_of(self, remembered: Sequence[str], guest: str, since: int) -> tuple[set[str], int]:
        """Which of these matches are still in the list of open seats, and how many there are by this guest."""
        matches = schema.matches.c
        among = select(matches.id).where(_is_open(since), matches.id.in_(list(remembered)))
        his = select(func.count()).select_from(schema.matches).where(_is_open(since), matches.creator == guest)
        still, own = self._rows(among, his)
        return {row.id for row in still}, own[0][0]

    def _with_seats(self, rows: Sequence[Row[Any]]) -> list[Listed]:
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
                asked=() if _is_over(row) else _asked_now(row),
                over=_is_over(row),
                result=None if row.result is None else _result_of(row.result),
                closed=None if row.closed is None else _closed_of(row.closed),
                seats=seated[row.id],
                moved=row.created if row.at is None else row.at,
            )
            for row in rows
        ]


def insert_match(
    connection: Connection, record: MatchRecord, seated: Sequence[SeatRecord], beginning: bytes, played: Sequence[Action] = ()
) -> None:
    """Keep a new match inside the caller's transaction."""
    values = msgspec.structs.asdict(record)
    values |= {"options": _to_json(record.options).decode(), "asked": ",".join(record.asked), "result": None}
    values |= {"pace": _json_or_none(record.pace), "closed": None}
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


def _newest(condition: Any) -> Any:
    """Matches with their last action."""
    m, a = schema.matches.c, schema.actions
    last = a.alias("last")
    newest = select(func.max(a.c.seq)).where(a.c.match == m.id).scalar_subquery()
    return (
        select(m.id, m.game, m.scenario, m.created, m.asked, m.result, m.closed, last.c.asked.label("asked_now"), last.c.at)
        .select_from(schema.matches.outerjoin(last, and_(last.c.match == m.id, last.c.seq == newest)))
        .where(condition)
    )


def _is_open(since: int) -> Any:
    """Listed, not over, not older than that, and with an open seat."""
    seats, matches = schema.seats.c, schema.matches.c
    waiting = select(seats.match).where(seats.match == matches.id, seats.kind == "open")
    going_on = and_(matches.result.is_(None), matches.closed.is_(None))
    return and_(matches.listed, matches.created >= since, going_on, waiting.exists())


def _is_over(row: Row[Any]) -> bool:
    return row.result is not None or row.closed is not None


def _json_or_none(value: msgspec.Struct | None) -> str | None:
    return None if value is None else _to_json(value).decode()


def _asked_now(row: Row[Any]) -> tuple[Seat, ...]:
    return _asked(row.asked if row.asked_now is None else row.asked_now)


def _make_private(file: Path) -> None:
    """The file holds seeds and hands of matches in play: its owner alone reads it. SQLite makes the files beside it alike."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {file.parent}: {error.strerror}") from None
    with suppress(OSError):  # one that cannot be made or is somebody else's: opening it will tell
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        for kept in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if kept.is_file() and kept.stat().st_mode & 0o077:
                kept.chmod(0o600)


def _seats_query(matches: Iterable[str]) -> Any:
    seats, guests = schema.seats, schema.guests
    s = seats.c
    columns = (s.match, s.seat, s.kind, s.guest, s.bot, s.token, guests.c.name, s.was, s.caretaker, s.left_how)
    joined = seats.outerjoin(guests, seats.c.guest == guests.c.id)
    return select(*columns).select_from(joined).where(seats.c.match.in_(list(matches))).order_by(seats.c.match, seats.c.position)


def _chat_query(match: str) -> Any:
    columns = schema.chat.c
    said = select(columns.n, columns.seat, columns.name, columns.text, columns.at, columns.card).where(columns.match == match)
    return said.order_by(columns.n.desc()).limit(CHAT_SHOWN)


def _chat_lines(rows: Sequence[Row[Any]]) -> list[ChatLine]:
    return [
        ChatLine(row.n, row.seat, row.name, row.text, row.at, None if row.card is None else _card_of(row.card))
        for row in reversed(rows)
    ]


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
    return SeatRecord(row.seat, kind, row.guest, row.bot, row.token, row.name or "", row.was, row.caretaker, row.left_how)


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
        aids=row.aids,
        rated=row.rated,
        asked=_asked(row.asked),
        result=None if row.result is None else _result_of(row.result),
        pace=None if row.pace is None else _pace_of(row.pace),
        at_flag=row.at_flag,
        closed=None if row.closed is None else _closed_of(row.closed),
    )
