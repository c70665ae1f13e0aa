"""7.6-8: the military part of the war phase, surrender, and the end of a conference."""

from __future__ import annotations

from casusbelli.kernel import OVER

from .content import (
    EASTERN,
    FAR_EAST,
    FRONTS,
    GERMANY,
    JAPAN,
    MANCHURIA,
    PATHS,
    STEP,
    UK,
    US,
    USSR,
    WESTERN,
)
from .endings import conclude
from .fronts import advance_fronts
from .reserves import deploy_reserves
from .scoring import points_told, sheet_told
from .state import Churchill, zero
from .support import position


async def war(g: Churchill) -> None:
    """7.6-7.8, 8: reserves, advances, surrender, post-mortem."""
    deploy_reserves(g)
    advance_fronts(g)
    surrender(g)
    post_mortem(g)


def fronts_in(g: Churchill, nation: str) -> list[str]:
    return [f for f in FRONTS if position(g, f) == nation]


def surrender(g: Churchill) -> None:
    """7.8: Germany is judged first, as Japan's emperor looks at its fate."""
    if GERMANY not in g.surrendered and fronts_in(g, GERMANY):
        g.surrendered[GERMANY] = g.conference
        g.report("surrendered", "7.81", nation=GERMANY)
        take_technology(g)
    if JAPAN not in g.surrendered and (fronts_in(g, JAPAN) or emperor_yields(g)):
        g.surrendered[JAPAN] = g.conference
        g.report("surrendered", "7.82", nation=JAPAN)


def take_technology(g: Churchill) -> None:
    """7.81: one marker each where both Fronts met; else the west shares two, or the USSR takes two."""
    inside = fronts_in(g, GERMANY)
    if WESTERN in inside:
        shares = {UK: 1, USSR: 1, US: 1} if EASTERN in inside else {UK: 1, US: 1}
    else:
        shares = {USSR: 2}
    for power, count in shares.items():
        g.technology[power] += count
        g.report("technology", "7.81", power=power, count=count)


def emperor_yields(g: Churchill) -> bool:
    """7.82: Germany beaten, the bomb and a base to fly it from, and the Soviets in Manchuria or beyond."""
    soviets_in = STEP[FAR_EAST, MANCHURIA] <= g.fronts[FAR_EAST] < len(PATHS[FAR_EAST]) - 1
    return GERMANY in g.surrendered and g.bomb_finished() and g.b29_reached and soviets_in


def post_mortem(g: Churchill) -> None:
    """8: clear the table; the war ends with both surrenders or after the last conference."""
    g.support = dict.fromkeys(FRONTS, 0)
    g.armies, g.deployed = dict.fromkeys(FRONTS, 0), False
    g.table, g.won = {}, {}
    g.agenda_cards, g.agenda_values, g.agenda_winner, g.winner = {}, {}, "", ""
    g.passes, g.paranoia, g.purges = [], {}, {}
    g.duties, g.assigned, g.offensives, g.offensives_due, g.markers, g.activated = [], [], {}, {}, {}, []
    g.health_modifiers, g.convoys, g.earned_networks, g.earned_alignments = zero(), zero(), zero(), zero()
    g.abomb_modifiers, g.placing = 0, {}
    g.report("conference_closed", "8.0", number=g.conference, points=points_told(g), sheet=sheet_told(g))
    if len(g.surrendered) == 2 or g.conference == g.last_conference:
        conclude(g)
        g.phase = OVER
    else:
        g.card = ""
        g.conference += 1
        g.phase = "conference"
