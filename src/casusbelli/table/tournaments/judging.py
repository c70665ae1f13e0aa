"""When a round's last day is over and a match is not, the house ends it: for who has as good as won, else shared.

It ends either way, so that nobody who plays on learns from the verdict what he could not know.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..history import Unplayable
from ..records import Closed
from ..schema import now

if TYPE_CHECKING:
    from ..analyst import Analyst
    from ..hub import Hub

log = logging.getLogger("casusbelli.table.tournaments")


async def adjudicate(hub: Hub, analyst: Analyst, match: str) -> None:
    """End an unfinished match of a tournament. What cannot be judged is shared."""
    try:
        winner = await analyst.favourite(match)
    except Unplayable as error:
        log.warning("match %s cannot be judged: %s", match, error)
        winner = None
    room = await hub.room(match)
    if room is None or room.over:
        return
    closed = Closed("judged", now(), winner, (winner,)) if winner is not None else Closed("shared", now())
    await room.with_house(lambda: room.house.close(closed))
