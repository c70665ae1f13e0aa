"""Set-up of the scenarios [3, 5]."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from casusbelli.kernel import OptionValue

from .board import politics_changed, set_faction_side
from .cards import BLUFF, CARD_NUMBER, INFLUENCE, PC_BY_BOX, deck_of
from .content import (
    BELARUS,
    CAMP,
    FACTION,
    FACTIONS,
    LEADER,
    LEADER_PLACEMENTS,
    LEADERS,
    NOBODY,
    OWNER,
    PLACEMENTS,
    RED,
    SCENARIOS,
    SIDE_OF,
    SPACE,
    SPACES,
    THIRD,
    UNIT,
    UNITS,
    UNITS_OF,
    WHITE,
    ScenarioRow,
)
from .factions import controller
from .hands import starting_years
from .state import ELIMINATED, EXCLUDED, INACTIVE, OUT, RESERVE, Chaos

_BOXES = {
    "red_reserve": RESERVE,
    "white_reserve": RESERVE,
    "red_eliminated": ELIMINATED,
    "white_eliminated": ELIMINATED,
    "white_reserve_inactive": INACTIVE,
}


_UNIT_SIDES = bytes(SIDE_OF.get(row.owner, NOBODY) for row in UNITS)
_UNIT_OWNERS = bytes(OWNER[row.owner] for row in UNITS)
_UNIT_CAMPS = bytes(CAMP["none" if "_insurr_" in row.id else row.camp] for row in UNITS)
"""Insurrection armies belong to no camp [10.3]."""
_LEADER_SIDES = bytes(SIDE_OF.get(row.owner, NOBODY) for row in LEADERS)


def set_up(scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Chaos:
    """The state before the first decision."""
    rules = SCENARIOS[scenario]
    excluded = {FACTION[f] for f in rules.excluded_factions}
    g = Chaos(
        phase="bid" if options["bid_for_sides"] else "preparation",
        seed=seed,
        scenario=scenario,
        random_cards=bool(options["random_political_cards"]),
        operations_bonus=bool(options["white_operations_bonus"]),
        two_minutes=bool(options["two_minute_rule"]),
        camp_limit=str(options["camp_limit"]),
        red_margin=rules.victory.end_red_margin,
        fixed_bid=0 if options["bid_for_sides"] else int(options["fixed_bid"]),
        secret_red=bool(options["secret_red_conditions"]) and scenario == "tournament_1919",
        turn=rules.first_turn,
        control=bytearray(_control(scenario)),
        where=[OUT] * len(UNITS),
        reduced=bytearray(len(UNITS)),
        side=bytearray(_UNIT_SIDES),
        owner=bytearray(_UNIT_OWNERS),
        camp=bytearray(_UNIT_CAMPS),
        leader_at=[OUT] * len(LEADERS),
        leader_side=bytearray(_LEADER_SIDES),
        tsar=rules.tsar,
        train=SPACE[rules.igsr] if rules.igsr else OUT,
        no_act=[SPACE[s] for s in rules.no_act],
        flags=list(rules.flags),
        aside=[[], [BLUFF, INFLUENCE], [BLUFF, INFLUENCE]],
        pc_deck=[list(numbers) for numbers in PC_BY_BOX],
    )
    for faction, position in rules.fcm.items():
        g.fcm[FACTION[faction]] = position
    for faction_number in excluded:
        g.fate[faction_number] = EXCLUDED
    _place(g, rules, excluded)
    _take_up_factions(g)
    _build_decks(g, rules, bool(options["no_starting_hand_1919"]))
    for side in rules.in_fighting:
        g.in_fighting[SIDE_OF[side]] = 1
    if g.flags and FACTION["belarus"] not in excluded and controller(g, BELARUS) == RED:
        g.responded.append(BELARUS)
    if options["optional_setup"] and scenario == "campaign":
        _roll_optional_strengths(g)
    g.train_holder = g.train_controller()
    return g


@cache
def _control(scenario: str) -> bytes:
    """Who controls each space at the beginning."""
    rules = SCENARIOS[scenario]
    in_1919, alone = rules.control_key == "setup_control_1919", "central_powers" in rules.excluded_factions
    sides = (SIDE_OF[row.setup_control_1919 if in_1919 else row.setup_control_campaign] for row in SPACES)
    return bytes(NOBODY if side == THIRD and alone else side for side in sides)


def _place(g: Chaos, rules: ScenarioRow, excluded: set[int]) -> None:
    rows = "campaign" if rules.id == "introductory_1918" else rules.id
    left_out = {unit for f in excluded for unit in UNITS_OF[f]}
    for row in PLACEMENTS:
        unit = UNIT[row.unit]
        if row.scenario == rows and unit not in left_out:
            g.where[unit] = SPACE[row.space] if row.space else _BOXES[row.box]
            g.reduced[unit] = int(row.reduced)
    for place in LEADER_PLACEMENTS:
        if place.scenario == rows:
            g.leader_at[LEADER[place.leader]] = SPACE[place.space]


def _take_up_factions(g: Chaos) -> None:
    """A faction that starts in a control box has been in one; its forces serve its controller [3]."""
    for faction in range(len(FACTIONS)):
        side = controller(g, faction)
        if side:
            g.been_controlled[faction] = 1
            g.deployed[faction] = int(any(g.where[u] != OUT for u in UNITS_OF[faction]))
            set_faction_side(g, faction, side)
    politics_changed(g)


def _build_decks(g: Chaos, rules: ScenarioRow, no_fixed_hand: bool) -> None:
    fixed = {RED: rules.starting_hand_red, WHITE: rules.starting_hand_white}
    out = {RED: rules.removed_red, WHITE: rules.removed_white}
    for side in (WHITE, RED):
        gone = [CARD_NUMBER[c] for c in out[side]]
        g.removed[side] = gone
        g.played.extend(out[side])
        g.hands[side] = [] if no_fixed_hand else [CARD_NUMBER[c] for c in fixed[side]]
        g.decks[side] = [n for n in deck_of(side, starting_years(g)) if n not in gone and n not in g.hands[side]]
        g.shuffle(g.decks[side])


def _roll_optional_strengths(g: Chaos) -> None:
    """Optional set-up: every army starts reduced on 4 to 6; then cards restore some [5.1]."""
    for unit, row in enumerate(UNITS):
        if row.army and g.where[unit] >= 0 and not g.reduced[unit] and "soc_rev" not in row.id and g.die() >= 4:
            g.reduced[unit] = 1
    g.optional_setup = True
