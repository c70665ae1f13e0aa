"""What can be fetched of a match beside its page: frames of the past, and the journal."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from .history import diary
from .hub import open_saved
from .service import AnyRequest, Service, own_viewpoint, viewpoint
from .wire import encode


def looking_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    @get("/m/{match_id:str}/at/{n:int}")
    async def at(
        request: AnyRequest, match_id: FromPath[str], n: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """A frame of the past."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat, past=True)
        return _fresh(await service.replays.frame(match_id, room.seq, n, looking_through))

    @get("/m/{match_id:str}/told/{number:int}")
    async def told(
        request: AnyRequest, match_id: FromPath[str], number: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """The moment at which one was told something: the frame after the choice it came with."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat, past=True)
        return _fresh(await service.replays.moment(match_id, room.seq, number, looking_through))

    @get("/m/{match_id:str}/since/{number:int}")
    async def since(
        request: AnyRequest, match_id: FromPath[str], number: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """What has happened since one was told so much, position by position."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat, past=True)
        return _fresh(await service.replays.since(match_id, room.seq, number, looking_through))

    @get("/m/{match_id:str}/journal")
    async def journal(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[bytes]:
        """The whole journal of a match that is over; of one in play what this viewpoint may know."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat, past=True) if seat else own_viewpoint(room, guest)
        found = await asyncio.to_thread(open_saved, service.store, match_id)
        if found is None:
            raise NotFoundException
        _, saved, match = found
        if match.over:
            body = (await asyncio.to_thread(match.journal, marks=True)).to_json()
        else:
            body = msgspec.json.format(encode(diary(saved.match, match, looking_through)), indent=1)
        name = f"{saved.match.game}-{match_id}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(body, media_type="application/json", headers=headers)

    return [at, told, since, journal]


def _fresh(frame: bytes | None) -> Response[bytes]:
    """A frame that nobody keeps: of a match in play the next one may be another."""
    if frame is None:
        raise NotFoundException
    return Response(frame, media_type="application/json", headers={"Cache-Control": "no-store"})
