"""Yes or no: vetoes, bonuses shown, activations cancelled, leaders' tests, conscripts, the gold's use, republics subjugated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casusbelli.kernel import Choice

from ..board import neighbours, own_units
from ..cards import CARD_NUMBER, CARDS, PC_NUMBER
from ..content import FACTION, FACTION_MASK, FIRST_OWNER, LEADER, LEADERS, SIGN, SPACE, VC_MASK, bits
from ..operations import ready_units
from ..state import COMBAT
from .battles import attack_value, prize
from .campaign import steps_needed
from .markers import box_value, influence_value
from .odds import striking
from .politics import bonus_value
from .situation import Situation

_INITIATIVE = 4.0
"""What an initiative card is worth in hand beside its activations."""
_MARCH = 0.5
"""What it is worth to hold up a strong enemy stack that is about to march, for every factor of it."""
_AUTO = 7.0
"""A prize for which a test is not left to the die."""
_STEPS_A_POINT = 4
"""Steps for which a victory point is given away, at the least, when they find a use."""


def veto(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """pol_veto: the marker stays with the enemy where that serves us better, as with a Legion that we may then attack."""
    faction = FACTION[str(about["faction"])]
    here = s.g.fcm[faction]
    following = here - (1 if here > 0 else -1)
    stays = box_value(s, faction, here) > box_value(s, faction, following)
    return ("veto",) if stays else ("let_go",)


def bonus(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """pol_declare_bonus: steps that find a use are worth showing the card; others are not."""
    shown = next((c for c in options if c[0] == "declare"), None)
    if shown is None:
        return options[0]
    useful = steps_needed(s) > 0.0 and bonus_value(s, PC_NUMBER[str(shown[1])]) > 0.0
    return shown if useful and s.horizon.steps else ("keep_silent",)


def cancel(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """cancel_activation: the attack or march that would hurt us most, if it is worth the card."""
    best: tuple[float, Choice] = (0.0, ("pass",))
    for choice in options:
        if choice[0] == "cancel":
            card = CARDS[s.me][CARD_NUMBER[str(choice[1])]]
            gain = _blow(s, SPACE[str(choice[2])]) - _INITIATIVE - s.weights.card * card.ops
            if gain > best[0]:
                best = (gain, choice)
    return best[1]


def _blow(s: Situation, space: int) -> float:
    """What the enemy's troops in an activated space would do to us."""
    g = s.g
    units = ready_units(g, space, s.foe) or own_units(g, space, s.foe)
    if (space, COMBAT) not in g.operation.markers:
        return _MARCH * sum(s.strength(u) for u in units)
    worst = 0.0
    for near in neighbours(g, space):
        if g.board.held[s.me] >> near & 1:
            group = striking(s, units, near)
            if group:
                worst = max(worst, attack_value(s, s.foe, group, near))
    return worst


def test_leader(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """auto_leader: the card instead of the die where much hangs on a leader who would rather fail."""
    cards = [c for c in options if c[0] == "auto"]
    battle = s.g.battle
    if not cards or battle is None or LEADERS[LEADER[str(about["leader"])]].rating >= 4:
        return ("roll",)
    return cards[0] if prize(s, battle.side, battle.target) >= _AUTO else ("roll",)


def conscripts(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """conscription: points for steps, where the steps are missing and the points are not what decides."""
    spare = s.g.vp[s.me] - s.g.vp[s.foe]
    missing = steps_needed(s)
    if s.g.rules.victory.red_end_vp:
        spare = s.g.vp[s.me] - s.g.rules.victory.red_end_vp
    paid = max(0, min(spare, int(missing // _STEPS_A_POINT)))
    return max((c for c in options if int(c[1]) <= paid), key=lambda c: int(c[1]))


def gold(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """igsr_choice: a step, or a point of influence that tips a marker."""
    steps = s.weights.step * min(1.0, max(0.0, steps_needed(s)))
    named = [c for c in options if c[0] == "gold_influence"]
    best = max(named, key=lambda c: influence_value(s, FACTION[str(c[1])], 1), default=None)
    if best is not None and influence_value(s, FACTION[str(best[1])], 1) > steps:
        return best
    return ("gold_steps",)


def subjugation(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """subjugate: a point for every city for good, against the forces of a faction that serves us."""
    best: tuple[float, Choice] = (0.0, ("pass",))
    for choice in options:
        if choice[0] == "subjugate":
            faction = FACTION[str(choice[1])]
            cities = (FACTION_MASK[faction] & VC_MASK).bit_count()
            value = s.weights.vp * cities
            if s.g.fcm[faction] * SIGN[s.me] == 2:
                troops = [u for space in bits(s.g.board.held[s.me]) for u in own_units(s.g, space, s.me)]
                value -= sum(s.unit_value(u) for u in troops if s.g.owner[u] - FIRST_OWNER == faction)
            if value > best[0]:
                best = (value, choice)
    return best[1]


VERDICTS: dict[str, Callable[[Situation, list[Choice], dict[str, Any]], Choice]] = {
    "pol_veto": veto,
    "pol_declare_bonus": bonus,
    "cancel_activation": cancel,
    "auto_leader": test_leader,
    "conscription": conscripts,
    "igsr_choice": gold,
    "subjugate": subjugation,
}
