"""The kernel: rules as coroutines, a play as (checkpoint, choices since). It knows no game, no word and no file.

To read from top to bottom: ``flow`` (what a rule awaits), ``events`` (what it tells), ``chance`` and ``state`` (what it changes),
``rules`` (what a game is), ``play`` (how it all runs).
"""

from .chance import Chance, Dice, commitment, fresh_seed, new_seed, seed_from
from .events import Event, Told
from .flow import LAPSE, Ask, Choice, Flow, Illegal, Params, Refusal, Seat, TimeLimit, Together, ask, together
from .play import Play
from .rules import GameInfo, Option, OptionValue, Result, Rules, Scenario, SetupError
from .state import OVER, State

# fmt: off
__all__ = [
    "LAPSE", "OVER", "Ask", "Chance", "Choice", "Dice", "Event", "Flow", "GameInfo", "Illegal", "Option", "OptionValue", "Params",
    "Play", "Refusal", "Result", "Rules", "Scenario", "Seat", "SetupError", "State", "TimeLimit", "Together", "Told",
    "ask", "commitment", "fresh_seed", "new_seed", "seed_from", "together",
]
# fmt: on
