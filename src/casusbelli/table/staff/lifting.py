"""What ends by itself: suspensions and silences whose time is over, signals everybody has heard, old reports and audit lines."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, delete, update

from .. import schema
from ..pace import DAY
from ..schema import now
from ..store import Store

SIGNALS_KEPT, REPORTS_KEPT, AUDIT_KEPT = DAY, 365 * DAY, 3 * 365 * DAY


def lift(store: Store) -> asyncio.Future[None]:
    def job(connection: Connection) -> None:
        a, r, at = schema.accounts, schema.reports, now()
        over = update(a).where(a.c.state == "suspended", a.c.state_until < at)
        connection.execute(over.values(state="active", state_until=None))
        connection.execute(delete(schema.restraints).where(schema.restraints.c.until < at))
        connection.execute(delete(schema.signals).where(schema.signals.c.at < at - SIGNALS_KEPT))
        connection.execute(delete(r).where(r.c.state == "closed", r.c.created < at - REPORTS_KEPT))
        connection.execute(delete(schema.audit).where(schema.audit.c.at < at - AUDIT_KEPT))

    return store.writer.write(job)
