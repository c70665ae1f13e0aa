"""7.6: the deployment of Axis reserves.

What is certain and what is left to the dice are kept apart in a plan: the war phase rolls for the rest, the forecast
weighs it.
"""

from __future__ import annotations

from .content import (
    ARCTIC,
    BOLERO,
    CBI,
    CENTRAL_PACIFIC,
    EASTERN,
    FAR_EAST,
    FRONTS,
    GERMANY,
    JAPAN,
    MEDITERRANEAN,
    NORMANDY,
    NUMBERS,
    PRIORITIES,
    STEP,
    SW_PACIFIC,
    UNIT,
    WESTERN,
)
from .state import Churchill
from .support import attempts, distance, entry_space, lose_naval

GERMAN, JAPANESE, FLEET = UNIT["german"], UNIT["japanese"], UNIT["ijn"]
ITALIAN, UBOAT = "italian_army", "uboat"

GERMAN_DIE: dict[int, str] = {1: WESTERN, 2: WESTERN, 3: EASTERN, 4: EASTERN, 5: MEDITERRANEAN, 6: ARCTIC}
JAPANESE_DIE: dict[int, str] = {1: CENTRAL_PACIFIC, 2: CENTRAL_PACIFIC, 3: SW_PACIFIC, 4: SW_PACIFIC, 5: CBI, 6: CBI}
SORTIE_FACES = (1, 2)
SINKING_FACES = (1, 2, 3, 4)
ISLAND_FRONTS = (CENTRAL_PACIFIC, SW_PACIFIC, CBI)


class Plan:
    """Where a nation's armies go: for certain, by lot among some Fronts (at most one each), and by die."""

    __slots__ = ("fixed", "loose", "lots")

    def __init__(self, armies: int) -> None:
        self.fixed: dict[str, int] = {}
        self.lots: list[tuple[list[str], int]] = []
        self.loose = armies

    def send(self, front: str, count: int) -> None:
        """As many as are left."""
        sent = min(count, self.loose)
        if sent:
            self.loose -= sent
            self.fixed[front] = self.fixed.get(front, 0) + sent

    def divide(self, fronts: list[str], count: int) -> None:
        """Equally; the odd ones by lot, at most one more per Front."""
        count = min(count, self.loose)
        each, odd = divmod(count, len(fronts))
        for front in fronts:
            self.send(front, each)
        if odd:
            self.lots.append((fronts, odd))
            self.loose -= odd


def about_to_enter(g: Churchill, space: str) -> list[str]:
    """R58: the Fronts whose entry space it is, whatever their Naval Support."""
    return [f for f in FRONTS if (entry := entry_space(g, f)) is not None and entry.id == space]


def assigned_armies(g: Churchill, unit: str, plan: Plan) -> None:
    """Step 0 (R7): armies assigned by the conference card go first, also where they have no effect (R26)."""
    for assignment in g.assigned:
        if assignment.unit == unit:
            plan.send(assignment.front, assignment.count)


def german_plan(g: Churchill) -> Plan:
    """7.62: steps 1, 2, 4, 5 and 6 for the German armies; what is left over goes by die."""
    plan = Plan(g.reserves[GERMAN])
    assigned_armies(g, GERMAN, plan)
    at_the_gates = about_to_enter(g, GERMANY)
    if at_the_gates:
        plan.divide(at_the_gates, PRIORITIES["e1_hold_germany"].count)
    plan.send(EASTERN, PRIORITIES["e2_eastern_guard"].count)
    if g.fronts[WESTERN] < STEP[WESTERN, NORMANDY]:
        horde = PRIORITIES["e4_eastern_horde"]
        optional = g.options.german_reserves and not g.first_edition
        plan.send(EASTERN, horde.count_optional_rule if optional else horde.count)
        if g.fronts[WESTERN] == STEP[WESTERN, BOLERO]:
            plan.send(WESTERN, PRIORITIES["e5_atlantic_wall"].count)
    else:
        nearest_threat(g, plan)
    return plan


def nearest_threat(g: Churchill, plan: Plan) -> None:
    """7.62 step 6: once Normandy is entered, against the Front nearer to Germany, or one each (R25)."""
    count = PRIORITIES["e6_nearest_threat"].count
    west, east = distance(g, WESTERN), distance(g, EASTERN)
    if west == east:
        plan.divide([WESTERN, EASTERN], count)
    else:
        plan.send(WESTERN if west < east else EASTERN, count)


def japanese_plan(g: Churchill) -> Plan:
    """7.64: steps 1, 2 and 3 for the Japanese armies."""
    plan = Plan(g.reserves[JAPANESE])
    assigned_armies(g, JAPANESE, plan)
    before_japan = about_to_enter(g, JAPAN)
    if before_japan:
        landing = [f for f in before_japan if attempts(g, f)]
        plan.divide(landing or before_japan, PRIORITIES["p1_hold_japan"].count)
    if g.fronts[FAR_EAST]:
        plan.send(FAR_EAST, PRIORITIES["p2_kwantung"].count)
    for front in ISLAND_FRONTS:
        space = entry_space(g, front)
        if space is not None and space.b29:
            plan.send(front, PRIORITIES["p3_b29"].count)
    return plan


def uboat_at_sea(g: Churchill) -> bool:
    """7.62 step 3: the Battle of the Atlantic, while the Western Front has not left its box."""
    return bool(g.reserves[UBOAT]) and not g.fronts[WESTERN]


def sortie_target(g: Churchill) -> str | None:
    """7.64 step 4: the first Front that attempts a landing; in the first edition also one whose fleet is too small."""
    for front in ISLAND_FRONTS:
        space = entry_space(g, front)
        if space is not None and space.kind == "amphibious" and (g.first_edition or attempts(g, front)):
            return front
    return None


def arctic_prey(g: Churchill) -> int:
    """7.62 step 8: the Naval Support from which on the Arctic is a target."""
    return 1 if g.first_edition else NUMBERS.arctic_naval_threshold


# -- deployment --------------------------------------------------------------------------------------------------------------


def deploy_reserves(g: Churchill) -> None:
    """7.61: Germany first, then Japan; a nation that has surrendered deploys nothing."""
    g.armies = dict.fromkeys(FRONTS, 0)
    if GERMANY not in g.surrendered:
        deploy_germany(g)
    if JAPAN not in g.surrendered:
        deploy_japan(g)
    g.deployed = True
    g.report("reserves_deployed", "7.61", armies={f: n for f, n in g.armies.items() if n})


def send(g: Churchill, unit: str, front: str, count: int, rule: str) -> None:
    """Armies that go where they must."""
    if count:
        g.armies[front] += count
        g.report("armies_sent", rule, unit=unit, front=front, count=count, total=g.armies[front])


def carry_out(g: Churchill, plan: Plan, unit: str, rule: str) -> None:
    """The certain part of a plan, then its lots."""
    for front, count in plan.fixed.items():
        send(g, unit, front, count, rule)
    for fronts, odd in plan.lots:
        rest = list(fronts)
        for _ in range(odd):
            roll = g.roll(len(rest))
            front = rest.pop(roll - 1)
            g.armies[front] += 1
            g.report("army_by_lot", rule, unit=unit, front=front, roll=roll)


def deploy_germany(g: Churchill) -> None:
    """7.62: the Atlantic, the German armies, the Italian one, and the rest by die."""
    plan = german_plan(g)
    if uboat_at_sea(g):
        lose_naval(g, FRONTS[WESTERN].theater, 1, UBOAT, "7.62")
    carry_out(g, plan, GERMAN, "7.62")
    send(g, ITALIAN, MEDITERRANEAN, g.reserves[ITALIAN], "7.62")
    for _ in range(plan.loose):
        roll = g.roll()
        target = GERMAN_DIE[roll]
        if target == ARCTIC:
            if g.naval[ARCTIC] >= arctic_prey(g):
                g.report("army_by_die", "7.62", unit=GERMAN, front=ARCTIC, roll=roll)
                lose_naval(g, ARCTIC, 1, GERMAN, "7.62")
                continue
            target = MEDITERRANEAN
        g.armies[target] += 1
        g.report("army_by_die", "7.62", unit=GERMAN, front=target, roll=roll)


def deploy_japan(g: Churchill) -> None:
    """7.64: the armies of the first steps, the navy, and the rest by die."""
    plan = japanese_plan(g)
    carry_out(g, plan, JAPANESE, "7.64")
    sortie(g)
    for _ in range(plan.loose):
        roll = g.roll()
        g.armies[JAPANESE_DIE[roll]] += 1
        g.report("army_by_die", "7.64", unit=JAPANESE, front=JAPANESE_DIE[roll], roll=roll)


def sortie(g: Churchill) -> None:
    """7.64 steps 4 and 5: at most one fleet; sent by the card without a roll (R48), else by die; then its fate."""
    if not g.reserves[FLEET]:
        return
    target = next((a.front for a in g.assigned if a.unit == FLEET), None)
    if target is None:
        roll = g.roll()
        target = sortie_target(g) if roll in SORTIE_FACES else None
        g.report("sortie_rolled", "7.64", roll=roll, front=target or "")
    if target is None:
        return
    lose_naval(g, FRONTS[target].theater, 1, FLEET, "7.64")
    fate = g.roll()
    sunk = fate in SINKING_FACES
    if sunk:
        lose_reserve(g, FLEET, 1)
    g.report("fleet_fate", "7.64", front=target, roll=fate, sunk=sunk)


def lose_reserve(g: Churchill, unit: str, count: int) -> None:
    """A reserve that is out of the game."""
    lost = min(count, g.reserves[unit])
    g.reserves[unit] -= lost
    g.lost_reserves[unit] += lost
