"""What those who look after the house have done, for everybody to see: numbers by year and by month, no names."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from sqlalchemy import func, select

from .. import schema
from ..pace import DAY
from ..service import AnyRequest, Service
from ..store import Store
from .pages import REASONS

YEARS = 3
"""So many years are told: for so long the log of acts is kept."""

PUBLIC = ("warn", "silence", "suspend", "rename", "hide", "close_match", "close_challenge", "restore", "dismiss")
"""The acts that concern others; who is staff, and help with a lost password, are nobody's business."""


class Counts(msgspec.Struct, frozen=True):
    """Acts by kind and year, the latest year first; and what was reported within a year, by reason, with what still waits."""

    years: list[int]
    acts: dict[str, list[int]]
    reports: dict[str, int]
    waiting: int


def counts(store: Store, at: int) -> Counts:
    """Call it in a thread."""
    this = datetime.fromtimestamp(at / 1000, UTC).year
    years = [this - n for n in range(YEARS)]
    a, r = schema.audit.c, schema.reports.c
    by_year = [
        select(a.act, func.count().label("n")).where(a.at >= _begin(year), a.at < _begin(year + 1)).group_by(a.act)
        for year in years
    ]
    lately = select(r.reason, func.count().label("n")).where(r.created > at - 365 * DAY).group_by(r.reason)
    *acted, reported, waiting = store.ask(*by_year, lately, select(func.count().label("n")).where(r.state == "open"))
    told: list[dict[str, int]] = [{row.act: row.n for row in rows} for rows in acted]
    reasons = {row.reason: row.n for row in reported}
    return Counts(
        years,
        {act: [year.get(act, 0) for year in told] for act in PUBLIC},
        {reason: reasons.get(reason, 0) for reason in REASONS},
        int(waiting[0].n),
    )


def _begin(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)


def counting_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handler."""

    @get("/about/moderation")
    async def moderation(request: AnyRequest) -> Response[Any]:
        told = await asyncio.to_thread(counts, service.store, schema.now())
        return service.page(request, "staff/moderation.html", told=told)

    return [moderation]
