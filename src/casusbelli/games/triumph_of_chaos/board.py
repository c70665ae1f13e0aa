"""The map as it stands, derived from the state and kept up to date by the few functions that change it.

Nothing here is saved: a decoded state builds it anew. Everything that asks "who is where" asks the board.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .content import (
    BOX_MASK,
    CONTROL_IDS,
    FIRST_OWNER,
    IS_ARMY,
    LEADERS,
    LEADERS_OF,
    NEIGHBOURS,
    NOBODY,
    POLAND,
    SIDE_IDS,
    SIDES,
    SPACES,
    THIRD,
    UNIT_FACTION,
    UNITS,
    UNITS_OF,
    VC_MASK,
    bits,
)
from .tables import CONSTANT

if TYPE_CHECKING:
    from .state import Chaos

STACK_UNITS, STACK_ARMIES = CONSTANT["stack_units"], CONSTANT["stack_armies"]

FULL_STATS = [row.full for row in UNITS]
REDUCED_STATS = [row.reduced for row in UNITS]
_ALL_UNITS = tuple(range(len(UNITS)))
_NO_RIVALS = (0, 0)
_ONES = [bytes(b"01"[side == other] for other in range(256)) for side in range(4)]
"""For each side, what its own byte and those of others are as binary digits: a whole map becomes a mask at once."""


@dataclass(slots=True)
class Candidate:
    """A space that might be activated, with what exclusivity and the camp limit look at [10.3]."""

    space: int
    move: bool
    combat: bool
    camps: tuple[int, ...]
    factions: tuple[int, ...]


class Standing(NamedTuple):
    """Who stands where."""

    at: tuple[tuple[int, ...], ...]
    """The units of each space."""
    armies: tuple[int, ...]
    """How many of them are armies."""
    held: tuple[int, ...]
    """The spaces each side stands in."""
    room: tuple[int, int]
    """The spaces with room for one corps more, and for one army more."""


@lru_cache(maxsize=128)
def _standing(where: tuple[int, ...], sides: bytes) -> Standing:
    """Whoever searches copies one and the same position again and again."""
    at: list[list[int]] = [[] for _ in SPACES]
    armies, held = [0] * len(SPACES), [0, 0, 0, 0]
    for unit, (space, side, army) in enumerate(zip(where, sides, IS_ARMY, strict=True)):
        if space >= 0:
            at[space].append(unit)
            held[side] |= 1 << space
            armies[space] += army
    for_corps = for_army = BOX_MASK
    for space, here in enumerate(at):
        if len(here) < STACK_UNITS:
            for_corps |= 1 << space
            if armies[space] < STACK_ARMIES:
                for_army |= 1 << space
    return Standing(tuple(map(tuple, at)), tuple(armies), tuple(held), (for_corps, for_army))


class Lines:
    """Where one side's units may go and how they are supplied. It follows from politics, what the side controls and who is in
    its way, not from where its own units stand: as long as that is the same, everything here is worked out once."""

    __slots__ = ("areas", "blocked", "enterable", "fed", "marked", "onward", "passable")

    def __init__(self, g: Chaos, side: int) -> None:
        board = g.board
        self.blocked, self.marked = board.blocked(side), 0
        """Spaces with enemies, neutrals or Greens, and those with partisans of the enemy's."""
        for space in g.partisans[3 - side] if side in SIDES else ():
            self.marked |= 1 << space
        self.passable = board.control[side] & ~self.blocked & ~self.marked
        """Spaces over which the side traces supply and redeploys."""
        self.enterable: dict[tuple[int, int], int] = {}
        """Where kinds of units (owner, class) may step."""
        self.areas: dict[tuple[int, int, int, bool, bool], int] = {}
        """Their supply areas."""
        self.fed: dict[tuple[int, int, int, bool], int] = {}
        """Where they would be in supply."""
        self.onward: dict[tuple[int, int, int, bool], dict[int, int]] = {}
        """The next space towards a source."""


class Board:
    """Units and leaders by space, ascending (so that a board built anew is the same), and masks of control and occupation."""

    __slots__ = (
        "armies",
        "at",
        "candidates",
        "control",
        "green",
        "held",
        "lands",
        "leaders",
        "lines",
        "open",
        "rivals",
        "room",
    )

    def __init__(self, g: Chaos) -> None:
        standing = _standing(tuple(g.where), bytes(g.side))
        self.at = list(standing.at)
        self.armies = list(standing.armies)
        self.room = list(standing.room)
        """Spaces with room for one corps more, and for one army more [1]."""
        self.held = list(standing.held)
        """Spaces with a unit of each side: nobody's (neutral Czechs and Central Powers), Red, White, Green armies."""
        backwards = g.control[::-1]
        self.control = [int(backwards.translate(ones), 2) for ones in _ONES]
        self.leaders: dict[int, list[int]] = {}
        self.green = 0
        self.open: list[int] | None = None
        """Spaces each side may be in as far as politics goes; None after a change of politics."""
        self.lands: dict[tuple[int, int, int], int] = {}
        """The same for kinds of units (side, owner, class)."""
        self.lines: list[Lines | None] = [None] * len(_ONES)
        """The lines of each side, where somebody has asked since they last changed."""
        self.candidates: tuple[dict[int, Candidate | None], ...] = ({}, {}, {})
        """Spaces already looked at for activation, by side, until something changes."""
        self.rivals: tuple[int, int] | None = None
        """Spaces with Polish and with White-owned units, which never share one, until a unit of theirs stands elsewhere."""
        for leader, space in enumerate(g.leader_at):
            if space >= 0:
                self.leaders.setdefault(space, []).append(leader)
        for space in g.greens:
            self.green |= 1 << space

    def blocked(self, side: int) -> int:
        """Spaces that a unit of this side may not enter because of whom it would meet there."""
        held = self.held
        return held[3 - side] | held[NOBODY] | held[THIRD] | self.green


def lines(g: Chaos, side: int) -> Lines:
    """The lines of a side, as they are known or anew."""
    board = g.board
    known = board.lines[side]
    if known is None:
        known = board.lines[side] = Lines(g, side)
    return known


def changed(g: Chaos) -> None:
    """What was worked out from the map, its markers or politics is no longer certain."""
    board = g.board
    board.lines = [None] * len(board.lines)
    board.rivals = None
    activations_changed(g)


def activations_changed(g: Chaos) -> None:
    """Locks, NO ACT markers or the weather changed: which spaces may be activated is looked at anew."""
    g.board.candidates = ({}, {}, {})


def _stand_otherwise(g: Chaos, unit: int, before: int) -> None:
    """A unit was put or lifted; its side was in these spaces before. Where it stands is in everybody's way but its own;
    only Poles and Whites keep away from one another."""
    board, side = g.board, g.side[unit]
    if board.held[side] != before:
        own = board.lines[side] if side in SIDES else None
        board.lines = [None] * len(board.lines)
        board.lines[side] = own
    if board.rivals != _NO_RIVALS or UNIT_FACTION[unit] == POLAND:
        board.rivals = None
        for known in board.lines:
            if known is not None:
                known.enterable.clear()
    activations_changed(g)


def put(g: Chaos, unit: int, space: int) -> None:
    """Put a unit into a space of the map, from wherever it is."""
    board, side = g.board, g.side[unit]
    old, before = g.where[unit], board.held[side]
    if old >= 0:
        _lift(g, board, unit, old)
    g.where[unit] = space
    _lay(board, unit, space, side)
    _stand_otherwise(g, unit, before)


def send(g: Chaos, unit: int, box: int) -> None:
    """Take a unit off the map into a box."""
    old = g.where[unit]
    if old >= 0:
        before = g.board.held[g.side[unit]]
        _lift(g, g.board, unit, old)
        _stand_otherwise(g, unit, before)
    g.where[unit] = box


def _lay(board: Board, unit: int, space: int, side: int) -> None:
    board.at[space] = tuple(sorted((*board.at[space], unit)))
    board.held[side] |= 1 << space
    board.armies[space] += IS_ARMY[unit]
    _measure(board, space)


def _lift(g: Chaos, board: Board, unit: int, space: int) -> None:
    here = board.at[space] = tuple(other for other in board.at[space] if other != unit)
    board.armies[space] -= IS_ARMY[unit]
    _measure(board, space)
    side = g.side[unit]
    sides = g.side
    for other in here:
        if sides[other] == side:
            return
    board.held[side] &= ~(1 << space)


def _measure(board: Board, space: int) -> None:
    """Keep up to date where one more may stand."""
    bit = 1 << space
    if bit & BOX_MASK:
        return
    for_corps, for_army = board.room[0] & ~bit, board.room[1] & ~bit
    if len(board.at[space]) < STACK_UNITS:
        for_corps |= bit
        if board.armies[space] < STACK_ARMIES:
            for_army |= bit
    board.room = [for_corps, for_army]


def set_side(g: Chaos, unit: int, side: int) -> None:
    """A unit now serves another side."""
    space = g.where[unit]
    if space < 0:
        g.side[unit] = side
        return
    board = g.board
    _lift(g, board, unit, space)
    g.side[unit] = side
    _lay(board, unit, space, side)
    changed(g)


def set_faction_side(g: Chaos, faction: int, side: int) -> None:
    """Every unit and leader that still belongs to the faction serves this side."""
    for unit in UNITS_OF[faction]:
        if g.owner[unit] == FIRST_OWNER + faction and g.side[unit] != THIRD:
            set_side(g, unit, side)
    for leader in LEADERS_OF[faction]:
        g.leader_side[leader] = side


def set_control(g: Chaos, space: int, side: int) -> None:
    old = g.control[space]
    if old != side:
        board = g.board
        board.control[old] &= ~(1 << space)
        board.control[side] |= 1 << space
        g.control[space] = side
        if VC_MASK >> space & 1:
            g.city_since[space] = g.turn
        board.lines[old] = board.lines[side] = None
        activations_changed(g)


def put_leader(g: Chaos, leader: int, space: int) -> None:
    """Put a leader into a space, or into a box (a negative number)."""
    leaders = g.board.leaders
    old = g.leader_at[leader]
    if old >= 0:
        leaders[old].remove(leader)
        if not leaders[old]:
            del leaders[old]
    g.leader_at[leader] = space
    if space >= 0:
        insort(leaders.setdefault(space, []), leader)


def add_green(g: Chaos, space: int) -> None:
    g.greens.append(space)
    g.board.green |= 1 << space
    set_control(g, space, NOBODY)
    changed(g)


def remove_green(g: Chaos, space: int) -> None:
    g.greens.remove(space)
    g.board.green &= ~(1 << space)
    changed(g)


def add_no_act(g: Chaos, space: int) -> None:
    g.no_act.append(space)
    activations_changed(g)


def whose(g: Chaos, unit: int) -> str:
    """Who acts with a unit, for the log: its side, or its faction while that serves nobody."""
    return SIDE_IDS[g.side[unit]] if g.side[unit] else UNITS[unit].owner


def whose_leader(g: Chaos, leader: int) -> str:
    return SIDE_IDS[g.leader_side[leader]] if g.leader_side[leader] else LEADERS[leader].owner


def holder(g: Chaos, space: int) -> str:
    """Whose units stand in a space, or who controls it, for the log."""
    return whose(g, g.board.at[space][0]) if g.board.at[space] else CONTROL_IDS[g.control[space]]


def remove_no_act(g: Chaos, space: int) -> None:
    """Take the marker off the space, if there is one [17.7]."""
    if space in g.no_act:
        g.no_act.remove(space)
        activations_changed(g)


def politics_changed(g: Chaos) -> None:
    """Markers, wars or flags changed: who may be where is worked out anew when somebody asks."""
    g.board.open = None
    g.board.lands.clear()
    changed(g)


# -- questions ---------------------------------------------------------------------------------------------------------


def stats(g: Chaos, unit: int) -> tuple[int, int, int]:
    """Combat, loss and movement factor of the side that is up."""
    return REDUCED_STATS[unit] if g.reduced[unit] else FULL_STATS[unit]


def units_in(g: Chaos, box: int) -> list[int]:
    """The units that lie in a box, ascending."""
    where = g.where
    return [unit for unit in _ALL_UNITS if where[unit] == box]


def on_map(g: Chaos, side: int) -> list[int]:
    """The units that stand in the spaces a side is in: its own, and whoever shares one with them."""
    at = g.board.at
    return [unit for space in bits(g.board.held[side]) for unit in at[space]]


def own_units(g: Chaos, space: int, side: int) -> list[int]:
    sides = g.side
    return [u for u in g.board.at[space] if sides[u] == side]


def room_for(g: Chaos, space: int, units: int, armies: int) -> bool:
    """Stacking: at most 3 units of which 2 armies; none in boxes [1]."""
    if BOX_MASK >> space & 1:
        return True
    board = g.board
    return len(board.at[space]) + units <= STACK_UNITS and board.armies[space] + armies <= STACK_ARMIES


def room(g: Chaos, space: int, unit: int) -> bool:
    return bool(roomy(g, unit) >> space & 1)


def roomy(g: Chaos, unit: int) -> int:
    """All spaces with room for the unit."""
    return g.board.room[IS_ARMY[unit]]


def armies_in(g: Chaos, mask: int, side: int) -> bool:
    """Whether the side has an army in one of the spaces."""
    board, sides = g.board, g.side
    for space in bits(mask & board.held[side]):
        if board.armies[space] and any(IS_ARMY[u] and sides[u] == side for u in board.at[space]):
            return True
    return False


def faction_units_at(g: Chaos, space: int, faction: int) -> bool:
    return any(UNIT_FACTION[u] == faction and g.owner[u] >= FIRST_OWNER for u in g.board.at[space])


def faction_spaces(g: Chaos, faction: int) -> int:
    """Spaces with units of a faction, as a mask."""
    mask = 0
    for unit in UNITS_OF[faction]:
        if g.where[unit] >= 0 and g.owner[unit] >= FIRST_OWNER:
            mask |= 1 << g.where[unit]
    return mask


def neighbours(g: Chaos, space: int) -> list[int]:
    """Adjacent spaces over open connections."""
    return NEIGHBOURS[g.border_open][space]
