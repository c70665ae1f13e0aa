"""A bot with one thumb: it never ends a turn while there is something else to do, and asks why what it would like is not allowed.

casus bot examples/prudent_bot.py:prudent --server https://play.example.org --token-file token
"""

import random

from casusbelli.client import Turn

ENDS = ("pass", "done", "stop", "decline", "end_turn", "forfeit")


async def prudent(turn: Turn) -> None:
    busy = [option for option in turn.options if option[0] not in ENDS]
    await turn.play(random.choice(busy or turn.options))
