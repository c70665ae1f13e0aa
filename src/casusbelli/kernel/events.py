"""What happened, as data: words are made at the edge, in the reader's language."""

from __future__ import annotations

import msgspec

from .flow import Params, Seat


class Event(msgspec.Struct):
    """One thing that happened.

    ``params`` is for everybody who may see the event; ``private[seat]`` is added for that seat. With ``only`` the event
    exists for those seats alone. Nobody else, spectators included, learns that it happened.
    """

    kind: str
    rule: str = ""
    params: Params = {}
    private: dict[Seat, Params] = {}
    only: tuple[Seat, ...] | None = None

    def visible_to(self, seat: Seat | None) -> bool:
        return self.only is None or seat in self.only

    def told_to(self, seat: Seat | None) -> Told:
        """The event as this seat (None: a spectator) may know it."""
        extra = self.private.get(seat) if seat is not None else None
        return Told(self.kind, self.rule, {**self.params, **extra} if extra else self.params)


class Told(msgspec.Struct, frozen=True):
    """An event as one viewer knows it."""

    kind: str
    rule: str
    params: Params
