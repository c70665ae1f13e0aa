"""The Salt Road: two or three houses, seven towns."""

from .game import GAME

__all__ = ["GAME"]
