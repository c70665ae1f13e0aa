"""The trials every game must pass, on every scenario and option."""

from casusbelli.testkit import game_trials

TestTriumphOfChaos = game_trials("casusbelli.games.triumph_of_chaos:GAME", games=2)
