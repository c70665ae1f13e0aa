"""A recruit's turn: it thinks of about half of what it could do, is kind, and does nothing that the rules make foolish."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from casusbelli.bots.beginner import come_to_mind
from casusbelli.kernel import Choice

from ..content import DEFENCE, PROVINCE, Side
from .situation import Situation

CAPITALS: dict[Side, tuple[str, ...]] = {"axis": ("berlin", "ruhr"), "allied": ("britain", "moscow", "paris")}
"""Nobody who has read the rules leaves them empty while the enemy can come."""
THROAT: dict[Side, tuple[str, ...]] = {"axis": ("britain", "moscow"), "allied": ("berlin", "ruhr")}
"""What a recruit does not aim at: with these the other side loses the war, or the best part of it."""
_FORGIVEN = 0.5
"""How much less it thinks of what lies open, and of what it would have to sail to."""


def action(s: Situation, options: list[Choice], score: Callable[[Choice], float], rng: Random) -> Choice:
    """choose_action: the best of what comes to mind, or of all where none of that is good for anything."""
    alarmed = alarm(s, options)
    if alarmed:
        return max(alarmed, key=score)
    kind = [choice for choice in options if not goes_for_the_throat(s, choice)]
    seen = come_to_mind(kind, thing, rng, lambda choice: attention(s, choice))
    best = max(seen or kind, key=score)
    return best if score(best) > 0 else max(kind, key=score)


def alarm(s: Situation, options: list[Choice]) -> list[Choice]:
    """Ways to man a capital that lies empty within the enemy's reach."""
    return [choice for choice in options if choice[0] == "place_defence" and _mans(s, str(choice[1]), str(choice[2]))]


def _mans(s: Situation, card: str, province: str) -> bool:
    fights = DEFENCE[PROVINCE[province].kind][card]
    return bool(fights and province in CAPITALS[s.me] and s.threat(province) and not s.own_defence(province))


def goes_for_the_throat(s: Situation, choice: Choice) -> bool:
    return choice[0] == "create_operation" and choice[1] in THROAT[s.me]


def thing(choice: Choice) -> str | None:
    """What a choice is about: a province, a plan, a pile. A quagmire must be resolved, and a turn ended."""
    match choice:
        case ("end_actions",) | ("resolve_quagmire", _):
            return None
        case ("place_defence", _, str(province)):
            return f"defence of {province}"
        case ("create_operation", str(target), _):
            return f"plan against {target}"
    return f"{choice[1]}"


def attention(s: Situation, choice: Choice) -> float:
    """How readily it thinks of something: less of a gap in the enemy's lines, and of shores far away."""
    share = s.weights.attention
    if choice[0] == "create_operation":
        target = str(choice[1])
        if not s.garrison(target) or s.invasion(s.me, target):
            return share * _FORGIVEN
    return share
