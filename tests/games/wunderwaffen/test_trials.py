"""The trials every game must pass, on all player counts and options."""

from casusbelli.testkit import game_trials

TestWunderWaffen = game_trials("casusbelli.games.wunderwaffen:GAME", games=3)
