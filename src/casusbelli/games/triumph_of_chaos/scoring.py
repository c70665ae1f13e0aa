"""Victory cities and victory points [6]."""

from __future__ import annotations

from .board import faction_units_at
from .content import CP, CZECH, FACTION_AT, NOBODY, POLAND, RED, THIRD, UNIT_FACTION, VICTORY_CITIES, WHITE
from .factions import controller, cp_active, restricted
from .state import AT_PEACE, EXCLUDED, Chaos, side_id
from .tables import VC_LEAD

_OPENING = ("bid", "preparation", "allocation", "boxes", "influence")


def credited_to(g: Chaos, city: int) -> int:
    """The side that has credit for a victory city [6.1]."""
    faction = FACTION_AT[city]
    if faction >= 0:
        if g.fate[faction] == EXCLUDED or restricted(g, faction):
            return NOBODY
        if g.fate[faction] == AT_PEACE:
            return RED if city in g.peace_cities else NOBODY
    owner, here = g.control[city], g.board.at[city]
    if owner == THIRD or (here and cp_active(g) and faction_units_at(g, city, CP)):
        return NOBODY
    if faction == POLAND and not g.polish_war and not cp_active(g):
        owner = owner or controller(g, POLAND)
    elif here and _legion_counts(g) and any(UNIT_FACTION[u] == CZECH for u in here):
        owner = WHITE
    return NOBODY if (owner, city) in g.forfeited else owner


def _legion_counts(g: Chaos) -> bool:
    """Cities with Legion units are White's while the Legion leans to him; not yet before the politics of turn 1 are over, so
    that White begins with the seven cities of the set-up [5.1, 6.1]."""
    return g.fcm[CZECH] >= 1 and not (g.turn == 1 and g.phase in _OPENING)


def vc_credit(g: Chaos) -> list[int]:
    """Victory cities by side."""
    count = [0, 0, 0, 0]
    for city in VICTORY_CITIES:
        count[credited_to(g, city)] += 1
    return [0, count[RED], count[WHITE]]


def vc_lead(g: Chaos) -> int:
    """The side that leads in victory cities, or nobody."""
    _, red, white = vc_credit(g)
    return RED if red > white else WHITE if white > red else NOBODY


def lead_points(lead: int) -> int:
    """Victory points for a lead in cities [6.2]."""
    return next((row.vp for row in VC_LEAD if row.lead_min <= lead <= row.lead_max), 0)


def gain_vp(g: Chaos, side: int, points: int, reason: str, rule: str) -> None:
    """Victory points never go below 0 [6.3]."""
    before = g.vp[side]
    g.vp[side] = max(0, before + points)
    g.earned[side][reason] = g.earned[side].get(reason, 0) + g.vp[side] - before
    g.report("vp", rule=rule, side=side_id(side), points=points, total=g.vp[side], reason=reason)


def score_turn(g: Chaos) -> None:
    """D7: points for the lead in victory cities [6.2]."""
    _, red, white = vc_credit(g)
    g.report("vc_count", rule="6.1", red=red, white=white)
    points = lead_points(abs(red - white))
    if points:
        gain_vp(g, RED if red > white else WHITE, points, "vc_lead", "6.2")
