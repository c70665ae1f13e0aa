"""What every game of the house must hold to: determinism, journals, undo, leaks, words and the rest, by one line."""

from casusbelli.testkit import game_trials

TestTheGame = game_trials("the_game")
