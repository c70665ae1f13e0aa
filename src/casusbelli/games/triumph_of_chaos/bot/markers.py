"""Faction control markers: what their boxes, and influence on them, are worth [8.4, 8.5]."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

from ..cards import BOXES, PC_IP
from ..content import CZECH, FACTION_IDS, FACTION_MASK, FACTIONS, SIGN, UNIT_FACTION, VC_MASK, VICTORY_CITIES, WHITE, bits
from ..factions import MAJOR_POWER, UNUSABLE_BY, in_play, restricted
from ..prospects import marker_way
from .horizon import political_turns
from .situation import CITY, Situation
from .weights import BOX_SHARE, FACTION_FORCES

RESTRICTED = 0.5
"""What is left of a faction's worth while the Central Powers keep everybody out of it."""
_CITY_IN_POLITICS = 1.3
_KEPT_IN_WAR = 0.4
"""How likely the Legion's cities are kept once it takes sides."""
_HALFWAY_AT_LAST = 0.5
"""What is left of a box short of control in the last political phase: another card may yet reach it."""
_LEFTOVER = 0.4
"""What influence short of a box still counts for one who does not reckon with what is unknown."""
_CARDS_A_BOX = 2.0
"""Political cards that come to lie in a box."""
_SPREAD: tuple[tuple[tuple[int, float], ...], ...] = (
    ((0, 1.0),),
    ((-1, 0.2), (0, 0.6), (1, 0.2)),
    ((-2, 0.08), (-1, 0.22), (0, 0.4), (1, 0.22), (2, 0.08)),
)
"""How far unknown cards move a faction's influence from their mean, by the number of unknown boxes."""
_CITY_A_TURN = 0.6
"""What a city won in politics is worth for every turn in which it will be counted, in cities."""
_LASTING = 2.0
"""The most that it is worth: cities are lost again."""


def faction_value(s: Situation, faction: int, side: int) -> float:
    """What control of a faction is worth to a side."""
    g = s.g
    cities = (FACTION_MASK[faction] & VC_MASK).bit_count()
    value = CITY * _city_in_politics(s) * cities
    if s.weights.covets:
        value += sum(s.conditions.get(city, 0.0) for city in bits(FACTION_MASK[faction] & VC_MASK))
    if UNUSABLE_BY[faction] != side:
        value += FACTION_FORCES[FACTION_IDS[faction]] * (min(1.0, 0.4 * (1 + s.horizon.turns)) if s.weights.foresees else 1.0)
    if restricted(g, faction):
        value *= RESTRICTED
    if MAJOR_POWER[faction]:
        value *= max(0.2, 1.0 - 0.1 * (g.turn - 1))
    return value


def _city_in_politics(s: Situation) -> float:
    """Cities won in politics are counted from this turn on, and seldom fought for."""
    return min(_LASTING, _CITY_A_TURN * (1 + s.horizon.turns)) if s.weights.foresees else _CITY_IN_POLITICS


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
    return share * faction_value(s, CZECH, WHITE) + CITY * _city_in_politics(s) * cities * kept


def net_value(s: Situation, faction: int, net: int) -> float:
    """What that much influence on a faction will have brought us after the political phase."""
    g = s.g
    if not net or not in_play(g, faction):
        return 0.0
    way = marker_way(g, faction, net)
    end = int(way["to"])
    value = box_value(s, faction, end) - box_value(s, faction, g.fcm[faction])
    if way["missing"] and not s.weights.foresees:
        following = end + (1 if net > 0 else -1)
        share = way["lost"] / (way["lost"] + way["missing"])
        value += _LEFTOVER * share * (box_value(s, faction, following) - box_value(s, faction, end))
    return value


def influence_value(s: Situation, faction: int, points: int) -> float:
    """What more influence of ours on a faction brings in the next political phase."""
    if not political_turns(s.g, s.weights.horizon):
        return 0.0
    now = s.g.pending[faction]
    if s.weights.foresees:
        outlook = _next_phase(s)
        return outlook.value(faction, now + points * SIGN[s.me]) - outlook.value(faction, now)
    return net_value(s, faction, now + points * SIGN[s.me]) - net_value(s, faction, now)


def _next_phase(s: Situation) -> Outlook:
    """The next political phase, of which nothing is known but what has been said before it."""
    if s.next_phase is None:
        s.next_phase = Outlook(s, range(len(BOXES)))
    return s.next_phase


class Outlook:
    """Markers with the influence that nobody knows yet: what lies, or will lie, in the boxes whose cards we have not chosen.

    Points short of a box are lost, so a point is worth what it tips: the mean over what the unknown cards may add.
    """

    def __init__(self, s: Situation, unknown: Iterable[int]) -> None:
        self.s = s
        self._drift = [0.0] * len(FACTIONS)
        boxes = [box for box in unknown if s.g.pc_deck[box]]
        for box in boxes:
            share = _CARDS_A_BOX / len(s.g.pc_deck[box])
            for number in s.g.pc_deck[box]:
                for faction, points in PC_IP[number]:
                    self._drift[faction] += share * points
        self._spread = _SPREAD[min(len(boxes), len(_SPREAD) - 1)]
        self._known: dict[tuple[int, int], float] = {}

    def value(self, faction: int, net: int) -> float:
        """What that much known influence will have brought us, on the average."""
        base = net + self._drift[faction]
        low = floor(base)
        above = base - low
        return sum(
            chance * ((1.0 - above) * self._exact(faction, low + more) + above * self._exact(faction, low + more + 1))
            for more, chance in self._spread
        )

    def _exact(self, faction: int, net: int) -> float:
        known = self._known.get((faction, net))
        if known is None:
            known = self._known[faction, net] = net_value(self.s, faction, net)
        return known
