"""The content of the game as typed rows and lookup tables. Spaces, units, leaders and factions are known by number inside
the rules and by id outside; sets of spaces are bit masks (bit n = space n), which makes supply and movement cheap."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from pathlib import Path
from typing import Literal

import msgspec

from casusbelli.game import Content

FOLDER = Path(__file__).parent
CONTENT = Content("triumph_of_chaos", FOLDER / "content")

NOBODY, RED, WHITE, THIRD = 0, 1, 2, 3
"""Sides. THIRD is the Greens among units and the Central Powers in the control of spaces."""
SIDES = (WHITE, RED)
"""In the order of play: White always acts first [7]."""
SIDE_IDS = ("none", "red", "white", "third")
SIDE_OF = {"none": NOBODY, "red": RED, "white": WHITE, "cp": THIRD}
SIGN = (0, -1, 1)
"""White influence counts positive, Red negative [1]."""

CONTROL_IDS = ("none", "red", "white", "cp")


def enemy(side: int) -> int:
    return 3 - side


class Region(msgspec.Struct, frozen=True):
    id: str
    kind: Literal["home", "faction", "offmap"]
    home_side: str
    cp_restricted: bool
    victory_cities: tuple[str, ...]


class Space(msgspec.Struct, frozen=True):
    id: str
    number: int
    region: str
    terrain: str
    victory_city: bool
    port: bool
    box: bool
    lat: float
    lon: float
    setup_control_campaign: str
    setup_control_1919: str
    southeast_box: bool = False
    supply_source: str = ""
    green_space: bool = False
    peasant_revolt_space: bool = False


class Connection(msgspec.Struct, frozen=True):
    id: str
    a: str
    b: str
    rail: bool
    river: str


class Unit(msgspec.Struct, frozen=True):
    """A combat unit; full and reduced are (combat, loss, movement) factors [1]."""

    id: str
    abbr: str
    kind: Literal["army", "corps"]
    owner: str
    camp: str
    full: tuple[int, int, int]
    reduced: tuple[int, int, int]
    elite: bool
    cavalry: bool
    tank: bool
    air: bool
    train: bool
    steadfast: bool
    pool: str
    immobile: bool = False
    one_step: bool = False

    @property
    def army(self) -> bool:
        return self.kind == "army"


class Leader(msgspec.Struct, frozen=True):
    id: str
    owner: str
    camp: str
    rating: int
    abilities: tuple[str, ...]
    vp_penalty: bool
    pool: str


class Faction(msgspec.Struct, frozen=True):
    id: str
    code: str
    type: Literal["nation", "major_power", "republic"]
    region: str
    victory_cities: tuple[str, ...]
    cp_restricted: bool
    war_prerequisite: dict[str, str]
    political_control_prerequisite: dict[str, str]
    forces_unusable_by: str
    subjugable: bool
    war_group: str
    setup_units: tuple[str, ...]
    setup_rule: str
    leader: str
    rebuild: str
    supply: str
    activation_rule: str
    polish_response: str = ""


class UnplayedPenalty(msgspec.Struct, frozen=True):
    card: str
    vp: int


class VariableEnd(msgspec.Struct, frozen=True):
    turn: int
    max: int


class Victory(msgspec.Struct, frozen=True):
    """How a scenario is won; each scenario uses its own fields [5, 6]."""

    most_vp: bool = False
    unplayed_penalty_white: tuple[UnplayedPenalty, ...] = ()
    unplayed_penalty_red: tuple[UnplayedPenalty, ...] = ()
    white_auto_vp: int = 0
    white_auto_spaces_all: tuple[str, ...] = ()
    white_auto_spaces_any: tuple[str, ...] = ()
    red_auto_all_white_home_vcs_from_turn: int = 0
    end_red_margin: int = 0
    red_end_vp: int = 0
    red_needs_all_home_vcs: bool = False
    red_conditions_required: int = 0
    variable_end: tuple[VariableEnd, ...] = ()


class ScenarioRow(msgspec.Struct, frozen=True):
    id: str
    first_turn: int
    last_turn: int
    decks: tuple[int, ...]
    control_key: str
    fcm: dict[str, int]
    excluded_factions: tuple[str, ...]
    igsr: str
    tsar: bool
    subjugation: bool
    special_actions: str
    no_act: tuple[str, ...]
    victory: Victory
    removed_white: tuple[str, ...] = ()
    removed_red: tuple[str, ...] = ()
    starting_hand_white: tuple[str, ...] = ()
    starting_hand_red: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    in_fighting: tuple[str, ...] = ()


class Placement(msgspec.Struct, frozen=True):
    scenario: str
    unit: str
    space: str = ""
    box: str = ""
    reduced: bool = False


class LeaderPlacement(msgspec.Struct, frozen=True):
    scenario: str
    leader: str
    space: str


class OptionRow(msgspec.Struct, frozen=True):
    id: str
    default: bool | int | str
    scenarios: tuple[str, ...]
    values: tuple[bool | int | str, ...] = (False, True)


# -- rows by number, numbers by id -------------------------------------------------------------------------------------

REGIONS = CONTENT.table("region", Region)
SPACES = list(CONTENT.table("space", Space).values())
UNITS = list(CONTENT.table("unit", Unit).values())
LEADERS = list(CONTENT.table("leader", Leader).values())
FACTIONS = list(CONTENT.table("faction", Faction).values())
SCENARIOS = CONTENT.table("scenario", ScenarioRow)
OPTIONS = CONTENT.table("option", OptionRow)
PLACEMENTS = list(CONTENT.table("placement", Placement).values()) + list(CONTENT.table("pool_placement", Placement).values())
LEADER_PLACEMENTS = list(CONTENT.table("leader_placement", LeaderPlacement).values())

SPACE = {row.id: n for n, row in enumerate(SPACES)}
UNIT = {row.id: n for n, row in enumerate(UNITS)}
LEADER = {row.id: n for n, row in enumerate(LEADERS)}
FACTION = {row.id: n for n, row in enumerate(FACTIONS)}
SPACE_IDS = [row.id for row in SPACES]
UNIT_IDS = [row.id for row in UNITS]
LEADER_IDS = [row.id for row in LEADERS]
FACTION_IDS = [row.id for row in FACTIONS]

OWNERS = ["none", "red", "white", *FACTION_IDS]
"""An owner's number is a side, or FIRST_OWNER + the number of a faction."""
FIRST_OWNER = 3
OWNER = {owner: n for n, owner in enumerate(OWNERS)}
CAMPS = ["none", "red", "red_finnish", "southern", "siberian", "baltic_finnish", "baf", "faction"]
CAMP = {camp: n for n, camp in enumerate(CAMPS)}
NO_CAMP = 0
"""The camp of insurrection armies [10.3]."""

UNIT_FACTION = [OWNER[row.owner] - FIRST_OWNER for row in UNITS]
"""The faction a unit belongs to, or a negative number."""
UNITS_OF = [[u for u, row in enumerate(UNITS) if row.owner == f] for f in FACTION_IDS]
LEADER_FACTION = [OWNER[row.owner] - FIRST_OWNER for row in LEADERS]
"""The same for leaders."""
LEADERS_OF = [[n for n, row in enumerate(LEADERS) if row.owner == f] for f in FACTION_IDS]
IS_ARMY = [row.army for row in UNITS]
IS_IMMOBILE = [row.immobile for row in UNITS]
IS_CORPS = [not row.army for row in UNITS]


def faction_number(faction_id: str) -> int:
    return FACTION[faction_id]


CZECH, CP, BRITAIN, USA, FRANCE, POLAND, UKRAINE, WEST_UKRAINE, MAKHNO, FINLAND, BELARUS, TURKISTAN, ESTONIA = map(
    faction_number,
    (
        "czech_legion",
        "central_powers",
        "britain",
        "usa",
        "france",
        "poland",
        "ukraine",
        "west_ukraine",
        "makhno",
        "finland",
        "belarus",
        "turkistan",
        "estonia",
    ),
)

# -- the map as masks --------------------------------------------------------------------------------------------------


def mask_of(*spaces: str) -> int:
    mask = 0
    for space in spaces:
        mask |= 1 << SPACE[space]
    return mask


_NUMBERS = tuple(range(len(SPACES)))
_DIGITS = bytes.maketrans(b"01", b"\0\1")
_FEW = 12


@lru_cache(maxsize=1024)
def _many_bits(mask: int) -> tuple[int, ...]:
    """The same: its binary digits, the last one first, pick the numbers."""
    return tuple(compress(_NUMBERS, bin(mask)[:1:-1].encode().translate(_DIGITS)))


def bits(mask: int) -> list[int]:
    """The numbers in a mask, ascending: bit by bit where there are few; many are remembered, for they are asked for again."""
    if mask.bit_count() > _FEW:
        return list(_many_bits(mask))
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


ALL_SPACES = (1 << len(SPACES)) - 1
REGION_MASK = {r: mask_of(*(s.id for s in SPACES if s.region == r)) for r in REGIONS}
FACTION_MASK = [REGION_MASK.get(row.region, 0) for row in FACTIONS]
FACTION_AT = [FACTION.get(row.region, -1) for row in SPACES]
"""The faction whose land a space is, or -1."""
HOME_MASK = [0, 0, 0]
for _region in REGIONS.values():
    if _region.kind == "home":
        HOME_MASK[SIDE_OF[_region.home_side]] |= REGION_MASK[_region.id]
HOME_LAND = HOME_MASK[RED] | HOME_MASK[WHITE]
VC_MASK = mask_of(*(s.id for s in SPACES if s.victory_city))
VICTORY_CITIES = bits(VC_MASK)
PORT_MASK = mask_of(*(s.id for s in SPACES if s.port))
BOX_MASK = mask_of(*(s.id for s in SPACES if s.box))
SOUTHEAST = mask_of(*(s.id for s in SPACES if s.southeast_box))
CP_LAND = mask_of(*(s.id for s in SPACES if REGIONS[s.region].cp_restricted))
"""Everything west of the Central Powers' line."""
RUMANIA = REGION_MASK["rumania"]

FINNISH_BORDER = frozenset(
    frozenset((SPACE[a], SPACE[b])) for a, b in (("viipuri", "petrograd"), ("lieksa", "petrozavodsk"), ("lieksa", "segezha"))
)
NEIGHBOURS: tuple[list[list[int]], list[list[int]]] = ([[] for _ in SPACES], [[] for _ in SPACES])
"""Neighbours of each space with the Finnish border closed (0) and open (1) [9.5]."""
RAIL: set[tuple[int, int]] = set()
RIVER: set[tuple[int, int]] = set()
CONNECTIONS = list(CONTENT.table("connection", Connection).values())
for _link in CONNECTIONS:
    _a, _b = SPACE[_link.a], SPACE[_link.b]
    for _x, _y in ((_a, _b), (_b, _a)):
        NEIGHBOURS[1][_x].append(_y)
        if frozenset((_x, _y)) not in FINNISH_BORDER:
            NEIGHBOURS[0][_x].append(_y)
        if _link.rail:
            RAIL.add((_x, _y))
        if _link.river:
            RIVER.add((_x, _y))


def _masked(lists: list[list[int]]) -> list[int]:
    masks = []
    for near in lists:
        mask = 0
        for n in near:
            mask |= 1 << n
        masks.append(mask)
    return masks


ADJACENT = (_masked(NEIGHBOURS[0]), _masked(NEIGHBOURS[1]))
"""The same as masks."""


def _distances() -> list[list[int]]:
    """Connections between any two spaces, borders open: for "nearest" and "within n"."""
    table = []
    for start in range(len(SPACES)):
        row = [-1] * len(SPACES)
        row[start] = 0
        todo = [start]
        for here in todo:
            for near in NEIGHBOURS[1][here]:
                if row[near] < 0:
                    row[near] = row[here] + 1
                    todo.append(near)
        table.append(row)
    return table


DISTANCE = _distances()
