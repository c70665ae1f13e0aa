"""The pages at the entrance: keep my name, sign in, sign out, get back in. All of them work without script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from casusbelli.words.texts import say

from ..forms import local_address, read_form
from ..guests import SESSION, no_cookie
from ..post.letters import span_in_words
from ..service import AnyRequest, Service
from ..words import language_of, page_words
from .admissions import NotInvited, typed
from .desk import SecondFactor, Taken, Wait, Welcome, Wrong
from .handles import LONGEST, SHORTEST, problem_with, tidy_handle
from .passwords import LONGEST as LONGEST_PASSWORD
from .passwords import SHORTEST as SHORTEST_PASSWORD
from .passwords import Busy

Words = Callable[..., str]

MINUTES_FROM = 600
"""Seconds from which on a wait is told in minutes and hours."""


class Problem(Exception):
    """What is wrong with a form: the field, and a sentence; the status of the answer; how long to wait."""

    def __init__(self, field: str, sentence: str, status: int = 422, retry: int = 0) -> None:
        super().__init__(sentence)
        self.field, self.sentence, self.status, self.retry = field, sentence, status, retry


def words_of(request: AnyRequest) -> Words:
    """``t(key, name=value)`` in the reader's language."""
    catalogue = page_words(language_of(request))
    return lambda key, **params: say(catalogue, key, params)


async def guarded(request: AnyRequest, field: str, work: Awaitable[Any]) -> Any:
    """What the desk answers, or the problem it tells of in the reader's words."""
    t = words_of(request)
    try:
        return await work
    except Wrong:
        raise Problem(field, t("account.signin_wrong")) from None
    except Wait as wait:
        raise Problem(field, _patience(request, wait.seconds), 429, wait.seconds) from None
    except Busy:
        raise Problem(field, t("account.busy"), 503, 5) from None
    except Taken:
        raise Problem("name", t("account.name_taken")) from None
    except NotInvited:
        raise Problem("invitation", t("account.invitation_bad"), 403) from None


def _patience(request: AnyRequest, seconds: int) -> str:
    """How long to wait, in words: a long wait is not told in seconds."""
    t = words_of(request)
    if seconds < MINUTES_FROM:
        return t("account.signin_wait", seconds=seconds)
    return t("account.wait_long", span=span_in_words(language_of(request), seconds * 1000))


async def check_password(service: Service, request: AnyRequest, password: str, name: str) -> None:
    """A Problem where this would not do as somebody's password."""
    t = words_of(request)
    found = await guarded(request, "password", service.desk.passwords.problem_with(password, name))
    if found is not None:
        key, hint = found
        limits = {"least": SHORTEST_PASSWORD, "most": LONGEST_PASSWORD}
        raise Problem("password", t(key, hint=t(hint) if hint else "", **limits))


def check_name(request: AnyRequest, name: str) -> None:
    """A Problem where nobody can be called so."""
    key = problem_with(name)
    if key is not None:
        raise Problem("name", words_of(request)(key, least=SHORTEST, most=LONGEST))


def refused(page: Response[str], problem: Problem | None) -> Response[str]:
    """The form once more, with the status of what was wrong."""
    if problem is not None:
        page.status_code = problem.status
        if problem.retry:
            page.headers["Retry-After"] = str(problem.retry)
    return page


def signing_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    def sign_up_page(request: AnyRequest, form: dict[str, str], problem: Problem | None = None) -> Response[str]:
        me = service.guests.seen(request)
        proposed = tidy_handle(me.name.replace(" ", "-")) if me is not None and not me.account else ""
        name = form.get("name", proposed if problem_with(proposed) is None else "")
        page = service.page(
            request,
            "people/new.html",
            name=name,
            problem=problem,
            limits=(SHORTEST, LONGEST, SHORTEST_PASSWORD),
            by_invitation=service.desk.by_invitation,
            invitation=form.get("invitation", ""),
        )
        return refused(page, problem)

    @get("/account/new")
    async def new_account(request: AnyRequest) -> Response[Any]:
        me = service.guests.seen(request)
        return Redirect("/account") if me is not None and me.account else sign_up_page(request, {})

    @get("/account/new/{invitation:str}")
    async def invited(request: AnyRequest, invitation: FromPath[str]) -> Response[Any]:
        """Somebody follows an invitation to the house."""
        me = service.guests.seen(request)
        if me is not None and me.account:
            return Redirect("/account")
        if service.desk.by_invitation:
            try:
                if not await guarded(request, "invitation", service.desk.invited(request, invitation)):
                    raise Problem("invitation", words_of(request)("account.invitation_bad"), 404)
            except Problem as problem:
                return sign_up_page(request, {}, problem)
        return sign_up_page(request, {"invitation": invitation})

    @post("/account/new", status_code=200)
    async def sign_up(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        me, name, password = service.guests.seen(request), tidy_handle(form.get("name", "")), form.get("password", "")
        if me is not None and me.account:
            return Redirect("/account", status_code=303)
        try:
            if not service.desk.open:
                raise Problem("name", words_of(request)("account.closed"), 403)
            check_name(request, name)
            await check_password(service, request, password, name)
            entering = service.desk.sign_up(
                request, name, password, brief="brief" in form, invitation=typed(form.get("invitation", ""))
            )
            welcome, codes = await guarded(request, "name", entering)
        except Problem as problem:
            return sign_up_page(request, form, problem)
        onward = "/account/factor" if service.guests.factor_needed else "/"
        return service.page(request, "people/codes.html", codes=codes, fresh=True, onward=onward, cookies=welcome.cookies)

    def sign_in_page(request: AnyRequest, form: dict[str, str], problem: Problem | None = None) -> Response[str]:
        page = service.page(
            request, "people/signin.html", name=form.get("name", ""), next=local_address(form.get("next", "")), problem=problem
        )
        return refused(page, problem)

    @get("/signin")
    async def sign_in_form(request: AnyRequest, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 the address says next
        me = service.guests.seen(request)
        if me is not None and me.account:
            return Redirect(local_address(next))
        return sign_in_page(request, {"next": next})

    @post("/session", status_code=303)
    async def sign_in(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        try:
            entering = service.desk.sign_in(
                request, tidy_handle(form.get("name", "")), form.get("password", ""), brief="brief" in form
            )
            return let_in(request, await guarded(request, "name", entering), form)
        except Problem as problem:
            return sign_in_page(request, form, problem)

    def let_in(request: AnyRequest, answer: Welcome | SecondFactor, form: dict[str, str]) -> Response[Any]:
        """Where one goes after signing in: to the second factor, or where one wanted to go."""
        wanted = local_address(form.get("next", ""))
        if isinstance(answer, SecondFactor):
            return service.page(request, "people/second.html", ticket=answer.ticket, next=wanted, problem=None)
        return Redirect(wanted, status_code=303, cookies=answer.cookies)

    @post("/session/second", status_code=303)
    async def second_factor(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        ticket, wanted = form.get("ticket", ""), local_address(form.get("next", ""))
        try:
            welcome = await guarded(request, "digits", service.desk.second_factor(request, ticket, form.get("digits", "")))
        except Problem as problem:
            page = service.page(request, "people/second.html", ticket=ticket, next=wanted, problem=problem)
            return refused(page, problem)
        if welcome is None:
            return sign_in_page(request, form, Problem("name", words_of(request)("account.step_over")))
        return let_in(request, welcome, form)

    @post("/session/end", status_code=303)
    async def sign_out(request: AnyRequest) -> Redirect:
        """An account's session ends; a guest stays who he is, for he could not come back."""
        known = await service.guests.known(request)
        if known is None or not known.guest.account:
            return Redirect("/", status_code=303)
        await service.guests.end(known.guest.id, only=known.session.id)
        return Redirect("/", status_code=303, cookies=[no_cookie(request, SESSION)])

    def recovery_page(request: AnyRequest, form: dict[str, str], problem: Problem | None = None) -> Response[str]:
        name = form.get("name", "")
        return refused(
            service.page(
                request, "people/recovery.html", name=name, problem=problem, least=SHORTEST_PASSWORD, mails=service.post.mails
            ),
            problem,
        )

    @get("/recovery")
    async def recovery(request: AnyRequest) -> Response[str]:
        return recovery_page(request, {})

    @post("/recovery", status_code=303)
    async def recover(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        name, password = tidy_handle(form.get("name", "")), form.get("password", "")
        try:
            await check_password(service, request, password, name)
            entering = service.desk.recover(request, name, form.get("code", ""), password)
            return let_in(request, await guarded(request, "code", entering), {"next": "/account"})
        except Problem as problem:
            return recovery_page(request, form, problem)

    return [new_account, invited, sign_up, sign_in_form, sign_in, second_factor, sign_out, recovery, recover]
