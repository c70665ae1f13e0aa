"""The content of Churchill: typed rows, and the lookup tables the rules read.

Cards name their effects; each kind of effect is one function of the rules. No rule knows a card by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from casusbelli.game import Content

FOLDER = Path(__file__).parent
CONTENT = Content("churchill", FOLDER / "content")

Power = str
Support = Literal["offensive", "naval", "any"]
Marker = Literal["network", "alignment"]
Mode = Literal["advance", "debate"]
Dice = Literal["1d6", "2d6"]


class Row(msgspec.Struct, frozen=True):
    """An entry of a table. Fields that only readers or screens need are left to the files."""

    id: str


# -- the board -----------------------------------------------------------------------------------------------------------


class PowerRow(Row, frozen=True):
    leader: str
    clockwise_next: Power
    base_production: int
    max_networks: int
    max_alignments: int
    national_characteristic: str


class Characteristic(Row, frozen=True):
    power: Power
    rule: Literal["agenda_value_bonus", "staff_debate_bonus", "wins_or_decides_ties"]
    amount: int


class Region(Row, frozen=True):
    axis: str


class Theater(Row, frozen=True):
    region: str
    front: str
    naval_cap: int


class Front(Row, frozen=True):
    theater: str
    color: Power
    scores_for: tuple[Power, ...]
    removes_networks_of: tuple[Power, ...]
    target: str
    path: tuple[str, ...]


class Space(Row, frozen=True):
    kind: Literal["box", "land", "amphibious"]
    naval_required: int
    b29: bool
    kamikaze: bool
    axis: str
    countries: tuple[str, ...]


class Country(Row, frozen=True):
    kind: Literal["country", "colony"]
    space: str
    arctic: bool = False


class AbombSpace(Row, frozen=True):
    step: int


class GlobalMarker(Row, frozen=True):
    powers: tuple[Power, ...]
    ussr_only: tuple[str, ...] = ()
    west_only: tuple[str, ...] = ()
    double_cost: tuple[str, ...] = ()


# -- issues ----------------------------------------------------------------------------------------------------------------


class Issue(Row, frozen=True):
    category: str
    conditional: bool
    power: Power = ""
    region: str = ""
    alignments: int = 0
    networks: int = 0
    enables: str = ""


# -- staff and leader cards --------------------------------------------------------------------------------------------------


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All keys must hold; the entries of a list are alternatives."""

    category: tuple[str, ...] = ()
    issue: tuple[str, ...] = ()
    track: tuple[Power, ...] = ()
    leader_active: Power = ""
    leader_inactive: Power = ""
    mode: Mode | Literal[""] = ""


class Effect(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """One effect of a card."""


class Bonus(Effect, frozen=True, tag="bonus"):
    amount: int
    when: When = When()


class FlexibleValue(Effect, frozen=True, tag="flexible_value"):
    min: int


class DieValue(Effect, frozen=True, tag="die_value"):
    die: int


class Gain(Effect, frozen=True, tag="gain"):
    networks: int = 0
    alignments: int = 0
    networks_first_edition: int | None = None
    when: When = When()


class StaffSupport(Effect, frozen=True, tag="place_support"):
    support: Literal["offensive", "naval"]
    theaters: tuple[str, ...]
    count: int


class Health(Effect, frozen=True, tag="health"):
    dice: Dice
    on: tuple[int, ...]
    result: Literal["remove_from_game"]


class Gulag(Effect, frozen=True, tag="gulag"):
    dice: Dice
    on: tuple[int, ...]


class Undebatable(Effect, frozen=True, tag="undebatable"):
    when: When = When()


class LeaderHealth(Effect, frozen=True, tag="leader_health"):
    dice: Dice
    on: tuple[int, ...]
    result: Literal["inactive_next_conference", "replace"]
    replacement: str = ""


class Paranoia(Effect, frozen=True, tag="paranoia"):
    dice: Dice
    on: tuple[int, ...]
    amount: int
    minimum: int


PersonEffect = Bonus | FlexibleValue | DieValue | Gain | StaffSupport | Health | Gulag | Undebatable | LeaderHealth | Paranoia


class Person(Row, frozen=True):
    power: Power
    value: int
    effects: tuple[PersonEffect, ...]


class StaffCard(Person, frozen=True):
    number: int
    chief_of_staff: bool


# -- conference cards ----------------------------------------------------------------------------------------------------------


class CommitProduction(Effect, frozen=True, tag="commit_production"):
    power: Power
    theater: str
    count: int
    support: Support


class PlaceIssue(Effect, frozen=True, tag="place_issue"):
    issue: str


class LeaderRestriction(Effect, frozen=True, tag="leader_restriction"):
    power: Power
    mode: Literal["cannot_advance"]


class MurmanskConvoy(Effect, frozen=True, tag="murmansk_convoy"):
    pass


class AxisReserve(Effect, frozen=True, tag="axis_reserve"):
    unit: Literal["german", "japanese", "ijn"]
    front: str
    count: int


class PlaceSupport(Effect, frozen=True, tag="place_support"):
    support: Literal["offensive", "naval"]
    theater: str
    count: int


class RemoveSupport(Effect, frozen=True, tag="remove_support"):
    support: Literal["offensive", "naval"]
    theater: str
    count: int


class PolMilPlace(Effect, frozen=True, tag="polmil_place"):
    power: Power
    marker: Marker
    rolls: int


class PolMilRemove(Effect, frozen=True, tag="polmil_remove"):
    owner: str
    marker: Marker
    rolls: int


class PartisanStrife(Effect, frozen=True, tag="partisan_strife"):
    pass


class PlaceNetwork(Effect, frozen=True, tag="place_network"):
    power: Power
    space: str


class RemoveNetworks(Effect, frozen=True, tag="remove_networks"):
    space: str
    owners: tuple[Power, ...]


class HealthModifier(Effect, frozen=True, tag="leader_health_modifier"):
    power: Power
    amount: int


ConferenceEffect = (
    CommitProduction
    | PlaceIssue
    | LeaderRestriction
    | MurmanskConvoy
    | AxisReserve
    | PlaceSupport
    | RemoveSupport
    | PolMilPlace
    | PolMilRemove
    | PartisanStrife
    | PlaceNetwork
    | RemoveNetworks
    | HealthModifier
)


class Band(msgspec.Struct, frozen=True):
    band: str
    effects: tuple[ConferenceEffect, ...]


class ConferenceCard(Row, frozen=True):
    conference: int
    version: str
    bands: tuple[Band, ...]


# -- the Axis, tables, scenarios ---------------------------------------------------------------------------------------------


class Reserve(Row, frozen=True):
    count: int
    axis: str
    kind: Literal["army", "navy"]


class Priority(Row, frozen=True):
    count: int
    count_optional_rule: int = 0


class Collapse(Row, frozen=True):
    front: str
    space: str
    removes: str
    count: int


class Constants(Row, frozen=True):
    arctic_naval_threshold: int
    arctic_bonus: int
    murmansk_success: tuple[int, ...]
    strategic_materials_bonus: int
    directed_offensive_support: int
    naval_cap: int
    base_strength: int
    support_strength: int
    reserve_strength: int
    breakthrough_threshold: int
    front_die: int
    abomb_success_min: int
    leadership_bonus: int
    leadership_issue_bonus: int
    leadership_both_bonus: int
    free_networks: int
    max_networks_per_space: int
    hand_size: int
    agenda_tokens_each: int
    agenda_vp: int
    turn_timer_seconds: int


class PolMilTable(Row, frozen=True):
    rows: tuple[tuple[str, ...], ...]


class VictoryLine(Row, frozen=True):
    letter: str
    letter_first_edition: str
    each: dict[Power, int]
    each_first_edition: dict[Power, int] | None = None


class VictoryCondition(Row, frozen=True):
    max_spread: int = 0
    max_spread_first_edition: int = 0
    adjust_first: int = 0
    adjust_second: int = 0
    adjust_third: int = 0


class AgendaToken(Row, frozen=True):
    country: str


class Spaces(msgspec.Struct, frozen=True):
    power: Power
    spaces: tuple[str, ...]


class ScenarioRow(Row, frozen=True):
    first_conference: int
    last_conference: int
    removed_issues: tuple[str, ...]
    issues_on_table: tuple[str, ...]
    eliminated_reserves: tuple[str, ...]
    german_armies: int
    japanese_armies: int
    ijn_fleets: int
    fronts: dict[str, str]
    naval: dict[str, int]
    networks: tuple[Spaces, ...]
    alignments: tuple[Spaces, ...]
    alignments_only_first_edition: tuple[Spaces, ...]
    leadership: dict[str, Power]
    abomb: dict[Power, str]
    global_issues: dict[str, str]
    history: dict[str, int]


POWER_ROWS = CONTENT.table("power", PowerRow)
CHARACTERISTICS = CONTENT.table("national_characteristic", Characteristic)
REGIONS = CONTENT.table("region", Region)
THEATERS = CONTENT.table("theater", Theater)
FRONTS = CONTENT.table("front", Front)
SPACES = CONTENT.table("space", Space)
COUNTRIES = CONTENT.table("country", Country)
ABOMB_SPACES = CONTENT.table("abomb_space", AbombSpace)
GLOBAL_MARKERS = CONTENT.table("global_issue", GlobalMarker)
ISSUES = CONTENT.table("issue", Issue)
STAFF = CONTENT.table("staff", StaffCard)
LEADERS = CONTENT.table("leader", Person)
CONFERENCES = CONTENT.table("conference", ConferenceCard)
RESERVES = CONTENT.table("reserve", Reserve)
PRIORITIES = CONTENT.table("priority", Priority)
COLLAPSES = CONTENT.table("collapse", Collapse)
NUMBERS = CONTENT.table("constants", Constants)["constants"]
POL_MIL = CONTENT.table("pol_mil", PolMilTable)["pol_mil_table"].rows
LINES = CONTENT.table("vp", VictoryLine)
ENDINGS = CONTENT.table("victory_condition", VictoryCondition)
AGENDA_TOKENS = CONTENT.table("agenda_token", AgendaToken)
SCENARIOS = CONTENT.table("scenario", ScenarioRow)

# -- lookup tables -----------------------------------------------------------------------------------------------------------

UK, USSR, US = "uk", "ussr", "us"
POWERS: tuple[Power, ...] = (UK, USSR, US)
"""Clockwise (R1), which is also the order in which several powers act by a conference card (5.12)."""

TIE_ORDER: tuple[Power, ...] = (USSR, US, UK)
"""4.51: who is asked first to break a tie with his leader."""

LEFT_OF: dict[Power, Power] = {p: row.clockwise_next for p, row in POWER_ROWS.items()}
FROM_LEFT: dict[Power, tuple[Power, Power, Power]] = {p: (LEFT_OF[p], LEFT_OF[LEFT_OF[p]], p) for p in POWERS}
"""The three powers clockwise, beginning left of this one and ending with it."""

RIVALS: dict[Power, tuple[Power, Power]] = {p: FROM_LEFT[p][:2] for p in POWERS}

AGENDA_BONUS = {
    p: sum(c.amount for c in CHARACTERISTICS.values() if c.power == p and c.rule == "agenda_value_bonus") for p in POWERS
}
DEBATE_BONUS = {
    p: sum(c.amount for c in CHARACTERISTICS.values() if c.power == p and c.rule == "staff_debate_bonus") for p in POWERS
}
TIE_WINNER = next(c.power for c in CHARACTERISTICS.values() if c.rule == "wins_or_decides_ties")

DECKS: dict[Power, tuple[str, ...]] = {
    p: tuple(sorted((c.id for c in STAFF.values() if c.power == p), key=lambda card: STAFF[card].number)) for p in POWERS
}
VERSIONS: dict[int, tuple[str, ...]] = {
    n: tuple(c.id for c in CONFERENCES.values() if c.conference == n)
    for n in sorted({c.conference for c in CONFERENCES.values()})
}

EUROPE, PACIFIC, EITHER = "europe", "pacific", "either"
GERMANY, JAPAN = REGIONS[EUROPE].axis, REGIONS[PACIFIC].axis
ARCTIC = "arctic"
WESTERN, MEDITERRANEAN, EASTERN = "western_front", "mediterranean_front", "eastern_front"
CENTRAL_PACIFIC, SW_PACIFIC, CBI, FAR_EAST = "central_pacific_front", "sw_pacific_front", "cbi_front", "far_east_front"
BOLERO, NORMANDY, RHINELAND, WEST_GERMANY = "bolero", "normandy", "rhineland", "west_germany"
CENTRAL_ITALY, NORTH_ITALY, PRUSSIA, EAST_GERMANY = "central_italy", "north_italy", "prussia", "east_germany"
IWO_JIMA, OKINAWA, PHILIPPINES, KYUSHU = "iwo_jima", "okinawa", "philippines", "kyushu"
FORMOSA, MANCHURIA, KOREA = "formosa", "manchuria", "korea"

AXIS_OF: dict[str, str] = {f: REGIONS[THEATERS[row.theater].region].axis for f, row in FRONTS.items()}
AXIS_OF_THEATER: dict[str, str] = {t: REGIONS[row.region].axis for t, row in THEATERS.items()}
FRONT_OF: dict[str, str] = {t: row.front for t, row in THEATERS.items() if row.front in FRONTS}
PATHS: dict[str, tuple[Space, ...]] = {f: tuple(SPACES[s] for s in row.path) for f, row in FRONTS.items()}
END_OF: dict[str, int] = {f: len(path) - 1 for f, path in PATHS.items()}
"""The step at which a Front has nowhere to go."""

STEP: dict[tuple[str, str], int] = {(f, s): n for f, row in FRONTS.items() for n, s in enumerate(row.path)}
"""The place of a space on a Front's path."""

COLONIES: tuple[str, ...] = tuple(c for c, row in COUNTRIES.items() if row.kind == "colony")
IS_COLONY: dict[str, bool] = {c: row.kind == "colony" for c, row in COUNTRIES.items()}
ON_MAIN_EUROPEAN_TRACKS: dict[str, bool] = {
    c: row.space in FRONTS[WESTERN].path or row.space in FRONTS[EASTERN].path for c, row in COUNTRIES.items()
}
"""6.11: the countries that a neutral uk_ussr marker closes to alignments."""

CATEGORY: dict[str, str] = {i: row.category for i, row in ISSUES.items()}
CONDITIONAL: dict[str, bool] = {i: row.conditional for i, row in ISSUES.items()}
BARRED_WITHOUT: dict[str, str] = {row.enables: i for i, row in ISSUES.items() if row.enables}
"""6.2: spaces that a Front may enter only while this issue lies on the centre; entering it removes the issue."""


def of_category(category: str) -> tuple[str, ...]:
    return tuple(i for i, row in ISSUES.items() if row.category == category)


PRODUCTION_ISSUES = of_category("production")
OFFENSIVE_ISSUES = of_category("directed_offensive")
LEADERSHIP_ISSUES = of_category("leadership")
POL_MIL_ISSUES = of_category("pol_mil")
(MATERIALS_ISSUE,) = of_category("strategic_materials")
(ABOMB_ISSUE,) = of_category("abomb")
(GLOBAL_ISSUE,) = of_category("global")

TRINITY = max(row.step for row in ABOMB_SPACES.values())

MARKERS_OF: dict[Power, tuple[str, ...]] = {p: tuple(m for m, row in GLOBAL_MARKERS.items() if p in row.powers) for p in POWERS}
UK_US, UK_USSR, US_USSR = "uk_us", "uk_ussr", "us_ussr"

COLLAPSE_AT: dict[tuple[str, str], tuple[Collapse, ...]] = {
    (c.front, c.space): tuple(d for d in COLLAPSES.values() if (d.front, d.space) == (c.front, c.space))
    for c in COLLAPSES.values()
}
UNIT = {"german": "german_army", "japanese": "japanese_army", "ijn": "ijn_fleet"}


def names(language: str) -> dict[str, str]:
    """Display names by id. Cards also have ``<id>.text`` and persons ``<id>.role``; bands of a conference card have
    ``<id>.<band>.title`` and ``<id>.<band>.text``. In the first edition a leader may read ``<id>.text_first_edition``."""
    out = CONTENT.names(language)
    for table in ("staff", "leader"):
        for card, entry in CONTENT.tables[table].items():
            out[f"{card}.role"] = entry[f"role_{language}"]
            out[f"{card}.text"] = entry[f"text_{language}"]
            first = entry.get(f"text_{language}_first_edition")
            if first:
                out[f"{card}.text_first_edition"] = first
    for card, entry in CONTENT.tables["conference"].items():
        for band in entry["bands"]:
            out[f"{card}.{band['band']}.title"] = band[f"title_{language}"]
            out[f"{card}.{band['band']}.text"] = band[f"text_{language}"]
    return out
