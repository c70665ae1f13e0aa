"""Private notes: what somebody writes for himself beside a match. They leave the server for nobody else."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, put
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from sqlalchemy import Connection, and_, insert, select, update

from . import schema
from .records import Guest
from .service import AnyRequest, Service, seats_of
from .store import Store, now
from .tidy import tidy_chat
from .wire import encode

NOTE_BYTES = 16_384
BODY_BYTES = 3 * NOTE_BYTES
"""A note as JSON: what has to be escaped is longer."""


class Note(msgspec.Struct, frozen=True):
    """``version`` counts the changes; 0: nothing has been written yet."""

    text: str
    version: int


class Written(msgspec.Struct, frozen=True):
    text: str
    version: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


def read_note(store: Store, match: str, person: str, seat: str) -> Note:
    """Call it in a thread."""
    c = schema.notes.c
    (rows,) = store.ask(select(c.text, c.version).where(c.match == match, c.guest == person, c.seat == seat))
    return Note(rows[0].text, rows[0].version) if rows else Note("", 0)


def write_note(store: Store, match: str, person: str, seat: str, written: Written) -> asyncio.Future[Note | None]:
    """Keep the note if nobody has written since the version it was made from; None: somebody has."""
    table = schema.notes
    mine = and_(table.c.match == match, table.c.guest == person, table.c.seat == seat)
    told: dict[str, Any] = {"text": written.text, "version": written.version + 1, "at": now()}

    def job(connection: Connection) -> Note | None:
        known = connection.execute(select(table.c.version).where(mine)).scalar()
        if (known or 0) != written.version:
            return None
        if known is None:
            connection.execute(insert(table).values(match=match, guest=person, seat=seat, **told))
        else:
            connection.execute(update(table).where(mine).values(**told))
        return Note(written.text, written.version + 1)

    return store.writer.write(job)


def note_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers. A note is of who writes it and of the seat he holds; nobody else's is ever found."""

    async def mine(request: AnyRequest, match_id: str, seat: str) -> Guest:
        found, guest = await service.glance(match_id), await service.guests.of(request)
        if guest is None or seat not in seats_of(found, guest):
            raise PermissionDeniedException
        return guest

    def told(note: Note, status: int = 200) -> Response[bytes]:
        return Response(
            encode(note), status_code=status, media_type="application/json", headers={"Cache-Control": "private, no-store"}
        )

    @get("/m/{match_id:str}/notes")
    async def notes(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
        guest = await mine(request, match_id, seat)
        return told(await asyncio.to_thread(read_note, service.store, match_id, guest.id, seat))

    @put("/m/{match_id:str}/notes", request_max_body_size=BODY_BYTES)
    async def keep_notes(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str] = "") -> Response[bytes]:
        guest = await mine(request, match_id, seat)
        try:
            sent = msgspec.json.decode(await request.body(), type=Written)
        except msgspec.DecodeError:
            raise HTTPException(status_code=400) from None
        text = "\n".join(tidy_chat(line) for line in sent.text.splitlines())
        if len(text.encode()) > NOTE_BYTES:
            raise HTTPException(status_code=413)
        kept = await write_note(service.store, match_id, guest.id, seat, Written(text, sent.version))
        if kept is None:
            return told(await asyncio.to_thread(read_note, service.store, match_id, guest.id, seat), 409)
        return told(kept)

    return [notes, keep_notes]
