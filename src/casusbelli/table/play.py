"""The socket of a match: who may open it, and the conversation over it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import Response, WebSocket, get, websocket
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.params import FromPath, FromQuery

from .history import diary
from .hub import Unplayable, open_saved
from .line import FLOOD, Line
from .rates import Bucket
from .room import Room
from .service import AnyRequest, Service, own_viewpoint, viewpoint
from .settings import CHAT_BYTES, COMMAND_BYTES, Rate
from .store import StoreError
from .wire import Act, FromClient, Preview, PreviewAnswer, Refused, Say, Undo, Why, WhyAnswer, encode, understand

log = logging.getLogger("casusbelli.table.play")

FORBIDDEN, NOT_FOUND, UNPLAYABLE, TOO_MANY, BROKEN = 4403, 4404, 4409, 4429, 1011
"""Why a line is not opened. Codes from 4400 on are final: the client does not come back."""

PATIENCE_WITH_FLOOD = 200
"""How many messages beyond the rate are answered before the line is cut."""

CHAT_RATE = Rate(1, 12)


def play_routes(service: Service) -> list[HTTPRouteHandler | WebsocketRouteHandler]:
    """The socket, and what else can be fetched of a match."""

    @websocket("/m/{match_id:str}/socket")
    async def socket(socket: WebSocket[Any, Any, Any], match_id: FromPath[str]) -> None:
        await socket.accept()
        code = await _open(service, socket, match_id)
        if code is not None:
            await socket.close(code)

    @get("/m/{match_id:str}/at/{n:int}")
    async def at(
        request: AnyRequest, match_id: FromPath[str], n: FromPath[int], seat: FromQuery[str | None] = None
    ) -> Response[bytes]:
        """A frame of the past."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat, past=True)
        frame = await service.replays.frame(match_id, room.seq, n, looking_through)
        if frame is None:
            raise NotFoundException
        return Response(frame, media_type="application/json", headers={"Cache-Control": "no-store"})

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

    return [socket, at, journal]


async def _open(service: Service, socket: WebSocket[Any, Any, Any], match_id: str) -> int | None:
    """Hold the conversation; the code to close with where it cannot be held."""
    try:
        guest = await service.guests.of(socket)
        room = await service.room(match_id)
        seat = viewpoint(room, guest, socket.query_params.get("seat"))
    except PermissionDeniedException:
        return FORBIDDEN
    except HTTPException:
        return NOT_FOUND
    except Unplayable:
        return UNPLAYABLE
    except StoreError:
        return BROKEN
    source = guest.id if guest else f"address {socket.client.host if socket.client else ''}"
    if service.hub.sockets_of(source) >= service.settings.sockets_per_guest:
        return TOO_MANY
    line = Line(socket.send, seat, source)
    try:
        await room.attach(line)
    except StoreError:
        return BROKEN
    sender = line.start()
    reader = asyncio.create_task(Conversation(service, room, line).read(socket))
    try:
        await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.detach(line)
        sender.cancel()
        reader.cancel()
        for ended in await asyncio.gather(sender, reader, return_exceptions=True):
            if isinstance(ended, Exception) and not _is_hangup(ended):
                log.error("match %s: a line breaks", match_id, exc_info=ended)
    return None


def _is_hangup(error: Exception) -> bool:
    """The other side has gone while something was being sent."""
    return isinstance(error, OSError) or type(error).__name__ in {"ClientDisconnected", "WebSocketDisconnect"}


class Conversation:
    """What one line says and is answered. One message at a time: who waits for an answer sends no more."""

    def __init__(self, service: Service, room: Room, line: Line) -> None:
        self._room = room
        self._line = line
        self._own = Bucket(service.settings.line_rate)
        self._shared = service.hub.guest_buckets.of(str(line.guest))
        self._chatting = Bucket(CHAT_RATE)
        self._too_many = 0

    async def read(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Answer until the other side hangs up."""
        receive, push = socket.receive, self._line.push
        while True:
            message: Any = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive":
                push(encode(await self.answer(message.get("text") or message.get("bytes") or b"")))

    async def answer(self, data: str | bytes) -> Any:
        """The answer to one message, whatever it is."""
        if len(data) > COMMAND_BYTES or (isinstance(data, str) and len(data.encode()) > COMMAND_BYTES):
            return self._refuse(None, "too_large")
        try:
            said: FromClient = understand(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self._refuse(None, "malformed")
        action_id = said.id if isinstance(said, Act | Undo | Say) else None
        if not self._own.take() or not self._shared.take():
            self._too_many += 1
            if self._too_many > PATIENCE_WITH_FLOOD:
                self._line.close(FLOOD)
            return self._refuse(action_id, "rate")
        seat = self._line.seat
        if seat is None:
            return self._refuse(action_id, "spectator")
        try:
            match said:
                case Act():
                    return await self._room.act(seat, said.id, said.seq, said.choice)
                case Undo():
                    return await self._room.undo(seat, said.id, said.seq)
                case Why():
                    return WhyAnswer(said.n, await self._room.why(seat, said.choice))
                case Preview():
                    return PreviewAnswer(said.n, await self._room.preview(seat, said.choice))
                case Say():
                    return await self._say(said)
        except StoreError:
            return self._refuse(action_id, "storage")
        except Exception:
            log.exception("match %s: an answer fails", self._room.record.id)
            return self._refuse(action_id, "error")

    async def _say(self, said: Say) -> Any:
        assert self._line.seat is not None
        text = said.text.strip()
        if not text:
            return self._refuse(said.id, "malformed")
        if len(text.encode()) > CHAT_BYTES:
            return self._refuse(said.id, "too_large")
        if not self._chatting.take():
            return self._refuse(said.id, "rate")
        return await self._room.say(self._line.seat, said.id, text)

    def _refuse(self, action_id: str | None, reason: str) -> Refused:
        return Refused(action_id, self._room.seq, reason)
