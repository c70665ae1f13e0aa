"""The socket of a match: who may open it, and the conversation over it.

Sockets do not pass through the web framework: a message goes straight from the server to its line and back, which spares every
choice several layers of wrapping.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException

from casusbelli.kernel import Seat

from .api.gate import BOT_CHAT_RATE
from .api.tokens import SOCKETS_OF_ONE, Token
from .delay import Delayed, delay_of
from .framing import HANG_UP, ROUND_TRIP, WRITE_NOW
from .guard import Receive, Scope, Send
from .guests import ENDED, bearer_of
from .history import Unplayable
from .lessons import open_exercise, open_lesson
from .line import BROKEN, FLOOD, Line
from .mentor import Mentor
from .rates import Bucket, source_of
from .records import Card, Guest
from .room import Room
from .sandbox import open_sandbox
from .seeing import Seeing
from .service import Service, viewpoint
from .settings import CHAT_BYTES, COMMAND_BYTES, PATIENCE_WITH_FLOOD, Rate
from .store import StoreError
from .study import Study
from .tally import TALLY
from .tidy import tidy_chat
from .turns import ADDRESS as BY_ADDRESS
from .turns import Crowded, Owner
from .wire import (
    Ack,
    Act,
    Advice,
    Advise,
    Answer,
    Claim,
    Command,
    DropStanding,
    FromClient,
    Heed,
    Here,
    Leave,
    Mentored,
    Pledge,
    Preview,
    PreviewAnswer,
    Propose,
    Refused,
    Return,
    Say,
    SayCard,
    Seen,
    Show,
    Stand,
    Think,
    Undo,
    Why,
    WhyAnswer,
    Withdraw,
    encode,
    understand,
)
from .words import language_of

log = logging.getLogger("casusbelli.table.sockets")

ADDRESS = re.compile(r"/m/([A-Za-z0-9_-]+)/socket")
SANDBOX = re.compile(r"/s/([A-Za-z0-9_-]+)/socket")
EXERCISE = re.compile(r"/exercise/([a-z0-9_]+)/([a-z0-9_]+)/socket")
LESSON = re.compile(r"/learn/([a-z0-9_]+)/([a-z0-9_]+)/socket")

FORBIDDEN, NOT_FOUND, UNPLAYABLE, TOO_MANY = 4403, 4404, 4409, 4429
"""Why a line is not opened. These are final: the client does not come back."""


CHAT_RATE = Rate(1, 12)
ADVICE_RATE = Rate(0.5, 10)
"""Advice costs a bot's thought."""


UNNUMBERED = (Why, Preview, Advise, Heed)
"""What has no id."""
BY_A_PERSON = (Act, Undo, Say, SayCard, Here)
"""What shows that somebody is there."""


class Sockets:
    """The application for sockets."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        code = await self._converse(scope, receive, send)
        if code is not None:
            await send({"type": "websocket.close", "code": code})

    async def _converse(self, scope: Scope, receive: Receive, send: Send) -> int | None:
        """Hold the conversation; the code to close with where it cannot be held."""
        service = self._service
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        wanted = connection.query_params.get("seat")
        try:
            known = await service.guests.known(connection)
            guest = known.guest if known is not None else None
            if known is None and bearer_of(connection) is not None:
                return ENDED
            table = await self._table(scope["path"], guest)
            seat = viewpoint(table, guest, wanted) if isinstance(table, Room) else table.seat_of(wanted)
        except PermissionDeniedException:
            return FORBIDDEN
        except HTTPException:
            return NOT_FOUND
        except Unplayable:
            return UNPLAYABLE
        except StoreError:
            return BROKEN
        source = guest.id if guest else BY_ADDRESS + source_of(connection.client.host if connection.client else "")
        token = known.token if known is not None else None
        with service.hub.one_more_socket(source) as allowed:
            if not allowed or (token is not None and service.hub.sockets_of(source) > SOCKETS_OF_ONE):
                return TOO_MANY
            able, beats = scope["extensions"], connection.query_params.get("beats") != "0"
            by_server = {"hang_up": HANG_UP, "write_now": WRITE_NOW, "round_trip": ROUND_TRIP}
            known_to_it = {name: able[key] for name, key in by_server.items() if key in able}
            line = Line(send, seat, source, beats=beats, **known_to_it)
            if isinstance(table, Room) and delay_of(table, seat):
                with service.guests.attending(known.session if known is not None else None, line):
                    await self._hold_later(table, line, receive, service.guests.owner(connection, guest))
                return None
            try:
                if isinstance(table, Room):
                    await table.attach(line, connection.query_params.get("zone", ""))
                else:
                    await table.attach(line, language_of(connection))
            except StoreError:
                return BROKEN
            with service.guests.attending(known.session if known is not None else None, line):
                await self._hold(table, line, receive, token)
        return None

    async def _table(self, path: str, guest: Guest | None) -> Room | Study:
        """The table this address is a line to; anything else is not found."""
        if address := ADDRESS.fullmatch(path):
            return await self._service.room(address[1])
        if guest is not None and (address := LESSON.fullmatch(path)):
            return await open_lesson(self._service, guest, address[1], address[2])
        if guest is not None and (address := EXERCISE.fullmatch(path)):
            return await open_exercise(self._service, guest, address[1], address[2])
        if guest is not None and (address := SANDBOX.fullmatch(path)):
            return await open_sandbox(self._service, guest, address[1])
        raise NotFoundException

    async def _hold_later(self, room: Room, line: Line, receive: Receive, owner: Owner) -> None:
        """Somebody looks on with a delay: the room does not know of him."""
        sender = line.start()
        reader = asyncio.create_task(Conversation(self._service, room, line).read(receive))
        showing = asyncio.create_task(Delayed(self._service, room.record.id, line, owner).show())
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, reader, showing):
                task.cancel()
            for ended in await asyncio.gather(sender, reader, showing, return_exceptions=True):
                if isinstance(ended, Exception) and not _is_hangup(ended):
                    log.error("%s: a delayed line breaks", _name(room), exc_info=ended)

    async def _hold(self, room: Room | Study, line: Line, receive: Receive, token: Token | None = None) -> None:
        """Listen and speak until one side has enough."""
        sender = line.start()
        conversation = Conversation(self._service, room, line, token)
        reader = asyncio.create_task(conversation.read(receive))
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.detach(line)
            conversation.close()
            sender.cancel()
            reader.cancel()
            for ended in await asyncio.gather(sender, reader, return_exceptions=True):
                if isinstance(ended, Exception) and not _is_hangup(ended):
                    log.error("%s: a line breaks", _name(room), exc_info=ended)


def _size(data: str | bytes) -> int:
    return len(data.encode() if isinstance(data, str) else data)


def _name(table: Room | Study) -> str:
    return f"match {table.record.id}" if isinstance(table, Room) else table.address


def _is_hangup(error: Exception) -> bool:
    """The other side has gone while something was being sent; every server has its own word for it."""
    return isinstance(error, OSError) or type(error).__name__ == "ClientDisconnected"


class Conversation:
    """What one line says and is answered. One message at a time: who waits for an answer sends no more."""

    def __init__(
        self, service: Service, room: Room | Study, line: Line, token: Token | None = None, chatting: Bucket | None = None
    ) -> None:
        self._room = room
        self._token = token
        self._tokens = service.guests.tokens
        self._line = line
        self._presence = service.post.presence
        self._not_silenced = service.watch.may_write
        self._own = Bucket(service.settings.line_rate)
        self._shared = service.hub.guest_buckets.of(str(line.guest))
        self._chatting = chatting or Bucket(CHAT_RATE if token is None else BOT_CHAT_RATE)
        self._advising = Bucket(ADVICE_RATE)
        self._too_many = 0
        self._mentor = Mentor(service.hub.mentors, room, line) if isinstance(room, Room) and token is None else None

        self._seeing: Seeing | None = None
        if isinstance(room, Room) and line.seat is not None:
            self._seeing = Seeing(service.store, room.record.id, line.seat)

    def close(self) -> None:
        if self._seeing is not None:
            self._seeing.keep()
        if self._mentor is not None:
            self._mentor.close()

    async def read(self, receive: Receive) -> None:
        """Answer until the other side hangs up."""
        push = self._line.push
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive" and not self._line.closing:
                push(encode(self._count(await self.answer(message.get("text") or message.get("bytes") or b""))))

    async def answer(self, data: str | bytes) -> Any:
        """The answer to one message, whatever it is. All are counted, also those that are not understood."""
        in_time = self._own.take() and self._shared.take()
        if not in_time:
            self._too_many += 1
            if self._too_many > PATIENCE_WITH_FLOOD:
                self._line.close(FLOOD)
        if 4 * len(data) > COMMAND_BYTES and _size(data) > COMMAND_BYTES:
            return self._refuse(None, "too_large" if in_time else "rate")
        try:
            said: FromClient = understand(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._refuse(None, "malformed" if in_time else "rate")
        action_id = None if isinstance(said, UNNUMBERED) else said.id
        if not in_time:
            return self._refuse(action_id, "rate")
        seat = self._line.seat
        if seat is None:
            return self._refuse(action_id, "spectator")
        shut = self._token.refuses(said) if self._token is not None else None
        if shut is not None:
            return self._refuse(action_id, shut)
        if isinstance(said, BY_A_PERSON):
            self._note_presence(seat)
        try:
            match said:
                case Act() if self._mentor is not None and self._mentor.on:
                    return await self._mentor.act(seat, said)
                case Here():
                    return Ack(said.id, self._room.seq)
                case Seen():
                    if self._seeing is not None:
                        self._seeing.note(said.told)
                    return Ack(said.id, self._room.seq)
                case Act():
                    return await self._room.act(seat, said.id, said.seq, said.choice)
                case Undo():
                    return await self._room.undo(seat, said.id, said.seq)
                case Why():
                    return WhyAnswer(said.n, await self._room.why(seat, said.choice))
                case Preview():
                    return PreviewAnswer(said.n, await self._room.preview(seat, said.choice))
                case Heed():
                    return self._mentor.switch(said.on) if self._mentor is not None else Mentored(False)
                case Advise():
                    return await self._advise(seat, said)
                case Say():
                    return await self._say(said)
                case SayCard():
                    return await self._say_card(said)
                case (
                    Pledge()
                    | Show()
                    | Propose()
                    | Answer()
                    | Withdraw()
                    | Claim()
                    | Leave()
                    | Return()
                    | Stand()
                    | DropStanding()
                ):
                    return (
                        await self._room.house.obey(seat, said)
                        if isinstance(self._room, Room)
                        else self._refuse(said.id, "malformed")
                    )
                case Command() | Think():
                    return await self._room.obey(said) if isinstance(self._room, Study) else self._refuse(said.id, "malformed")
        except StoreError:
            return self._refuse(action_id, "storage")
        except Exception:
            log.exception("%s: an answer fails", _name(self._room))
            return self._refuse(action_id, "error")

    def _note_presence(self, seat: Seat) -> None:
        """He is there: nobody has to tell him what he sees."""
        if isinstance(self._room, Room) and (person := self._room.seats[seat].guest) is not None:
            self._presence.note(person, self._room.record.id)

    async def _advise(self, seat: Seat, said: Advise) -> Any:
        if not self._advising.take():
            return self._refuse(None, "rate")
        try:
            return Advice.of(said.n, await self._room.advise(seat))
        except Crowded:
            return self._refuse(None, "rate")

    async def _say(self, said: Say) -> Any:
        assert self._line.seat is not None
        text = tidy_chat(said.text)
        if not text:
            return self._refuse(said.id, "malformed")
        if len(text.encode()) > CHAT_BYTES:
            return self._refuse(said.id, "too_large")
        if not self._chatting.take():
            return self._refuse(said.id, "rate")
        if self._token is not None and not await self._may_write():
            return self._refuse(said.id, "cards_only")
        held = self._room.seats[self._line.seat].guest if isinstance(self._room, Room) else None
        if not self._not_silenced(held):
            return self._refuse(said.id, "silenced")
        return await self._room.say(self._line.seat, said.id, text)

    async def _may_write(self) -> bool:
        """A program writes freely only where all people at the table have said that they want that; it always has the cards."""
        if self._token is None or not isinstance(self._room, Room):
            return False
        return await asyncio.to_thread(self._tokens.wants_words, list(self._room.seats.values()), self._token.person)

    def _count(self, answer: Any) -> Any:
        if isinstance(answer, Refused):
            TALLY.refusals[answer.reason] += 1
        return answer

    async def _say_card(self, said: SayCard) -> Any:
        if not isinstance(self._room, Room) or self._line.seat is None:
            return self._refuse(said.id, "malformed")
        if not self._chatting.take():
            return self._refuse(said.id, "rate")
        return await self._room.say(self._line.seat, said.id, "", Card(said.card, said.slots))

    def _refuse(self, action_id: str | None, reason: str) -> Refused:
        return Refused(action_id, self._room.seq, reason)
