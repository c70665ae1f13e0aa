"""WunderWaffen: central Europe 1944–45, two to four players, no dice."""

from .game import GAME

__all__ = ["GAME"]
