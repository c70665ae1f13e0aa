"""A match at the moment of an event: what was to be seen then, for whoever follows event by event."""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.kernel import Seat, State

from .game import Game
from .sections import Sections

_pack = msgspec.msgpack.Encoder().encode


class Beat:
    """The match at the moment of its event ``n``, packed. What somebody saw of it is made when somebody wants it."""

    __slots__ = ("_game", "_sections", "_state", "n", "packed")

    def __init__(self, n: int, game: Game[Any], state: State, sections: Sections) -> None:
        self.n = n
        self.packed = _pack(state)
        self._game = game
        self._sections = sections
        self._state: Any = None

    def shown(self, viewer: Seat | None) -> Any:
        """What this viewer could see at that very moment."""
        if self._state is None:
            self._state = msgspec.msgpack.decode(self.packed, type=self._game.state_type)
        return self._game.shown(self._state, viewer, self._sections)

    def rest(self) -> None:
        """All who look on have been shown it: the bytes are enough for whoever may still come."""
        self._state = None
