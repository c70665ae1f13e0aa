"""What has happened in a match, kept small: its latest events lie open, older ones are packed until somebody asks for them.

Everything that happened is needed when somebody comes to the table, or goes back; between two choices nobody looks further back
than a few events. Open, an event holds some 400 bytes of memory; packed, a sixth of that.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, SupportsIndex

from casusbelli.kernel import Event

BLOCK: Final = 64
"""So many events are packed together."""
OPEN: Final = 64
"""So many at least lie open."""

QUICKLY: Final = 1
"""How hard it is tried to pack them small: the second best would take five times as long for a tenth less."""


class Chronicle(list[Event]):
    """A list of events to all who read it. The list's own memory holds the open ones; the packed ones come before them."""

    __slots__ = ("_before", "_blocks", "_looked_at")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self._blocks: list[bytes] = []
        self._before = 0
        """How many events are packed: those that lie open come after them."""
        self._looked_at: tuple[int, list[Event]] | None = None
        self.rest()

    def rest(self) -> None:
        """Pack what is old. Call it now and then; nothing else changes."""
        self._looked_at = None
        while list.__len__(self) >= OPEN + BLOCK:
            try:
                packed = _pack(list.__getitem__(self, slice(BLOCK)))
            except ValueError:  # something in it cannot be packed: it stays open, with all that follows
                return
            self._blocks.append(packed)
            self._before += BLOCK
            list.__delitem__(self, slice(BLOCK))

    def _block(self, n: int) -> list[Event]:
        """The events of a packed block; the one that was looked at last is at hand."""
        looked_at = self._looked_at
        if looked_at is None or looked_at[0] != n:
            looked_at = self._looked_at = n, _unpack(self._blocks[n])
        return looked_at[1]

    def _from(self, start: int) -> list[Event]:
        """All events from this one on."""
        if start >= self._before:
            return list.__getitem__(self, slice(start - self._before, None))
        first = start // BLOCK
        found = list(chain.from_iterable(_unpack(block) for block in self._blocks[first:]))
        return [*found[start - BLOCK * first :], *list.__iter__(self)]

    def __len__(self) -> int:
        return self._before + list.__len__(self)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._from(0))

    def __reversed__(self) -> Iterator[Event]:
        return reversed(self._from(0))

    def __getitem__(self, which: SupportsIndex | slice) -> Any:
        before = self._before
        if not before:
            return list.__getitem__(self, which)
        if type(which) is int and which >= before:
            return list.__getitem__(self, which - before)
        if isinstance(which, slice):
            first, end = which.start, which.stop
            if type(first) is int and first >= before and which.step is None and (end is None or end >= before):
                return list.__getitem__(self, slice(first - before, None if end is None else end - before))
            start, stop, step = which.indices(len(self))
            if start >= before <= stop and step > 0:
                return list.__getitem__(self, slice(start - before, stop - before, step))
            if step < 0:
                return self._from(0)[which]
            return self._from(start)[: max(0, stop - start) : step]
        n = which.__index__()
        n = n + len(self) if n < 0 else n
        if not 0 <= n < len(self):
            raise IndexError("there is no such event")
        return list.__getitem__(self, n - before) if n >= before else self._block(n // BLOCK)[n % BLOCK]

    def __delitem__(self, which: SupportsIndex | slice) -> None:
        """Only the end can be taken away: the match has gone back."""
        if not isinstance(which, slice) or which.step not in (None, 1) or range(len(self))[which].stop != len(self):
            raise TypeError("what has happened stays, but for the end of it")
        start = range(len(self))[which].start
        while self._before > start:
            list.__setitem__(self, slice(0, 0), _unpack(self._blocks.pop()))
            self._before -= BLOCK
        self._looked_at = None
        list.__delitem__(self, slice(start - self._before, None))

    def __contains__(self, event: object) -> bool:
        return event in self._from(0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and self._from(0) == other[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def _pack(events: list[Event]) -> bytes:
    """Tuples stay tuples: what is told of an event is the same to the last byte."""
    return zlib.compress(marshal.dumps([(e.kind, e.rule, e.params, e.private, e.only) for e in events]), QUICKLY)


def _unpack(block: bytes) -> list[Event]:
    return [Event(*fields) for fields in marshal.loads(zlib.decompress(block))]  # noqa: S302 it never left this process
