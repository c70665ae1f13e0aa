"""The pages of invitations: to accept one, its picture, and to look after those of a match one plays in."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from casusbelli.kernel import Seat
from casusbelli.words.texts import catalogue, say

from .forms import called, read_form
from .invitations import Invitation, change, invitations_of, meant_for, unwelcome
from .lists import game_card, seat_name
from .pace import DAY
from .people.factors import picture_of
from .people.meeting import somebody_called
from .records import Guest, SeatRecord
from .room import Room
from .service import AnyRequest, Service, seats_of
from .store import Conflict
from .words import language_of, page_words


def invitation_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    store = service.store

    async def not_for(guest: Guest | None, token: str) -> bool:
        """Whether the invitation is for somebody else."""
        person = await asyncio.to_thread(meant_for, store, token)
        return person is not None and (guest is None or guest.id != person)

    async def blocked(guest: Guest | None, token: str) -> bool:
        """Whether one of those at that table and this guest are not to meet. It looks as if the invitation were used up."""
        return guest is not None and await asyncio.to_thread(unwelcome, store, token, guest.id)

    @get("/join/{token:str}")
    async def invitation(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        found = await asyncio.to_thread(store.seat_of_token, token)
        guest, language = await service.guests.of(request), language_of(request)
        if found is None or await blocked(guest, token):
            return service.page(request, "error.html", status=410, status_code=410, reason="used_invitation")
        if await not_for(guest, token):
            return service.page(request, "error.html", status=403, status_code=403, reason="others_invitation")
        room = await service.room(found[0])
        words = catalogue(room.game, language)
        return service.page(
            request,
            "join.html",
            game=game_card(room.game, language),
            scenario=say(words, f"scenario.{room.record.scenario}.title"),
            seat=seat_name(words, found[1]),
            players=[(seat_name(words, seat), held) for seat, held in room.seats.items()],
            seated=bool(seats_of(room, guest)),
            match=room.record.id,
            token=token,
            name=guest.name if guest else "",
        )

    @post("/join/{token:str}", status_code=303)
    async def join(request: AnyRequest, token: FromPath[str]) -> Redirect:
        form = await read_form(request)
        if await not_for(await service.guests.of(request), token):
            raise HTTPException(status_code=403, detail="others_invitation")
        if await blocked(await service.guests.of(request), token):
            raise HTTPException(status_code=409, detail="used_invitation")
        guest, cookies = await service.guests.enter(request, await called(service, request, form))
        try:
            match_id, seat = await store.take_seat(token, guest)
        except Conflict:
            raise HTTPException(status_code=409, detail="used_invitation") from None
        await service.hub.seat_taken(match_id, SeatRecord(seat, "guest", guest=guest.id, name=guest.name))
        return Redirect(f"/m/{match_id}", status_code=303, cookies=cookies)

    @get("/join/{token:str}/qr")
    async def picture(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """The invitation as a picture for a telephone's camera."""
        if await asyncio.to_thread(store.seat_of_token, token) is None:
            raise NotFoundException
        address = f"{request.base_url.scheme}://{request.headers.get('host', '')}/join/{token}"
        drawn = await asyncio.to_thread(picture_of, address)
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    # -- looking after them ------------------------------------------------------------------------------------------------

    async def host(request: AnyRequest, match_id: str) -> tuple[Room, Guest]:
        """The match and somebody who may invite to it: who plays in it, or has made it."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        if guest is None or room.over or not (seats_of(room, guest) or guest.id == room.record.creator):
            raise PermissionDeniedException
        return room, guest

    async def page(request: AnyRequest, room: Room, problem: str = "") -> Response[str]:
        words, found = catalogue(room.game, language_of(request)), await asyncio.to_thread(invitations_of, store, room.record.id)
        return service.page(
            request,
            "invitations.html",
            status=422 if problem else 200,
            problem=problem,
            match=room.record.id,
            title=say(words, "game.title", default=room.game.info.id),
            invitations=[(seat_name(words, one.seat), one) for one in found],
        )

    @get("/m/{match_id:str}/invitations")
    async def invitations(request: AnyRequest, match_id: FromPath[str]) -> Response[str]:
        room, _ = await host(request, match_id)
        return await page(request, room)

    @post("/m/{match_id:str}/invitations", status_code=303)
    async def invite(request: AnyRequest, match_id: FromPath[str]) -> Response[Any]:
        """A new link for a seat, for everybody or for somebody by name; or none."""
        form, (room, guest) = await read_form(request), await host(request, match_id)
        seat, name, withdraw = form.get("seat", ""), form.get("to", "").strip(), form.get("act") == "withdraw"
        named = None if withdraw else await asyncio.to_thread(somebody_called, store, service.desk.accounts, name, guest)
        if name and named is None and not withdraw:
            return await page(request, room, say(page_words(language_of(request)), "lobby.nobody"))
        if not await change(store, match_id, seat, named.id if named is not None else None, withdraw=withdraw):
            raise HTTPException(status_code=409, detail="used_invitation")
        made = next(one for one in await asyncio.to_thread(invitations_of, store, match_id) if one.seat == seat)
        await reseat(room, seat, made)
        if named is not None and made.token is not None:
            told = {"game": room.record.game, "by": guest.name, "invitation": made.token}
            once = f"{match_id}:{seat}:{guest.id}:{service.post.now // DAY}"  # however often the link is made anew today
            await service.post.tell(named.id, "invited", once, **told)
        return Redirect(f"/m/{match_id}/invitations", status_code=303)

    async def reseat(room: Room, seat: Seat, made: Invitation) -> None:
        """Those at the table see the link as it is now."""

        async def tell() -> None:
            told = {"token": made.token, "expires": made.expires, "personal": bool(made.name)}
            room.seats[seat] = msgspec.structs.replace(room.seats[seat], **told)
            room.gallery.players_changed()

        if room.seats[seat].kind == "open" or room.seats[seat].token is not None:
            await room.with_house(tell)
            room.gallery.announce_players()

    return [invitation, join, picture, invitations, invite]
