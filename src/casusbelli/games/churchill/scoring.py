"""9.4: the victory points, line by line of the sheet."""

from __future__ import annotations

from collections.abc import Callable

from .content import (
    AGENDA_TOKENS,
    CBI,
    CENTRAL_ITALY,
    CENTRAL_PACIFIC,
    COLONIES,
    EAST_GERMANY,
    EASTERN,
    FAR_EAST,
    FORMOSA,
    FRONTS,
    GERMANY,
    IWO_JIMA,
    JAPAN,
    KOREA,
    KYUSHU,
    LINES,
    MEDITERRANEAN,
    NORMANDY,
    NORTH_ITALY,
    NUMBERS,
    OKINAWA,
    PHILIPPINES,
    POWERS,
    PRUSSIA,
    RHINELAND,
    STEP,
    SW_PACIFIC,
    UK,
    US,
    USSR,
    WEST_GERMANY,
    WESTERN,
    Power,
)
from .state import Churchill, zero
from .support import distance, position

Sheet = dict[str, dict[Power, int]]
"""Points by line and power; lines that pay nobody are left out."""

Counts = dict[Power, int]
"""How often a line pays each power."""


def everybody(n: int) -> Counts:
    """The line's own numbers say who is paid."""
    return dict.fromkeys(POWERS, n)


def owners(powers: list[Power]) -> Counts:
    return {p: powers.count(p) for p in POWERS}


def alignments(g: Churchill) -> Counts:
    return owners(list(g.alignments.values()))


def lone_networks(g: Churchill) -> Counts:
    return owners([owner for country, (owner, _) in g.networks.items() if country not in g.alignments])


def global_markers(g: Churchill) -> Counts:
    return owners(list(g.globals.values()))


def conferences(g: Churchill) -> Counts:
    return g.conferences_won


def untouched_colonies(g: Churchill) -> Counts:
    return everybody(sum(c not in g.networks and c not in g.alignments for c in COLONIES))


def axis_nations(g: Churchill) -> Counts:
    """G: at most once per nation and power."""
    counts = zero()
    for nation in (GERMANY, JAPAN):
        inside = [f for f in FRONTS if position(g, f) == nation]
        for power in POWERS:
            counts[power] += any(power in FRONTS[f].scores_for for f in inside)
    return counts


def front_at(front: str, space: str) -> Callable[[Churchill], Counts]:
    """Positions count only for the last space entered."""
    step = STEP[front, space]
    return lambda g: everybody(int(g.fronts[front] == step))


def either_front_at(western: str, eastern: str) -> Callable[[Churchill], Counts]:
    """N, O: the western powers by the Western Front, the USSR by the Eastern one."""

    def count(g: Churchill) -> Counts:
        west = int(g.fronts[WESTERN] == STEP[WESTERN, western])
        return {UK: west, US: west, USSR: int(g.fronts[EASTERN] == STEP[EASTERN, eastern])}

    return count


def entered_first(space: str, other: str) -> Callable[[Churchill], Counts]:
    """K, L: entered in an earlier conference than the other, or the other never (R17)."""

    def count(g: Churchill) -> Counts:
        mine, theirs = g.entered.get(space), g.entered.get(other)
        return everybody(int(mine is not None and (theirs is None or mine < theirs)))

    return count


def red_berlin(g: Churchill) -> Counts:
    return everybody(int(GERMANY in g.surrendered and position(g, WESTERN) != GERMANY))


def technology(g: Churchill) -> Counts:
    return g.technology


def japan_unoccupied(g: Churchill) -> Counts:
    return everybody(int(JAPAN in g.surrendered and all(position(g, f) != JAPAN for f in FRONTS)))


def no_return(g: Churchill) -> Counts:
    return everybody(int(PHILIPPINES not in g.entered))


def rivalry(g: Churchill) -> Counts:
    gap = abs(distance(g, CENTRAL_PACIFIC) - distance(g, SW_PACIFIC))
    return everybody(int(gap >= g.options.rivalry_min_gap))


def espionage(g: Churchill) -> Counts:
    return everybody(g.abomb[USSR])


def trinity(g: Churchill) -> Counts:
    return everybody(int(g.bomb_finished()))


def no_bomb(g: Churchill) -> Counts:
    return everybody(int(not g.bomb_finished()))


COUNTERS: dict[str, Callable[[Churchill], Counts]] = {
    "vp_alignment": alignments,
    "vp_network": lone_networks,
    "vp_global": global_markers,
    "vp_conference_west": conferences,
    "vp_conference_ussr": conferences,
    "vp_empty_colony": untouched_colonies,
    "vp_axis_capital": axis_nations,
    "vp_central_italy": front_at(MEDITERRANEAN, CENTRAL_ITALY),
    "vp_north_italy_uk": front_at(MEDITERRANEAN, NORTH_ITALY),
    "vp_north_italy_us": front_at(MEDITERRANEAN, NORTH_ITALY),
    "vp_italy_first": entered_first(CENTRAL_ITALY, NORMANDY),
    "vp_normandy_first": entered_first(NORMANDY, CENTRAL_ITALY),
    "vp_red_berlin": red_berlin,
    "vp_half_germany": either_front_at(WEST_GERMANY, EAST_GERMANY),
    "vp_border_germany": either_front_at(RHINELAND, PRUSSIA),
    "vp_technology": technology,
    "vp_japan_unoccupied": japan_unoccupied,
    "vp_no_return": no_return,
    "vp_rivalry": rivalry,
    "vp_iwo_jima": front_at(CENTRAL_PACIFIC, IWO_JIMA),
    "vp_okinawa": front_at(CENTRAL_PACIFIC, OKINAWA),
    "vp_kyushu": front_at(SW_PACIFIC, KYUSHU),
    "vp_formosa": front_at(CBI, FORMOSA),
    "vp_korea": front_at(FAR_EAST, KOREA),
    "vp_espionage": espionage,
    "vp_trinity": trinity,
    "vp_no_bomb": no_bomb,
}


def score_sheet(g: Churchill) -> Sheet:
    """What each line would pay if the game ended now; everything it is made of is public."""
    sheet: Sheet = {}
    for line, row in LINES.items():
        each = row.each_first_edition if g.first_edition and row.each_first_edition is not None else row.each
        counts = COUNTERS[line](g)
        points = {p: counts[p] * each[p] for p in POWERS}
        if any(points.values()):
            sheet[line] = points
    return sheet


def totals(sheet: Sheet) -> dict[Power, int]:
    return {p: sum(points[p] for points in sheet.values()) for p in POWERS}


def sheet_told(g: Churchill) -> Sheet | None:
    """The sheet line by line, to be told; None where the points are hidden, or where nobody listens."""
    return score_sheet(g) if g.recording and not g.options.hidden_score else None


def points_told(g: Churchill) -> dict[Power, int] | None:
    """What the sheet adds up to, to be told."""
    sheet = sheet_told(g)
    return None if sheet is None else totals(sheet)


def secret_points(g: Churchill, power: Power) -> int:
    """10.3: each own token whose space carries an own alignment; two equal tokens pay twice."""
    return NUMBERS.agenda_vp * sum(g.alignments.get(AGENDA_TOKENS[t].country) == power for t in g.agenda_tokens[power])
