"""Who may use which route. Every route stands here; an application with one that does not is not made.

What a door lets through is checked before the route's own code runs. Whether somebody may look through a seat's eyes is
decided by ``service.viewpoint`` alone; such routes are ``SEAT`` here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any
from urllib.parse import quote, urlsplit

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.response import Redirect

from .api.document import ADDRESS
from .api.gate import WANTED, refusal
from .forms import local_address
from .guard import SAFE_METHODS, App, Receive, Scope, Send, unkept
from .guests import Known
from .service import AnyRequest, Service
from .store import StoreError


class Door(StrEnum):
    """Whom a route lets in."""

    FILE = "file"
    """Anybody, and it is the same for everybody."""
    ANYBODY = "anybody"
    """Also somebody who has never been here; an unsafe request may make him a guest."""
    DESK = "desk"
    """Signing in and up: anybody, also a guest whose matches were moved to an account."""
    SEAT = "seat"
    """Who may see the match, or holds the seat: the route asks ``viewpoint``."""
    GUEST = "guest"
    """Somebody who is known, with or without an account."""
    ACCOUNT = "account"
    """Somebody who has signed in."""
    SURE = "sure"
    """Somebody who has signed in and has given his password a short time ago."""
    STAFF = "staff"
    """Who looks after the house, with a second factor, and has given his password a short time ago. To others it is not there."""
    TOKEN = "token"  # noqa: S105 the kind of door
    """A program with a token of the kind that ``api.gate`` wants; nobody else."""


DOORS: dict[str, Door] = {
    "GET /": Door.ANYBODY,
    "GET /open": Door.ANYBODY,
    "GET /matches": Door.ANYBODY,
    "POST /matches": Door.ANYBODY,
    "POST /me": Door.ANYBODY,
    "GET /new/{game_id}": Door.ANYBODY,
    "GET /join/{token}": Door.ANYBODY,
    "POST /join/{token}": Door.ANYBODY,
    "GET /m/{match_id}": Door.SEAT,
    "GET /m/{match_id}/invitations": Door.SEAT,
    "POST /m/{match_id}/invitations": Door.SEAT,
    "POST /m/{match_id}/again": Door.SEAT,
    "GET /m/{match_id}/at/{n}": Door.SEAT,
    "GET /m/{match_id}/told/{number}": Door.SEAT,
    "GET /m/{match_id}/since/{number}": Door.SEAT,
    "GET /m/{match_id}/journal": Door.SEAT,
    "GET /m/{match_id}/ending": Door.SEAT,
    "GET /m/{match_id}/hidden/{n}": Door.SEAT,
    "GET /m/{match_id}/analysis": Door.SEAT,
    "GET /m/{match_id}/analysis.json": Door.SEAT,
    "POST /m/{match_id}/analysis": Door.SEAT,
    "GET /m/{match_id}/course.gif": Door.SEAT,
    "GET /m/{match_id}/course.png": Door.SEAT,
    "POST /m/{match_id}/share": Door.SEAT,
    "GET /shared/{token}": Door.ANYBODY,
    "GET /import": Door.ACCOUNT,
    "POST /import": Door.ACCOUNT,
    "GET /m/{match_id}/notes": Door.SEAT,
    "PUT /m/{match_id}/notes": Door.SEAT,
    "POST /m/{match_id}/sandbox": Door.SEAT,
    "GET /learn": Door.ANYBODY,
    "GET /learn/{game_id}": Door.ANYBODY,
    "GET /learn/{game_id}/{lesson_id}": Door.ANYBODY,
    "POST /learn/{game_id}/{lesson_id}": Door.ANYBODY,
    "POST /learn/{game_id}/{lesson_id}/match": Door.ANYBODY,
    "POST /learn/{game_id}/{lesson_id}/sandbox": Door.ANYBODY,
    "GET /exercise/{game_id}/{exercise_id}": Door.ANYBODY,
    "POST /exercise/{game_id}/{exercise_id}": Door.ANYBODY,
    "POST /exercise/{game_id}/{exercise_id}/sandbox": Door.ANYBODY,
    "POST /positions/{game_id}/{name}": Door.ANYBODY,
    "GET /s/{sandbox_id}": Door.GUEST,
    "POST /s/{sandbox_id}/forget": Door.GUEST,
    "GET /rules/{game_id}": Door.ANYBODY,
    "GET /rules/{game_id}/{place}": Door.ANYBODY,
    "GET /rules/{game_id}/rule/{number}": Door.ANYBODY,
    "GET /rules/{game_id}/glossary": Door.ANYBODY,
    "GET /rules/{game_id}/whole": Door.ANYBODY,
    "GET /rules/{game_id}/aid": Door.ANYBODY,
    "GET /rules/{game_id}/cards": Door.ANYBODY,
    "GET /rulebooks/{game_id}/{name}": Door.FILE,
    "GET /static/{path}": Door.FILE,
    "GET /boards/{game_id}/{path}": Door.FILE,
    "GET /texts/{game_id}/{name}": Door.FILE,
    "GET /favicon.ico": Door.FILE,
    "GET /favicon.svg": Door.FILE,
    "GET /manifest.webmanifest": Door.ANYBODY,
    "GET /sw.js": Door.FILE,
    "GET /offline": Door.ANYBODY,
    # people
    "GET /account/new": Door.DESK,
    "GET /account/new/{invitation}": Door.DESK,
    "POST /account/new": Door.DESK,
    "GET /signin": Door.DESK,
    "POST /session": Door.DESK,
    "POST /session/second": Door.DESK,
    "POST /session/end": Door.DESK,
    "GET /recovery": Door.DESK,
    "POST /recovery": Door.DESK,
    "POST /recovery/mail": Door.DESK,
    "GET /recovery/{token}": Door.DESK,
    "POST /recovery/{token}": Door.DESK,
    "GET /account": Door.ACCOUNT,
    "POST /account/name": Door.SURE,
    "POST /account/merge": Door.ACCOUNT,
    "GET /account/sure": Door.ACCOUNT,
    "POST /account/sure": Door.ACCOUNT,
    "GET /account/security": Door.ACCOUNT,
    "POST /account/password": Door.SURE,
    "POST /account/codes": Door.SURE,
    "GET /account/factor": Door.SURE,
    "POST /account/factor": Door.SURE,
    "POST /account/factor/remove": Door.SURE,
    "GET /account/sessions": Door.ACCOUNT,
    "POST /account/sessions/end": Door.ACCOUNT,
    "GET /account/preferences": Door.GUEST,
    "POST /account/preferences": Door.GUEST,
    "GET /account/blocks": Door.ACCOUNT,
    "POST /account/blocks/remove": Door.ACCOUNT,
    "POST /m/{match_id}/mute": Door.SEAT,
    "GET /account/data": Door.ACCOUNT,
    "POST /account/export": Door.SURE,
    "GET /account/export/{export_id}": Door.ACCOUNT,
    "POST /account/delete": Door.SURE,
    # the post
    "GET /notices": Door.GUEST,
    "GET /notices/news": Door.ANYBODY,
    "POST /notices/seen": Door.GUEST,
    "GET /account/notifications": Door.ACCOUNT,
    "POST /account/notifications": Door.ACCOUNT,
    "POST /account/leave": Door.ACCOUNT,
    "POST /account/leave/drop": Door.ACCOUNT,
    "POST /account/mail": Door.SURE,
    "POST /account/mail/test": Door.ACCOUNT,
    "POST /account/mail/remove": Door.SURE,
    "GET /mail/{token}": Door.ANYBODY,
    "POST /mail/{token}": Door.ANYBODY,
    "GET /mail/back/{token}": Door.ANYBODY,
    "POST /mail/back/{token}": Door.DESK,
    "POST /account/hook": Door.SURE,
    "POST /account/hook/test": Door.ACCOUNT,
    "POST /account/hook/remove": Door.SURE,
    "GET /unsubscribe/{token}": Door.ANYBODY,
    "POST /unsubscribe/{token}": Door.DESK,
    "GET /report": Door.GUEST,
    "POST /reports": Door.GUEST,
    "GET /about/moderation": Door.ANYBODY,
    "GET /admin": Door.STAFF,
    "GET /admin/people": Door.STAFF,
    "GET /admin/invitations": Door.STAFF,
    "GET /admin/audit": Door.STAFF,
    "POST /admin/act": Door.STAFF,
    "GET /{who}": Door.ANYBODY,
    "GET /{who}/matches": Door.ANYBODY,
    "POST /{who}/block": Door.ACCOUNT,
    "POST /{who}/unblock": Door.ACCOUNT,
    "GET /ratings/{game_id}/{seats}": Door.ANYBODY,
    "GET /account/bots": Door.ACCOUNT,
    "POST /account/bots": Door.SURE,
    "POST /account/bots/token": Door.SURE,
    "POST /account/bots/end": Door.ACCOUNT,
    # programs
    **dict.fromkeys(WANTED, Door.TOKEN),
    f"GET {ADDRESS}": Door.FILE,
    # the lobby
    "GET /lobby/part": Door.ANYBODY,
    "GET /next": Door.ANYBODY,
    "GET /challenges": Door.ANYBODY,
    "GET /challenges/new": Door.ANYBODY,
    "POST /challenges": Door.ANYBODY,
    "GET /challenges/{challenge_id}": Door.ANYBODY,
    "POST /challenges/{challenge_id}/take": Door.ANYBODY,
    "POST /challenges/{challenge_id}/come": Door.GUEST,
    "POST /challenges/{challenge_id}/withdraw": Door.GUEST,
    "POST /pairing": Door.ACCOUNT,
    "POST /pairing/{game_id}/{what}": Door.ACCOUNT,
    "GET /join/{token}/qr": Door.ANYBODY,
    "GET /tournaments": Door.ANYBODY,
    "GET /tournaments/new": Door.ACCOUNT,
    "POST /tournaments": Door.ACCOUNT,
    "GET /tournaments/{tournament_id}": Door.ANYBODY,
    "POST /tournaments/{tournament_id}/{what}": Door.ACCOUNT,
}


SETTING_UP = frozenset({"GET /account/factor", "POST /account/factor", "GET /account/sure", "POST /account/sure"})
"""What is left to an account without a second factor where one is required, beside signing in and out and looking at what
everybody may look at."""

OWN = frozenset({"GET /matches", "GET /next"})
"""Pages that anybody may ask for and that tell of nobody but the reader."""

WITHOUT_FACTOR = 4428
"""Why a line is not opened to such an account, or to its program."""


class Undeclared(RuntimeError):
    """A route of which nobody has said whom it lets in, or a declaration without a route."""


def check_doors(routes: list[Any]) -> None:
    """Every route has its door, and every door its route."""
    found = {f"{method} {route.path_format}" for route in routes for method in getattr(route, "methods", ())}
    found = {one for one in found if not one.startswith(("OPTIONS ", "HEAD "))}
    if found != set(DOORS):
        without, useless = sorted(found - set(DOORS)), sorted(set(DOORS) - found)
        raise Undeclared(f"routes without a door: {without}; doors without a route: {useless}")


def _this_page(request: AnyRequest) -> str:
    """The page that is asked for, and where it leads on to."""
    on = local_address(request.query_params.get("next", ""), "")
    return request.url.path + (f"?next={quote(on, safe='/@')}" if on else "")


def _page_of_the_form(request: AnyRequest) -> str:
    """Where somebody stood who sent a form that was not taken."""
    return local_address(urlsplit(request.headers.get("referer", "")).path, "/account")


async def only_staff(service: Service, known: Known | None) -> None:
    """Not found for everybody else, also for staff without a second factor."""
    account = await asyncio.to_thread(service.desk.accounts.of, known.guest.id) if known is not None else None
    if account is None or not account.staff or account.totp is None:
        raise NotFoundException


def doorkeeper(service: Service) -> Callable[[AnyRequest], Awaitable[Response[Any] | None]]:
    """Stands before every route."""

    async def ask(request: AnyRequest) -> Response[Any] | None:
        route = f"{request.method} {request.scope['path_template']}"
        door = DOORS.get(route, Door.FILE)
        if door == Door.FILE:
            return None
        if door in {Door.SURE, Door.STAFF}:
            service.guests.doubt(request)
        known = await service.guests.known(request)
        bare = known is not None and service.guests.lacks_factor(known)
        if door == Door.TOKEN:
            token = known.token if known is not None else None
            if bare and token is not None:
                return refusal(403, "factor")
            return service.gate.refuses(route, token) or (refusal(422, "malformed") if unkept(request.scope) else None)
        if door == Door.STAFF:
            await only_staff(service, known)
        safe = request.method in SAFE_METHODS
        if known is not None and known.guest.moved and not safe and door not in {Door.DESK, Door.SEAT}:
            raise PermissionDeniedException
        if door == Door.GUEST and known is None:
            raise PermissionDeniedException
        wanted = quote(_this_page(request) if safe else _page_of_the_form(request), safe="/@")
        looking = safe and door == Door.ANYBODY and route not in OWN
        if bare and looking:
            service.guests.as_stranger(request)
        if bare and door != Door.DESK and route not in SETTING_UP and not looking:
            return Redirect(f"/account/factor?next={wanted}", status_code=303)
        if door not in {Door.ACCOUNT, Door.SURE, Door.STAFF}:
            return None
        if known is None or not known.guest.account:
            return Redirect(f"/signin?next={wanted}", status_code=303)
        if door in {Door.SURE, Door.STAFF} and not known.session.sure:
            return Redirect(f"/account/sure?next={wanted}", status_code=303)
        return None

    return ask


def socket_door(service: Service, sockets: App) -> App:
    """Stands before every socket, where a second factor is required: who has none is told so by how his line is closed."""
    if not service.guests.factor_needed:
        return sockets

    async def ask(scope: Scope, receive: Receive, send: Send) -> None:
        known = None
        with suppress(StoreError):  # the socket says so itself
            known = await service.guests.known(ASGIConnection(scope))
        if known is None or not service.guests.lacks_factor(known):
            await sockets(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": WITHOUT_FACTOR})

    return ask
