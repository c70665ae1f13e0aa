"""What the staff bot weighs, by grade. The numbers were found by play; ``docs/performance.md`` tells how they fare."""

from __future__ import annotations

import msgspec

from casusbelli.bots.beginner import ATTENTION


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """One grade's judgement."""

    unknown_card: float = 1.15
    """Factor on the mean strength of a defending card that was not seen."""
    neutral_card: float = 1.7
    """Strength expected of a Neutral card that was not seen."""
    margin: float = 0.5
    """Strength wanted above twice the defence before it stops adding."""
    slack: float = 0.2
    """Shortfall below twice the defence at which it launches all the same."""
    ratio_age_4: float = 1.5
    ratio_age_5: float = 1.25
    ratio_last_year: float = 1.4
    """Attack to defence at which an old operation, or any in the last year, is launched."""
    crowding: float = 1.4
    """What every operation already on the wheel takes from a new one."""
    draw_for_new_operation: int = 2
    """Cards that must be left in Draw for a new operation to ripen."""
    stop_below: float = 0.9
    """It ends its actions when nothing scores this much."""
    block_at_whim: float = 0.2
    """Chance to block a look without a reason."""
    feint: float = 0.3
    """Chance in a choice that it thinks of a feint of Decoys when it holds two."""
    attention: float = 1.0
    """How much of what is on offer comes to mind; who thinks of all of it plays to win, others are kind as well."""
    guard: float = 1.5
    """Strength wanted in any threatened province before its worth is counted."""
    home_guard: float = 1.0
    objective_guard: float = 1.0
    """Factors on what the Axis keeps in Germany and in its secret objectives."""
    britain_guard: float = 2.5
    plan: float = 3.0
    """What speaks for a new operation before its target is weighed."""
    answers: float = 0.0
    """How much of what a seen plan asks for is laid before its target."""
    gathers: float = 6.0
    """Strength that a plan can gather before it expires."""
    reach: float = 0.0
    """What each point of strength beyond what a plan can gather takes from it."""
    germany: float = 0.0
    """What Ruhr and Berlin weigh more for the Allies in the last two years."""
    thrift: float = 0.0
    """Worth that a battle must turn before the Advantage is given for it."""
    mislead: float = 0.0
    """Chance to look where it plans nothing."""
    last_day: float = 0.0
    """How much more a province weighs that the last day may hang on; the rest weighs less as the end comes near."""
    dread: float = 0.0
    """How much of the strongest plan that nobody has seen is expected before what must not fall."""
    strikes_first: float = 0.0
    """What speaks for a target that a seen plan must start from."""
    ratio_seen: float = 2.0
    """Attack to defence at which a plan that the enemy has just looked at is launched before he can answer."""
    last_chance: bool = False
    """In the last year it strikes with what is there before the war ends, and plays slowly while the enemy can only watch."""
    tidy: bool = False
    """Takes operations apart before they expire, and leaves alone what will join for nothing."""
    foresight: bool = False
    """Buys victory points only where they can decide the war."""


RECRUIT = Weights(attention=ATTENTION, block_at_whim=0.0, feint=0.0)
OFFICER = Weights(tidy=True)
MARSHAL = Weights(
    slack=0.0,
    margin=1.0,
    ratio_age_4=1.9,
    ratio_age_5=1.5,
    crowding=1.0,
    ratio_last_year=1.4,
    objective_guard=2.0,
    foresight=True,
    answers=1.0,
    last_day=1.0,
    gathers=12.0,
    last_chance=True,
    dread=1.0,
    strikes_first=2.0,
    ratio_seen=1.7,
    germany=4.0,
    reach=0.5,
    thrift=2.0,
    mislead=0.1,
    tidy=True,
)
"""Patience wins up to the last age: a ripe plan waits for twice the defence, and what would expire strikes at less."""
