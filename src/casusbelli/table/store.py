"""Where matches are kept: SQLite in a file, or any database SQLAlchemy speaks to.

Reading happens in the caller's thread on connections of its own; writing goes through the one writer thread. A choice is
one row of ``actions``; there is no other place that says what was played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from casusbelli.kernel import Result, Seat

from . import schema
from .engines import database_url, engine_of, make_private
from .invitations import is_for, still_good
from .lease import FileLease, SessionLease
from .news import Listener, tell
from .people.ratings import note_end
from .records import ID, Action, ChatLine, Glance, Guest, Head, HouseLine, KeptCheckpoint, MatchRecord, Saved, SeatRecord, Since
from .rows import (
    CHAT_SHOWN,
    INSERT_ACTION,
    INSERT_CHAT,
    action_of,
    action_row,
    actions_query,
    asked,
    chat_lines,
    chat_query,
    closed_of,
    data_of,
    house_of,
    insert_match,
    json_or_none,
    match_of,
    seat_of,
    seats_query,
    to_json,
    to_the_end,
)
from .schema import now
from .sharing import SharedWriter
from .shelf_of_learning import ShelfOfLearning
from .shelf_of_lists import ShelfOfLists
from .writer import Conflict, Row, StoreError, Writer

__all__ = ["CHAT_SHOWN", "Conflict", "Store", "StoreError", "database_url", "insert_match", "now"]

Keep = Callable[[Connection], None]
"""What is written in the same transaction as something else."""

FORGOTTEN_AT_ONCE = 250

CARRIED_BYTES = 2000
"""A longer action is not told with the news of it."""


class Store(ShelfOfLearning, ShelfOfLists):
    """Open it with a file name or a URL; close it at the end."""

    def __init__(self, database: str | Path, *, alone: bool = False, rules: str = "") -> None:
        """``alone``: also on PostgreSQL nobody else may have it; ``rules``: what all who share it have to play by."""
        url = database_url(database)
        self._lease: FileLease | None = None
        self._alone, self._rules = alone, rules
        self.first = True
        """Whether no other server was there when this one came."""
        self.file: Path | None = None
        """Where the matches are, if they are in a file."""
        self.shared = url.get_backend_name() != "sqlite"
        """Whether the matches are on a database server, where other processes may be at them, too."""
        self.process = ""
        """The name of this process among those."""
        self.stirred: set[str] = set()
        """Matches that have moved since the herald last looked."""
        if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
            self.file = Path(url.database)
            make_private(self.file)
            self._lease = FileLease(self.file)
        try:
            self._open(url)
        except BaseException:
            self._let_go()
            raise

    def _open(self, url: URL) -> None:
        try:
            self._writing = engine_of(url, writing=True)
            self._reading = engine_of(url, writing=False)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"cannot use the database {url.render_as_string()}: {error}") from None
        lease = SessionLease(self._writing, alone=self._alone, rules=self._rules) if self.shared else None
        try:
            with self._writing.begin() as connection:
                schema.migrate(connection, alone=lease is None or lease.first)
            if lease is not None:
                self.first = lease.first
                with self._writing.begin() as connection:
                    lease.open_to_others(connection)
        except SQLAlchemyError as error:
            self._dispose()
            raise StoreError(f"cannot open the database {url.render_as_string()}: {getattr(error, 'orig', error)}") from None
        except schema.SchemaError as error:
            self._dispose()
            raise StoreError(str(error)) from None
        if self.shared:
            self.writer = writer = SharedWriter(self._writing)
            self.process = writer.tag
        else:
            self.writer = Writer(self._writing)

    def listen(self, heard: Callable[[str], object], missed: Callable[[], object]) -> Listener:
        """Hear what other processes do. Both are called in the listener's thread."""
        return Listener(self._reading, heard, missed)

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
        row = action_row(match, action)
        alone = checkpoint is None and result is None and also is None
        if alone and not self.shared:
            return self.writer.add(INSERT_ACTION, row)

        def beside(connection: Connection) -> None:
            if checkpoint is not None:
                connection.execute(insert(schema.checkpoints).values(match=match, **msgspec.structs.asdict(checkpoint)))
            if result is not None:
                m = schema.matches
                ended = update(m).where(m.c.id == match, m.c.closed.is_(None)).values(result=to_json(result).decode())
                if connection.execute(ended).rowcount == 0:
                    raise Conflict("the house has ended the match meanwhile")
                note_end(connection, match)
            if also is not None:
                also(connection)

        if self.shared:
            news = action_news(match, action, carried=alone)
            return self.writer.add_row(Row(INSERT_ACTION, row, (match, action.seq), None if alone else beside, news))

        def job(connection: Connection) -> None:
            connection.execute(INSERT_ACTION, row)
            beside(connection)

        return self.writer.write(job)

    def append_all(self, match: str, actions: Sequence[Action], also: Keep) -> asyncio.Future[None]:
        """Add several actions that are one, and what goes with them, or nothing of it."""
        rows = [action_row(match, action) for action in actions]

        def job(connection: Connection) -> None:
            connection.execute(INSERT_ACTION, rows)
            also(connection)
            tell(connection, match_news(match))

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
            wanted = select(seats.c.match, seats.c.seat).where(seats.c.token == token, is_for(guest.id))
            row = connection.execute(wanted.with_for_update()).first() if ID.fullmatch(token) else None
            if row is None:
                raise Conflict("this seat is taken")
            connection.execute(select(schema.matches.c.id).where(schema.matches.c.id == row.match).with_for_update())
            held = select(seats.c.seat).where(seats.c.match == row.match, seats.c.guest == guest.id)
            if connection.execute(held).first() is not None:
                raise Conflict("this guest has a seat already")
            sits: dict[str, str | int | None] = {
                "kind": "guest",
                "guest": guest.id,
                "token": None,
                "caretaker": None,
                "left_how": None,
                "left_at": None,
            }
            sits |= {"expires": None, "for_person": None, "seen": 0}
            taken = update(seats).where(seats.c.token == token).values(**sits)
            connection.execute(taken)
            tell(connection, match_news(row.match))
            return row.match, row.seat

        return self.writer.write(job)

    def add_chat(self, match: str, message_id: str, line: ChatLine, person: str | None = None) -> asyncio.Future[None]:
        values = {
            "match": match,
            "message_id": message_id,
            "person": person,
            **msgspec.structs.asdict(line),
            "card": json_or_none(line.card),
        }
        return self.writer.add_row(Row(INSERT_CHAT, values, (match, line.n), news=match_news(match)))

    def tell(self, line: str) -> None:
        """Say something to the other processes: nothing is kept, and nobody waits for it."""
        if self.shared:
            with suppress(StoreError):
                self.writer.write(lambda connection: tell(connection, line)).add_done_callback(_let_be)

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

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

    def load(self, match: str) -> Saved | None:
        """All of one match, or None where there is none of that id."""
        if not ID.fullmatch(match):
            return None
        m, k = schema.matches.c, schema.checkpoints.c
        h, told = schema.houses.c, schema.house_lines.c
        found, seated, played, kept, said, house, lines = self._rows(
            select(schema.matches).where(m.id == match),
            seats_query([match]),
            actions_query(match),
            select(k.seq, k.choices, k.rules_version, k.state).where(k.match == match).order_by(k.seq),
            chat_query(match),
            select(h.state).where(h.match == match),
            select(told.n, told.choices, told.at, told.kind, told.seat, told.data).where(told.match == match).order_by(told.n),
        )
        if not found:
            return None
        record = match_of(found[0])
        actions = [action_of(row) for row in played]
        return Saved(
            record,
            [seat_of(row) for row in seated],
            actions if record.result is None else to_the_end(actions),
            [KeptCheckpoint(r.seq, r.choices, r.rules_version, bytes(r.state)) for r in kept],
            chat_lines(said),
            house_of(house[0].state) if house else None,
            [HouseLine(r.n, r.choices, r.at, r.kind, r.seat, data_of(r.data)) for r in lines],
        )

    def since(self, match: str, seq: int, said: int, told: int) -> Since | None:
        """What has become of a match after so many actions, lines of chat and lines of the house."""
        m, h, lines, c = schema.matches.c, schema.houses.c, schema.house_lines.c, schema.chat.c
        found, seated, played, house, noted, chat = self._rows(
            select(m.result, m.closed).where(m.id == match),
            seats_query([match]),
            actions_query(match, seq),
            select(h.state).where(h.match == match),
            select(lines.n, lines.choices, lines.at, lines.kind, lines.seat, lines.data)
            .where(lines.match == match, lines.n > told)
            .order_by(lines.n),
            chat_query(match).where(c.n > said),
        )
        if not found:
            return None
        return Since(
            [action_of(row) for row in played],
            [seat_of(row) for row in seated],
            house_of(house[0].state) if house else None,
            [HouseLine(r.n, r.choices, r.at, r.kind, r.seat, data_of(r.data)) for r in noted],
            chat_lines(chat),
            None if found[0].closed is None else closed_of(found[0].closed),
        )

    def heads(self, matches: Sequence[str]) -> dict[str, Head]:
        """How far these matches have come."""
        a, h, c = schema.actions.c, schema.houses.c, schema.chat.c
        played, house, said = self._rows(
            select(a.match, func.max(a.seq).label("n")).where(a.match.in_(matches)).group_by(a.match),
            select(h.match, h.revision.label("n")).where(h.match.in_(matches)),
            select(c.match, func.max(c.n).label("n")).where(c.match.in_(matches)).group_by(c.match),
        )
        numbers = [{row.match: row.n for row in rows} for rows in (played, house, said)]
        return {match: Head(*(known.get(match, 0) for known in numbers)) for match in matches}

    def chat_of(self, match: str, message_id: str) -> tuple[Seat | None, list[ChatLine]]:
        """Whose message this id is, and the latest lines of the match's chat."""
        columns = schema.chat.c
        mine = select(columns.seat).where(columns.match == match, columns.message_id == message_id)
        by, said = self._rows(mine, chat_query(match))
        return by[0].seat if by else None, chat_lines(said)

    def glance(self, match: str) -> Glance | None:
        """So much of a match as decides who may look at it, or None where there is none of that id."""
        if not ID.fullmatch(match):
            return None
        m, a = schema.matches.c, schema.actions.c
        found, seated, last = self._rows(
            select(schema.matches).where(m.id == match),
            seats_query([match]),
            select(a.seq, a.asked).where(a.match == match).order_by(a.seq.desc()).limit(1),
        )
        if not found:
            return None
        record = match_of(found[0])
        seats = {row.seat: seat_of(row) for row in seated}
        return Glance(record, seats, last[0].seq if last else 0, asked(last[0].asked) if last else record.asked)

    def seat_of_token(self, token: str) -> tuple[str, Seat] | None:
        """The match and the seat an invitation is for, while it is open and has not expired."""
        if not ID.fullmatch(token):
            return None
        columns = schema.seats.c
        (rows,) = self._rows(select(columns.match, columns.seat).where(columns.token == token, still_good()))
        return (rows[0].match, rows[0].seat) if rows else None


def match_news(match: str) -> str:
    """Something about this match is different."""
    return f"m {match}"


def action_news(match: str, action: Action, *, carried: bool) -> str:
    """An action; where it is all that has happened, and small, it is told with the news and need not be read."""
    told = to_json(action).decode() if carried else ""
    return f"a {match} {action.seq} {told if len(told) < CARRIED_BYTES else ''}"


def _let_be(done: asyncio.Future[None]) -> None:
    if not done.cancelled():
        done.exception()
