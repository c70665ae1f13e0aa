"""Another password by a link: one that came by mail, or that somebody who looks after the house has handed over."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from ..forms import read_form
from ..rates import Buckets
from ..service import AnyRequest, Service
from ..settings import Rate
from .handles import tidy_handle
from .passwords import SHORTEST
from .signing import Problem, check_password, refused, words_of

LETTERS = Rate(3 / 86_400, 3)
"""Letters with such a link, for one account."""


def relink_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers. What they answer does not tell whether there is such an account."""
    desk, office = service.desk, service.post
    letters = Buckets(LETTERS)
    under_way: set[asyncio.Task[None]] = set()

    async def send(name: str) -> None:
        account = await asyncio.to_thread(desk.accounts.named, name)
        to = await asyncio.to_thread(office.book.addressee, account.person) if account is not None and account.open else None
        reach = to.open("mail") if to is not None else None
        if to is not None and reach is not None and letters.take(to.person):
            secret = await office.book.make_link(to.person, "reset", reach.address, office.now)
            await office.write(to.person, "reset", reach.address, path=f"/recovery/{secret}")

    @post("/recovery/mail", status_code=200)
    async def ask(request: AnyRequest) -> Response[Any]:
        """The same answer, after the same time, whoever is asked for: the letter is written afterwards."""
        form = await read_form(request)
        desk.count_recovery(request)
        task = asyncio.create_task(send(tidy_handle(form.get("name", ""))))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return service.page(request, "people/relink.html", token="", problem=None, least=SHORTEST)

    def form_page(request: AnyRequest, token: str, problem: Problem | None = None) -> Response[str]:
        return refused(service.page(request, "people/relink.html", token=token, problem=problem, least=SHORTEST), problem)

    @get("/recovery/{token:str}")
    async def relink_form(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        return form_page(request, token)

    @post("/recovery/{token:str}", status_code=303)
    async def relink(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
        """All sessions end; a second factor is asked for at the next sign-in as ever."""
        password = (await read_form(request)).get("password", "")
        try:
            await check_password(service, request, password, "")
        except Problem as problem:
            return form_page(request, token, problem)
        found = await office.book.use_link(token, "reset", office.now)
        if found is None or not await desk.recover_by_link(found[0], password):
            return form_page(request, token, Problem("password", words_of(request)("account.link_used"), 410))
        return Redirect("/signin", status_code=303)

    return [ask, relink_form, relink]
