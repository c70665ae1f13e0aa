"""The trials every game must pass, with any options."""

from casusbelli.testkit import game_trials

TestFogOfWar = game_trials("fog_of_war", games=4)
