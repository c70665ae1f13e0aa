"""The pages of the post: what one was told, what one wants to be told, and links that come out of letters."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from ..forms import local_address, read_form
from ..guests import Known
from ..pace import zone_of
from ..people.leave import NoLeave, days_left, drop_leave, leaves_of, take_leave
from ..people.signing import Problem, refused, words_of
from ..rates import Buckets
from ..service import AnyRequest, Service
from ..settings import Rate
from ..words import WEB, language_of, to_json
from .book import Notice, Reach
from .courier import read_unsubscribe
from .hooks import BadHook, HookFailed, check, networks, public_address
from .letters import address_of, sentence
from .wants import CHANNELS, DIGESTS, FIXED, GROUPS, Channel, PostSettings, read_settings

TESTS = Rate(5 / 3600, 5)
"""How often somebody may have something sent by way of trial, or an address confirmed."""

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST_ADDRESS = 254

NEWS = 20
"""So many notices the browser is told at once."""


def post_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    office, guests = service.post, service.guests
    book = office.book
    tests = Buckets(TESTS)

    async def who(request: AnyRequest) -> Known:
        known = await guests.known(request)
        assert known is not None
        return known

    # -- what one was told ---------------------------------------------------------------------------------------------------

    def told(one: Notice, language: str) -> dict[str, Any]:
        return {
            "id": one.id,
            "text": sentence(one.kind, one.data, language),
            "url": address_of(one.kind, one.match, one.seat, one.data),
            "at": one.at,
            "match": one.match,
            "seen": one.seen is not None,
        }

    @get("/notices")
    async def notices(request: AnyRequest) -> Response[str]:
        """Everything of the last month."""
        known, language = await who(request), language_of(request)
        found = await asyncio.to_thread(book.notices, known.guest.id)
        return service.page(request, "post/notices.html", notices=[told(one, language) for one in found])

    @get("/notices/news")
    async def news(request: AnyRequest, after: FromQuery[int] = 0) -> Response[str]:
        """For scripts: how many notices have not been seen, and those after a moment that the browser may show."""
        known, language = await guests.known(request), language_of(request)
        if known is None:
            return _json({"unseen": 0, "list": [], "now": office.now})
        person = known.guest.id
        unseen = await asyncio.to_thread(book.unseen, person)
        fresh: list[dict[str, Any]] = []
        if unseen and 0 < after < office.now:
            to = await asyncio.to_thread(book.addressee, person)
            latest = await asyncio.to_thread(book.notices, person, after, NEWS)
            fresh = [
                told(one, language)
                for one in latest
                if one.seen is None and to is not None and "browser" in to.settings.by(one.kind)
            ]
        return _json({"unseen": unseen, "list": fresh, "now": office.now})

    @post("/notices/seen", status_code=303)
    async def seen(request: AnyRequest) -> Redirect:
        """All of them, or those of one match."""
        form, known = await read_form(request), await who(request)
        await book.mark_seen(known.guest.id, office.now, form.get("match"))
        return Redirect(local_address(form.get("next", ""), "/notices"), status_code=303)

    # -- what one wants to be told -------------------------------------------------------------------------------------------

    async def settings_page(request: AnyRequest, problem: Problem | None = None, **more: Any) -> Response[str]:
        known = await who(request)
        to = await asyncio.to_thread(book.addressee, known.guest.id)
        if to is None:
            raise NotFoundException
        spans = (await asyncio.to_thread(leaves_of, service.store, [known.guest.id])).get(known.guest.id, [])
        _, day = await asyncio.to_thread(book.letters_sent, known.guest.id, office.now)
        page = service.page(
            request,
            "post/settings.html",
            groups={group: to.settings.wants.get(group, usual) for group, usual in GROUPS.items()},
            fixed={FIXED: GROUPS[FIXED]},
            channels=CHANNELS,
            digests=DIGESTS,
            chosen=to.settings,
            reaches=to.reaches,
            mails=office.mails,
            zone=known.guest.preferences.get("zone") or "UTC",
            letters=day,
            leaves=[span for span in spans if span[1] > office.now],
            leave_days=days_left(spans, office.now),
            moment=office.now,
            problem=problem,
            **{"said": "", "secret": "", **more},
        )
        return refused(page, problem)

    @get("/account/notifications")
    async def settings(request: AnyRequest, said: FromQuery[str] = "") -> Response[str]:
        known_words = {"kept", "letter", "confirmed", "removed", "tested", "hook"}
        return await settings_page(request, said=said if said in known_words else "")

    @post("/account/notifications", status_code=303)
    async def keep(request: AnyRequest) -> Redirect:
        form, known = await read_form(request), await who(request)
        await book.keep_settings(known.guest.id, read_settings(form))
        return Redirect("/account/notifications?said=kept", status_code=303)

    def must_be_patient(request: AnyRequest, person: str, field: str) -> None:
        if not tests.take(person):
            raise Problem(field, words_of(request)("post.too_often"), 429, 720)

    @post("/account/leave", status_code=303)
    async def leave(request: AnyRequest) -> Response[Any]:
        form, known = await read_form(request), await who(request)
        zone = zone_of(known.guest.preferences.get("zone", ""))
        try:
            await take_leave(service.store, known.guest.id, form.get("first", ""), form.get("last", ""), zone, office.now)
        except NoLeave as no:
            return await settings_page(request, Problem("first", words_of(request)(str(no))))
        await service.watch.look()
        return Redirect("/account/notifications?said=kept", status_code=303)

    @post("/account/leave/drop", status_code=303)
    async def stay(request: AnyRequest) -> Redirect:
        form, known = await read_form(request), await who(request)
        since = form.get("since", "")
        if since.isascii() and since.isdigit() and len(since) < 16:
            await drop_leave(service.store, known.guest.id, int(since), office.now)
            await service.watch.look()
        return Redirect("/account/notifications", status_code=303)

    @post("/account/mail", status_code=303)
    async def set_address(request: AnyRequest) -> Response[Any]:
        """Nothing is sent to an address before the person has opened the letter that asks for it."""
        form, known = await read_form(request), await who(request)
        address, t = form.get("address", "").strip(), words_of(request)
        try:
            if not office.mails:
                raise Problem("address", t("account.mail_off"))
            if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
                raise Problem("address", t("post.address_bad"))
            must_be_patient(request, known.guest.id, "address")
        except Problem as problem:
            return await settings_page(request, problem)
        secret = await book.make_link(known.guest.id, "email", address, office.now)
        await office.write(known.guest.id, "confirm", address, path=f"/mail/{secret}")
        return Redirect("/account/notifications?said=letter", status_code=303)

    async def reached(person: str, kind: Channel) -> Reach:
        """Where the person is reached by this channel; without one there is nothing to try and nothing to remove."""
        found = (await asyncio.to_thread(book.addressees, [person]))[person].reaches.get(kind)
        if found is None:
            raise NotFoundException
        return found

    async def tell_old(person: str, address: str) -> None:
        """An address that counts no more is told, with the link by which its owner has it back."""
        secret = await book.make_link(person, "back", address, office.now)
        await office.write(person, "changed", address, path=f"/mail/back/{secret}")

    @post("/account/mail/remove", status_code=303)
    async def remove_address(request: AnyRequest) -> Redirect:
        known = await who(request)
        reach = await reached(known.guest.id, "mail")
        await book.unreach(known.guest.id, "mail")
        await tell_old(known.guest.id, reach.address)
        return Redirect("/account/notifications?said=removed", status_code=303)

    @post("/account/mail/test", status_code=303)
    async def test_address(request: AnyRequest) -> Response[Any]:
        known = await who(request)
        reach = await reached(known.guest.id, "mail")
        try:
            must_be_patient(request, known.guest.id, "address")
        except Problem as problem:
            return await settings_page(request, problem)
        await office.write(known.guest.id, "test", reach.address)
        return Redirect("/account/notifications?said=tested", status_code=303)

    @get("/mail/{token:str}")
    async def confirm_page(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        return service.page(request, "post/confirm.html", token=token, done=None)

    @post("/mail/{token:str}", status_code=200)
    async def confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """The link of the letter: the address is the person's."""
        found = await book.use_link(token, "email", office.now)
        if found is not None:
            person, address = found
            before = (await asyncio.to_thread(book.addressees, [person])).get(person)
            await book.reach(person, "mail", address, "on")
            old = before.reaches.get("mail") if before is not None else None
            if old is not None and old.address != address:
                await tell_old(person, old.address)
                await office.tell(person, "address", secrets.token_hex(6))
        return service.page(request, "post/confirm.html", token=token, done=found is not None, status=200 if found else 410)

    @get("/mail/back/{token:str}")
    async def back_page(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        return service.page(request, "post/back.html", token=token, done=None)

    @post("/mail/back/{token:str}", status_code=200)
    async def back(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """The link that went to an old address: it counts again, and whoever is signed in has to sign in anew."""
        found = await book.take_address_back(token, office.now)
        if found is not None:
            person, other = found
            await guests.end(person)
            await office.tell(person, "address", secrets.token_hex(6))
            if other is not None:
                await office.write(person, "returned", other)
        return service.page(request, "post/back.html", token=token, done=found is not None, status=200 if found else 410)

    # -- webhooks ------------------------------------------------------------------------------------------------------------

    @post("/account/hook", status_code=200)
    async def set_hook(request: AnyRequest) -> Response[Any]:
        """The secret with which it is signed is shown once."""
        form, known = await read_form(request), await who(request)
        url, secret = form.get("hook", "").strip(), secrets.token_urlsafe(32)
        try:
            host, port, _ = check(url)
            await asyncio.to_thread(public_address, host, port, networks(service.settings.webhook_allow))
        except BadHook as bad:
            return await settings_page(request, Problem("hook", words_of(request)(f"post.{bad}")))
        await book.reach(known.guest.id, "webhook", url, "on", office.keeper.lock(secret))
        return await settings_page(request, secret=secret)

    @post("/account/hook/remove", status_code=303)
    async def remove_hook(request: AnyRequest) -> Redirect:
        known = await who(request)
        await reached(known.guest.id, "webhook")
        await book.unreach(known.guest.id, "webhook")
        return Redirect("/account/notifications?said=removed", status_code=303)

    @post("/account/hook/test", status_code=303)
    async def test_hook(request: AnyRequest) -> Response[Any]:
        known = await who(request)
        reach = await reached(known.guest.id, "webhook")
        t = words_of(request)
        try:
            must_be_patient(request, known.guest.id, "hook")
            key = office.keeper.unlock(reach.secret) if reach.secret is not None else None
            told: dict[str, object] = {
                "kind": "test",
                "text": t("post.letter.test.subject"),
                "url": office.courier.url,
                "at": office.now,
            }
            try:
                allowed = networks(service.settings.webhook_allow)
                await asyncio.to_thread(office.courier.hand_over, reach.address, key or "", told, allowed)
            except (HookFailed, BadHook) as error:
                why = t(f"post.{error}") if isinstance(error, BadHook) else t("post.hook_failed", what=str(error))
                raise Problem("hook", why) from None
        except Problem as problem:
            return await settings_page(request, problem)
        return Redirect("/account/notifications?said=hook", status_code=303)

    # -- links in letters ----------------------------------------------------------------------------------------------------

    def stopping(request: AnyRequest, token: str, found: tuple[str, str] | None, *, done: bool) -> Response[str]:
        group = found[1] if found is not None else ""
        return service.page(request, "post/unsubscribe.html", status=200 if found else 410, token=token, group=group, done=done)

    @get("/unsubscribe/{token:str}")
    async def unsubscribe_page(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        found = read_unsubscribe(office.keeper, token)
        return stopping(request, token, found, done=False)

    @post("/unsubscribe/{token:str}", status_code=200)
    async def unsubscribe(request: AnyRequest, token: FromPath[str]) -> Response[str]:
        """One click, by a person or by a mail program: no letters of this kind any more."""
        found = read_unsubscribe(office.keeper, token)
        if found is not None and found[1] != FIXED:
            to = await asyncio.to_thread(book.addressee, found[0])
            if to is not None:
                kept = tuple(c for c in to.settings.wants.get(found[1], GROUPS[found[1]]) if c != "mail")
                await book.keep_settings(found[0], _with(to.settings, found[1], kept))
        return stopping(request, token, found, done=True)

    # -- a page that can be installed ----------------------------------------------------------------------------------------

    @get("/manifest.webmanifest")
    async def manifest(request: AnyRequest) -> Response[str]:
        language, t = language_of(request), words_of(request)
        told = {
            "name": t("site.title"),
            "short_name": t("site.title"),
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#e6dac2",
            "theme_color": "#2b2620",
            "icons": [
                {"src": "/static/icons/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
                {"src": "/static/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
                {"src": "/static/icons/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
            ],
        }
        headers = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
        return Response(to_json(told), media_type="application/manifest+json", headers=headers)

    @get("/sw.js")
    async def worker(request: AnyRequest) -> Response[bytes]:
        """The service worker lies at the root: it is for all pages."""
        return service.files.file(request, WEB, "sw.js")

    @get("/offline")
    async def offline(request: AnyRequest) -> Response[str]:
        return service.page(request, "post/offline.html")

    return [
        manifest, worker, offline, leave, stay,
        notices, news, seen, settings, keep, set_address, remove_address, test_address, confirm_page, confirm,
        back_page, back, set_hook, remove_hook, test_hook, unsubscribe_page, unsubscribe,
    ]  # fmt: skip


def _with(settings: PostSettings, group: str, channels: tuple[Channel, ...]) -> PostSettings:
    return msgspec.structs.replace(settings, wants={**settings.wants, group: channels})


def _json(thing: Any) -> Response[str]:
    headers = {"Cache-Control": "no-store", "Vary": "Cookie"}
    return Response(to_json(thing), media_type=MediaType.JSON, headers=headers)
