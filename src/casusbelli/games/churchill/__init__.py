"""Churchill: three powers who must win the war together and the peace alone."""

from .game import GAME

__all__ = ["GAME"]
