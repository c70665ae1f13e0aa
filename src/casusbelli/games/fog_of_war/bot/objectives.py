"""The two secret objectives: what each side knows or may suppose of them, and where the end of the war hangs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from ..content import AXIS, OBJECTIVES, VICTORY_CARDS

_HOLDS = {"poland": 5, "italy": 4, "balkans": 4, "paris": 2, "yugoslavia": 2, "scandinavia": 1}
"""How readily an objective is held to the end."""
_LOST_TOO = 0.4
"""What an objective still weighs for the Axis while the other one is lost as well."""


def readily_held(one: str, other: str) -> int:
    """How readily two objectives (their cards) are held together."""
    return _HOLDS[VICTORY_CARDS[one].province] * _HOLDS[VICTORY_CARDS[other].province]


def hangs_on(victory: Mapping[str, Any], control: Callable[[str], str]) -> dict[str, float]:
    """By province the chance that the last day hangs on it: it is an objective that was kept, and the other one is held."""
    if victory["kept"]:
        pairs = {tuple(victory["kept"]): 1.0}
    else:
        # Milder than the staff's own taste: nobody knows what another player finds easy to hold.
        pairs = {pair: readily_held(*pair) ** 0.5 for pair in combinations(victory["possible"], 2)}
    whole = sum(pairs.values())
    weight = dict.fromkeys(OBJECTIVES, 0.0)
    for pair, chance in pairs.items():
        one, other = (VICTORY_CARDS[card].province for card in pair)
        for province, partner in ((one, other), (other, one)):
            weight[province] += chance / whole * (1.0 if control(partner) == AXIS else _LOST_TOO)
    return weight
