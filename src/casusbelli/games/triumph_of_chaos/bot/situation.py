"""What a seat sees, weighed: the places that matter, how well they are held, and what a piece does for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..board import neighbours, own_units, stats
from ..content import (
    ADJACENT,
    FACTION_AT,
    FACTION_MASK,
    FACTIONS,
    IS_ARMY,
    LEADERS,
    NOBODY,
    RED,
    SIDE_IDS,
    SPACE,
    SPACES,
    UNIT,
    UNITS,
    VC_MASK,
    VICTORY_CITIES,
    WHITE,
    bits,
    enemy,
)
from ..factions import open_spaces, restricted
from ..state import EXCLUDED, OUT, Chaos
from ..supply import side_sources
from .aims import aims_at_conditions, condition_worth, coveted, points_matter
from .horizon import Horizon
from .reach import within_reach
from .reading import read
from .weights import Weights

if TYPE_CHECKING:
    from .markers import Outlook
    from .raids import Raid

CITY = 6.0
FAR = 10
GOLD = 4.0
"""What the gold train is worth where it stands."""
REACH = (1.0, 1.0, 0.6, 0.38, 0.22, 0.14, 0.09, 0.06, 0.04, 0.02, 0.0)
"""How far strength at a distance threatens a place."""
MASSED = (1.0, 1.0, 0.55, 0.28, 0.12, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The same for one who knows that only troops at hand take a city."""
DRAWN = (1.0, 1.0, 0.6, 0.36, 0.22, 0.15, 0.11, 0.08, 0.05, 0.02, 0.0)
"""The same for Red in 1919, who must bring troops from far behind to the cities that he needs."""
_AT_NEED = 1.1
"""How much of an enemy city he counts then."""
_MANY_TURNS = 8
_SERVES = 2
"""Steps from which troops still serve a place themselves."""
GUARD = (1.0, 0.5, 0.28, 0.14, 0.07, 0.03, 0.0, 0.0, 0.0, 0.0, 0.0)
"""How far strength at a distance protects it."""
GUARD_TO_THE_LAST = (1.0, 0.3, 0.12, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The same for a place with whose fall the game is lost: nobody can win it back, so only who stands there counts."""
EMPTY = 0.4
"""What is left of a place's protection when nobody stands in it."""
MANNED = 1.2
"""What anybody at all who stands in a place adds to its protection."""
WALK_IN = 0.15
"""How likely a place is kept into which the enemy need only march."""
FAR_OFF = 0.7
"""How likely an empty place is kept at the least that the enemy cannot reach in one march: there is time to answer him."""
BOLDNESS = 0.25
"""How much the enemy dares: with twice the strength around a place he takes it every other time."""

_KEY_PLACES = {
    "moskva": 5.0,
    "petrograd": 4.0,
    "omsk": 5.0,
    "rostov": 2.0,
    "sevastopol": 1.0,
    "ekaterinburg": 1.0,
    "novorossiysk": 2.0,
    "murmansk": 1.0,
    "archangel": 1.5,
    "urals_north_east_box": 1.0,
    "chelyabinsk": 0.5,
    "central_poland_box": 1.0,
}
"""Worth beside the city: sources of supply, ports, and the gates of Siberia, on which all lines to Omsk hang."""
CAPITALS = (SPACE["moskva"], SPACE["petrograd"])
NODES = [*VICTORY_CITIES, *(SPACE[s] for s in _KEY_PLACES if SPACE[s] not in VICTORY_CITIES)]
NODE_AT = {space: n for n, space in enumerate(NODES)}
_WORTH = [(CITY if SPACES[s].victory_city else 0.0) + _KEY_PLACES.get(SPACES[s].id, 0.0) for s in NODES]
_LAST_STAND = {"tournament_1919": 24.0, "campaign": 8.0, "introductory_1918": 0.0}
"""What a capital is worth beyond that: in 1919 its fall ends the game."""
_ALL_OR_NOTHING = 16.0
"""What one who plays 1919 for its end adds to it, and how much more he expects the enemy to dare for it."""
_DARED = 2.0
_GARRISON = 0.5
"""What must stay in such a place for every combat factor that threatens it."""


@lru_cache(maxsize=256)
def ways_to_nodes(land: int, border_open: bool) -> tuple[list[int], ...]:
    """Steps from every space to each place that matters, over the land a side may be in."""
    adjacent = ADJACENT[border_open]
    tables = []
    for node in NODES:
        row = [FAR] * len(SPACES)
        tables.append(row)
        front, seen = 1 << node, 0
        if not land >> node & 1:
            continue
        for distance in range(FAR):
            seen |= front
            around = 0
            for space in bits(front):
                row[space] = distance
                around |= adjacent[space]
            front = around & land & ~seen
    return tuple(tables)


class Net(NamedTuple):
    """Units that share their lines of supply."""

    ways: int
    sources: int
    units: list[tuple[int, int]]
    """Each with the spaces one of which must be joined to a source: its own and those beside it."""


class Lore:
    """What was worked out on one and the same map, for the choices that follow on it."""

    __slots__ = (
        "chances",
        "cut_off",
        "dangers",
        "exchanges",
        "fed",
        "field",
        "field_foe",
        "hanging",
        "marches",
        "nets",
        "perils",
        "posts",
        "prizes",
        "raided",
        "raiders",
        "raids",
        "relieved",
        "safe",
        "storms",
        "stranded",
        "uses",
        "victims",
        "weak",
    )

    def __init__(self) -> None:
        self.stranded: dict[tuple[int, int], float] = {}
        """Units that would be cut off: side, spaces lost."""
        self.fed: dict[int, list[int]] = {}
        """Units in supply that attrition would take without it, by side."""
        self.nets: dict[int, list[Net]] = {}
        """How those units are supplied, by side."""
        self.safe: dict[tuple[int, int], int] = {}
        self.perils: dict[int, float] = {}
        """Own units the enemy could cut off: spaces held."""
        self.posts: dict[int, float] | None = None
        self.raiders: dict[int, int] | None = None
        self.raided: int | None = None
        self.raids: list[Raid] | None = None
        """The enemy's raids on our lines."""
        self.victims: dict[int, float] = {}
        """What units are worth that would starve, by their mask."""
        self.weak: dict[int, int] | None = None
        """Posts on our lines that the enemy will probably storm, and from where."""
        self.hanging: dict[int, float] = {}
        """What lives on a post."""
        self.storms: dict[tuple[int, tuple[int, ...]], tuple[float, int]] = {}
        """How likely a stack is beaten out of its place, and from where: space, who is there."""
        self.uses: list[float] | None = None
        """What each step of the side pool would do, best first."""
        self.cut_off: list[int] = []
        """Own units out of supply, known once the lines have been surveyed."""
        self.relieved: dict[int, float] = {}
        """Own units joined to their sources again: spaces taken."""
        self.prizes: dict[tuple[int, int], float] = {}
        self.field: dict[int, float] = {}
        self.field_foe: dict[int, float] = {}
        self.exchanges: dict[tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int], float] = {}
        """Attacks: attackers, where they stand, target, who is there, modifier."""
        self.chances: dict[tuple[int, tuple[int, ...]], float] = {}
        self.dangers: dict[tuple[int, tuple[int, ...]], float] = {}
        """The best attack from and on a stack: space, who is there."""
        self.marches: dict[tuple[tuple[int, ...], int, int | None], Any] = {}
        """The best march: units, from where, with how many points."""


_MAP = ("units", "control", "leaders", "markers", "factions", "flags", "round", "turn", "side", "scenario", "border_open", "vp")
"""The parts of a view that what is remembered depends on."""


_THREATENED = [REACH] * len(NODES)
_SOURCES = (0, side_sources(RED) | 1 << SPACE["tashkent"], side_sources(WHITE))


def _felt(
    space: int,
    slopes: list[tuple[float, bool]],
    near: tuple[list[int], ...],
    at_own: Sequence[tuple[float, ...]],
    at_others: tuple[float, ...],
) -> float:
    """What a little strength in a space does for all places: it is felt the less the further away, own places or others."""
    return sum(slope * (at_own[n] if mine else at_others)[near[n][space]] for n, (slope, mine) in enumerate(slopes) if slope)


class Situation:
    """One seat's position, built for one choice from the view alone."""

    sources = _SOURCES

    def __init__(self, view: dict[str, Any], weights: Weights, before: Situation | None = None) -> None:
        self.view = view
        self.weights = weights
        self.me = SIDE_IDS.index(view["side"])
        self.foe = enemy(self.me)
        self.g: Chaos = read(view)
        self.horizon = Horizon(self.g, self.me, weights.horizon)
        self.next_phase: Outlook | None = None
        """The factions in the next political phase, once somebody has asked."""
        same = before is not None and all(before.view[part] == view[part] for part in _MAP)
        self.lore: Lore = before.lore if before is not None and same else Lore()
        if before is not None and same:
            self._take_over(before)
        else:
            self._weigh()

    def thought_back(self, units: list[int], leaders: list[int], origin: int) -> Situation:
        """The same position with troops on the march put back to where they set out."""
        place = SPACES[origin].id
        seen = {UNITS[u].id: [place, *self.view["units"][UNITS[u].id][1:]] for u in units}
        led = {LEADERS[n].id: [place, *self.view["leaders"][LEADERS[n].id][1:]] for n in leaders}
        view = {**self.view, "units": {**self.view["units"], **seen}, "leaders": {**self.view["leaders"], **led}}
        return Situation(view, self.weights)

    # -- the places that matter ----------------------------------------------------------------------------------------

    def _weigh(self) -> None:
        g, me, foe = self.g, self.me, self.foe
        self.prospect = (self.weights.white_prospect if me == WHITE else self.weights.prospect) * self.horizon.prospects
        self.reach = MASSED if self.weights.massed else REACH
        if aims_at_conditions(g, me) and self.weights.covets:
            self.reach, self.prospect = DRAWN, _AT_NEED * self.horizon.prospects
        mine, theirs = self._strengths(me), self._strengths(foe)
        aims = coveted(g, me) if self.weights.covets else []
        self.near = ways_to_nodes(open_spaces(g, me) | sum(FACTION_MASK[f] for f in aims), g.border_open)
        self.near_foe = near_foe = ways_to_nodes(open_spaces(g, foe), g.border_open)
        self.conditions = condition_worth(g, self.weights.covets, me)
        self.points = points_matter(g) if self.weights.covets else 1.0
        self.decided = frozenset(n for n, space in enumerate(NODES) if self.decisive(space))
        """The places with which the game is lost."""
        self.guarded = [GUARD_TO_THE_LAST if n in self.decided else GUARD for n in range(len(NODES))]
        """How far strength at a distance protects each place of ours."""
        self.worth = [self._node_worth(n) for n in range(len(NODES))]
        self.guard: list[float] = []
        self.press: list[float] = []
        self.threat: list[float] = []
        self.hold: list[float] = []
        for n in range(len(NODES)):
            row, row_foe = self.near[n], near_foe[n]
            self.guard.append(sum(c * self.guarded[n][row[s]] for s, c in mine))
            self.press.append(sum(c * self.reach[row[s]] for s, c in mine))
            self.threat.append(sum(c * REACH[row_foe[s]] for s, c in theirs))
            self.hold.append(sum(c * GUARD[row_foe[s]] for s, c in theirs))
        for faction in aims:
            self._reckon_with(faction)
        board = g.board
        self.open_to_enemy = within_reach(g, foe) & board.control[me] & ~board.held[me]
        """Own spaces without troops that the enemy could take next."""
        self.manned = [len(own_units(g, s, me)) for s in NODES]
        self.exposed = [self.threat[n] > 0.0 and self.in_the_open(s) for n, s in enumerate(NODES)]
        self.manned_foe = [len(own_units(g, s, foe)) for s in NODES]
        self.unfelt = next(distance for distance, share in enumerate(self.reach) if not share)
        self._value_all()

    def _reckon_with(self, faction: int) -> None:
        """Who would hold the cities of a faction on which war may be declared: its forces, which are nowhere yet."""
        forces = [UNIT[name] for name in FACTIONS[faction].setup_units]
        cities = bits(FACTION_MASK[faction] & VC_MASK)
        strength = sum(self.strength(u) for u in forces if self.g.where[u] == OUT) / len(cities)
        for city in cities:
            self.hold[NODE_AT[city]] += strength

    def _value_all(self) -> None:
        """All places as they stand, and what a little strength more or less would do for them."""
        self.slopes = [self._slope(n) for n in range(len(NODES))]
        self.slopes_foe = [self._slope_foe(n) for n in range(len(NODES))]
        control = self.g.control
        self.places = [
            (n, space, self.near[n], self._value(n, self.guard[n], self.press[n], self.manned[n], control[space]))
            for n, space in enumerate(NODES)
            if self.worth[n]
        ]
        """Places that are worth something: number, space, steps to it, value."""

    def raise_worth(self, more: dict[int, float]) -> None:
        """Places that much else hangs on."""
        self.worth = [worth + more.get(n, 0.0) if worth else 0.0 for n, worth in enumerate(self.worth)]
        self._value_all()

    def _take_over(self, before: Situation) -> None:
        """On the same map all places stand as they did."""
        self.near, self.worth, self.slopes, self.open_to_enemy = before.near, before.worth, before.slopes, before.open_to_enemy
        self.guard, self.press, self.threat, self.hold = before.guard, before.press, before.threat, before.hold
        self.manned, self.manned_foe, self.exposed = before.manned, before.manned_foe, before.exposed
        self.reach, self.unfelt, self.places = before.reach, before.unfelt, before.places
        self.prospect, self.near_foe, self.slopes_foe = before.prospect, before.near_foe, before.slopes_foe
        self.conditions, self.points, self.decided = before.conditions, before.points, before.decided
        self.guarded = before.guarded

    def in_the_open(self, space: int) -> bool:
        """Whether the enemy could march into the space, or beside it where we stand ourselves."""
        if self.open_to_enemy >> space & 1:
            return True
        mine = self.g.board.held[self.me] >> space & 1
        return bool(mine and ADJACENT[self.g.border_open][space] & (self.open_to_enemy | self.g.board.held[self.foe]))

    def _strengths(self, side: int) -> list[tuple[int, float]]:
        g = self.g
        return [(s, sum(self.strength(u) for u in own_units(g, s, side))) for s in bits(g.board.held[side])]

    def strength(self, unit: int) -> float:
        """What a unit counts in holding and threatening places."""
        if UNITS[unit].immobile:
            return 0.5
        return stats(self.g, unit)[0] + 0.5

    def unit_value(self, unit: int) -> float:
        """What a unit is worth as it stands."""
        factor, full = stats(self.g, unit)[0], not self.g.reduced[unit]
        if IS_ARMY[unit]:
            value = factor + 2.0 if full else 0.6 * factor + 1.2
        else:
            value = 0.6 * factor + (0.9 if full else 0.4)
        return self.horizon.troops * value

    def lost_for_good(self, unit: int) -> float:
        """What a unit is worth that nobody can rebuild: attrition takes armies for ever [13]."""
        if not IS_ARMY[unit] or not self.weights.lasting:
            return self.unit_value(unit)
        years = 1.0 + self.weights.years * min(self.horizon.turns, _MANY_TURNS)
        worth = UNITS[unit].full[0] + (2.0 if not self.g.reduced[unit] else 1.0)
        return self.horizon.troops * self.weights.lasting * years * worth

    def _node_worth(self, n: int) -> float:
        """What a place is worth to whoever may take it: nobody may where troops stand that belong to nobody."""
        g, space = self.g, NODES[n]
        faction = FACTION_AT[space]
        if faction >= 0 and (g.fate[faction] == EXCLUDED or restricted(g, faction)):
            return 0.0
        if own_units(g, space, NOBODY):
            return 0.0
        spared = self.weights.spares and g.control[space] != self.me
        worth = self.points * self.horizon.cities * _WORTH[n] + (
            _LAST_STAND[g.scenario] if space in CAPITALS and not spared else 0.0
        )
        worth += _ALL_OR_NOTHING if n in self.decided else 0.0
        if g.train == space:
            worth += GOLD
        return worth + self.conditions.get(space, 0.0)

    def decisive(self, space: int) -> bool:
        """Whether the game ends with the fall of a place."""
        return self.weights.covets and SPACES[space].id in self.g.rules.victory.white_auto_spaces_any

    def must_stay(self, space: int, units: list[int]) -> bool:
        """Whether units hold a place of ours with which the game is lost: beside the enemy all do, else those without whom it
        would stand empty or too weak against whoever could come."""
        if self.holds_alone(space, units):
            return True
        n = NODE_AT.get(space, -1)
        if n not in self.decided or self.g.control[space] != self.me:
            return False
        left = [u for u in own_units(self.g, space, self.me) if u not in units]
        return not left or self.contact(space) or sum(map(self.strength, left)) < _GARRISON * self.threat[n]

    def holds_alone(self, space: int, units: list[int]) -> bool:
        """Whether a city beside the enemy would stand empty without these units, for one who minds that above all."""
        if not self.weights.holds or space not in NODE_AT or self.g.control[space] != self.me or not self.contact(space):
            return False
        return all(u in units for u in own_units(self.g, space, self.me))

    def _value(self, n: int, guard: float, press: float, manned: int, control: int) -> float:
        """A place as it stands: ours for good, in danger, lost, within reach."""
        worth = self.worth[n]
        if control == self.me:
            return worth * (2.0 * self._security(n, guard, manned) - 1.0)
        against = (self.hold[n] if self.manned_foe[n] else EMPTY * self.hold[n]) + 1.5
        share = self.prospect * self._promise(press, against)
        return worth * (share - 1.0 if control == self.foe else share)

    def _promise(self, press: float, against: float) -> float:
        """How likely an enemy place is taken: by massed troops out of proportion more."""
        if self.weights.massed:
            return press * press / (press * press + against * against)
        return press / (press + against)

    def _security(self, n: int, guard: float, manned: int, threat: float | None = None) -> float:
        """How likely an own place is kept."""
        if not manned and self.exposed[n]:
            kept = WALK_IN
        else:
            odds = (self.threat[n] if threat is None else threat) / (guard + MANNED if manned else EMPTY * guard + 0.4)
            kept = 1.0 / (1.0 + BOLDNESS * (_DARED if n in self.decided else 1.0) * odds * odds)
            if not manned and self.weights.raids:
                kept = max(kept, FAR_OFF)
        return kept + self.horizon.sure * (1.0 - kept)

    def field(self, space: int) -> float:
        """What a little more own strength in a space does for all places: the slope of their values."""
        known = self.lore.field.get(space)
        if known is None:
            known = self.lore.field[space] = _felt(space, self.slopes, self.near, self.guarded, self.reach)
        return known

    def _slope(self, n: int) -> tuple[float, bool]:
        worth, mine = self.worth[n], self.g.control[NODES[n]] == self.me
        if not worth:
            return 0.0, mine
        if mine:
            more = self._security(n, self.guard[n] + 1.0, self.manned[n])
            return 2.0 * worth * (more - self._security(n, self.guard[n], self.manned[n])), True
        against = (self.hold[n] if self.manned_foe[n] else EMPTY * self.hold[n]) + 1.5
        more = self._promise(self.press[n] + 1.0, against) - self._promise(self.press[n], against)
        return worth * self.prospect * more, False

    def field_foe(self, space: int) -> float:
        """What a little less enemy strength in a space does for us."""
        known = self.lore.field_foe.get(space)
        if known is None:
            known = self.lore.field_foe[space] = _felt(space, self.slopes_foe, self.near_foe, _THREATENED, GUARD)
        return known

    def _slope_foe(self, n: int) -> tuple[float, bool]:
        worth, mine = self.worth[n], self.g.control[NODES[n]] == self.me
        if not worth:
            return 0.0, mine
        if mine:
            now = self._security(n, self.guard[n], self.manned[n])
            less = self._security(n, self.guard[n], self.manned[n], max(0.0, self.threat[n] - 1.0))
            return 2.0 * worth * (less - now), True
        share = 1.0 if self.manned_foe[n] else EMPTY
        against = share * self.hold[n] + 1.5
        less = self._promise(self.press[n], max(1.5, against - share)) - self._promise(self.press[n], against)
        return worth * self.prospect * less, False

    def roughly_shifted(self, origin: int, end: int, strength: float, units: int, taken: int) -> float:
        """The same as ``shifted`` by slopes: quick, for a first look at many places."""
        change = strength * (self.field(end) - (self.field(origin) if origin >= 0 else 0.0))
        for space in (origin, *bits(taken), end):
            n = NODE_AT.get(space)
            if n is None or not self.worth[n]:
                continue
            manned = self.manned[n] + (units if space == end else -units if space == origin else 0)
            captured = taken >> space & 1
            if captured or (manned > 0) != (self.manned[n] > 0):
                control = self.g.control[space]
                guard = self.guard[n] + (strength if space == end else -strength if space == origin else 0.0)
                change += self._value(n, guard, self.press[n], manned, self.me if captured else control)
                change -= self._value(n, self.guard[n], self.press[n], self.manned[n], control)
            if space == end and captured:
                break
        return change

    def shifted(self, origin: int, end: int, strength: float, units: int = 1, taken: int = 0) -> float:
        """What changes when own strength leaves a space for another (or comes from the reserve, origin -1), and the
        spaces of the mask ``taken`` change hands on the way."""
        change = 0.0
        control, reach, unfelt = self.g.control, self.reach, self.unfelt
        for n, space, row, now in self.places:
            there = row[end]
            before = row[origin] if origin >= 0 else FAR
            captured = taken >> space & 1
            if not captured and (there == before or (there >= unfelt and before >= unfelt)):
                continue
            manned = self.manned[n]
            if end == space:
                manned += units
            elif origin == space:
                manned -= units
            change -= now
            change += self._value(
                n,
                self.guard[n] + strength * (self.guarded[n][there] - self.guarded[n][before]),
                self.press[n] + strength * (reach[there] - reach[before]),
                manned,
                self.me if captured else control[space],
            )
        return change

    def served(self, origin: int, end: int, units: list[int], path: tuple[int, ...] = ()) -> tuple[tuple[int, float], ...]:
        """What units at the end of their way do for each place that matters: number and worth, where it is more than a little."""
        strength, control, reach = sum(self.strength(u) for u in units), self.g.control, self.reach
        found = []
        for n, space, row, now in self.places:
            there, before = row[end], row[origin] if origin >= 0 else FAR
            captured = space in path and control[space] != self.me
            if not captured and there > _SERVES:
                continue
            gain = -now + self._value(
                n,
                self.guard[n] + strength * (self.guarded[n][there] - self.guarded[n][before]),
                self.press[n] + strength * (reach[there] - reach[before]),
                self.manned[n] + (len(units) if end == space else 0),
                self.me if captured else control[space],
            )
            if gain > 1.0:
                found.append((n, gain))
        return tuple(found)

    def contact(self, space: int) -> bool:
        """Whether the enemy stands next to a space."""
        held = self.g.board.held[self.foe]
        return any(held >> n & 1 for n in neighbours(self.g, space))
