"""Seats of people the house has shut out or let go: an officer plays on, as for everybody who vanishes."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sqlalchemy import and_, exists, select

from . import schema
from .history import Unplayable
from .hub import Hub
from .store import Store, StoreError

log = logging.getLogger("casusbelli.table.absent")

ABSENT = ("suspended", "gone")
"""Accounts in these states play nothing."""


def deserted(store: Store) -> list[tuple[str, str]]:
    """Matches in play and who of their people will not come, where somebody else waits for them. Call it in a thread."""
    m, a, s = schema.matches.c, schema.accounts.c, schema.seats.c
    other = schema.seats.alias()
    waits = and_(other.c.match == s.match, other.c.guest.is_not(None), other.c.guest != s.guest, other.c.caretaker.is_(None))
    joined = schema.seats.join(schema.matches, m.id == s.match).join(schema.accounts, a.person == s.guest)
    going_on = (m.result.is_(None), m.closed.is_(None), m.seed != b"", s.caretaker.is_(None))
    wanted = select(s.match, s.guest).select_from(joined).where(*going_on, a.state.in_(ABSENT), exists().where(waits)).distinct()
    (rows,) = store.ask(wanted)
    return [(row.match, row.guest) for row in rows]


async def let_vanish(store: Store, hub: Hub) -> None:
    """Call an officer to every such seat."""
    for match, person in await asyncio.to_thread(deserted, store):
        try:
            room = await hub.room(match)
            if room is not None and not room.over:
                await room.with_house(partial(room.house.leaving.vanish, person))
        except (Unplayable, StoreError) as error:
            log.warning("match %s waits for somebody who will not come: %s", match, error)
