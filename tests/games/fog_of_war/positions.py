"""Positions to show a rule in: those of the game itself, which the rulebook and the sandbox open too."""

from casusbelli.games.fog_of_war.positions import POSITIONS, SCENES, Scene, only

__all__ = ["POSITIONS", "SCENES", "Scene", "only"]
