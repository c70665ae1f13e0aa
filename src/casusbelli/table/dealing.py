"""The deal of a match between people: it waits until every seat is taken, and every seat adds chance of its own.

The server has committed to its seed when the match is made. Every seat that a person (or a program of somebody's) holds commits
to a value; when all have, they show them; the seed of play is made of all (``game.deal``). Nobody waits for ever: who has not
committed in time is left out, and who has not shown in time too; the value that stands for him follows from the server's seed
and is marked. Every step is durable before it is told, under the revision of the house's document: whichever process takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, update

from casusbelli.game import Deal, Share
from casusbelli.game.deal import house_value, seed_of, value_commitment
from casusbelli.kernel import Seat

from . import schema
from .pace import DAY, HOUR, MINUTE
from .records import Dealing, KeptCheckpoint, MatchRecord
from .store import Keep
from .wire import DealTold, Pledge, Show

if TYPE_CHECKING:
    from .house import House

WAITS = {"live": MINUTE, "days": DAY}
UNTIMED_WAIT = HOUR
"""How long one waits for somebody's page to add his chance, once everybody sits."""


class Dealer:
    """The deal of one match. All of this happens under the room's lock."""

    def __init__(self, house: House) -> None:
        self._house = house

    @property
    def deal(self) -> Dealing:
        deal = self._house.room.record.deal
        assert deal is not None
        return deal

    @property
    def dealing(self) -> bool:
        """Whether it is not made yet, and can be."""
        return not self._house.room.record.dealt and not self._house.room.over

    def people(self) -> list[Seat]:
        """The seats that add chance of their own, in the order of the table."""
        return [seat for seat, held in self._house.room.seats.items() if held.kind == "guest"]

    @property
    def full(self) -> bool:
        return all(held.kind != "open" for held in self._house.room.seats.values())

    def due(self) -> int | None:
        """When one has to look again: at once where all have said their part and a server died before it drew the conclusion."""
        if not self.full:
            return None
        return self.deal.until if self._next() is None else self._house.now

    def told(self, players: msgspec.Raw) -> DealTold:
        """What everybody is told of it: no seed, no value."""
        deal, room = self.deal, self._house.room
        shown = sorted(deal.values)
        return DealTold(
            deal.commitment, list(room.seats), deal.pledges, deal.showing, shown, deal.until, self._house.now, players, room.over
        )

    # -- what seats add ------------------------------------------------------------------------------------------------------

    async def obey(self, seat: Seat, said: Pledge | Show) -> str | None:
        """Take what a seat adds; why not, where it comes too late or is not what it committed to."""
        if not self.dealing:
            return "dealt"
        deal = self.deal
        if isinstance(said, Pledge):
            if deal.showing:
                return "dealing"
            if deal.pledges.get(seat) != said.commitment:
                await self._keep(msgspec.structs.replace(deal, pledges={**deal.pledges, seat: said.commitment}))
        else:
            if not deal.showing or deal.pledges.get(seat) != value_commitment(deal.commitment, seat, said.value):
                return "dealing"
            if seat not in deal.values:
                await self._keep(msgspec.structs.replace(deal, values={**deal.values, seat: said.value}))
        await self.look()
        return None

    async def look(self) -> None:
        """Go on as far as it goes by now."""
        while self.dealing and self.full:
            step = self._next()
            if step is None:
                return
            await self._keep(step)

    def _next(self) -> Dealing | None:
        """The next step, if it can be made: begin to wait, begin to show, deal."""
        deal, now = self.deal, self._house.now
        late = deal.until is not None and now >= deal.until
        if not deal.showing and (late or all(seat in deal.pledges for seat in self.people())):
            return msgspec.structs.replace(deal, showing=True, until=now + self._wait())
        if deal.showing and (late or all(seat in deal.values for seat in deal.pledges)):
            return msgspec.structs.replace(deal, until=None, made=self._made())
        return msgspec.structs.replace(deal, until=now + self._wait()) if deal.until is None else None

    def _wait(self) -> int:
        pace = self._house.room.record.pace
        return UNTIMED_WAIT if pace is None else WAITS[pace.kind]

    def _made(self) -> Deal:
        deal = self.deal
        return Deal(deal.server, tuple(self._share(seat) for seat in self.people()))

    def _share(self, seat: Seat) -> Share:
        deal = self.deal
        pledge = deal.pledges.get(seat, "")
        if seat in deal.values:
            return Share(seat, deal.values[seat], pledge)
        return Share(seat, house_value(deal.server, seat), pledge, house=True)

    async def _keep(self, deal: Dealing) -> None:
        """Make a step durable. One that is not leaves the record as the readers know it: they hear what others made of it."""
        room = self._house.room
        known = room.record
        try:
            await self._make(deal)
        except BaseException:
            room.record = known
            raise

    async def _make(self, deal: Dealing) -> None:
        """With the last step the match begins."""
        house, room = self._house, self._house.room
        if deal.made is None:
            room.record = msgspec.structs.replace(room.record, deal=deal)
            await house.dealt(keep_deal(room.record))
            return
        info, seed = room.game.info, seed_of(deal.server, deal.made.shares)
        rules = {"rules_version": info.rules_version, "content": info.content_digest}
        record = msgspec.structs.replace(room.record, deal=deal, seed=seed, **rules)
        room.deal(record)
        room.record = msgspec.structs.replace(record, asked=tuple(room.match.asked()))
        own, late = ([one.seat for one in deal.made.shares if one.house is by_house] for by_house in (False, True))
        house.line("dealt_late" if late else "dealt", None, own=",".join(own), late=",".join(late), commitment=deal.commitment)
        first = KeptCheckpoint(0, 0, info.rules_version, room.match.checkpoint().state)
        await house.dealt(keep_deal(room.record, first))
        room.wake_bots()


def keep_deal(record: MatchRecord, first: KeptCheckpoint | None = None) -> Keep:
    """How far the deal has come; with the state before the first choice, when it is made."""
    told: dict[str, Any] = {"deal": msgspec.json.encode(record.deal).decode(), "seed": record.seed}
    told |= {"asked": ",".join(record.asked), "rules_version": record.rules_version, "content": record.content}

    def job(connection: Connection) -> None:
        m, k = schema.matches, schema.checkpoints
        connection.execute(update(m).where(m.c.id == record.id).values(**told))
        if first is not None:
            beginning = (k.c.match == record.id) & (k.c.seq == 0)
            connection.execute(update(k).where(beginning).values(state=first.state, rules_version=first.rules_version))

    return job
