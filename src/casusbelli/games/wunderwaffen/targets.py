"""5: the quick lists a menu is made of. The obstacles say the same target by target; a test holds both to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .berlin import ally_in_berlin, berlin_is_open, free_berlin_spaces, owns_ring_territory
from .content import (
    BERLIN,
    GERMAN,
    NUMBERS,
    PIECES,
    PRINTED,
    SPACE_IDS,
    TERRITORY_IDS,
    Faction,
    Piece,
)
from .effects import allied_tokens
from .powers import HELD_BY, powers_of
from .state import WunderWaffen
from .uses import CARD_ACTION, access_range, places_for, spaces_in_reach, spared_by_solution

Opening = tuple[str, str]
"""A space that might be entered and what guards it: its printed symbol or the enemy that holds it."""

_FREE: tuple[Opening, ...] = tuple(zip(SPACE_IDS, PRINTED, strict=True))
_HELD: tuple[dict[Piece, Opening], ...] = tuple({piece: (space, HELD_BY[piece]) for piece in PIECES} for space in SPACE_IDS)


def openings(g: WunderWaffen, faction: Faction) -> list[Opening]:
    """5.1: the spaces within reach that the faction's own side does not hold."""
    german = faction == GERMAN
    occupants = g.spaces
    found: list[Opening] = []
    for space in spaces_in_reach(g, faction):
        occupant = occupants[space]
        if occupant is None:
            found.append(_FREE[space])
        elif (occupant.faction == GERMAN) != german:
            found.append(_HELD[space][occupant.piece])
    return found


def access_targets(g: WunderWaffen, faction: Faction) -> Sequence[str]:
    """5.8: territories of other Allies next to one's own, without an access token yet."""
    near = access_range(g, faction)
    found = [t for t, owner in enumerate(g.owner) if owner != GERMAN and owner != faction and near >> t & 1]
    if found and g.access:
        passed = {a.territory for a in g.access if a.placed.faction == faction}
        found = [t for t in found if t not in passed]
    return [TERRITORY_IDS[t] for t in found]


def solution_targets(g: WunderWaffen, faction: Faction) -> Sequence[str]:
    """5.9: the Allied tokens that the Solution may remove."""
    spared = spared_by_solution(g, faction)
    return [SPACE_IDS[space] for space, placed in enumerate(g.spaces) if placed is not None and placed.faction not in spared]


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
    free = [place for place in places_for(g, piece) if stored[place] is None]
    return [place for place in free if place not in powers_of(g).closed_slots] if free else ()


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
