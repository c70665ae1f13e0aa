"""Churchill under the trials every game must pass."""

from casusbelli.testkit import game_trials

TestChurchill = game_trials("casusbelli.games.churchill:GAME", games=3)
