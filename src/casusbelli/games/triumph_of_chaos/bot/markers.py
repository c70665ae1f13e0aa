"""Faction control markers: what their boxes, and influence on them, are worth [8.4, 8.5]."""

from __future__ import annotations

from ..content import CZECH, FACTION_IDS, FACTION_MASK, SIGN, UNIT_FACTION, VC_MASK, VICTORY_CITIES, WHITE
from ..factions import MAJOR_POWER, UNUSABLE_BY, in_play, restricted
from ..prospects import marker_way
from .horizon import political_turns
from .situation import CITY, Situation
from .weights import BOX_SHARE, FACTION_FORCES

_CITY_IN_POLITICS = 1.3
_KEPT_IN_WAR = 0.4
"""How likely the Legion's cities are kept once it takes sides."""
_HALFWAY_AT_LAST = 0.5
"""What is left of a box short of control in the last political phase: another card may yet reach it."""
_LEFTOVER = 0.4
"""What influence short of a box still counts."""


def faction_value(s: Situation, faction: int, side: int) -> float:
    """What control of a faction is worth to a side."""
    g = s.g
    cities = (FACTION_MASK[faction] & VC_MASK).bit_count()
    value = CITY * _CITY_IN_POLITICS * cities
    if UNUSABLE_BY[faction] != side:
        value += FACTION_FORCES[FACTION_IDS[faction]]
    if restricted(g, faction):
        value *= 0.5
    if MAJOR_POWER[faction]:
        value *= max(0.2, 1.0 - 0.1 * (g.turn - 1))
    return value


def box_value(s: Situation, faction: int, position: int) -> float:
    """What a marker in a box is worth to us."""
    toward = position * SIGN[s.me]
    if not toward:
        return 0.0
    if faction == CZECH and position > 0:
        return s.weights.politics * SIGN[s.me] * SIGN[WHITE] * _legion_value(s, position)
    side = s.me if toward > 0 else s.foe
    share = BOX_SHARE[toward + 2]
    if abs(toward) == 1 and not political_turns(s.g, s.weights.horizon):
        share *= _HALFWAY_AT_LAST
    return s.weights.politics * share * faction_value(s, faction, side)


def _legion_value(s: Situation, position: int) -> float:
    """The Legion holds cities for White as soon as it leans to him, and nobody may attack it there before it obeys him [6.1]."""
    g = s.g
    cities = sum(any(UNIT_FACTION[u] == CZECH for u in g.board.at[city]) for city in VICTORY_CITIES)
    share = BOX_SHARE[position + 2]
    if position == 1 and not political_turns(g, s.weights.horizon):
        share = 0.0
    kept = 1.0 if position == 1 else _KEPT_IN_WAR
    return share * faction_value(s, CZECH, WHITE) + CITY * _CITY_IN_POLITICS * cities * kept


def net_value(s: Situation, faction: int, net: int) -> float:
    """What that much influence on a faction will have brought us after the political phase."""
    g = s.g
    if not net or not in_play(g, faction):
        return 0.0
    way = marker_way(g, faction, net)
    end = int(way["to"])
    value = box_value(s, faction, end) - box_value(s, faction, g.fcm[faction])
    if way["missing"]:
        following = end + (1 if net > 0 else -1)
        share = way["lost"] / (way["lost"] + way["missing"])
        value += _LEFTOVER * share * (box_value(s, faction, following) - box_value(s, faction, end))
    return value


def influence_value(s: Situation, faction: int, points: int) -> float:
    """What more influence of ours on a faction brings in the next political phase."""
    if not political_turns(s.g, s.weights.horizon):
        return 0.0
    now = s.g.pending[faction]
    return net_value(s, faction, now + points * SIGN[s.me]) - net_value(s, faction, now)
