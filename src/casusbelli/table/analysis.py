"""After the end: how the match went, pictures of its course, and links to show it. Of a match in play there is none of this."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from casusbelli.game.registry import find
from casusbelli.words.texts import catalogue, say

from .analyst import TooMany
from .archive import Looked
from .film import Story, Strand, film, picture
from .forms import read_form
from .links import share, shared_match, unshare
from .lists import game_card, seat_name
from .records import Glance, Guest
from .room import Room
from .service import AnyRequest, Service, own_viewpoint, seats_of, viewpoint
from .statistics import statistics
from .turns import Crowded
from .words import language_of, to_json

MOMENT = re.compile(r"\d{1,6}(\.\d{1,6})?")
"""A moment in an address: after so many choices, at so many events of the last."""


async def ended(service: Service, request: AnyRequest, match_id: str) -> tuple[Room | Glance, Guest | None]:
    """A match that is over and that this visitor may see. Any other has no analysis, whoever asks."""
    found, guest = await service.glance(match_id), await service.guests.of(request)
    viewpoint(found, guest, None, past=True)
    if not found.over:
        raise NotFoundException
    return found, guest


async def analysed(service: Service, match_id: str) -> dict[str, Any]:
    """What was worked out of a match that is over, how far that has come, and its statistics."""
    known = await asyncio.to_thread(service.analyst.told, match_id)
    saved = await asyncio.to_thread(service.store.load, match_id)
    figures = statistics(saved) if saved is not None else []
    return {"state": known.state, "analysis": known.analysis, "statistics": figures}


def analysis_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    def json(thing: Any, status: int = 200) -> Response[bytes]:
        headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
        return Response(msgspec.json.encode(thing), status_code=status, media_type="application/json", headers=headers)

    @get("/m/{match_id:str}/analysis")
    async def page(request: AnyRequest, match_id: FromPath[str]) -> Response[str]:
        """The table of the match with its analysis open beside the board."""
        found, guest = await ended(service, request, match_id)
        game, language = find(found.record.game), language_of(request)
        return await service.table_page(
            request,
            match=match_id,
            aids=False,
            analysis="open",
            game=game_card(game, language),
            seat=own_viewpoint(found, guest),
            seats=to_json(list(found.seats)),
            mine=to_json(seats_of(found, guest)),
            verbs=to_json(dict(game.verbs)),
        )

    @get("/m/{match_id:str}/analysis.json")
    async def told(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        found, guest = await ended(service, request, match_id)
        mine = bool(seats_of(found, guest))
        return json({**await analysed(service, match_id), "mine": mine, "shared": found.record.shared})

    @post("/m/{match_id:str}/analysis", status_code=202)
    async def ask(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        """Work it out, or go on with what was cut short."""
        _, guest = await ended(service, request, match_id)
        form = await read_form(request)
        try:
            await service.analyst.ask(match_id, service.guests.owner(request, guest).person, more=form.get("more") == "on")
        except TooMany:
            raise HTTPException(status_code=429, headers={"Retry-After": "3600"}) from None
        return json({"state": "running"}, 202)

    # -- pictures --------------------------------------------------------------------------------------------------------

    async def story(request: AnyRequest, match_id: str) -> Story:
        """The chances, where they were worked out; else the points."""
        found, guest = await ended(service, request, match_id)
        words = catalogue(find(found.record.game), language_of(request))
        title = say(words, "game.title", default=found.record.game)
        known = await asyncio.to_thread(service.analyst.told, match_id)
        moments = known.analysis.moments if known.analysis is not None else []
        chapters = await chapters_of(request, found, guest, match_id)
        last = max(1, moments[-1].at if moments else chapters[-1]["at"] if chapters else 1)
        marks = [(one["at"] / last, str(one["id"])[:8]) for one in chapters if one["at"] <= last]
        marks = marks[:: max(1, len(marks) // 8)]
        if len(moments) > 1:
            first = moments[0].at
            places = [(one.at - first) / max(1, last - first) for one in moments]
            strands = [Strand(seat_name(words, seat), [100 * one.chances[seat][0] for one in moments]) for seat in found.seats]
            return Story(f"{title} · %", places, marks, [0, 25, 50, 75, 100], strands)
        seats = [seat for seat in found.seats if any(seat in one["points"] for one in chapters)]
        if len(chapters) < 2 or not seats:
            raise NotFoundException
        values = {seat: [float(one["points"].get(seat, 0)) for one in chapters] for seat in seats}
        everything = [value for each in values.values() for value in each]
        low, high = min(0.0, *everything), max(1.0, *everything)
        scale = [float(round(low + (high - low) * n / 4)) for n in range(5)]
        places = [one["at"] / last for one in chapters]
        return Story(title, places, marks, scale, [Strand(seat_name(words, seat), values[seat]) for seat in seats])

    async def chapters_of(request: AnyRequest, found: Room | Glance, guest: Guest | None, match_id: str) -> list[dict[str, Any]]:
        """The points at the end of every chapter, from the last screen."""
        looked = Looked(match_id, "over", "ending", 0, None)
        try:
            answer = await service.archive.read(looked, service.guests.owner(request, guest))
        except Crowded:
            raise HTTPException(status_code=429, headers={"Retry-After": "5"}) from None
        return list(msgspec.json.decode(answer.body)["chapters"]) if answer.body is not None else []

    async def drawn(request: AnyRequest, match_id: str, draw: Any, kind: str) -> Response[bytes]:
        told_in_lines = await story(request, match_id)
        try:
            body = await asyncio.to_thread(draw, told_in_lines)
        except ImportError:
            raise NotFoundException from None
        name = f'attachment; filename="{match_id}.{kind}"'
        return Response(
            body, media_type=f"image/{kind}", headers={"Content-Disposition": name, "Cache-Control": "private, no-cache"}
        )

    @get("/m/{match_id:str}/course.png")
    async def still(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        return await drawn(request, match_id, picture, "png")

    @get("/m/{match_id:str}/course.gif")
    async def moving(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        return await drawn(request, match_id, film, "gif")

    # -- links -----------------------------------------------------------------------------------------------------------

    @post("/m/{match_id:str}/share", status_code=200)
    async def share_it(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        """Somebody who played makes a link, or takes it back."""
        found, guest = await ended(service, request, match_id)
        if guest is None or not seats_of(found, guest):
            raise PermissionDeniedException
        form = await read_form(request)
        room = service.hub.present(match_id)
        on = form.get("on") != "off"
        token = await share(service.store, match_id, guest.id) if on else None
        if token is None:
            await unshare(service.store, match_id)
        if room is not None:
            room.record = msgspec.structs.replace(room.record, shared=on)
        return json({"link": None if token is None else f"/shared/{token}"})

    @get("/shared/{token:str}")
    async def shared(request: AnyRequest, token: FromPath[str], at: FromQuery[str] = "") -> Redirect:
        """To the match, and to the moment of it that was meant."""
        match_id = await asyncio.to_thread(shared_match, service.store, token)
        if match_id is None:
            raise NotFoundException
        return Redirect(
            f"/m/{match_id}/analysis{f'?at={at}' if MOMENT.fullmatch(at) else ''}",
            status_code=303,
            headers={"X-Robots-Tag": "noindex", "Cache-Control": "no-store"},
        )

    return [page, told, ask, still, moving, share_it, shared]
