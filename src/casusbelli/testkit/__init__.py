"""What every game must hold to, as code: the same trials serve the tests, the fuzzer and other people's games.

A game is put to all of them by one line in a test module::

    TestTheFogOfWar = game_trials("fog_of_war")
"""

from .playthrough import Failure, Plan, Playthrough, Trial, TrialFailed, load_game, plan_for
from .suite import TRIALS, game_trials

__all__ = ["TRIALS", "Failure", "Plan", "Playthrough", "Trial", "TrialFailed", "game_trials", "load_game", "plan_for"]
