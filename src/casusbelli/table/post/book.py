"""The rows of the post: notices, what is to be sent, where people can be reached, what they want."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from .. import schema
from ..pace import DAY, HOUR, zone_of
from ..people.sessions import hash_of, new_id, new_secret
from ..store import Store
from .wants import KEPT, PER_DAY, PER_HOUR, SENT, USUAL_WAIT, WAITS, PostSettings

Data = dict[str, str | int]

CLAIM_LASTS = 5 * 60_000
"""Who has claimed a sending and has not said what became of it by then is taken to be dead."""

BACK_OFF = (60_000, 5 * 60_000, 30 * 60_000, 3 * HOUR, 12 * HOUR)
"""How long before something is tried again that could not be sent; after the last of these it is dead."""

SHOWN = 100
LINK_LASTS = 30 * 60_000
CONFIRM_LASTS = 2 * DAY
BACK_LASTS = 7 * DAY
"""So long the owner of an address that was changed or removed can have it back."""
LASTING = {"reset": LINK_LASTS, "email": CONFIRM_LASTS, "back": BACK_LASTS}

_settings_of = msgspec.json.Decoder(PostSettings).decode
_data_of = msgspec.json.Decoder(Data).decode
_preferences_of = msgspec.json.Decoder(dict[str, str]).decode
_json = msgspec.json.encode


class Notice(msgspec.Struct, frozen=True):
    """Something somebody is told. ``key`` names the occasion, which is told once."""

    person: str
    kind: str
    key: str
    at: int
    match: str | None = None
    seat: str | None = None
    data: Data = {}
    id: str = ""
    seen: int | None = None


class Sending(msgspec.Struct, frozen=True):
    """One thing to be sent to one person by one channel."""

    id: str
    notice: str | None
    person: str
    channel: str
    kind: str
    data: Data
    due: int
    folded: bool
    attempts: int
    match: str | None = None
    seat: str | None = None
    key: str = ""


class Reach(msgspec.Struct, frozen=True):
    """Where somebody can be reached by one channel."""

    kind: str
    address: str
    state: str
    failures: int = 0
    told: str = ""
    at: int = 0
    secret: bytes | None = None


class Addressee(msgspec.Struct, frozen=True):
    """All that decides how somebody is told something."""

    person: str
    name: str
    language: str
    zone: tzinfo
    account: bool
    settings: PostSettings
    reaches: dict[str, Reach]
    shut: bool = False
    """Whether the account is suspended: then he is told of what happened to it and of nothing else."""

    def open(self, channel: str) -> Reach | None:
        """Where this channel leads, if it does."""
        found = self.reaches.get(channel)
        return found if found is not None and found.state == "on" else None


class Book:
    """The rows of the post of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- reading: call these in a thread -------------------------------------------------------------------------------------

    def addressees(self, people: Iterable[str]) -> dict[str, Addressee]:
        """These people, as far as they are to be told anything. Who is suspended or gone is not."""
        return {person: to for person, to in addressees(self._store.ask, people).items() if not to.shut}

    def addressee(self, person: str, *, shut: bool = False) -> Addressee | None:
        """Somebody; ``shut``: also who is suspended."""
        to = addressees(self._store.ask, [person]).get(person)
        return to if to is None or shut or not to.shut else None

    def notices(self, person: str, after: int = 0, count: int = SHOWN) -> list[Notice]:
        """What the person was told, the latest first."""
        c = schema.notices.c
        newest = select(schema.notices).where(c.person == person, c.at > after).order_by(c.at.desc(), c.id).limit(count)
        (rows,) = self._store.ask(newest)
        return [_notice(row) for row in rows]

    def unseen(self, person: str) -> int:
        c = schema.notices.c
        (rows,) = self._store.ask(select(func.count()).where(c.person == person, c.seen.is_(None)))
        return int(rows[0][0])

    def known(self, keys: Sequence[str]) -> set[str]:
        """Which of these occasions have been told."""
        c = schema.notices.c
        (rows,) = self._store.ask(select(c.key).where(c.key.in_(list(keys)))) if keys else ([],)
        return {row.key for row in rows}

    def waiting(self, now: int, count: int = 50) -> list[tuple[str, str]]:
        """People for whom something is to be sent now, and by what."""
        c = schema.outbox.c
        (rows,) = self._store.ask(select(c.person, c.channel).where(_free(now)).distinct().limit(count))
        return [(row.person, row.channel) for row in rows]

    def letters_sent(self, person: str, now: int) -> tuple[int, int]:
        """How many letters the person has got in the last hour, and in the last day."""
        c = schema.outbox.c
        sent = (c.person == person, c.channel == "mail", c.state == "sent", c.done > now - DAY)
        (rows,) = self._store.ask(select(c.claim, func.max(c.done).label("at")).where(*sent).group_by(c.claim))
        return sum(row.at > now - HOUR for row in rows), len(rows)

    def crowded(self, person: str, now: int) -> bool:
        hour, day = self.letters_sent(person, now)
        return hour >= PER_HOUR or day >= PER_DAY

    def seen_at(self, person: str, match: str) -> int:
        """When the person last did something at that match's page, as far as the store knows."""
        c = schema.sightings.c
        (rows,) = self._store.ask(select(c.at).where(c.person == person, c.match == match))
        return int(rows[0].at) if rows else 0

    def digests_due(self, now: int) -> list[tuple[str, int]]:
        c = schema.postings.c
        (rows,) = self._store.ask(select(c.person, c.digest_due).where(c.digest_due <= now).limit(50))
        return [(row.person, row.digest_due) for row in rows]

    def counts(self) -> dict[str, int]:
        """How many sendings there are in each state."""
        c = schema.outbox.c
        (rows,) = self._store.ask(select(c.state, func.count().label("n")).group_by(c.state))
        return {row.state: row.n for row in rows}

    # -- writing -------------------------------------------------------------------------------------------------------------

    def tell(self, notice: Notice, to: Addressee, *, wait: int | None = None) -> asyncio.Future[None]:
        """Tell it once: in the page, and by what the person wants. Conflict where it has been told."""
        return self._store.writer.write(lambda connection: tell(connection, notice, to, wait=wait))

    def mark_seen(self, person: str, now: int, match: str | None = None) -> asyncio.Future[None]:
        """The person has seen his notices, all or those of one match."""

        def job(connection: Connection) -> None:
            c = schema.notices.c
            mine = [c.person == person, c.seen.is_(None), *([c.match == match] if match is not None else [])]
            connection.execute(update(schema.notices).where(*mine).values(seen=now))

        return self._store.writer.write(job)

    def claim(self, person: str, channel: str, now: int) -> asyncio.Future[tuple[str, list[Sending]]]:
        """Take everything that is due for the person by this channel: nobody else does, until the claim is old."""

        def job(connection: Connection) -> tuple[str, list[Sending]]:
            mine, table = new_id(), schema.outbox
            free = and_(table.c.person == person, table.c.channel == channel, _free(now))
            taken = {"state": "sending", "claim": mine, "claimed_until": now + CLAIM_LASTS}
            connection.execute(update(table).where(free).values(**taken))
            n = schema.notices.c
            joined = table.outerjoin(schema.notices, n.id == table.c.notice)
            columns = (*table.c, n.match, n.seat, n.key)
            rows = connection.execute(select(*columns).select_from(joined).where(table.c.claim == mine).order_by(table.c.due))
            return mine, [_sending(row) for row in rows]

        return self._store.writer.write(job)

    def settle(self, claim: str, ids: Sequence[str], state: str, now: int, **more: Any) -> asyncio.Future[None]:
        """What became of what was claimed. Whoever's claim was taken over has nothing to say any more."""

        def job(connection: Connection) -> None:
            c = schema.outbox.c
            done = {"done": now} if state in {"sent", "dropped", "dead"} else {}
            mine = and_(c.id.in_(list(ids)), c.claim == claim)
            connection.execute(update(schema.outbox).where(mine).values(state=state, **done, **more))

        return self._store.writer.write(job)

    def fold(self, person: str, settings: PostSettings, zone: tzinfo, now: int) -> asyncio.Future[None]:
        """Something waits for the next digest: see that there is one."""
        return self._store.writer.write(lambda connection: _expect_digest(connection, person, settings, zone, now))

    def begin_digest(self, person: str, was: int, now: int) -> asyncio.Future[None]:
        """The digest's time has come: one process sends what has gathered. Without news nothing is sent."""

        def job(connection: Connection) -> None:
            p, c = schema.postings, schema.outbox.c
            mine = and_(p.c.person == person, p.c.digest_due == was)
            if connection.execute(update(p).where(mine).values(digest_due=None)).rowcount:
                gathered = and_(c.person == person, c.state == "digest")
                connection.execute(update(schema.outbox).where(gathered).values(state="due", due=now, folded=True))

        return self._store.writer.write(job)

    def keep_settings(self, person: str, settings: PostSettings) -> asyncio.Future[None]:
        """A digest that is under way goes when it was to go."""

        def job(connection: Connection) -> None:
            table = schema.postings
            told = {"settings": _json(settings).decode()}
            if connection.execute(update(table).where(table.c.person == person).values(**told)).rowcount == 0:
                connection.execute(insert(table).values(person=person, **told))

        return self._store.writer.write(job)

    def reach(self, person: str, kind: str, address: str, state: str, secret: bytes | None = None) -> asyncio.Future[None]:
        """From now on the person is reached there."""

        def job(connection: Connection) -> None:
            keep_reach(connection, person, kind, address, state, secret)

        return self._store.writer.write(job)

    def unreach(self, person: str, kind: str) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            c = schema.channels.c
            if kind == "mail":
                _end_resets(connection, person)
            connection.execute(delete(schema.channels).where(c.person == person, c.kind == kind))

        return self._store.writer.write(job)

    def answered(self, person: str, kind: str, told: str, now: int, *, failed: bool, most: int) -> asyncio.Future[None]:
        """How the last sending went; who fails too often in a row is switched off."""

        def job(connection: Connection) -> None:
            table = schema.channels
            mine = and_(table.c.person == person, table.c.kind == kind)
            failures = table.c.failures + 1 if failed else 0
            connection.execute(update(table).where(mine).values(failures=failures, told=told[:60], at=now))
            worn = and_(mine, table.c.failures >= most)
            connection.execute(update(table).where(worn).values(state="off"))

        return self._store.writer.write(job)

    def make_link(self, person: str, purpose: str, address: str, now: int) -> asyncio.Future[str]:
        """A secret that works once."""
        secret = new_secret()

        def job(connection: Connection) -> str:
            expires = now + LASTING[purpose]
            row = {"id": hash_of(secret), "person": person, "purpose": purpose, "address": address, "expires": expires}
            connection.execute(insert(schema.mail_links).values(**row))
            return secret

        return self._store.writer.write(job)

    def use_link(self, secret: str, purpose: str, now: int) -> asyncio.Future[tuple[str, str] | None]:
        """The person and the address of this link; None where it is used, too old, or none of ours."""

        def job(connection: Connection) -> tuple[str, str] | None:
            c = schema.mail_links.c
            good = and_(c.id == hash_of(secret), c.purpose == purpose, c.used.is_(None), c.expires > now)
            row = connection.execute(select(c.person, c.address).where(good)).first()
            used = connection.execute(update(schema.mail_links).where(good).values(used=now)).rowcount
            return (row.person, row.address) if row is not None and used else None

        return self._store.writer.write(job)

    def take_address_back(self, secret: str, now: int) -> asyncio.Future[tuple[str, str | None] | None]:
        """The address this link was sent to counts again: the person, and the address that counted in between.

        Whatever was sent to addresses after it ends: links that confirm, that set another password, that take it back in turn.
        """

        def job(connection: Connection) -> tuple[str, str | None] | None:
            links, reaches = schema.mail_links, schema.channels.c
            c = links.c
            good = and_(c.id == hash_of(secret), c.purpose == "back", c.used.is_(None), c.expires > now)
            row = connection.execute(select(c.person, c.address, c.expires).where(good)).first()
            if row is None or not connection.execute(update(links).where(good).values(used=now)).rowcount:
                return None
            later = or_(c.purpose != "back", c.expires >= row.expires)
            connection.execute(delete(links).where(c.person == row.person, c.used.is_(None), later))
            mine = select(reaches.address).where(reaches.person == row.person, reaches.kind == "mail")
            between = connection.execute(mine).scalar()
            keep_reach(connection, row.person, "mail", row.address, "on")
            return row.person, between if between != row.address else None

        return self._store.writer.write(job)

    def note_sightings(self, seen: Sequence[tuple[str, str, int]]) -> asyncio.Future[None]:
        def job(connection: Connection) -> None:
            table = schema.sightings
            for person, match, at in seen:
                same = and_(table.c.person == person, table.c.match == match)
                if connection.execute(update(table).where(same).values(at=at)).rowcount == 0:
                    connection.execute(insert(table).values(person=person, match=match, at=at))

        return self._store.writer.write(job)

    def sweep(self, now: int) -> asyncio.Future[None]:
        """Forget what is long over."""

        def job(connection: Connection) -> None:
            o, n = schema.outbox.c, schema.notices.c
            connection.execute(delete(schema.outbox).where(o.done < now - KEPT))
            still = select(o.notice).where(o.notice.is_not(None))
            connection.execute(delete(schema.notices).where(n.at < now - KEPT, n.id.not_in(still)))
            connection.execute(delete(schema.mail_links).where(schema.mail_links.c.expires < now - DAY))
            connection.execute(delete(schema.sightings).where(schema.sightings.c.at < now - DAY))

        return self._store.writer.write(job)


# -- inside somebody's transaction -----------------------------------------------------------------------------------------


def addressees(ask: Callable[..., Sequence[Any]], people: Iterable[str]) -> dict[str, Addressee]:
    """These people, as far as anything can be told them: all but who is gone."""
    wanted = sorted(set(people))
    if not wanted:
        return {}
    g, a, c, p = schema.guests.c, schema.accounts.c, schema.channels.c, schema.postings.c
    joined = schema.guests.outerjoin(schema.accounts, a.person == g.id).outerjoin(schema.postings, p.person == g.id)
    who = select(g.id, g.name, g.preferences, a.state, p.settings).select_from(joined).where(g.id.in_(wanted))
    where = select(schema.channels).where(c.person.in_(wanted))
    people_rows, reach_rows = ask(who, where)
    reaches: dict[str, dict[str, Reach]] = {}
    for row in reach_rows:
        reaches.setdefault(row.person, {})[row.kind] = _reach(row)
    found = {}
    for row in people_rows:
        if row.state == "gone":
            continue
        wishes = _preferences_of(row.preferences)
        found[row.id] = Addressee(
            row.id,
            row.name,
            wishes.get("language") or "en",
            zone_of(wishes.get("zone", "")),
            row.state is not None,
            PostSettings() if row.settings is None else _settings_of(row.settings),
            reaches.get(row.id, {}),
            row.state == "suspended",
        )
    return found


def tell(connection: Connection, notice: Notice, to: Addressee, *, wait: int | None = None) -> None:
    """Write a notice and what is to be sent of it."""
    made, data = new_id(), _json(notice.data).decode()
    row = {"person": notice.person, "kind": notice.kind, "match": notice.match, "seat": notice.seat, "key": notice.key}
    connection.execute(insert(schema.notices).values(id=made, data=data, at=notice.at, **row))
    due = notice.at + (WAITS.get(notice.kind, USUAL_WAIT) if wait is None else wait)
    for channel in to.settings.by(notice.kind):
        if channel in SENT and to.account and to.open(channel) is not None:
            post(connection, notice.person, channel, notice.kind, notice.data, due, made)


def post(connection: Connection, person: str, channel: str, kind: str, data: Data, due: int, notice: str | None = None) -> None:
    """Put something into the outbox."""
    row = {"person": person, "channel": channel, "kind": kind, "data": _json(data).decode(), "due": due, "state": "due"}
    connection.execute(insert(schema.outbox).values(id=secrets.token_hex(12), notice=notice, **row))


def keep_reach(connection: Connection, person: str, kind: str, address: str, state: str, secret: bytes | None = None) -> None:
    """Where somebody is reached by this channel, and by no other address any more."""
    table = schema.channels
    mine = and_(table.c.person == person, table.c.kind == kind)
    if kind == "mail":
        _end_resets(connection, person, but=address)
    told = {"address": address, "state": state, "failures": 0, "told": "", "at": schema.now(), "secret": secret}
    if connection.execute(update(table).where(mine).values(**told)).rowcount == 0:
        connection.execute(insert(table).values(person=person, kind=kind, **told))


def _end_resets(connection: Connection, person: str, but: str = "") -> None:
    """Links for another password that went to addresses which count no more: whoever reads that mailbox has no business here.
    Those that staff handed over went to none."""
    c = schema.mail_links.c
    elsewhere = c.address.not_in(["", but])
    connection.execute(delete(schema.mail_links).where(c.person == person, c.purpose == "reset", c.used.is_(None), elsewhere))


def _expect_digest(connection: Connection, person: str, settings: PostSettings, zone: tzinfo, now: int) -> None:
    table = schema.postings
    when = settings.next_digest(now, zone)
    there = update(table).where(table.c.person == person)
    if connection.execute(there.values(digest_due=func.coalesce(table.c.digest_due, when))).rowcount == 0:
        connection.execute(insert(table).values(person=person, settings=_json(settings).decode(), digest_due=when))


def _free(now: int) -> Any:
    """What is due and nobody has, and what somebody had who did not come back."""
    c = schema.outbox.c
    return or_(and_(c.state == "due", c.due <= now), and_(c.state == "sending", c.claimed_until < now))


def _notice(row: Any) -> Notice:
    return Notice(row.person, row.kind, row.key, row.at, row.match, row.seat, _data_of(row.data), row.id, row.seen)


def _sending(row: Any) -> Sending:
    return Sending(
        row.id,
        row.notice,
        row.person,
        row.channel,
        row.kind,
        _data_of(row.data),
        row.due,
        row.folded,
        row.attempts,
        row.match,
        row.seat,
        row.key or "",
    )


def _reach(row: Any) -> Reach:
    return Reach(row.kind, row.address, row.state, row.failures, row.told, row.at, row.secret)
