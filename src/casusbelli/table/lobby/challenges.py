"""Open challenges: an offer to play. The match is founded when the last seat is taken, in the same transaction.

Two who want the last seat at the same moment: one has it, the other is told so.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Iterable
from functools import partial
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from casusbelli.bots import make_bot
from casusbelli.game import Game
from casusbelli.game.registry import find
from casusbelli.kernel import OptionValue, Seat, SetupError

from .. import schema
from ..founding import BOT, OPEN, Wish, as_text, found, read_wish
from ..pace import UNTIMED, presets
from ..people.blocks import apart
from ..people.finishing import finishes_of
from ..people.ratings import pool_of, strengths_of
from ..people.sessions import new_id
from ..records import Guest, MatchRecord, SeatRecord
from ..schema import now
from ..store import Conflict, Store, insert_match

PACES = {UNTIMED: "none", "brisk": "live", "relaxed": "live", "days": "days"}
"""How fast one may want to play, and of which kind that is."""

SeatKind = Literal["maker", "open", "person", "bot"]

MINUTE, DAY = 60_000, 86_400_000
LIVE_LASTS, POST_LASTS = 15 * MINUTE, 3 * DAY
PERSONAL_LASTS = 7 * DAY
KEPT = 7 * DAY
NOTE_LENGTH = 80
STRENGTHS = (0, 100, 200, 400)
FINISHES = (0, 70, 80, 90, 95)
HERE = 30_000
"""Who has looked at the lobby within so long is there."""
NOTED_EVERY = 10_000
CALLED = 120_000
"""For so long whoever takes the last seat of a live challenge waits for a maker who is away."""
MOST_OPEN = 10
ASKED_A_DAY = 20
"""So often somebody may ask people by name: each is told of it, and may not have blocked him yet."""


class Refused(Conflict):
    """Why a challenge cannot be made or taken: a key of the words."""

    def __init__(self, key: str, status: int = 409, **params: Any) -> None:
        super().__init__(key)
        self.key, self.status, self.params = key, status, params


class Place(msgspec.Struct, frozen=True):
    """A seat of a challenge: the maker's, open to all, for somebody by name, a bot's."""

    seat: Seat
    kind: SeatKind
    person: str | None = None
    bot: str | None = None
    name: str = ""
    taken: bool = False

    @property
    def free(self) -> bool:
        return self.kind in {"open", "person"} and not self.taken


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played, and how."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    pace: str = UNTIMED
    rated: bool = False
    spectators: bool = True
    strength: int = 0
    """Only people so near to the maker's rating; 0: anybody."""
    shuffle: bool = False
    """Who sits where is drawn when the match is founded."""
    note: str = ""
    languages: tuple[str, ...] = ()
    """In which one wants to talk; none: in any."""
    finishes: int = 0
    """Only people who finish so many percent of their matches."""
    personal: bool = False
    """Not in the list: for the people named."""

    @property
    def lasts(self) -> int:
        if self.live:
            return LIVE_LASTS
        return PERSONAL_LASTS if self.personal else POST_LASTS

    @property
    def live(self) -> bool:
        """Whether all have to be there at the same time."""
        return PACES[self.pace] == "live"


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """An offer, with its seats."""

    id: str
    maker: str
    maker_name: str
    terms: Terms
    state: str
    created: int
    expires: int
    match: str | None
    rating: int | None
    """How strong the maker is, as it is shown; None: not known."""
    places: tuple[Place, ...]
    seen: int = 0
    called_until: int | None = None
    finishes: int | None = None
    """How many percent of his matches the maker finishes; None: he has not played enough."""

    @property
    def away(self) -> bool:
        """Whether all have to be there at once, and the maker is not."""
        return self.terms.live and self.seen < now() - HERE

    @property
    def calling(self) -> bool:
        """Whether all seats are taken and the maker is waited for."""
        return self.open and self.called_until is not None

    @property
    def free(self) -> int:
        return sum(place.free for place in self.places)

    @property
    def open(self) -> bool:
        return self.state == "open" and self.expires > now()

    def holds(self, person: str) -> bool:
        """Whether the person has a seat in it already."""
        return any(place.person == person and (place.taken or place.kind == "maker") for place in self.places)

    def for_person(self, person: str) -> list[Place]:
        """The seats this person may take."""
        return [place for place in self.places if place.free and (place.kind == "open" or place.person == person)]


class Filters(msgspec.Struct, frozen=True):
    """What somebody looks for; in the address of the page, so that it can be kept."""

    game: str = ""
    pace: str = ""
    rated: str = ""
    near: bool = False
    bots: bool = True
    free: int = 0
    """So many seats, for friends who come together; 0: any number."""
    language: str = ""
    finishes: int = 0


_terms = msgspec.json.Decoder(Terms).decode


class Challenges:
    """The challenges of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- reading: call these in a thread ---------------------------------------------------------------------------------

    def get(self, challenge: str) -> Challenge | None:
        found = self._read(schema.challenges.c.id == challenge)
        return found[0] if found else None

    def of(self, person: str) -> list[Challenge]:
        """Open challenges that the person has made or sits in, or that are for him."""
        c, s = schema.challenges.c, schema.challenge_seats.c
        his = select(s.challenge).where(s.challenge == c.id, s.person == person).exists()
        return [one for one in self._read(and_(c.state == "open", c.expires > now(), or_(c.maker == person, his))) if one.open]

    def open_to(self, guest: Guest | None, filters: Filters, most: int = 100) -> list[Challenge]:
        """Open challenges this visitor may take, the oldest offer last. Blocked people do not see each other's."""
        c = schema.challenges.c
        wanted = [c.state == "open", c.expires > now(), ~c.personal]
        if filters.game:
            wanted.append(c.game == filters.game)
        found = self._read(and_(*wanted), most)
        others = apart(self._store, guest.id) if guest is not None else set()
        mine = strengths_of(self._store, guest.id) if guest is not None and guest.account else {}
        return [one for one in found if self._fits(one, guest, filters, others, mine)]

    @staticmethod
    def _fits(one: Challenge, guest: Guest | None, filters: Filters, others: set[str], mine: dict[str, Any]) -> bool:
        terms = one.terms
        if one.maker in others or any(place.person in others for place in one.places if place.person):
            return False
        if terms.rated and (guest is None or not guest.account):
            return False
        if filters.pace and filters.pace != PACES[terms.pace]:
            return False
        if filters.rated and filters.rated != ("yes" if terms.rated else "no"):
            return False
        if one.free < filters.free or (filters.language and terms.languages and filters.language not in terms.languages):
            return False
        if filters.finishes and (one.finishes is None or one.finishes < filters.finishes):
            return False
        if not filters.bots and any(place.kind == "bot" for place in one.places):
            return False
        if filters.near:
            own = mine.get(pool_of(terms.game, len(one.places)))
            return own is None or one.rating is None or abs(own.shown - one.rating) <= 200
        return True

    def _read(self, condition: Any, most: int = 200) -> list[Challenge]:
        c, s, g = schema.challenges, schema.challenge_seats, schema.guests
        query = select(c, g.c.name).select_from(c.join(g, c.c.maker == g.c.id)).where(condition)
        (rows,) = self._store.ask(query.order_by(c.c.created.desc(), c.c.id).limit(most))
        if not rows:
            return []
        joined = s.outerjoin(g, s.c.person == g.c.id)
        ids = [row.id for row in rows]
        places = select(s, g.c.name).select_from(joined).where(s.c.challenge.in_(ids)).order_by(s.c.challenge, s.c.position)
        (seated,) = self._store.ask(places)
        by_challenge: dict[str, list[Place]] = {one: [] for one in ids}
        for row in seated:
            by_challenge[row.challenge].append(
                Place(row.seat, row.kind, row.person, row.bot, row.name or "", row.taken_at is not None)
            )
        finishes = finishes_of(self._store, {row.maker for row in rows})
        return [
            Challenge(
                id=row.id,
                maker=row.maker,
                maker_name=row.name,
                terms=_terms(row.terms),
                state=row.state,
                created=row.created,
                expires=row.expires,
                match=row.match,
                rating=row.rating,
                places=tuple(by_challenge[row.id]),
                seen=row.seen,
                called_until=row.called_until,
                finishes=finishes.get(row.maker),
            )
            for row in rows
        ]

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def make(self, maker: Guest, terms: Terms, places: list[Place]) -> str:
        """Offer a match. Somebody must be looked for."""
        if not any(place.free for place in places):
            raise SetupError("nobody is looked for")
        rating = None
        if maker.account:
            strengths = await asyncio.to_thread(strengths_of, self._store, maker.id)
            known = strengths.get(pool_of(terms.game, len(places)))
            rating = known.shown if known is not None else None
        challenge, at = new_id(), now()

        def job(connection: Connection) -> str:
            c = schema.challenges
            mine = (c.c.maker == maker.id, c.c.state == "open", c.c.expires > at)
            if (connection.execute(select(func.count()).select_from(c).where(*mine)).scalar() or 0) >= MOST_OPEN:
                raise Refused("lobby.too_many", 429)
            asked = (c.c.maker == maker.id, c.c.personal, c.c.created > at - DAY)
            lately = select(func.count()).select_from(c).where(*asked) if terms.personal else None
            if lately is not None and (connection.execute(lately).scalar() or 0) >= ASKED_A_DAY:
                raise Refused("lobby.too_many_asked", 429, count=ASKED_A_DAY)
            values = {
                "id": challenge,
                "maker": maker.id,
                "game": terms.game,
                "personal": terms.personal,
                "terms": msgspec.json.encode(terms).decode(),
                "rating": rating,
                "state": "open",
                "created": at,
                "expires": at + terms.lasts,
                "seen": at,
            }
            connection.execute(insert(c).values(**values))
            rows = [
                {
                    "challenge": challenge,
                    "seat": place.seat,
                    "position": n,
                    "kind": place.kind,
                    "person": place.person,
                    "bot": place.bot,
                    "taken_at": at if place.kind == "maker" else None,
                }
                for n, place in enumerate(places)
            ]
            connection.execute(insert(schema.challenge_seats), rows)
            return challenge

        return await self._store.writer.write(job)

    async def take(self, challenge: str, seat: Seat, guest: Guest) -> str | None:
        """Sit down. The id of the match if that was the last seat, else None."""
        while True:
            offer = await asyncio.to_thread(self.get, challenge)
            if offer is None:
                raise Refused("lobby.gone", 404)
            await self._may_take(offer, seat, guest)
            last = [place.seat for place in offer.places if place.free] == [seat]
            if last and offer.away:
                await self._store.writer.write(partial(_call, offer=offer, seat=seat, guest=guest))
                return None
            prepared = await asyncio.to_thread(_prepare, offer, {seat: guest}) if last else None
            try:
                return await self._store.writer.write(partial(_take, offer=offer, seat=seat, guest=guest, prepared=prepared))
            except _Again:
                continue

    async def _may_take(self, offer: Challenge, seat: Seat, guest: Guest) -> None:
        """Refused, with the reason, where this guest may not take this seat."""
        terms = offer.terms
        others = await asyncio.to_thread(apart, self._store, guest.id)
        place = next((place for place in offer.places if place.seat == seat), None)
        if place is None or (place.kind == "person" and place.person != guest.id and not place.taken) or offer.maker in others:
            raise Refused("lobby.gone", 404)
        if offer.holds(guest.id):
            raise Refused("lobby.seated")
        if not offer.open or not place.free:
            raise Refused("lobby.taken_now", name=place.name or offer.maker_name)
        if terms.rated and not guest.account:
            raise Refused("lobby.rated_account", 403)
        if terms.strength and guest.account and offer.rating is not None:
            own = (await asyncio.to_thread(strengths_of, self._store, guest.id)).get(pool_of(terms.game, len(offer.places)))
            if own is not None and abs(own.shown - offer.rating) > terms.strength:
                raise Refused("lobby.too_far", 403, strength=terms.strength)
        if terms.finishes and offer.maker != guest.id:
            finishes = await asyncio.to_thread(finishes_of, self._store, [guest.id])
            if finishes.get(guest.id, 100) < terms.finishes:
                raise Refused("lobby.leaves_often", 403, percent=terms.finishes)

    async def come(self, challenge: str, maker: Guest) -> str:
        """The maker is there: the match in which the others wait for him begins."""
        offer = await asyncio.to_thread(self.get, challenge)
        if offer is None or offer.maker != maker.id:
            raise Refused("lobby.gone", 404)
        if not offer.calling or offer.free:
            raise Refused("lobby.left_again")
        prepared = await asyncio.to_thread(_prepare, offer, {})
        return await self._store.writer.write(partial(_begin, offer=offer, prepared=prepared))

    async def note_presence(self, person: str, offers: Iterable[Challenge]) -> None:
        """The maker of these looks at the lobby."""
        at = now()
        mine = [one.id for one in offers if one.maker == person and one.terms.live and one.seen < at - NOTED_EVERY]
        if mine:
            c = schema.challenges
            await self._store.writer.write(
                lambda connection: connection.execute(update(c).where(c.c.id.in_(mine)).values(seen=at)) and None
            )

    async def let_go(self) -> None:
        """Whoever has waited in vain for the maker of a challenge is free again, and his seat too."""
        c = schema.challenges.c
        late = (c.state == "open", c.called_until < now())
        (rows,) = await asyncio.to_thread(self._store.ask, select(c.id).where(*late).limit(1))
        if rows:
            await self._store.writer.write(_let_go)

    def withdraw(self, challenge: str, person: str) -> asyncio.Future[None]:
        """The maker takes the offer back; somebody else gives up his seat in it."""

        def job(connection: Connection) -> None:
            c, s = schema.challenges, schema.challenge_seats
            mine = (c.c.id == challenge, c.c.maker == person, c.c.state == "open")
            if connection.execute(update(c).where(*mine).values(state="withdrawn")).rowcount:
                return
            still = select(c.c.id).where(c.c.id == challenge, c.c.state == "open")
            if connection.execute(still).first() is None:
                return
            his = and_(s.c.challenge == challenge, s.c.person == person)
            connection.execute(update(s).where(his, s.c.kind == "open").values(person=None, taken_at=None))
            declined = update(s).where(his, s.c.kind == "person").values(kind="open", person=None, taken_at=None)
            connection.execute(declined)
            connection.execute(update(c).where(c.c.id == challenge).values(called_until=None))

        return self._store.writer.write(job)

    def sweep(self) -> asyncio.Future[None]:
        """What has lapsed leaves the lists, and after a week the store."""

        def job(connection: Connection) -> None:
            c, s = schema.challenges, schema.challenge_seats
            connection.execute(update(c).where(c.c.state == "open", c.c.expires < now()).values(state="lapsed"))
            old = select(c.c.id).where(c.c.state != "open", c.c.created < now() - KEPT - PERSONAL_LASTS)
            connection.execute(delete(s).where(s.c.challenge.in_(old)))
            connection.execute(delete(c).where(c.c.state != "open", c.c.created < now() - KEPT - PERSONAL_LASTS))

        return self._store.writer.write(job)


class _Again(Conflict):
    """Something has changed meanwhile: look once more."""


Prepared = tuple[MatchRecord, list[SeatRecord], bytes]


def wish_of(game: Game[Any], terms: Terms, sitters: dict[Seat, str]) -> Wish:
    """The match of these terms, as the form for new matches would ask for it."""
    form = {"scenario": terms.scenario, "pace": terms.pace, "spectators": "on" if terms.spectators else "off"}
    form |= {f"option.{option}": as_text(value) for option, value in terms.options.items()}
    form |= {f"seat.{seat}": who for seat, who in sitters.items()}
    form |= {"rated": "on"} if terms.rated else {}
    return read_wish(game, form)


def prepare(terms: Terms, seated: dict[Seat, Guest], bots: dict[Seat, str], maker: Guest) -> Prepared:
    """The match of these people, made but not yet kept. Call it in a thread."""
    game = find(terms.game)
    sitters = {seat: f"{BOT}{bots[seat]}" if seat in bots else OPEN for seat in game.info.scenario(terms.scenario).seats}
    record, seats, beginning = found(game, wish_of(game, terms, sitters), maker)
    record = msgspec.structs.replace(record, rated=terms.rated)
    people = dict(seated)
    if terms.shuffle:
        order = list(people.values())
        random.Random(record.deal.server if record.deal is not None else record.seed).shuffle(order)
        people = dict(zip(people, order, strict=True))
    return record, [_sit(held, people.get(held.seat)) for held in seats], beginning


def _sit(held: SeatRecord, guest: Guest | None) -> SeatRecord:
    return held if guest is None else SeatRecord(held.seat, "guest", guest=guest.id, name=guest.name)


def _prepare(offer: Challenge, coming: dict[Seat, Guest]) -> Prepared:
    people = {place.seat: Guest(place.person, place.name) for place in offer.places if place.person is not None and place.taken}
    bots = {place.seat: place.bot for place in offer.places if place.bot is not None}
    return prepare(offer.terms, {**people, **coming}, bots, Guest(offer.maker, offer.maker_name))


def _take(connection: Connection, offer: Challenge, seat: Seat, guest: Guest, prepared: Prepared | None) -> str | None:
    """Give the seat, if it is still free; with the last one the match begins."""
    c, s = schema.challenges, schema.challenge_seats
    _sit_down(connection, offer, seat, guest)
    missing = select(s.c.seat).where(s.c.challenge == offer.id, s.c.kind.in_(["open", "person"]), s.c.taken_at.is_(None))
    last = connection.execute(missing).first() is None
    if not last:
        return None
    if prepared is None or not _as_prepared(connection, offer, prepared):
        raise _Again  # somebody else sat down or got up meanwhile: nothing of this transaction stays
    record, seats, beginning = prepared
    insert_match(connection, record, seats, beginning)
    connection.execute(update(c).where(c.c.id == offer.id).values(state="started", match=record.id))
    return record.id


def _sit_down(connection: Connection, offer: Challenge, seat: Seat, guest: Guest) -> None:
    c, s = schema.challenges, schema.challenge_seats
    here = s.c.challenge == offer.id
    if connection.execute(select(c.c.state).where(c.c.id == offer.id).with_for_update()).scalar() != "open":
        raise Refused("lobby.taken_now", name=offer.maker_name)
    if connection.execute(select(s.c.seat).where(here, s.c.person == guest.id, s.c.taken_at.is_not(None))).first() is not None:
        raise Refused("lobby.seated")
    free = and_(here, s.c.seat == seat, s.c.taken_at.is_(None), or_(s.c.kind == "open", s.c.person == guest.id))
    if not connection.execute(update(s).where(free).values(person=guest.id, taken_at=now())).rowcount:
        raise Refused("lobby.taken_now", name=offer.maker_name)


def _call(connection: Connection, offer: Challenge, seat: Seat, guest: Guest) -> None:
    """Give the last seat, and call the maker."""
    _sit_down(connection, offer, seat, guest)
    c = schema.challenges
    connection.execute(update(c).where(c.c.id == offer.id).values(called_until=now() + CALLED))


def _begin(connection: Connection, offer: Challenge, prepared: Prepared) -> str:
    """All are there."""
    c = schema.challenges
    row = connection.execute(select(c.c.state, c.c.called_until).where(c.c.id == offer.id).with_for_update()).first()
    if row is None or row.state != "open" or row.called_until is None or not _as_prepared(connection, offer, prepared):
        raise Refused("lobby.left_again")
    insert_match(connection, *prepared)
    connection.execute(update(c).where(c.c.id == offer.id).values(state="started", match=prepared[0].id, called_until=None))
    return prepared[0].id


def _let_go(connection: Connection) -> None:
    """Who sat down last gets up again."""
    c, s = schema.challenges, schema.challenge_seats
    late = select(c.c.id).where(c.c.state == "open", c.c.called_until < now()).with_for_update()
    for challenge in connection.execute(late).scalars().all():
        here = and_(s.c.challenge == challenge, s.c.kind.in_(["open", "person"]), s.c.taken_at.is_not(None))
        last = connection.execute(select(s.c.seat, s.c.kind).where(here).order_by(s.c.taken_at.desc(), s.c.seat).limit(1)).first()
        if last is not None:
            free = {"taken_at": None, **({"person": None} if last.kind == "open" else {})}
            connection.execute(update(s).where(s.c.challenge == challenge, s.c.seat == last.seat).values(**free))
        connection.execute(update(c).where(c.c.id == challenge).values(called_until=None))


def _as_prepared(connection: Connection, offer: Challenge, prepared: Prepared) -> bool:
    """Whether the people of the challenge are those the match was made for."""
    s = schema.challenge_seats.c
    rows = connection.execute(select(s.person).where(s.challenge == offer.id, s.person.is_not(None))).scalars().all()
    return sorted(rows) == sorted(held.guest for held in prepared[1] if held.guest is not None)


def read_places(game: Game[Any], scenario: str, form: dict[str, str], maker: Guest, named: Guest | None) -> list[Place]:
    """The seats of a form: ``me``, ``open``, ``named`` or ``bot:<grade>`` each; exactly one is the maker's."""
    places = []
    for seat in game.info.scenario(scenario).seats:
        who = form.get(f"seat.{seat}", "open")
        if who == "me":
            places.append(Place(seat, "maker", maker.id, None, maker.name, True))
        elif who == "named" and named is not None:
            places.append(Place(seat, "person", named.id, None, named.name))
        elif who.startswith(BOT):
            make_bot(game, who.removeprefix(BOT))
            places.append(Place(seat, "bot", None, who.removeprefix(BOT)))
        elif who == "open":
            places.append(Place(seat, "open"))
        else:
            raise SetupError(f"nobody called {who!r} can sit at {seat}")
    if [place.kind for place in places].count("maker") != 1:
        raise SetupError("one seat is yours, and one only")
    return places


def preset_of(record: MatchRecord) -> str:
    """The name of a match's pace."""
    named = {pace: name for name, pace in presets(find(record.game)).items()}
    return named.get(msgspec.structs.replace(record.pace, weekends=True), UNTIMED) if record.pace is not None else UNTIMED


def rematch_of(
    record: MatchRecord, seated: list[SeatRecord], maker: Guest, others: Collection[str] = ()
) -> tuple[Terms, list[Place]]:
    """The same once more, everybody a seat further, for the same people; a bot stays a bot. Who is not to meet the maker is not
    asked: the seat is free, as if he had said no."""
    moved = [*seated[-1:], *seated[:-1]]
    places = [
        Place(here.seat, "bot", None, who.bot)
        if who.kind == "bot"
        else Place(here.seat, "maker", maker.id, None, maker.name, True)
        if who.held_by(maker)
        else Place(here.seat, "open")
        if who.guest in others
        else Place(here.seat, "person", who.guest, None, who.name)
        for here, who in zip(seated, moved, strict=True)
    ]
    terms = Terms(
        game=record.game,
        scenario=record.scenario,
        options=dict(record.options),
        pace=preset_of(record),
        rated=record.rated,
        spectators=record.spectators,
        personal=True,
    )
    return terms, places
