"""The miniature passes every trial."""

from casusbelli.testkit import game_trials

TestMiniature = game_trials("tests.kernel.miniature:GAME", games=15)
