"""What every game of the house must hold to: determinism, journals, undo, leaks, words and the rest, by one line."""

from casusbelli.testkit import game_trials

TestSaltRoad = game_trials("salt_road")
