"""The smallest bot: any option will do.

casus bot examples/random_bot.py:Anything --server https://play.example.org --token-file token
"""

from random import Random
from typing import Any


class Anything:
    def choose(self, position: Any, rng: Random) -> Any:
        return rng.choice(position.options)
