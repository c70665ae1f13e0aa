"""Reports by people, and the pages of those who look after the house. To everybody else there are no such pages."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect
from sqlalchemy import Connection, func, insert, select

from .. import schema
from ..forms import read_form
from ..guests import Known
from ..people.admissions import MOST_DAYS, MOST_USES, listed
from ..people.sessions import DAY, new_id
from ..rates import Buckets
from ..schema import now
from ..service import AnyRequest, Service, seats_of
from ..settings import Rate
from ..tidy import tidy_chat
from .acts import ACTS, FOR_ADMINS, LEADS_TO, CannotAct, Deed, perform

REASONS = ("words", "name", "conduct", "cheating")
ROUND_IT = 5
"""So many lines before and after the one that is reported are attached."""
TEXT = 1000
REPORTS = Rate(10 / 86_400, 10)
SHOWN = 50
LINES = 30


def staff_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    store, guests = service.store, service.guests
    reporting = Buckets(REPORTS)

    async def who(request: AnyRequest) -> Known:
        known = await guests.known(request)
        assert known is not None
        return known

    def ask(*queries: Any) -> Any:
        return asyncio.to_thread(store.ask, *queries)

    # -- reports -------------------------------------------------------------------------------------------------------------

    async def said_at(match: str) -> list[Any]:
        c = schema.chat.c
        wanted = select(c.n, c.seat, c.name, c.text).where(c.match == match, c.card.is_(None)).order_by(c.n.desc()).limit(LINES)
        (rows,) = await ask(wanted)
        return list(reversed(rows))

    async def at_my_table(request: AnyRequest, match: str) -> Any:
        """A match at which the reader sits; there is no other."""
        found = await service.glance(match)
        if not seats_of(found, await guests.of(request)):
            raise NotFoundException
        return found

    @get("/report")
    async def report_form(
        request: AnyRequest, match: FromQuery[str] = "", name: FromQuery[str] = "", sent: FromQuery[str] = ""
    ) -> Response[str]:
        if match:
            await at_my_table(request, match)
        lines = await said_at(match) if match else []
        return service.page(
            request, "staff/report.html", match=match, name=name[:24], lines=lines, reasons=REASONS, sent=bool(sent), longest=TEXT
        )

    @post("/reports", status_code=303)
    async def report(request: AnyRequest) -> Redirect:
        """Tell those who look after the house; the lines round the one that is meant go with it."""
        form, known = await read_form(request), await who(request)
        match, reason = form.get("match", ""), form.get("reason", "")
        text = tidy_chat(form.get("text", ""))[:TEXT]
        if reason not in REASONS:
            raise HTTPException(status_code=422)
        if not reporting.take(known.guest.id):
            raise HTTPException(status_code=429, headers={"Retry-After": "8640"})
        against, line, context = None, None, []
        if match:
            found = await at_my_table(request, match)
            line = _number(form.get("line", "")) or None
            said = await said_at(match)
            context = [
                f"{one.n} {one.seat} {one.name}: {one.text}" for one in said if line is None or abs(one.n - line) <= ROUND_IT
            ]
            seat = next((one.seat for one in said if one.n == line), form.get("seat", ""))
            against = found.seats[seat].guest if seat in found.seats else None
        elif form.get("name"):
            account = await asyncio.to_thread(service.desk.accounts.named, form["name"])
            against = account.person if account is not None else None
            if against is None:
                raise NotFoundException
        row = {"by": known.guest.id, "against": against, "match": match or None, "line": line, "reason": reason, "text": text}
        kept = {"context": "\n".join(context[-2 * ROUND_IT - 1 :]), "state": "open", "created": now()}

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.reports).values(id=new_id(), **row, **kept))

        await store.writer.write(job)
        return Redirect("/report?sent=yes", status_code=303)

    # -- the pages of staff --------------------------------------------------------------------------------------------------

    async def role_of(request: AnyRequest) -> str:
        account = await asyncio.to_thread(service.desk.accounts.of, (await who(request)).guest.id)
        return (account.staff or "") if account is not None else ""

    async def page(request: AnyRequest, template: str, **context: Any) -> Response[str]:
        return service.page(request, f"staff/{template}.html", role=await role_of(request), **context)

    @get("/admin")
    async def admin(request: AnyRequest, said: FromQuery[str] = "") -> Response[str]:
        r, g, m = schema.reports.c, schema.guests, schema.matches.c
        by, against = g.alias("by_whom"), g.alias("against_whom")
        joined = schema.reports.join(by, by.c.id == r.by).outerjoin(against, against.c.id == r.against)
        wanted = (
            select(schema.reports, by.c.name.label("by_name"), against.c.name.label("against_name"))
            .select_from(joined)
            .where(r.state == "open")
            .order_by(r.created)
            .limit(SHOWN)
        )
        running = select(func.count()).where(m.result.is_(None), m.closed.is_(None))
        reports, playing, accounts = await ask(wanted, running, select(func.count()).select_from(schema.accounts))
        figures = {
            "rooms": service.hub.size,
            "lines": service.hub.lines,
            "running": playing[0][0],
            "accounts": accounts[0][0],
            "outbox": sum(n for state, n in (await asyncio.to_thread(service.post.book.counts)).items() if state == "due"),
        }
        return await page(request, "admin", reports=reports, figures=figures, said=said if said == "done" else "")

    @get("/admin/people")
    async def people(request: AnyRequest, name: FromQuery[str] = "") -> Response[str]:
        found = await asyncio.to_thread(service.desk.accounts.named, name) if name else None
        if found is None and name:
            found = await asyncio.to_thread(service.desk.accounts.of, name)
        restrained: list[Any] = []
        if found is not None:
            (restrained,) = await ask(select(schema.restraints).where(schema.restraints.c.person == found.person))
        return await page(request, "people", name=name, found=found, restrained=restrained)

    @get("/admin/invitations")
    async def invitations(request: AnyRequest) -> Response[str]:
        made = await asyncio.to_thread(listed, store)
        needed, most = service.desk.by_invitation, (MOST_USES, MOST_DAYS)
        return await page(request, "invitations", made=made, needed=needed, most=most)

    @get("/admin/audit")
    async def audit(request: AnyRequest) -> Response[str]:
        """Who did what: for admins alone."""
        if await role_of(request) != "admin":
            raise NotFoundException
        (rows,) = await ask(select(schema.audit).order_by(schema.audit.c.at.desc()).limit(200))
        return await page(request, "audit", rows=rows)

    @post("/admin/act", status_code=303)
    async def act(request: AnyRequest) -> Response[Any]:
        form, known = await read_form(request), await who(request)
        wanted, admin = form.get("act", ""), await role_of(request) == "admin"
        if wanted not in ACTS or (wanted in FOR_ADMINS and not admin):
            raise NotFoundException
        deed = Deed(
            actor=known.guest.name,
            act=wanted,
            target=tidy_chat(form.get("target", "")),
            reason=tidy_chat(form.get("reason", "")),
            days=_number(form.get("days", "")),
            name=form.get("name", ""),
            line=_number(form.get("line", "")),
            uses=_number(form.get("uses", "")),
            over_staff=admin,
            report=form.get("report", ""),
        )
        try:
            done = await store.writer.write(lambda connection: perform(connection, deed))
        except CannotAct as error:
            answer = await page(request, "refused", problem=str(error))
            answer.status_code = 422
            return answer
        await service.watch.look()
        if "secret" in done:
            where = (service.settings.public_url or str(request.base_url)).rstrip("/")
            return await page(
                request,
                "link",
                act=wanted,
                secret=f"{where}{LEADS_TO[wanted]}{done['secret']}",
                name=deed.target,
                uses=deed.uses,
                until=now() + deed.days * DAY,
            )
        return Redirect("/admin/invitations" if wanted == "uninvite" else "/admin?said=done", status_code=303)

    return [report_form, report, admin, people, invitations, audit, act]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
