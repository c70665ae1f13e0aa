"""What programs may ask for: who they are, what can be played, their matches, where to sit down.

They play at the socket, or by the single requests of ``playing``.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import installed
from casusbelli.kernel import SetupError

from ..delay import delay_of
from ..files import known_game
from ..founding import ME, OPEN, Wish, found, sitters, usual
from ..guests import Known
from ..invitations import unwelcome
from ..lists import playable
from ..lobby.challenges import NOTE_LENGTH, PACES, Filters, Refused, Terms, read_places
from ..records import Guest, SeatRecord
from ..service import AnyRequest, Service, seats_of, viewpoint
from ..store import Conflict
from ..tidy import tidy_chat
from .brief import brief_of
from .document import (
    ADDRESS,
    LINES,
    Begun,
    Declined,
    GameTold,
    Left,
    MatchTold,
    Me,
    NewChallenge,
    NewMatch,
    Offer,
    Offered,
    OptionTold,
    Sat,
    ScenarioTold,
    Taking,
    document,
)
from .gate import refusal
from .playing import playing_routes
from .stream import Standing, standing, told_once
from .tokens import AMONG_BOTS_A_DAY, MATCHES_AT_ONCE, Token

BODY = 16_384

DAY_SECONDS = 86_400


def api_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    tokens = service.guests.tokens

    async def who(request: AnyRequest) -> tuple[Guest, Token]:
        known: Known | None = await service.guests.known(request)
        assert known is not None  # the gate has let in nobody else
        assert known.token is not None
        return known.guest, known.token

    def told(thing: Any, status: int = 200) -> Response[Any]:
        headers = {"Cache-Control": "no-store"}
        return Response(msgspec.to_builtins(thing), status_code=status, media_type=MediaType.JSON, headers=headers)

    async def read(request: AnyRequest, kind: type[Any]) -> Any:
        """What was sent, as this; a program that sends something else is told so."""
        body = await request.body()
        try:
            return msgspec.json.decode(body or b"{}", type=kind) if len(body) <= BODY else None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None

    async def playing(person: str) -> int:
        mine = await asyncio.to_thread(service.store.mine, person)
        return sum(not one.over for one in mine)

    async def crowded(person: str) -> Response[Any] | None:
        if await playing(person) >= MATCHES_AT_ONCE:
            return refusal(429, "limit", limit="matches", seconds=60)
        return None

    async def wish_of(request: AnyRequest, guest: Guest, kind: type[Any]) -> Any:
        """What a program wants to begin, of a game that is here; else, or where it plays enough already, the refusal."""
        wanted = await read(request, kind)
        if wanted is None or wanted.game not in installed():
            return refusal(422, "malformed")
        return await crowded(guest.id) or wanted

    @get("/api/v1/me")
    async def me(request: AnyRequest) -> Response[Any]:
        guest, token = await who(request)
        owner = await asyncio.to_thread(tokens.owner_of, guest.id)
        begun = await asyncio.to_thread(tokens.begun_today, guest.id)
        left = Left(MATCHES_AT_ONCE - await playing(guest.id), AMONG_BOTS_A_DAY - begun)
        return told(Me(guest.id, guest.name, owner[1] if owner is not None else "", tuple(token.scopes), left))

    @get("/api/v1/games")
    async def games(request: AnyRequest) -> Response[Any]:
        return told(
            [
                GameTold(
                    game.info.id,
                    game.info.rules_version,
                    [ScenarioTold(one.id, tuple(one.seats)) for one in game.info.scenarios],
                    [OptionTold(one.id, tuple(one.values), one.default) for one in game.info.options],
                    sitters(game),
                )
                for game in playable()
            ]
        )

    @get("/api/v1/matches")
    async def matches(request: AnyRequest) -> Response[Any]:
        """The matches in which the program sits, those that wait for it first."""
        guest, _ = await who(request)
        mine = await asyncio.to_thread(service.store.mine, guest.id)
        listed = {one.id: one for one in await asyncio.to_thread(service.store.listed, [one.id for one in mine])}
        rows = []
        for one in mine:
            held = [seat.seat for seat in listed[one.id].seats if seat.held_by(guest)] if one.id in listed else []
            if held:
                rows.append(MatchTold(one.id, listed[one.id].game, held, one.over, one.yours))
        return told(rows)

    @post("/api/v1/matches", status_code=201)
    async def begin(request: AnyRequest) -> Response[Any]:
        """Begin a friendly match. Open seats come with addresses that can be handed on."""
        guest, _ = await who(request)
        wanted: NewMatch | Response[Any] = await wish_of(request, guest, NewMatch)
        if isinstance(wanted, Response):
            return wanted
        game = known_game(wanted.game)
        try:
            scenario = game.info.scenario(wanted.scenario)
            seats = {seat: wanted.seats.get(seat, usual(game, n)) for n, seat in enumerate(scenario.seats)}
            strange = [seat for seat in wanted.seats if seat not in seats] + [s for s in seats.values() if s not in sitters(game)]
            if strange or ME not in seats.values():
                return refusal(422, "seats")
            options = game.info.settle(wanted.options, scenario.id)
        except SetupError as error:
            return refusal(422, "setup", why=str(error))
        if OPEN not in seats.values() and await asyncio.to_thread(tokens.begun_today, guest.id) >= AMONG_BOTS_A_DAY:
            return refusal(429, "limit", limit="among_bots", seconds=DAY_SECONDS)
        wish = Wish(scenario.id, options, seats, spectators=wanted.spectators, listed=False)
        record, seated, beginning = await asyncio.to_thread(found, game, wish, guest)
        await service.store.add_match(record, seated, beginning)
        await service.hub.room(record.id)
        invitations = {seat.seat: f"/join/{seat.token}" for seat in seated if seat.token}
        return told(Begun(record.id, [s.seat for s in seated if s.held_by(guest)], invitations), 201)

    @post("/api/v1/join/{token:str}", status_code=200)
    async def join(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
        """Accept an invitation."""
        guest, _ = await who(request)
        place = await asyncio.to_thread(service.store.seat_of_token, token)
        if place is None:
            return refusal(409, "used_invitation")
        busy = await crowded(guest.id)
        if busy is not None:
            return busy
        glance = await service.glance(place[0])
        if glance.record.rated:
            return refusal(403, "rated")
        owner = await asyncio.to_thread(tokens.owner_of, guest.id)
        if owner is not None and await asyncio.to_thread(unwelcome, service.store, token, owner[0]):
            return refusal(409, "used_invitation")
        try:
            match_id, seat = await service.store.take_seat(token, guest)
        except Conflict:
            return refusal(409, "used_invitation")
        named = owner[1] if owner is not None else None
        await service.hub.seat_taken(match_id, SeatRecord(seat, "guest", guest=guest.id, name=guest.name, owner=named))
        return told(Sat(match_id, [seat]))

    @get("/api/v1/challenges")
    async def challenges(request: AnyRequest, game: FromQuery[str] = "") -> Response[Any]:
        """Friendly offers that the program may take."""
        guest, _ = await who(request)
        offers = await asyncio.to_thread(service.challenges.open_to, guest, Filters(game=game, rated="no"))
        return told(
            [
                Offer(
                    one.id,
                    one.maker_name,
                    one.terms.game,
                    one.terms.scenario,
                    one.terms.pace,
                    [place.seat for place in one.for_person(guest.id)],
                )
                for one in offers
            ]
        )

    @post("/api/v1/challenges", status_code=201)
    async def challenge(request: AnyRequest) -> Response[Any]:
        """Look for somebody to play a friendly match with. A program is not called: live paces are for people."""
        guest, _ = await who(request)
        wanted: NewChallenge | Response[Any] = await wish_of(request, guest, NewChallenge)
        if isinstance(wanted, Response):
            return wanted
        if PACES.get(wanted.pace, "live") == "live":
            return refusal(422, "pace")
        game = known_game(wanted.game)
        try:
            scenario = game.info.scenario(wanted.scenario)
            if any(seat not in scenario.seats for seat in wanted.seats):
                return refusal(422, "seats")
            form = {f"seat.{seat}": sits for seat, sits in wanted.seats.items()}
            places = read_places(game, scenario.id, form, guest, None)
            terms = Terms(
                game=wanted.game,
                scenario=scenario.id,
                options=game.info.settle(wanted.options, scenario.id),
                pace=wanted.pace,
                spectators=wanted.spectators,
                note=tidy_chat(wanted.note)[:NOTE_LENGTH],
            )
            made = await service.challenges.make(guest, terms, places)
        except SetupError as error:
            return refusal(422, "setup", why=str(error))
        except Refused as refused:
            return refusal(refused.status, refused.key.removeprefix("lobby."))
        return told(Offered(made, [place.seat for place in places if place.person == guest.id]), 201)

    @post("/api/v1/challenges/{challenge_id:str}/take", status_code=200)
    async def take(request: AnyRequest, challenge_id: FromPath[str]) -> Response[Any]:
        guest, _ = await who(request)
        wanted: Taking | None = await read(request, Taking)
        if wanted is None:
            return refusal(422, "malformed")
        busy = await crowded(guest.id)
        if busy is not None:
            return busy
        offer = await asyncio.to_thread(service.challenges.get, challenge_id)
        free = [place.seat for place in offer.for_person(guest.id)] if offer is not None else []
        if offer is None or not free:
            return refusal(404, "gone")
        if offer.terms.rated:
            return refusal(403, "rated")
        try:
            match = await service.challenges.take(challenge_id, wanted.seat or free[0], guest)
        except Refused as refused:
            return refusal(refused.status, refused.key.removeprefix("lobby."))
        if match is not None:
            await service.hub.room(match)
        return told(Sat(match, [wanted.seat or free[0]]))

    @post("/api/v1/challenges/{challenge_id:str}/decline", status_code=200)
    async def decline(request: AnyRequest, challenge_id: FromPath[str]) -> Response[Any]:
        """Say no to an offer that is for the program alone, give up the seat it has taken, or take its own offer back."""
        guest, _ = await who(request)
        offer = await asyncio.to_thread(service.challenges.get, challenge_id)
        mine = offer is not None and any(place.person == guest.id for place in offer.places)
        if not mine:
            return refusal(404, "gone")
        await service.challenges.withdraw(challenge_id, guest.id)
        return told(Declined(challenge_id))

    @get("/api/v1/matches/{match_id:str}/brief")
    async def brief(
        request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None, lang: FromQuery[str] = "en"
    ) -> Response[Any]:
        """The position in words, as a seat of one's own (or the public) may know it."""
        guest, _ = await who(request)
        room = await service.room(match_id)
        through = viewpoint(room, guest, seat or next(iter(seats_of(room, guest)), None))
        if delay_of(room, through):
            raise PermissionDeniedException
        if lang not in LANGUAGES:
            raise HTTPException(status_code=422)

        async def make() -> Any:
            return brief_of(room.match, through, room.seq, lang)

        return told(await room.with_house(make))

    @get("/api/v1/stream")
    async def stream(request: AnyRequest, once: FromQuery[str] = "") -> Response[Any] | Stream:
        """What happens, as it happens; ``once=on``: how things stand, and no more."""
        guest, _ = await who(request)

        def look() -> Standing:
            return standing(service.store, service.challenges, guest)

        headers = {"Cache-Control": "no-store"}
        if once == "on":
            return Response(told_once(await asyncio.to_thread(look)), media_type=LINES, headers=headers)
        if service.streams.full:
            return refusal(429, "limit", limit="streams", seconds=60)
        lines = service.streams.lines(guest.id, look, lambda: service.guests.still_known(request))
        return Stream(lines, media_type=LINES, headers={**headers, "X-Accel-Buffering": "no"})

    @get(ADDRESS)
    async def openapi(request: AnyRequest) -> Response[Any]:
        """What stands at this door, for tools that read it. It is the same for everybody and needs no token."""
        return Response(document(), media_type=MediaType.JSON, headers={"Cache-Control": "no-cache"})

    return [
        me,
        games,
        matches,
        begin,
        join,
        challenges,
        challenge,
        take,
        decline,
        brief,
        stream,
        openapi,
        *playing_routes(service),
    ]
