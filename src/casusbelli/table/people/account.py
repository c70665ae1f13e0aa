"""The pages of one's own account: name, preferences, security, sessions, blocks, data. All of them work without script."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from ..forms import local_address, read_form
from ..guests import GUEST, SESSION, Known, no_cookie
from ..service import AnyRequest, Service, seats_of
from ..store import Conflict
from .accounts import TooSoon
from .blocks import blocked_by, mute, unblock
from .codes import new_codes
from .export import begin_export, exports_of, make_export, read_export
from .factors import address_of_seed, new_seed, picture_of, step_of
from .handles import LONGEST, SHORTEST, fold, tidy_handle
from .moving import matches_of, move
from .passwords import SHORTEST as SHORTEST_PASSWORD
from .preferences import AMONG_PEOPLE, ON_SCREEN, keep_preferences, read_preferences, zones
from .signing import Problem, check_name, check_password, guarded, refused, words_of

FACTOR = "factor"
"""What a seed is locked as, and for whom: other things are locked by the same secret."""


def account_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    desk, guests = service.desk, service.guests
    under_way: set[asyncio.Task[None]] = set()

    async def who(request: AnyRequest) -> Known:
        """Whoever this is; the door has let in nobody else."""
        known = await guests.known(request)
        assert known is not None
        return known

    # -- the first page --------------------------------------------------------------------------------------------------

    async def first_page(request: AnyRequest, problem: Problem | None = None) -> Response[str]:
        known = await who(request)
        waiting = await guests.waiting_guest(request)
        to_move = 0
        if waiting is not None and not waiting.guest.moved and waiting.guest.id != known.guest.id:
            to_move = await asyncio.to_thread(matches_of, service.store, waiting.guest.id)
        page = service.page(
            request,
            "people/account.html",
            problem=problem,
            limits=(SHORTEST, LONGEST),
            waiting=waiting.guest.name if waiting is not None and to_move else "",
            to_move=to_move,
        )
        return refused(page, problem)

    @get("/account")
    async def account(request: AnyRequest) -> Response[str]:
        return await first_page(request)

    @post("/account/name", status_code=303)
    async def rename(request: AnyRequest) -> Response[Any]:
        form, known = await read_form(request), await who(request)
        name = tidy_handle(form.get("name", ""))
        try:
            if name != known.guest.name:
                if fold(name) != fold(known.guest.name):
                    check_name(request, name)
                await desk.accounts.rename(known.guest.id, name)
        except Problem as problem:
            return await first_page(request, problem)
        except TooSoon:
            return await first_page(request, Problem("name", words_of(request)("account.name_soon")))
        except Conflict:
            return await first_page(request, Problem("name", words_of(request)("account.name_taken")))
        guests.forget(known.guest.id)
        return Redirect("/account", status_code=303)

    @post("/account/merge", status_code=303)
    async def merge(request: AnyRequest) -> Redirect:
        """Move the matches of this browser's guest to the account. Done twice it is done once."""
        known, waiting = await who(request), await guests.waiting_guest(request)
        if waiting is None:
            return Redirect("/account", status_code=303, cookies=[no_cookie(request, GUEST)])
        for match, seat in await move(service.store, waiting.guest.id, known.guest.id, known.guest.name):
            await service.hub.seat_taken(match, seat)
        await guests.end(waiting.guest.id, only=waiting.session.id)
        return Redirect("/matches", status_code=303, cookies=[no_cookie(request, GUEST)])

    # -- once more the password ------------------------------------------------------------------------------------------

    @get("/account/sure")
    async def sure_form(request: AnyRequest, next: FromQuery[str] = "") -> Response[str]:  # noqa: A002 the address says next
        return service.page(request, "people/sure.html", next=local_address(next, "/account"), problem=None)

    @post("/account/sure", status_code=303)
    async def sure(request: AnyRequest) -> Response[Any]:
        form, known = await read_form(request), await who(request)
        wanted = local_address(form.get("next", ""), "/account")
        try:
            await guarded(request, "password", desk.sure(known, form.get("password", "")))
        except Problem as problem:
            return refused(service.page(request, "people/sure.html", next=wanted, problem=problem), problem)
        return Redirect(wanted, status_code=303)

    # -- security --------------------------------------------------------------------------------------------------------

    async def security_page(request: AnyRequest, problem: Problem | None = None, said: str = "") -> Response[str]:
        known = await who(request)
        mine = await asyncio.to_thread(desk.accounts.of, known.guest.id)
        left = await asyncio.to_thread(desk.accounts.codes_left, known.guest.id)
        assert mine is not None
        page = service.page(
            request,
            "people/security.html",
            problem=problem,
            said=said,
            factor=mine.totp is not None,
            factor_needed=guests.factor_needed,
            codes_left=left,
            least=SHORTEST_PASSWORD,
        )
        return refused(page, problem)

    @get("/account/security")
    async def security(request: AnyRequest, said: FromQuery[str] = "") -> Response[str]:
        return await security_page(request, said=said if said in {"password", "factor", "no_factor"} else "")

    @post("/account/password", status_code=303)
    async def change_password(request: AnyRequest) -> Response[Any]:
        form, known = await read_form(request), await who(request)
        password = form.get("password", "")
        try:
            await check_password(service, request, password, known.guest.name)
            cookies = await guarded(request, "password", desk.change_password(request, known, password))
        except Problem as problem:
            return await security_page(request, problem)
        return Redirect("/account/security?said=password", status_code=303, cookies=cookies)

    @post("/account/codes", status_code=200)
    async def fresh_codes(request: AnyRequest) -> Response[str]:
        """Ten new recovery codes; the old ones are of no use any more."""
        known, codes = await who(request), new_codes()
        await desk.accounts.keep_codes(known.guest.id, codes)
        return service.page(request, "people/codes.html", codes=codes, fresh=False, onward="/account")

    async def factor_page(request: AnyRequest, seed: str, onward: str, problem: Problem | None = None) -> Response[str]:
        known = await who(request)
        address = address_of_seed(seed, known.guest.name)
        picture = await asyncio.to_thread(picture_of, address)
        locked = desk.keeper.lock(f"{FACTOR} {known.guest.id} {seed}").decode()
        page = service.page(
            request,
            "people/factor.html",
            seed=seed,
            locked=locked,
            picture=picture,
            address=address,
            problem=problem,
            next=onward,
            needed=guests.lacks_factor(known),
        )
        return refused(page, problem)

    @get("/account/factor")
    async def new_factor(request: AnyRequest, next: FromQuery[str] = "") -> Response[str]:  # noqa: A002 the address says next
        return await factor_page(request, new_seed(), local_address(next, ""))

    @post("/account/factor", status_code=303)
    async def set_factor(request: AnyRequest) -> Response[Any]:
        """The second factor counts from the moment its first digits were right."""
        form, known = await read_form(request), await who(request)
        onward = local_address(form.get("next", ""), "")
        words = (desk.keeper.unlock(form.get("seed", "").encode()) or "").split()
        if len(words) != 3 or words[:2] != [FACTOR, known.guest.id]:
            return Redirect("/account/factor", status_code=303)
        seed = words[2]
        step = step_of(seed, form.get("digits", ""))
        if step is None:
            return await factor_page(request, seed, onward, Problem("digits", words_of(request)("account.digits_wrong")))
        cookies = await desk.set_factor(request, known, seed, step)
        return Redirect(onward or "/account/security?said=factor", status_code=303, cookies=cookies)

    @post("/account/factor/remove", status_code=303)
    async def remove_factor(request: AnyRequest) -> Response[Any]:
        if guests.factor_needed:
            return await security_page(request, Problem("factor", words_of(request)("account.factor_needed"), 409))
        cookies = await desk.set_factor(request, await who(request), None, 0)
        return Redirect("/account/security?said=no_factor", status_code=303, cookies=cookies)

    # -- sessions --------------------------------------------------------------------------------------------------------

    @get("/account/sessions")
    async def sessions(request: AnyRequest) -> Response[str]:
        known = await who(request)
        found = await asyncio.to_thread(guests.sessions.of, known.guest.id)
        return service.page(request, "people/sessions.html", sessions=found, this=known.session.id)

    @post("/account/sessions/end", status_code=303)
    async def end_sessions(request: AnyRequest) -> Redirect:
        """End one session, or all but this one."""
        form, known = await read_form(request), await who(request)
        which = form.get("session", "")
        if which == "others":
            await guests.end(known.guest.id, but=known.session.id)
        else:
            await guests.end(known.guest.id, only=which)
        if which == known.session.id:
            return Redirect("/", status_code=303, cookies=[no_cookie(request, SESSION)])
        return Redirect("/account/sessions", status_code=303)

    # -- preferences -----------------------------------------------------------------------------------------------------

    @get("/account/preferences")
    async def preferences(request: AnyRequest) -> Response[str]:
        known = await who(request)
        return service.page(
            request,
            "people/preferences.html",
            on_screen=ON_SCREEN,
            among_people=AMONG_PEOPLE if known.guest.account else {},
            zones=zones() if known.guest.account else [],
            chosen=known.guest.preferences,
        )

    @post("/account/preferences", status_code=303)
    async def prefer(request: AnyRequest) -> Redirect:
        """The device's own cookies give way to what is wished here, at this device at least."""
        form, known = await read_form(request), await who(request)
        wishes = read_preferences(form, account=known.guest.account)
        await keep_preferences(service.store, known.guest.id, wishes)
        guests.forget(known.guest.id)
        return Redirect("/account/preferences", status_code=303, cookies=service.device_cookies(request, wishes))

    # -- blocks and mutes ------------------------------------------------------------------------------------------------

    @get("/account/blocks")
    async def blocks(request: AnyRequest) -> Response[str]:
        known = await who(request)
        found = await asyncio.to_thread(blocked_by, service.store, known.guest.id)
        return service.page(request, "people/blocks.html", blocked=found)

    @post("/account/blocks/remove", status_code=303)
    async def remove_block(request: AnyRequest) -> Redirect:
        form, known = await read_form(request), await who(request)
        await unblock(service.store, known.guest.id, form.get("person", ""))
        return Redirect("/account/blocks", status_code=303)

    @post("/m/{match_id:str}/mute", status_code=204)
    async def mute_seat(request: AnyRequest, match_id: FromPath[str]) -> None:
        """Somebody at the table does not want to read what another seat writes, or wants to again."""
        form, found, guest = await read_form(request), await service.glance(match_id), await guests.of(request)
        seat = form.get("seat", "")
        if guest is None or not seats_of(found, guest) or seat not in found.seats:
            raise PermissionDeniedException
        await mute(service.store, match_id, guest.id, seat, on=form.get("on") == "on")

    # -- one's own data --------------------------------------------------------------------------------------------------

    async def data_page(request: AnyRequest, problem: Problem | None = None) -> Response[str]:
        known = await who(request)
        mine = await asyncio.to_thread(exports_of, service, known.session)
        leaving = await asyncio.to_thread(desk.accounts.of, known.guest.id)
        assert leaving is not None
        until = leaving.state_until if leaving.state == "leaving" else None
        return refused(service.page(request, "people/data.html", exports=mine, problem=problem, leaving=until), problem)

    @get("/account/data")
    async def data(request: AnyRequest) -> Response[str]:
        return await data_page(request)

    @post("/account/export", status_code=303)
    async def export(request: AnyRequest) -> Response[Any]:
        known = await who(request)
        begun = await begin_export(service, known.session)
        if begun is None:
            return await data_page(request, Problem("export", words_of(request)("account.export_once"), 429))
        making = asyncio.create_task(make_export(service, known, begun))
        under_way.add(making)
        making.add_done_callback(under_way.discard)
        return Redirect("/account/data", status_code=303)

    @get("/account/export/{export_id:str}")
    async def download(request: AnyRequest, export_id: FromPath[str]) -> Response[bytes]:
        known = await who(request)
        body = await asyncio.to_thread(read_export, service, known.session, export_id)
        if body is None:
            raise NotFoundException
        headers = {"Content-Disposition": 'attachment; filename="casus-belli.zip"', "Cache-Control": "no-store"}
        return Response(body, media_type="application/zip", headers=headers)

    @post("/account/delete", status_code=303)
    async def delete_account(request: AnyRequest) -> Response[Any]:
        """Goodbye in a week. Until then signing in is enough to stay."""
        form, known = await read_form(request), await who(request)
        if fold(form.get("name", "")) != fold(known.guest.name):
            return await data_page(request, Problem("name", words_of(request)("account.delete_name")))
        await desk.accounts.leave(known.guest.id, erase_words="words" in form)
        await guests.end(known.guest.id)
        return Redirect("/", status_code=303, cookies=[no_cookie(request, SESSION)])

    return [
        account, rename, merge, sure_form, sure, security, change_password, fresh_codes, new_factor, set_factor, remove_factor,
        sessions, end_sessions, preferences, prefer, blocks, remove_block, mute_seat, data, export, download, delete_account,
    ]  # fmt: skip
