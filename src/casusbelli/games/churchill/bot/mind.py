"""What can be judged by playing on: allocations, placements, and what is said at the table when all cards that count are open.

Secret commitments (the agenda's card, leaders at a tie) live on what rivals do not know, and are left to the marshal.
"""

from __future__ import annotations

from casusbelli.kernel import Choice

from .marshal import MAP

POLICY = "officer"
HORIZON = 60
"""Choices: to the next conference, as a rule."""
SETTLED = frozenset[str]()

_TELLING = MAP | {"agenda_first_issue", "agenda_pick_issue", "meeting_action", "debate_response"}


def tells(decision: str, choice: Choice) -> bool:
    return decision in _TELLING
