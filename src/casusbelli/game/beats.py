"""A match at the moment of an event: what was to be seen then, for whoever follows event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from casusbelli.kernel import Seat, State

from .game import Game
from .sections import Sections

_pack = msgspec.msgpack.Encoder().encode


class Beat:
    """The match at the moment of its event ``n``.

    Of a game that takes its moments apart the views are made at once, for little of them is new; of others the state is packed,
    a twentieth of a view's price, and what somebody saw of it is made when somebody wants it.
    """

    __slots__ = ("_game", "_sections", "_state", "_views", "moment", "n")

    def __init__(self, n: int, game: Game[Any], state: State, sections: Sections, viewers: Iterable[Seat | None]) -> None:
        self.n = n
        self._game = game
        self._sections = sections
        self._state: Any = None
        self._views: dict[Seat | None, Any] | None = None
        self.moment: Any = _or_error(game.moment, state)
        """All that decides what was to be seen: equal ones showed everybody the same."""
        if self.moment is None:
            self.moment = _pack(state)
        elif isinstance(self.moment, Exception):
            self._views = dict.fromkeys(viewers, self.moment)
        else:
            sections.moment = self.moment
            self._views = {viewer: _or_error(game.shown, state, viewer, sections) for viewer in viewers}

    def shown(self, viewer: Seat | None) -> Any:
        """What this viewer could see at that very moment."""
        if self._views is not None:
            view = self._views[viewer]
            if isinstance(view, Exception):
                raise view
            return view
        if self._state is None:
            self._state = msgspec.msgpack.decode(self.moment, type=self._game.state_type)
        return self._game.shown(self._state, viewer, self._sections)

    def rest(self) -> None:
        """All who look on have been shown it: the bytes are enough for whoever may still come."""
        self._state = None


def _or_error(make: Callable[..., Any], *inputs: Any) -> Any:
    """A rule is under way: nothing that goes wrong here may strike it."""
    try:
        return make(*inputs)
    except Exception as error:
        return error
