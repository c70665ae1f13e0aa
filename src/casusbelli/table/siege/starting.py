"""An attack by what is kept: a store full of matches, and a server that has to start on it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from casusbelli.game.registry import find

from ..founding import Wish, found
from ..records import Guest
from ..store import Store
from .field import Field, attack
from .ground import GAME, PATIENCE, SCENARIO, Figures, seats_of, server_on


@attack("a full store")
def start_with_many_matches(field: Field) -> tuple[bool, Figures]:
    """A thousand matches in which bots are asked: start, and show the first page."""
    number = field.number(1000, 100)
    folder = field.folder_of("full")
    asyncio.run(_fill(folder / "siege.sqlite", number))
    server = server_on(folder, field.stack)
    reader = field.person("Reader", server)
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        status = reader.get("/").status
        times.append(time.perf_counter() - begun)
    memory = server.memory_mb()
    server.stop()
    more = server.start_work - field.server.start_work
    figures = {"matches": number, "start_s": round(server.start_seconds, 2), "start_work_s": round(server.start_work, 2)}
    figures["start_work_empty_s"] = round(field.server.start_work, 2)
    figures |= {"first_page_ms": round(times[0] * 1000, 1), "page_ms": round(min(times) * 1000, 1), "memory_mb": memory}
    return status == 200 and more < 1.0 and max(times) < PATIENCE, figures


async def _fill(database: Path, number: int) -> None:
    store = Store(database)
    game = find(GAME)
    hoarder = Guest("hoarder", "Hoarder")
    await store.add_guest(hoarder, "0" * 64)
    mine, *others = seats_of()
    wish = Wish(SCENARIO, game.info.settle({}), {mine: "me", **dict.fromkeys(others, "bot:officer")}, True, False)
    await asyncio.gather(*(store.add_match(*found(game, wish, hoarder)) for _ in range(number)))
    store.close()
