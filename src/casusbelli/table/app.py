"""The application: routes, error pages, and the guard at the door."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from .analysis import analysis_routes
from .api.gate import refusal
from .api.page import bot_routes
from .api.routes import api_routes
from .doors import check_doors, doorkeeper, socket_door
from .files import Files
from .guard import PROGRAMS as API
from .guard import Guard
from .health import Figures, Health
from .history import Unplayable
from .hub import SWEEP_SECONDS
from .importing import import_routes
from .inviting import invitation_routes
from .lessons import lesson_routes, refuse_bad_courses
from .lobby.pages import lobby_routes
from .lobby.pairing import TICK
from .looking import looking_routes
from .notes import note_routes
from .pages import FORM_BYTES, page_routes
from .people.account import account_routes
from .people.profile import profile_routes
from .people.relink import relink_routes
from .people.signing import signing_routes
from .post.pages import post_routes
from .rulebook import rulebook_routes
from .sandbox import sandbox_routes
from .service import AnyRequest, Service
from .sockets import Sockets
from .staff.counts import counting_routes
from .staff.pages import staff_routes
from .store import StoreError
from .tournaments.pages import tournament_routes
from .words import WEB

log = logging.getLogger("casusbelli.table")

FAVICON = WEB / "icons"

ROUNDS_EVERY = 15
"""Tournaments are looked at once in so many looks at the lobby."""


def file_routes(files: Files) -> list[HTTPRouteHandler]:
    """What the browser loads beside the pages."""

    @get("/static/{path:path}")
    async def static(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
        return files.shared(request, path)

    @get("/boards/{game_id:str}/{path:path}")
    async def board(request: AnyRequest, game_id: FromPath[str], path: FromPath[str]) -> Response[bytes]:
        return files.board_file(request, game_id, path)

    @get("/texts/{game_id:str}/{name:str}")
    async def texts(request: AnyRequest, game_id: FromPath[str], name: FromPath[str]) -> Response[bytes]:
        return files.texts(request, game_id, name.removesuffix(".json"))

    @get(["/favicon.ico", "/favicon.svg"])
    async def favicon(request: AnyRequest) -> Response[bytes]:
        return files.file(request, FAVICON, "favicon.svg")

    return [static, board, texts, favicon]


def _error_page(service: Service, request: AnyRequest, status: int, reason: str) -> Response[str]:
    return service.page(request, "error.html", status=status, status_code=status, reason=reason)


def _log_failure(request: AnyRequest, error: Exception) -> None:
    """By the route: an address itself may be a secret."""
    log.error("%s %s fails", request.method, request.scope.get("path_template", "–"), exc_info=error)


def _for_a_program(request: AnyRequest, error: Exception) -> Response[Any]:
    """An error as data."""
    match error:
        case HTTPException(status_code=429, headers=headers):
            return refusal(429, "limit", limit="work", seconds=int((headers or {}).get("Retry-After", "5")))
        case HTTPException(status_code=status):
            return refusal(status, {403: "not_yours", 404: "not_found", 405: "method"}.get(status, "malformed"))
        case Unplayable():
            return refusal(409, "unplayable")
        case StoreError():
            return refusal(503, "storage", seconds=2)
    _log_failure(request, error)
    return refusal(500, "error")


def create_app(service: Service) -> Guard:
    """The whole application. When it stops it closes the store, after the last action under way."""
    refuse_bad_courses()
    health, figures = Health(service), Figures(service)

    def refused(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        """An error as a page in the reader's language, or for programs as data; never a traceback."""
        if request.url.path.startswith(API):
            return _for_a_program(request, error)
        match error:
            case HTTPException(status_code=status):
                reason = error.detail if error.detail in {"used_invitation", "others_invitation"} else str(status)
                page = _error_page(service, request, status, reason)
                page.headers.update(error.headers or {})
                return page
            case Unplayable():
                return _error_page(service, request, 409, "unplayable")
            case StoreError():
                return _error_page(service, request, 503, "storage")
        _log_failure(request, error)
        return _error_page(service, request, 500, "500")

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None, None]:
        await service.hub.start()
        if service.settings.metrics_port:
            await figures.start(service.settings.metrics_port)
        service.post.start()
        at_work = [asyncio.create_task(service.watch.run()), asyncio.create_task(sweep()), asyncio.create_task(pair())]
        yield
        for task in at_work:
            task.cancel()
        health.stopping = True
        await service.post.close()
        await figures.close()
        await service.studies.close()
        await service.hub.close()
        service.analyst.close()
        service.archive.close()
        service.desk.close()
        await asyncio.to_thread(service.store.close)

    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            guard.forget_full()
            service.gate.forget_full()
            service.archive.forget_full()
            service.studies.sweep()
            service.desk.forget_full()
            service.analyst.forget_full()
            await service.keeping.sweep()

    async def pair() -> None:
        """Seat those together who wait for the same, and begin the next rounds of tournaments."""
        for n in itertools.count():
            await asyncio.sleep(TICK)
            try:
                if not await service.hub.stewards.hold("pairing"):
                    continue
                await service.challenges.let_go()
                for match in await service.pairing.tick() if await asyncio.to_thread(service.pairing.all) else ():
                    await service.hub.room(match)
                for match in await service.tournaments.advance() if n % ROUNDS_EVERY == 0 else ():
                    await service.hub.room(match)
            except StoreError as error:
                log.warning("pairing waits: %s", error)
            except Exception:
                log.exception("pairing fails")

    routes = [
        *page_routes(service),
        *invitation_routes(service),
        *lobby_routes(service),
        *tournament_routes(service),
        *signing_routes(service),
        *account_routes(service),
        *relink_routes(service),
        *bot_routes(service),
        *api_routes(service),
        *post_routes(service),
        *staff_routes(service),
        *counting_routes(service),
        *profile_routes(service),
        *lesson_routes(service),
        *sandbox_routes(service),
        *rulebook_routes(service),
        *looking_routes(service),
        *analysis_routes(service),
        *import_routes(service),
        *note_routes(service),
        *file_routes(service.files),
    ]
    app = Litestar(
        routes,
        exception_handlers={Exception: refused},
        before_request=doorkeeper(service),
        lifespan=[running],
        openapi_config=None,
        request_max_body_size=FORM_BYTES,
        logging_config=None,
    )
    check_doors(app.routes)
    guard = Guard(app, socket_door(service, Sockets(service)), service.settings, health.answer)
    return guard
