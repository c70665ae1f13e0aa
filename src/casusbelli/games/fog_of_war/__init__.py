"""The Fog of War: two players, Europe 1940 to 1944."""

from .game import GAME

__all__ = ["GAME"]
