"""What can be judged by playing on: actions, marches, battles and steps. Stakes in the political boxes live on being unknown."""

from __future__ import annotations

from casusbelli.kernel import Choice

POLICY = "officer"
HORIZON = 24
"""Choices: about a round of both sides. Each takes some milliseconds, so more cannot be waited for."""
SETTLED = frozenset[str]()

_TELLING = frozenset(
    {
        "choose_action",
        "activate_spaces",
        "move_stack",
        "move_step",
        "declare_attack",
        "attack_unit",
        "advance",
        "retreat_path",
        "sr_move",
        "spend_rs",
        "place_units",
    }
)


def tells(decision: str, choice: Choice) -> bool:
    return decision in _TELLING
