"""Which games are installed: every entry point of the group ``casusbelli.games``, ours and others'."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from casusbelli.kernel import SetupError

from .game import Game

GROUP = "casusbelli.games"


@lru_cache(maxsize=1)
def installed() -> tuple[str, ...]:
    """The ids of the installed games, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@lru_cache(maxsize=32)
def find(game_id: str) -> Game[Any]:
    """The game of that id; it is loaded when first asked for."""
    for point in entry_points(group=GROUP):
        if point.name == game_id:
            game = point.load()
            if not isinstance(game, Game):
                raise SetupError(f"the entry point {game_id} does not give a game")
            return game
    raise SetupError(f"there is no game {game_id!r}; installed are {', '.join(installed()) or 'none'}")
