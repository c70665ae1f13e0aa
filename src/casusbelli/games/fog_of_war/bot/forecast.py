"""How strong a target's defenders are: one guess, or the spread over worlds that could be the true one."""

from __future__ import annotations

from random import Random

from casusbelli.kernel import Match, Position, seed_from

from ..content import DEFENCE, PROVINCE
from ..state import War
from .situation import Situation


class Forecast:
    """Strengths of the garrisons this side may attack. Worlds are imagined once for a choice, when first needed."""

    def __init__(self, position: Position, situation: Situation, rng: Random) -> None:
        self._position = position
        self._situation = situation
        self._rng = rng
        self._worlds: list[Match[War]] | None = None
        self._garrisons: dict[str, list[float]] = {}

    def garrison(self, province: str) -> list[float]:
        """Equally likely strengths of the cards that would defend the province."""
        if province not in self._garrisons:
            self._garrisons[province] = self._weigh(province)
        return self._garrisons[province]

    def _weigh(self, province: str) -> list[float]:
        s = self._situation
        counts = s.provinces[province]["defence"]
        if not s.weights.worlds or not (counts[s.foe] or counts["neutral"]):
            return [s.garrison(province)]
        table = DEFENCE[PROVINCE[province].kind]
        strengths = []
        for world in self._imagined():
            g = world.state
            cards = [*g.forces[s.foe].defence.get(province, ()), *g.neutral.get(province, ())]
            strengths.append(float(sum(table[c] for c in cards)))
        return strengths

    def _imagined(self) -> list[Match[War]]:
        if self._worlds is None:
            base = self._rng.getrandbits(64)
            self._worlds = [self._position.imagine(seed_from(f"{base}:{n}")) for n in range(self._situation.weights.worlds)]
        return self._worlds


def chance_of_victory(attack: float, defences: list[float]) -> float:
    """6.3: the share of the cases in which the attack is at least twice the defence."""
    return sum(1 for d in defences if attack >= 2 * d) / len(defences)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)
