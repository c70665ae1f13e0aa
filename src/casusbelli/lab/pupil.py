"""A recruit who heeds the mentor, an experiment of the lab: does it win more than one who does not?

``casus arena churchill --bots pupil,recruit,recruit --games 30`` measures it: all three play alike but for the marks.
"""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.mentor import verdict
from casusbelli.game import Game, Position
from casusbelli.kernel import Choice

PUPIL = "pupil"


class Pupil:
    """Chooses as a recruit does, and takes back what the mentor marks."""

    def __init__(self, game: Game[Any]) -> None:
        self._recruit = make_bot(game, GRADES[0])

    def choose(self, position: Position, rng: Random) -> Choice:
        advice = Random(rng.getrandbits(64))
        choice = self._recruit.choose(position, rng)
        said = verdict(position, choice, advice)
        return choice if said is None else said.better
