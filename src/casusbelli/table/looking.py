"""What can be fetched of a match beside its page: frames of the past, and the journal."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from .archive import Looked
from .delay import delay_of, settled
from .service import AnyRequest, Service, own_viewpoint, viewpoint
from .turns import Crowded

FOR_ALL = {"journal", "ending", "hidden"}
"""What is the same for everybody once a match is over."""

MOST = 10**6
"""No match has so many choices or events."""


async def look_back(
    service: Service, request: AnyRequest, match_id: str, what: str, number: int, seat: str | None
) -> Response[bytes]:
    """Something of the past, as this viewpoint may know it; or the news that the reader has it already."""
    if not 0 <= number < MOST:
        raise NotFoundException
    found, guest = await service.glance(match_id), await service.guests.of(request)
    through = viewpoint(found, guest, seat, past=True) if seat or what != "journal" else own_viewpoint(found, guest)
    delay = delay_of(found, through)
    if delay and (what != "frame" or number > await asyncio.to_thread(settled, service.store, match_id, delay)):
        raise PermissionDeniedException
    moment = "over" if found.over else str(found.seq)
    looked = Looked(match_id, moment, what, number, None if found.over and what in FOR_ALL else through)
    tag = service.archive.tag(looked)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding, Cookie"}
    if what == "journal":
        headers["Content-Disposition"] = f'attachment; filename="{found.record.game}-{match_id}.json"'
    if tag in {known.strip().removeprefix("W/") for known in request.headers.get("if-none-match", "").split(",")}:
        return Response(b"", status_code=304, headers=headers)
    try:
        answer = await service.archive.read(looked, service.guests.owner(request, guest))
    except Crowded:
        raise HTTPException(status_code=429, headers={"Retry-After": "5"}) from None
    if answer.body is None:
        raise NotFoundException
    body = answer.body
    if answer.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = answer.small
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


def looking_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    @get("/m/{match_id:str}/at/{n:int}")
    async def at(
        request: AnyRequest, match_id: FromPath[str], n: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """A frame of the past."""
        return await look_back(service, request, match_id, "frame", n, seat)

    @get("/m/{match_id:str}/told/{number:int}")
    async def told(
        request: AnyRequest, match_id: FromPath[str], number: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """The moment at which one was told something: the frame after the choice it came with."""
        return await look_back(service, request, match_id, "moment", number, seat)

    @get("/m/{match_id:str}/since/{number:int}")
    async def since(
        request: AnyRequest, match_id: FromPath[str], number: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """What has happened since one was told so much, position by position."""
        return await look_back(service, request, match_id, "since", number, seat)

    @get("/m/{match_id:str}/journal")
    async def journal(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[bytes]:
        """The whole journal of a match that is over; of one in play what this viewpoint may know."""
        return await look_back(service, request, match_id, "journal", 0, seat)

    @get("/m/{match_id:str}/ending")
    async def ending(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[bytes]:
        """The last screen of a match that is over."""
        return await look_back(service, request, match_id, "ending", 0, seat)

    @get("/m/{match_id:str}/hidden/{n:int}")
    async def hidden(request: AnyRequest, match_id: FromPath[str], n: FromPath[int]) -> Response[bytes]:
        """What lay hidden after so many choices of a match that is over: all hands open."""
        return await look_back(service, request, match_id, "hidden", n, None)

    return [at, told, since, journal, ending, hidden]
