"""5: what a piece may be used for, for the faction it acts for, and what stands in the way.

An obstacle is a key of the catalogue with the rule that says so. A use without an obstacle is legal; the same obstacles
answer "why can't I?". Where a use has targets, ``targets.py`` lists the legal ones quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .berlin import ally_in_berlin, berlin_is_open, free_berlin_spaces, owns_ring_territory
from .content import (
    ALLIES,
    BACK,
    BERLIN,
    BERLIN_SPACE_OF,
    CONFERENCE,
    FRONT,
    GERMAN,
    MORALE,
    NEEDED,
    NEIGHBOURS,
    NUMBERS,
    PIECES,
    POLITICS_TRACK,
    RESEARCH,
    RESERVE,
    SIDE,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    START,
    STRATEGY,
    STRATEGY_BOXES,
    SYMBOL,
    TERRITORY_OF,
    Faction,
    Piece,
    Territory,
    uses_of,
)
from .effects import allied_tokens, can_rise, lowest_step
from .powers import air_raids_banned, powers_of
from .state import WunderWaffen


class Obstacle(NamedTuple):
    """Why a use is not legal."""

    key: str
    rule: str


# -- which uses a side of a token has ----------------------------------------------------------------------------------

CARD_ACTION = "card_action"
_OUT_OF_TURN = "intercept"


def _front_uses(faction: Faction, piece: Piece) -> tuple[str, ...]:
    uses = tuple(use for use in uses_of(piece, faction) if use != _OUT_OF_TURN)
    return (*uses, CARD_ACTION) if faction == GERMAN else uses


def _back_uses(active: Faction, acting: Faction, piece: Piece) -> tuple[str, ...]:
    """6: backs enter neither Berlin nor Reserve; of the German's only a symbol may stand for a Plane that raids (R10, R48)."""
    barred = {"berlin", "reserve", _OUT_OF_TURN} | ({"air_raid"} if active == GERMAN and piece != SYMBOL else set())
    return tuple(use for use in uses_of(piece, acting) if use not in barred)


_ALL_USES = {
    (active, acting, piece): _front_uses(active, piece) if acting == active else _back_uses(active, acting, piece)
    for active in SIDE
    for acting in SIDE
    for piece in PIECES
}


@lru_cache(maxsize=4)
def uses_by_option(symbol_as_berlin: bool, symbol_raids: bool) -> dict[tuple[Faction, Faction, Piece], tuple[str, ...]]:
    """The uses of every side of a token, as the options on the German's symbols have them."""
    barred = set()
    if not symbol_as_berlin:
        barred.add((GERMAN, GERMAN, "berlin"))
    if not symbol_raids:
        barred |= {(GERMAN, ally, "air_raid") for ally in ALLIES}
    return {
        (active, acting, piece): tuple(use for use in uses if piece != SYMBOL or (active, acting, use) not in barred)
        for (active, acting, piece), uses in _ALL_USES.items()
    }


def all_uses(g: WunderWaffen) -> dict[tuple[Faction, Faction, Piece], tuple[str, ...]]:
    """What a token of a faction (the first) may do when it acts for one (the second) as a piece."""
    return uses_by_option(g.variants.german_symbol_as_berlin, g.variants.german_symbol_raids)


def uses_as(g: WunderWaffen, acting: Faction, piece: Piece) -> tuple[str, ...]:
    """What a token of the active faction may do when it acts for this faction: a front for oneself, a back for others."""
    return all_uses(g)[g.active, acting, piece]


def side_for(active: Faction, acting: Faction) -> str:
    return FRONT if acting == active else BACK


# -- 5.1 place ---------------------------------------------------------------------------------------------------------


def owned_and_neighbours(owners: Sequence[Faction], faction: Faction, passes: Sequence[Territory] = ()) -> int:
    """The territories next to the faction's start area or its own territories (and those it has access to), as bits."""
    near = START[faction] | beside_owned(owners, faction)
    for territory in passes:
        near |= NEIGHBOURS[territory]
    return near


def beside_owned(owners: Sequence[Faction], faction: Faction) -> int:
    """The territories next to those the faction owns, as bits."""
    near = 0
    for territory, owner in enumerate(owners):
        if owner == faction:
            near |= NEIGHBOURS[territory]
    return near


def access_range(owners: Sequence[Faction], faction: Faction, from_start: bool) -> int:
    """5.8: where an access token may lie: beside an owned territory, by option beside the start area too (R12)."""
    return owned_and_neighbours(owners, faction) if from_start else beside_owned(owners, faction)


def reach(g: WunderWaffen, faction: Faction) -> tuple[Territory, ...]:
    """5.1: the German-owned territories where the faction may place: the German everywhere, an Ally next to its own."""
    return reach_of(tuple(g.owner), faction, passes_of(g, faction))


def passes_of(g: WunderWaffen, faction: Faction) -> tuple[Territory, ...]:
    """5.8: the territories of others that the faction has access to."""
    return tuple([access.territory for access in g.access if access.placed.faction == faction]) if g.access else ()


@lru_cache(maxsize=4096)
def reach_of(owners: tuple[Faction, ...], faction: Faction, passes: tuple[Territory, ...]) -> tuple[Territory, ...]:
    """Territories change hands seldom and are looked at often."""
    near = -1 if faction == GERMAN else owned_and_neighbours(owners, faction, passes)
    return tuple([territory for territory, owner in enumerate(owners) if owner == GERMAN and near >> territory & 1])


def place_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.1: what keeps a piece from one space."""
    if target not in SPACE_OF:
        return Obstacle("no_such_space", "5.1")
    space = SPACE_OF[target]
    territory = space // SPACES_PER_TERRITORY
    if g.owner[territory] != GERMAN:
        return Obstacle("territory_conquered", "5.1")
    if territory not in reach(g, faction):
        return Obstacle("out_of_reach", "5.1")
    powers, occupant = powers_of(g), g.spaces[space]
    if occupant is None:
        strong_enough = powers.entry_strength[SIDE[faction], piece] >= NEEDED[space]
        return None if strong_enough else Obstacle("printed_symbol_too_high", "5.1")
    if SIDE[occupant.faction] == SIDE[faction]:
        return Obstacle("space_held_by_own_side", "5.1")
    return None if occupant.piece in powers.kills[SIDE[faction], piece] else Obstacle("cannot_eliminate", "1.4")


# -- 5.2 to 5.11: the other uses ---------------------------------------------------------------------------------------


def strategy_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.2: a Plane or an Artillery must be shown on the next box; Symbol and Strategy pieces always serve."""
    if piece in (SYMBOL, STRATEGY):
        return None
    boxes = STRATEGY_BOXES[faction]
    following = boxes[min(g.strategy[faction] + 1, len(boxes)) - 1]
    return None if piece in following.discard else Obstacle("not_on_strategy_box", "5.2")


def air_raid_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.3: there must be something to hit, and no card may forbid it."""
    if g.research <= lowest_step(g):
        return Obstacle("research_at_bottom", "5.3")
    return Obstacle("air_raids_banned", "5.3") if air_raids_banned(g) else None


def morale_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.4."""
    return None if can_rise(g, MORALE, faction) else Obstacle("nothing_would_change", "4.3")


def politics_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.5."""
    return None if can_rise(g, POLITICS_TRACK, faction) else Obstacle("nothing_would_change", "4.3")


def research_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.11."""
    return None if g.research < RESEARCH.max_step else Obstacle("research_at_top", "4.3")


def conference_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.6: one token for each faction, as long as a box is free."""
    if len(g.conference) >= CONFERENCE.boxes:
        return Obstacle("conference_full", "5.6")
    present = faction in [placed.faction for placed in g.conference]
    return Obstacle("already_at_conference", "5.6") if present else None


def leader_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.7: the Leader box follows a full Conference."""
    if len(g.conference) < CONFERENCE.boxes:
        return Obstacle("conference_not_full", "5.7")
    return None if g.leader is None else Obstacle("leader_taken", "5.7")


def access_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.8: another Ally's territory next to one's own; by option also next to one's start area (R12)."""
    if target not in TERRITORY_OF:
        return Obstacle("no_such_territory", "5.8")
    territory = TERRITORY_OF[target]
    if g.owner[territory] in (faction, GERMAN):
        return Obstacle("not_of_another_ally", "5.8")
    if any(a.territory == territory and a.placed.faction == faction for a in g.access):
        return Obstacle("access_already_there", "5.8")
    near = access_range(g.owner, faction, g.variants.access_from_start) >> territory & 1
    return None if near else Obstacle("access_out_of_reach", "5.8")


def solution_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.9: any Allied token; by option not one of the acting or the active faction (R42)."""
    placed = g.spaces[SPACE_OF[target]] if target in SPACE_OF else None
    if placed is None:
        return Obstacle("no_token_there", "5.9")
    if placed.faction not in ALLIES:
        return Obstacle("solution_not_allied", "5.9")
    return Obstacle("solution_wrong_faction", "5.9") if placed.faction in spared_by_solution(g, faction) else None


def spared_by_solution(g: WunderWaffen, faction: Faction) -> tuple[Faction, ...]:
    """5.9: whose tokens a Political Solution does not touch."""
    return (GERMAN,) if g.variants.solution_on_own_tokens else (faction, g.active, GERMAN)


def berlin_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """9: Berlin must be open, and one must stand beside it; the German needs an Ally inside."""
    if target not in BERLIN_SPACE_OF:
        return Obstacle("not_in_berlin", "9")
    free = free_berlin_spaces(g)
    if faction == GERMAN:
        if not ally_in_berlin(g):
            return Obstacle("no_ally_in_berlin", "9")
        if not free:
            return Obstacle("berlin_full", "9")
    elif not berlin_is_open(g):
        return Obstacle("berlin_closed", "9")
    elif not owns_ring_territory(g, faction):
        return Obstacle("not_beside_berlin", "9")
    elif not free:
        return None if target == BERLIN.overflow_space else Obstacle("berlin_overflow_only", "9")
    return None if target in free else Obstacle("berlin_space_taken", "9")


def reserve_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.10: once a turn, on an empty place that takes the piece and is not closed by a card."""
    if g.reserved_this_turn >= NUMBERS.reserve_per_turn:
        return Obstacle("reserve_once_a_turn", "5.10")
    if target not in places_for(g, piece):
        return Obstacle("reserve_wrong_piece", "5.10")
    if g.reserve[faction][target] is not None:
        return Obstacle("reserve_place_taken", "5.10")
    return Obstacle("reserve_place_closed", "5.10") if target in powers_of(g).closed_slots else None


_PLACES_FOR: dict[Piece, tuple[str, ...]] = {
    piece: tuple(place for place, row in RESERVE.items() if piece in row.accepts) for piece in PIECES
}


def places_for(g: WunderWaffen, piece: Piece) -> tuple[str, ...]:
    """5.10: the places that take the piece; a Symbol stands for any piece, the Soldier of the Reserve too (R16)."""
    return tuple(RESERVE) if piece == SYMBOL and g.variants.symbol_in_soldier_reserve else _PLACES_FOR[piece]


def card_action_obstacle(g: WunderWaffen, faction: Faction, piece: Piece, target: str) -> Obstacle | None:
    """5.11: a card names the front to be discarded; a Symbol does not stand in for it."""
    action = powers_of(g).actions.get(target)
    if action is None:
        return Obstacle("card_not_owned", "5.11")
    if action.token != piece:
        return Obstacle("card_wrong_piece", "5.11")
    return Obstacle("no_token_to_eliminate", "5.11") if action.needs_victim and not allied_tokens(g) else None


ObstacleRule = Callable[[WunderWaffen, Faction, Piece, str], Obstacle | None]

OBSTACLES: dict[str, ObstacleRule] = {
    "place": place_obstacle,
    "berlin": berlin_obstacle,
    "strategy": strategy_obstacle,
    "air_raid": air_raid_obstacle,
    "morale": morale_obstacle,
    "politics": politics_obstacle,
    "research": research_obstacle,
    "conference": conference_obstacle,
    "leader": leader_obstacle,
    "access": access_obstacle,
    "solution": solution_obstacle,
    "reserve": reserve_obstacle,
    CARD_ACTION: card_action_obstacle,
}
