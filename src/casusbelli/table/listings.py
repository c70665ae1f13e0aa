"""The list of open seats: nobody fills it alone, and nothing stands there for ever.

A guest may have a few matches in it at a time, and so may an address, for guests cost nothing. Which address listed what is
remembered in memory alone: the store knows no addresses.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from .records import Guest
from .settings import Settings
from .store import Store, now

SOURCES = 10_000
"""So many addresses are remembered."""


class Listings:
    """What is in the list by whose wish."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._of_address: OrderedDict[str, list[str]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    @property
    def since(self) -> int:
        """Matches made before this time are not listed any more."""
        return now() - int(self._settings.listed_hours * 3_600_000)

    @asynccontextmanager
    async def one_more(self, guest: Guest | None, address: str) -> AsyncGenerator[list[str] | None, None]:
        """Where the list of this address may be longer by one match: put its id there. None: he has as many as he may."""
        async with self._one_at_a_time:
            remembered = self._of_address.get(address, [])
            still, own = await asyncio.to_thread(self._still_open, remembered, guest)
            crowded = len(still) >= self._settings.listed_per_address or own >= self._settings.listed_per_guest
            yield None if crowded else still
            self._of_address[address] = still
            self._of_address.move_to_end(address)
            while len(self._of_address) > SOURCES:
                self._of_address.popitem(last=False)

    def _still_open(self, remembered: list[str], guest: Guest | None) -> tuple[list[str], int]:
        open_ids, own = self._store.listed_of(remembered, guest.id if guest is not None else "", self.since)
        return [match_id for match_id in remembered if match_id in open_ids], own
