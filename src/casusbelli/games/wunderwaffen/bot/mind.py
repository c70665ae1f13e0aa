"""What can be judged by playing on: plays and what follows from them, and what is made ready. Little is hidden here."""

from __future__ import annotations

from casusbelli.kernel import Choice

POLICY = "officer"
HORIZON = 40
"""Choices: about two rounds."""
SETTLED = frozenset[str]()

_TELLING = frozenset({"choose_play", "pick_ready", "choose_strategy_bonus", "choose_effect_target", "choose_marker"})


def tells(decision: str, choice: Choice) -> bool:
    return decision in _TELLING
