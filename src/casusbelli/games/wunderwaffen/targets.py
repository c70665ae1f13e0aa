"""5: the quick lists a menu is made of. The obstacles say the same target by target; a test holds both to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from .berlin import ally_in_berlin, berlin_is_open, free_berlin_spaces, owns_ring_territory
from .content import (
    BERLIN,
    GERMAN,
    NUMBERS,
    PIECES,
    PRINTED,
    SPACE_IDS,
    SPACES_PER_TERRITORY,
    TERRITORY_IDS,
    Faction,
    Piece,
    Space,
    Territory,
)
from .effects import allied_tokens
from .powers import HELD_BY, powers_of
from .state import WunderWaffen
from .uses import CARD_ACTION, access_range, passes_of, places_for, reach_of, spared_by_solution

Opening = tuple[str, str]
"""A space that might be entered and what guards it: its printed symbol or the enemy that holds it."""

Ground = tuple[Space, Opening, dict[Piece, Opening]]
"""A space with all that it may be to whoever comes: free, or held by one piece or another."""

_GROUNDS: tuple[Ground, ...] = tuple(
    (n, (space, printed), {piece: (space, HELD_BY[piece]) for piece in PIECES})
    for n, (space, printed) in enumerate(zip(SPACE_IDS, PRINTED, strict=True))
)


@lru_cache(maxsize=4096)
def _grounds(owners: tuple[Faction, ...], faction: Faction, passes: tuple[Territory, ...]) -> tuple[Ground, ...]:
    """The spaces within reach: asked for often, and the same until a territory changes hands."""
    firsts = [territory * SPACES_PER_TERRITORY for territory in reach_of(owners, faction, passes)]
    return tuple([ground for first in firsts for ground in _GROUNDS[first : first + SPACES_PER_TERRITORY]])


def openings(g: WunderWaffen, faction: Faction) -> list[Opening]:
    """5.1: the spaces within reach that the faction's own side does not hold."""
    german = faction == GERMAN
    occupants = g.spaces
    return [
        free if occupant is None else held_by[occupant.piece]
        for space, free, held_by in _grounds(tuple(g.owner), faction, passes_of(g, faction))
        if (occupant := occupants[space]) is None or (occupant.faction == GERMAN) != german
    ]


def access_targets(g: WunderWaffen, faction: Faction) -> Sequence[str]:
    """5.8: territories of other Allies next to one's own, without an access token yet."""
    found = _passable(tuple(g.owner), faction, g.variants.access_from_start)
    if found and g.access:
        passed = {TERRITORY_IDS[a.territory] for a in g.access if a.placed.faction == faction}
        return [territory for territory in found if territory not in passed]
    return found


@lru_cache(maxsize=4096)
def _passable(owners: tuple[Faction, ...], faction: Faction, from_start: bool) -> tuple[str, ...]:
    near = access_range(owners, faction, from_start)
    others = [t for t, owner in enumerate(owners) if owner != GERMAN and owner != faction and near >> t & 1]
    return tuple([TERRITORY_IDS[t] for t in others])


def solution_targets(g: WunderWaffen, faction: Faction) -> Sequence[str]:
    """5.9: the Allied tokens that the Solution may remove."""
    spared = spared_by_solution(g, faction)
    standing = zip(SPACE_IDS, g.spaces, strict=True)
    return [space for space, placed in standing if placed is not None and placed.faction not in spared]


def berlin_targets(g: WunderWaffen, faction: Faction) -> Sequence[str]:
    """9: the free spaces of Berlin, or its overflow for an Ally."""
    if faction == GERMAN:
        return free_berlin_spaces(g) if ally_in_berlin(g) else ()
    if not berlin_is_open(g) or not owns_ring_territory(g, faction):
        return ()
    return free_berlin_spaces(g) or (BERLIN.overflow_space,)


TARGETS: dict[str, Callable[[WunderWaffen, Faction], Sequence[str]]] = {
    "access": access_targets,
    "solution": solution_targets,
    "berlin": berlin_targets,
}
"""Uses whose targets are the same for every piece that has the use."""


def reserve_targets(g: WunderWaffen, faction: Faction, piece: Piece) -> Sequence[str]:
    """5.10: the empty places that take the piece."""
    if g.reserved_this_turn >= NUMBERS.reserve_per_turn:
        return ()
    stored = g.reserve[faction]
    if None not in stored.values():
        return ()
    closed = powers_of(g).closed_slots
    return [place for place in places_for(g, piece) if stored[place] is None and place not in closed]


def action_targets(g: WunderWaffen, faction: Faction, piece: Piece) -> Sequence[str]:
    """5.11: the cards that ask for this front and would do something."""
    return [
        card
        for card, action in powers_of(g).actions.items()
        if action.token == piece and (not action.needs_victim or allied_tokens(g))
    ]


TARGETS_OF_PIECE: dict[str, Callable[[WunderWaffen, Faction, Piece], Sequence[str]]] = {
    "reserve": reserve_targets,
    CARD_ACTION: action_targets,
}
"""Uses whose targets depend on the piece."""
