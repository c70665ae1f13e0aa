"""What every game's state has: its phase, its chance, and a voice to report events with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from .chance import Chance
from .events import Event
from .flow import Params, Seat

OVER = "over"
"""The phase in which nothing is left to do."""


class State(Chance, msgspec.Struct, kw_only=True, dict=True):
    """A game adds its own fields; everything in them is plain data, hidden facts included.

    The event sink and its listener are set by the match as ordinary attributes of the one state: not being fields they are
    neither saved nor compared.
    """

    phase: str
    seed: bytes
    rolls: int = 0
    revealed: int = 0
    sink: ClassVar[list[Event] | None] = None

    @property
    def tide(self) -> int:
        """Rises with every roll and every reveal; undo never goes below it."""
        return self.rolls + self.revealed

    def reveal(self) -> None:
        """Call where somebody learns something hidden: undo never passes it."""
        self.revealed += 1

    def report(
        self,
        kind: str,
        rule: str = "",
        *,
        private: dict[Seat, Params] | None = None,
        only: tuple[Seat, ...] | None = None,
        **params: Any,
    ) -> None:
        """Tell what happened, to everybody or to some."""
        sink = self.sink
        if sink is not None:
            event = Event(kind, rule, params, private or {}, only)
            sink.append(event)
            listener: Callable[[Event], None] | None = self.__dict__.get("listener")
            if listener is not None:
                listener(event)

    @property
    def recording(self) -> bool:
        """Whether anybody listens: lets a rule skip the work of describing what it does."""
        return self.sink is not None


def graft(old: Any, new: Any) -> Any:
    """``new``, as far as possible in the very containers of ``old``: a rule that holds a part of the state holds it still."""
    if type(old) is not type(new):
        return new
    if isinstance(old, list):
        old[:] = [*map(graft, old, new), *new[len(old) :]]
    elif isinstance(old, dict):
        grafted = {key: graft(old[key], value) if key in old else value for key, value in new.items()}
        old.clear()
        old.update(grafted)
    elif isinstance(old, msgspec.Struct) and not old.__struct_config__.frozen:
        for field in old.__struct_fields__:
            setattr(old, field, graft(getattr(old, field), getattr(new, field)))
    else:
        return new
    return old
