"""What can be judged by playing on: what is done with cards. What is done to know, to hide or to mislead cannot."""

from __future__ import annotations

from casusbelli.kernel import Choice

POLICY = "marshal"
HORIZON = 60
"""Choices: about ten turns, enough for a plan to ripen."""
SETTLED = frozenset({"production_buy"})

_TELLING = frozenset(
    {
        "choose_action",
        "choose_launch_province",
        "add_to_attack",
        "use_advantage",
        "unsupplied_quagmire",
        "select_losses",
        "production_buy",
        "withdraw",
    }
)
_FOR_KNOWLEDGE = {"intel_action", "buy_intel"}


def tells(decision: str, choice: Choice) -> bool:
    """Looks and Decoys work on minds, not on the board."""
    return decision in _TELLING and choice[0] not in _FOR_KNOWLEDGE and "decoy" not in choice
