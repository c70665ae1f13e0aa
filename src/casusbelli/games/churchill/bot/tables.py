"""The decision tables of the three bots, as content."""

from __future__ import annotations

from ..content import (
    CBI,
    CENTRAL_PACIFIC,
    CONTENT,
    EASTERN,
    FAR_EAST,
    GERMANY,
    ISSUES,
    JAPAN,
    POWERS,
    SW_PACIFIC,
    WESTERN,
    Power,
    Row,
)


class Table(Row, frozen=True):
    """What one power wants, in victory-point equivalents."""

    power: Power
    conference_issue_bonus: float
    worth: dict[str, float]
    global_preference: tuple[str, ...]
    leadership_choice: dict[str, Power]
    directed_offensive_order: tuple[str, ...]
    network_order: tuple[str, ...]
    advance_value: dict[str, float]


class Parameters(Row, frozen=True):
    """How much what the tables say weighs."""

    track_chance: tuple[float, ...]
    opponent_track_factor: float
    conditional_center_chance: float
    card_cost_per_point: float
    chief_of_staff_point_value: float
    debate_threshold: float
    debate_pass_credit: float
    leader_threshold: float
    leader_threshold_late: float
    leader_late_hand_size: int
    agenda_opponent_factor: float
    side_support_value: float
    side_network_value: float
    side_alignment_value: float
    alignment_value: float
    network_value: float
    lagging_us_front_bonus: float
    naval_investment_factor: float
    arctic_value_per_conference: dict[Power, float]
    abomb_die_value: dict[Power, float]
    restraint_lead: int
    restraint_factor: float


class Goal(Row, frozen=True):
    """What a power wants of a conditional issue while the goal's condition holds."""

    power: Power
    issue: str
    goal: str
    worth: float


TABLES: dict[Power, Table] = {row.power: row for row in CONTENT.table("bot", Table).values()}
P = CONTENT.table("parameters", Parameters)["parameters"]
GOALS = CONTENT.table("conditional_goal", Goal)

WORTH: dict[Power, dict[str, float]] = {
    power: {i: TABLES[power].worth.get(i, TABLES[power].worth.get(i.rpartition("_")[0], 0.0)) for i in ISSUES} for power in POWERS
}
"""The tables speak of counters that come in pairs without their number or letter."""

NATION_KEYS: dict[tuple[str, str], str] = {
    (WESTERN, GERMANY): "germany_west",
    (EASTERN, GERMANY): "germany_east",
    (CENTRAL_PACIFIC, JAPAN): "japan_cp",
    (SW_PACIFIC, JAPAN): "japan_sw",
    (CBI, JAPAN): "japan_cbi",
    (FAR_EAST, JAPAN): "japan_fe",
}

NETWORK_RANK: dict[Power, dict[str, int]] = {p: {c: n for n, c in enumerate(TABLES[p].network_order)} for p in POWERS}
OFFENSIVE_RANK: dict[Power, dict[str, int]] = {
    p: {f: n for n, f in enumerate(TABLES[p].directed_offensive_order)} for p in POWERS
}
