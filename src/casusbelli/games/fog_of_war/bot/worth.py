"""What a province is worth to a side, and what should be kept there."""

from __future__ import annotations

from ..content import AXIS, EVENTS, NEUTRAL, OBJECTIVES, PROVINCE, Side
from .situation import Situation, is_major_neutral, is_minor_neutral, reckoned_once

HOME = ("ruhr", "berlin")
DEAR = 1.0
"""Who keeps so much in reserve somewhere must not lose it: it is guarded against what may come as well."""
_JOINING = EVENTS["balkans_join"].effects[0]
_WITH_PARIS = EVENTS["fall_of_france"].effects[0]
_SOVIET_WAR = (-3.0, -0.5, 0.5, 0.5, 0.5)
_OBJECTIVE_TO_ALLIES = (0.0, 0.5, 1.5, 3.0, 5.0)
_LAST_DAY = {"axis": (2.0, 2.0, 2.0, 4.0, 10.0), "allied": (0.0, 2.4, 6.4, 13.0, 22.0)}
_RESOURCE = (0.8, 0.8, 0.8, 0.5, 0.0)
_HOME_RESERVE = (0.0, 1.0, 2.5, 4.0, 4.0)
_OBJECTIVE_RESERVE = (0.0, 0.0, 0.5, 2.0, 3.0)
_PARIS_RESERVE = (0.0, 0.5, 1.0, 2.0, 2.0)
_RUSSIAN_RESERVE = (0.0, 1.5, 2.0, 1.0, 0.0)
_LATE = {"axis": (0.0, 0.0, 0.3, 1.2, 1.5), "allied": (1.0, 0.5, 0.0, -0.8, -1.5)}


@reckoned_once
def worth(s: Situation, side: Side, province: str) -> float:
    """What holding the province is worth to a side."""
    row = PROVINCE[province]
    value = 0.8 * row.resources + 1.2 * row.vp
    if s.weights.last_day:
        value = _RESOURCE[s.index] * row.resources + 1.2 * s.points_matter * row.vp
    return value + (_worth_to_axis(s, province) if side == AXIS else _worth_to_allies(s, province))


def _worth_to_axis(s: Situation, province: str) -> float:
    flags, value = s.view["flags"], 0.0
    if province == "paris" and not flags["france_fallen"]:
        value += 5
    if province == "britain" and not flags["uk_fallen"]:
        value += 2
    if province in HOME:
        value += 12
    if province in ("north_sea", "east_mediterranean"):
        value += 1
    if s.weights.last_day:
        value += s.weights.last_day * s.hangs.get(province, 0.0) * _LAST_DAY["axis"][s.index]
    elif s.me == AXIS and OBJECTIVES.get(province) in (s.view["victory"]["kept"] or ()):
        value += 2
    if is_major_neutral(s, province):
        value += _SOVIET_WAR[s.index]
    return value


def _worth_to_allies(s: Situation, province: str) -> float:
    value = 0.0
    if province in HOME:
        value += 6 + (s.weights.germany if s.index >= 3 else 0.0)
        if any(s.control(other) == "allied" for other in HOME if other != province):
            value += 15
    if s.weights.last_day:
        value += s.weights.last_day * s.hangs.get(province, 0.0) * _LAST_DAY["allied"][s.index]
    elif province in OBJECTIVES and (s.me == AXIS or OBJECTIVES[province] in s.view["victory"]["possible"]):
        value += _OBJECTIVE_TO_ALLIES[s.index]
    if province == "paris":
        value += 1.5
    if province == "west_mediterranean":
        value += 1
    if is_minor_neutral(s, province):
        value -= 2.5
    return value


def reserve(s: Situation, province: str) -> float:
    """Strength to keep in a province beyond what its threat asks for."""
    if s.me == AXIS:
        value = 0.0
        if province in HOME:
            value += s.weights.home_guard * _HOME_RESERVE[s.index]
        if OBJECTIVES.get(province) in (s.view["victory"]["kept"] or ()):
            value += s.weights.objective_guard * _OBJECTIVE_RESERVE[s.index]
        if province == "paris":
            value += _PARIS_RESERVE[s.index]
        return value
    if province == "britain":
        return s.weights.britain_guard + (1.5 if "axis" in (s.control("north_sea"), s.control("north_atlantic")) else 0.0)
    if province in ("leningrad", "moscow"):
        return _RUSSIAN_RESERVE[s.index]
    return {"north_sea": 1.0, "egypt": 0.7}.get(province, 0.0)


@reckoned_once
def wanted(s: Situation, province: str) -> float:
    """The strength that should defend a province."""
    threat = s.threat(province)
    kept = reserve(s, province)
    if kept >= DEAR:
        kept = max(kept, s.weights.dread * s.dreaded / 2)
    usual = s.weights.guard + 0.45 * worth(s, s.foe, province) * threat + kept
    return max(usual, s.weights.answers * s.answer(province))


def joins_for_nothing(s: Situation, province: str) -> bool:
    """Whether a province will come over to this side without a fight: the Balkans, and with Paris the French colonies."""
    if s.me != AXIS:
        return False
    if province in _JOINING.provinces:
        return s.year == EVENTS["balkans_join"].trigger.year and s.control(province) == NEUTRAL
    return province in _WITH_PARIS.provinces and not s.view["flags"]["france_fallen"] and s.control("paris") == "allied"


def lateness(s: Situation) -> float:
    """What the calendar takes from a new operation: the Axis tires, the Allies gather strength."""
    return _LATE[s.me][s.index]
