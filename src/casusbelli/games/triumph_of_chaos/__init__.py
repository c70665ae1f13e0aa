"""Triumph of Chaos: politics and war in Russia, 1918 to 1921."""

from .game import GAME

__all__ = ["GAME"]
