"""What an issue is worth to a power, and what its place on the table is worth."""

from __future__ import annotations

from collections.abc import Callable

from ..content import (
    ABOMB_ISSUE,
    BARRED_WITHOUT,
    BOLERO,
    CENTRAL_ITALY,
    FAR_EAST,
    GERMANY,
    GLOBAL_ISSUE,
    ISSUES,
    LEADERSHIP_ISSUES,
    MANCHURIA,
    MARKERS_OF,
    NORMANDY,
    NUMBERS,
    POL_MIL_ISSUES,
    REGIONS,
    RIVALS,
    STEP,
    TRINITY,
    US,
    USSR,
    WESTERN,
    Power,
)
from ..forecast import Distribution, army_chances
from ..fronts import strength_of
from ..scoring import score_sheet, totals
from ..state import CHAIR, Churchill, Place
from .plan import FIRM, LOOSE, plan
from .settlement import prices, useful
from .tables import GOALS, TABLES, WORTH, Goal, P

WITHOUT_A_PLACE = 1.8
"""What a Pol-Mil issue loses for every alignment that would find no country."""

MENACE, MENACING = 0.25, 15
"""How much more, at most, an issue counts with the stronger rival than with one on a par; and how many points that takes."""

MEETING = "meeting"
SECOND_FRONT, DECLARATION = BARRED_WITHOUT[NORMANDY], BARRED_WITHOUT[MANCHURIA]


def before_normandy(g: Churchill) -> bool:
    return g.fronts[WESTERN] == STEP[WESTERN, BOLERO]


def before_manchuria(g: Churchill) -> bool:
    return g.fronts[FAR_EAST] == STEP[FAR_EAST, MANCHURIA] - 1


GOAL_HOLDS: dict[str, Callable[[Churchill], bool]] = {
    "second_front_ussr": before_normandy,
    "second_front_us": lambda g: before_normandy(g) and g.naval["western"] >= 3,
    "second_front_uk_block": lambda g: before_normandy(g) and CENTRAL_ITALY not in g.entered and g.conference <= 6,
    "second_front_uk_accept": lambda g: before_normandy(g) and (CENTRAL_ITALY in g.entered or g.conference >= 7),
    "war_on_japan_us": lambda g: before_manchuria(g) and g.conference >= 7,
    "war_on_japan_ussr_late": lambda g: before_manchuria(g) and (g.conference >= 8 or GERMANY in g.surrendered),
    "war_on_japan_ussr_early": lambda g: before_manchuria(g) and g.conference <= 7 and GERMANY not in g.surrendered,
    "war_on_japan_uk": lambda g: before_manchuria(g) and g.conference >= 9,
}


def goal_of(g: Churchill, power: Power, issue: str) -> Goal | None:
    """The first goal of the power for a conditional issue that holds now."""
    for goal in GOALS.values():
        if goal.power == power and goal.issue == issue and GOAL_HOLDS[goal.id](g):
            return goal
    return None


Curve = list[float]
"""The chance of a Front to advance with 0, 1, 2, … Offensive Support, once the Naval Support is there."""


def curve_of(chances: Distribution) -> Curve:
    """As far as more support adds anything."""
    die = NUMBERS.front_die
    curve: Curve = []
    while not curve or curve[-1] < 1.0 - 1e-9:
        support = len(curve)
        curve.append(sum(p * min(die, max(0, strength_of(support, armies))) for armies, p in enumerate(chances) if p) / die)
    return curve


def chance_with(curve: Curve, support: int) -> float:
    return curve[support] if support < len(curve) else 1.0


class Desks:
    """The estimates of all powers in one position, made when asked for. They hold as long as nothing on the map changes."""

    __slots__ = ("_chances", "_curves", "_made", "_total", "g")

    def __init__(self, g: Churchill) -> None:
        self.g = g
        self._made: dict[Power, Desk] = {}
        self._chances: dict[str, Distribution] | None = None
        self._curves: dict[str, Curve] = {}
        self._total: dict[Power, int] | None = None

    @property
    def chances(self) -> dict[str, Distribution]:
        """The Axis armies each Front is likely to meet."""
        if self._chances is None:
            self._chances = army_chances(self.g)
        return self._chances

    def curve(self, front: str) -> Curve:
        curve = self._curves.get(front)
        if curve is None:
            curve = self._curves[front] = curve_of(self.chances[front])
        return curve

    @property
    def total(self) -> dict[Power, int]:
        """9.4: the points of every power if the game ended now."""
        if self._total is None:
            self._total = totals(score_sheet(self.g))
        return self._total

    def think_again(self) -> None:
        """An issue was won: the map is as it was, what the others are worth is not."""
        self._made = {}

    def of(self, power: Power) -> Desk:
        desk = self._made.get(power)
        if desk is None:
            desk = self._made[power] = Desk(self, power)
        return desk


class Desk:
    """A power's estimate of every issue in one position."""

    __slots__ = ("desks", "g", "goals", "menace", "power", "worth")

    def __init__(self, desks: Desks, power: Power) -> None:
        g = desks.g
        self.desks = desks
        self.g = g
        self.power = power
        self.goals = {i: goal for i in (SECOND_FRONT, DECLARATION) if (goal := goal_of(g, power, i)) is not None}
        self.worth = self._worth()
        self.menace = {rival: self._menace(rival) for rival in RIVALS[power]}
        if g.phase == MEETING and g.opening:
            self._hold_to_plan()

    def _hold_to_plan(self) -> None:
        """11.3: during the meeting the issues of the plan count more, all others less."""
        wanted = plan(self.g, self.power, self.worth)
        for issue in self.g.opening:
            self.worth[issue] *= FIRM if issue in wanted else LOOSE

    def _worth(self) -> dict[str, float]:
        """The table, the goals, the modifiers."""
        g, power = self.g, self.power
        worth = dict(WORTH[power])
        for issue, goal in self.goals.items():
            worth[issue] = goal.worth
        if all(g.globals.get(m) == power for m in MARKERS_OF[power]):
            worth[GLOBAL_ISSUE] -= 2.0
        if power == USSR and g.abomb[USSR] >= TRINITY:
            worth[ABOMB_ISSUE] -= 3.2
        elif power != USSR and g.abomb[US] >= TRINITY:
            worth[ABOMB_ISSUE] -= 1.4
        costs = prices(g, power)
        for issue in POL_MIL_ISSUES:
            worth[issue] -= WITHOUT_A_PLACE * (ISSUES[issue].alignments - useful(g, power, costs, issue))
        if self.far_ahead():
            for issue in (GLOBAL_ISSUE, ABOMB_ISSUE, *POL_MIL_ISSUES):
                worth[issue] *= P.restraint_factor
        bonus = TABLES[power].conference_issue_bonus
        out = {issue: max(0.2, value + bonus) for issue, value in worth.items()}
        for issue in LEADERSHIP_ISSUES:
            if REGIONS[ISSUES[issue].region].axis in g.surrendered:
                out[issue] = 0.5
        return out

    def _menace(self, rival: Power) -> float:
        """What goes to the stronger of two rivals hurts more."""
        other = next(p for p in RIVALS[self.power] if p != rival)
        ahead = self.desks.total[rival] - self.desks.total[other]
        return 1.0 + max(-MENACE, min(MENACE, MENACE * ahead / MENACING))

    def far_ahead(self) -> bool:
        """Far ahead, but not ahead of the two others together, with the war nearly won: more points would lose the game."""
        if not self.g.surrendered:
            return False
        mine, *rest = (self.desks.total[p] for p in (self.power, *RIVALS[self.power]))
        return max(rest) <= mine <= sum(rest) and mine - min(rest) > P.restraint_lead

    def phi(self, issue: str, place: Place) -> float:
        """What it is worth that an issue lies there: the chance to keep it, or what it costs that a rival may."""
        track, n = place
        goal = self.goals.get(issue)
        if goal is not None and goal.goal == "center":
            if not track:
                return self.worth[issue] * P.conditional_center_chance
            if track == self.power:
                return self.worth[issue] * 0.15
        if not track:
            return 0.0
        chance = P.track_chance[min(n, CHAIR)]
        if track == self.power:
            return self.worth[issue] * chance
        return -P.opponent_track_factor * self.menace[track] * self.harm(issue, track) * chance

    def harm(self, issue: str, rival: Power) -> float:
        """What a rival makes of an issue, and what he keeps from me with it, count alike."""
        return (self.worth[issue] + self.desks.of(rival).worth[issue]) / 2

    def gain(self, issue: str, before: Place, after: Place) -> float:
        return self.phi(issue, after) - self.phi(issue, before)
