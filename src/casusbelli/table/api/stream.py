"""What happens to a program, told as it happens: one answer that goes on, a line of JSON for everything (NDJSON).

It tells nothing that the other routes of programs do not tell: it spares them asking again and again. The first lines say how
things stand, so a program that was cut off knows everything again by opening another.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import Literal

import msgspec

from casusbelli.kernel import Seat

from ..lobby.challenges import Challenge, Challenges, Filters
from ..records import Guest, Listed
from ..store import Store

LOOK = 1.0
"""Seconds between two looks."""
PING = 20.0
"""Seconds of silence after which a line says that the other side is still there."""
LASTS = 3600.0
"""After so many seconds a stream ends: whoever still wants it opens another."""
AT_ONCE = 100
"""Streams of all programs together, in one process."""

Kind = Literal["started", "turn", "over", "challenge", "ping"]


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line. ``seat`` is one of the program's own; ``seq`` is where the match stands; ``challenge`` can be taken."""

    t: Kind
    match: str = ""
    game: str = ""
    seat: Seat = ""
    seq: int = 0
    challenge: str = ""
    maker: str = ""


class Standing(msgspec.Struct, frozen=True):
    """How things stand for a program: by match and seat the line that says so, and the offers."""

    playing: frozenset[News] = frozenset()
    asked: frozenset[News] = frozenset()
    over: frozenset[News] = frozenset()
    offers: frozenset[News] = frozenset()

    def since(self, before: Standing | None) -> Iterator[News]:
        """What is new; what has long been over is no news to who comes anew."""
        known = before or Standing(over=self.over)
        for mine, earlier in (
            (self.playing, known.playing),
            (self.over, known.over),
            (self.asked, known.asked),
            (self.offers, known.offers),
        ):
            yield from sorted(mine - earlier, key=lambda one: (one.match, one.seat, one.challenge))


def standing(store: Store, challenges: Challenges, guest: Guest) -> Standing:
    """Read it. Call it in a thread."""
    listed = store.listed([one.id for one in store.mine(guest.id)])
    held = [(one, seat.seat) for one in listed for seat in one.seats if seat.held_by(guest)]
    offers = challenges.open_to(guest, Filters(rated="no"))
    return Standing(
        _told("started", held, lambda one, _: not one.over),
        _told("turn", held, lambda one, seat: seat in one.asked, at=True),
        _told("over", held, lambda one, _: one.over),
        frozenset(_offer(one) for one in offers),
    )


def _told(
    kind: Kind, held: Iterable[tuple[Listed, Seat]], when: Callable[[Listed, Seat], bool], *, at: bool = False
) -> frozenset[News]:
    return frozenset(News(kind, one.id, one.game, seat, one.seq if at else 0) for one, seat in held if when(one, seat))


def _offer(one: Challenge) -> News:
    return News("challenge", game=one.terms.game, challenge=one.id, maker=one.maker_name)


class Streams:
    """The streams that are open: one a program, the newest."""

    def __init__(self) -> None:
        self._open: dict[str, asyncio.Event] = {}
        self._stopping = False

    @property
    def full(self) -> bool:
        return len(self._open) >= AT_ONCE

    def close(self) -> None:
        """The server stops: so do they, or it would wait for them."""
        self._stopping = True
        for ended in self._open.values():
            ended.set()

    async def lines(
        self, person: str, look: Callable[[], Standing], known: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[bytes]:
        """The lines, until another is opened, the token ends (``known``), or the time is over."""
        older = self._open.pop(person, None)
        if older is not None:
            older.set()
        ended = self._open[person] = asyncio.Event()
        loop = asyncio.get_running_loop()
        until, silent = loop.time() + LASTS, loop.time()
        before: Standing | None = None
        try:
            while not ended.is_set() and not self._stopping and loop.time() < until and await known():
                now = await asyncio.to_thread(look)
                for line in now.since(before):
                    silent = loop.time()
                    yield _line(line)
                before = now
                if loop.time() - silent >= PING:
                    silent = loop.time()
                    yield _line(News("ping"))
                await _rest(ended)
        finally:
            if self._open.get(person) is ended:
                del self._open[person]


async def _rest(ended: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(ended.wait(), LOOK)
    except TimeoutError:
        return


def _line(news: News) -> bytes:
    return msgspec.json.encode(news) + b"\n"


def told_once(now: Standing) -> bytes:
    """How things stand, and no more."""
    return b"".join(_line(one) for one in now.since(None))
