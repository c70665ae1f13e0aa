"""Between rows and records: what is kept of a match, as the database has it and as the program has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, func, insert, select

from casusbelli.kernel import Choice, Result, Seat

from . import schema
from .invitations import still_good
from .pace import Pace
from .records import Action, Card, ChatLine, Closed, Dealing, HouseState, KeptCheckpoint, Kind, MatchRecord, SeatRecord

CHAT_SHOWN = 200

to_json = msgspec.json.encode
result_of = msgspec.json.Decoder(Result).decode
closed_of = msgspec.json.Decoder(Closed).decode
house_of = msgspec.json.Decoder(HouseState).decode
data_of = msgspec.json.Decoder(dict[str, str | int | bool]).decode
_choice_of = msgspec.json.Decoder(tuple[str | int, ...]).decode
_options_of = msgspec.json.Decoder(dict[str, bool | int | str]).decode
_pace_of = msgspec.json.Decoder(Pace).decode
_dealing_of = msgspec.json.Decoder(Dealing).decode
_card_of = msgspec.json.Decoder(Card).decode

INSERT_ACTION = insert(schema.actions)
INSERT_CHAT = insert(schema.chat)


def insert_match(
    connection: Connection, record: MatchRecord, seated: Sequence[SeatRecord], beginning: bytes, played: Sequence[Action] = ()
) -> None:
    """Keep a new match inside the caller's transaction."""
    values = msgspec.structs.asdict(record)
    values |= {"options": to_json(record.options).decode(), "asked": ",".join(record.asked), "result": None}
    values |= {"pace": json_or_none(record.pace), "closed": None, "deal": json_or_none(record.deal)}
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
            "expires": s.expires,
        }
        for n, s in enumerate(seated)
    ]
    connection.execute(insert(schema.seats), rows)
    first = KeptCheckpoint(0, 0, record.rules_version, beginning)
    connection.execute(insert(schema.checkpoints).values(match=record.id, **msgspec.structs.asdict(first)))
    if played:
        connection.execute(INSERT_ACTION, [action_row(record.id, action) for action in played])


def action_row(match: str, action: Action) -> dict[str, Any]:
    return {
        "match": match,
        "seq": action.seq,
        "seat": action.seat,
        "choice_id": action.choice_id,
        "choice": None if action.choice is None else to_json(action.choice).decode(),
        "asked": ",".join(action.asked),
        "at": action.at,
        "rewound_to": action.to,
    }


def actions_query(match: str, after: int = 0) -> Any:
    a = schema.actions.c
    columns = (a.seq, a.seat, a.choice_id, a.choice, a.asked, a.at, a.rewound_to)
    return select(*columns).where(a.match == match, a.seq > after).order_by(a.seq)


def action_of(row: Row[Any]) -> Action:
    return Action(row.seq, row.seat, row.choice_id, choice(row.choice), asked(row.asked), row.at, row.rewound_to)


def newest(condition: Any) -> Any:
    """Matches with their last action."""
    m, a = schema.matches.c, schema.actions
    last = a.alias("last")
    latest = select(func.max(a.c.seq)).where(a.c.match == m.id).scalar_subquery()
    return (
        select(
            m.id,
            m.game,
            m.scenario,
            m.created,
            m.asked,
            m.result,
            m.closed,
            last.c.asked.label("asked_now"),
            last.c.at,
            last.c.seq,
        )
        .select_from(schema.matches.outerjoin(last, and_(last.c.match == m.id, last.c.seq == latest)))
        .where(condition)
    )


def is_open(since: int) -> Any:
    """Listed, not over, not older than that, and with an open seat."""
    seats, matches = schema.seats.c, schema.matches.c
    for_all = (seats.kind == "open", seats.token.is_not(None), seats.for_person.is_(None), still_good())
    waiting = select(seats.match).where(seats.match == matches.id, *for_all)
    going_on = and_(matches.result.is_(None), matches.closed.is_(None))
    return and_(matches.listed, matches.created >= since, going_on, waiting.exists())


def is_over(row: Row[Any]) -> bool:
    return row.result is not None or row.closed is not None


def json_or_none(value: msgspec.Struct | None) -> str | None:
    return None if value is None else to_json(value).decode()


def asked_now(row: Row[Any]) -> tuple[Seat, ...]:
    return asked(row.asked if row.asked_now is None else row.asked_now)


def seats_query(matches: Iterable[str]) -> Any:
    seats, guests = schema.seats, schema.guests
    s = seats.c
    held = (s.match, s.seat, s.kind, s.guest, s.bot, s.token, guests.c.name, s.was, s.caretaker, s.left_how)
    bots, owners = schema.outside_bots, guests.alias()
    joined = seats.outerjoin(guests, seats.c.guest == guests.c.id)
    joined = joined.outerjoin(bots, seats.c.guest == bots.c.person).outerjoin(owners, bots.c.owner == owners.c.id)
    wanted = (
        select(*held, s.expires, s.for_person, owners.c.name.label("owner"))
        .select_from(joined)
        .where(seats.c.match.in_(list(matches)))
    )
    return wanted.order_by(seats.c.match, seats.c.position)


def chat_query(match: str) -> Any:
    columns = schema.chat.c
    said = select(columns.n, columns.seat, columns.name, columns.text, columns.at, columns.card).where(columns.match == match)
    return said.order_by(columns.n.desc()).limit(CHAT_SHOWN)


def chat_lines(rows: Sequence[Row[Any]]) -> list[ChatLine]:
    return [
        ChatLine(row.n, row.seat, row.name, row.text, row.at, None if row.card is None else _card_of(row.card))
        for row in reversed(rows)
    ]


def asked(text: str) -> tuple[Seat, ...]:
    return tuple(text.split(",")) if text else ()


def to_the_end(actions: list[Action]) -> list[Action]:
    """A match with a result stands at its end. Older programs let the last choice be taken back: that does not count."""
    last = max((n for n, action in enumerate(actions, 1) if not action.asked), default=len(actions))
    return actions[:last]


def choice(text: str | None) -> Choice | None:
    return None if text is None else _choice_of(text)


def seat_of(row: Row[Any]) -> SeatRecord:
    kind: Kind = row.kind
    named = row.name or ""
    who = (row.guest, row.bot, row.token, named, row.was, row.caretaker, row.left_how, row.owner)
    return SeatRecord(row.seat, kind, *who, row.expires, row.for_person is not None)


def match_of(row: Row[Any]) -> MatchRecord:
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
        asked=asked(row.asked),
        result=None if row.result is None else result_of(row.result),
        pace=None if row.pace is None else _pace_of(row.pace),
        at_flag=row.at_flag,
        closed=None if row.closed is None else closed_of(row.closed),
        shared=row.shared,
        watch_delay=row.watch_delay,
        deal=None if row.deal is None else _dealing_of(row.deal),
    )
