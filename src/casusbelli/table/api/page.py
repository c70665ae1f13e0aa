"""The page of one's own bots: make one, give it tokens, end them. A token is told once."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from ..forms import read_form
from ..people.incidents import note
from ..people.signing import Problem, refused, words_of
from ..service import AnyRequest, Service
from ..store import Conflict
from ..tidy import tidy_name
from .tokens import BOTS_OF_ONE, DAYS, SCOPES, TOKENS_OF_ONE, TooMany


def bot_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    tokens = service.guests.tokens

    async def owner(request: AnyRequest) -> str:
        guest = await service.guests.of(request)
        assert guest is not None  # the door has let in nobody else
        return guest.id

    async def page(request: AnyRequest, problem: Problem | None = None, secret: str = "") -> Response[str]:
        mine = await asyncio.to_thread(tokens.of, await owner(request))
        limits = (BOTS_OF_ONE, TOKENS_OF_ONE)
        told: dict[str, Any] = {
            "bots": mine,
            "scopes": SCOPES,
            "days": DAYS,
            "limits": limits,
            "secret": secret,
            "problem": problem,
        }
        return refused(service.page(request, "people/bots.html", **told), problem)

    @get("/account/bots")
    async def bots(request: AnyRequest) -> Response[str]:
        return await page(request)

    @post("/account/bots", status_code=303)
    async def add_bot(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        name = tidy_name(form.get("name", ""))
        if not name:
            return await page(request, Problem("name", words_of(request)("bots.name_missing")))
        try:
            await tokens.add_bot(await owner(request), name)
        except TooMany:
            return await page(request, Problem("name", words_of(request)("bots.too_many", most=BOTS_OF_ONE)))
        return Redirect("/account/bots", status_code=303)

    @post("/account/bots/token", status_code=200)
    async def add_token(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        scopes = tuple(scope for scope in SCOPES if scope == "read" or form.get(f"scope.{scope}") == "on")
        days = next((days for days in DAYS if str(days) == form.get("days")), DAYS[1])
        name = tidy_name(form.get("token_name", "")) or "–"
        try:
            secret = await tokens.add_token(await owner(request), form.get("bot", ""), name, scopes, days)
        except TooMany:
            return await page(request, Problem("token", words_of(request)("bots.too_many_tokens", most=TOKENS_OF_ONE)))
        except Conflict:
            return Redirect("/account/bots", status_code=303)
        note("token_made", form.get("bot", ""))
        return await page(request, secret=secret)

    @post("/account/bots/end", status_code=303)
    async def end(request: AnyRequest) -> Redirect:
        """A token ends, or a bot with all its tokens; their lines are closed at once."""
        form, mine = await read_form(request), await owner(request)
        bot = form.get("bot", "")
        if "token" in form:
            ended = await tokens.end_token(mine, form["token"])
        else:
            ended = await tokens.end_bot(mine, bot)
        for _ in ended:
            note("token_ended", bot)
        service.guests.ended(bot, ended)
        return Redirect("/account/bots", status_code=303)

    return [bots, add_bot, add_token, end]
