"""Playing by single requests: a frame, a choice, and what is left of a match afterwards. For programs that keep no socket open.

Nothing is told or done here that the socket does not tell or do: the same frames, the same messages, the same checks.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from ..analysis import analysed, ended
from ..delay import delay_of
from ..guests import Known
from ..line import Line
from ..looking import look_back
from ..room import Room
from ..service import AnyRequest, Service, seats_of, viewpoint
from ..settings import COMMAND_BYTES
from ..sockets import Conversation
from ..wire import encode
from .document import Said
from .gate import refusal

_said = msgspec.json.Decoder(Said)


async def _unsent(_: Any) -> None:
    """Who asks once is not told more than the answer."""


def playing_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    async def known_by(request: AnyRequest) -> Known:
        known = await service.guests.known(request)
        assert known is not None  # the gate has let in nobody else
        return known

    async def table(request: AnyRequest, match_id: str, seat: str | None) -> tuple[Room, str | None]:
        """The room, and the seat through which the program looks: as wished, else its first, else the public's."""
        guest = (await known_by(request)).guest
        room = await service.room(match_id)
        through = viewpoint(room, guest, seat or next(iter(seats_of(room, guest)), None))
        if delay_of(room, through):
            raise PermissionDeniedException
        return room, through

    def told(thing: bytes, **headers: str) -> Response[bytes]:
        return Response(thing, media_type=MediaType.JSON, headers={"Cache-Control": "no-store", **headers})

    @get("/api/v1/matches/{match_id:str}/frame")
    async def frame(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[bytes]:
        """All that the seat may know now; 304 where the program has it already."""
        room, through = await table(request, match_id, seat)
        async with room.sure():
            tag = f'W/"{room.seq}.{room.house.state.revision}{"." if room.over else ""}"'
            if request.headers.get("if-none-match") == tag:
                return Response(b"", status_code=304, headers={"ETag": tag, "Cache-Control": "no-store"})
            return told(room.gallery.whole(through), ETag=tag)

    @post("/api/v1/matches/{match_id:str}/act", status_code=200)
    async def act(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[Any]:
        """One message as at the socket, and its answer. The same id twice is one choice, and the same answer."""
        body = await request.body()
        try:
            if len(body) > COMMAND_BYTES:
                return refusal(413, "too_large")
            _said.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return refusal(422, "malformed")
        known = await known_by(request)
        assert known.token is not None
        room, through = await table(request, match_id, seat)
        line = Line(_unsent, through, known.guest.id)
        chatting = service.gate.chatting.of(known.token.id)
        conversation = Conversation(service, room, line, known.token, chatting)
        try:
            return told(encode(await conversation.answer(body)))
        finally:
            conversation.close()

    @get("/api/v1/matches/{match_id:str}/journal")
    async def journal(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[bytes]:
        """The whole journal of a match that is over; of one in play what the seat may take home."""
        return await look_back(service, request, match_id, "journal", 0, seat)

    @get("/api/v1/matches/{match_id:str}/analysis")
    async def analysis(request: AnyRequest, match_id: FromPath[str]) -> Response[bytes]:
        """Of a match that is over: none of a running one, whoever asks."""
        await ended(service, request, match_id)
        return told(msgspec.json.encode(await analysed(service, match_id)))

    return [frame, act, journal, analysis]
