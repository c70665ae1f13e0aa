"""Free declarations: war on a faction whose cities can be taken at once, the Tsar, the march on Moskva [10.2, 19.1]."""

from __future__ import annotations

from ..board import own_units
from ..content import CZECH, FACTION, FACTION_MASK, FACTIONS, NOBODY, SIGN, UNIT, VC_MASK, bits
from ..factions import MAJOR_POWER, open_spaces
from ..state import OUT
from ..supply import in_supply
from ..wars import PROTECTOR_IP
from .aims import coveted
from .horizon import political_turns
from .markers import faction_value, influence_value
from .situation import NODE_AT, Situation, ways_to_nodes

NEVER = -50.0
FREELY = 90.0
_NEAR, _AT_HAND = 2, 2
"""Steps from which troops can come to attack, and to defend before the city falls."""
_SUPERIOR = 2.5
"""Strength for one of the defenders' with which a war is begun."""
_WARS_AT_NEED = 8
_SUPERIOR_AT_NEED = {8: 1.2}
"""From when on less is enough where the conditions of 1919 name the cities: a war sooner brings White a city, and the Poles."""
_AT_LAST = 1.0
_LEAST_ROUNDS = 2
"""Own rounds after this one that a war needs."""


def declaration(s: Situation, verb: str, faction: str) -> float:
    """What a free declaration is worth: it is made or it is not. The Tsar dies when White could free him."""
    if verb in ("rescue_tsar", "to_moscow"):
        return FREELY
    if verb == "execute_tsar" and s.g.fcm[CZECH] == 2:
        return FREELY
    if verb == "declare_war" and war_pays(s, FACTION[faction]):
        return FREELY
    return NEVER


def war_pays(s: Situation, faction: int) -> bool:
    """War gives the enemy a faction with all its forces: it pays where its cities fall before they count for him."""
    if MAJOR_POWER[faction]:
        return faction == CZECH and _legion_too_late(s)
    leans = s.g.fcm[faction] * SIGN[s.me] > 0 and not _too_late_for_words(s, faction)
    if s.horizon.rounds < _LEAST_ROUNDS or leans:
        return False
    group = FACTIONS[faction].war_group
    lean = [f for f, row in enumerate(FACTIONS) if group and row.war_group == group and f != faction]
    price = -sum(influence_value(s, other, -PROTECTOR_IP) for other in lean)
    return faction_value(s, faction, s.me) > price and _cities_fall(s, faction)


def _too_late_for_words(s: Situation, faction: int) -> bool:
    """Whether a faction that is needed for the end of 1919 will hardly be won in politics any more."""
    return s.weights.covets and faction in coveted(s.g, s.me) and political_turns(s.g, True) <= 1


def _cities_fall(s: Situation, faction: int) -> bool:
    """Whether all cities of the faction could be taken against its forces and whatever else is near."""
    g, land = s.g, FACTION_MASK[faction]
    cities = bits(land & VC_MASK)
    forces = sum(s.strength(UNIT[name]) for name in FACTIONS[faction].setup_units if g.where[UNIT[name]] == OUT)
    near = ways_to_nodes(open_spaces(g, s.me) | land, g.border_open)
    near_foe = ways_to_nodes(open_spaces(g, s.foe) | land, g.border_open)
    needed = s.weights.covets and g.turn >= _WARS_AT_NEED and faction in coveted(g, s.me)
    superior = _SUPERIOR_AT_NEED.get(g.turn, _AT_LAST) if needed else _SUPERIOR
    steps = _NEAR + needed
    defence = {city: forces + _defenders(s, near_foe[NODE_AT[city]]) for city in cities}
    return bool(cities) and all(_attackers(s, near[NODE_AT[city]], steps) > superior * defence[city] for city in cities)


def _attackers(s: Situation, ways: list[int], steps: int) -> float:
    """Own troops in supply that could march on a city; one stays behind in every other city."""
    total = 0.0
    for space in bits(s.g.board.held[s.me]):
        troops = [s.strength(u) for u in own_units(s.g, space, s.me) if in_supply(s.g, u)]
        if troops and ways[space] <= steps:
            total += sum(troops) - (min(troops) if space in NODE_AT else 0.0)
    return total


def _defenders(s: Situation, ways: list[int]) -> float:
    """Enemy troops that could come to the help of a city."""
    near = [space for space in bits(s.g.board.held[s.foe]) if ways[space] <= _AT_HAND]
    return sum(s.strength(u) for space in near for u in own_units(s.g, space, s.foe))


def _legion_too_late(s: Situation) -> bool:
    """At the very end the Legion's city may be taken by surprise: White commands it for one round only."""
    if s.horizon.turns or s.horizon.rounds != 1:
        return False
    for city in bits(s.g.board.held[NOBODY] & VC_MASK):
        legion = sum(s.strength(u) for u in own_units(s.g, city, NOBODY))
        beside = [row for row in bits(s.g.board.held[s.me]) if s.near[NODE_AT[city]][row] == 1]
        if sum(s.strength(u) for space in beside for u in own_units(s.g, space, s.me)) > _SUPERIOR * legion:
            return True
    return False
